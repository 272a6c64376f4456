"""Random play through the compiled twin: the dice that are due, and whole matches. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.raks.kernel import legal, move, throw, throw_for_start
from sofra.games.raks.kernel_board import begin
from sofra.games.raks.kernel_random import below
from sofra.games.raks.layout import ASKED, OVER, PHASE, SEATS, START, THROW
from sofra.games.raks.rules import ZONES


@njit(nogil=True, cache=True)
def throw_at_random(state, stream):
    """Answers the dice that are due, for the start or for a turn."""
    if state[PHASE] == START:
        asked, count = state[ASKED], 0
        for seat in range(state[SEATS]):
            count += asked >> seat & 1
        faces = np.empty(count, np.int64)
        for i in range(count):
            faces[i] = 1 + below(stream, 6)
        throw_for_start(state, faces)
        return
    throw(state, 1 + below(stream, 6), 1 + below(stream, 6), 1 + below(stream, 6))


@njit(nogil=True, cache=True)
def lowest(asked):
    """The lowest seat of those asked."""
    seat = 0
    while not asked >> seat & 1:
        seat += 1
    return seat


@njit(nogil=True, cache=True)
def play_at_random(house, state, decisions, stream):
    """Random play for so many decisions, match after match; answers how many matches ended. Moves that need an
    expression are left out, as in the readable rules' row of the bench."""
    found = np.zeros(ZONES + 1, np.int64)
    ended = 0
    while decisions > 0:
        phase = state[PHASE]
        if phase == OVER:
            ended += 1
            begin(state)
        elif phase in (THROW, START):
            throw_at_random(state, stream)
        else:
            seat = lowest(state[ASKED])
            count = legal(state, seat, found)
            move(house, state, seat, found[below(stream, count)])
            decisions -= 1
    return ended
