"""Farkle's options, F9 to F12, each played out on a table with the dice of a script."""

from typing import Any

import pytest

from sofra.core import Chance, Dice, Illegal, Malformed, Result
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS, FarkleRules
from tests.farkle.table import FARKLED, HUNDRED, Table


@pytest.mark.parametrize("points", [1500, 750])
def test_three_pairs_have_the_points_of_the_table(points: int) -> None:
    """F9; four and a pair stays 1500."""
    table = Table(three_pairs=points)
    table.turn("223344>223344")
    assert table.match.state.total == points
    table = Table(three_pairs=points)
    table.turn("222233>222233")
    assert table.match.state.total == 1500


@pytest.mark.parametrize(
    ("kinds", "dice", "due"),
    [
        ("fixed", "1111", 1100), ("multiples", "1111", 2000), ("doubling", "1111", 2000),
        ("fixed", "33333", 2000), ("multiples", "33333", 900), ("doubling", "33333", 1200),
        ("fixed", "444444", 3000), ("multiples", "444444", 2500), ("doubling", "444444", 3200),
    ],
)  # fmt: skip
def test_kinds_count_by_the_table_or_from_the_triple(kinds: str, dice: str, due: int) -> None:
    """F10, with F4's best split: six 4s under ``multiples`` are two triplets."""
    table = Table(kinds=kinds)
    table.turn(f"{dice.ljust(6, '2')}>{dice}")
    assert table.match.state.total == due


def test_the_third_farkle_in_a_row_costs_and_the_count_starts_again() -> None:
    """F11."""
    table = Table(1, three_farkles=1000)
    for due in (0, 0, -1000, -1000, -1000, -2000):
        table.turn(FARKLED)
        assert table.scores == (due,)


def test_farkles_count_over_a_players_own_turns_and_any_bank_resets_them() -> None:
    """F11."""
    table = Table(three_farkles=1000, floor_at_zero=True)
    for _ in range(2):
        table.turn(FARKLED)
        table.turn(HUNDRED, end="bank")
    table.turn(HUNDRED, end="bank")  # seat 0 has farkled twice and now banks
    table.turn(HUNDRED, end="bank")
    for _ in range(2):
        table.turn(FARKLED)
        table.turn(HUNDRED, end="bank")
    assert table.scores == (100, 500)
    table.turn(FARKLED)
    assert table.scores == (0, 500)  # a penalty of 1000, and the floor


def test_the_penalty_strikes_before_opening_and_in_the_last_turn() -> None:
    """F11."""
    table = Table(three_farkles=1000, opening=500, target=1000)
    for _ in range(4):
        table.turn(FARKLED)
    table.turn("111234>111", end="bank")
    table.turn(FARKLED)
    assert table.result.scores == (1000, -1000)


def test_small_straights_count_where_they_are_on() -> None:
    """F12."""
    table = Table(small_straights=True)
    table.turn("123455>12345")
    assert table.match.state.total == 500
    table = Table(small_straights=True)
    table.turn("223456>23456")
    assert table.match.state.total == 750


def test_rows_that_are_gone_leave_the_dice_to_other_rows() -> None:
    """F12 ``four_and_pair``, ``two_triplets``."""
    table = Table(four_and_pair=False, three_pairs=0)
    table.turn("222255>222255")
    assert table.match.state.total == 1100
    table = Table(two_triplets=False)
    table.turn("222333>222333")
    assert table.match.state.total == 500


def test_every_bank_reaches_the_minimum() -> None:
    """F12 ``minimum_bank``."""
    table = Table(minimum_bank=300)
    table.turn("333124>333", end="bank")
    table.turn(FARKLED)
    table.turn(HUNDRED)
    assert table.offered == ["roll"]
    with pytest.raises(Illegal, match="a bank needs at least 300 points: 200 to go"):
        table.play("bank")


def test_hot_dice_must_roll_also_at_the_target() -> None:
    """F12 ``hot_dice_must_roll``."""
    table = Table(hot_dice_must_roll=True, target=500)
    table.turn("123456>123456")
    assert table.offered == ["roll"]
    with pytest.raises(Illegal, match="hot dice must be rolled"):
        table.play("bank")


def test_a_head_start_is_points_from_the_start_on() -> None:
    """F12 ``head_start``."""
    table = Table(3, head_start=(0, 500, 100))
    assert table.scores == (0, 500, 100)
    reasons = FARKLE.score(table.match.state).reasons
    assert [sum(r.points for r in items) for items in reasons] == [0, 500, 100]
    with pytest.raises(Malformed, match="head_start has 2 values; it must have one for each of the 3 seats"):
        Table(3, head_start=(0, 500))


def test_after_a_bank_the_next_may_take_over_dice_and_total() -> None:
    """F12 ``pass_on``."""
    table = Table(pass_on=True, minimum_bank=300)
    assert table.offered == ["roll"]
    table.turn("222346>222", "134>1", end="bank")
    assert (table.scores, table.offered) == ((300, 0), ["roll", "take over"])
    table.play("take over")
    assert table.match.ask == Chance("roll:2:1", Dice(2))
    table.throw("53")
    table.play("keep 5", "bank")
    assert table.scores == (300, 350)
    table.play("take over")
    assert table.match.ask == Chance("roll:3:1", Dice(1))
    table.throw("4")
    assert (table.scores, table.offered) == ((300, 350), ["roll"])


def test_hot_dice_are_passed_on_as_six() -> None:
    """F12 ``pass_on``."""
    table = Table(pass_on=True)
    table.turn("123456>123456", end="bank")
    table.play("take over")
    assert table.match.ask == Chance("roll:2:1", Dice(6))


def test_an_offer_ends_with_the_roll_that_declines_it() -> None:
    """F12 ``pass_on``: nothing can be taken over in mid-turn."""
    table = Table(pass_on=True)
    table.turn(HUNDRED, end="bank")
    table.turn(HUNDRED)
    assert table.offered == ["bank", "roll"]
    with pytest.raises(Illegal, match="nothing to take over"):
        table.play("take over")
    assert FARKLE.view(table.match.state, None).offer is None


def test_what_was_taken_over_counts_for_opening_and_target() -> None:
    """F12 ``pass_on``."""
    table = Table(pass_on=True, opening=500, target=1000)
    table.turn("222346>222", "555>555", end="bank")
    table.play("take over")
    table.throw("123446")
    table.play("keep 1")
    assert table.offered == ["bank", "roll"]  # 100 of one's own would not open the board
    table.play("bank")
    assert table.scores == (700, 800)
    table.play("take over")
    table.throw("12346")
    table.play("keep 1", "bank")
    table.turn(FARKLED)
    assert table.result == Result((1600, 800), (0,), (0, 1))


def test_nothing_is_passed_on_after_the_last_turn_or_alone() -> None:
    """F12 ``pass_on``."""
    table = Table(pass_on=True, target=1000)
    table.turn("111234>111", end="bank")
    assert table.offered == ["roll", "take over"]
    table.turn(HUNDRED, end="bank")
    assert table.result.winners == (0,)
    assert FARKLE.view(table.match.state, None).offer is None
    alone = Table(1, pass_on=True)
    alone.turn(HUNDRED, end="bank")
    assert alone.offered == ["roll"]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (
            {"opening": 1050},
            "opening: 1050 is not allowed; it must be a whole number from 0 to 1000 in steps of 50",
        ),
        ({"opening": 550, "target": 500}, "opening: 550 is more than the target; it must be at most 500"),
        (
            {"target": 450},
            "target: 450 is not allowed; it must be a whole number from 500 to 50000 in steps of 50",
        ),
        ({"target": 525}, "target: 525 is not allowed"),
        ({"three_pairs": 1000}, "three_pairs: 1000 is not allowed; it must be one of 1500, 750, 0"),
        ({"kinds": "half"}, 'kinds: "half" is not allowed; it must be one of fixed, multiples, doubling'),
        ({"three_farkles": 2050}, "three_farkles: 2050 is not allowed"),
        ({"minimum_bank": 1050}, "minimum_bank: 1050 is not allowed"),
        ({"head_start": [0, 5050]}, "head_start: .* is not allowed"),
    ],
)
def test_wrong_house_rules_are_refused_with_field_value_and_what_is_allowed(
    rules: dict[str, Any], said: str
) -> None:
    """F7 to F12."""
    with pytest.raises(Malformed, match=said):
        FarkleRules.of(rules)


def test_the_presets_are_those_of_the_rules_page() -> None:
    """F12, the table of presets."""
    assert {name: rules.differing() for name, rules in PRESETS.items()} == {
        "Table": {},
        "500 in": {"opening": 500},
        "Short": {"target": 5000},
        "Zilch": {
            "kinds": "doubling",
            "minimum_bank": 300,
            "three_farkles": 500,
            "four_and_pair": False,
            "two_triplets": False,
        },
        "Kingdom": {
            "target": 4000,
            "last_round": False,
            "kinds": "doubling",
            "small_straights": True,
            "three_pairs": 0,
            "four_and_pair": False,
            "two_triplets": False,
        },
    }
