"""The weight of all chains of a rack: what ``chain.py`` asks of the best chain, summed over every chain, compiled.

A rack with several nearly good chains is worth more than one with a single chain, for each of them may be the one that
gets filled. The sum costs no more than the maximum. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS
from sofra.games.racko.kernel import may_go
from sofra.games.racko.kernel_chain import look, with_call
from sofra.games.racko.layout import (
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    PHASE,
    PILE,
    PILE_AT,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
)

PATIENCE, SPREAD, SHARPNESS = 4.0, 0.83, 3.7
"""How many cards are looked at, how far slots of one gap share its cards, and the power of a chance: the higher, the more
the best chain counts. Found by cross-entropy search over rounds against the chain player."""

LEAST = 1e-12
"""The least weight of a rack: no chain may be left once few cards are to come."""


def weight_table(patience: float = PATIENCE, sharpness: float = SHARPNESS) -> Any:
    """The weight of a gap, [unseen, slots, cards]."""
    unseen = np.maximum(1, np.arange(61))[:, None, None]
    slots, cards = np.arange(11)[None, :, None], np.arange(61)[None, None, :]
    share = np.minimum(1.0, cards / (np.maximum(1, slots) ** SPREAD * unseen))
    chance = (1.0 - (1.0 - share) ** patience) ** (slots * sharpness)
    return np.where(cards < slots, 0.0, chance)


@njit(**DOORS)
def front_weight(state, base, at, card, weights, desk):
    """All chains in front that have this card at this slot."""
    below, front = desk.below, desk.front
    under = below[card - 1]
    total = weights[at, under]
    for before in range(at):
        link = state[base + before]
        if link < card:
            total += front[before] * weights[at - before - 1, under - below[link]]
    return total


@njit(**DOORS)
def back_weight(state, base, at, card, weights, desk):
    """All chains behind that have this card at this slot."""
    below, back = desk.below, desk.back
    over = below[card]
    total = weights[9 - at, below[state[DECK]] - over]
    for behind in range(at + 1, 10):
        link = state[base + behind]
        if link > card:
            total += back[behind] * weights[behind - at - 1, below[link - 1] - over]
    return total


@njit(**DOORS)
def rack_weight(state, base, weights, desk):
    """The weight of the rack that stands at ``base``; the desk holds its chains in front afterwards."""
    below = desk.below
    unseen = below[state[DECK]]
    total = weights[10, unseen]
    for at in range(10):
        card = state[base + at]
        desk.front[at] = front_weight(state, base, at, card, weights, desk)
        total += desk.front[at] * weights[9 - at, unseen - below[card]]
    return max(total, LEAST)


@njit(**DOORS)
def weigh(state, base, weights, desk):
    """As ``rack_weight``; the desk holds the chains in front and behind afterwards."""
    total = rack_weight(state, base, weights, desk)
    for at in range(9, -1, -1):
        desk.back[at] = back_weight(state, base, at, state[base + at], weights, desk)
    return total


@njit(**DOORS)
def weigh_slots(state, base, card, now, weights, desk):
    """Writes into the desk's ``values`` what the rack weighs with this card in each slot; answers the best slot. ``now``
    is the rack's weight, and the desk holds its chains."""
    best = 0
    for at in range(10):
        through = front_weight(state, base, at, card, weights, desk)
        through *= back_weight(state, base, at, card, weights, desk)
        desk.values[at] = now - desk.front[at] * desk.back[at] + through
        if desk.values[at] > desk.values[best]:
            best = at
    return best


@njit(**DOORS)
def hoped_weight(state, base, now, weights, desk):
    """The mean logarithm of what the rack weighs after a draw from the pile."""
    if state[KNOWN]:
        there = weigh_slots(state, base, state[PILE + state[PILE_AT]], now, weights, desk)
        return np.log(max(now, desk.values[there], LEAST))
    hoped, count = 0.0, 0
    for card in range(1, state[DECK] + 1):
        if desk.coming[card]:
            there = weigh_slots(state, base, card, now, weights, desk)
            hoped += np.log(max(now, desk.values[there], LEAST))
            count += 1
    return hoped / max(1, count)


@njit(**DOORS)
def choose_by_weight(house, state, weights, desk):
    """The move of a player who wants the greatest weight."""
    seat = state[SEAT]
    base = RACKS + 10 * seat
    if state[PHASE] == TURN_PHASE and house.call and state[LAP] == 1 and may_go(house, state, seat):
        return RACK_O_MOVE
    table = weights[max(1, look(state, seat, desk))]
    now = weigh(state, base, table, desk)
    if state[PHASE] != TURN_PHASE:
        slot = weigh_slots(state, base, state[HAND], now, table, desk)
        if state[PHASE] == DRAWN_PHASE and desk.values[slot] <= now:
            return with_call(house, state, TOSS_MOVE)
        return with_call(house, state, PUT_MOVES + slot)
    slot = weigh_slots(state, base, state[DISCARD + state[DISCARDS] - 1], now, table, desk)
    offered = desk.values[slot]
    if offered <= now:
        return DRAW_MOVE
    return TAKE_MOVE if np.log(offered) > hoped_weight(state, base, now, table, desk) else DRAW_MOVE
