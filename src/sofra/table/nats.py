"""The second bus: NATS, for nodes that would rather not hear of each other through the database."""

from __future__ import annotations

import asyncio
import logging
from asyncio import Queue, Task
from collections.abc import Callable
from contextlib import suppress

import nats
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError

from sofra.table.bus import CHANNEL, Heard, Noticed, greeting, hear

LOG = logging.getLogger("sofra.table")

RETRY = 0.5
MOST_WAITING = 10_000
# A line that has died without a word is noticed after two of these; seconds.
PING_EVERY = 5
# A node that dies between storing and telling tells nobody, and this bus keeps nothing: logs are read on now and then.
READ_ON_EVERY = 20.0


class NatsBus:
    """Tells and hears over the subject ``sofra`` of a server such as ``nats://host:4222``."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._notes: Queue[str] = Queue(MOST_WAITING)
        self._task: Task[None] | None = None

    def listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run(heard, missed, noticed))

    def tell(self, table: str, seq: int) -> None:
        with suppress(asyncio.QueueFull):
            # When it is full the server is away; everybody reads on when it is back.
            self._notes.put_nowait(f"{table}:{seq}")

    def greet(self, table: str, device: str, here: bool) -> None:
        with suppress(asyncio.QueueFull):
            self._notes.put_nowait(greeting(table, device, here))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        while True:
            lost = asyncio.Event()

            async def gone(lost: asyncio.Event = lost) -> None:
                lost.set()

            try:
                client = await nats.connect(
                    self._address,
                    allow_reconnect=False,
                    connect_timeout=5,
                    ping_interval=PING_EVERY,
                    max_outstanding_pings=2,
                    disconnected_cb=gone,
                    closed_cb=gone,
                    error_cb=_noted,
                )
            except Exception as error:  # noqa: BLE001 -- whatever a server says while it dies, this is tried for ever
                LOG.error("bus", extra={"kind": type(error).__name__})  # noqa: TRY400 -- its text may name the host
                await asyncio.sleep(RETRY)
                continue

            async def take(message: Msg) -> None:
                hear(message.data.decode("utf-8", "replace"), heard, noticed)

            teller = asyncio.get_running_loop().create_task(self._tell(client))
            try:
                await client.subscribe(CHANNEL, cb=take)
                await client.flush()
                # What was stored while nobody listened is read now.
                missed()
                while not await _rings(lost, READ_ON_EVERY):
                    missed()
            except Exception as error:  # noqa: BLE001 -- as above
                LOG.warning("bus lost", extra={"kind": type(error).__name__})
            finally:
                teller.cancel()
                with suppress(Exception):
                    async with asyncio.timeout(5):
                        await client.close()
            await asyncio.sleep(RETRY)

    async def _tell(self, client: Client) -> None:
        while True:
            note = await self._notes.get()
            with suppress(OSError, TimeoutError, NatsError):
                await client.publish(CHANNEL, note.encode())


async def _rings(bell: asyncio.Event, seconds: float) -> bool:
    """Wait for a bell, so long at most; returns whether it rang."""
    with suppress(TimeoutError):
        # Not wait_for: in Python 3.11 it can swallow the word that everything is to stop.
        async with asyncio.timeout(seconds):
            await bell.wait()
    return bell.is_set()


async def _noted(error: Exception) -> None:
    LOG.warning("bus", extra={"kind": type(error).__name__})
