"""What both did in a round, and worlds that fit it, compiled: the other is taken to play like the chain player, but for slips.

Which cards somebody hides follows from what they were seen doing. All cards that left their rack are public, so their racks at
every earlier moment follow from the cards that they hide now: a world fits as far as the chain player would have done in it
what was done. Hidden cards change places as Metropolis has it. Two players only. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import draw, may_go, move
from sofra.games.racko.kernel_chain import choose
from sofra.games.racko.kernel_random import below
from sofra.games.racko.layout import (
    DRAWING_PHASE,
    HAND,
    LAP,
    PHASE,
    PILE,
    PILE_AT,
    PILE_END,
    RACKS,
    SEAT,
    SIZE,
)

MOST_SEEN = np.int64(128)
"""So many moves of a seat are remembered in a round."""

SLIP = 0.01
"""How likely somebody is to do something that the chain player would not."""

SETTLING, BETWEEN = 400, 6
"""Exchanges tried before the first world and between worlds."""


class Past(NamedTuple):
    """For each of two seats the states ``before`` its moves, what was ``done`` there, and the ``count`` of them. ``now`` says
    for every card which card lies there in the world looked at; ``tried`` is room for a state."""

    before: Any
    done: Any
    count: Any
    now: Any
    tried: Any


def past() -> Past:
    """A round that has not begun; no two threads share it."""
    before, done = np.zeros((2, MOST_SEEN, SIZE), np.int64), np.zeros((2, MOST_SEEN), np.int64)
    return Past(before, done, np.zeros(2, np.int64), np.arange(64), np.zeros(SIZE, np.int64))


@njit(**DOORS)
def see(past, state, number):
    """Remembers a move of the seat on turn, before it is made."""
    seat = state[SEAT]
    at = past.count[seat]
    if at < MOST_SEEN:
        past.before[seat, at] = state
        past.done[seat, at] = number
        past.count[seat] += 1


@njit(**DOORS)
def replay(house, state, moves, past):
    """Plays a round from its deal: ``moves`` holds a row for each move, its number and the card that was drawn then (0: none).
    The ``house`` must be one with calls: in a world that only fits what is seen now, a rack might have gone earlier."""
    past.count[:] = 0
    for number, card in moves:
        see(past, state, number)
        move(house, state, number)
        if state[PHASE] == DRAWING_PHASE:
            for i in range(state[PILE_END]):
                if state[PILE + i] == card:
                    draw(state, i)
                    break


@njit(**INNER)
def _misfits(house, world, other, most, past, costs, desk):
    """How many moves of the other a chain player would not have made in this world, the last first; more than ``most`` are
    not counted, and a rack that would have gone fits nothing."""
    if not house.call and world[LAP] > 1 and may_go(house, world, other):
        return most + 1
    found, base, tried, now = 0, RACKS + 10 * other, past.tried, past.now
    for at in range(past.count[other] - 1, -1, -1):
        tried[:] = past.before[other, at]
        for i in range(base, base + 10):
            tried[i] = now[tried[i]]
        for i in range(PILE + tried[PILE_AT], PILE + tried[PILE_END]):
            tried[i] = now[tried[i]]
        tried[HAND] = now[tried[HAND]]
        if not house.call and tried[LAP] > 1 and may_go(house, tried, other):
            return most + 1
        if choose(house, tried, costs, True, desk) != past.done[other, at]:
            found += 1
            if found > most:
                break
    return found


@njit(**DOORS)
def begin_fitting(house, state, world, other, places, count, past, costs, desk):
    """Takes ``world``, which has the hidden cards of ``state`` in other places, for the first world; answers its misfits."""
    for card in range(past.now.size):
        past.now[card] = card
    for i in range(count):
        past.now[state[places[i]]] = world[places[i]]
    return _misfits(house, world, other, MOST_SEEN, past, costs, desk)


@njit(**DOORS)
def next_fitting(house, state, world, other, places, slots, count, steps, misfits, past, costs, desk, word):
    """Moves on to another world that fits about as well as it should, in place; answers its misfits. The first ``slots`` of
    the ``count`` hidden ``places`` are in the rack, the others in the pile."""
    now = past.now
    for _ in range(steps if slots else 0):
        one, two = places[below(word, slots)], places[below(word, count)]
        if one == two:
            continue
        world[one], world[two] = world[two], world[one]
        now[state[one]], now[state[two]] = world[one], world[two]
        most = misfits + int(np.log((below(word, 1 << 30) + 1.0) / (1 << 30)) / np.log(SLIP))
        found = _misfits(house, world, other, most, past, costs, desk)
        if found <= most:
            misfits = found
        else:
            world[one], world[two] = world[two], world[one]
            now[state[one]], now[state[two]] = world[one], world[two]
    for i in range(count - 1, slots, -1):
        one, two = places[i], places[slots + below(word, i + 1 - slots)]
        world[one], world[two] = world[two], world[one]
        now[state[one]], now[state[two]] = world[one], world[two]
    return misfits
