"""Optional clocks: a computer player makes the one move of who takes too long; nobody loses by it; time can be asked for."""

import asyncio
from pathlib import Path

import pytest

from sofra.core.errors import Malformed
from sofra.table import commands as c
from sofra.table import ids
from sofra.table.entries import Moved, Policy, StoodIn
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat
from sofra.table.service import Service
from tests.table.support import (
    AT_ONCE,
    ELIF,
    HeldClock,
    a_move,
    new,
    run,
    serving,
    two_at_a_table,
    until,
    who_holds,
)

MINUTE = Policy(clock=60)


async def clocked(service: Service, policy: Policy = MINUTE, game: str = "farkle") -> LiveTable:
    live = await two_at_a_table(service, game)
    assert (await live.submit(ELIF, c.SetPolicy("p", policy))).good
    return live


async def use_up(live: LiveTable, seat: int, *names: str) -> None:
    """A seat says something again and again, under the ids that somebody else would need later."""
    for number, name in enumerate(
        (name, ask) for name in names for ask in range(live.table.version, live.table.version + 12)
    ):
        react = c.React("{}:{}".format(*name), seat, ("bravo", "ouch")[number % 2])
        await live.submit(who_holds(live, seat), react)


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0.005)


async def moves(service: Service, live: LiveTable) -> list[Moved]:
    return [
        row.entry for row in (await service.store.load(live.table.id)).rows if isinstance(row.entry, Moved)
    ]


def test_nobody_can_use_up_the_ids_of_what_the_server_does_for_a_seat(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await clocked(service)
            (seat,) = live.table.asked
            await use_up(live, seat, "bot", "silent")
            clock.move_on(61)
            await until(
                lambda: (
                    seat not in live.table.asked
                    or (live.table.match is not None and live.table.match.version > 3)
                )
            )
            assert [entry.seat for entry in await moves(service, live)] == [seat]
            rows = (await service.store.load(live.table.id)).rows
            named = {row.command for row in rows if row.seat == seat and row.command}
            (made,) = {name for name in named if not name.startswith(("bot:", "silent:"))}
            with pytest.raises(Malformed):
                ids.check_command(made)

    run(main())


def test_one_move_is_made_when_the_time_is_over_and_the_chair_stays_the_players(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await clocked(service)
            (seat,) = live.table.asked
            clock.move_on(59)
            await settle()
            assert await moves(service, live) == []
            since = live.table.version
            clock.move_on(2)
            await until(lambda: live.table.version > since)
            made = await moves(service, live)
            assert [entry.seat for entry in made] == [seat]
            assert not live.table.chairs[seat].stand_in
            stood = [
                row.entry
                for row in (await service.store.load(live.table.id)).rows
                if isinstance(row.entry, StoodIn)
            ]
            assert [bool(entry.who) for entry in stood] == [True, False]
            # The next time begins with the next ask.
            clock.move_on(30)
            await settle()
            assert len(await moves(service, live)) == 1

    run(main())


def test_who_moves_in_time_is_left_alone_and_without_a_clock_everybody_is(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await clocked(service, Policy())
            clock.move_on(10_000_000)
            await settle()
            assert await moves(service, live) == []
            assert (await live.submit(ELIF, c.SetPolicy("p2", MINUTE))).good
            # Whoever was waited for until now is not overrun by a clock that is chosen only now.
            clock.move_on(59)
            await settle()
            assert await moves(service, live) == []
            (seat,) = live.table.asked
            own = c.Move("m", seat, live.table.version, a_move(live, seat))
            assert (await live.submit(who_holds(live, seat), own)).good
            before = len(await moves(service, live))
            clock.move_on(30)
            await settle()
            assert len(await moves(service, live)) == before

    run(main())


def test_more_time_is_as_much_as_one_wants(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await clocked(service)
            (seat,) = live.table.asked
            assert (await live.submit(who_holds(live, seat), c.Wait("w", seat, live.table.version))).good
            clock.move_on(100_000)
            await settle()
            assert await moves(service, live) == []
            assert live.table.asked == (seat,)

    run(main())


def test_a_window_that_closes_by_itself_is_no_matter_of_the_clock(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await clocked(service, Policy(clock=60, window=300), "raks")
            (seat,) = live.table.asked
            command = c.Move("place", seat, live.table.version, "place 5")
            assert (await live.submit(who_holds(live, seat), command)).good
            clock.move_on(100)
            await settle()
            assert [entry.move for entry in await moves(service, live)] == ["place 5"]

    run(main())


@pytest.mark.parametrize(
    "policy", [Policy(clock=5), Policy(clock=-1), Policy(clock=10**6), Policy(window=10**6)]
)
def test_a_clock_that_hurries_anybody_is_refused(tmp_path: Path, policy: Policy) -> None:
    async def main() -> None:
        async with serving(tmp_path, AT_ONCE, clock=HeldClock()) as service:
            live = await service.create(
                new("farkle", NewSeat("person", "Elif"), NewSeat("open")), ELIF.device
            )
            assert not (await live.submit(ELIF, c.SetPolicy("p", policy))).good

    run(main())
