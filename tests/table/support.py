"""What table tests share: a service over a store in a folder, held clocks, and stores that fail on demand."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sofra.games import Box, boxes, open_box
from sofra.table import commands as c
from sofra.table.commands import Answer
from sofra.table.judging import Who
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat, NewTable
from sofra.table.service import Manner, Service
from sofra.table.sqlite import SqliteStore
from tests.table import tiny

ELIF, YANNIS, ZOE = Who("device-elif"), Who("device-yannis"), Who("device-zoe")
AT_ONCE = Manner(pace=0, sweep_every=3600)


@contextmanager
def tiny_on_the_shelf() -> Iterator[Box]:
    """The tiny game among the games there are."""
    shelf: Any = boxes()
    shelf["tiny"] = tiny.box
    try:
        yield tiny.box
    finally:
        del shelf["tiny"]


@dataclass(order=True)
class _Call:
    at: float
    number: int
    call: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class HeldClock:
    """A clock that stands still until it is moved on."""

    def __init__(self, now: int = 1_800_000_000_000) -> None:
        self._now = float(now)
        self._calls: list[_Call] = []
        self.waits: list[float] = []

    def now(self) -> int:
        return int(self._now)

    def later(self, seconds: float, call: Callable[[], None]) -> _Call:
        self.waits.append(seconds)
        made = _Call(self._now + seconds * 1000, len(self.waits), call)
        heapq.heappush(self._calls, made)
        return made

    def move_on(self, seconds: float) -> None:
        end = self._now + seconds * 1000
        while self._calls and self._calls[0].at <= end:
            due = heapq.heappop(self._calls)
            self._now = due.at
            if not due.cancelled:
                due.call()
        self._now = end


@asynccontextmanager
async def serving(folder: Path, manner: Manner = AT_ONCE, **more: Any):
    service = Service(SqliteStore(folder), manner=manner, **more)
    try:
        yield service
    finally:
        await service.close()


def run(main: Awaitable[Any]) -> Any:
    """Run a test's coroutine in an event loop of its own."""

    async def whole() -> Any:
        return await asyncio.wait_for(main, 300)

    return asyncio.run(whole())


def new(game: str = "farkle", *seats: NewSeat) -> NewTable:
    box = open_box(game)
    chosen = seats or (NewSeat("person", "Elif", "navy"), NewSeat("person", "Can", "sky"))
    return NewTable(box, next(iter(box.game.presets.values())), tuple(chosen))


async def two_at_a_table(service: Service, game: str = "farkle") -> LiveTable:
    """Elif made the table, Yannis came by link, and the match has begun."""
    live = await service.create(new(game, NewSeat("person", "Elif"), NewSeat("open")), ELIF.device)
    assert (await live.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
    assert (await live.submit(ELIF, c.Start("start"))).good
    return live


def who_holds(live: LiveTable, seat: int) -> Who:
    return Who(next(iter(live.table.chairs[seat].devices)))


def a_move(live: LiveTable, seat: int, which: int = 0) -> str:
    match = live.table.match
    assert match is not None
    return match.game.write(match.moves(seat)[which])


async def play(live: LiveTable, seat: int, name: str, which: int = 0) -> Answer:
    """The seat's next move, by whoever holds it."""
    command = c.Move(name, seat, live.table.version, a_move(live, seat, which))
    return await live.submit(who_holds(live, seat), command)


async def until(true: Callable[[], bool], seconds: float = 60) -> None:
    """Wait for something that happens of itself."""

    async def wait() -> None:
        while not true():  # noqa: ASYNC110 -- what is waited for has no event
            await asyncio.sleep(0.002)

    await asyncio.wait_for(wait(), seconds)
