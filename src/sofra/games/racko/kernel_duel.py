"""The race of two players as one value: a learnt network says how likely a seat is to be first, compiled.

It is told only what the seat knows: its own rack (also as the racing network sees it), the cards that may still come, what
the other took in the open and where, which of the other's slots were filled from the pile, the card that now lies on the
discards, and the lap. One network values the moment after one's own turn, another the moment before a card is drawn.
``racko/data/duel.npz`` holds their weights; ``duel_training.py`` makes that file. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.kernel import ascending, may_go
from sofra.games.racko.kernel_chain import Desk, desk, look, with_call
from sofra.games.racko.kernel_race import TURNS, Race, ask_race, race
from sofra.games.racko.kernel_weights import weigh, weigh_slots, weight_table
from sofra.games.racko.layout import (
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
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
)

CARDS = 40
OWN_AT, THEIRS_AT, UNSEEN_AT, TOP_AT = 0, 400, 800, 840
KEPT_AT, OLD_AT, LAP_AT, SHOWN_AT, MARKS = 880, 890, 900, 920, 930
"""Where the inputs that are marks begin: own cards by slot, the other's known cards by slot, cards that may come, the card
discarded, the other's slots filled unseen and never filled, the lap, and own slots that the other knows."""

LAPS = 20
RACE_FACTS, FIT_FACTS = 80, 8
FACTS = RACE_FACTS + FIT_FACTS + TURNS
"""The inputs that are numbers: those of the racing network, how the discard fits the other's known cards, and the chance
to be done within 1, 2, … turns, twice."""

PLACES = 6
"""The likeliest slots that are weighed for a card."""

TOSSED = 10
"""The place, behind the ten slots, of a card that is tossed."""

DATA = Path(__file__).parent / "data" / "duel.npz"


class Layers(NamedTuple):
    """A network: marks and facts into one hidden layer, another behind it, one answer."""

    marks: Any
    facts: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any


class Duel(NamedTuple):
    """Both networks: after one's turn, and before a draw."""

    after: Layers
    before: Layers


class Room(NamedTuple):
    """Room to reckon in; no two threads share one. ``values`` holds the worth of each slot for a card, and of tossing it;
    ``theirs`` the other's cards by slot: 0 never filled, -1 filled unseen."""

    desk: Desk
    race: Race
    weights: Any
    base: Any
    sum: Any
    one: Any
    two: Any
    facts: Any
    values: Any
    theirs: Any


def layers_of(arrays: Any) -> Layers:
    """A network of these seven arrays."""
    return Layers(*(np.ascontiguousarray(array, dtype=np.float32) for array in arrays))


def duel() -> Duel:
    """The shipped networks."""
    with np.load(DATA) as data:
        return Duel(
            *(layers_of([data[f"{part}_{name}"] for name in Layers._fields]) for part in Duel._fields)
        )


def room(networks: Duel) -> Room:
    """A room of one's own."""
    first, second = networks.after.b1.size, networks.after.b2.size
    base, total, one, two, facts = (np.zeros(n, np.float32) for n in (first, first, first, second, FACTS))
    return Room(
        desk(), race(2), weight_table(), base, total, one, two, facts, np.zeros(11), np.zeros(10, np.int64)
    )


@njit(nogil=True, cache=True, fastmath=True)
def _mark(values, rows, at, sign):
    for j in range(values.size):
        values[j] += sign * rows[at, j]


@njit(nogil=True, cache=True, fastmath=True)
def _through(values, rows, out):
    """Adds ``values`` x ``rows`` to ``out``, four rows at a time."""
    for i in range(0, values.size, 4):
        a, b, c, d = values[i], values[i + 1], values[i + 2], values[i + 3]
        for j in range(out.size):
            out[j] += (a * rows[i, j] + b * rows[i + 1, j]) + (c * rows[i + 2, j] + d * rows[i + 3, j])


@njit(nogil=True, cache=True)
def begin(state, seat, layers, room):
    """Reckons all that a choice of this seat does not change; answers how many cards may come."""
    unseen = look(state, seat, room.desk)
    base, other, one = room.base, 1 - seat, np.float32(1)
    base[:] = layers.b1
    for i in range(10):
        _mark(base, layers.marks, OWN_AT + CARDS * i + state[RACKS + 10 * seat + i] - 1, one)
        card = 0
        if state[OPEN + other] >> i & 1:
            card = state[RACKS + 10 * other + i]
            _mark(base, layers.marks, THEIRS_AT + CARDS * i + card - 1, one)
        elif state[DRAWN + other] >> i & 1:
            card = -1
            _mark(base, layers.marks, KEPT_AT + i, one)
        else:
            _mark(base, layers.marks, OLD_AT + i, one)
        room.theirs[i] = card
        if state[OPEN + seat] >> i & 1:
            _mark(base, layers.marks, SHOWN_AT + i, one)
    for card in range(1, CARDS + 1):
        if room.desk.coming[card]:
            _mark(base, layers.marks, UNSEEN_AT + card - 1, one)
    _mark(base, layers.marks, LAP_AT + min(state[LAP], LAPS) - 1, one)
    return unseen


@njit(nogil=True, cache=True)
def _fit(theirs, below, card, facts):
    """Where the discarded card would go between those cards of the other that all know, and what is there."""
    facts[RACE_FACTS : RACE_FACTS + FIT_FACTS] = 0.0
    if card == 0:
        return
    front, back, low, high = -1, 10, 0, CARDS
    for i in range(10):
        if 0 < theirs[i] < card:
            front, low = i, theirs[i]
    for i in range(9, front, -1):
        if theirs[i] > card:
            back, high = i, theirs[i] - 1
    slots, kept = back - front - 1, 0
    for i in range(front + 1, back):
        kept += theirs[i] < 0
    under, over = below[card] - below[low], below[high] - below[card]
    facts[RACE_FACTS] = slots * 0.1
    facts[RACE_FACTS + 1] = kept * 0.2
    facts[RACE_FACTS + 2] = (slots - kept) * 0.2
    facts[RACE_FACTS + 3] = (under + over) * 0.05
    facts[RACE_FACTS + 4] = (under + 0.5) / (under + over + 1.0)
    facts[RACE_FACTS + 5] = 1.0 if slots == 0 else 0.0
    facts[RACE_FACTS + 6] = min(3.0, (slots - kept) / (under + over + 1.0))
    facts[RACE_FACTS + 7] = 1.0


@njit(nogil=True, cache=True)
def write_facts_of(state, seat, card, unseen, room):
    """The facts of the rack as it stands, ``card`` having been discarded (0: none yet)."""
    ask_race(state, RACKS + 10 * seat, room.weights[max(1, unseen)], room.desk, room.race)
    room.facts[:RACE_FACTS] = room.race.facts
    done = np.float32(0)
    for t in range(TURNS):
        done += room.race.turns[t]
        room.facts[RACE_FACTS + FIT_FACTS + t] = done * np.float32(2)
    _fit(room.theirs, room.desk.below, card, room.facts)


@njit(nogil=True, cache=True)
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


@njit(nogil=True, cache=True)
def _after_turn(state, seat, card, unseen, layers, room):
    """The chance with the rack as it stands and ``card`` discarded; ``room.sum`` holds the marks without that card."""
    if ascending(state, seat):
        return 1.0
    _mark(room.sum, layers.marks, TOP_AT + card - 1, np.float32(1))
    write_facts_of(state, seat, card, unseen, room)
    return _answer(layers, room)


@njit(nogil=True, cache=True)
def value_places(state, seat, card, may_toss, places, unseen, layers, room):
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
        values[TOSSED] = _after_turn(state, seat, card, unseen, layers, room)
    for _ in range(places):
        at = worth.argmax()
        worth[at] = -1.0
        old = state[base + at]
        room.sum[:] = room.base
        _mark(room.sum, layers.marks, OWN_AT + CARDS * at + old - 1, np.float32(-1))
        _mark(room.sum, layers.marks, OWN_AT + CARDS * at + card - 1, np.float32(1))
        state[base + at] = card
        values[at] = _after_turn(state, seat, old, unseen, layers, room)
        state[base + at] = old
        if values[at] > values[best]:
            best = at
    return best


@njit(nogil=True, cache=True)
def value_draw(state, seat, unseen, layers, room):
    """The chance before a draw: the mean over all cards that may come, each put or tossed for the best."""
    if state[KNOWN]:
        return room.values[
            value_places(state, seat, state[PILE + state[PILE_AT]], True, PLACES, unseen, layers, room)
        ]
    total, desk, one = 0.0, room.desk, np.float32(1)
    state[PILE_END] -= 1
    for card in range(1, CARDS + 1):
        if desk.coming[card]:
            desk.coming[card] = 0
            desk.below[card:] -= 1
            _mark(room.base, layers.marks, UNSEEN_AT + card - 1, -one)
            total += room.values[value_places(state, seat, card, True, PLACES, unseen - 1, layers, room)]
            _mark(room.base, layers.marks, UNSEEN_AT + card - 1, one)
            desk.below[card:] += 1
            desk.coming[card] = 1
    state[PILE_END] += 1
    return total / max(1, unseen)


@njit(nogil=True, cache=True)
def value_turn(state, seat, networks, room):
    """Both ways to begin a turn, at a glance: the best chance with the discard, and the chance before a draw as the other
    network says."""
    if state[KNOWN]:
        unseen = begin(state, seat, networks.after, room)
        drawn = value_draw(state, seat, unseen, networks.after, room)
    else:
        unseen = begin(state, seat, networks.before, room)
        room.sum[:] = room.base
        write_facts_of(state, seat, 0, unseen, room)
        drawn = _answer(networks.before, room)
        begin(state, seat, networks.after, room)
    card = state[DISCARD + state[DISCARDS] - 1]
    taken = room.values[value_places(state, seat, card, False, PLACES, unseen, networks.after, room)]
    return taken, drawn


@njit(nogil=True, cache=True)
def end_turn(house, state, place):
    """The move that puts the card in hand at this place, with the call where it is due."""
    return with_call(house, state, TOSS_MOVE if place == TOSSED else PUT_MOVES + place)


@njit(nogil=True, cache=True)
def choose_by_value(house, state, networks, room):
    """The move with the best chance, looking no further than one's own turn."""
    seat, layers = state[SEAT], networks.after
    if state[PHASE] == TURN_PHASE and house.call and state[LAP] == 1 and may_go(house, state, seat):
        return RACK_O_MOVE
    unseen = begin(state, seat, layers, room)
    if state[PHASE] != TURN_PHASE:
        may_toss = state[PHASE] == DRAWN_PHASE
        return end_turn(
            house, state, value_places(state, seat, state[HAND], may_toss, PLACES, unseen, layers, room)
        )
    drawn = value_draw(state, seat, unseen, layers, room)
    card = state[DISCARD + state[DISCARDS] - 1]
    taken = room.values[value_places(state, seat, card, False, PLACES, unseen, layers, room)]
    return TAKE_MOVE if taken > drawn else DRAW_MOVE
