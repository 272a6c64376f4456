"""Rounds played to their end, compiled: what a move is worth where nothing was learnt, under every house rule and with every
number of seats. Needs numba; import it lazily.

Every move is played out in the same likely worlds with the same draws, everybody going on as the chain player would; moves
that lie clearly behind are left out on the way, so that the worlds are spent on those that are close (rollouts with common
random numbers; Tesauro and Galperin 1996).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import draw, may_go, move
from sofra.games.racko.kernel_chain import Desk, choose, cost_table, desk, with_call
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_weights import weight_table
from sofra.games.racko.kernel_worlds import STEPS, Hidden, begin_worlds, hidden, next_world
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    LAP,
    OVER_PHASE,
    PHASE,
    PILE_END,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    SEATS,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
)

PART, CLEAR = 8, 3.0
"""After every so many worlds those moves are left out that lie so many standard errors behind the best."""

MOST_WORLDS = 2_048
"""No more worlds are played out for a choice."""


class Rounds(NamedTuple):
    """What rounds are played out with; no two threads share one. ``results`` holds by a move's number and by world what came
    of it for the mover's side: 1 it went, 0 another went, a fair share if nobody did; ``played`` in how many worlds it was
    tried, ``left`` whether it is tried still."""

    costs: Any
    weights: Any
    desk: Desk
    hidden: Hidden
    results: Any
    played: Any
    left: Any


def rounds() -> Rounds:
    """Room of one's own."""
    results, played, left = np.zeros((25, MOST_WORLDS)), np.zeros(25, np.int64), np.zeros(25, np.bool_)
    return Rounds(cost_table(3), weight_table(), desk(), hidden(), results, played, left)


@njit(**DOORS)
def to_the_end(house, state, looks, costs, desk, word):
    """Plays a round on to its end, everybody as the chain player does (``looks`` as in ``gaps.Bent``)."""
    while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
        if state[PHASE] == DRAWING_PHASE:
            draw(state, below(word, state[PILE_END]))
        else:
            move(house, state, choose(house, state, costs, looks, desk))


@njit(**DOORS)
def first_by_rounds(house, state, rounds, looks, times, word, found):
    """Writes each seat's chance to go first, all racks lying open: plays the round on so many times. Where nobody goes, all
    of them share it."""
    found[:] = 0.0
    tried, seats = state.copy(), state[SEATS]
    for _ in range(times):
        tried[:] = state
        to_the_end(house, tried, looks, rounds.costs, rounds.desk, word)
        if tried[CALLER] >= 0:
            found[tried[CALLER]] += 1.0
        else:
            found[:seats] += 1.0 / seats
    found /= times


@njit(**INNER)
def _result(house, state, seat):
    """What a round that has ended brought the side of this seat."""
    caller = state[CALLER]
    if caller < 0:
        return 0.5 if house.partners else 1.0 / state[SEATS]
    return 1.0 if caller == seat or (house.partners and (caller - seat) % 2 == 0) else 0.0


@njit(**INNER)
def _moves(house, state, left, chances):
    """Marks the moves that are worth a thought, a call only where it is right, and there always; those that go at once are
    not marked, but have a chance of 1."""
    seat, base = state[SEAT], RACKS + 10 * state[SEAT]
    left[:], chances[:] = False, -1.0
    if state[PHASE] == TURN_PHASE:
        left[TAKE_MOVE] = left[DRAW_MOVE] = True
        if house.call and state[LAP] == 1 and may_go(house, state, seat):
            chances[RACK_O_MOVE] = 1.0
        return
    if state[PHASE] == DRAWN_PHASE:
        number = with_call(house, state, TOSS_MOVE)
        left[number] = not may_go(house, state, seat)
        chances[number] = -1.0 if left[number] else 1.0
    for at in range(10):
        number = with_call(house, state, PUT_MOVES + at)
        old = state[base + at]
        state[base + at] = state[HAND]
        left[number] = not may_go(house, state, seat)
        chances[number] = -1.0 if left[number] else 1.0
        state[base + at] = old


@njit(**INNER)
def _leave_out(left, results, played):
    """Leaves out the moves that lie clearly behind the best in the worlds that both were tried in; answers how many are left."""
    best, mean = -1, -1.0
    for number in range(25):
        if left[number] and results[number, : played[number]].mean() > mean:
            best, mean = number, results[number, : played[number]].mean()
    still = 0
    for number in range(25):
        if left[number] and number != best:
            n = min(played[best], played[number])
            behind, square = 0.0, 0.0
            for i in range(n):
                less = results[best, i] - results[number, i]
                behind += less
                square += less * less
            # One world more, in which it would have been the better one: few worlds prove little.
            behind, square = behind - 1.0, square + 1.0
            spread = np.sqrt(max(0.0, square - behind * behind / (n + 1)))
            left[number] = behind <= CLEAR * spread
        still += left[number]
    return still


@njit(**DOORS)
def judge_by_rounds(house, state, rounds, looks, worlds, word, chances, errors):
    """Writes for each move of the seat on turn the chance that its side goes first, with a standard error, at the move's
    number; -1 for moves that are none. Plays out so many ``worlds`` for each of the best moves."""
    seat, left, results, played = state[SEAT], rounds.left, rounds.results, rounds.played
    errors[:], played[:] = 0.0, 0
    _moves(house, state, left, chances)
    marked, world, tried, draws = left.copy(), state.copy(), state.copy(), word.copy()
    slots, count = begin_worlds(house, world, seat, rounds.weights, rounds.desk, rounds.hidden, word)
    for number in range(min(worlds, MOST_WORLDS)):
        next_world(house, world, slots, count, STEPS, rounds.weights, rounds.desk, rounds.hidden, word)
        same_draws = np.uint64(below(word, 1 << 30))
        for option in range(25):
            if left[option]:
                tried[:] = world
                draws[0] = same_draws
                move(house, tried, option)
                to_the_end(house, tried, looks, rounds.costs, rounds.desk, draws)
                results[option, played[option]] = _result(house, tried, seat)
                played[option] += 1
        if number % PART == PART - 1 and _leave_out(left, results, played) < 2:
            break
    for option in range(25):
        if marked[option]:
            n = played[option]
            # As if one world more had been played that came out even: a chance of 0 or 1 is never sure.
            chances[option] = (results[option, :n].sum() + 0.5) / (n + 1.0)
            errors[option] = np.sqrt(chances[option] * (1.0 - chances[option]) / (n + 1.0))
