"""O6, O8, O10: what racks are worth, and when one may go."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from racko.rounds import COMPLETE, DESCENDING, dealt, play, texts
from sofra.core import Illegal
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Item, in_order, items, line, longest_run, may_go, rising

SEVEN = (1, 5, 9, 13, 14, 15, 20, 3, 25, 30)


def test_o6_seven_cards_in_order_are_35_and_the_rest_is_not_looked_at() -> None:
    assert line(RackoRules(), (COMPLETE, SEVEN), (False, False), 0).points == (75, 35)


def test_o6_the_caller_has_50_for_the_rack_and_25_for_going() -> None:
    scored = line(RackoRules(), (COMPLETE, DESCENDING), (False, False), 0)
    assert scored.items[0] == (Item("in order", 50, 10), Item("went", 25, 10))
    assert scored.items[1] == (Item("in order", 5, 1),)


def test_o6_rising_counts_every_card_above_its_neighbour_in_front() -> None:
    rules = RackoRules(losers="rising")
    assert rising(SEVEN) == 9
    assert line(rules, (COMPLETE, SEVEN), (False, False), 0).points == (75, 45)
    assert line(rules, (COMPLETE, DESCENDING), (False, False), 0).points == (75, 5)


def test_o6_counts_agree_with_their_definitions_on_every_order_of_five_cards() -> None:
    for cards in permutations(range(1, 6)):
        prefixes = [n for n in range(1, 6) if list(cards[:n]) == sorted(cards[:n])]
        assert in_order(cards) == max(prefixes)
        assert rising(cards) == 1 + len([i for i in range(1, 5) if cards[i] > cards[i - 1]])
        runs = [
            n
            for n in range(1, 6)
            for i in range(6 - n)
            if all(cards[i + k] == cards[i] + k for k in range(n))
        ]
        assert longest_run(cards) == max(runs)


@pytest.mark.parametrize(
    ("run", "points"), [(1, 0), (2, 0), (3, 50), (4, 100), (5, 200), (6, 400), (7, 400), (10, 400)]
)
def test_o10_a_run_pays_by_its_length(run: int, points: int) -> None:
    cards = (*range(1, run + 1), *range(20, 20 + 2 * (10 - run), 2))
    rules = RackoRules(bonus_runs="caller")
    bonus = [item for item in items(rules, cards, went=True, bonus=True) if item.kind == "run"]
    assert bonus == ([Item("run", points, run)] if points else [])
    assert line(rules, (cards, DESCENDING), (False, False), 0).points[0] == 75 + points


def test_o10_a_run_stands_in_neighbouring_slots_and_rises_to_the_back() -> None:
    assert longest_run((5, 4, 3, 2, 1, 10, 12, 14, 16, 18)) == 1
    assert longest_run((3, 20, 4, 21, 5, 22, 6, 23, 7, 24)) == 1
    assert longest_run((30, 31, 1, 2, 3, 4, 9, 10, 11, 40)) == 4


def test_o10_only_the_caller_has_a_bonus_and_nobody_without_a_caller() -> None:
    rules = RackoRules(bonus_runs="caller")
    runs = (40, 31, 32, 33, 34, 35, 36, 37, 38, 39)
    assert line(rules, (COMPLETE, runs), (False, False), 0).points == (125, 5)
    assert line(rules, (COMPLETE, runs), (False, False), None).points == (50, 5)


def test_o10_team_pays_each_rack_of_the_side_that_went_but_not_one_that_is_out() -> None:
    rules = RackoRules(bonus_runs="team", partners=True)
    racks = (
        COMPLETE,
        DESCENDING,
        (60, 41, 42, 43, 44, 1, 2, 3, 4, 59),
        (58, 45, 46, 47, 48, 49, 50, 51, 52, 53),
    )
    nobody = (False,) * 4
    assert line(rules, racks, nobody, 0).points == (125, 5, 105, 5)
    assert line(rules, racks, (False, False, True, False), 0).points == (125, 5, 0, 5)
    assert line(rules, racks, nobody, None).points == (50, 5, 5, 5)


def test_o8_the_sorted_rack_must_hold_the_run_anywhere() -> None:
    assert may_go(COMPLETE, 3)
    assert not may_go(COMPLETE, 4)
    assert not may_go(tuple(range(2, 22, 2)), 3)
    assert not may_go((*COMPLETE[:8], 30, 25), 3)


def test_o8_a_rack_without_the_run_does_not_go() -> None:
    rack = (39, 5, 9, 13, 14, 16, 20, 21, 25, 30)
    match = dealt(RackoRules(min_run=3), [rack, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    assert match.state.round.sheet == ()
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "draw", 22)
    play(match, "put 45")
    assert match.state.round.sheet[0].caller == 0


def test_o8_a_call_without_the_run_is_refused_with_what_is_missing() -> None:
    match = dealt(RackoRules(min_run=4, declare="call"), [(39, *COMPLETE[1:]), DESCENDING], 1)
    play(match, "take")
    assert "put 5 rack-o" not in texts(match)
    with pytest.raises(Illegal, match="4 consecutive numbers"):
        play(match, "put 5 rack-o")


def test_scores_are_itemised_and_the_reasons_add_up() -> None:
    match = dealt(RackoRules(bonus_runs="caller", declare="auto"), [(39, *COMPLETE[1:]), DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    score = RACKO.score(match.state)
    assert score.points == (125, 5)
    assert [reason.points for reason in score.reasons[0]] == [50, 25, 50]
    assert score.reasons[0][2].what.format(**dict(score.reasons[0][2].fields)) == "round 1: run of 3 cards"
    assert [sum(reason.points for reason in seat) for seat in score.reasons] == list(score.points)


def test_random_racks_score_5_to_50_and_the_caller_at_least_75() -> None:
    rng = Random(6)
    for _ in range(2_000):
        rack = tuple(rng.sample(range(1, 41), 10))
        for losers in ("prefix", "rising"):
            points = line(RackoRules(losers=losers), (COMPLETE, rack), (False, False), 0).points[1]
            assert 5 <= points <= 50
            assert points % 5 == 0
