"""Exact tables of one turn, taken by itself (F2, F5, F6): what its points are worth, and how likely a mark is reached.

Points come in steps of 50 throughout. These tables know nothing of the opponent; the exact two-player values are in
``solve.py``.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from sofra.games.farkle.odds import HOT, Bundle, bundles, farkle_count
from sofra.games.farkle.rules import FarkleRules

STEP = 50
THROWS = (1, 6, 36, 216, 1296, 7776, 46656)


@dataclass(frozen=True, slots=True)
class Appetite:
    """How somebody feels about risk. A Farkle costs ``fear`` times the points that are lost on top of the loss itself
    (negative for the bold); each hot dice is worth ``thrill`` points by itself."""

    fear: float = 0.0
    thrill: float = 0.0


PLAIN = Appetite()


class TurnTable:
    """The best a turn can bring, counted in points under one appetite.

    ``need`` are the fewest points that may be banked. ``value(total, left)`` is what the turn is worth with ``total``
    points at risk before rolling ``left`` dice or banking (left = HOT: all six have scored); ``roll`` and ``bank`` are
    the two choices there.

    The total has no limit in the rules. From ``cap`` on banking is best wherever it is allowed, which bounds the table:
    with f the least chance of a Farkle, G the greatest expected points of one throw and M the greatest gain of going on
    from any total >= cap, M <= max(0, G + M - f (1 + fear) cap), and so M = 0 once f (1 + fear) cap > G.
    Under ``hot_dice_must_roll`` the values from the cap on are those of a player who takes hot dice only where a throw
    leaves nothing else; that is a little too low near the cap, by less than 1e-8 points as seen from a total of 0.
    """

    def __init__(self, rules: FarkleRules, need: int = 0, appetite: Appetite = PLAIN) -> None:
        self.rules, self.need, self.appetite = rules, need, appetite
        self._bundles = [()] + [bundles(rules, dice) for dice in range(1, 7)]
        self._farkle = [0.0] + [farkle_count(rules, dice) / THROWS[dice] for dice in range(1, 7)]
        gains = [_expected_best(self._bundles[dice], dice, appetite.thrill) for dice in range(1, 7)]
        least = min(self._farkle[1:]) * (1 + appetite.fear)
        self.cap = max(need, int(max(gains) / least)) // STEP * STEP + STEP
        self._must_roll = rules.hot_dice_must_roll
        self._endless = self._forced()
        self._fill()

    def _fill(self) -> None:
        """Values from the cap downwards; each row reaches as far above the cap as one throw can go."""
        rows = self.cap // STEP
        most = max(points for some in self._bundles for bundle in some for points, _ in bundle.options)
        above = range(self.cap, self.cap + most + STEP, STEP)
        self._values: list[list[float]] = [
            [0.0] * rows + [self.value(t, left) for t in above] for left in range(7)
        ]
        self._rolls: list[list[float]] = [[0.0] * rows for _ in range(7)]
        plans = [_plan(some, self._values) for some in self._bundles]
        for row in range(rows - 1, -1, -1):
            total = row * STEP
            for dice in range(1, 7):
                worth = sum(
                    [count * max([values[row + up] for values, up in ways]) for count, ways in plans[dice]]
                )
                fear = self._farkle[dice] * self.appetite.fear * total
                self._rolls[dice][row] = worth / THROWS[dice] - fear
            self._rolls[HOT][row] = self._rolls[6][row]
            for left in range(7):
                self._values[left][row] = self._better(total, left, self._rolls[left][row])

    def roll(self, total: int, left: int) -> float:
        """What rolling on is worth, played best from there."""
        if total < self.cap:
            return self._rolls[left][total // STEP]
        return self._thrown(total, left or 6)

    def bank(self, total: int, left: int) -> float | None:
        """What banking is worth, or None if it is not allowed."""
        return float(total) if self.may_bank(total, left) else None

    def may_bank(self, total: int, left: int) -> bool:
        """Whether the rules and the need allow a bank here."""
        return total >= self.need and not (left == HOT and self._must_roll)

    def value(self, total: int, left: int) -> float:
        """The better of the two, with the thrill of hot dice."""
        if total < self.cap:
            return self._values[left][total // STEP]
        thrill = self.appetite.thrill if left == HOT else 0.0
        if left == HOT and self._must_roll:
            share, points = self._endless
            return share * total + points + thrill
        return total + thrill

    def _better(self, total: int, left: int, rolled: float) -> float:
        thrill = self.appetite.thrill if left == HOT else 0.0
        return thrill + (max(float(total), rolled) if self.may_bank(total, left) else rolled)

    def _thrown(self, total: int, dice: int) -> float:
        worth = sum(
            bundle.count * max(self.value(total + points, left) for points, left in bundle.options)
            for bundle in self._bundles[dice]
        )
        return worth / THROWS[dice] - self._farkle[dice] * self.appetite.fear * total

    def _forced(self) -> tuple[float, float]:
        """Above the cap, when hot dice must be rolled: the value is share * total + points, hot dice being taken only
        where a throw leaves nothing else."""
        only_hot = [b for b in self._bundles[6] if all(left == HOT for _, left in b.options)]
        other = [b for b in self._bundles[6] if any(left != HOT for _, left in b.options)]
        again = sum(b.count for b in only_hot) / THROWS[6]
        points = sum(b.count * max(p for p, _ in b.options) for b in only_hot)
        points += sum(b.count * max(p for p, left in b.options if left != HOT) for b in other)
        safe = sum(b.count for b in other) / THROWS[6]
        share = (safe - self._farkle[6] * self.appetite.fear) / (1 - again)
        return share, points / THROWS[6] / (1 - again)


class ReachTable:
    """The greatest chance to gain a number of points in one turn: ``chance(missing, left)`` before rolling ``left``
    dice, 1 where nothing is missing. It depends on the points missing alone, so it grows as far as it is asked."""

    def __init__(self, rules: FarkleRules) -> None:
        self._must_roll = rules.hot_dice_must_roll
        self._safe = 1 - farkle_count(rules, 6) / THROWS[6]
        only_hot = [b for b in bundles(rules, 6) if all(left == HOT for _, left in b.options)]
        again = sum(b.count for b in only_hot) / THROWS[6]
        # Enough points and hot dice that must be rolled: again and again until another die is left.
        self._enough_hot = (self._safe - again) / (1 - again) if self._must_roll else 1.0
        self._rolls: list[list[float]] = [[] for _ in range(7)]
        self._plans = [
            [(b.count, [(self._rolls[left], left, p // STEP) for p, left in b.options]) for b in some]
            for some in [(), *(bundles(rules, dice) for dice in range(1, 7))]
        ]

    def chance(self, missing: int, left: int) -> float:
        """The chance to bank at least ``missing`` points more, all being won by going on as long as needed."""
        if missing <= 0:
            return self._enough_hot if left == HOT else 1.0
        self._grow(missing)
        return self._rolls[left][missing // STEP - 1]

    def _grow(self, missing: int) -> None:
        enough = [1.0] * 7
        enough[HOT] = self._enough_hot
        for short in range(len(self._rolls[6]), missing // STEP):
            for dice in range(1, 7):
                worth = 0.0
                for count, ways in self._plans[dice]:
                    here = [rolls[short - up] if up <= short else enough[left] for rolls, left, up in ways]
                    worth += count * max(here)
                self._rolls[dice].append(worth / THROWS[dice])
            self._rolls[HOT].append(self._rolls[6][-1])


_Plan = list[tuple[int, list[tuple[list[float], int]]]]
"""For each bundle its count and, for each option, the row of values it leads to and how many steps up."""


def _plan(some: tuple[Bundle, ...], values: list[list[float]]) -> _Plan:
    return [(b.count, [(values[left], points // STEP) for points, left in b.options]) for b in some]


def _expected_best(some: tuple[Bundle, ...], dice: int, thrill: float) -> float:
    best = (
        bundle.count * max(points + (thrill if left == HOT else 0) for points, left in bundle.options)
        for bundle in some
    )
    return sum(best) / THROWS[dice]


@lru_cache(maxsize=64)
def turn_table(rules: FarkleRules, need: int = 0, appetite: Appetite = PLAIN) -> TurnTable:
    """The table of one turn, made once."""
    return TurnTable(rules, need, appetite)


@lru_cache(maxsize=16)
def reach_table(rules: FarkleRules) -> ReachTable:
    """The chances to reach a mark, made once."""
    return ReachTable(rules)


def best_turn(rules: FarkleRules) -> float:
    """The expected points of the best single turn, nothing else counting (601.558654 under the default rules)."""
    return turn_table(rules, rules.minimum_bank).roll(0, 6)
