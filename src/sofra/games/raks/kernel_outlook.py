"""The strong player compiled: the very functions of ``outlook``, ``bluff`` and ``judgement``, over arrays. Needs numba; import
it lazily. Nothing is written a second time here: numba is only told that compiled code may call them."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from sofra.games.raks import bluff, judgement, outlook, prospects
from sofra.games.raks.outlook import Desk, Ground, Throws
from sofra.games.raks.perception import Skill, sights
from sofra.games.raks.rules import ZONES, RaksRules

for _function in (
    outlook.promise,
    outlook.swings,
    outlook.best_reply,
    outlook.look_ahead,
    outlook.cheapest,
    outlook.dearest,
    bluff.log_odds,
    bluff.rate_of,
    bluff.distrust,
    bluff.bluff_place,
    bluff.doubt_place,
    judgement.matters_most,
    judgement.decided,
    judgement.look_further,
    judgement.worths,
    judgement.tempting,
    judgement.best_seen,
    judgement.honest_choice,
    judgement.open_zones,
):
    register_jitable(_function)

worths = njit(nogil=True, cache=True)(judgement.worths)
swings = njit(nogil=True, cache=True)(outlook.swings)
cheapest = njit(nogil=True, cache=True)(outlook.cheapest)
dearest = njit(nogil=True, cache=True)(outlook.dearest)
best_seen = njit(nogil=True, cache=True)(judgement.best_seen)
honest_choice = njit(nogil=True, cache=True)(judgement.honest_choice)
placing = njit(nogil=True, cache=True)(judgement.placing)
doubt_situation = njit(nogil=True, cache=True)(judgement.doubt_situation)
doubt_chance = njit(nogil=True, cache=True)(judgement.doubt_chance)
chances = njit(nogil=True, cache=True)(prospects.chances)
watched_by = njit(nogil=True, cache=True)(bluff.watched_by)


def ground_of(rules: RaksRules) -> Ground:
    """``outlook.ground`` as arrays."""
    plain = outlook.ground(rules)
    return Ground(
        np.array(plain.lines, dtype=np.int64),
        plain.long,
        plain.closed,
        plain.most,
        np.array(plain.bonus, dtype=np.float64),
    )


def throws_of(rules: RaksRules) -> Throws:
    """``outlook.throws_of`` as arrays."""
    plain = outlook.throws_of(rules)
    return Throws(
        np.array(plain.reach, dtype=np.int64),
        np.array(plain.places, dtype=np.int64),
        np.array(plain.chances, dtype=np.float64),
    )


def desk_for(seats: int, denial: float = 1.0) -> Desk:
    """A desk of arrays."""
    return Desk(
        np.zeros(ZONES),
        np.zeros(ZONES),
        np.zeros(ZONES),
        np.zeros(outlook.WORK),
        np.zeros(ZONES, dtype=np.int64),
        np.full(seats, denial / (seats - 1)),
    )


def eyes(rules: RaksRules, skill: Skill | None) -> Any:
    """What a skill sees: for each of the 216 throws and each zone the chance at one look (everything without a skill). Slips
    are left out: strong players make none."""
    found = np.zeros((216, ZONES))
    for place in range(216):
        dice = tuple(sorted((place // 36 + 1, place // 6 % 6 + 1, place % 6 + 1)))
        for zone, chance in sights(dice, rules.dice_use, skill).items():
            found[place, zone - 1] = chance
    return found
