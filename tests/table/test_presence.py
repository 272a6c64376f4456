"""Who is there, over all nodes: computed from their connections, told through the bus, forgotten when a node says no more."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Self

import pytest

from sofra.table import commands as c
from sofra.table import ids
from sofra.table.bus import Heard, Noticed, greeting, hear
from sofra.table.entries import Policy
from sofra.table.judging import Who
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat
from sofra.table.service import GREET_EVERY, Service
from sofra.table.sqlite import SqliteStore
from tests.table.support import AT_ONCE, HeldClock, new, run, until

DEVICE = "0123456789abcdef" * 4
ELIF, YANNIS = Who(ids.hashed("elif")), Who(ids.hashed("yannis"))


class Wire:
    """A bus for nodes in one process. What is said is heard by everybody, also by who said it; a cut wire says nothing."""

    def __init__(self, others: "list[Wire]") -> None:
        self.others = others
        self.cut = False
        self.said: list[str] = []
        others.append(self)

    def listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        self.heard, self.noticed = heard, noticed

    def _say(self, note: str) -> None:
        self.said.append(note)
        for wire in self.others:
            if not self.cut and hasattr(wire, "heard"):
                hear(note, wire.heard, wire.noticed)

    def tell(self, table: str, seq: int) -> None:
        self._say(f"{table}:{seq}")

    def greet(self, table: str, device: str, here: bool) -> None:
        self._say(greeting(table, device, here))

    async def close(self) -> None:
        self.cut = True


class Bell:
    """Somebody who watches, and how often they were woken."""

    def __init__(self) -> None:
        self.rung = 0

    def wake(self) -> None:
        self.rung += 1


class Pair:
    """Two nodes over one store, the same table at both, with a clock in the hand."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.wires = folder, HeldClock(), list[Wire]()

    async def __aenter__(self) -> Self:
        store = SqliteStore(self.folder)
        self.nodes = [
            Service(store, clock=self.clock, manner=AT_ONCE, bus=Wire(self.wires)) for _ in range(2)
        ]
        self.running = [asyncio.create_task(node.run()) for node in self.nodes]
        await until(lambda: all(hasattr(wire, "heard") for wire in self.wires))
        seats = NewSeat("person", "Elif"), NewSeat("open")
        self.here: LiveTable = await self.nodes[0].create(new("farkle", *seats), ELIF.device)
        assert (await self.here.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
        assert (await self.here.submit(ELIF, c.Start("start"))).good
        self.there: LiveTable = await self.nodes[1].open(self.here.table.id)
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self.running:
            task.cancel()
        await asyncio.gather(*self.running, return_exceptions=True)
        for node in self.nodes:
            await node.close()


def test_who_connects_at_one_node_is_there_for_the_other_and_gone_when_they_leave(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            pair.clock.move_on(100)
            assert pair.there.presence.away(1)
            bell, watching = Bell(), Bell()
            pair.there.enter(watching, "somebody")
            pair.here.enter(bell, YANNIS.device)
            assert pair.there.presence.connected_to(1)
            assert not pair.there.presence.away(1)
            assert watching.rung == 1
            # News of the same person wakes nobody again.
            pair.clock.move_on(GREET_EVERY + 1)
            assert watching.rung == 1
            pair.here.leave(bell, YANNIS.device)
            assert not pair.there.presence.connected_to(1)
            assert not pair.there.presence.away(1), "gone just now is not away yet"
            pair.clock.move_on(70)
            assert pair.there.presence.away(1)
            assert watching.rung >= 3

    run(main())


def test_a_node_that_says_no_more_is_missed_and_one_that_goes_on_is_not(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            pair.here.enter(Bell(), YANNIS.device)
            pair.clock.move_on(500)
            assert pair.there.presence.connected_to(1)
            watching = Bell()
            pair.there.enter(watching, "somebody")
            pair.wires[0].cut = True
            pair.clock.move_on(130)
            assert pair.there.presence.away(1)
            assert watching.rung >= 1, "whoever watches is told"
            pair.wires[0].cut = False
            pair.clock.move_on(GREET_EVERY + 1)
            assert pair.there.presence.connected_to(1)

    run(main())


def test_nobody_sits_in_for_a_player_who_is_connected_at_another_node(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            policy = Policy(absence="sit in", absence_after=90)
            assert (await pair.here.submit(ELIF, c.SetPolicy("p", policy))).good
            bells = {who.device: Bell() for who in (ELIF, YANNIS)}
            for device, bell in bells.items():
                pair.here.enter(bell, device)
            for _ in range(20):
                pair.clock.move_on(30)
                await asyncio.sleep(0.005)
            assert not any(chair.stand_in for chair in pair.here.table.chairs)
            (seat,) = pair.here.table.asked
            absent = (ELIF, YANNIS)[seat].device
            pair.here.leave(bells[absent], absent)
            pair.clock.move_on(91)
            await until(lambda: bool(pair.here.table.chairs[seat].stand_in))

    run(main())


def test_a_player_without_scripts_is_there_by_what_they_ask_for(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            pair.clock.move_on(200)
            pair.here.seen(YANNIS.device)
            assert not pair.there.presence.away(1)
            said = len(pair.wires[0].said)
            for _ in range(50):
                pair.here.seen(YANNIS.device)
                pair.here.seen("a stranger")
            assert len(pair.wires[0].said) == said, "not every request is told"

    run(main())


def test_a_table_that_only_others_use_is_dropped_from_memory_all_the_same(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            pair.here.enter(Bell(), YANNIS.device)
            pair.clock.move_on(400)
            await until(lambda: pair.there.idle)
            await pair.nodes[1].sweep()
            assert pair.nodes[1].warm == 0
            assert pair.nodes[0].warm == 1
            assert not pair.there.timers
            assert pair.there.presence._timer is None

    run(main())


@pytest.mark.parametrize(
    "note", ["", ":", "t", "t:+", "t:+short", "t:*0123456789abcdef", "t:-1", "t:²", "t:" + "9" * 20]
)
def test_what_is_no_message_is_passed_over(note: str) -> None:
    taken: list[object] = []
    hear(note, lambda *what: taken.append(what), lambda *what: taken.append(what))
    assert taken == []


def test_messages_round_trip_and_tell_no_whole_hash() -> None:
    taken: list[tuple[str, str, bool]] = []
    for here in (True, False):
        note = greeting("table", DEVICE, here)
        assert DEVICE not in note
        hear(note, lambda *_: None, lambda *what: taken.append(what))
    assert taken == [("table", DEVICE[:16], True), ("table", DEVICE[:16], False)]


def test_a_table_that_everybody_has_left_in_any_order_can_be_dropped_at_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            first, second = Bell(), Bell()
            pair.here.enter(first, ELIF.device)
            pair.here.enter(second, YANNIS.device)
            pair.here.leave(first, ELIF.device)
            assert not pair.here.idle
            pair.here.leave(second, YANNIS.device)
            assert pair.here.idle, pair.here.timers

    run(main())


def test_who_comes_later_is_told_when_somebody_who_left_before_counts_as_away(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            first, second, third = Bell(), Bell(), Bell()
            pair.here.enter(first, ELIF.device)
            pair.here.leave(first, ELIF.device)
            pair.here.enter(second, YANNIS.device)
            pair.here.leave(second, YANNIS.device)
            pair.clock.move_on(30)
            pair.here.enter(third, YANNIS.device)
            assert not pair.here.presence.away(0)
            pair.clock.move_on(31)
            assert pair.here.presence.away(0)
            assert third.rung == 1
            # A node that has just read the table knows of nobody who was there, and tells of them in time, too.
            pair.clock.move_on(400)
            await until(lambda: pair.there.idle)
            await pair.nodes[1].sweep()
            assert pair.nodes[1].warm == 0
            again = await pair.nodes[1].open(pair.there.table.id)
            watching = Bell()
            again.watchers.add(watching)
            assert not again.presence.away(0)
            pair.clock.move_on(61)
            assert again.presence.away(0)
            assert watching.rung >= 1

    run(main())


def test_a_node_that_dies_is_missed_while_another_goes_on_telling_of_its_own_people(tmp_path: Path) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            watching = Bell()
            pair.there.enter(watching, "somebody")
            pair.here.enter(Bell(), YANNIS.device)
            pair.wires[0].cut = True
            rung = watching.rung
            for _ in range(8):
                # A third node: Elif is connected there.
                pair.there.presence.noticed(ELIF.device[:16], True)
                pair.clock.move_on(GREET_EVERY)
            assert pair.there.presence.connected_to(0)
            assert pair.there.presence.away(1)
            assert watching.rung > rung + 1, "once for whoever came, once for whoever has gone"

    run(main())


@pytest.mark.parametrize("policy", [Policy(absence="sit in", absence_after=86_400), Policy(clock=86_400)])
def test_a_match_that_is_over_leaves_nothing_to_wait_for(tmp_path: Path, policy: Policy) -> None:
    async def main() -> None:
        async with Pair(tmp_path) as pair:
            assert (await pair.here.submit(ELIF, c.SetPolicy("p", policy))).good
            assert not pair.here.idle, "a match that is played waits for whoever is asked"
            for number, who in enumerate((ELIF, YANNIS)):
                assert (await pair.here.submit(who, c.Agree("end", number))).good
            assert pair.here.table.phase == "over"
            await until(lambda: pair.here.idle)

    run(main())
