"""The compiled twin of the rules: the same game on one flat array, for mass simulation. Needs numba; import it lazily.

It is proved equal to the readable core by playing the same events through both (tests), and takes every house rule. A
state is one array of whole numbers, as ``layout.py`` says; its tables are made from those of the readable rules.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from numba import njit

from sofra.games.raks.kernel_board import clear, ending, points, put, take
from sofra.games.raks.layout import (
    ANSWERS,
    ASKED,
    BEADS_ON,
    BOARD,
    CHALLENGER,
    CLAIM_RIGHT,
    CLAIM_WRONG,
    DICE,
    DOUBT,
    EARLIER,
    FAILED,
    FIRST,
    GAME,
    GIVE_UP,
    MOVE,
    MOVER,
    OVER,
    PASSED,
    PHASE,
    PLACE_ON,
    PLACED,
    QUEUE,
    SAY_NO_MOVE,
    SAY_PASS,
    SEATS,
    SHOW,
    SHOW_RIGHT,
    START,
    TAKE_BACK,
    THROW,
    THROWS,
    TRIPLE,
    TRIPLES,
    UPHELD,
    WHY,
    WON,
    WRONG,
    ZONE,
)
from sofra.games.raks.rules import ZONES


@njit(nogil=True, cache=True)
def legal(state, seat, found):
    """Writes the moves that need no expression into ``found`` (37 places), in the core's order; answers how many."""
    phase = state[PHASE]
    if not state[ASKED] >> seat & 1 or phase == START:
        return 0
    if phase == MOVE:
        found[0] = SAY_NO_MOVE
        count = 1
        for place in range(ZONES):
            if state[BOARD + place] < 0:
                found[count] = PLACE_ON + place
                count += 1
        return count
    if phase == PLACED:
        found[0], found[1] = DOUBT, SAY_PASS
        return 2
    if phase == PASSED:
        found[0] = SAY_PASS
        return 1
    if phase == SHOW:
        found[0] = GIVE_UP
        return 1
    loser = state[CHALLENGER] if phase == FAILED else seat
    count = 0
    for place in range(ZONES):
        if state[BOARD + place] == loser:
            found[count] = TAKE_BACK + place
            count += 1
    return count


@njit(nogil=True, cache=True)
def throw_for_start(state, faces):
    """R2: ``faces`` has one die a seat asked, in ascending order of seats."""
    asked, highest = state[ASKED], 0
    for i in range(faces.size):
        highest = max(highest, faces[i])
    tied = leaders = at = 0
    leader = 0
    for seat in range(state[SEATS]):
        if asked >> seat & 1:
            if faces[at] == highest:
                tied |= 1 << seat
                leaders += 1
                leader = seat
            at += 1
    state[THROWS] += 1
    if leaders > 1:
        state[ASKED] = tied
        return
    state[PHASE], state[MOVER], state[FIRST] = THROW, leader, leader
    state[THROWS] = state[ASKED] = 0


@njit(nogil=True, cache=True)
def throw(state, a, b, c):
    """The three dice of a turn, in any order (R3, R8)."""
    low, high = min(a, b, c), max(a, b, c)
    state[DICE], state[DICE + 1], state[DICE + 2] = low, a + b + c - low - high, high
    state[THROWS] += 1
    state[ZONE] = 0
    mover = state[MOVER]
    if low != high:
        state[TRIPLES] = 0
    else:
        state[TRIPLES] += 1
        for seat in range(state[SEATS]):
            if seat != mover and state[BEADS_ON + seat]:
                state[QUEUE] |= 1 << seat
        if state[QUEUE]:
            state[PHASE] = TRIPLE
            _ask_next(state)
            return
    state[PHASE] = MOVE
    state[ASKED] = 1 << mover


@njit(nogil=True, cache=True)
def _ask_next(state):
    """The next of those in the queue, clockwise from the mover, is asked."""
    seats, seat = state[SEATS], state[MOVER]
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        if state[QUEUE] >> seat & 1:
            state[QUEUE] &= ~(1 << seat)
            state[ASKED] = 1 << seat
            return


@njit(nogil=True, cache=True)
def move(house, state, seat, number):
    """A legal move of a seat that is asked. A right claim and a right showing must be right."""
    phase, mover = state[PHASE], state[MOVER]
    if phase == MOVE:
        state[ASKED] = ((1 << state[SEATS]) - 1) & ~(1 << mover)
        if number == SAY_NO_MOVE:
            state[PHASE] = PASSED
            state[ZONE] = 0
        else:
            state[PHASE] = PLACED
            state[ZONE] = number - PLACE_ON + 1
            put(state, state[ZONE], mover)
    elif phase == PLACED:
        _answer_placed(house, state, seat, number)
    elif phase == PASSED:
        _answer_passed(house, state, seat, number)
    elif phase == SHOW:
        _answer_challenge(house, state, number)
    else:
        take(state, number - TAKE_BACK + 1)
        _move_on(house, state)


@njit(nogil=True, cache=True)
def _answer_placed(house, state, seat, number):
    """R6, R11."""
    state[ANSWERS + seat] = number + 1
    state[ASKED] &= ~(1 << seat)
    if house.first and number == DOUBT:
        state[ASKED] = 0
    if state[ASKED]:
        return
    seats, other = state[SEATS], state[MOVER]
    for _ in range(seats - 1):
        other = other + 1 if other + 1 < seats else 0
        if state[ANSWERS + other] == DOUBT + 1:
            for s in range(seats):
                state[ANSWERS + s] = 0
            state[PHASE], state[CHALLENGER], state[ASKED] = SHOW, other, 1 << state[MOVER]
            return
    _end_turn(house, state)


@njit(nogil=True, cache=True)
def _answer_passed(house, state, seat, number):
    """R5, R11."""
    state[ANSWERS + seat] = number + 1
    state[ASKED] &= ~(1 << seat)
    if house.first and number != SAY_PASS:
        if number >= CLAIM_RIGHT:
            put(state, number - CLAIM_RIGHT + 1, seat)
            _end_turn(house, state)
        elif house.withdraws and state[BEADS_ON + seat]:
            state[PHASE], state[QUEUE], state[ASKED] = WRONG, state[ASKED], 1 << seat
        elif not state[ASKED]:
            _end_turn(house, state)
        return
    if state[ASKED]:
        return
    if house.first:
        _end_turn(house, state)
    else:
        _judge(house, state, (1 << state[SEATS]) - 1)


@njit(nogil=True, cache=True)
def _judge(house, state, left):
    """R5: the claims of those ``left`` (bits), clockwise; the first right one gets its bead."""
    seats, seat = state[SEATS], state[MOVER]
    for _ in range(seats - 1):
        seat = seat + 1 if seat + 1 < seats else 0
        if not left >> seat & 1:
            continue
        left &= ~(1 << seat)
        claim = state[ANSWERS + seat] - 1
        if claim >= CLAIM_RIGHT:
            put(state, claim - CLAIM_RIGHT + 1, seat)
            break
        if claim == CLAIM_WRONG and house.withdraws and state[BEADS_ON + seat]:
            state[PHASE], state[ASKED] = WRONG, 1 << seat
            state[QUEUE] = left & ~(1 << state[MOVER])
            return
    _end_turn(house, state)


@njit(nogil=True, cache=True)
def _answer_challenge(house, state, number):
    """R6: what was shown, or nothing."""
    mover, challenger = state[MOVER], state[CHALLENGER]
    if number == SHOW_RIGHT:
        if not state[BEADS_ON + challenger]:
            _end_turn(house, state)
            return
        state[PHASE], state[ASKED] = FAILED, 1 << (mover if house.placer_picks else challenger)
        return
    take(state, state[ZONE])
    if not state[BEADS_ON + mover]:
        _end_turn(house, state)
        return
    state[PHASE], state[ASKED] = UPHELD, 1 << mover


@njit(nogil=True, cache=True)
def _move_on(house, state):
    """What follows a withdrawal."""
    phase = state[PHASE]
    if phase == TRIPLE:
        if state[QUEUE]:
            _ask_next(state)
        else:
            state[PHASE], state[ASKED] = MOVE, 1 << state[MOVER]
    elif phase == WRONG and state[QUEUE]:
        left = state[QUEUE]
        state[QUEUE] = 0
        if house.first:
            state[PHASE], state[ASKED] = PASSED, left
        else:
            _judge(house, state, left)
    else:
        _end_turn(house, state)


@njit(nogil=True, cache=True)
def _end_turn(house, state):
    """The next player throws, or the game is over (R9, R12)."""
    seats = state[SEATS]
    why = ending(state)
    state[CHALLENGER] = -1
    state[ASKED] = state[QUEUE] = 0
    for seat in range(4):
        state[ANSWERS + seat] = 0
    if why:
        _end_game(house, state, why)
        if state[PHASE] == OVER:
            return
    else:
        state[PHASE] = THROW
        state[MOVER] = state[MOVER] + 1 if state[MOVER] + 1 < seats else 0
    state[DICE] = state[DICE + 1] = state[DICE + 2] = 0
    state[ZONE] = 0


@njit(nogil=True, cache=True)
def _end_game(house, state, why):
    seats = state[SEATS]
    state[WHY] = why
    best, leaders, leader = -1, 0, 0
    for seat in range(seats):
        here = points(house, state, seat)
        if here > best:
            best, leaders, leader = here, 1, seat
        elif here == best:
            leaders += 1
    if leaders == 1:
        state[WON + leader] += 1
    if state[GAME] == house.games:
        state[PHASE] = OVER
        return
    for seat in range(seats):
        state[EARLIER + seat] += points(house, state, seat)
    clear(state)
    state[MOVER] = (state[FIRST] + state[GAME]) % seats
    state[GAME] += 1
    state[TRIPLES] = 0
    state[PHASE] = THROW
