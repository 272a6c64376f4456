"""The expert's thinking, compiled: how likely each move makes it to be first in order. Needs numba; import it lazily.

A move leaves a rack, and a card on the discards. The rack needs so many turns with such and such a chance (the racing
network); how long the others need is looked up in worlds that are likely, where the next player answers that card: takes it
where it helps more than a draw, else draws, and then races on. One is first if nobody was in order before.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER, NO, YES
from sofra.games.racko.kernel import ascending, may_go
from sofra.games.racko.kernel_chain import Desk, desk, look, with_call
from sofra.games.racko.kernel_race import TURNS, ask_race
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_weights import LEAST, hoped_weight, weigh, weigh_slots
from sofra.games.racko.kernel_worlds import STEPS, Hidden, begin_worlds, hidden, next_world
from sofra.games.racko.layout import (
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    OUT,
    PHASE,
    PILE,
    PILE_AT,
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

PARTS = 8
"""The worlds are looked at in so many parts, from whose spread the errors come."""

POSTPONED = 0.5
"""How much of what a discard gives the next player counts: a card held back is mostly given later, not never."""

PLACES, PLACES_DRAWN = np.int64(4), np.int64(2)
"""The likeliest slots that are weighed for the card on the discards, and for each card that may be drawn."""


class Study(NamedTuple):
    """Room for one search; no two threads share it. ``first``: [part, discarded card, turn] the chance that nobody else
    is in order before one's own turn, the card 0 standing for any; ``wanted`` marks the discards to look at."""

    mine: Desk
    theirs: Desk
    hidden: Hidden
    first: Any
    wanted: Any
    curve: Any
    rest: Any
    partner: Any
    after_draw: Any
    parts: Any
    best_parts: Any


def study() -> Study:
    """A study of one's own."""
    first, wanted = np.zeros((PARTS, 61, TURNS)), np.zeros(61, np.int64)
    curve, rest, partner, after_draw = (np.zeros(TURNS) for _ in range(4))
    parts, best_parts = np.zeros(PARTS), np.zeros(PARTS)
    return Study(desk(), desk(), hidden(), first, wanted, curve, rest, partner, after_draw, parts, best_parts)


@njit(**INNER)
def _still_racing(turns, curve):
    """Writes the chance that somebody with these turns to go is not in order before the t-th turn of mine, when I am next."""
    left = 1.0
    for t in range(TURNS):
        curve[t] = left
        left -= turns[t]


@njit(**INNER)
def _others(house, state, seat, following, weights, race, study):
    """What those beyond the next player still need: ``rest`` is the chance that no opponent of them is in order by my t-th
    turn; ``partner`` the chance that the partner is in order at that turn."""
    study.rest[:] = 1.0
    study.partner[:] = 0.0
    for other in range(state[SEATS]):
        if other in (seat, following) or state[OUT + other]:
            continue
        table = weights[max(1, look(state, other, study.theirs))]
        ask_race(state, RACKS + 10 * other, table, study.theirs, race)
        if house.partners and (other - seat) % 2 == 0:
            study.partner[:] = race.turns
        else:
            left = 1.0
            for t in range(TURNS):
                left -= race.turns[t]
                study.rest[t] *= max(0.0, left)


@njit(**INNER)
def _count_in(curve, study, house, row):
    """Adds one world to a row of ``first``."""
    partners_first, partner_left = 0.0, 1.0
    for t in range(TURNS):
        clear = curve[t] * study.rest[t]
        if t == TURNS - 1:
            clear *= 0.5  # of those who need 16 turns and more
        if house.partners:
            partners_first += study.partner[t] * clear
            partner_left -= study.partner[t]
            row[t] += partners_first + max(0.0, partner_left) * clear
        else:
            row[t] += clear


@njit(**INNER)
def _turns_with(state, at, card, table, desk, race, curve):
    """Writes the curve of somebody who puts a card at a place; the desk's chains are as before afterwards."""
    base = at - at % 10
    seat = (base - RACKS) // 10
    old = state[at]
    state[at] = card
    if ascending(state, seat):
        curve[:] = 0.0
    else:
        ask_race(state, base, table, desk, race)
        _still_racing(race.turns, curve)
    state[at] = old
    weigh(state, base, table, desk)


@njit(**INNER)
def _answer(house, state, following, row_of, weights, race, study, word):
    """One world: what the next player makes of each wanted discard."""
    desk = study.theirs
    base = RACKS + 10 * following
    table = weights[max(1, look(state, following, desk))]
    now = weigh(state, base, table, desk)
    hoped = hoped_weight(state, base, now, table, desk)
    drawn = 0
    if state[KNOWN]:
        drawn = state[PILE + state[PILE_AT]] if state[PILE_AT] < state[PILE_END] else 0
    elif state[PILE_END]:
        drawn = state[PILE + below(word, state[PILE_END])]
    at = weigh_slots(state, base, drawn, now, table, desk) if drawn else 0
    if drawn and desk.values[at] > now:
        _turns_with(state, base + at, drawn, table, desk, race, study.after_draw)
    else:
        ask_race(state, base, table, desk, race)
        _still_racing(race.turns, study.after_draw)
        weigh(state, base, table, desk)
    for card in range(1, state[DECK] + 1):
        if not study.wanted[card]:
            continue
        at = weigh_slots(state, base, card, now, table, desk)
        if desk.values[at] > now and np.log(max(desk.values[at], LEAST)) > hoped:
            _turns_with(state, base + at, card, table, desk, race, study.curve)
            _count_in(study.curve, study, house, row_of[card])
        else:
            _count_in(study.after_draw, study, house, row_of[card])


@njit(**DOORS)
def look_at_worlds(house, state, weights, race, study, worlds, word):
    """Fills ``study.first`` for the wanted discards from about so many worlds (at least one a part)."""
    seat, seats = state[SEAT], state[SEATS]
    following = np.int64(-1)
    for step in range(1, seats):
        other = (seat + step) % seats
        if following < 0 and not state[OUT + other]:
            following = other
    study.first[:] = 0.0
    world = state.copy()
    slots, count = begin_worlds(house, world, seat, weights, study.theirs, study.hidden, word)
    each = max(1, worlds // PARTS)
    wanted = max(1, study.wanted.sum())
    for part in range(PARTS):
        rows = study.first[part]
        for _ in range(each):
            next_world(house, world, slots, count, STEPS, weights, study.theirs, study.hidden, word)
            _others(house, world, seat, following, weights, race, study)
            if following < 0:
                for card in range(61):
                    rows[card] += 1.0
            else:
                _answer(house, world, following, rows, weights, race, study, word)
        if following < 0:
            continue
        rows /= each
        for card in range(1, 61):
            if study.wanted[card]:
                rows[0] += rows[card] / wanted
        for card in range(1, 61):
            if study.wanted[card]:
                rows[card] = rows[0] + POSTPONED * (rows[card] - rows[0])
            else:
                rows[card] = rows[0]
    return each * PARTS


@njit(**INNER)
def _chance(state, seat, gone, table, race, study):
    """The chance to be first with the rack as it stands, ``gone`` being discarded; ``study.parts`` holds it by parts."""
    if ascending(state, seat):
        study.parts[:] = 1.0
        return 1.0
    ask_race(state, RACKS + 10 * seat, table, study.mine, race)
    for part in range(PARTS):
        chance = 0.0
        for t in range(TURNS):
            chance += race.turns[t] * study.first[part, gone, t]
        study.parts[part] = chance
    return study.parts.mean()


@njit(**INNER)
def _best_place(state, seat, card, places, may_toss, table, race, study):
    """The best chance with a card in hand; ``study.best_parts`` holds it by parts."""
    base = RACKS + 10 * seat
    best = -1.0
    if may_toss:
        best = _chance(state, seat, card, table, race, study)
        study.best_parts[:] = study.parts
    now = weigh(state, base, table, study.mine)
    weigh_slots(state, base, card, now, table, study.mine)
    for _ in range(places):
        at = study.mine.values.argmax()
        study.mine.values[at] = -1.0
        old = state[base + at]
        state[base + at] = card
        chance = _chance(state, seat, old, table, race, study)
        state[base + at] = old
        if chance > best:
            best = chance
            study.best_parts[:] = study.parts
    return best


@njit(**INNER)
def _after_a_draw(state, seat, weights, race, study, mean_parts):
    """The chance before a card is drawn: over all that may come, each at its best place or tossed."""
    unseen = look(state, seat, study.mine)
    mean_parts[:] = 0.0
    if state[KNOWN]:
        _best_place(
            state, seat, state[PILE + state[PILE_AT]], PLACES, YES, weights[max(1, unseen)], race, study
        )
        mean_parts[:] = study.best_parts
        return
    table = weights[max(1, unseen - 1)]
    for card in range(1, state[DECK] + 1):
        if study.mine.coming[card]:
            study.mine.below[card:] -= 1
            _best_place(state, seat, card, PLACES_DRAWN, YES, table, race, study)
            study.mine.below[card:] += 1
            mean_parts += study.best_parts / unseen


@njit(**DOORS)
def judge(house, state, weights, race, study, worlds, word, chances, errors):
    """Writes for each move of the seat on turn the chance that it (or its side) goes first, with a standard error, at the
    move's number; -1 for moves that are none. A rack in order that may be called is called. Answers the worlds seen."""
    seat, turn = state[SEAT], state[PHASE] == TURN_PHASE
    base = RACKS + 10 * seat
    chances[:] = -1.0
    errors[:] = 0.0
    if turn and house.call and state[LAP] == 1 and may_go(house, state, seat):
        chances[RACK_O_MOVE] = 1.0
    study.wanted[:] = 0
    for at in range(10):
        study.wanted[state[base + at]] = 1
    if state[PHASE] == DRAWN_PHASE:
        study.wanted[state[HAND]] = 1
    seen = look_at_worlds(house, state, weights, race, study, worlds, word)
    table = weights[max(1, look(state, seat, study.mine))]
    if turn:
        card = state[DISCARD + state[DISCARDS] - 1]
        chances[TAKE_MOVE] = _best_place(state, seat, card, PLACES, NO, table, race, study)
        errors[TAKE_MOVE] = study.best_parts.std() / np.sqrt(PARTS - 1.0)
        mean_parts = np.zeros(PARTS)
        _after_a_draw(state, seat, weights, race, study, mean_parts)
        chances[DRAW_MOVE] = mean_parts.mean()
        errors[DRAW_MOVE] = mean_parts.std() / np.sqrt(PARTS - 1.0)
        return seen
    if state[PHASE] == DRAWN_PHASE:
        number = with_call(house, state, TOSS_MOVE)
        chances[number] = _chance(state, seat, state[HAND], table, race, study)
        errors[number] = study.parts.std() / np.sqrt(PARTS - 1.0)
    for at in range(10):
        number = with_call(house, state, PUT_MOVES + at)
        old = state[base + at]
        state[base + at] = state[HAND]
        chances[number] = _chance(state, seat, old, table, race, study)
        errors[number] = study.parts.std() / np.sqrt(PARTS - 1.0)
        state[base + at] = old
    return seen


@njit(**DOORS)
def expert_move(house, state, weights, race, study, worlds, word):
    """The move with the best chance to go first."""
    chances, errors = np.zeros(25), np.zeros(25)
    judge(house, state, weights, race, study, worlds, word, chances, errors)
    return chances.argmax()
