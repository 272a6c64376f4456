"""What the racing network learns from, compiled: racks met in play with the turns that they then took, and one step of
looking ahead from each. Needs numba; import it lazily.

Everybody plays on until their own rack is in order, also when another went first, so that no count of turns is cut short.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0912, PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import ascending, deal, draw, move
from sofra.games.racko.kernel_chain import count_coming, look
from sofra.games.racko.kernel_race import TURNS, ask_race, write_facts
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_weights import choose_by_weight, weigh, weigh_slots
from sofra.games.racko.layout import (
    DEAL_PHASE,
    DEALER,
    DECK,
    DRAW_MOVE,
    DRAWING_PHASE,
    KNOWN,
    LAP,
    OVER_PHASE,
    PHASE,
    PILE_AT,
    PILE_END,
    PUT_CALLS,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TOSS_CALL,
    TOSS_MOVE,
    TURN_PHASE,
)

PILE_LEFT, DECK_SIZE, COLUMNS = 10, 11, 12
"""A row: ten cards from slot 5 to slot 50, the cards left in the pile, the cards of the deck."""

HURRY = 0.88
"""Of two racks the better one is the likelier to be done first, if others are done with 12 in 100 a turn."""


@njit(**INNER)
def _without_call(number):
    if number == TOSS_CALL:
        return TOSS_MOVE
    if number == RACK_O_MOVE:
        return DRAW_MOVE
    return number - PUT_CALLS + PUT_MOVES if number >= PUT_CALLS else number


@njit(**INNER)
def _strange(house, state, weights, desk, word):
    """Now and then another move than the player's own, so that the network meets racks that good play avoids."""
    if below(word, 2) and state[PHASE] == TURN_PHASE:
        return TAKE_MOVE if below(word, 2) else DRAW_MOVE
    if below(word, 2) or state[PHASE] == TURN_PHASE:
        return _without_call(choose_by_weight(house, state, weights, desk))
    return PUT_MOVES + below(word, 10)


@njit(**DOORS)
def meet(house, seats, weights, desk, seed, rows, coming, turns):
    """Fills ``rows``, the bits of the cards that may come, and the turns (1 … TURNS) that each rack still took. ``house``
    must ask for calls; none is made. Answers how many rows there are."""
    word = np.array([seed], np.uint64)
    deck = np.arange(1, 21 + 10 * seats)
    state = np.zeros(SIZE, np.int64)
    done, strange = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    whose, lap_of = np.zeros(400, np.int64), np.zeros(400, np.int64)
    count = 0
    while count + 400 < rows.shape[0]:
        for i in range(deck.size - 1):
            k = i + below(word, deck.size - i)
            deck[i], deck[k] = deck[k], deck[i]
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = seats, deck.size, seats - 1
        deal(state, deck)
        first = count
        for seat in range(seats):
            done[seat], strange[seat] = 0, max(0, below(word, 14) - 4)
        while done.min() == 0 and state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
            if state[PHASE] == DRAWING_PHASE:
                draw(state, below(word, state[PILE_END]))
                continue
            seat, lap = state[SEAT], state[LAP]
            if done[seat]:
                move(house, state, DRAW_MOVE if state[PHASE] == TURN_PHASE else TOSS_MOVE)
                continue
            if lap == strange[seat]:
                number = _strange(house, state, weights, desk, word)
            else:
                number = _without_call(choose_by_weight(house, state, weights, desk))
            if state[PHASE] == TURN_PHASE:
                move(house, state, number)
                continue
            look(state, seat, desk)
            known = state[KNOWN]
            move(house, state, number)
            if ascending(state, seat):
                done[seat] = lap
            elif lap >= strange[seat] and not known and count - first < 399:
                base = RACKS + 10 * seat
                for i in range(10):
                    rows[count, i] = state[base + i]
                rows[count, PILE_LEFT], rows[count, DECK_SIZE] = state[PILE_END] - state[PILE_AT], state[DECK]
                bits = np.uint64(0)
                for card in range(1, state[DECK] + 1):
                    if desk.coming[card]:
                        bits |= np.uint64(1) << np.uint64(card)
                coming[count] = bits
                whose[count - first], lap_of[count - first] = seat, lap
                count += 1
        for i in range(first, count):
            lap = done[whose[i - first]]
            turns[i] = min(lap - lap_of[i - first], TURNS) if lap else TURNS
    return count


@njit(**INNER)
def _restore(row, bits, state, desk):
    """The rack of a row in seat 0, and on the desk what may come; answers how many cards that are."""
    for i in range(10):
        state[RACKS + i] = row[i]
    state[PILE_END], state[DECK] = row[PILE_LEFT], row[DECK_SIZE]
    desk.coming[:] = 0
    for card in range(1, state[DECK] + 1):
        desk.coming[card] = (bits >> np.uint64(card)) & np.uint64(1)
    return count_coming(state, desk)


@njit(**DOORS)
def facts_of(rows, coming, weights, desk, found):
    """Writes the facts of every row."""
    state = np.zeros(SIZE, np.int64)
    for n in range(rows.shape[0]):
        unseen = _restore(rows[n], coming[n], state, desk)
        write_facts(state, RACKS, weights[max(1, unseen)], desk, found[n])


@njit(**INNER)
def _best_with(state, card, places, weights, desk, race, best):
    """Writes into ``best`` the turns after the best of the likeliest places for a card; answers its worth, 2 for a rack in
    order."""
    now = weigh(state, RACKS, weights, desk)
    weigh_slots(state, RACKS, card, now, weights, desk)
    order = np.argsort(-desk.values)
    worth = -1.0
    for at in order[:places]:
        old = state[RACKS + at]
        state[RACKS + at] = card
        if ascending(state, 0):
            state[RACKS + at] = old
            return 2.0
        ask_race(state, RACKS, weights, desk, race)
        state[RACKS + at] = old
        found = _worth(race.turns)
        if found > worth:
            worth = found
            best[:] = race.turns
    return worth


@njit(**INNER)
def _worth(turns):
    worth, factor = 0.0, 1.0
    for t in range(TURNS):
        factor *= HURRY
        worth += factor * turns[t]
    return worth


@njit(**DOORS)
def look_ahead(rows, coming, weights, desk, race, places, found):
    """For every row the distribution of its turns after one turn of best play, the network saying what follows: the next
    player in front discards any card that may come; taking it is compared with a draw."""
    state = np.zeros(SIZE, np.int64)
    with_card, worths = np.zeros((61, TURNS)), np.zeros(61)
    drawn, best = np.zeros(TURNS), np.zeros(TURNS)
    for n in range(rows.shape[0]):
        unseen = _restore(rows[n], coming[n], state, desk)
        table = weights[max(1, unseen - 1)]
        state[PILE_END] -= 1
        drawn[:] = 0.0
        hoped, count = 0.0, 0
        for card in range(1, state[DECK] + 1):
            if not desk.coming[card]:
                continue
            desk.coming[card] = 0
            count_coming(state, desk)
            worth = _best_with(state, card, places, table, desk, race, best)
            worths[count] = worth
            with_card[count] = best
            if worth < 2.0:
                ask_race(state, RACKS, table, desk, race)
                tossed = _worth(race.turns)
                if tossed > worth:
                    worth = tossed
                    best[:] = race.turns
                for t in range(TURNS):
                    drawn[min(t + 1, TURNS - 1)] += best[t]
                hoped += worth
            else:
                drawn[0] += 1.0
                hoped += 1.0
            desk.coming[card] = 1
            count += 1
        found[n] = 0.0
        for k in range(count):
            if worths[k] == 2.0:
                found[n, 0] += 1.0
            elif worths[k] * count > hoped:
                for t in range(TURNS):
                    found[n, min(t + 1, TURNS - 1)] += with_card[k, t]
            else:
                for t in range(TURNS):
                    found[n, t] += drawn[t] / count
        for t in range(TURNS):
            found[n, t] /= count
