"""R11 at a table: a window closes by itself where the table chose it, never while somebody asked for time."""

import asyncio
from pathlib import Path

from sofra.core.errors import Turn
from sofra.table import commands as c
from sofra.table import windows
from sofra.table.entries import Moved, Policy
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat
from sofra.table.service import Manner, Service
from tests.table.support import AT_ONCE, ELIF, YANNIS, ZOE, HeldClock, new, run, serving, until, who_holds

SAME_DICE = Manner(pace=0, sweep_every=3600, new_seed=lambda: b"w" * 32, new_table_id=lambda: "W" * 22)
"""The same dice every time, and no triple among the first: that would ask others than the thrower."""

TEN = Policy(window=10)


async def three(service: Service, policy: Policy | None) -> LiveTable:
    """Three people at Rak's, one of them asked to place a bead."""
    live = await service.create(
        new("raks", NewSeat("person", "Elif"), NewSeat("open"), NewSeat("open")), ELIF.device
    )
    assert (await live.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
    assert (await live.submit(ZOE, c.Sit("sit", 2, "Zoë"))).good
    if policy:
        assert (await live.submit(ELIF, c.SetPolicy("p", policy))).good
    assert (await live.submit(ELIF, c.Start("start"))).good
    return live


async def placed(service: Service, policy: Policy | None) -> tuple[LiveTable, int, tuple[int, ...]]:
    """The same with a bead on zone 5: the table, the placer, and those who are asked."""
    live = await three(service, policy)
    (seat,) = live.table.asked
    assert (
        await live.submit(who_holds(live, seat), c.Move("place", seat, live.table.version, "place 5"))
    ).good
    return live, seat, live.table.asked


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0.005)


def thrown_again(live: LiveTable) -> bool:
    """Whether the window has closed: the next dice have been thrown."""
    return live.table.match is not None and live.table.match.state.throws == 2


async def does(live: LiveTable, seat: int, command: c.AnyCommand) -> c.Answer:
    return await live.submit(who_holds(live, seat), command)


def test_everybody_is_waited_for_unless_the_table_chose_otherwise(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live, _, asked = await placed(service, None)
            clock.move_on(100_000)
            await settle()
            assert live.table.asked == asked

    run(main())


def test_who_says_nothing_passes_when_the_time_is_over_and_not_before(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live, seat, asked = await placed(service, TEN)
            clock.move_on(5)
            assert (await does(live, asked[0], c.Move("pass", asked[0], live.table.version, "pass"))).good
            clock.move_on(4.9)
            await settle()
            # The first answer has not started the time anew for the second.
            assert live.table.asked == asked[1:]
            clock.move_on(0.2)
            await until(lambda: thrown_again(live))
            assert live.table.asked == ((seat + 1) % 3,)
            match = live.table.match
            assert match is not None
            assert [entry.move.__class__.__name__ for entry in match.log if hasattr(entry, "move")] == [
                "Place",
                "Pass",
                "Pass",
            ]

    run(main())


def test_whoever_asks_for_time_holds_the_window_open_for_all_until_they_have_answered(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live, _, asked = await placed(service, TEN)
            slow, _ = asked
            assert (await does(live, slow, c.Wait("wait", slow, live.table.version))).good
            assert live.table.holding == {slow}
            clock.move_on(10_000)
            await settle()
            assert live.table.asked == asked
            assert (await does(live, slow, c.Move("no", slow, live.table.version, "pass"))).good
            # Nobody holds it any more, and the time is long over.
            clock.move_on(0.1)
            await until(lambda: thrown_again(live))
            assert live.table.holding == frozenset()

    run(main())


def test_a_move_of_ones_own_is_never_made_by_the_clock(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live = await three(service, TEN)
            (seat,) = live.table.asked
            clock.move_on(10_000)
            await settle()
            assert live.table.asked == (seat,)
            refused = await does(live, seat, c.Wait("wait", seat, live.table.version))
            assert isinstance(refused.error, Turn)
            assert "no window is open here" in str(refused.error)

    run(main())


def test_time_can_only_be_asked_for_by_who_is_asked(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, SAME_DICE, clock=HeldClock()) as service:
            live, seat, asked = await placed(service, TEN)
            assert not (await does(live, seat, c.Wait("w", seat, live.table.version))).good
            stranger = await live.submit(who_holds(live, seat), c.Wait("w2", asked[0], live.table.version))
            assert not stranger.good
            stale = await does(live, asked[0], c.Wait("w3", asked[0], 0))
            assert not stale.good
            assert live.table.holding == frozenset()

    run(main())


def test_a_window_goes_on_counting_from_when_it_opened_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live, _, asked = await placed(service, TEN)
            key = live.table.id
            clock.move_on(8)
        later = HeldClock(clock.now())
        async with serving(tmp_path, SAME_DICE, clock=later) as service:
            live = await service.open(key)
            await settle()
            assert live.table.asked == asked
            later.move_on(2.5)
            await until(lambda: thrown_again(live))

    run(main())


def test_silence_stands_in_the_log_as_the_seats_own_pass(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, SAME_DICE, clock=clock) as service:
            live, _, asked = await placed(service, TEN)
            clock.move_on(11)
            await until(lambda: thrown_again(live))
            rows = (await service.store.load(live.table.id)).rows
            passes = [
                row.entry.seat for row in rows if isinstance(row.entry, Moved) and row.entry.move == "pass"
            ]
            assert sorted(passes) == list(asked)

    run(main())


def test_where_all_people_sit_at_one_device_silence_passes_as_a_rule_and_only_there(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            three_here = [NewSeat("person", name) for name in ("Elif", "Can", "Zoë")]
            live = await service.create(new("raks", *three_here), ELIF.device)
            assert windows.seconds(live.table) == windows.USUAL
            (seat,) = live.table.asked
            assert (await does(live, seat, c.Move("place", seat, live.table.version, "place 5"))).good
            clock.move_on(windows.USUAL - 1)
            await settle()
            assert not thrown_again(live)
            clock.move_on(1.5)
            await until(lambda: thrown_again(live))
            assert (await live.submit(ELIF, c.SetPolicy("p", Policy(window=0)))).good
            assert windows.seconds(live.table) == 0
            apart = await three(service, None)
            assert windows.seconds(apart.table) == 0

    run(main())


def test_the_moment_at_which_silence_passes_is_the_same_for_a_bluff(tmp_path: Path) -> None:
    async def main() -> None:
        waits = []
        for zone in (1, 5, 36):
            clock = HeldClock()
            async with serving(tmp_path / str(zone), SAME_DICE, clock=clock) as service:
                here = [NewSeat("person", name) for name in ("Elif", "Can")]
                live = await service.create(new("raks", *here), ELIF.device)
                (seat,) = live.table.asked
                clock.waits.clear()
                place = c.Move("place", seat, live.table.version, f"place {zone}")
                assert (await does(live, seat, place)).good
                await until(lambda waits=clock.waits: bool(waits))
                await settle()
                waits.append(list(clock.waits))
        assert waits[0] == waits[1] == waits[2] == [windows.USUAL]

    run(main())
