"""The expert's thinking with two players, compiled: the duel's values, and a look ahead from them. Needs numba; import it
lazily.

In play no worlds are looked at: the values alone win more (``docs/players.md``). With worlds, the choices that look nearly as
good as the best are played on in likely ones: the other answers as the chain player would, and the networks value the turn
that follows. What a draw is worth is known as a mean over all cards; there the worlds only say by how much the next turn's
value differs.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.kernel import draw, may_go, move
from sofra.games.racko.kernel_chain import Desk, choose, cost_table, desk
from sofra.games.racko.kernel_duel import (
    PLACES,
    Duel,
    Room,
    begin,
    duel,
    end_turn,
    room,
    value_draw,
    value_places,
    value_turn,
)
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_worlds import STEPS, Hidden, begin_worlds, hidden, next_world
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    OVER_PHASE,
    PHASE,
    PILE_END,
    RACK_O_MOVE,
    SEAT,
    TAKE_MOVE,
    TURN_PHASE,
)

MARGIN = 0.06
"""Choices that are worse than the best by more are not played on."""

TAKES, PUTS = 2, 4
"""At most so many places are played on for the card on the discards, and for a card in hand."""

LIKELIEST = 0.9995
"""No chance is surer than that before the rack is in order."""

UNSURE = 0.02
"""The error of a chance that was not played on."""

DRAWS = 11
"""The place of a draw among the choices, behind the ten slots and the toss."""


class Mind(NamedTuple):
    """What the expert thinks with; no two threads share one."""

    networks: Duel
    room: Room
    costs: Any
    theirs: Desk
    hidden: Hidden
    picked: Any
    found: Any
    square: Any


def mind(networks: Duel | None = None) -> Mind:
    """A mind of one's own, with the shipped networks or others."""
    networks = networks or duel()
    return Mind(
        networks,
        room(networks),
        cost_table(3),
        desk(),
        hidden(),
        np.zeros(12, np.int64),
        np.zeros(12),
        np.zeros(12),
    )


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
    taken, drawn = value_turn(state, seat, mind.networks, mind.room)
    return max(taken, drawn)


@njit(nogil=True, cache=True)
def _pick(values, drawn, most, picked):
    """Writes the places that are worth playing on, and the draw; answers how many there are."""
    top, count = max(drawn, values.max()), 0
    left = values.copy()
    for _ in range(most):
        at = left.argmax()
        if left[at] >= max(0.0, top - MARGIN):
            picked[count] = at
            left[at] = -1.0
            count += 1
    if drawn >= top - MARGIN:
        picked[count] = DRAWS
        count += 1
    return count


@njit(nogil=True, cache=True)
def _play_on(house, state, count, worlds, mind, word):
    """Fills ``mind.found`` and ``mind.square`` for the picked choices: the sums of the chance a turn later (of a draw: of
    how much it differs from that just after it) and of its squares."""
    seat, turn, layers = state[SEAT], state[PHASE] == TURN_PHASE, mind.networks.after
    world, played = state.copy(), state.copy()
    weights = mind.room.weights
    slots, places = begin_worlds(house, world, seat, weights, mind.theirs, mind.hidden, word)
    mind.found[:], mind.square[:] = 0.0, 0.0
    for _ in range(worlds):
        next_world(house, world, slots, places, STEPS, weights, mind.theirs, mind.hidden, word)
        mine, theirs = below(word, 1 << 28), below(word, 1 << 28)
        for k in range(count):
            place, less = mind.picked[k], 0.0
            played[:] = world
            if place == DRAWS:
                move(house, played, DRAW_MOVE)
                draw(played, mine % played[PILE_END])
                unseen = begin(played, seat, layers, mind.room)
                place = value_places(played, seat, played[HAND], True, PLACES, unseen, layers, mind.room)
                less = mind.room.values[place]
            elif turn:
                move(house, played, TAKE_MOVE)
            move(house, played, end_turn(house, played, place))
            value = _next_turn(house, played, seat, mind, theirs) - less
            mind.found[k] += value
            mind.square[k] += value * value


@njit(nogil=True, cache=True)
def _take_in(values, errs, count, worlds, mind):
    """The values after playing on; those that were not played on move by as much as the others did on average."""
    shift = 0.0
    for k in range(count):
        place, mean = mind.picked[k], mind.found[k] / worlds
        value = mean + (values[DRAWS] if place == DRAWS else 0.0)
        errs[place] = np.sqrt(max(1e-8, mind.square[k] / worlds - mean * mean) / worlds)
        shift += (value - values[place]) / count
        mind.found[k] = value
    for place in range(12):
        if values[place] >= 0.0:
            values[place] += shift
    for k in range(count):
        values[mind.picked[k]] = mind.found[k]


@njit(nogil=True, cache=True)
def think(house, state, mind, worlds, word, chances, errors):
    """Writes for each move of the seat on turn the chance that it goes first, with a standard error, at the move's number;
    -1 for moves that are none. Choices that are nearly the best are played on in so many worlds."""
    seat, turn, layers = state[SEAT], state[PHASE] == TURN_PHASE, mind.networks.after
    values, errs = np.full(12, -1.0), np.full(12, UNSURE)
    chances[:], errors[:] = -1.0, 0.0
    if turn and house.call and state[LAP] == 1 and may_go(house, state, seat):
        chances[RACK_O_MOVE] = 1.0
    unseen = begin(state, seat, layers, mind.room)
    if turn:
        values[DRAWS] = value_draw(state, seat, unseen, layers, mind.room)
    card = state[DISCARD + state[DISCARDS] - 1] if turn else state[HAND]
    may_toss, places = state[PHASE] == DRAWN_PHASE, PLACES if turn else 10
    value_places(state, seat, card, may_toss, places, unseen, layers, mind.room)
    values[:DRAWS] = mind.room.values
    count = _pick(values[:DRAWS], values[DRAWS], TAKES if turn else PUTS, mind.picked)
    if worlds and count > 1 and values.max() < 1.0 and not (turn and state[KNOWN]):
        _play_on(house, state, count, worlds, mind, word)
        _take_in(values, errs, count, worlds, mind)
    for place in range(12):
        if values[place] == 1.0:
            errs[place] = 0.0
        elif values[place] >= 0.0:
            values[place] = min(LIKELIEST, max(1.0 - LIKELIEST, values[place]))
    if turn:
        best = values[:DRAWS].argmax()
        chances[TAKE_MOVE], errors[TAKE_MOVE] = values[best], errs[best]
        chances[DRAW_MOVE], errors[DRAW_MOVE] = values[DRAWS], errs[DRAWS]
        return
    for place in range(DRAWS):
        if values[place] >= 0.0:
            number = end_turn(house, state, place)
            chances[number], errors[number] = values[place], errs[place]
