"""How people see a throw of three dice: easy sums often, hard ones seldom, and sometimes wrongly.

A computer player never asks what a throw reaches; it looks, as people do, and each look may miss and slip. What it has
seen is private chance of its own: no view, tell or state ever holds it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp
from random import Random

from sofra.games.raks.reach import ways
from sofra.games.raks.rules import ZONES


@dataclass(frozen=True, slots=True)
class Skill:
    """``horizon`` is the effort (see ``reach``) of an expression that is seen every second time, ``spread`` how soft that
    limit is; ``slip`` the chance to be wrong about a result; ``noise`` the spread, in points, of misjudged positions;
    ``insight`` (0…1) how much of the position is seen beyond the points of the moment."""

    horizon: float
    spread: float
    slip: float
    noise: float
    insight: float

    def sees(self, effort: float) -> float:
        """The chance to see an expression of this effort at one look."""
        return 1.0 / (1.0 + exp((effort - self.horizon) / self.spread))


@lru_cache(maxsize=4096)
def _chances(dice: tuple[int, ...], dice_use: str, skill: Skill) -> tuple[tuple[int, str, float], ...]:
    return tuple((way.zone, way.text, skill.sees(way.effort)) for way in ways(dice, dice_use))


def look(dice: tuple[int, ...], dice_use: str, skill: Skill, rng: Random) -> dict[int, str]:
    """Zone -> the expression that is believed to make it, after one look at the dice."""
    seen: dict[int, str] = {}
    random = rng.random
    for zone, text, chance in _chances(dice, dice_use, skill):
        if random() < chance:
            believed = zone
            if skill.slip and random() < skill.slip:
                believed = min(ZONES, max(1, zone + rng.choice((-2, -1, 1, 2))))
            seen.setdefault(believed, text)
    return seen


def sights(dice: tuple[int, ...], dice_use: str, skill: Skill | None) -> dict[int, float]:
    """Zone -> the chance to see some expression that makes it at one look, slips left out; without a skill everything that
    is there is seen."""
    unseen: dict[int, float] = {}
    for way in ways(dice, dice_use):
        chance = 1.0 if skill is None else skill.sees(way.effort)
        unseen[way.zone] = unseen.get(way.zone, 1.0) * (1.0 - chance)
    return {zone: 1.0 - dark for zone, dark in unseen.items()}


def look_for(zone: int, dice: tuple[int, ...], dice_use: str, skill: Skill, rng: Random) -> str | None:
    """The expression found for one zone by somebody who looks twice for it alone, or None."""
    for _ in range(2):
        found = look(dice, dice_use, skill, rng).get(zone)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=64)
def missed(dice_use: str, skill: Skill) -> float:
    """How often a player of this skill, looking twice for a zone that some throw reaches, finds nothing: what the player
    has learned of its own limits, an average over all throws."""
    total = missing = 0.0
    for dice in throws():
        unseen: dict[int, float] = {}
        for zone, _, chance in _chances(dice, dice_use, skill):
            unseen[zone] = unseen.get(zone, 1.0) * (1.0 - chance) ** 2
        total += len(unseen)
        missing += sum(unseen.values())
    return missing / total


@lru_cache(maxsize=2)
def likelihood(dice_use: str) -> tuple[float, ...]:
    """How often each zone is reached by a throw, zone 1 first: what experience teaches of the board."""
    reached = [0] * ZONES
    for dice in throws():
        weight = 6 if len(set(dice)) == 3 else 3 if len(set(dice)) == 2 else 1
        for zone in {way.zone for way in ways(dice, dice_use)}:
            reached[zone - 1] += weight
    return tuple(count / 216 for count in reached)


def throws() -> list[tuple[int, ...]]:
    """The 56 throws, ascending."""
    return [(a, b, c) for a in range(1, 7) for b in range(a, 7) for c in range(b, 7)]
