"""The compiled twin of the rules: the same game on one flat array, for mass simulation. Needs numba; import it lazily.

It is proved equal to the readable core by playing the same events through both (tests), and takes every house rule. A
state is one array of whole numbers, as ``layout.py`` says.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR1714, SIM109, SIM110 (compiled code is spelled out)

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DEALER,
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN,
    DRAWN_PHASE,
    FILLED,
    GONE,
    HAND,
    IDLE,
    KNOWN,
    LAP,
    OPEN,
    OUT,
    OVER_PHASE,
    OWN,
    PHASE,
    PILE,
    PILE_AT,
    PILE_END,
    PUT_CALLS,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    REFUSED,
    ROUND,
    SEAT,
    SEATS,
    SHUFFLES,
    SIZE,
    TAKE_MOVE,
    TAKEN_PHASE,
    TOSS_CALL,
    TOSS_MOVE,
    TOSSES,
    TURN_PHASE,
    flat,
)
from sofra.games.racko.scoring import RUN_BONUS
from sofra.games.racko.state import State

_BONUS = np.array(RUN_BONUS, dtype=np.int64)


def start(seats: int) -> Any:
    """A match before the first dealer is drawn."""
    state = np.zeros(SIZE, dtype=np.int64)
    state[SEATS], state[DECK], state[CALLER] = seats, 20 + 10 * seats, -1
    return state


def encode(state: State) -> Any:
    """A state of the core as the twin's array."""
    return np.array(flat(state), dtype=np.int64)


def same(state: State, twin: Any) -> bool:
    """Whether the twin's array is this state of the core (between rounds what lay on the table does not matter)."""
    made = encode(state)
    head = [PHASE, ROUND, DEALER, KNOWN, SHUFFLES, CALLER, *range(OWN, OPEN)]
    if not np.array_equal(made[head], twin[head]):
        return False
    if not state.racks:
        return True
    pile = twin[PILE + twin[PILE_AT] : PILE + twin[PILE_END]].tolist()
    places = [SEAT, LAP, HAND, DISCARDS, *range(OPEN, RACKS + 10 * len(state.racks))]
    return (
        np.array_equal(made[places], twin[places])
        and (pile if state.round.known else sorted(pile)) == list(state.pile)
        and twin[DISCARD : DISCARD + twin[DISCARDS]].tolist() == list(state.discards)
    )


@njit(**DOORS)
def ascending(state, seat):
    """Whether a rack is in order (O5)."""
    at = RACKS + 10 * seat
    for i in range(at, at + 9):
        if state[i] >= state[i + 1]:
            return False
    return True


@njit(**DOORS)
def longest_run(state, seat):
    """The longest run as the rack stands (O10)."""
    at = RACKS + 10 * seat
    longest, length = 1, 1
    for i in range(at, at + 9):
        length = length + 1 if state[i + 1] == state[i] + 1 else 1
        longest = max(longest, length)
    return longest


@njit(**DOORS)
def may_go(house, state, seat):
    """Whether a call of this seat would be right now (O5, O8)."""
    return ascending(state, seat) and (house.min_run == 0 or longest_run(state, seat) >= house.min_run)


@njit(**DOORS)
def legal(house, state, found):
    """Writes the legal moves of the seat on turn into ``found`` (25 places), in the core's order; answers how many."""
    phase, seat = state[PHASE], state[SEAT]
    if phase == TURN_PHASE:
        found[0], found[1], found[2] = TAKE_MOVE, DRAW_MOVE, RACK_O_MOVE
        if house.call and state[LAP] == 1 and (house.false_out or may_go(house, state, seat)):
            return 3
        return 2
    if phase != TAKEN_PHASE and phase != DRAWN_PHASE:
        return 0
    for slot in range(10):
        found[slot] = PUT_MOVES + slot
    count = 10
    if phase == DRAWN_PHASE:
        found[10] = TOSS_MOVE
        count = 11
    if house.call:
        base = RACKS + 10 * seat
        for slot in range(10):
            old = state[base + slot]
            state[base + slot] = state[HAND]
            if house.false_out or may_go(house, state, seat):
                found[count] = PUT_CALLS + slot
                count += 1
            state[base + slot] = old
        if phase == DRAWN_PHASE and (house.false_out or may_go(house, state, seat)):
            found[count] = TOSS_CALL
            count += 1
    return count


@njit(**DOORS)
def first_dealer(house, state, cards):
    """The outcome of the draw for the first deal, a card a seat (O2)."""
    best = 0
    for seat in range(state[SEATS]):
        if (cards[seat] < cards[best]) if house.lowest else (cards[seat] > cards[best]):
            best = seat
    state[DEALER] = best
    state[PHASE] = DEAL_PHASE


@njit(**DOORS)
def deal(state, deck):
    """A deal: ``deck`` holds all cards, those dealt first in dealing order, the first discard behind them (O2)."""
    seats, dealer = state[SEATS], state[DEALER]
    for i in range(10 * seats):
        seat = (dealer + 1 + i) % seats
        state[RACKS + 10 * seat + 9 - i // seats] = deck[i]
    for seat in range(seats):
        state[OUT + seat] = state[OPEN + seat] = state[DRAWN + seat] = 0
        state[REFUSED + seat] = state[TOSSES + seat] = state[IDLE + seat] = 0
        state[GONE + 10 * seat : GONE + 10 * seat + 10] = 0
        state[FILLED + 10 * seat : FILLED + 10 * seat + 10] = 0
    state[DISCARD], state[DISCARDS] = deck[10 * seats], 1
    left = state[DECK] - 10 * seats - 1
    for i in range(left):
        state[PILE + i] = deck[10 * seats + 1 + i]
    state[PILE_AT], state[PILE_END] = 0, left
    state[KNOWN] = state[SHUFFLES] = state[HAND] = 0
    state[ROUND] += 1
    state[SEAT], state[LAP] = (dealer + 1) % seats, 1
    state[PHASE] = TURN_PHASE


@njit(**DOORS)
def draw(state, at):
    """Chance gives the card at place ``at`` of the pile (0 … PILE_END - 1)."""
    state[HAND] = state[PILE + at]
    state[PILE_END] -= 1
    state[PILE + at] = state[PILE + state[PILE_END]]
    state[PHASE] = DRAWN_PHASE


@njit(**DOORS)
def move(house, state, number):
    """A legal move of the seat on turn."""
    seat = state[SEAT]
    if number == TAKE_MOVE:
        state[DISCARDS] -= 1
        state[HAND] = state[DISCARD + state[DISCARDS]]
        state[PHASE] = TAKEN_PHASE
        return
    if number == DRAW_MOVE:
        state[REFUSED + seat] |= 1 << state[DISCARD + state[DISCARDS] - 1]
        if state[KNOWN]:
            state[HAND] = state[PILE + state[PILE_AT]]
            state[PILE_AT] += 1
            state[PHASE] = DRAWN_PHASE
        else:
            state[PHASE] = DRAWING_PHASE
        return
    called = number == RACK_O_MOVE or number >= PUT_CALLS
    gone = 0
    if number == TOSS_MOVE or number == TOSS_CALL:
        gone = state[HAND]
        state[TOSSES + seat] += 1
        state[IDLE + seat] += 1
    elif number != RACK_O_MOVE:
        slot = number - (PUT_CALLS if called else PUT_MOVES)
        place = RACKS + 10 * seat + slot
        state[IDLE + seat] = 0
        gone = state[place]
        state[GONE + 10 * seat + slot] = gone
        state[FILLED + 10 * seat + slot] = state[LAP]
        state[place] = state[HAND]
        taken = state[PHASE] == TAKEN_PHASE
        bit = 1 << slot
        state[OPEN + seat] = state[OPEN + seat] | bit if taken or state[KNOWN] else state[OPEN + seat] & ~bit
        state[DRAWN + seat] = state[DRAWN + seat] & ~bit if taken else state[DRAWN + seat] | bit
    if gone:
        state[DISCARD + state[DISCARDS]] = gone
        state[DISCARDS] += 1
        state[HAND] = 0
    if (called or not house.call) and may_go(house, state, seat):
        _end_round(house, state, seat)
        return
    if called:
        state[OUT + seat] = 1
        state[OPEN + seat] = 1023
        left = 0
        for other in range(state[SEATS]):
            left += 1 - state[OUT + other]
        if left == 0:
            _end_round(house, state, -1)
            return
    _next(house, state)


@njit(**INNER)
def _next(house, state):
    seats, seat = state[SEATS], state[SEAT]
    first = (state[DEALER] + 1) % seats
    while True:
        seat = seat + 1 if seat + 1 < seats else 0
        if seat == first:
            state[LAP] += 1
            if state[LAP] > house.stall:
                _end_round(house, state, -1)
                return
        if not state[OUT + seat]:
            break
    state[SEAT] = seat
    state[PHASE] = TURN_PHASE
    if state[PILE_AT] < state[PILE_END]:
        return
    count = state[DISCARDS]
    state[PILE_AT], state[PILE_END], state[DISCARDS] = 0, count - 1, 1
    if house.shuffle:
        for i in range(count - 1):
            state[PILE + i] = state[DISCARD + i]
        state[DISCARD] = state[DISCARD + count - 1]
        state[SHUFFLES] += 1
        for other in range(seats):
            state[DRAWN + other] = 0
    else:
        for i in range(count - 1):
            state[PILE + i] = state[DISCARD + i + 1]
        state[KNOWN] = 1


@njit(**DOORS)
def points(house, state, seat, caller):
    """What a seat scores when a round ends and ``caller`` (or -1) went (O5, O6, O10)."""
    if state[OUT + seat]:
        return 0
    at = RACKS + 10 * seat
    if seat == caller:
        score = 75
    elif house.rising:
        score = 5
        for i in range(at, at + 9):
            score += 5 * (state[i] < state[i + 1])
    else:
        score = 5
        for i in range(at, at + 9):
            if state[i] >= state[i + 1]:
                break
            score += 5
    if caller >= 0 and ((house.bonus and seat == caller) or (house.bonus == 2 and seat % 2 == caller % 2)):
        score += _BONUS[longest_run(state, seat)]
    return score


@njit(**DOORS)
def total(house, state, seat):
    """A seat's total, or its side's (O9)."""
    return state[OWN + seat] + (state[OWN + (seat + 2) % 4] if house.partners else 0)


@njit(**INNER)
def _end_round(house, state, caller):
    seats = state[SEATS]
    for seat in range(seats):
        state[OWN + seat] += points(house, state, seat, caller)
        state[OUT + seat] = 0
    state[CALLER] = caller
    state[DEALER] = (state[DEALER] + 1) % seats
    state[KNOWN] = state[SHUFFLES] = 0
    best, leaders = -1, 0
    for seat in range(2 if house.partners else seats):
        here = total(house, state, seat)
        leaders = 1 if here > best else leaders + (here == best)
        best = max(best, here)
    over = best >= house.target and (leaders == 1 or house.share)
    state[PHASE] = OVER_PHASE if over else DEAL_PHASE
