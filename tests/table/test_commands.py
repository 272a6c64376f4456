"""Every command has one answer and acts at most once, whatever a network does with it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from sofra.table import commands as c
from sofra.table.commands import Forbidden, Stale
from sofra.table.fold import Table
from sofra.table.judging import Who
from sofra.table.live import LiveTable
from tests.table.support import (
    ELIF,
    YANNIS,
    ZOE,
    a_move,
    play,
    run,
    serving,
    tiny_on_the_shelf,
    two_at_a_table,
    who_holds,
)


def test_a_move_is_accepted_once_and_a_resent_one_is_already_done(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            command = c.Move("first", seat, live.table.version, "roll")
            answer = await live.submit(who_holds(live, seat), command)
            after = live.table.version
            again = await live.submit(who_holds(live, seat), command)
            assert (answer.outcome, again.outcome) == ("accepted", "already done")
            assert again.version == answer.version == after
            assert live.table.version == after

    run(main())


def test_a_resent_move_does_nothing_after_the_table_was_rebuilt_from_its_log(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            command = c.Move("first", seat, live.table.version, "roll")
            await live.submit(who_holds(live, seat), command)
        async with serving(tmp_path) as service:
            live = await service.open(live.table.id)
            version = live.table.version
            assert (await live.submit(who_holds(live, seat), command)).outcome == "already done"
            assert live.table.version == version

    run(main())


def test_a_delayed_move_for_an_ask_that_has_passed_is_refused_as_stale(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            old = live.table.version
            await play(live, seat, "m1")
            # A throw that scored waits for the same seat; a Farkle passes the dice on. Either way the ask is another.
            asked = live.table.asked[0]
            late = await live.submit(who_holds(live, asked), c.Move("late", asked, old, a_move(live, asked)))
            assert isinstance(late.error, Stale)

    run(main())


def test_a_move_named_for_a_version_that_is_not_there_yet_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            answer = await live.submit(
                who_holds(live, seat), c.Move("early", seat, live.table.version + 1, "roll")
            )
            assert isinstance(answer.error, Stale)

    run(main())


@pytest.mark.parametrize("who", [ZOE, Who(""), Who("device-")])
def test_nobody_moves_for_a_seat_that_they_do_not_hold(tmp_path: Path, who: Who) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            version = live.table.version
            answer = await live.submit(who, c.Move("theft", seat, version, "roll"))
            assert isinstance(answer.error, Forbidden)
            assert live.table.version == version

    run(main())


def test_sealed_answers_of_several_seats_never_make_each_other_stale(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await two_at_a_table(service, "tiny")
                seen = live.table.version
                assert live.table.asked == (0, 1)
                first = await live.submit(YANNIS, c.Move("y", 1, seen, a_move(live, 1)))
                assert first.good
                assert live.table.version > seen
                second = await live.submit(ELIF, c.Move("e", 0, seen, a_move(live, 0)))
                assert second.good
                # The next round is a new ask: an answer to the old one is stale now.
                third = await live.submit(ELIF, c.Move("e2", 0, seen, a_move(live, 0)))
                assert isinstance(third.error, Stale)

    run(main())


def test_the_same_command_sent_many_times_at_once_acts_once(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            command = c.Move("once", seat, live.table.version, "roll")
            answers = await asyncio.gather(*(live.submit(who_holds(live, seat), command) for _ in range(20)))
            assert sorted(answer.outcome for answer in answers) == ["accepted"] + ["already done"] * 19

    run(main())


def test_of_several_different_moves_for_one_ask_the_first_wins(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            version = live.table.version
            who = who_holds(live, seat)
            answers = await asyncio.gather(
                *(live.submit(who, c.Move(f"race-{i}", seat, version, "roll")) for i in range(10))
            )
            assert [answer.good for answer in answers] == [True] + [False] * 9

    run(main())


def test_a_caller_that_goes_away_does_not_take_its_command_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            version = live.table.version
            future = live.submit(who_holds(live, seat), c.Move("gone", seat, version, "roll"))
            future.cancel()
            again = await live.submit(who_holds(live, seat), c.Move("gone", seat, version, "roll"))
            assert again.outcome == "already done"

    run(main())


def test_a_flood_of_commands_is_refused_and_can_be_sent_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            (seat,) = live.table.asked
            who, version = who_holds(live, seat), live.table.version
            answers = await asyncio.gather(
                *(live.submit(who, c.Move(f"f{i}", seat, version, "roll")) for i in range(200))
            )
            too_many = [a for a in answers if a.error is not None and a.error.kind == "unsupported"]
            assert too_many
            assert sum(answer.good for answer in answers) == 1

    run(main())


async def _storm(live: LiveTable, rng: Random, plays: int) -> dict[tuple[int, str], int]:
    """Play on while every command is duplicated, delayed and reordered at random; returns what was accepted."""
    accepted: dict[tuple[int, str], int] = {}
    kept: list[tuple[int, c.Move]] = []
    for turn in range(plays):
        if live.table.phase != "playing":
            break
        batch: list[tuple[int, c.Move]] = []
        for seat in live.table.asked:
            match = live.table.match
            assert match is not None
            for copy in range(rng.randint(1, 3)):
                move = match.game.write(rng.choice(match.moves(seat)))
                batch.append((seat, c.Move(f"t{turn}-{seat}-{copy}", seat, live.table.version, move)))
        batch += [rng.choice(kept) for _ in range(min(len(kept), 3))] + rng.sample(
            batch, rng.randint(0, len(batch))
        )
        kept += batch
        rng.shuffle(batch)
        answers = await asyncio.gather(*(live.submit(who_holds(live, s), move) for s, move in batch))
        for (seat, move), answer in zip(batch, answers, strict=True):
            if answer.outcome == "accepted":
                assert (seat, move.command) not in accepted, "one command acted twice"
                accepted[seat, move.command] = answer.version
            elif answer.outcome == "already done":
                assert (seat, move.command) in accepted or move in [m for _, m in batch]
    return accepted


@pytest.mark.parametrize("game", ["farkle", "tiny"])
@pytest.mark.parametrize("seed", range(4))
def test_a_storm_of_duplicates_and_delays_leaves_one_gapless_log(
    tmp_path: Path, game: str, seed: int
) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await two_at_a_table(service, game)
                accepted = await _storm(live, Random(seed), 40)
                stored = await service.store.load(live.table.id)
                assert [row.seq for row in stored.rows] == list(range(1, len(stored.rows) + 1))
                named = [(row.seat, row.command) for row in stored.rows if row.command and row.seat >= 0]
                assert len(named) == len(set(named))
                assert set(accepted) == {
                    (seat, name) for seat, name in named if name and name.startswith("t")
                }
                again = Table(live.table.id)
                for row in stored.rows:
                    again.take(row)
                assert again.match is not None
                assert live.table.match is not None
                assert again.match.log == live.table.match.log
                assert again.match.state == live.table.match.state

    run(main())
