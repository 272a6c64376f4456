"""The compiled twin of ``play.py``: the same game on flat arrays, for mass simulation. Needs numba; import it lazily.

It is proved equal to the readable core by playing the same event streams through both (tests). It takes every house
rule. A state is one array of whole numbers: the places below, then for each seat its score, the turn in which it got
there, whether it is on the board, and its Farkles in a row.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sofra.core.errors import Malformed
from sofra.games.farkle.kernel_random import below
from sofra.games.farkle.kernel_tables import Rules, Tables, numbers, tables, throw_numbers
from sofra.games.farkle.moves import BANK, ROLL, Keep, Move
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.state import State

PHASE, SEAT, TURN, TOTAL, LEFT, THROW, KEPT, THROWS = range(8)
CLOSER, LAST_TURNS, OFFER_TOTAL, OFFER_LEFT, SEATS = range(8, 13)
HEAD = 13
EACH = 4
SCORE, SINCE, OPENED, FARKLES = range(4)
TURN_PHASE, ROLLING_PHASE, KEEP_PHASE, DECIDE_PHASE, OVER_PHASE = range(1, 6)
PHASES = {"turn": 1, "rolling": 2, "keep": 3, "decide": 4, "over": 5}

ROLL_MOVE, BANK_MOVE, TAKE_OVER_MOVE, KEEP_MOVES = range(4)
"""Moves by number; set-aside k of a throw is KEEP_MOVES + k."""


def encode(state: State) -> Any:
    """A state of the core, once it is known who starts, as the twin's array. Malformed while seats throw for it."""
    if state.phase == "start":
        raise Malformed("the compiled twin begins once it is known who starts")
    standing = state.standing
    head = [
        PHASES[state.phase],
        standing.seat,
        standing.turn,
        state.total,
        state.left,
        throw_numbers()[state.dice] if state.dice else -1,
        len(state.kept),
        state.roll,
        -1 if standing.closer is None else standing.closer,
        standing.last_turns,
        *(standing.offer or (-1, -1)),
        standing.table.seats,
    ]
    columns = (standing.scores, standing.since, map(int, standing.opened), standing.farkles)
    seats = [number for seat in zip(*columns, strict=True) for number in seat]
    return np.array(head + seats, dtype=np.int64)


def encode_move(state: State, move: Move) -> int:
    """A move of the core at this state by its number."""
    if isinstance(move, Keep):
        return KEEP_MOVES + list(state.standing.table.scores.keeps(state.dice)).index(move.dice)
    return ROLL_MOVE if move == ROLL else BANK_MOVE if move == BANK else TAKE_OVER_MOVE


def begin(rules: FarkleRules, seats: int, first: int = 0) -> tuple[Any, Tables, Rules]:
    """A match about to begin with seat ``first``, with the arrays that the compiled functions need beside it."""
    state = np.zeros(HEAD + EACH * seats, dtype=np.int64)
    state[PHASE], state[SEAT], state[TURN], state[LEFT], state[THROW] = TURN_PHASE, first, 1, 6, -1
    state[CLOSER] = state[OFFER_TOTAL] = state[OFFER_LEFT] = -1
    state[SEATS] = seats
    for seat, points in enumerate(rules.head_start):
        state[HEAD + EACH * seat + SCORE] = points
    return state, tables(rules), numbers(rules)


@njit(nogil=True, cache=True)
def may_bank(rules, state):
    """F7 and F12: whether the mover may bank."""
    if rules.must_roll and state[KEPT] == 0:
        return False
    if state[TOTAL] < rules.minimum_bank:
        return False
    return state[TOTAL] >= rules.opening or state[HEAD + EACH * state[SEAT] + OPENED] == 1


@njit(nogil=True, cache=True)
def count_moves(tables_, rules, state):
    """How many moves the mover has; a chance ask and a finished match have none."""
    phase = state[PHASE]
    if phase == KEEP_PHASE:
        throw = state[THROW]
        return tables_.begin[throw + 1] - tables_.begin[throw]
    if phase == DECIDE_PHASE:
        return 2 if may_bank(rules, state) else 1
    if phase == TURN_PHASE:
        return 1 if state[OFFER_TOTAL] < 0 else 2
    return 0


@njit(nogil=True, cache=True)
def move_at(rules, state, k):
    """The number of the mover's k-th move, in the order of the core."""
    phase = state[PHASE]
    if phase == KEEP_PHASE:
        return KEEP_MOVES + k
    if phase == DECIDE_PHASE:
        return BANK_MOVE if k == 0 and may_bank(rules, state) else ROLL_MOVE
    return ROLL_MOVE if k == 0 else TAKE_OVER_MOVE


@njit(nogil=True, cache=True)
def _next_turn(state):
    if state[CLOSER] >= 0:
        state[LAST_TURNS] -= 1
        if state[LAST_TURNS] == 0:
            state[PHASE] = OVER_PHASE
            state[TOTAL], state[LEFT], state[THROW], state[KEPT], state[THROWS] = 0, 6, -1, 0, 0
            state[OFFER_TOTAL] = state[OFFER_LEFT] = -1
            return
    state[SEAT] = (state[SEAT] + 1) % state[SEATS]
    state[TURN] += 1
    state[PHASE] = TURN_PHASE
    state[TOTAL], state[LEFT], state[THROW], state[KEPT], state[THROWS] = 0, 6, -1, 0, 0


@njit(nogil=True, cache=True)
def apply_throw(tables_, rules, state, throw):
    """The dice in hand show this throw; one that scores nothing is a Farkle (F5, F11)."""
    if tables_.begin[throw] < tables_.begin[throw + 1]:
        state[PHASE], state[THROW] = KEEP_PHASE, throw
        state[LEFT] = 0
        state[THROWS] += 1
        return
    mine = HEAD + EACH * state[SEAT]
    if rules.three_farkles:
        state[mine + FARKLES] = (state[mine + FARKLES] + 1) % 3
        if state[mine + FARKLES] == 0:
            score = state[mine + SCORE] - rules.three_farkles
            state[mine + SCORE] = max(0, score) if rules.floor_at_zero else score
            state[mine + SINCE] = state[TURN]
    _next_turn(state)


@njit(nogil=True, cache=True)
def _bank(rules, state):
    mine = HEAD + EACH * state[SEAT]
    state[mine + SCORE] += state[TOTAL]
    state[mine + SINCE], state[mine + OPENED], state[mine + FARKLES] = state[TURN], 1, 0
    if state[CLOSER] < 0 and state[mine + SCORE] >= rules.target:
        state[CLOSER] = state[SEAT]
        state[LAST_TURNS] = state[SEATS] if rules.last_round else 1
    if rules.pass_on and state[SEATS] > 1:
        state[OFFER_TOTAL], state[OFFER_LEFT] = state[TOTAL], state[LEFT]
    _next_turn(state)


@njit(nogil=True, cache=True)
def apply_move(tables_, rules, state, move):
    """The mover's move, which must be one of those it has."""
    if move >= KEEP_MOVES:
        keep = tables_.begin[state[THROW]] + move - KEEP_MOVES
        dice = 1
        while dice < 6 and state[THROW] >= _THROWS_BEFORE[dice + 1]:
            dice += 1
        left = dice - tables_.used[keep]
        state[TOTAL] += tables_.points[keep]
        state[LEFT] = left or 6
        state[KEPT] = state[KEPT] + 1 if left else 0
        state[PHASE], state[THROW] = DECIDE_PHASE, -1
    elif move == BANK_MOVE:
        _bank(rules, state)
    else:
        if move == TAKE_OVER_MOVE:
            state[TOTAL], state[LEFT], state[KEPT] = state[OFFER_TOTAL], state[OFFER_LEFT], 0
        state[OFFER_TOTAL] = state[OFFER_LEFT] = -1
        state[PHASE] = ROLLING_PHASE


_THROWS_BEFORE = np.array([0, 0, 6, 27, 83, 209, 461])
"""How many throws have fewer dice, by the number of dice."""


@njit(nogil=True, cache=True)
def throw_dice(tables_, state, stream):
    """A random throw of the dice in hand."""
    dice = state[LEFT]
    code = below(stream, tables_.first[dice + 1] - tables_.first[dice] if dice < 6 else 46656)
    return tables_.throw_of[tables_.first[dice] + code]


@njit(nogil=True, cache=True)
def play_at_random(tables_, rules, start, stream, decisions):
    """Play matches from ``start`` with moves drawn evenly until that many decisions were made (a decision is ask, list
    of moves, choice and what follows, chance included); returns how many matches were finished and the sum of all
    scores at their ends, by which runs can be compared."""
    state = start.copy()
    matches, points = 0, 0
    for _ in range(decisions):
        count = count_moves(tables_, rules, state)
        k = below(stream, count) if count > 1 else 0
        apply_move(tables_, rules, state, move_at(rules, state, k))
        if state[PHASE] == ROLLING_PHASE:
            apply_throw(tables_, rules, state, throw_dice(tables_, state, stream))
        if state[PHASE] == OVER_PHASE:
            matches += 1
            for seat in range(state[SEATS]):
                points += state[HEAD + EACH * seat + SCORE]
            state[:] = start
    return matches, points
