"""Computer players see what their seat sees, think elsewhere, and answer when public data says so."""

import asyncio
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sofra.core import Chance, Outcome
from sofra.core.players import Sight
from sofra.games.box import Box
from sofra.games.parts import Persona
from sofra.table import commands as c
from sofra.table.envelopes import Vault
from sofra.table.making import NewSeat
from sofra.table.service import Manner
from tests.table import tiny
from tests.table.support import (
    AT_ONCE,
    ELIF,
    YANNIS,
    HeldClock,
    new,
    play,
    run,
    serving,
    tiny_on_the_shelf,
    two_at_a_table,
    until,
    who_holds,
)

SEEN: list[Sight] = []


class Watching:
    """Takes the lowest card, and remembers what it was shown; how long it thinks depends on its hidden hand."""

    slow = False

    def choose(self, sight: Sight, rng: Random) -> Any:
        SEEN.append(sight)
        self.thread = threading.current_thread()
        if self.slow:
            time.sleep(0.001 * sum(sight.view.hand))
        return min(sight.moves)


class Broken:
    def choose(self, sight: Sight, rng: Random) -> Any:
        raise ZeroDivisionError


def persona(make: Any, pace: float = 1.0) -> Persona:
    return Persona("p", "P", "calm", "none", "", lambda rules, seats: make(), pace)


SHELF: dict[str, Persona] = {}


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> dict[str, Persona]:
    """Computer players of the tiny game for these tests."""
    SEEN.clear()
    SHELF.clear()
    SHELF.update({"watching": persona(Watching), "broken": persona(Broken)})
    box = Box("tiny", game="tests.table.tiny:TINY", players="tests.table.test_bots:SHELF")
    monkeypatch.setattr("tests.table.tiny.box", box)
    return SHELF


def test_a_computer_player_is_given_its_own_view_and_tells_and_nothing_else(
    tmp_path: Path, players: dict[str, Persona]
) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await service.create(
                    new("tiny", NewSeat("person", "Elif"), NewSeat("bot", persona="watching")), ELIF.device
                )
                await until(lambda: 1 not in live.table.asked)
                await play(live, 0, "m")
                await until(lambda: 1 not in live.table.asked)
                match = live.table.match
                assert match is not None
                assert len(SEEN) == 2
                for sight in SEEN:
                    assert sight.seat == sight.view.viewer == 1
                    assert set(sight.moves) == set(sight.view.hand)
                assert SEEN[0].told == (tiny.Dealt(SEEN[0].view.hand),)
                # Its own sealed answer and the other's are told as nothing until both are in.
                assert SEEN[1].told[1] is None
                assert isinstance(SEEN[1].told[2], tiny.Shown)

    run(main())


def test_a_computer_player_that_fails_does_not_stop_the_table(
    tmp_path: Path, players: dict[str, Persona]
) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await service.create(
                    new("tiny", NewSeat("person", "Elif"), NewSeat("bot", persona="broken")), ELIF.device
                )
                for number in range(3):
                    await until(lambda: 1 not in live.table.asked)
                    assert (await play(live, 0, f"m{number}")).good
                assert live.table.phase == "over"

    run(main())


def release_times(folder: Path, hand: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a computer player with this hidden hand takes, by a held clock (milliseconds)."""

    class Deal:
        bots = b"bots"

        def answer(self, ask: Chance) -> Outcome:
            return Outcome(ask.label, (2, 4, 6, *hand))

        def tree(self, ask: Chance) -> None:
            return None

    monkeypatch.setattr(Vault, "dealer", lambda *_: Deal())
    monkeypatch.setattr(Watching, "slow", True)

    async def main() -> list[float]:
        clock = HeldClock()
        async with serving(folder, Manner(pace=1.0, sweep_every=3600), clock=clock) as service:
            live = await service.create(
                new("tiny", NewSeat("person", "Elif"), NewSeat("bot", persona="watching")), ELIF.device
            )
            for number in range(3):
                # It has made up its mind before the clock goes on, and what it does is stored before it goes on again.
                await until(lambda: any(one.move is not None for one in service.bots._thoughts.values()))
                while service.bots.thinks(live.table.id):
                    clock.move_on(0.05)
                await until(lambda: 1 not in live.table.asked)
                if number < 2:
                    assert (await play(live, 0, f"m{number}")).good
            rows = (await service.store.load(live.table.id)).rows
            # From the moment it was asked (the row before) to the moment it answered, as the log has them.
            asked = {row.seq: row.at for row in rows}
            bots = [row for row in rows if row.seat == 1 and (row.command or "").startswith("bot ")]
            return [row.at - asked[int((row.command or "").removeprefix("bot "))] for row in bots]

    with tiny_on_the_shelf():
        times: list[float] = run(main())
    return times


def test_the_moment_of_an_answer_depends_on_public_data_alone(
    tmp_path: Path, players: dict[str, Persona], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick = release_times(tmp_path / "one", (1, 3, 5), monkeypatch)
    slow = release_times(tmp_path / "two", (17, 18, 20), monkeypatch)
    assert quick == slow
    assert len(quick) == 3
    assert min(quick) >= 700


def test_computer_players_think_outside_the_event_loop(tmp_path: Path, players: dict[str, Persona]) -> None:
    found: list[str] = []

    class Where:
        def choose(self, sight: Sight, rng: Random) -> Any:
            found.append(threading.current_thread().name)
            return sight.moves[0]

    players["where"] = persona(Where)

    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await service.create(
                    new("tiny", NewSeat("person", "Elif"), NewSeat("bot", persona="where")), ELIF.device
                )
                await until(lambda: 1 not in live.table.asked)
        assert found
        assert all(name.startswith("sofra-bot") for name in found)

    run(main())


async def _played(folder: Path) -> tuple[Any, ...]:
    """The log of a match of somebody who always takes the last move offered, against a computer player."""
    manner = replace(AT_ONCE, new_seed=lambda: b"z" * 32, new_table_id=lambda: "R" * 22)
    async with serving(folder, manner) as service:
        key = next(iter(new().box.players))
        chairs = NewSeat("person", "Elif"), NewSeat("bot", persona=key)
        live = await service.create(new("farkle", *chairs), ELIF.device)
        for number in range(30):
            await until(lambda: live.table.asked == (0,) or live.table.phase == "over")
            if live.table.phase == "over":
                break
            await play(live, 0, f"m{number}", which=-1)
        assert live.table.match is not None
        return live.table.match.log


def test_a_computer_player_makes_the_same_choices_whichever_server_asks_it(tmp_path: Path) -> None:
    one, two = run(_played(tmp_path / "one")), run(_played(tmp_path / "two"))
    shortest = min(len(one), len(two))
    assert shortest > 20
    assert one[:shortest] == two[:shortest]


def test_the_host_lets_a_computer_player_make_one_move_for_somebody_who_sleeps(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, AT_ONCE, clock=clock) as service:
            live = await service.create(
                new("farkle", NewSeat("person", "Elif"), NewSeat("open")), ELIF.device
            )
            await live.submit(YANNIS, c.Sit("s", 1, "Yannis"))
            await live.submit(ELIF, c.Start("go"))
            seat = live.table.asked[0]
            since = live.table.asked_since(seat)
            assert not (await live.submit(YANNIS, c.Nudge("n", seat, since))).good
            # Nobody moves for whoever is there: not once, and not for the rest of the match.
            other = seat if seat == 1 else 1
            for command in (c.Nudge("early", seat, since), c.SitIn("in", other, "careful")):
                refused = await live.submit(ELIF, command)
                assert refused.error is not None
                assert "away for a minute" in str(refused.error)
            assert live.table.version == since
            clock.move_on(61)
            assert (await live.submit(ELIF, c.Nudge("n", seat, since))).good
            while live.table.version == since:
                clock.move_on(1)
                await asyncio.sleep(0.005)
            clock.move_on(20)
            match = live.table.match
            assert match is not None
            stand_ins = [entry for entry in match.log if type(entry).__name__ == "StandIn"]
            # The record says who played: a computer player for this one move, then the player again.
            assert [(entry.seat, bool(entry.who)) for entry in stand_ins] == [(seat, True), (seat, False)]
            assert live.table.chairs[seat].stand_in == ""

    run(main())


def test_a_computer_player_sits_in_until_the_player_is_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            seat = live.table.asked[0]
            key = next(iter(live.table.box.players))
            assert (await live.submit(who_holds(live, seat), c.SitIn("in", seat, key))).good
            await until(lambda: live.table.asked == (1 - seat,) or live.table.phase == "over")
            assert live.table.chairs[seat].stand_in == key
            assert (await live.submit(who_holds(live, seat), c.Back("back", seat))).good
            assert live.table.chairs[seat].stand_in == ""

    run(main())
