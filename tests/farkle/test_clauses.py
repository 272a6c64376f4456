"""Farkle's clauses F1 to F8, each played out on a table with the dice of a script."""

import pytest

from sofra.core import Act, Agreed, Chance, Dice, Illegal, Malformed, Result, Turn
from sofra.games.farkle.moves import ROLL
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from tests.farkle.table import FARKLED, HUNDRED, Table


@pytest.mark.parametrize("seats", [0, 9, -1])
def test_one_to_eight_may_sit_down(seats: int) -> None:
    """F1."""
    for fitting in (1, 2, 8):
        assert FARKLE.start(FarkleRules(), fitting).standing.table.seats == fitting
    with pytest.raises(Malformed, match=f"farkle is for 1 to 8 players, not {seats}"):
        FARKLE.start(FarkleRules(), seats)


def test_the_highest_die_starts_and_the_tied_throw_again() -> None:
    """F1."""
    table = Table(4, starter=None)
    assert table.match.ask == Chance("start:1", Dice(4, (0, 1, 2, 3)))
    table.throw("5252")
    assert table.match.ask == Chance("start:2", Dice(2, (0, 2)))
    table.throw("33")
    assert table.match.ask == Chance("start:3", Dice(2, (0, 2)))
    table.throw("14")
    assert table.mover == 2
    table.turn(HUNDRED, end="bank")
    assert table.mover == 3
    table.turn(FARKLED)
    assert table.mover == 0


def test_the_ranking_is_by_score_and_then_by_who_reached_it_first() -> None:
    """F1."""
    table = Table(4, starter=1, target=1000)
    table.turn(HUNDRED, end="bank")
    table.turn("111446>111", end="bank")
    table.turn(HUNDRED, end="bank")
    table.turn(HUNDRED, end="bank")
    table.turn(FARKLED)
    assert table.result == Result((100, 100, 1000, 100), (2,), (2, 1, 3, 0))


def test_a_turn_rolls_keeps_and_banks() -> None:
    """F2."""
    table = Table()
    assert table.offered == ["roll"]
    table.play("roll")
    assert table.match.ask == Chance("roll:1:1", Dice(6))
    table.throw("115322")
    assert table.offered == ["keep 1", "keep 1 1", "keep 1 1 5", "keep 1 5", "keep 5"]
    table.play("keep 5 1")
    assert table.offered == ["bank", "roll"]
    table.play("roll")
    assert table.match.ask == Chance("roll:1:2", Dice(4))
    table.throw("5234")
    table.play("keep 5", "bank")
    assert table.scores == (200, 0)
    assert (table.mover, table.offered) == (1, ["roll"])


def test_at_least_one_die_is_set_aside_before_the_next_roll_or_the_bank() -> None:
    """F2."""
    table = Table()
    with pytest.raises(Illegal, match="nothing can be banked before the first roll"):
        table.play("bank")
    with pytest.raises(Illegal, match="there is no throw to set dice aside from"):
        table.play("keep 1")
    table.play("roll")
    table.throw("115322")
    for move in ("roll", "bank"):
        with pytest.raises(Illegal, match="first set aside at least one die that scores"):
            table.play(move)


def test_combinations_never_join_dice_of_different_rolls() -> None:
    """F2: two 1s and then one more are 200 and 100, not 1000."""
    table = Table()
    table.turn("112346>11", "1346>1", end="bank")
    assert table.scores == (300, 0)


def test_only_the_mover_may_move() -> None:
    """F2."""
    table = Table()
    with pytest.raises(Turn, match="seat 0 is asked now, not seat 1"):
        table.match.do(Act(1, ROLL))
    table.play("roll")
    with pytest.raises(Turn, match="the dice are being thrown"):
        table.match.do(Act(0, ROLL))


def test_a_farkle_ends_the_turn_and_loses_its_points_only() -> None:
    """F5."""
    table = Table()
    table.turn(HUNDRED, end="bank")
    table.turn(HUNDRED, end="bank")
    table.turn("222346>222", "346")
    assert table.scores == (100, 100)
    assert table.mover == 1


def test_hot_dice_give_all_six_again_and_keep_the_total() -> None:
    """F6: over several rolls, and then in one."""
    table = Table()
    table.turn("111234>111", "555>555")
    assert table.offered == ["bank", "roll"]
    table.play("roll")
    assert table.match.ask == Chance("roll:1:3", Dice(6))
    table.throw("123456")
    table.play("keep 1 2 3 4 5 6", "roll")
    assert table.match.ask == Chance("roll:1:4", Dice(6))
    table.throw("123446")
    table.play("keep 1", "bank")
    assert table.scores == (1000 + 500 + 1500 + 100, 0)


def test_the_first_bank_must_reach_the_opening() -> None:
    """F7."""
    table = Table(opening=500)
    table.turn("111234>1")
    assert table.offered == ["roll"]
    with pytest.raises(Illegal, match="500 points are needed to get on the board: 400 to go"):
        table.play("bank")
    table.turn("55523>555", end="bank")
    assert table.scores == (600, 0)
    table.turn(FARKLED)
    table.turn(HUNDRED)
    assert table.offered == ["bank", "roll"]


def test_opened_is_one_bank_and_not_a_score() -> None:
    """F7: neither a penalty nor a head start changes it."""
    table = Table(1, opening=500, three_farkles=1000)
    table.turn("555234>555", end="bank")
    for _ in range(3):
        table.turn(FARKLED)
    assert table.scores == (-500,)
    table.turn(HUNDRED)
    assert table.offered == ["bank", "roll"]
    table = Table(2, opening=500, head_start=(800, 0))
    table.turn(HUNDRED)
    assert table.offered == ["roll"]


def test_the_opening_holds_in_the_last_turn() -> None:
    """F7."""
    table = Table(opening=500, target=1000)
    table.turn("111234>111", end="bank")
    table.turn(HUNDRED)
    assert table.offered == ["roll"]


def test_reaching_the_target_gives_every_other_player_exactly_one_last_turn() -> None:
    """F8."""
    table = Table(3, starter=1, target=1000)
    table.turn(HUNDRED, end="bank")
    table.turn("111234>111", end="bank")
    assert table.mover == 0
    table.turn("123456>123456", end="bank")
    assert table.mover == 1
    table.turn(FARKLED)
    assert table.result == Result((1500, 100, 1000), (0,), (0, 2, 1))


def test_whoever_reaches_the_target_may_roll_on_before_banking() -> None:
    """F8."""
    table = Table(target=1000)
    table.turn("111234>111")
    assert table.offered == ["bank", "roll"]
    table.turn("555>555", end="bank")
    assert table.scores == (1500, 0)
    table.turn(FARKLED)
    assert table.result.winners == (0,)


def test_an_equal_score_does_not_pass() -> None:
    """F8."""
    table = Table(starter=1, target=1000)
    table.turn("111234>111", end="bank")
    table.turn("111234>111", end="bank")
    assert table.result == Result((1000, 1000), (1,), (1, 0))


def test_without_a_last_round_the_first_to_bank_the_target_wins() -> None:
    """F8 ``last_round`` off."""
    table = Table(3, target=1000, last_round=False)
    table.turn("111234>111", end="bank")
    assert table.result == Result((1000, 0, 0), (0,), (0, 1, 2))


def test_alone_the_bank_of_the_target_ends_the_match_and_turns_count() -> None:
    """F8."""
    table = Table(1, target=1000)
    assert table.match.ask != Chance("start:1", Dice(1, (0,)))
    table.turn(HUNDRED, end="bank")
    table.turn(FARKLED)
    table.turn("111234>111", end="bank")
    assert table.result == Result((1100,), (0,), (0,), turns=3)


def test_a_match_ended_by_agreement_is_scored_as_it_stands() -> None:
    """F1's ranking, before anybody reached the target."""
    table = Table(3, starter=2)
    table.turn(FARKLED)
    table.turn(HUNDRED, end="bank")
    table.match.do(Agreed())
    assert table.result.winners == (0,)
    assert table.result.scores == (100, 0, 0)
