"""Worlds as they are likely, compiled: what others hide, dealt so that racks in better order come up more often the later
it is in the round. Needs numba; import it lazily.

Others keep what fits, so their hidden cards are no fair sample of the unseen ones. A rack is taken to be as likely as the
power ``COOLING`` x laps of its weight; that power makes the mean weight of the racks drawn equal that of the racks met in
play, in every lap, with two players as with three. Cards are exchanged as Metropolis has it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import may_go
from sofra.games.racko.kernel_chain import count_coming
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_weights import rack_weight
from sofra.games.racko.layout import (
    DRAWN,
    KNOWN,
    LAP,
    OPEN,
    PILE,
    PILE_AT,
    PILE_END,
    RACKS,
    SEATS,
    SHUFFLES,
)

COOLING, COLDEST = 0.125, 1.5
FIRST_STEPS, STEPS = np.int64(150), np.int64(16)
"""Exchanges tried before the first world and between worlds."""


class Hidden(NamedTuple):
    """Where the hidden cards stand: ``places`` holds the hidden slots of others first, then the pile; ``kind`` is 1 where
    the card is of the newest shuffle (only cards of one kind change places). ``logs`` are the racks' log weights."""

    places: Any
    kind: Any
    logs: Any


def hidden() -> Hidden:
    """Room for one search; no two threads share it."""
    return Hidden(np.zeros(128, np.int64), np.zeros(128, np.int64), np.zeros(4))


@njit(**INNER)
def _all_hidden(state, desk):
    """Marks every card that lies in the pile or hidden in a rack; answers how many."""
    desk.coming[:] = 0
    for i in range(state[PILE_AT], state[PILE_END]):
        desk.coming[state[PILE + i]] = 1
    for seat in range(state[SEATS]):
        for slot in range(10):
            if not state[OPEN + seat] >> slot & 1:
                desk.coming[state[RACKS + 10 * seat + slot]] = 1
    return count_coming(state, desk)


@njit(**INNER)
def _places(state, seat, hidden):
    """Finds the hidden places of others (so many first) and of the pile; answers both counts."""
    count = 0
    for other in range(state[SEATS]):
        if other == seat:
            continue
        for slot in range(10):
            if not state[OPEN + other] >> slot & 1:
                hidden.places[count] = RACKS + 10 * other + slot
                hidden.kind[count] = 1 if state[SHUFFLES] == 0 or state[DRAWN + other] >> slot & 1 else 0
                count += 1
    slots = count
    if not state[KNOWN]:
        for i in range(state[PILE_END]):
            hidden.places[count] = PILE + i
            hidden.kind[count] = 1
            count += 1
    return slots, count


@njit(**DOORS)
def begin_worlds(house, state, seat, weights, desk, hidden, word):
    """Brings the hidden cards of ``state`` into an order of which nothing of the true one is left; answers the hidden slots
    and all hidden places."""
    slots, count = _places(state, seat, hidden)
    for i in range(count - 1, 0, -1):
        k = below(word, i + 1)
        if hidden.kind[i] == hidden.kind[k]:
            a, b = hidden.places[i], hidden.places[k]
            state[a], state[b] = state[b], state[a]
    table = weights[min(60, max(1, _all_hidden(state, desk)))]
    for other in range(state[SEATS]):
        hidden.logs[other] = np.log(rack_weight(state, RACKS + 10 * other, table, desk))
    next_world(house, state, slots, count, FIRST_STEPS, weights, desk, hidden, word)
    return slots, count


@njit(**DOORS)
def next_world(house, state, slots, count, steps, weights, desk, hidden, word):
    """Moves on to another likely world, in place."""
    if slots == 0 or count < 2:
        return
    table = weights[min(60, max(1, _all_hidden(state, desk)))]
    power = min(COLDEST, COOLING * state[LAP])
    for _ in range(steps):
        i, k = below(word, slots), below(word, count)
        a, b = hidden.places[i], hidden.places[k]
        if a == b or hidden.kind[i] != hidden.kind[k]:
            continue
        one = (a - RACKS) // 10
        two = (b - RACKS) // 10 if k < slots else one
        was_complete = _complete(house, state, one) or _complete(house, state, two)
        state[a], state[b] = state[b], state[a]
        log_one = np.log(rack_weight(state, RACKS + 10 * one, table, desk))
        log_two = np.log(rack_weight(state, RACKS + 10 * two, table, desk)) if two != one else log_one
        gain = log_one - hidden.logs[one]
        if two != one:
            gain += log_two - hidden.logs[two]
        complete = _complete(house, state, one) or _complete(house, state, two)
        if (was_complete or not complete) and below(word, 1 << 30) < np.exp(min(0.0, power * gain)) * (
            1 << 30
        ):
            hidden.logs[one], hidden.logs[two] = log_one, log_two
        else:
            state[a], state[b] = state[b], state[a]


@njit(**INNER)
def _complete(house, state, seat):
    """Whether a rack would have gone already; where calls are made it may be held back."""
    return not house.call and state[LAP] > 1 and may_go(house, state, seat)
