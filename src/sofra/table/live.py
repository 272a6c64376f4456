"""A table in memory: its fold, its one writer, and whoever watches. Memory is a cache; the log is the table."""

from __future__ import annotations

import asyncio
import logging
import time
from asyncio import AbstractEventLoop, Future, Task
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import InitVar, dataclass, field
from typing import Any, Protocol

from sofra.core.errors import SofraError
from sofra.table.clock import Clock, Timer
from sofra.table.commands import Answer, AnyCommand, seat_of
from sofra.table.decide import decide
from sofra.table.envelopes import Vault
from sofra.table.fold import Table
from sofra.table.jobs import Job, Judge
from sofra.table.judging import Case, Who
from sofra.table.meter import Meter
from sofra.table.presence import Presence
from sofra.table.store import Append, Conflict, Gone, Row, Store


class Unavailable(SofraError):
    """The store did not take what was sent; nothing happened, and the same command can be sent again."""

    kind = "unsupported"


class Watcher(Protocol):
    """Somebody to be woken when a table has changed (after it was stored, never before)."""

    def wake(self) -> None: ...


LOG = logging.getLogger("sofra.table")

MOST_WAITING = 64
MOST_CONFLICTS = 8
READ_AGAIN = 1.0
PATIENCE = 1.0
"""Seconds for which a page waits to hear whether another node has stored something."""
AGAIN = "again"
"""The timer for a further look at a table from which the store has not taken something."""


@dataclass(eq=False, slots=True)
class LiveTable:
    """One sequential writer: commands are judged one after another, each against the table as it is stored.

    ``submit`` may be called from anywhere in the event loop and forgotten: a caller that goes away cancels nothing.
    ``after`` is called when something was stored, ``tell_nodes`` when it was stored here, ``play_for`` when a computer player is to make one move for a seat.
    ``alone``: no other node writes to the store. ``presence`` knows who is there. ``cache`` holds what was made of this version for its viewers; it is emptied with every change.
    """

    table: Table
    vault: Vault
    store: Store
    clock: Clock
    loop: AbstractEventLoop
    new_seed: Callable[[], bytes]
    after: Callable[[LiveTable], None]
    play_for: Callable[[LiveTable, int], None]
    tell_nodes: Callable[[str, int], None]
    greet_nodes: InitVar[Callable[[str, str, bool], None]]
    alone: bool = True
    watchers: set[Watcher] = field(default_factory=set)
    timers: dict[str, Timer] = field(default_factory=dict)
    used_at: int = 0
    meter: Meter = field(default_factory=Meter)
    presence: Presence = field(init=False)
    cache: dict[Hashable, Any] = field(default_factory=dict)
    _jobs: deque[Job] = field(default_factory=deque)
    _busy: bool = False
    _reading: Task[None] | None = None
    _heard: int = 0
    _read: Future[None] | None = None

    def __post_init__(self, greet_nodes: Callable[[str, str, bool], None]) -> None:
        self.presence = Presence(self.table, self.clock, greet_nodes, self._come_and_go)

    def submit(self, who: Who, command: AnyCommand) -> Future[Answer]:
        """Judge, store and tell; the future has the answer. Refusals are answers: the future raises no SofraError."""
        seat = seat_of(command)
        if (ask := getattr(command, "ask", 0)) > self.table.version:
            # Its sender has seen more, at another node, than this one has heard of.
            self._heard = max(self._heard, ask)
        # Ids of a seat's commands are told apart by the seat, those of a browser by the browser.
        name = command.command if seat >= 0 else f"{who.device[:16]}:{command.command}"
        return self.run(who, seat, name, lambda case: decide(case, command), shown=command.command)

    def run(self, who: Who, seat: int, name: str, judge: Judge, *, shown: str = "") -> Future[Answer]:
        """The same for anything that can be judged; ``name`` (unique for its seat) makes it act once."""
        job = Job(who, seat, shown or name, name, judge, self.loop.create_future())
        self.used_at = self.clock.now()
        if len(self._jobs) >= MOST_WAITING:
            self._refuse(job, Unavailable("too many commands wait at this table; send it again in a moment"))
        else:
            self._jobs.append(job)
            self._go_on()
        return job.future

    def hear(self, version: int) -> None:
        """Another writer has stored up to this version: read on, as soon as nothing of our own is under way."""
        self._heard = max(self._heard, version)
        self._go_on()

    async def read_to(self, version: int) -> None:
        """Fold in what another writer has stored if somebody has seen a later version elsewhere; there may be none. Raises
        Unavailable when the store cannot be asked."""
        for _ in range(2):
            if version <= self.table.version:
                return
            # What is being read may have been asked for before that version was there: then once more.
            anew = self._read is None and (self._reading is None or self._reading.done())
            if self._read is None:
                self._read = self.loop.create_future()
            reading = self._read
            self.hear(version)
            await asyncio.shield(reading)
            if anew:
                return

    async def refresh(self) -> None:
        """Fold in whatever other nodes have stored, also what nobody has told of yet: whoever has just done something at
        another node is shown it here. A store that does not answer soon leaves the table as it is known."""
        if not self.alone:
            with suppress(TimeoutError, Unavailable):
                async with asyncio.timeout(PATIENCE):
                    await self.read_to(self.table.version + 1)

    async def _catch_up(self, wanted: int) -> None:
        failed = False
        try:
            await self._read_on()
        except Exception as error:  # noqa: BLE001 -- a store that is away is read when it is back
            LOG.error("not read", extra={"kind": type(error).__name__})  # noqa: TRY400
            failed = True
            # Nobody tells of it once more, so it is asked for until it is there.
            self.loop.call_later(READ_AGAIN, self.hear, wanted)
        read, self._read = self._read, None
        if read is not None and failed:
            read.set_exception(Unavailable("the store does not answer; try again in a moment"))
            read.exception()  # Whoever waited may have gone: nothing is left to complain of.
        elif read is not None:
            read.set_result(None)
        self._go_on()

    def enter(self, watcher: Watcher, device: str) -> None:
        """Somebody watches from now on, with this browser."""
        self.watchers.add(watcher)
        if self.presence.came(device):
            self._come_and_go(watcher)

    def leave(self, watcher: Watcher, device: str) -> None:
        """The watcher has gone."""
        self.watchers.discard(watcher)
        if self.presence.went(device):
            self.after(self)

    def seen(self, device: str) -> None:
        """A browser has asked for this table just now."""
        if self.presence.seen(device):
            self.after(self)

    def _come_and_go(self, but: Watcher | None = None) -> None:
        for watcher in tuple(self.watchers):
            if watcher is not but:
                watcher.wake()
        self.after(self)

    @property
    def idle(self) -> bool:
        """Whether the table can be dropped from memory: nobody watches, nothing waits."""
        return not (self._busy or self._jobs or self.watchers or self.timers)

    def set_timer(self, name: str, seconds: float, call: Callable[[], None]) -> None:
        """Call once, so many seconds from now, unless the timer of this name is set again or stopped before."""
        self.stop_timers(name)
        self.timers[name] = self.clock.later(seconds, call)

    def stop_timers(self, *names: str) -> None:
        """Stop those of these timers that are set."""
        for name in names:
            if timer := self.timers.pop(name, None):
                timer.cancel()

    def _go_on(self) -> None:
        while not self._busy:
            if self._heard > self.table.version:
                wanted, self._heard, self._busy = self._heard, 0, True
                self._reading = self.loop.create_task(self._catch_up(wanted))
                return
            if self._read is not None:
                # What was waited for has come with something else: an append of our own, or after a conflict.
                self._read.set_result(None)
                self._read = None
            if not self._jobs:
                return
            self._judge(self._jobs.popleft())

    def _judge(self, job: Job) -> None:
        table = self.table
        done = table.done(job.seat, job.name)
        if done is not None:
            self._answer(job, Answer(job.id, "already done", done))
            return
        try:
            decision = job.judge(
                Case(table, job.who, self.vault, self.new_seed, self.presence.away, self.presence.deserted)
            )
        except SofraError as error:
            if self.alone or job.looked or error.kind == "malformed":
                self._refuse(job, error)
                return
            # Another node may have stored what makes this good, and its word may still be on the way.
            job.looked = self._busy = True
            self._reading = self.loop.create_task(self._look_again(job))
            return
        except Exception as error:  # noqa: BLE001 -- a fault in one game must not stop the table's writer
            if not job.future.done():
                job.future.set_exception(error)
            return
        if decision.play_for is not None:
            self.play_for(self, decision.play_for)
        if not decision.entries:
            self._answer(job, Answer(job.id, "accepted", table.version))
            return
        self._busy = True
        at, first, last = self.clock.now(), table.version + 1, len(decision.entries) - 1
        rows = tuple(
            Row(first + i, at, entry, job.seat, job.name if i == last else None)
            for i, entry in enumerate(decision.entries)
        )
        append = Append(table.id, rows, decision.secrets, decision.devices)
        began = time.perf_counter()

        def stored(done: Future[None]) -> None:
            self.meter.store.add(time.perf_counter() - began)
            self._stored(job, append, done)

        self.store.append(append).add_done_callback(stored)

    def _stored(self, job: Job, append: Append, stored: Future[None]) -> None:
        error = stored.exception() if not stored.cancelled() else Gone("the store is closed")
        if isinstance(error, Conflict) and job.conflicts < MOST_CONFLICTS:
            job.conflicts += 1
            self._reading = self.loop.create_task(self._look_again(job))
            return
        self._busy = False
        if error is None:
            self._take(append.rows, append.secrets)
            self._answer(job, Answer(job.id, "accepted", append.rows[-1].seq))
            self.tell_nodes(append.table, append.rows[-1].seq)
            self._tell()
        else:
            LOG.error("not stored", extra={"kind": type(error).__name__})
            self._refuse(job, Unavailable("this could not be stored, so it has not happened; send it again"))
        self._go_on()

    async def _look_again(self, job: Job) -> None:
        """Another writer was first, or may have been: read on, and judge the same command against what is there now."""
        try:
            await self._read_on()
        except Exception:  # noqa: BLE001 -- whatever keeps the store from reading, the caller gets an answer
            self._refuse(job, Unavailable("this could not be stored, so it has not happened; send it again"))
        else:
            self._jobs.appendleft(job)
        self._go_on()

    async def _read_on(self) -> None:
        try:
            stored = await self.store.load(self.table.id, self.table.version)
        finally:
            self._busy = False
        if stored.rows:
            self._take(stored.rows, stored.secrets)
            self._tell()

    def _take(self, rows: tuple[Row, ...], secrets: tuple[tuple[int, bytes], ...]) -> None:
        self.cache.clear()
        for row in rows:
            self.table.take(row)
        self.vault.seeds.update(secrets)

    def _tell(self) -> None:
        for watcher in tuple(self.watchers):
            watcher.wake()
        self.after(self)

    def _refuse(self, job: Job, error: SofraError) -> None:
        self.meter.refused[error.kind] += 1
        if isinstance(error, Unavailable):
            # What the table does of itself (computer players, envelopes) has nobody who would send it again.
            self.set_timer(AGAIN, READ_AGAIN, self._once_more)
        self._answer(job, Answer(job.id, "refused", self.table.version, error))

    def _once_more(self) -> None:
        self.stop_timers(AGAIN)
        self.after(self)

    def _answer(self, job: Job, answer: Answer) -> None:
        self.meter.answers[answer.outcome] += 1
        self.meter.commands.add(time.perf_counter() - job.began)
        # A caller that went away has cancelled its future; what it asked for has happened all the same.
        if not job.future.done():
            job.future.set_result(answer)
