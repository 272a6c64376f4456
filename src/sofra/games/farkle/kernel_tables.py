"""House rules and score tables as flat arrays for the compiled twin, made from the same tables as the rules."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from sofra.games.farkle.odds import throws
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table


class Tables(NamedTuple):
    """``throw_of[first[n] + code]`` is the number of a throw of n dice, ``code`` its faces - 1 in base 6. The keeps of
    throw k are ``begin[k]:begin[k + 1]`` in the order of the core's offers: ``points`` and ``used`` dice of each;
    ``most[k]`` is the keep of all that scores."""

    first: Any
    throw_of: Any
    begin: Any
    points: Any
    used: Any
    most: Any


class Rules(NamedTuple):
    """The house rules as numbers (F7 to F12)."""

    target: int
    last_round: bool
    opening: int
    minimum_bank: int
    three_farkles: int
    floor_at_zero: bool
    must_roll: bool
    pass_on: bool


def numbers(rules: FarkleRules) -> Rules:
    """The house rules that are not in the score table."""
    return Rules(
        rules.target,
        rules.last_round,
        rules.opening,
        rules.minimum_bank,
        rules.three_farkles,
        rules.floor_at_zero,
        rules.hot_dice_must_roll,
        rules.pass_on,
    )


@lru_cache(maxsize=1)
def throw_list() -> tuple[Throw, ...]:
    """Every throw of one to six dice by number."""
    return tuple(throw for dice in range(1, 7) for throw in throws(dice))


@lru_cache(maxsize=1)
def throw_numbers() -> dict[Throw, int]:
    """The number of each throw."""
    return {throw: number for number, throw in enumerate(throw_list())}


@lru_cache(maxsize=32)
def tables(rules: FarkleRules) -> Tables:
    """The tables of these house rules."""
    known, score = throw_numbers(), score_table(rules)
    first, throw_of = [0], list[int]()
    for dice in range(1, 7):
        first.append(len(throw_of))
        throw_of += [known[tuple(sorted(faces))] for faces in product(range(1, 7), repeat=dice)]
    begin, points, used, most = [0], list[int](), list[int](), list[int]()
    for throw in throw_list():
        keeps = score.keeps(throw)
        points += keeps.values()
        used += [len(kept) for kept in keeps]
        best = score.best_keep(throw)
        most.append(list(keeps).index(best) if best else -1)
        begin.append(len(points))
    return Tables(
        np.array(first),
        np.array(throw_of, dtype=np.int16),
        np.array(begin, dtype=np.int32),
        np.array(points, dtype=np.int32),
        np.array(used, dtype=np.int8),
        np.array(most, dtype=np.int16),
    )
