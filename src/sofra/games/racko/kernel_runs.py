"""The weight of a rack that needs a run (O8), compiled: that of all chains which hold one, for every place where one may come
to stand. As ``kernel_weights.py`` is to ``chain.Chain``, this is to ``chain.RunChain``. Needs numba; import it lazily.

Looked at are the runs of which a card stands in its place already; each card that is still missing must come itself.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import may_go
from sofra.games.racko.kernel_chain import look, with_call
from sofra.games.racko.kernel_weights import back_weight, front_weight, weigh, weight_table
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

PATIENCE, SHARPNESS = 2.5, 20.0
"""As in ``kernel_weights.py``. So many places for a run would hide the best of them, were the power of a chance not so high: of
six powers and three patiences tried in 1,000 to 3,000 rounds each against the chain player, these won most."""

LEAST = 1e-300
"""The least weight of a rack: no run may be left in it."""


def run_table() -> Any:
    """The weight of a gap, [unseen, slots, cards]."""
    return weight_table(PATIENCE, SHARPNESS)


@njit(**DOORS)
def run_weight(house, state, seat, table, desk):
    """The logarithm of the weight of a rack as it stands: 0 if it may go."""
    if may_go(house, state, seat):
        return 0.0
    base, run = RACKS + 10 * seat, house.min_run
    weigh(state, base, table, desk)
    total = 0.0
    for slot in range(10):
        for k in range(min(run, slot + 1)):
            at, first = slot - k, state[base + slot] - k
            if at > 10 - run or first < 1 or first > state[DECK] + 1 - run:
                continue
            part = 1.0
            for j in range(run):
                if state[base + at + j] != first + j:
                    part *= table[1, 1] if desk.coming[first + j] else 0.0
                elif j < k:
                    part = 0.0  # this run was looked at from that card
            if part > 0.0:
                part *= front_weight(state, base, at, first, table, desk)
                total += part * back_weight(state, base, at + run - 1, first + run - 1, table, desk)
    return np.log(max(total, LEAST))


@njit(**INNER)
def _best(house, state, seat, card, table, desk):
    """The best slot for a card, and the logarithm of the rack's weight with it there."""
    base, best, found = RACKS + 10 * seat, -np.inf, 0
    for at in range(10):
        old = state[base + at]
        state[base + at] = card
        worth = run_weight(house, state, seat, table, desk)
        state[base + at] = old
        if worth > best:
            best, found = worth, at
    return found, best


@njit(**INNER)
def _hoped(house, state, seat, now, table, desk):
    """The mean of what the rack weighs after a draw, as a logarithm."""
    if state[KNOWN]:
        return max(now, _best(house, state, seat, state[PILE + state[PILE_AT]], table, desk)[1])
    hoped, count = 0.0, 0
    for card in range(1, state[DECK] + 1):
        if desk.coming[card]:
            hoped += max(now, _best(house, state, seat, card, table, desk)[1])
            count += 1
    return hoped / max(1, count)


@njit(**DOORS)
def choose_by_run_weight(house, state, weights, appetite, desk):
    """The move of a player who wants the greatest weight; ``appetite`` is how much more (as a logarithm) a card on the
    discards seems to weigh."""
    seat = state[SEAT]
    turn = state[PHASE] == TURN_PHASE
    if turn and house.call and state[LAP] == 1 and may_go(house, state, seat):
        return RACK_O_MOVE
    table = weights[max(1, look(state, seat, desk))]
    now = run_weight(house, state, seat, table, desk)
    card = state[DISCARD + state[DISCARDS] - 1] if turn else state[HAND]
    slot, offered = _best(house, state, seat, card, table, desk)
    if not turn:
        if state[PHASE] == DRAWN_PHASE and offered <= now:
            return with_call(house, state, TOSS_MOVE)
        return with_call(house, state, PUT_MOVES + slot)
    if offered + appetite <= now:
        return DRAW_MOVE
    return TAKE_MOVE if offered + appetite > _hoped(house, state, seat, now, table, desk) else DRAW_MOVE
