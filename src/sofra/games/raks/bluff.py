"""How often to bluff and how often to doubt: rates near an equilibrium, and how they move with what challenges revealed.

The rates were learned by strong players of one skill who played against each other (``training``): whoever bluffs or doubts
at them is hard to exploit by somebody of the same skill. They are kept as logarithms of odds, one for each situation that a
player tells apart. Plain Python; ``kernel_outlook`` compiles these very functions.
"""

# ruff: noqa: PLR0917 (compiled too: numbers one by one)

from __future__ import annotations

import json
from functools import lru_cache
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from sofra.games.raks.perception import Skill, missed, sights, throws
from sofra.games.raks.rules import ZONES, RaksRules

LEAVING = -0.5
"""What "No move" is worth: somebody may claim the throw. Worths are points of the own strings, with what is denied to others."""
BLUFFS, DOUBTS = 90, 288
"""Situations that are told apart, for bluffing and for doubting."""
WATCHED = 0.06
"""How often a bead is challenged before anything is known of the table."""
HEED = 0.5
"""How much what challenges revealed moves the odds."""
NEVER = -9.0
"""The odds where there is nothing to be won."""
RARE, PLAIN = 0.012, 0.03
"""Where zones are told apart by how much oftener than a false one a true bead is there to which one sees no way."""


class Rates(NamedTuple):
    """Odds by situation (``bluff_place``, ``doubt_place``): to bluff, and to challenge what one sees no way to; and for each
    zone whether a bead without a visible way is false nearly surely (0), surely enough (1) or less so (2)."""

    bluff: Any
    doubt: Any
    hard: Any


@lru_cache(maxsize=16)
def zones_by_trust(skill: Skill, dice_use: str) -> tuple[int, ...]:
    """``Rates.hard``: what experience teaches of zones, an average over all throws."""
    true, false = [0.0] * ZONES, [0.0] * ZONES
    for dice in throws():
        weight = (1, 3, 6)[len(set(dice)) - 1]
        seen = sights(dice, dice_use, skill)
        for zone in range(ZONES):
            chance = seen.get(zone + 1, 0.0)
            true[zone] += weight * chance * (1.0 - chance) ** 2
            false[zone] += weight * (1.0 - chance) ** 3
    share = [there / (there + not_there) for there, not_there in zip(true, false, strict=True)]
    return tuple(0 if one < RARE else 1 if one < PLAIN else 2 for one in share)


@lru_cache(maxsize=64)
def rates_for(skill: Skill, rules: RaksRules, seats: int) -> Rates:
    """The rates that were learned under rules nearest to these, with as many seats, for the skill that misses most nearly as
    much as this one."""
    blind = missed(rules.dice_use, skill)
    kept = json.loads(Path(__file__).with_name("rates.json").read_text(encoding="utf-8"))

    def far(one: dict[str, Any]) -> tuple[bool, bool, float]:
        return one["seats"] != seats, one["layout"] != rules.layout, abs(one["missed"] - blind)

    nearest = min(kept["rates"], key=far)
    return Rates(nearest["bluff"], nearest["doubt"], list(zones_by_trust(skill, rules.dice_use)))


def log_odds(rate: float) -> float:
    """The logarithm of the odds."""
    return log(rate / (1.0 - rate))


def rate_of(odds: float) -> float:
    """The rate of a logarithm of odds."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, odds))))


def bluff_place(bead: float, honest: float, left: int, hard: int) -> int:
    """The situation of a possible bluff, 0…89: how much more the bead would be worth than the honest move, whether there is
    an honest move, how many zones are open, and how easily the zone is trusted (``Rates.hard``)."""
    more = bead - honest
    step = 0 if more < 1.8 else 1 if more < 3.6 else 2 if more < 6.0 else 3 if more < 10.0 else 4
    full = 0 if left > 24 else 1 if left > 12 else 2
    return step * 18 + (9 if honest > LEAVING else 0) + full * 3 + hard


def doubt_place(bead: float, honest: float, lost: float, left: int, hard: int, most: bool) -> int:
    """The situation of a bead that the doubter sees no way to, 0…287: how much more it is worth to its placer than the best
    that the doubter sees instead, whether there is such a thing, what a wrong doubt costs, how many zones are open, how
    easily the zone is trusted (``Rates.hard``), and whether no rival matters more than the placer."""
    more = bead - honest
    step = 0 if more < 0.0 else 1 if more < 3.6 else 2 if more < 7.5 else 3
    dear = 0 if lost < 3.0 else 1 if lost < 6.0 else 2
    return step * 72 + (36 if honest > LEAVING else 0) + dear * 12 + (6 if left > 12 else 0) + hard * 2 + most


def watched_by(challenges: int, beads: int) -> float:
    """How much oftener than usual a table challenges, after so many challenges among so many beads: a difference of odds."""
    return log_odds((20.0 * WATCHED + challenges) / (20.0 + beads + challenges)) - log_odds(WATCHED)


def distrust(false: float, suspicion: float) -> float:
    """How much less than usual a placer is trusted, ``false`` of whose beads are thought false: a difference of odds."""
    return log_odds(min(0.95, max(0.005, false))) - log_odds(suspicion)
