"""A look ahead with two players, compiled: worlds that fit what was done, on top of the values. Needs numba; import it lazily.

The moves that look nearly as good as the best are played on in the same worlds: the other answers as the chain player would,
and the networks value the turn that follows. What a draw is worth is known as a mean over all cards; there the worlds only
say by how much the next turn's value differs. The more worlds there were, the more they correct the values.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import draw, move
from sofra.games.racko.kernel_chain import Desk, choose, cost_table, desk
from sofra.games.racko.kernel_inputs import Room, Values, begin, room
from sofra.games.racko.kernel_past import BETWEEN, SETTLING, Past, begin_fitting, next_fitting, past
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_value import end_turn, judge_by_value, value_places, value_turn
from sofra.games.racko.kernel_worlds import Hidden, begin_worlds, hidden
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
    SHUFFLES,
    TAKEN_PHASE,
)

MARGIN, MOST = 0.04, 4
"""Moves that are worse than the best by more are not played on, and never more moves than that."""

VALUE_ERROR = 0.01
"""What the values of two moves are taken to be off by, one from the other."""

TRUST, DOUBT = 0.5, 20
"""How much of what a turn changes lasts, for a card that is held back is mostly given later; and how many worlds tell as much
as the values do."""

ALIKE = 2.0
"""How much greater an error is than of as many worlds of which none is like the one before."""

PART, CLEAR = 40, 3.0
"""After every so many worlds those moves are left out that lie so many errors behind the best."""


class Mind(NamedTuple):
    """What is thought with; no two threads share one."""

    networks: Values
    room: Room
    costs: Any
    theirs: Desk
    hidden: Hidden
    past: Past
    picked: Any
    found: Any
    square: Any


def mind(networks: Values) -> Mind:
    """A mind of one's own."""
    picked, found, square = np.zeros(MOST, np.int64), np.zeros(MOST), np.zeros(MOST)
    return Mind(networks, room(networks), cost_table(3), desk(), hidden(), past(), picked, found, square)


@njit(**INNER)
def _over(state):
    return state[PHASE] == DEAL_PHASE or state[PHASE] == OVER_PHASE


@njit(**INNER)
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


@njit(**INNER)
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


@njit(**INNER)
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


@njit(**INNER)
def _weigh_in(chances, left, counts, mind, chance, error):
    """Writes what each picked move is worth by value and worlds, and the error of its difference to the first; leaves out
    those that lie clearly behind. Answers how many are left."""
    chance[0], error[0] = chances[mind.picked[0]], 0.0
    for k in range(1, left.size):
        value = chances[mind.picked[k]]
        mean = mind.found[k] / counts[k]
        spread = np.sqrt(max(1e-8, mind.square[k] / counts[k] - mean * mean) / counts[k]) * ALIKE
        share = TRUST * counts[k] / (counts[k] + DOUBT)
        chance[k] = value + share * (chance[0] + mean - value)
        error[k] = share * spread
    best = chance.argmax()
    still = 0
    for k in range(left.size):
        behind = chance[best] - chance[k]
        left[k] = left[k] and behind <= CLEAR * np.sqrt(error[k] ** 2 + error[best] ** 2)
        still += left[k]
    return still


@njit(**DOORS)
def think(house, state, mind, worlds, word, chances, errors):
    """As ``judge_by_value``, with a standard error for each chance; the best moves are corrected by so many worlds at most.
    ``mind.past`` holds what both seats did in this round until now."""
    seat, other = state[SEAT], 1 - state[SEAT]
    judge_by_value(house, state, mind.networks, mind.room, chances)
    errors[:] = VALUE_ERROR
    errors[chances == 1.0] = 0.0
    count = _pick(chances, mind.picked)
    if worlds == 0 or count < 2 or chances.max() == 1.0 or state[KNOWN] or state[SHUFFLES]:
        return
    world, played, places = state.copy(), state.copy(), mind.hidden.places
    costs, theirs = mind.costs, mind.theirs
    slots, hidden_places = begin_worlds(house, world, seat, mind.room.weights, theirs, mind.hidden, word)
    misfits = begin_fitting(house, state, world, other, places, hidden_places, mind.past, costs, theirs)
    mind.found[:], mind.square[:] = 0.0, 0.0
    values, counts = np.zeros(count), np.zeros(count)
    left, chance, error = np.ones(count, np.bool_), np.zeros(count), np.zeros(count)
    steps = SETTLING
    for number in range(worlds):
        misfits = next_fitting(
            house, state, world, other, places, slots, hidden_places, steps, misfits, mind.past, costs, theirs, word
        )  # fmt: skip
        steps = BETWEEN
        mine, next_card = below(word, 1 << 28), below(word, 1 << 28)
        for k in range(count):
            if k == 0 or left[k]:
                played[:] = world
                values[k] = _play_on(house, played, mind.picked[k], seat, mind, mine, next_card)
                if mind.picked[k] == DRAW_MOVE:
                    values[k] += chances[DRAW_MOVE]
                # The same world for all moves: what they have in common tells nothing of which is better.
                mind.found[k] += values[k] - values[0]
                mind.square[k] += (values[k] - values[0]) ** 2
                counts[k] += 1
        if (number % PART == PART - 1 or number == worlds - 1) and _weigh_in(
            chances, left, counts, mind, chance, error
        ) < 2:
            break
    error[0] = error[1:].min()
    for k in range(count):
        chances[mind.picked[k]] = min(0.9999, max(0.0001, chance[k]))
        errors[mind.picked[k]] = np.sqrt((VALUE_ERROR * (1.0 - TRUST)) ** 2 + error[k] ** 2)
