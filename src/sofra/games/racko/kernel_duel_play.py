"""Rounds of two players from which the duel's networks learn, compiled. Needs numba; import it lazily.

A moment is learnt from what followed it: the chance that the networks saw a turn later, mixed with those of the turns
behind it and with how the round ended (temporal differences with a trace).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0912, PLR0915, PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.kernel import deal, draw, move
from sofra.games.racko.kernel_chain import choose
from sofra.games.racko.kernel_duel import (
    CARDS,
    FACTS,
    KEPT_AT,
    LAP_AT,
    LAPS,
    MARKS,
    OLD_AT,
    OWN_AT,
    PLACES,
    SHOWN_AT,
    THEIRS_AT,
    TOP_AT,
    TOSSED,
    UNSEEN_AT,
    begin,
    end_turn,
    value_places,
    value_turn,
    write_facts_of,
)
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_weights import choose_by_weight
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DEALER,
    DECK,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    OPEN,
    OVER_PHASE,
    PHASE,
    PILE_END,
    PUT_CALLS,
    PUT_MOVES,
    RACKS,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TOSS_CALL,
    TOSS_MOVE,
    TURN_PHASE,
)

LEARNER, CHAIN, WEIGHT = range(3)
CARD, LAP_OF, SHOWN, COLUMNS = 20, 21, 22, 23
"""A moment: ten own cards, ten of the other's (as in ``Room.theirs``), the card discarded, the lap, own slots shown."""

MOST = 140
"""No more moments than this are kept of a round and seat."""

NEAR = 0.12
"""How much worse than the best a place may be that is tried for a change."""


class Moments(NamedTuple):
    """Moments with the chances that they should have had: rows, bits of the cards that may come, facts, chances."""

    rows: Any
    coming: Any
    facts: Any
    wanted: Any


def moments(count: int) -> Moments:
    """Room for so many."""
    return Moments(
        np.zeros((count, COLUMNS), np.int16),
        np.zeros(count, np.uint64),
        np.zeros((count, FACTS), np.float32),
        np.zeros(count, np.float32),
    )


@njit(nogil=True, cache=True)
def keep(state, seat, card, room, found, at):
    """Writes a moment down, all but its chance."""
    row = found.rows[at]
    for i in range(10):
        row[i] = state[RACKS + 10 * seat + i]
        row[10 + i] = room.theirs[i]
    row[CARD], row[LAP_OF], row[SHOWN] = card, min(state[LAP], LAPS), state[OPEN + seat]
    bits = np.uint64(0)
    for other in range(1, CARDS + 1):
        if room.desk.coming[other]:
            bits |= np.uint64(1) << np.uint64(other)
    found.coming[at] = bits
    found.facts[at] = room.facts


@njit(nogil=True, cache=True)
def _place_by_weight(house, state, room):
    number = choose_by_weight(house, state, room.weights, room.desk)
    if number in (TOSS_MOVE, TOSS_CALL):
        return TOSSED
    return number - (PUT_CALLS if number >= PUT_CALLS else PUT_MOVES)


@njit(nogil=True, cache=True)
def play(house, rounds, networks, room, costs, learnt, mix, trace, stray, word, after, before):
    """Plays so many rounds and writes their moments; answers how many there are after a turn and before a draw.

    ``mix`` holds the shares of rounds against oneself and against the chain player, the rest being against weight. Until
    it has ``learnt`` anything the learner moves by weight. In ``stray`` of its choices it tries something else.
    """
    deck, state = np.arange(1, CARDS + 1), np.zeros(SIZE, np.int64)
    who, count = np.zeros(2, np.int64), np.zeros(2, np.int64)
    kind, where, chance = (
        np.zeros((2, 4 * MOST), np.int64),
        np.zeros((2, 4 * MOST), np.int64),
        np.zeros((2, 4 * MOST)),
    )
    ends, draws = 0, 0
    for _ in range(rounds):
        if ends + 2 * MOST > after.wanted.size or draws + 2 * MOST > before.wanted.size:
            break
        for i in range(deck.size - 1):
            k = i + below(word, deck.size - i)
            deck[i], deck[k] = deck[k], deck[i]
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = 2, CARDS, 1
        deal(state, deck)
        who[:], count[:] = LEARNER, 0
        lot, other = below(word, 1000) * 0.001, below(word, 2)
        if lot >= mix[0]:
            who[other] = CHAIN if lot < mix[0] + mix[1] else WEIGHT
        while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
            seat, k = state[SEAT], count[state[SEAT]]
            if state[PHASE] == DRAWING_PHASE:
                draw(state, below(word, state[PILE_END]))
            elif who[seat] == CHAIN:
                move(house, state, choose(house, state, costs, True, room.desk))
            elif who[seat] == WEIGHT:
                move(house, state, choose_by_weight(house, state, room.weights, room.desk))
            elif state[PHASE] == TURN_PHASE:
                taken, drawn = value_turn(state, seat, networks, room)
                number = TAKE_MOVE if taken > drawn else DRAW_MOVE
                if not learnt:
                    number = choose_by_weight(house, state, room.weights, room.desk)
                if below(word, 1000) < stray * 300:
                    number = TAKE_MOVE if below(word, 2) else DRAW_MOVE
                kind[seat, k], chance[seat, k] = 0, max(taken, drawn)
                count[seat] += 1
                if number == DRAW_MOVE and not state[KNOWN] and k < 4 * MOST - 8:
                    unseen = begin(state, seat, networks.before, room)
                    write_facts_of(state, seat, 0, unseen, room)
                    keep(state, seat, 0, room, before, draws)
                    kind[seat, k + 1], where[seat, k + 1] = 1, draws
                    count[seat] += 1
                    draws += 1
                move(house, state, number)
            else:
                may_toss, base = state[PHASE] == DRAWN_PHASE, RACKS + 10 * seat
                unseen = begin(state, seat, networks.after, room)
                place = value_places(state, seat, state[HAND], may_toss, PLACES, unseen, networks.after, room)
                best = room.values[place]
                if not learnt:
                    place = _place_by_weight(house, state, room)
                    begin(state, seat, networks.after, room)
                if best < 1.0 and below(word, 1000) < stray * 1000:
                    for _ in range(3):
                        tried = below(word, 11 if may_toss else 10)
                        if room.values[tried] >= max(0.0, best - NEAR):
                            place = tried
                kind[seat, k], chance[seat, k] = 0, best
                count[seat] += 1
                gone = state[HAND] if place == TOSSED else state[base + place]
                if best < 1.0 and k < 4 * MOST - 8:
                    if place != TOSSED:
                        state[base + place] = state[HAND]
                    write_facts_of(state, seat, gone, unseen, room)
                    keep(state, seat, gone, room, after, ends)
                    if place != TOSSED:
                        state[base + place] = gone
                    kind[seat, k + 1], where[seat, k + 1] = 2, ends
                    count[seat] += 1
                    ends += 1
                move(house, state, end_turn(house, state, place))
        for seat in range(2):
            wanted = 0.5 if state[CALLER] < 0 else (1.0 if state[CALLER] == seat else 0.0)
            for k in range(count[seat] - 1, -1, -1):
                if kind[seat, k] == 1:
                    before.wanted[where[seat, k]] = wanted
                elif kind[seat, k] == 2:
                    after.wanted[where[seat, k]] = wanted
                elif chance[seat, k] >= 1.0:
                    wanted = 1.0
                else:
                    wanted = (1.0 - trace) * chance[seat, k] + trace * wanted
    return ends, draws


@njit(nogil=True, cache=True)
def spread(found, order, inputs):
    """Writes the inputs of some moments, a row each: marks, then facts."""
    one = np.uint64(1)
    inputs[:] = 0
    for n in range(order.size):
        row, coming, told = found.rows[order[n]], found.coming[order[n]], inputs[n]
        for i in range(10):
            told[OWN_AT + CARDS * i + row[i] - 1] = 1
            if row[10 + i] > 0:
                told[THEIRS_AT + CARDS * i + row[10 + i] - 1] = 1
            else:
                told[(KEPT_AT if row[10 + i] < 0 else OLD_AT) + i] = 1
            if row[SHOWN] >> i & 1:
                told[SHOWN_AT + i] = 1
        for card in range(1, CARDS + 1):
            if coming >> np.uint64(card) & one:
                told[UNSEEN_AT + card - 1] = 1
        if row[CARD]:
            told[TOP_AT + row[CARD] - 1] = 1
        told[LAP_AT + row[LAP_OF] - 1] = 1
        told[MARKS:] = found.facts[order[n]]
