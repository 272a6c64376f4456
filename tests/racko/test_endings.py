"""O7, O9, O13: when a round and a match end, and who has won."""

from __future__ import annotations

from random import Random

import pytest

from racko.rounds import COMPLETE, DESCENDING, careless, dealt, play, redeal
from sofra.core import Agreed, Chance, Match, Over, Result
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules

READY = (39, *COMPLETE[1:])
NINE = (4, 6, 7, 8, 10, 11, 12, 16, 17, 3)
SPLIT = [
    (59, *COMPLETE[1:]),
    (60, 58, 57, 56, 55, 54, 53, 52, 51, 50),
    (41, 42, 40, *DESCENDING[2:9]),
    (49, *range(43, 49), 3, 4, 6),
]


def go(match: Match) -> None:
    """Seat 0, or whoever is asked with READY, takes the 1 and goes."""
    play(match, "take")
    play(match, "put 5")


def result(match: Match) -> Result:
    assert isinstance(match.ask, Over)
    return match.ask.result


def rounds_of_75(rules: RackoRules, count: int) -> Match:
    """Seat 0 goes ``count`` times; seat 1 scores 5 each time."""
    match = dealt(rules, [READY, DESCENDING], 1)
    for number in range(count):
        if number:
            redeal(match, [READY, DESCENDING], 1 if match.state.round.dealer == 1 else 3)
        if match.asked == (1,):
            play(match, "draw", 1)
            play(match, "toss")
        go(match)
    return match


def test_o7_a_match_goes_on_below_the_target() -> None:
    match = rounds_of_75(RackoRules(), 6)
    assert RACKO.score(match.state).points == (450, 30)
    assert isinstance(match.ask, Chance)


def test_o7_the_highest_total_wins_after_the_round_in_which_the_target_was_reached() -> None:
    match = rounds_of_75(RackoRules(), 7)
    assert result(match) == Result((525, 35), (0,), (0, 1))


def test_o7_a_tie_on_top_is_played_on_or_shared() -> None:
    racks = [(39, *COMPLETE[1:]), (40, 38, 37, 36, 35, 34, 33, 32, 31, 29)]
    for tie in ("play", "share"):
        match = dealt(RackoRules(target=80, tie=tie), racks, 1)
        go(match)
        redeal(match, [DESCENDING, READY], 1)
        go(match)
        assert RACKO.score(match.state).points == (80, 80)
        if tie == "share":
            assert result(match).winners == (0, 1)
        else:
            assert isinstance(match.ask, Chance)
            redeal(match, [READY, NINE], 1)
            go(match)
            assert result(match) == Result((155, 125), (0,), (0, 1))


def test_o9_partners_pool_their_totals_and_win_together() -> None:
    match = dealt(RackoRules(partners=True, target=80), SPLIT, 1)
    go(match)
    line = match.state.round.sheet[0]
    assert line.points == (75, 5, 10, 5)
    assert result(match) == Result((85, 10, 85, 10), (0, 2), (0, 2, 1, 3), ((0, 2), (1, 3)))
    assert [sum(r.points for r in reasons) for reasons in RACKO.score(match.state).reasons] == [
        85,
        10,
        85,
        10,
    ]


def test_o9_two_partners_on_top_are_no_tie_but_two_sides_are() -> None:
    match = dealt(RackoRules(partners=True, target=75), SPLIT, 1)
    go(match)
    assert result(match).winners == (0, 2)


def test_o9_partners_see_no_rack_but_their_own() -> None:
    match = dealt(RackoRules(partners=True), SPLIT, 1)
    assert match.view(0).racks[0] == SPLIT[0]
    assert match.view(0).racks[2] == (None,) * 10


@pytest.mark.parametrize("stall", [20, 25])
def test_o13_a_round_without_a_rack_o_ends_when_all_have_had_their_turns(stall: int) -> None:
    match = dealt(RackoRules(stall=stall, losers="rising"), [READY, DESCENDING], 1)
    turns = 0
    while not match.state.round.sheet:
        play(match, "draw", match.state.pile[0] if not match.state.round.known else None)
        play(match, "toss")
        turns += 1
    assert turns == 2 * stall
    assert (match.state.round.sheet[0].caller, match.state.round.sheet[0].points) == (None, (45, 5))


def test_o13_a_rack_o_in_the_very_last_turn_still_counts() -> None:
    match = dealt(RackoRules(stall=20), [DESCENDING, READY], 3)
    for turn in range(39):
        if match.state.round.known:
            play(match, "draw")
        else:
            play(match, "draw", 1 if turn == 1 else max(match.state.pile))
        play(match, "toss")
        assert match.state.round.sheet == ()
    # The pile of 19 has been flipped twice, so the second card of the first pass comes again in turn 40.
    assert match.asked == (1,)
    play(match, "draw")
    assert match.state.hand == 1
    play(match, "put 5")
    assert match.state.round.sheet[0].caller == 1


def test_o13_who_is_out_is_not_waited_for() -> None:
    rules = RackoRules(stall=20, declare="call", false_call="out")
    match = dealt(rules, [DESCENDING, READY], 1)
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "rack-o")
    turns = 1
    while not match.state.round.sheet:
        assert match.asked == (0,)
        play(match, "draw", match.state.pile[0] if not match.state.round.known else None)
        play(match, "toss")
        turns += 1
    assert turns == 20
    assert match.state.round.sheet[0].points == (5, 0)


def test_every_careless_match_ends_within_the_rounds_that_5_points_each_allow() -> None:
    for seed in range(10):
        rules = RackoRules(target=75, stall=20, tie="share")
        end = careless(rules, 2 + seed % 3, Random(seed), most=10_000)
        assert end.phase == "over"
        assert len(end.round.sheet) <= 15


def test_a_match_that_ends_by_agreement_is_scored_as_it_stands() -> None:
    match = rounds_of_75(RackoRules(), 2)
    match.do(Agreed())
    assert result(match) == Result((150, 10), (0,), (0, 1))
    fresh = Match(RACKO, RackoRules(), 3)
    fresh.do(Agreed())
    assert result(fresh).winners == (0, 1, 2)
