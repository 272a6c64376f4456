"""The Farkle referee against the worked examples and exact facts of the rules page."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.farkle import Referee, Refused, farkle_rules, keeps, score
from referee.playout import play_out

D = farkle_rules({})
ZILCH = {
    "kinds": "doubling",
    "minimum_bank": 300,
    "three_farkles": 500,
    "four_and_pair": False,
    "two_triplets": False,
}
KINGDOM = {
    "target": 4000,
    "last_round": False,
    "kinds": "doubling",
    "small_straights": True,
    "three_pairs": 0,
    "four_and_pair": False,
    "two_triplets": False,
}


def dice(text: str) -> list[int]:
    return [int(face) for face in text]


def match(rules: dict[str, Any], seats: int, starter: int = 0) -> Referee:
    """A match in which ``starter`` has already won the throw for who starts."""
    referee = Referee(rules, seats)
    if seats > 1:
        referee.chance([6 if seat == starter else 1 for seat in range(seats)])
    return referee


def turn(referee: Referee, *throws_and_keeps: str, end: str = "") -> None:
    """One turn of whoever moves: "thrown>kept" for each roll; a throw alone is a Farkle."""
    for step in throws_and_keeps:
        seat = referee.ask()["seats"][0]
        referee.play(seat, "roll")
        thrown, _, kept = step.partition(">")
        referee.chance(dice(thrown))
        if kept:
            referee.play(seat, "keep " + " ".join(kept))
    if end:
        referee.play(referee.ask()["seats"][0], end)


@pytest.mark.parametrize(
    ("kept", "points"),
    [
        ("1", 100), ("5", 50), ("111", 1000), ("222", 200), ("333", 300), ("444", 400), ("555", 500),
        ("666", 600), ("2222", 1000), ("33333", 2000), ("444444", 3000), ("123456", 1500), ("112233", 1500),
        ("222233", 1500), ("222333", 2500),
    ],
)  # fmt: skip
def test_f3_each_row_of_the_table_has_its_value(kept: str, points: int) -> None:
    assert score(dice(kept), D) == points


@pytest.mark.parametrize(
    ("kept", "points"),
    [
        ("1111", 1100), ("11111", 2000), ("555511", 1500), ("222333", 2500), ("222222", 3000), ("112233", 1500),
        ("111122", 1500),
    ],
)  # fmt: skip
def test_f4_a_set_aside_is_worth_its_best_split(kept: str, points: int) -> None:
    assert score(dice(kept), D) == points


@pytest.mark.parametrize(
    ("kept", "points"), [("222222", 2500), ("111155", 2100), ("2222", 400), ("33333", 900)]
)
def test_f4_f10_multiples(kept: str, points: int) -> None:
    assert score(dice(kept), farkle_rules({"kinds": "multiples"})) == points


@pytest.mark.parametrize(
    ("kept", "points"), [("2222", 400), ("33333", 1200), ("111111", 8000), ("444444", 3200)]
)
def test_f10_doubling(kept: str, points: int) -> None:
    assert score(dice(kept), farkle_rules({"kinds": "doubling"})) == points


@pytest.mark.parametrize("kept", ["2", "22", "25", "112", "1234", "223344"])
def test_f2_a_set_aside_with_an_idle_die_has_no_score(kept: str) -> None:
    without_pairs = farkle_rules({"three_pairs": 0})
    assert score(dice(kept), without_pairs) is None


def test_f9_three_pairs_may_be_worth_less_or_nothing() -> None:
    assert score(dice("223344"), farkle_rules({"three_pairs": 750})) == 750
    assert score(dice("223344"), farkle_rules({"three_pairs": 0})) is None
    assert score(dice("112233"), farkle_rules({"three_pairs": 0})) is None
    assert score(dice("222233"), farkle_rules({"three_pairs": 750})) == 1500


def test_f12_rows_that_are_gone_leave_the_dice_to_other_rows() -> None:
    zilch = farkle_rules(ZILCH)
    assert score(dice("222333"), zilch) == 500
    assert score(dice("222233"), zilch) == 1500
    kingdom = farkle_rules(KINGDOM)
    assert score(dice("222233"), kingdom) is None
    assert score(dice("222255"), kingdom) == 500
    assert score(dice("12345"), kingdom) == 500
    assert score(dice("23456"), kingdom) == 750
    assert score(dice("123455"), kingdom) == 550
    assert score(dice("123456"), kingdom) == 1500


@pytest.mark.parametrize(("how_many", "farkles"), [(6, 1080), (5, 600), (4, 204), (3, 60), (2, 16), (1, 4)])
def test_f5_the_exact_chance_of_a_farkle(how_many: int, farkles: int) -> None:
    known: dict[tuple[int, ...], bool] = {}

    def is_farkle(throw: Iterable[int]) -> bool:
        key = tuple(sorted(throw))
        if key not in known:
            known[key] = not keeps(list(key), D)
        return known[key]

    assert sum(is_farkle(throw) for throw in product(range(1, 7), repeat=how_many)) == farkles


def test_f5_three_pairs_alone_are_no_farkle() -> None:
    assert keeps(dice("223344"), D) == [dice("223344")]


def test_f1_ties_throw_again_among_the_tied() -> None:
    referee = Referee({}, 3)
    assert referee.ask() == {
        "kind": "chance",
        "label": "start:1",
        "dice": 3,
        "ordered": True,
        "seats": [0, 1, 2],
    }
    referee.chance([5, 2, 5])
    assert referee.ask() == {
        "kind": "chance",
        "label": "start:2",
        "dice": 2,
        "ordered": True,
        "seats": [0, 2],
    }
    referee.chance([1, 4])
    assert referee.ask() == {"kind": "choice", "seats": [2]}


def test_f2_a_turn_rolls_keeps_and_banks() -> None:
    referee = match({}, 2)
    assert referee.moves(0) == ["roll"]
    assert referee.moves(1) == []
    referee.play(0, "roll")
    assert referee.ask() == {"kind": "chance", "label": "roll:1:1", "dice": 6}
    referee.chance([1, 1, 5, 3, 2, 2])
    assert referee.moves(0) == ["keep 1", "keep 1 1", "keep 1 1 5", "keep 1 5", "keep 5"]
    referee.play(0, "keep 1 1")
    assert referee.moves(0) == ["bank", "roll"]
    referee.play(0, "roll")
    assert referee.ask() == {"kind": "chance", "label": "roll:1:2", "dice": 4}
    referee.chance([5, 2, 3, 4])
    referee.play(0, "keep 5")
    assert referee.scores() == [0, 0]
    referee.play(0, "bank")
    assert referee.scores() == [250, 0]
    assert referee.ask() == {"kind": "choice", "seats": [1]}
    referee.play(1, "roll")
    assert referee.ask()["label"] == "roll:2:1"


def test_f2_refusals_name_the_idle_die_and_change_nothing() -> None:
    referee = match({}, 2)
    referee.play(0, "roll")
    referee.chance([1, 1, 5, 3, 2, 2])
    before = deepcopy(vars(referee))
    with pytest.raises(Refused, match=r"score nothing: \[3\]"):
        referee.play(0, "keep 1 3")
    for move in ("keep 6", "keep 5 5", "keep 7", "keep", "keep ", "bank", "roll", "take over", "put 5"):
        with pytest.raises(Refused):
            referee.play(0, move)
    with pytest.raises(Refused, match="seat 0's turn"):
        referee.play(1, "keep 1")
    with pytest.raises(Refused, match="nothing is thrown"):
        referee.chance([1])
    assert vars(referee) == before


def test_f5_a_farkle_loses_the_turn_and_keeps_the_bank() -> None:
    referee = match({}, 2)
    turn(referee, "123446>1", end="bank")
    turn(referee, "123446>1", end="bank")
    turn(referee, "222346>222", "346")
    assert referee.scores() == [100, 100]
    assert referee.ask() == {"kind": "choice", "seats": [1]}


def test_f6_hot_dice_over_several_rolls_give_six_again() -> None:
    referee = match({}, 2)
    turn(referee, "111234>111", "555>555")
    assert referee.moves(0) == ["bank", "roll"]
    referee.play(0, "roll")
    assert referee.ask() == {"kind": "chance", "label": "roll:1:3", "dice": 6}
    referee.chance(dice("123446"))
    referee.play(0, "keep 1")
    referee.play(0, "bank")
    assert referee.scores() == [1600, 0]


def test_f12_hot_dice_must_roll() -> None:
    referee = match({"hot_dice_must_roll": True, "target": 500}, 2)
    turn(referee, "123456>123456")
    assert referee.moves(0) == ["roll"]
    with pytest.raises(Refused, match="hot dice"):
        referee.play(0, "bank")


def test_f7_the_first_bank_must_reach_the_opening() -> None:
    referee = match({"opening": 500}, 2)
    turn(referee, "111234>1")
    assert referee.moves(0) == ["roll"]
    turn(referee, "55523>555", end="bank")
    assert referee.scores() == [600, 0]
    turn(referee, "223346")
    turn(referee, "111234>1")
    assert referee.moves(0) == ["bank", "roll"]


def test_f7_a_penalty_never_closes_the_board_again() -> None:
    referee = match({"opening": 500, "three_farkles": 1000}, 1)
    turn(referee, "555234>555", end="bank")
    for _ in range(3):
        turn(referee, "223346")
    assert referee.scores() == [-500]
    turn(referee, "123446>1")
    assert referee.moves(0) == ["bank", "roll"]


def test_f8_every_other_player_has_exactly_one_last_turn() -> None:
    referee = match({"target": 1000}, 3, starter=1)
    turn(referee, "123446>1", end="bank")  # seat 1
    turn(referee, "111234>111", end="bank")  # seat 2 sets the final round off
    assert referee.ask() == {"kind": "choice", "seats": [0]}
    turn(referee, "123456>123456", end="bank")  # seat 0 passes it; nobody gets another turn for that
    assert referee.ask() == {"kind": "choice", "seats": [1]}
    turn(referee, "223346")
    assert referee.ask() == {"kind": "over", "scores": [1500, 100, 1000], "winners": [0]}


def test_f8_an_equal_score_does_not_pass() -> None:
    referee = match({"target": 1000}, 2, starter=1)
    turn(referee, "111234>111", end="bank")
    turn(referee, "111234>111", end="bank")
    assert referee.ask() == {"kind": "over", "scores": [1000, 1000], "winners": [1]}


def test_f8_without_a_last_round_the_first_to_bank_the_target_wins() -> None:
    referee = match({"target": 1000, "last_round": False}, 2)
    turn(referee, "111234>111", end="bank")
    assert referee.ask() == {"kind": "over", "scores": [1000, 0], "winners": [0]}


def test_f8_alone_there_is_no_throw_for_the_start_and_no_last_turn() -> None:
    referee = Referee({"target": 1000, "pass_on": True}, 1)
    assert referee.ask() == {"kind": "choice", "seats": [0]}
    turn(referee, "123446>1", end="bank")
    assert referee.moves(0) == ["roll"]
    turn(referee, "111234>111", end="bank")
    assert referee.ask() == {"kind": "over", "scores": [1100], "winners": [0]}
    assert referee.turn == 2


def test_f11_the_third_farkle_in_a_row_costs_and_the_count_starts_again() -> None:
    referee = match({"three_farkles": 1000}, 1)
    for expected in (0, 0, -1000, -1000, -1000, -2000):
        turn(referee, "223346")
        assert referee.scores() == [expected]


def test_f11_any_bank_resets_the_count_and_the_floor_holds() -> None:
    referee = match({"three_farkles": 1000, "floor_at_zero": True}, 1)
    turn(referee, "223346")
    turn(referee, "223346")
    turn(referee, "123446>1", end="bank")
    turn(referee, "223346")
    turn(referee, "223346")
    assert referee.scores() == [100]
    turn(referee, "223346")
    assert referee.scores() == [0]


def test_f11_the_penalty_strikes_in_the_last_turn() -> None:
    referee = match({"three_farkles": 1000, "target": 1000}, 2)
    for _ in range(4):
        turn(referee, "223346")
    turn(referee, "111234>111", end="bank")
    turn(referee, "223346")
    assert referee.ask() == {"kind": "over", "scores": [1000, -1000], "winners": [0]}


def test_f12_pass_on_offers_the_dice_left_and_the_total() -> None:
    referee = match({"pass_on": True, "minimum_bank": 300}, 2)
    assert referee.moves(0) == ["roll"]
    turn(referee, "222346>222")
    assert referee.moves(0) == ["roll"]
    turn(referee, "134>1", end="bank")
    assert referee.scores() == [300, 0]
    assert referee.moves(1) == ["roll", "take over"]
    referee.play(1, "take over")
    assert referee.ask() == {"kind": "chance", "label": "roll:2:1", "dice": 2}
    referee.chance([5, 3])
    referee.play(1, "keep 5")
    referee.play(1, "bank")
    assert referee.scores() == [300, 350]
    referee.play(0, "take over")
    assert referee.ask()["dice"] == 1
    referee.chance([4])
    assert referee.scores() == [300, 350]
    assert referee.moves(1) == ["roll"]


def test_f12_pass_on_gives_six_dice_when_none_are_left() -> None:
    referee = match({"pass_on": True}, 2)
    turn(referee, "123456>123456", end="bank")
    referee.play(1, "take over")
    assert referee.ask() == {"kind": "chance", "label": "roll:2:1", "dice": 6}


def test_f12_a_head_start_is_points_and_no_opening() -> None:
    referee = match({"head_start": [0, 400], "opening": 500}, 2, starter=1)
    assert referee.scores() == [0, 400]
    turn(referee, "123446>1")
    assert referee.moves(1) == ["roll"]


@pytest.mark.parametrize(
    "rules",
    [
        {"opening": 1050}, {"opening": 550, "target": 500}, {"target": 450}, {"target": 525}, {"three_pairs": 1000},
        {"kinds": "half"}, {"last_round": 1}, {"bonus": True}, {"head_start": [0, 5001]}, {"head_start": [5]},
    ],
)  # fmt: skip
def test_wrong_house_rules_are_refused(rules: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        Referee(rules, 2)


@pytest.mark.parametrize(
    "rules",
    [
        {},
        ZILCH,
        KINGDOM,
        {"opening": 500, "pass_on": True, "hot_dice_must_roll": True, "head_start": [0, 500, 50]},
    ],
)
def test_random_matches_end_and_refuse_nothing_that_they_list(rules: dict[str, Any]) -> None:
    seats = 3
    for seed in range(3):
        end = play_out(Referee({"target": 2000, **rules}, seats), Random(seed))
        assert len(end["scores"]) == seats
        assert max(end["scores"]) >= 2000
        assert len(end["winners"]) == 1
