"""The yardstick compiled: ``mind.RaksMind`` with the eyes of a professor and a strict temper, over arrays, so that the strong
player can be measured against it in thousands of matches. Needs numba; import it lazily.

It is held against the readable one by a test. A professor does not slip and misjudges nothing, so neither is here.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

from math import cos, log, pi, sqrt
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.kernel_random import uniform
from sofra.games.raks.mind import NO_MOVE_WORTH
from sofra.games.raks.perception import Skill, likelihood, missed
from sofra.games.raks.players import TEMPERS
from sofra.games.raks.position import BLOCK, GROWTH, strands
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.scoring import bonus

STRICT = TEMPERS["strict"]
HONESTY, SUSPICION, CAUTION = STRICT.honesty, STRICT.suspicion, STRICT.caution


class Measure(NamedTuple):
    """What the yardstick goes by: ``sides[zone, line, side]`` are the places on one side, nearest first, -1 behind the last;
    ``bonus`` by length of run; ``likely``: how often each zone is reached; ``blind``: how often a way is missed."""

    sides: Any
    bonus: Any
    likely: Any
    blind: float


def measure_of(rules: RaksRules, skill: Skill | None) -> Measure:
    """The yardstick under these house rules."""
    sides = np.full((ZONES, 2, 2, ZONES), -1, dtype=np.int64)
    for zone, lines in enumerate(strands(rules.layout)):
        for line, pair in enumerate(lines):
            for side, places in enumerate(pair):
                sides[zone, line, side, : len(places)] = places
    return Measure(
        sides,
        np.array([bonus(length, rules.long_runs) for length in range(ZONES + 1)], dtype=np.int64),
        np.array(likelihood(rules.dice_use)),
        0.0 if skill is None else missed(rules.dice_use, skill),
    )


@njit(nogil=True, cache=True)
def length(board, side, seat):
    """``position._length``."""
    count = 0
    while count < ZONES and side[count] >= 0 and board[side[count]] == seat:
        count += 1
    return count


@njit(nogil=True, cache=True)
def gain(by, board, place, seat):
    """``Values.gain``."""
    points = 1
    for line in range(2):
        left = length(board, by.sides[place, line, 0], seat)
        right = length(board, by.sides[place, line, 1], seat)
        points += by.bonus[left + right + 1] - by.bonus[left] - by.bonus[right]
    return points


@njit(nogil=True, cache=True)
def growth(by, board, place, seat):
    """``Values.growth``."""
    promise, before = 0.0, board[place]
    for line in range(2):
        for side in range(2):
            way = by.sides[place, line, side]
            at = length(board, way, seat)
            if at < ZONES and way[at] >= 0 and board[way[at]] < 0:
                there = way[at]
                board[place] = seat
                more = gain(by, board, there, seat)
                board[place] = before
                promise += (more - gain(by, board, there, seat)) * by.likely[there]
    return promise


@njit(nogil=True, cache=True)
def worth(by, board, place, seat, weights):
    """``Values.worth`` with full insight."""
    denied = 0.0
    for rival in range(weights.size):
        if rival != seat:
            denied += weights[rival] * gain(by, board, place, rival)
    return gain(by, board, place, seat) + GROWTH * growth(by, board, place, seat) + BLOCK * denied


@njit(nogil=True, cache=True)
def spare(by, board, seat, best):
    """``Values.cheapest``, or with ``best`` ``Values.dearest``; -1 if there is none."""
    found, most = -1, 0
    for place in range(ZONES):
        if board[place] == seat:
            here = gain(by, board, place, seat)
            here = here if best else -here
            if found < 0 or here > most:
                found, most = place, here
    return found


@njit(nogil=True, cache=True)
def put_bead(by, board, seat, weights, watchfulness, seen, stream):
    """``RaksMind._weigh``: the zone (0…35) of a bead, -1 for "No move"."""
    best, chosen, lure, bluff = NO_MOVE_WORTH, -1, -1.0, -1
    for zone in range(ZONES):
        if board[zone] >= 0:
            continue
        here = worth(by, board, zone, seat, weights)
        if seen[zone]:
            if here > best:
                best, chosen = here, zone
        elif here + 0.5 * gauss(stream) > lure:
            lure, bluff = here, zone
    caught = 1.0 - (1.0 - min(0.9, 0.3 + 3.0 * watchfulness)) ** (weights.size - 1)
    mine = spare(by, board, seat, False)
    lost = 0.0 if mine < 0 else float(gain(by, board, mine, seat))
    if bluff >= 0 and (1.0 - caught) * lure - caught * lost - HONESTY > best:
        return bluff
    return chosen


@njit(nogil=True, cache=True)
def doubts(by, board, placer, zone, seat, weights, false, found_a_way, pick):
    """``RaksMind._answer``: whether a bead on ``zone`` (0…35) is challenged; ``false`` of the placer's beads are thought so."""
    lie = 0.02 if found_a_way else false / (false + (1.0 - false) * by.blind)
    upheld = gain(by, board, zone, placer) + 0.5 * growth(by, board, zone, placer)
    board[zone] = -1
    other = spare(by, board, placer, False)
    if other >= 0:
        upheld += gain(by, board, other, placer)
    board[zone] = placer
    lost = spare(by, board, seat, pick)
    cost = 0.0 if lost < 0 else float(gain(by, board, lost, seat))
    return lie * upheld * weights[placer] - (1.0 - lie) * cost > CAUTION


@njit(nogil=True, cache=True)
def best_claim(by, board, seat, weights, seen):
    """``RaksMind._claim``: the open zone seen that is worth most, the last of several; -1 if there is none."""
    best, most = -1, 0.0
    for zone in range(ZONES):
        if board[zone] < 0 and seen[zone]:
            here = worth(by, board, zone, seat, weights)
            if best < 0 or here >= most:
                best, most = zone, here
    return best


@njit(nogil=True, cache=True)
def gauss(stream):
    """A number of the normal distribution (Box and Muller)."""
    return sqrt(-2.0 * log(1.0 - uniform(stream))) * cos(2.0 * pi * uniform(stream))
