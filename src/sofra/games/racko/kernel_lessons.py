"""Rounds from which the networks of ``kernel_value.py`` learn, compiled. Needs numba; import it lazily.

A moment is learnt from what followed it: the chance that the networks saw a turn later, mixed with those of the turns
behind it and with how the round ended (temporal differences with a trace).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0912, PLR0915, PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import deal, draw, move
from sofra.games.racko.kernel_chain import choose
from sofra.games.racko.kernel_inputs import Plan, begin, write_facts_of
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_value import NO_CARD, TOSSED, end_turn, value_places, value_turn
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

LEARNER, CHAIN, TAUGHT = range(3)

MOST = 140
"""No more moments than this are kept of a round and seat."""

NEAR = 0.12
"""How much worse than the best a place may be that is tried for a change."""


class Moments(NamedTuple):
    """Moments with the chances that they should have had: marks, how many, facts, chances."""

    marks: Any
    counts: Any
    facts: Any
    wanted: Any


def moments(count: int, plan: Plan) -> Moments:
    """Room for so many. No more marks are ever set than cards may come, be known, be let lie, and a few."""
    width = 30 + plan.deck + (plan.seats - 1) * 45
    return Moments(
        np.zeros((count, width), np.int16),
        np.zeros(count, np.int16),
        np.zeros((count, plan.facts), np.float32),
        np.zeros(count, np.float32),
    )


@njit(**DOORS)
def keep(state, seat, card, plan, room, found, at):
    """Writes a moment down, all but its chance: the rack as it stands, ``card`` discarded (0: none yet)."""
    marks, count = found.marks[at], min(room.count[0], found.marks.shape[1] - 1)
    for k in range(10):
        marks[k] = plan.deck * k + state[RACKS + 10 * seat + k] - 1
    for k in range(10, count):
        marks[k] = room.at[k]
    if card:
        marks[count] = plan.top + card - 1
        count += 1
    found.counts[at] = count
    for k in range(plan.facts):
        found.facts[at, k] = room.facts[k]


@njit(**INNER)
def _as_taught(house, state, costs, room):
    """How those move that nothing was learnt of yet: by weight, and as the chain player does where a run is needed."""
    if house.min_run:
        return choose(house, state, costs, True, room.desk)
    return choose_by_weight(house, state, room.weights, room.desk)


@njit(**INNER)
def _taught_place(house, state, costs, room):
    number = _as_taught(house, state, costs, room)
    if number in (TOSS_MOVE, TOSS_CALL):
        return TOSSED
    return number - (PUT_CALLS if number >= PUT_CALLS else PUT_MOVES)


@njit(**DOORS)
def play(houses, rounds, networks, room, costs, learnt, mix, trace, stray, word, after, before):
    """Plays so many rounds, each under one of the ``houses``, and writes their moments; answers how many there are after a turn and before a draw.

    ``mix`` holds the shares of rounds of learners alone and of a learner (with its partner) among chain players, the rest
    being against those who move as it was taught itself: by weight, or as a chain player under ``min_run``. In ``stray`` of
    its choices it tries something else.
    """
    plan, after_layers, before_layers = networks.plan, networks.after, networks.before
    seats, house = plan.seats, houses[0]
    sides = 2 if house.partners else seats
    deck, state = np.arange(1, plan.deck + 1), np.zeros(SIZE, np.int64)
    who, count = np.zeros(seats, np.int64), np.zeros(seats, np.int64)
    kind, where, chance = (
        np.zeros((seats, 4 * MOST), np.int64),
        np.zeros((seats, 4 * MOST), np.int64),
        np.zeros((seats, 4 * MOST)),
    )
    ends, draws = 0, 0
    for _ in range(rounds):
        if ends + seats * MOST > after.wanted.size or draws + seats * MOST > before.wanted.size:
            break
        for i in range(deck.size - 1):
            k = i + below(word, deck.size - i)
            deck[i], deck[k] = deck[k], deck[i]
        if len(houses) > 1:
            house = houses[below(word, len(houses))]
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = seats, plan.deck, seats - 1
        deal(state, deck)
        who[:], count[:] = LEARNER, 0
        lot, me = below(word, 1000) * 0.001, below(word, seats)
        if lot >= mix[0]:
            for other in range(seats):
                if other != me and not (house.partners and (other - me) % 2 == 0):
                    who[other] = CHAIN if lot < mix[0] + mix[1] else TAUGHT
        while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
            seat, k = state[SEAT], count[state[SEAT]]
            if state[PHASE] == DRAWING_PHASE:
                draw(state, below(word, state[PILE_END]))
            elif who[seat] == CHAIN:
                move(house, state, choose(house, state, costs, True, room.desk))
            elif who[seat] == TAUGHT:
                move(house, state, _as_taught(house, state, costs, room))
            elif state[PHASE] == TURN_PHASE:
                taken, drawn = value_turn(house, state, seat, networks, room)
                number = TAKE_MOVE if taken > drawn else DRAW_MOVE
                if not learnt:
                    number = _as_taught(house, state, costs, room)
                if below(word, 1000) < stray * 300:
                    number = TAKE_MOVE if below(word, 2) else DRAW_MOVE
                kind[seat, k], chance[seat, k] = 0, max(taken, drawn)
                count[seat] += 1
                if number == DRAW_MOVE and not state[KNOWN] and k < 4 * MOST - 8:
                    unseen = begin(state, seat, plan, before_layers, room)
                    write_facts_of(house, state, seat, NO_CARD, unseen, plan, room)
                    keep(state, seat, 0, plan, room, before, draws)
                    kind[seat, k + 1], where[seat, k + 1] = 1, draws
                    count[seat] += 1
                    draws += 1
                move(house, state, number)
            else:
                may_toss, base = state[PHASE] == DRAWN_PHASE, RACKS + 10 * seat
                unseen = begin(state, seat, plan, after_layers, room)
                place = value_places(
                    house, state, seat, state[HAND], may_toss, plan.places, unseen, plan, after_layers, room
                )
                best = room.values[place]
                if not learnt:
                    place = _taught_place(house, state, costs, room)
                    begin(state, seat, plan, after_layers, room)
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
                    write_facts_of(house, state, seat, gone, unseen, plan, room)
                    keep(state, seat, gone, plan, room, after, ends)
                    if place != TOSSED:
                        state[base + place] = gone
                    kind[seat, k + 1], where[seat, k + 1] = 2, ends
                    count[seat] += 1
                    ends += 1
                move(house, state, end_turn(house, state, place))
        caller = state[CALLER]
        for seat in range(seats):
            went = caller == seat or (house.partners and caller >= 0 and (caller - seat) % 2 == 0)
            wanted = 1.0 if went else (1.0 / sides if caller < 0 else 0.0)
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


@njit(**DOORS, fastmath=True)
def gather(all_marks, counts, order, rows, sums):
    """Adds to each moment's row of ``sums`` the ``rows`` of its marks."""
    for n in range(order.size):
        marks, total = all_marks[order[n]], sums[n]
        for k in range(counts[order[n]]):
            row = rows[marks[k]]
            for j in range(row.size):
                total[j] += row[j]


@njit(**DOORS, fastmath=True)
def scatter(all_marks, counts, order, slopes, rows):
    """Adds each moment's row of ``slopes`` to the ``rows`` of its marks."""
    for n in range(order.size):
        marks, slope = all_marks[order[n]], slopes[n]
        for k in range(counts[order[n]]):
            row = rows[marks[k]]
            for j in range(row.size):
                row[j] += slope[j]
