"""A chair stays warm: who is away is waited for, or stood in for where the table chose it, until they are back."""

import asyncio
from pathlib import Path

from sofra.table import commands as c
from sofra.table.entries import Policy
from sofra.table.live import LiveTable
from sofra.table.service import Service
from tests.table.support import AT_ONCE, ELIF, HeldClock, run, serving, two_at_a_table, until, who_holds

SIT_IN = Policy(absence="sit in", absence_after=90)


class Socket:
    """A browser that is connected."""

    def wake(self) -> None:
        pass


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0.005)


async def table(service: Service, policy: Policy | None) -> tuple[LiveTable, int]:
    live = await two_at_a_table(service)
    if policy:
        assert (await live.submit(ELIF, c.SetPolicy("p", policy))).good
    return live, live.table.asked[0]


def test_friends_are_waited_for_without_end_unless_the_table_chose_otherwise(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live, seat = await table(service, None)
            clock.move_on(1_000_000)
            await settle()
            assert live.table.asked == (seat,)
            assert live.table.chairs[seat].stand_in == ""

    run(main())


def test_a_computer_player_sits_in_after_the_chosen_time_and_the_player_gets_the_chair_back(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live, seat = await table(service, SIT_IN)
            device = who_holds(live, seat).device
            socket = Socket()
            live.enter(socket, device)
            clock.move_on(500)
            await settle()
            assert live.table.chairs[seat].stand_in == "", "connected, however slow"
            live.leave(socket, device)
            clock.move_on(89)
            await settle()
            assert live.table.chairs[seat].stand_in == ""
            clock.move_on(2)
            await until(lambda: live.table.chairs[seat].stand_in != "")
            while live.table.asked == (seat,):
                clock.move_on(0.1)
                await asyncio.sleep(0.005)
            live.enter(socket, device)
            await until(lambda: live.table.chairs[seat].stand_in == "")
            match = live.table.match
            assert match is not None
            said = [entry.who for entry in match.log if type(entry).__name__ == "StandIn"]
            assert len(said) == 2
            assert said[1] == ""

    run(main())


def test_a_page_without_scripts_counts_as_being_there(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live, seat = await table(service, SIT_IN)
            device = who_holds(live, seat).device
            for _ in range(5):
                clock.move_on(60)
                live.seen(device)
                await settle()
            assert live.table.chairs[seat].stand_in == ""
            clock.move_on(91)
            await until(lambda: live.table.chairs[seat].stand_in != "")
            clock.move_on(1)
            live.seen(device)
            await until(lambda: live.table.chairs[seat].stand_in == "")

    run(main())


def test_whoever_asked_for_a_stand_in_stays_away_until_they_say_so(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live, seat = await table(service, SIT_IN)
            who = who_holds(live, seat)
            key = next(iter(live.table.box.players))
            assert (await live.submit(who, c.SitIn("in", seat, key))).good
            live.seen(who.device)
            live.enter(Socket(), who.device)
            await settle()
            assert live.table.chairs[seat].stand_in == key

    run(main())


def test_a_restarted_server_gives_everybody_time_to_come_back(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live, seat = await table(service, SIT_IN)
        clock.move_on(10_000)
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await service.open(live.table.id)
            clock.move_on(80)
            await settle()
            assert live.table.chairs[seat].stand_in == ""
            clock.move_on(11)
            await until(lambda: live.table.chairs[seat].stand_in != "")

    run(main())
