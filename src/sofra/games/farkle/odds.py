"""Exact chances of the throws of one to six dice (F2 to F6): what comes up, what may be set aside, and how often.

Counts are out of the 6**n ordered throws of n dice, so every figure here is a fraction of whole numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table

Option = tuple[int, int]
"""One way to go on after a throw: points set aside, and the dice then in hand (six after hot dice)."""

HOT = 0
"""The dice left when all six have scored, in an ``Option``: they stand apart because ``hot_dice_must_roll`` (F12) binds
them and not the six dice of a fresh turn. Six dice are thrown all the same."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """All throws of n dice that allow the same options, and how many of the 6**n they are."""

    count: int
    options: tuple[Option, ...]


@cache
def throws(dice: int) -> dict[Throw, int]:
    """Every throw of that many dice (faces ascending) with the number of its ordered forms; they add up to 6**n."""
    ways = factorial(dice)
    return {
        throw: ways // prod(map(factorial, Counter(throw).values()))
        for throw in combinations_with_replacement(range(1, 7), dice)
    }


@cache
def farkle_count(rules: FarkleRules, dice: int) -> int:
    """How many of the 6**n ordered throws of n dice score nothing (F5)."""
    keeps = score_table(rules).keeps
    return sum(count for throw, count in throws(dice).items() if not keeps(throw))


def farkle_chance(rules: FarkleRules, dice: int) -> Fraction:
    """The chance of a Farkle with that many dice."""
    return Fraction(farkle_count(rules, dice), 6**dice)


def options(rules: FarkleRules, throw: Throw) -> tuple[Option, ...]:
    """What setting aside can lead to: (points, dice left or HOT), each once, most points first."""
    keeps = score_table(rules).keeps(throw)
    return tuple(sorted({(points, len(throw) - len(dice)) for dice, points in keeps.items()}, reverse=True))


@cache
def bundles(rules: FarkleRules, dice: int) -> tuple[Bundle, ...]:
    """The throws of n dice that are no Farkle, put together by what they allow."""
    found: Counter[tuple[Option, ...]] = Counter()
    for throw, count in throws(dice).items():
        if here := options(rules, throw):
            found[here] += count
    return tuple(Bundle(count, here) for here, count in sorted(found.items()))
