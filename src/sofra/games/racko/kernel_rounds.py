"""Whole rounds and matches through the compiled twin, played at random. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR1714, SIM109 (compiled code is spelled out)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.racko.kernel import deal, draw, first_dealer, legal, move
from sofra.games.racko.kernel_random import below
from sofra.games.racko.layout import (
    DEAL_PHASE,
    DEALER_PHASE,
    DECK,
    DRAWING_PHASE,
    OVER_PHASE,
    OWN,
    PHASE,
    PILE_END,
    ROUND,
    SEATS,
)


@njit(nogil=True, cache=True)
def shuffled(deck, count, word):
    """Brings ``count`` random cards to the front of the deck."""
    for i in range(count):
        k = i + below(word, deck.size - i)
        deck[i], deck[k] = deck[k], deck[i]


@njit(nogil=True, cache=True)
def chance(house, state, deck, word):
    """Answers the chance that is due at random; ``deck`` holds all cards in any order."""
    if state[PHASE] == DRAWING_PHASE:
        draw(state, below(word, state[PILE_END]))
    elif state[PHASE] == DEAL_PHASE:
        shuffled(deck, 10 * state[SEATS] + 1, word)
        deal(state, deck)
    else:
        shuffled(deck, state[SEATS], word)
        first_dealer(house, state, deck)


@njit(nogil=True, cache=True)
def play_at_random(house, state, decisions, word):
    """Random play for so many decisions, match after match; answers how many rounds began."""
    deck = np.arange(1, state[DECK] + 1)
    found = np.zeros(25, np.int64)
    rounds = 0
    while decisions > 0:
        phase = state[PHASE]
        if phase == OVER_PHASE:
            for seat in range(state[SEATS]):
                state[OWN + seat] = 0
            state[PHASE], state[ROUND] = DEALER_PHASE, 0
        elif phase == DEALER_PHASE or phase == DEAL_PHASE or phase == DRAWING_PHASE:
            rounds += phase == DEAL_PHASE
            chance(house, state, deck, word)
        else:
            count = legal(house, state, found)
            move(house, state, found[below(word, count)])
            decisions -= 1
    return rounds
