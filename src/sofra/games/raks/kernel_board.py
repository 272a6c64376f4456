"""The board of the compiled twin: a state as an array, beads on and off, points, endings and winners. Needs numba; import
it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.layout import (
    ASKED,
    BEADS_ON,
    BOARD,
    CHALLENGER,
    DICE,
    EARLIER,
    GAME,
    OPEN_ZONES,
    SEATS,
    SIZE,
    TRIPLES,
    WON,
    flat,
    tables,
)
from sofra.games.raks.rules import BEADS, ZONES, RaksRules
from sofra.games.raks.state import State


class House(NamedTuple):
    """``layout.Tables`` for compiled functions: arrays of whole numbers."""

    withdraws: bool
    placer_picks: bool
    first: bool
    games: int
    closed: bool
    lines: Any
    bonus: Any
    reach: Any


def house(rules: RaksRules) -> House:
    """The house rules for compiled functions."""
    made = tables(rules)
    return House(
        made.withdraws,
        made.placer_picks,
        made.first,
        made.games,
        made.closed,
        np.array(made.lines, dtype=np.int64),
        np.array(made.bonus, dtype=np.int64),
        np.array(made.reach, dtype=np.int64),
    )


def start(seats: int) -> Any:
    """A match before the dice for the start."""
    state = np.zeros(SIZE, dtype=np.int64)
    state[SEATS] = seats
    begin(state)
    return state


def encode(state: State) -> Any:
    """A state of the core as the twin's array."""
    return np.array(flat(state), dtype=np.int64)


def same(state: State, twin: Any) -> bool:
    """Whether the twin's array is this state of the core."""
    return bool(np.array_equal(encode(state), twin))


@njit(nogil=True, cache=True)
def begin(state):
    """The same seats begin a new match."""
    seats = state[SEATS]
    state[:] = 0
    state[SEATS], state[GAME] = seats, 1
    state[ASKED] = (1 << seats) - 1
    clear(state)
    state[CHALLENGER] = -1


@njit(nogil=True, cache=True)
def clear(state):
    """An empty board."""
    for i in range(BOARD, SIZE):
        state[i] = -1
    for seat in range(4):
        state[BEADS_ON + seat] = 0
    state[OPEN_ZONES] = ZONES


@njit(nogil=True, cache=True)
def reached(house, state):
    """The zones that the dice on the table make, as bits."""
    return house.reach[36 * state[DICE] + 6 * state[DICE + 1] + state[DICE + 2] - 43]


@njit(nogil=True, cache=True)
def put(state, zone, seat):
    """A bead on a zone (1…36)."""
    state[BOARD + zone - 1] = seat
    state[BEADS_ON + seat] += 1
    state[OPEN_ZONES] -= 1


@njit(nogil=True, cache=True)
def take(state, zone):
    """The bead off a zone (1…36)."""
    place = BOARD + zone - 1
    state[BEADS_ON + state[place]] -= 1
    state[place] = -1
    state[OPEN_ZONES] += 1


@njit(nogil=True, cache=True)
def points(house, state, seat):
    """The points of a seat on the board (R10)."""
    found = state[BEADS_ON + seat]
    lines = house.lines
    for i in range(lines.shape[0]):
        length = head = 0
        broken = False
        for k in range(lines.shape[1]):
            if state[BOARD + lines[i, k]] == seat:
                length += 1
                continue
            if not broken:
                head, broken = length, True
                if house.closed:
                    length = 0
            found += house.bonus[length]
            length = 0
        # In a ring the run at the end goes on at the beginning; it was not counted there.
        found += house.bonus[length + head if house.closed and broken else length]
    return found


@njit(nogil=True, cache=True)
def ending(state):
    """The number of the ending at the end of this turn (R9), 0 for none."""
    if state[OPEN_ZONES] == 0:
        return 1
    seats = state[SEATS]
    for seat in range(seats):
        if state[BEADS_ON + seat] >= BEADS:
            return 2
    return 3 if state[TRIPLES] >= seats else 0


@njit(nogil=True, cache=True)
def total(house, state, seat):
    """All points of a seat: those of earlier games and of the board."""
    return state[EARLIER + seat] + points(house, state, seat)


@njit(nogil=True, cache=True)
def win_share(house, state, seat):
    """The part of the win that a seat has when the match ends as it stands (R10, R12): most games, then most points."""
    shared, mine = 0, state[WON + seat] * 1000 + total(house, state, seat)
    for other in range(state[SEATS]):
        theirs = state[WON + other] * 1000 + total(house, state, other)
        if theirs > mine:
            return 0.0
        shared += theirs == mine
    return 1.0 / shared
