"""A cheat, for tests only: it sees all racks and the order of draws, and marks how much an honest player could win at most.

``PYTHONPATH=tests python -m racko.cheat 600`` prints its share of rounds against the frozen chain player. It tries every way
to play its turn to the end of the round, itself moving by weight and the other as a chain player does.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numba import njit

from sofra.games.racko.kernel import deal, draw, move
from sofra.games.racko.kernel_chain import choose, cost_table, desk, with_call
from sofra.games.racko.kernel_random import below, stream
from sofra.games.racko.kernel_weights import choose_by_weight, weight_table
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DEALER,
    DECK,
    DRAW_MOVE,
    DRAWING_PHASE,
    LAP,
    PHASE,
    PILE,
    PILE_END,
    PUT_MOVES,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TOSS_MOVE,
    house,
)
from sofra.games.racko.rules import RackoRules


@njit(nogil=True)
def _due(state, order):
    """Draws the card that is due; ``order`` holds the cards of the pile, the first to come first."""
    at, card = 0, order[order.size - state[PILE_END]]
    for i in range(state[PILE_END]):
        if state[PILE + i] == card:
            at = i
    draw(state, at)


@njit(nogil=True)
def _to_the_end(house, state, me, order, costs, weights, desk):
    """What the rest of the round brings: the sooner I go the better, the later another the less bad."""
    while state[PHASE] != DEAL_PHASE:
        if state[PHASE] == DRAWING_PHASE:
            _due(state, order)
        elif state[SEAT] == me:
            move(house, state, choose_by_weight(house, state, weights, desk))
        else:
            move(house, state, choose(house, state, costs, True, desk))
    sign = int(state[CALLER] == me) - int(state[CALLER] != me)
    return sign * (1000 - state[LAP])


@njit(nogil=True)
def _turn(house, state, source, place, order):
    move(house, state, source)
    if state[PHASE] == DRAWING_PHASE:
        _due(state, order)
    move(house, state, with_call(house, state, TOSS_MOVE if place == 10 else PUT_MOVES + place))


@njit(nogil=True)
def cheat(house, state, order, costs, weights, desk):
    """Plays the best turn it knows of."""
    me, best, source, place = state[SEAT], -2000, DRAW_MOVE, 10
    tried = state.copy()
    for way in (TAKE_MOVE, DRAW_MOVE):
        for at in range(10 if way == TAKE_MOVE else 11):
            tried[:] = state
            _turn(house, tried, way, at, order)
            found = _to_the_end(house, tried, me, order, costs, weights, desk)
            if found > best:
                best, source, place = found, way, at
    _turn(house, state, source, place, order)


@njit(nogil=True)
def _rounds(house, rounds, costs, weights, desk, word):
    won, state, deck = np.zeros(rounds), np.zeros(SIZE, np.int64), np.arange(1, 41)
    for number in range(rounds):
        if number % 2 == 0:
            for i in range(39):
                k = i + below(word, 40 - i)
                deck[i], deck[k] = deck[k], deck[i]
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = 2, 40, 1
        deal(state, deck)
        while state[PHASE] != DEAL_PHASE:
            if state[PHASE] == DRAWING_PHASE:
                _due(state, deck[21:])
            elif state[SEAT] == number % 2:
                cheat(house, state, deck[21:], costs, weights, desk)
            else:
                move(house, state, choose(house, state, costs, True, desk))
        won[number] = 1.0 if state[CALLER] == number % 2 else 0.0
    return won


def cheated(rounds: int, seed: int = 1) -> Any:
    """For each of so many rounds against the frozen chain player whether the cheat went first; each deal from both seats."""
    return _rounds(house(RackoRules()), rounds, cost_table(3), weight_table(), desk(), stream(seed))


if __name__ == "__main__":
    deals = cheated(int(sys.argv[1]) if len(sys.argv) > 1 else 600).reshape(-1, 2).mean(axis=1)
    print(
        f"the cheat wins {deals.mean():.1%} ± {1.96 * deals.std() / len(deals) ** 0.5:.1%} of {2 * len(deals)} rounds"
    )
