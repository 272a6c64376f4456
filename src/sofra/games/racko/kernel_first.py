"""Who is first if all racks lie open, compiled: for looking back at a round. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS
from sofra.games.racko.kernel import ascending, move
from sofra.games.racko.kernel_chain import look
from sofra.games.racko.kernel_race import TURNS, ask_race
from sofra.games.racko.kernel_weights import choose_by_weight
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DRAWN_PHASE,
    OUT,
    OVER_PHASE,
    PHASE,
    RACKS,
    SEAT,
    SEATS,
    TAKEN_PHASE,
)


@njit(**DOORS)
def first_chances(house, state, weights, race, desk, found):
    """Writes each seat's chance to go Rack-O first. A card in hand is first put where it weighs most; then everybody races
    on from the rack that they truly have, beginning with the seat on turn."""
    after = state.copy()
    if after[PHASE] == TAKEN_PHASE or after[PHASE] == DRAWN_PHASE:
        move(house, after, choose_by_weight(house, after, weights, desk))
    seats = after[SEATS]
    found[:] = 0.0
    if after[PHASE] == DEAL_PHASE or after[PHASE] == OVER_PHASE:
        if after[CALLER] >= 0:
            found[after[CALLER]] = 1.0
        return
    going = np.zeros((seats, TURNS))
    for step in range(seats):
        seat = (after[SEAT] + step) % seats
        if after[OUT + seat]:
            continue
        if ascending(after, seat):
            going[step, 0] = 1.0
            continue
        ask_race(after, RACKS + 10 * seat, weights[max(1, look(after, seat, desk))], desk, race)
        going[step] = race.turns
    left = np.ones(seats)
    for t in range(TURNS):
        for step in range(seats):
            others = 1.0
            for other in range(seats):
                if other != step:
                    others *= max(0.0, left[other])
            found[(after[SEAT] + step) % seats] += going[step, t] * others
            left[step] -= going[step, t]
    total = found[:seats].sum()
    for seat in range(seats):
        found[seat] = found[seat] / total if total > 0.0 else 1.0 / seats
