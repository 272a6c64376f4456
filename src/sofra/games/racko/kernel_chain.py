"""The chain player, compiled: the same value of a rack as ``chain.py``, for rounds by the thousand and for search.

It covers every house rule. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko import chain
from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import may_go
from sofra.games.racko.layout import (
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWN,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    OPEN,
    PHASE,
    PILE,
    PILE_AT,
    PILE_END,
    PUT_CALLS,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    SEATS,
    SHUFFLES,
    TAKE_MOVE,
    TOSS_CALL,
    TOSS_MOVE,
    TURN_PHASE,
)

NO_RUN, RUN_PLACES = chain.RunChain.NO_RUN, chain.RunChain.PLACES


class Desk(NamedTuple):
    """Room to reckon in: which cards may come, how many of them lie below each, best chains in front and behind."""

    coming: Any
    below: Any
    front: Any
    back: Any
    values: Any


def desk() -> Desk:
    """A desk of one's own; no two threads share one."""
    return Desk(np.zeros(62, np.int64), np.zeros(62, np.int64), np.zeros(10), np.zeros(10), np.zeros(10))


def cost_table(patience: int) -> Any:
    """``chain.costs`` for every number of unseen cards: [unseen, slots, cards]."""
    return np.array([chain.costs(max(1, unseen), patience) for unseen in range(61)])


@njit(**DOORS)
def look(state, seat, desk):
    """Marks the cards that may still come, as this seat can tell; answers how many (see ``gaps.may_come``)."""
    coming = desk.coming
    coming[:] = 0
    for i in range(state[PILE_AT], state[PILE_END]):
        coming[state[PILE + i]] = 1
    if state[KNOWN]:
        for i in range(state[DISCARDS] - 1):
            coming[state[DISCARD + i]] = 1
    else:
        for other in range(state[SEATS]):
            hidden = 1023 & ~state[OPEN + other]
            if state[SHUFFLES]:
                hidden &= state[DRAWN + other]
            if other != seat:
                for slot in range(10):
                    if hidden >> slot & 1:
                        coming[state[RACKS + 10 * other + slot]] = 1
    return count_coming(state, desk)


@njit(**DOORS)
def count_coming(state, desk):
    """Writes for each card how many of those marked are not above it; answers how many are marked."""
    coming, below = desk.coming, desk.below
    count = 0
    below[0] = 0
    for card in range(1, state[DECK] + 1):
        count += coming[card]
        below[card] = count
    return count


@njit(**DOORS)
def into(state, base, at, card, cost, desk):
    """The best chain in front that has this card at this slot."""
    below, front = desk.below, desk.front
    under = below[card - 1]
    best = cost[at, under]
    for before in range(at):
        link = state[base + before]
        if link < card:
            best = max(best, front[before] + cost[at - before - 1, under - below[link]])
    return best


@njit(**DOORS)
def out_of(state, base, at, card, cost, desk):
    """The best chain behind that has this card at this slot."""
    below, back = desk.below, desk.back
    over = below[card]
    best = cost[9 - at, below[state[DECK]] - over]
    for behind in range(at + 1, 10):
        link = state[base + behind]
        if link > card:
            best = max(best, back[behind] + cost[behind - at - 1, below[link - 1] - over])
    return best


@njit(**DOORS)
def read_rack(state, seat, cost, desk):
    """The value of a rack as it stands; the desk holds its chains afterwards."""
    base = RACKS + 10 * seat
    for at in range(10):
        desk.front[at] = into(state, base, at, state[base + at], cost, desk)
    for at in range(9, -1, -1):
        desk.back[at] = out_of(state, base, at, state[base + at], cost, desk)
    best = cost[10, desk.below[state[DECK]]]
    for at in range(10):
        best = max(best, desk.front[at] + desk.back[at])
    return best


@njit(**DOORS)
def best_slot(state, seat, card, cost, desk):
    """The best slot for a card; the desk's ``values`` hold what each is worth."""
    base = RACKS + 10 * seat
    best = 0
    for at in range(10):
        desk.values[at] = into(state, base, at, card, cost, desk) + out_of(state, base, at, card, cost, desk)
        if desk.values[at] > desk.values[best]:
            best = at
    return best


@njit(**INNER)
def _run_value(house, state, seat, cost, desk):
    """What the rack is worth where it needs a run (``chain.RunChain``, O8); the desk holds its chains."""
    base, run = RACKS + 10 * seat, house.min_run
    if may_go(house, state, seat):
        return 0.0
    best = NO_RUN + (desk.front + desk.back).max()
    for slot in range(10):
        card = state[base + slot]
        for k in range(run):
            at, first = slot - k, card - k
            if k and (slot == 0 or state[base + slot - 1] == card - 1):
                break  # this run and those further in front were looked at from the slot before
            if not (0 <= at <= 10 - run and 1 <= first <= state[DECK] + 1 - run):
                continue
            value = 0.0
            for j in range(run):
                if state[base + at + j] != first + j:
                    value += cost[1, 1] if desk.coming[first + j] else chain.HOPELESS
            if value > best:
                value += into(state, base, at, first, cost, desk)
                value += out_of(state, base, at + run - 1, first + run - 1, cost, desk)
                best = max(best, value)
    return best


@njit(**DOORS)
def value_now(house, state, seat, cost, desk):
    """The value of a rack as it stands under the house rules; the desk holds its chains afterwards."""
    plain = read_rack(state, seat, cost, desk)
    return _run_value(house, state, seat, cost, desk) if house.min_run else plain


@njit(**DOORS)
def best_place(house, state, seat, card, cost, desk):
    """The best slot for a card under the house rules, and its value; the desk holds the rack's chains."""
    slot = best_slot(state, seat, card, cost, desk)
    if not house.min_run:
        return slot, desk.values[slot]
    plain, front, back = desk.values.copy(), desk.front.copy(), desk.back.copy()
    base, best, found = RACKS + 10 * seat, 2 * NO_RUN + chain.HOPELESS * 20, 0
    for _ in range(RUN_PLACES):
        at = desk.values.argmax()
        desk.values[at] = -np.inf
        old = state[base + at]
        state[base + at] = card
        value = value_now(house, state, seat, cost, desk) + 1e-3 * plain[at]
        state[base + at] = old
        if value > best:
            best, found = value, at
    desk.front[:], desk.back[:] = front, back
    return found, best


@njit(**DOORS)
def with_call(house, state, number):
    """A put or toss with the call where calls are made and this one is right."""
    seat = state[SEAT]
    if not house.call:
        return number
    if number == TOSS_MOVE:
        return TOSS_CALL if may_go(house, state, seat) else TOSS_MOVE
    place = RACKS + 10 * seat + number - PUT_MOVES
    old = state[place]
    state[place] = state[HAND]
    right = may_go(house, state, seat)
    state[place] = old
    return number - PUT_MOVES + PUT_CALLS if right else number


@njit(**DOORS)
def choose(house, state, costs, looks, desk):
    """The chain player's move; ``looks`` as in ``gaps.Bent``."""
    seat = state[SEAT]
    unseen = look(state, seat, desk)
    cost = costs[max(1, unseen)]
    turn = state[PHASE] == TURN_PHASE
    if turn and house.call and state[LAP] == 1 and may_go(house, state, seat):
        return RACK_O_MOVE
    now = value_now(house, state, seat, cost, desk)
    card = state[DISCARD + state[DISCARDS] - 1] if turn else state[HAND]
    slot, offered = best_place(house, state, seat, card, cost, desk)
    if not turn:
        if state[PHASE] == DRAWN_PHASE and offered <= now:
            return with_call(house, state, TOSS_MOVE)
        return with_call(house, state, PUT_MOVES + slot)
    if offered <= now:
        return DRAW_MOVE
    if not looks:
        return TAKE_MOVE
    hoped, count = 0.0, 0
    if state[KNOWN]:
        _, there = best_place(house, state, seat, state[PILE + state[PILE_AT]], cost, desk)
        hoped, count = max(now, there), 1
    else:
        for may in range(1, state[DECK] + 1):
            if desk.coming[may]:
                _, there = best_place(house, state, seat, may, cost, desk)
                hoped += max(now, there)
                count += 1
    return TAKE_MOVE if offered > hoped / max(1, count) else DRAW_MOVE
