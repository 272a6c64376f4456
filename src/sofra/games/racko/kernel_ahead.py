"""A look ahead with two players, compiled: likely worlds on top of the values. Needs numba; import it lazily.

The moves that look nearly as good as the best are played on in the same worlds: the other answers as the chain player would,
and the networks value the turn that follows. What a draw is worth is known as a mean over all cards; there the worlds only
say by how much the next turn's value differs. The worlds correct the values as far as they are surer than these.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.kernel import draw, move
from sofra.games.racko.kernel_chain import Desk, choose, cost_table, desk
from sofra.games.racko.kernel_inputs import Room, Values, begin, room
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_value import end_turn, judge_by_value, value_places, value_turn
from sofra.games.racko.kernel_worlds import STEPS, Hidden, begin_worlds, hidden, next_world
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    OVER_PHASE,
    PHASE,
    PILE_END,
    SEAT,
    TAKEN_PHASE,
    TURN_PHASE,
)

MARGIN, MOST = 0.06, 4
"""Moves that are worse than the best by more are not played on, and never more moves than that."""

VALUE_ERROR = 0.01
"""What the values of two moves are taken to be off by, one from the other."""


class Mind(NamedTuple):
    """What is thought with; no two threads share one."""

    networks: Values
    room: Room
    costs: Any
    theirs: Desk
    hidden: Hidden
    picked: Any
    found: Any
    square: Any


def mind(networks: Values) -> Mind:
    """A mind of one's own."""
    picked, found, square = np.zeros(MOST, np.int64), np.zeros(MOST), np.zeros(MOST)
    return Mind(networks, room(networks), cost_table(3), desk(), hidden(), picked, found, square)


@njit(nogil=True, cache=True)
def _over(state):
    return state[PHASE] == DEAL_PHASE or state[PHASE] == OVER_PHASE


@njit(nogil=True, cache=True)
def _next_turn(house, state, seat, mind, pick):
    """The other's turn, drawing the card at ``pick`` if they draw; answers the chance as my next turn begins."""
    while not _over(state) and state[SEAT] != seat:
        if state[PHASE] == DRAWING_PHASE:
            draw(state, pick % state[PILE_END])
        else:
            move(house, state, choose(house, state, mind.costs, True, mind.theirs))
    if _over(state):
        return 0.5 if state[CALLER] < 0 else (1.0 if state[CALLER] == seat else 0.0)
    taken, drawn = value_turn(house, state, seat, mind.networks, mind.room)
    return max(taken, drawn)


@njit(nogil=True, cache=True)
def _pick(chances, picked):
    """Writes the moves that are worth playing on; answers how many there are."""
    left, count = chances.copy(), 0
    for _ in range(MOST):
        number = left.argmax()
        if left[number] < max(0.0, chances.max() - MARGIN):
            break
        picked[count] = number
        left[number] = -1.0
        count += 1
    return count


@njit(nogil=True, cache=True)
def _play_on(house, world, number, seat, mind, mine, theirs):
    """One move in one world: the chance a turn later; of a draw, how much it differs from that just after it."""
    plan, layers, less = mind.networks.plan, mind.networks.after, 0.0
    move(house, world, number)
    if world[PHASE] == DRAWING_PHASE:
        draw(world, mine % world[PILE_END])
    if world[SEAT] == seat and (world[PHASE] == DRAWN_PHASE or world[PHASE] == TAKEN_PHASE):
        may_toss, unseen = world[PHASE] == DRAWN_PHASE, begin(world, seat, plan, layers, mind.room)
        place = value_places(
            house, world, seat, world[HAND], may_toss, plan.places, unseen, plan, layers, mind.room
        )
        if number == DRAW_MOVE:
            less = mind.room.values[place]
        move(house, world, end_turn(house, world, place))
    return _next_turn(house, world, seat, mind, theirs) - less


@njit(nogil=True, cache=True)
def think(house, state, mind, worlds, word, chances, errors):
    """As ``judge_by_value``, with a standard error for each chance; the best moves are corrected by so many worlds."""
    seat, found, square = state[SEAT], mind.found, mind.square
    judge_by_value(house, state, mind.networks, mind.room, chances)
    errors[:] = VALUE_ERROR
    errors[chances == 1.0] = 0.0
    count = _pick(chances, mind.picked)
    if worlds == 0 or count < 2 or chances.max() == 1.0 or (state[PHASE] == TURN_PHASE and state[KNOWN]):
        return
    world, played = state.copy(), state.copy()
    weights = mind.room.weights
    slots, places = begin_worlds(house, world, seat, weights, mind.theirs, mind.hidden, word)
    found[:], square[:] = 0.0, 0.0
    for _ in range(worlds):
        next_world(house, world, slots, places, STEPS, weights, mind.theirs, mind.hidden, word)
        mine, theirs = below(word, 1 << 28), below(word, 1 << 28)
        mean = 0.0
        values = np.zeros(MOST)
        for k in range(count):
            played[:] = world
            values[k] = _play_on(house, played, mind.picked[k], seat, mind, mine, theirs)
            if mind.picked[k] == DRAW_MOVE:
                values[k] += chances[DRAW_MOVE]
            values[k] -= chances[mind.picked[k]]
            mean += values[k] / count
        for k in range(count):
            # The same world for all moves: what they have in common tells nothing of which is better.
            found[k] += values[k] - mean
            square[k] += (values[k] - mean) ** 2
    for k in range(count):
        mean = found[k] / worlds
        error = np.sqrt(max(1e-8, square[k] / worlds - mean * mean) / worlds)
        surer = VALUE_ERROR**2 / (VALUE_ERROR**2 + error**2)
        number = mind.picked[k]
        chances[number] = min(0.9999, max(0.0001, chances[number] + surer * mean))
        errors[number] = np.sqrt(surer) * error
