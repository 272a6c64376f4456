"""A race of any number of players as one value: a learnt network says how likely a side is to be first, compiled.

It is told what ``kernel_inputs.py`` says. One network values the moment after one's own turn, another the moment before a card
is drawn. ``racko/data/values-*.npz`` hold their weights; ``value_training.py`` makes those files. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from pathlib import Path

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER, NO, YES
from sofra.games.racko.kernel import may_go
from sofra.games.racko.kernel_chain import with_call
from sofra.games.racko.kernel_inputs import (
    Layers,
    Plan,
    Values,
    begin,
    layers_of,
    mark,
    plan_of,
    write_facts_of,
)
from sofra.games.racko.kernel_weights import weigh, weigh_slots
from sofra.games.racko.layout import (
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
    PILE_END,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
    House,
)
from sofra.games.racko.stretching import stretch_marks

UNLIKELY = 1e-3
"""The networks never met a card in a slot that is none of the likeliest while they learnt: whatever they say of it, it counts
as so much less than the best."""

ALL_PLACES, NO_CARD = np.int64(10), np.int64(0)

TOSSED = 10
"""The place, behind the ten slots, of a card that is tossed."""

LIKELIEST = 0.9995
"""No chance is surer than that before the rack is in order."""

DATA = Path(__file__).parent / "data"


def variant(house: House, seats: int) -> str:
    """The name of the networks for house rules and a number of seats."""
    return f"{seats}-run" if house.min_run else f"{seats}-partners" if house.partners else str(seats)


def file_of(house: House, seats: int) -> Path:
    """Where the networks for house rules and a number of seats are kept."""
    return DATA / f"values-{variant(house, seats)}.npz"


def read(file: Path, plan: Plan) -> Values:
    """Networks from a file; where it says nothing of marks, they are those of two players, stretched."""
    with np.load(file) as data, np.load(DATA / "values-2.npz") as two:
        parts = []
        for part in ("after", "before"):
            known = f"{part}_marks"
            marks = data[known] if known in data else stretch_marks(two[known], plan_of(2), plan)
            parts.append(layers_of([marks, *(data[f"{part}_{name}"] for name in Layers._fields[1:])]))
        return Values(plan, *parts)


def values(house: House, seats: int) -> Values:
    """The shipped networks."""
    return read(file_of(house, seats), plan_of(seats, house.min_run))


@njit(**INNER, fastmath=True)
def _through(values, rows, out):
    """Adds ``values`` x ``rows`` to ``out``, four rows at a time."""
    for i in range(0, values.size, 4):
        a, b, c, d = values[i], values[i + 1], values[i + 2], values[i + 3]
        for j in range(out.size):
            out[j] += (a * rows[i, j] + b * rows[i + 1, j]) + (c * rows[i + 2, j] + d * rows[i + 3, j])


@njit(**INNER)
def _answer(layers, room):
    """The network's answer to the marks summed in ``room.sum`` and ``room.facts``."""
    one, two = room.one, room.two
    one[:] = room.sum
    _through(room.facts, layers.facts, one)
    for j in range(one.size):
        one[j] = max(one[j], np.float32(0))
    two[:] = layers.b2
    _through(one, layers.w2, two)
    out = layers.b3[0]
    for k in range(two.size):
        out += max(two[k], np.float32(0)) * layers.w3[k]
    return 1.0 / (1.0 + np.exp(-out))


@njit(**INNER)
def _after_turn(house, state, seat, card, unseen, plan, layers, room):
    """The chance with the rack as it stands and ``card`` discarded; ``room.sum`` holds the marks without that card."""
    if may_go(house, state, seat):
        return 1.0
    mark(room.sum, layers.marks, plan.top + card - 1, np.float32(1))
    write_facts_of(house, state, seat, card, unseen, plan, room)
    return _answer(layers, room)


@njit(**DOORS)
def value_places(house, state, seat, card, may_toss, places, unseen, plan, layers, room):
    """Writes into ``room.values`` the chance with ``card`` in each of the likeliest ``places`` slots, -1 for the others, and
    at ``TOSSED`` that without it; answers the best place."""
    base, values, worth = RACKS + 10 * seat, room.values, room.desk.values
    table = room.weights[max(1, unseen)]
    now = weigh(state, base, table, room.desk)
    weigh_slots(state, base, card, now, table, room.desk)
    values[:] = -1.0
    best = TOSSED
    if may_toss:
        room.sum[:] = room.base
        values[TOSSED] = _after_turn(house, state, seat, card, unseen, plan, layers, room)
    for k in range(places):
        at = worth.argmax()
        worth[at] = -1.0
        old = state[base + at]
        room.sum[:] = room.base
        mark(room.sum, layers.marks, plan.deck * at + old - 1, np.float32(-1))
        mark(room.sum, layers.marks, plan.deck * at + card - 1, np.float32(1))
        state[base + at] = card
        values[at] = _after_turn(house, state, seat, old, unseen, plan, layers, room)
        state[base + at] = old
        if k >= plan.places and values[at] < 1.0:
            values[at] = min(values[at], values[best] - UNLIKELY)
        if values[at] > values[best]:
            best = at
    return best


@njit(**DOORS)
def value_draw(house, state, seat, unseen, plan, layers, room):
    """The chance before a draw: the mean over all cards that may come, each put or tossed for the best."""
    if state[KNOWN]:
        card = state[PILE + state[PILE_AT]]
        return room.values[
            value_places(house, state, seat, card, YES, plan.places, unseen, plan, layers, room)
        ]
    total, desk, one = 0.0, room.desk, np.float32(1)
    state[PILE_END] -= 1
    for card in range(1, plan.deck + 1):
        if desk.coming[card]:
            desk.coming[card] = 0
            desk.below[card:] -= 1
            mark(room.base, layers.marks, plan.coming + card - 1, -one)
            total += room.values[
                value_places(house, state, seat, card, YES, plan.places, unseen - 1, plan, layers, room)
            ]
            mark(room.base, layers.marks, plan.coming + card - 1, one)
            desk.below[card:] += 1
            desk.coming[card] = 1
    state[PILE_END] += 1
    return total / max(1, unseen)


@njit(**DOORS)
def value_turn(house, state, seat, networks, room):
    """Both ways to begin a turn, at a glance: the best chance with the discard, and the chance before a draw as the other
    network says."""
    plan = networks.plan
    if state[KNOWN]:
        unseen = begin(state, seat, plan, networks.after, room)
        drawn = value_draw(house, state, seat, unseen, plan, networks.after, room)
    else:
        unseen = begin(state, seat, plan, networks.before, room)
        room.sum[:] = room.base
        write_facts_of(house, state, seat, NO_CARD, unseen, plan, room)
        drawn = _answer(networks.before, room)
        begin(state, seat, plan, networks.after, room)
    card = state[DISCARD + state[DISCARDS] - 1]
    best = value_places(house, state, seat, card, NO, plan.places, unseen, plan, networks.after, room)
    return room.values[best], drawn


@njit(**DOORS)
def end_turn(house, state, place):
    """The move that puts the card in hand at this place, with the call where it is due."""
    return with_call(house, state, TOSS_MOVE if place == TOSSED else PUT_MOVES + place)


@njit(**DOORS)
def judge_by_value(house, state, networks, room, chances):
    """Writes for each move of the seat on turn the chance that its side goes first, at the move's number, looking no further
    than its own turn; -1 for moves that are none."""
    seat, plan, layers = state[SEAT], networks.plan, networks.after
    chances[:] = -1.0
    unseen = begin(state, seat, plan, layers, room)
    if state[PHASE] == TURN_PHASE:
        if house.call and state[LAP] == 1 and may_go(house, state, seat):
            chances[RACK_O_MOVE] = 1.0
        chances[DRAW_MOVE] = value_draw(house, state, seat, unseen, plan, layers, room)
        card = state[DISCARD + state[DISCARDS] - 1]
        best = value_places(house, state, seat, card, NO, plan.places, unseen, plan, layers, room)
        chances[TAKE_MOVE] = room.values[best]
    else:
        may_toss = state[PHASE] == DRAWN_PHASE
        value_places(house, state, seat, state[HAND], may_toss, ALL_PLACES, unseen, plan, layers, room)
        for place in range(11):
            if room.values[place] >= 0.0:
                chances[end_turn(house, state, place)] = room.values[place]
    for number in range(chances.size):
        if 0.0 <= chances[number] < 1.0:
            chances[number] = min(LIKELIEST, max(1.0 - LIKELIEST, chances[number]))


@njit(**DOORS)
def choose_by_value(house, state, networks, room):
    """The move with the best chance, looking no further than one's own turn."""
    chances = np.zeros(25)
    judge_by_value(house, state, networks, room, chances)
    return RACK_O_MOVE if chances[RACK_O_MOVE] == 1.0 else chances.argmax()
