"""The power goes at random moments, and with it everything that was not synced: nothing acknowledged is lost, nothing acts twice."""

import asyncio
from random import Random
from typing import Any

import pytest

from sofra.table import commands as c
from sofra.table.commands import Answer
from sofra.table.fold import Table
from sofra.table.live import LiveTable, Unavailable
from sofra.table.service import Service
from sofra.table.store import Append, Stored
from tests.table.support import AT_ONCE, a_move, run, two_at_a_table, who_holds

GAMES = ("farkle", "racko", "raks")


class Disk:
    """What is synced stays; what waits is synced when the disk says so, in order, or is gone with the power."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.synced: list[Append] = []
        self.waiting: list[tuple[Append, asyncio.Future[None]]] = []

    def sync(self) -> None:
        """The disk has written all that waits."""
        waiting, self.waiting = self.waiting, []
        for append, future in waiting:
            self.synced.append(append)
            future.set_result(None)

    def lose_power(self) -> None:
        """Some of what waits may just have been written, but nobody was told any more."""
        waiting, self.waiting = self.waiting, []
        self.synced += [append for append, _ in waiting[: self.rng.randint(0, len(waiting))]]


class Memory:
    """A store on such a disk, for one life of a server."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk

    def append(self, append: Append) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.disk.waiting.append((append, future))
        return future

    async def load(self, table: str, after: int = 0) -> Stored:
        rows = [row for append in self.disk.synced for row in append.rows if append.table == table]
        secrets = [secret for append in self.disk.synced for secret in append.secrets]
        return Stored(tuple(row for row in rows if row.seq > after), tuple(secrets))

    async def close(self) -> None:
        pass


async def syncing(disk: Disk) -> None:
    while True:
        await asyncio.sleep(0)
        disk.sync()


async def begin(disk: Disk, game: str) -> str:
    service = Service(store_on(disk), manner=AT_ONCE)
    writing = asyncio.create_task(syncing(disk))
    live = await two_at_a_table(service, game)
    writing.cancel()
    await service.close()
    return live.table.id


def store_on(disk: Disk) -> Any:
    return Memory(disk)


async def lives(game: str, seed: int, moves: int) -> tuple[int, int]:
    """Play so many moves through as many lives as it takes; returns how many were acknowledged and how often power went."""
    rng = Random(seed)
    disk = Disk(rng)
    table = await begin(disk, game)
    acknowledged: dict[tuple[int, str], int] = {}
    number = cuts = 0
    pending: tuple[int, c.Move] | None = None
    while len(acknowledged) < moves:
        service = Service(store_on(disk), manner=AT_ONCE)
        live = await service.open(table)
        for _ in range(rng.randint(1, 12)):
            if live.table.phase != "playing" or len(acknowledged) >= moves:
                break
            if pending is None:
                seat = rng.choice(live.table.asked)
                number += 1
                which = rng.randrange(len(live.table.match.moves(seat)))  # type: ignore[union-attr]
                pending = seat, c.Move(f"m{number}", seat, live.table.version, a_move(live, seat, which))
            answer = await attempt(live, disk, rng, *pending)
            if answer is None:
                break
            assert not isinstance(answer.error, Unavailable)
            seat, command = pending
            assert answer.good, answer.error
            acknowledged[seat, command.command] = answer.version
            pending = None
        cuts += 1
        disk.lose_power()
        await service.close()
        if live.table.phase != "playing":
            break
    check(disk, table, acknowledged)
    return len(acknowledged), cuts


async def attempt(live: LiveTable, disk: Disk, rng: Random, seat: int, command: c.Move) -> Answer | None:
    """Send a command; None when the power goes before it is answered."""
    asked = live.submit(who_holds(live, seat), command)
    for _ in range(4):
        await asyncio.sleep(0)
        if not asked.done() and rng.random() < 0.15:
            return None
        if rng.random() < 0.5:
            disk.sync()
    while not asked.done():
        disk.sync()
        await asyncio.sleep(0)
    return asked.result()


def check(disk: Disk, table: str, acknowledged: dict[tuple[int, str], int]) -> None:
    rows = [row for append in disk.synced for row in append.rows if append.table == table]
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    named = [(row.seat, row.command) for row in rows if row.command is not None]
    assert len(named) == len(set(named))
    at = {(row.seat, row.command): row.seq for row in rows if row.command is not None}
    assert {name: at.get(name) for name in acknowledged} == acknowledged
    again = Table(table)
    for row in rows:
        again.take(row)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_what_was_acknowledged_is_there_once_whenever_the_power_goes(game: str, seed: int) -> None:
    acted = cuts = 0
    for match in range(20):
        # One of Rak's may be over soon: then another.
        more, went = run(lives(game, 100 * match + seed, 60))
        acted, cuts = acted + more, cuts + went
        if acted >= 40 and cuts >= 5:
            return
    raise AssertionError(f"{acted} moves, {cuts} cuts")


@pytest.mark.parametrize("fault", ["tell early", "forget commands"])
def test_a_server_that_tells_early_or_forgets_what_was_done_is_found_out(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if fault == "tell early":
        honest = Memory.append

        def early(self: Memory, append: Append) -> asyncio.Future[None]:
            honest(self, append)
            done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            done.set_result(None)
            self.disk.waiting[-1] = (append, asyncio.get_running_loop().create_future())
            return done

        monkeypatch.setattr(Memory, "append", early)
    else:
        monkeypatch.setattr(Table, "done", lambda self, seat, command: None)

    async def some() -> None:
        for seed in range(6):
            await lives("farkle", seed, 60)

    with pytest.raises(AssertionError):
        run(some())
