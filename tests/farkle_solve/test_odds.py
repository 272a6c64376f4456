"""Chances of throws and the exact tables of one turn (F3, F5, F6)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random

import pytest

from sofra.games.farkle.odds import HOT, bundles, farkle_chance, farkle_count, options, throws
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.turns import Appetite, TurnTable, best_turn, reach_table, turn_table

D = FarkleRules()


@pytest.mark.parametrize("dice", range(1, 7))
def test_throws_count_every_ordered_throw(dice: int) -> None:
    assert sum(throws(dice).values()) == 6**dice
    if dice <= 4:
        counted: dict[tuple[int, ...], int] = {}
        for faces in product(range(1, 7), repeat=dice):
            counted[tuple(sorted(faces))] = counted.get(tuple(sorted(faces)), 0) + 1
        assert throws(dice) == counted


def test_farkle_chances_are_those_of_the_rules_page() -> None:
    assert [farkle_count(D, dice) for dice in (6, 5, 4, 3, 2, 1)] == [1080, 600, 204, 60, 16, 4]
    assert farkle_chance(D, 2) == Fraction(16, 36)


def test_bundles_hold_every_throw_that_is_no_farkle() -> None:
    for rules in PRESETS.values():
        for dice in range(1, 7):
            assert sum(b.count for b in bundles(rules, dice)) + farkle_count(rules, dice) == 6**dice


def test_options_leave_the_dice_that_were_not_set_aside() -> None:
    assert options(D, (1, 1, 5)) == ((250, HOT), (200, 1), (150, 1), (100, 2), (50, 2))


def test_the_best_turn_is_worth_601_558654_points() -> None:
    assert best_turn(D) == pytest.approx(601.558654, abs=5e-7)


def test_a_bound_twice_as_high_changes_no_turn() -> None:
    for rules in (D, FarkleRules(hot_dice_must_roll=True), FarkleRules(kinds="doubling", minimum_bank=300)):
        table = TurnTable(rules, rules.minimum_bank)
        low = [table.roll(total, left) for total in range(0, 3000, 50) for left in range(7)]
        taller = _Taller(rules, rules.minimum_bank)
        high = [taller.roll(total, left) for total in range(0, 3000, 50) for left in range(7)]
        assert table.cap < taller.cap
        assert low == pytest.approx(high, abs=1e-8)


class _Taller(TurnTable):
    def _fill(self) -> None:
        self.cap *= 2
        super()._fill()


def test_a_turn_played_by_its_table_brings_what_the_table_says() -> None:
    rng, table, scores = Random(5), turn_table(D), score_table(D)
    turns, won = 20_000, []
    for _ in range(turns):
        total, left = 0, 6
        while True:
            throw = tuple(sorted(rng.choices(range(1, 7), k=left or 6)))
            keeps = scores.keeps(throw)
            if not keeps:
                total = 0
                break
            left_after = len(throw)
            dice, points = max(keeps.items(), key=lambda k: table.value(total + k[1], left_after - len(k[0])))
            total, left = total + points, left_after - len(dice)
            if total >= table.roll(total, left):
                break
        won.append(total)
    mean = sum(won) / turns
    error = (sum((w - mean) ** 2 for w in won) / turns / turns) ** 0.5
    assert abs(mean - best_turn(D)) < 3 * error


def test_fear_banks_sooner_and_boldness_later() -> None:
    def mark(appetite: Appetite, left: int) -> int:
        table = turn_table(D, 0, appetite)
        return next(total for total in range(50, 9000, 50) if total >= table.roll(total, left))

    for left in range(1, 5):
        careful, plain, bold = (mark(Appetite(fear), left) for fear in (0.7, 0.0, -0.35))
        assert careful <= plain <= bold
        assert careful < bold


def test_reaching_a_mark_is_certain_at_it_and_ever_less_likely_beyond() -> None:
    table = reach_table(D)
    assert table.chance(0, 3) == 1.0
    chances = [table.chance(missing, 6) for missing in range(50, 10_000, 50)]
    assert chances[0] == pytest.approx(1 - 1080 / 46656)
    assert all(later <= sooner for sooner, later in pairwise(chances))


def test_reaching_with_one_die_is_counted_by_hand() -> None:
    # 100 with one die: a 1 does it; a 5 makes hot dice with 50 missing, and six dice bring that unless they Farkle.
    assert reach_table(D).chance(100, 1) == pytest.approx(1 / 6 + 1 / 6 * (1 - 1080 / 46656))
