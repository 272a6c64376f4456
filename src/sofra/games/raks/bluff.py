"""How often to bluff and how often to doubt: rates near an equilibrium, and how they move with what challenges revealed.

The rates were learned by strong players of one skill who played against each other (``training``): whoever bluffs or doubts
at them is hard to exploit by somebody of the same skill. They are kept as logarithms of odds, one for each situation that a
player tells apart. Plain Python; ``kernel_outlook`` compiles these very functions.
"""

from __future__ import annotations

import json
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any, NamedTuple

from sofra.games.raks.perception import Skill, missed

LEAVING = -0.2
"""What "No move" is worth, in points: somebody may claim the throw."""
SITUATIONS = 48
"""Situations that are told apart, for bluffing and for doubting each."""
WATCHED = 0.06
"""How often a bead is challenged before anything is known of the table."""
HEED = 0.5
"""How much what challenges revealed moves the odds."""
NEVER = -9.0
"""The odds where there is nothing to be won."""


class Rates(NamedTuple):
    """Odds by situation (``bluff_place``, ``doubt_place``): to bluff, and to challenge what one sees no way to."""

    bluff: Any
    doubt: Any


@cache
def rates_for(skill: Skill, dice_use: str) -> Rates:
    """The rates that were learned for the skill that misses most nearly as much as this one."""
    blind = missed(dice_use, skill)
    kept = json.loads(Path(__file__).with_name("rates.json").read_text(encoding="utf-8"))
    nearest = min(kept["skills"], key=lambda one: abs(one["missed"] - blind))
    return Rates(nearest["bluff"], nearest["doubt"])


def log_odds(rate: float) -> float:
    """The logarithm of the odds."""
    return log(rate / (1.0 - rate))


def rate_of(odds: float) -> float:
    """The rate of a logarithm of odds."""
    return 1.0 / (1.0 + exp(-min(30.0, max(-30.0, odds))))


def bluff_place(bead: float, honest: float, left: int) -> int:
    """The situation of a possible bluff, 0…29: how much more the bead would be worth than the honest move, whether there is
    an honest move, and how many zones are open."""
    more = bead - honest
    step = 0 if more < 0.7 else 1 if more < 1.5 else 2 if more < 2.5 else 3 if more < 4.0 else 4
    full = 0 if left > 24 else 1 if left > 12 else 2
    return step * 6 + (3 if honest > LEAVING else 0) + full


def doubt_place(bead: float, honest: float, lost: float, left: int) -> int:
    """The situation of a bead that the doubter sees no way to, 0…47: how much more it is worth to its placer than the best
    that the doubter sees instead, whether there is such a thing, what a wrong doubt costs, and how many zones are open."""
    more = bead - honest
    step = 0 if more < 0.0 else 1 if more < 1.5 else 2 if more < 3.0 else 3
    dear = 0 if lost < 1.2 else 1 if lost < 2.5 else 2
    return step * 12 + (6 if honest > LEAVING else 0) + dear * 2 + (1 if left > 12 else 0)


def watched_by(challenges: int, beads: int) -> float:
    """How much oftener than usual a table challenges, after so many challenges among so many beads: a difference of odds."""
    return log_odds((20.0 * WATCHED + challenges) / (20.0 + beads + challenges)) - log_odds(WATCHED)


def distrust(false: float, suspicion: float) -> float:
    """How much less than usual a placer is trusted, ``false`` of whose beads are thought false: a difference of odds."""
    return log_odds(min(0.95, max(0.005, false))) - log_odds(suspicion)
