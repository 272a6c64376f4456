"""The rules and a second, slow referee agree on every ask, move, total and winner of careless matches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from racko.rounds import any_move, careless, home_move, option_pairs
from referee.racko import Referee, Refused
from sofra.core import Act, Cards, Chance, Illegal, Malformed, Outcome, Over
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import State, totals

CASES = list(option_pairs())


def asked(state: State) -> dict[str, Any]:
    """What our rules wait for, in the referee's words."""
    ask = RACKO.ask(state)
    if isinstance(ask, Over):
        result = ask.result
        over: dict[str, Any] = {
            "kind": "over",
            "scores": list(result.scores),
            "winners": list(result.winners),
        }
        if result.sides:
            over["sides"] = [list(side) for side in result.sides]
        return over
    if isinstance(ask, Chance):
        assert isinstance(ask.what, Cards)
        return {"kind": "chance", "label": ask.label, "cards": ask.what.count, "of": list(ask.what.of)}
    return {"kind": "choice", "seats": list(ask.seats)}


class Played:
    """What the matches of a test came to."""

    events = 0
    finished = 0
    callers = 0


def judge(rules: RackoRules, seats: int, rng: Random, most: int, played: Played) -> None:
    """Plays one match before both, careless or with home slots."""
    referee = Referee(rules.values(), seats)

    def compare(before: State, event: Any, after: State) -> None:
        played.events += 1
        if isinstance(event, Outcome):
            referee.chance(list(event.values))
        else:
            listed = sorted(RACKO.write(move) for move in RACKO.moves(before, event.seat))
            assert listed == sorted(referee.moves(event.seat))
            for text in ("take", "draw", "toss", "rack-o", "put 5", "put 50", "toss rack-o", "put 25 rack-o"):
                if text not in listed and played.events % 9 == 0:
                    with pytest.raises(Illegal):
                        RACKO.apply(before, Act(event.seat, RACKO.read(text)))
                    with pytest.raises(Refused):
                        referee.play(event.seat, text)
            referee.play(event.seat, RACKO.write(event.move))
        assert asked(after) == referee.ask()
        assert list(totals(after.round)) == referee.scores()
        if after.racks:
            assert [list(rack.cards) for rack in after.racks] == referee.racks
            assert list(after.discards) == referee.discards
            assert list(after.pile) == (referee.pile if after.round.known else sorted(referee.pile))
            assert (after.hand or None) == referee.hand
            assert list(after.round.out) == referee.out

    choose = rng.choice((any_move, home_move, home_move))
    end = careless(rules, seats, rng, after=compare, choose=choose, most=most)
    played.finished += end.phase == "over"
    played.callers += sum(line.caller is not None for line in end.round.sheet)


@pytest.mark.parametrize("part", range(8))
def test_both_judges_agree_on_matches_under_every_pair_of_options(part: int) -> None:
    played = Played()
    for number, (rules, seats) in enumerate(CASES):
        if number % 8 == part:
            judge(rules, seats, Random(f"{part} {number}"), 1_000, played)
    assert played.events > 10_000
    assert played.callers > 80
    assert played.finished > 5


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_both_judges_agree_on_thousands_of_matches(part: int) -> None:
    played = Played()
    for number, (rules, seats) in enumerate(CASES):
        judge(rules, seats, Random(f"soak {part} {number}"), 1_500, played)
    assert played.finished > 50


def test_the_second_referee_refuses_what_ours_refuses_to_begin() -> None:
    for values, seats in (
        ({"min_run": 3}, 3),
        ({"partners": True}, 2),
        ({"bonus_runs": "team"}, 4),
        ({}, 1),
        ({}, 5),
    ):
        with pytest.raises(Refused):
            Referee(values, seats)
        with pytest.raises(Malformed):
            RACKO.start(RackoRules.of(values), seats)
