"""Value iteration for small targets, written from the rules page alone: every ordered roll is thrown, every standing
is repeated until nothing changes. Scores of set-asides come from the slow referee."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from referee.farkle import farkle_rules, score

STEP = 50


@cache
def _worth(dice: tuple[int, ...], key: tuple[tuple[str, Any], ...]) -> int | None:
    return score(list(dice), dict(key))


@cache
def rolls(count: int, key: tuple[tuple[str, Any], ...]) -> tuple[dict[tuple[tuple[int, int], ...], int], int]:
    """All 6**count ordered rolls, counted by what can be set aside: ((points, dice left), …); and the Farkles."""
    seen: dict[tuple[int, ...], tuple[tuple[int, int], ...]] = {}
    counted: dict[tuple[tuple[int, int], ...], int] = {}
    farkles = 0
    for roll in product(range(1, 7), repeat=count):
        sort = tuple(sorted(roll))
        if sort not in seen:
            found = set()
            for size in range(1, count + 1):
                for kept in set(combinations(sort, size)):
                    points = _worth(kept, key)
                    if points is not None:
                        found.add((points, count - size))
            seen[sort] = tuple(sorted(found))
        if seen[sort]:
            counted[seen[sort]] = counted.get(seen[sort], 0) + 1
        else:
            farkles += 1
    return counted, farkles


class Brute:
    """``value[o, p, f, g, a, b]``: the mover's chance to win; o, p = 1 if mover, other wait to get on the board; f, g
    their Farkles in a row; a, b their scores in steps of 50 (only with ``floor_at_zero`` where there is a penalty)."""

    def __init__(self, given: dict[str, Any], cap: int = 7000) -> None:
        self.rules = farkle_rules(given)
        self.key = tuple(
            sorted((name, tuple(v) if isinstance(v, list) else v) for name, v in self.rules.items())
        )
        self.n = self.rules["target"] // STEP
        self.cap = cap // STEP
        self.counts = 3 if self.rules["three_farkles"] else 1
        self.chances = self._chances(self.cap + 200)
        self.value = np.full((2, 2, self.counts, self.counts, self.n, self.n), 0.5)

    def need(self, waiting: int) -> int:
        return max(self.rules["minimum_bank"], self.rules["opening"] if waiting else 0) // STEP

    def _turn(self, pay: Any, lost: Any) -> Any:
        """The value of a turn: pay[t] for a bank of t steps (-1: not allowed), ``lost`` for a Farkle."""
        must_roll = self.rules["hot_dice_must_roll"]
        table: dict[tuple[int, int], Any] = {}

        def at(total: int, left: int) -> Any:
            return pay[min(total, self.cap)] if total >= self.cap else table[total, left]

        for total in range(self.cap - 1, -1, -1):
            for dice in range(1, 7):
                counted, farkles = rolls(dice, self.key)
                worth = farkles * lost
                for options, count in counted.items():
                    best = None
                    for points, left in options:
                        here = at(total + points // STEP, left)
                        best = here if best is None else np.maximum(best, here)
                    worth = worth + count * best
                worth = worth / 6**dice
                if dice == 6:
                    if total == 0:
                        return worth
                    # Six dice in hand within a turn are hot dice.
                    table[total, 0] = worth if must_roll else np.maximum(worth, pay[total])
                else:
                    table[total, dice] = np.maximum(worth, pay[total])
        raise AssertionError

    def _chances(self, most: int) -> Any:
        """The chance to gain m steps in one turn, for m up to ``most``."""
        wanted = np.arange(most + 1)
        pay = [np.where(total >= wanted, 1.0, 0.0) for total in range(self.cap + 1)]
        # Who is short at the cap is counted as lost: it is too far for the few who get there.
        return self._turn(pay, 0.0)

    def sweep(self) -> float:
        """One round over all standings; returns the greatest change."""
        old = self.value
        shape = old.shape
        o, p, f, g, a, b = np.indices(shape)
        needs = np.array([self.need(0), self.need(1)])
        pay = [np.full(shape, -1.0)]
        for total in range(1, self.cap + 1):
            score_ = a + total
            going = 1 - old[p, 0, g, 0, b, np.minimum(score_, self.n - 1)]
            mark = np.maximum(np.maximum(score_ - b + 1, 0), needs[p])
            closed = 1 - self.chances[mark] if self.rules["last_round"] else np.ones(shape)
            pay.append(np.where(total < needs[o], -1.0, np.where(score_ < self.n, going, closed)))
        if self.counts == 1:
            lost = 1 - old[p, o, g, f, b, a]
        else:
            fallen = np.maximum(0, a - self.rules["three_farkles"] // STEP)
            lost = np.where(f < 2, 1 - old[p, o, g, (f + 1) % 3, b, a], 1 - old[p, o, g, 0, b, fallen])
        self.value = self._turn(pay, lost)
        return float(np.abs(self.value - old).max())

    def run(self, tolerance: float = 1e-11) -> Brute:
        for _ in range(400):
            if self.sweep() < tolerance:
                return self
        raise AssertionError("no end")
