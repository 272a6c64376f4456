"""What a throw is worth, as a short list of steps: the best options of all throws, worked out with shared sub-results.

The value of rolling n dice is the sum over throws of count/6**n times the best value among the throw's options. Many
throws share options, so the bests are built from one another: each step takes the greater of two values (a cell of the
turn's table, or an earlier step) and adds it to the sum with a weight, which is 0 for a step only used by others.
Taking the greater of two numbers is exact in any order, so sharing changes no bit of any result and assumes nothing
about the values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sofra.games.farkle.odds import Bundle, Option, bundles, farkle_count
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.turns import THROWS

Source = Option | int
"""Where a step reads: an option (points, dice left or HOT), or the number of an earlier step."""


@dataclass(frozen=True, slots=True)
class Step:
    """``max(first, second)``, added to the sum with ``weight``. ``slot`` is where it is kept for later steps (from 1;
    slots are used again once nothing needs them), or 0 if no later step reads it."""

    first: Source
    second: Source
    weight: float
    slot: int


@dataclass(frozen=True, slots=True)
class Program:
    """The steps of one number of dice; ``farkle`` is the chance of a Farkle, ``slots`` how many slots are in use."""

    steps: tuple[Step, ...]
    farkle: float
    slots: int


class _Builder:
    def __init__(self) -> None:
        self.steps: list[tuple[Source, Source]] = []
        self.weights: list[float] = []
        self.made: dict[frozenset[Option], int] = {}

    def join(self, options: frozenset[Option], first: Source, second: Source) -> int:
        if options not in self.made:
            self.made[options] = len(self.steps)
            self.steps.append((first, second))
            self.weights.append(0.0)
        return self.made[options]

    def cover(self, options: frozenset[Option]) -> int:
        """A step for the best of these options, built from the largest sets that are there."""
        if options in self.made:
            return self.made[options]
        if len(options) == 1:
            (only,) = options
            return self.join(options, only, only)
        got: frozenset[Option] = frozenset()
        at: Source | None = None
        parts = [known for known in self.made if known < options and len(known) > 1]
        parts.sort(key=lambda known: (-len(known), sorted(known)))
        singles: list[frozenset[Option]] = [frozenset({option}) for option in sorted(options)]
        for part in parts + singles:
            fresh = len(part - got)
            if fresh == 0 or (len(part) > 1 and fresh == 1):
                continue
            where: Source = self.made[part] if len(part) > 1 else next(iter(part))
            at = where if at is None else self.join(got | part, at, where)
            got |= part
        return self.made[options]


def _slots(steps: list[tuple[Source, Source]]) -> tuple[list[int], int]:
    """A slot for each step that is read later, reused as soon as its last reader is done."""
    last = {source: k for k, pair in enumerate(steps) for source in pair if isinstance(source, int)}
    slots, free, used = [0] * len(steps), list[int](), 0
    for k, pair in enumerate(steps):
        free += [slots[source] for source in set(pair) if isinstance(source, int) and last[source] == k]
        if k in last:
            if not free:
                used += 1
                free.append(used)
            slots[k] = free.pop()
    return slots, used


def program(throws: Iterable[Bundle], dice: int, farkle: float) -> Program:
    """The steps for these throws of that many dice."""
    builder = _Builder()
    for bundle in sorted(throws, key=lambda b: (len(b.options), sorted(b.options))):
        builder.weights[builder.cover(frozenset(bundle.options))] += bundle.count / THROWS[dice]
    slots, used = _slots(builder.steps)
    steps = zip(builder.steps, builder.weights, slots, strict=True)
    return Program(tuple(Step(a, b, weight, slot) for (a, b), weight, slot in steps), farkle, used)


@lru_cache(maxsize=32)
def programs(rules: FarkleRules) -> tuple[Program, ...]:
    """The programs of 1 to 6 dice (place 0 is empty)."""
    none = Program((), 0.0, 0)
    found = [
        program(bundles(rules, dice), dice, farkle_count(rules, dice) / THROWS[dice]) for dice in range(1, 7)
    ]
    return (none, *found)


def most_points(rules: FarkleRules) -> int:
    """The most points that one throw can bring."""
    return max(points for dice in range(1, 7) for b in bundles(rules, dice) for points, _ in b.options)


def forced_hot(rules: FarkleRules) -> tuple[float, float, float]:
    """How a throw of six dice ends when the points are as good as won and hot dice must be rolled (F12): the chances
    of a Farkle, of a way out (some option leaves a die in hand), and of nothing but hot dice again."""
    only = sum(b.count for b in bundles(rules, 6) if all(left == 0 for _, left in b.options)) / THROWS[6]
    farkle = farkle_count(rules, 6) / THROWS[6]
    return farkle, 1 - farkle - only, only
