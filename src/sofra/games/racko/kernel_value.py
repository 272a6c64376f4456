"""A race of any number of players as one value: a learnt network says how likely a side is to be first, compiled.

It is told only what the seat knows: its own rack (also as the racing network sees it), the cards that may still come, the
card that now lies on the discards, the lap, and of each other: what they took in the open and where, which slots they
filled from the pile, which discards they let lie, and how often they tossed what they drew. One network values the moment
after one's own turn, another the moment before a card is drawn. ``racko/data/values-*.npz`` hold their weights;
``value_training.py`` makes those files. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.kernel import longest_run, may_go
from sofra.games.racko.kernel_chain import Desk, desk, look, with_call
from sofra.games.racko.kernel_race import TURNS, Race, ask_race, race
from sofra.games.racko.kernel_weights import weigh, weigh_slots, weight_table
from sofra.games.racko.layout import (
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWN,
    DRAWN_PHASE,
    FILLED,
    GONE,
    HAND,
    IDLE,
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
    REFUSED,
    SEAT,
    TAKE_MOVE,
    TOSS_MOVE,
    TOSSES,
    TURN_PHASE,
    House,
)

LAPS, IDLES = 20, 10
"""So many laps, and turns in a row without a change, are told apart."""

RACE_FACTS, FIT_FACTS, RUN_FACTS, OTHER_FACTS = 80, 8, 4, 12
"""The inputs that are numbers: those of the racing network, how the discard fits the next player's known cards, runs in
the own rack, and for each other how many cards it tossed, and how long ago it filled each slot; and the chance to be done
within 1, 2, … turns, twice."""

LIKELY, UNLIKELY = 6, 1e-3
"""So many of the likeliest slots are weighed for a card, under ``min_run`` all. The networks never met the others while they
learnt: whatever they say of those, it counts as so much less than the best."""

TOSSED = 10
"""The place, behind the ten slots, of a card that is tossed."""

LIKELIEST = 0.9995
"""No chance is surer than that before the rack is in order."""

DATA = Path(__file__).parent / "data"


class Plan(NamedTuple):
    """Where the inputs stand for a number of seats. Marks: own cards by slot, then cards that may come, the card
    discarded, the lap, own slots that all know; then for each other, in turn, ``step`` marks: known cards by slot, the card
    that left each slot, discards let lie, slots filled unseen, slots never filled, and turns in a row without a change."""

    seats: int
    deck: int
    places: int
    coming: int
    top: int
    lap: int
    shown: int
    others: int
    step: int
    marks: int
    facts: int


class Layers(NamedTuple):
    """A network: marks and facts into one hidden layer, another behind it, one answer."""

    marks: Any
    facts: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any


class Values(NamedTuple):
    """Both networks, after one's turn and before a draw, and what they are told."""

    plan: Plan
    after: Layers
    before: Layers


class Room(NamedTuple):
    """Room to reckon in; no two threads share one. ``values`` holds the worth of each slot for a card, and of tossing it;
    ``theirs`` each other's cards by slot: 0 never filled, -1 filled unseen; ``at`` the marks that are set, as many as
    ``count`` says, the own cards first."""

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
    at: Any
    count: Any


def plan_of(seats: int, min_run: int = 0) -> Plan:
    """The plan for a number of seats."""
    deck = 20 + 10 * seats
    coming = 10 * deck
    top, lap, shown, others = (
        coming + deck,
        coming + 2 * deck,
        coming + 2 * deck + LAPS,
        coming + 2 * deck + LAPS + 10,
    )
    step = 21 * deck + 20 + IDLES
    facts = RACE_FACTS + FIT_FACTS + TURNS + RUN_FACTS + OTHER_FACTS * (seats - 1)
    places = 10 if min_run else LIKELY
    return Plan(
        seats, deck, places, coming, top, lap, shown, others, step, others + step * (seats - 1), facts
    )


def variant(house: House, seats: int) -> str:
    """The name of the networks for house rules and a number of seats."""
    return f"{seats}-run" if house.min_run else f"{seats}-partners" if house.partners else str(seats)


def layers_of(arrays: Any) -> Layers:
    """A network of these seven arrays."""
    return Layers(*(np.ascontiguousarray(array, dtype=np.float32) for array in arrays))


def file_of(house: House, seats: int) -> Path:
    """Where the networks for house rules and a number of seats are kept."""
    return DATA / f"values-{variant(house, seats)}.npz"


def read(file: Path, plan: Plan) -> Values:
    """Networks from a file."""
    with np.load(file) as data:
        parts = (
            layers_of([data[f"{part}_{name}"] for name in Layers._fields]) for part in ("after", "before")
        )
        return Values(plan, *parts)


def values(house: House, seats: int) -> Values:
    """The shipped networks."""
    return read(file_of(house, seats), plan_of(seats, house.min_run))


def room(values: Values) -> Room:
    """A room of one's own."""
    first, second = values.after.b1.size, values.after.b2.size
    base, total, one, two, facts = (
        np.zeros(n, np.float32) for n in (first, first, first, second, values.plan.facts)
    )
    return Room(
        desk(),
        race(values.plan.seats),
        weight_table(),
        base,
        total,
        one,
        two,
        facts,
        np.zeros(11),
        np.zeros((values.plan.seats - 1, 10), np.int64),
        np.zeros(values.plan.marks, np.int64),
        np.zeros(1, np.int64),
    )


@njit(nogil=True, cache=True, fastmath=True)
def _mark(values, rows, at, sign):
    for j in range(values.size):
        values[j] += sign * rows[at, j]


@njit(nogil=True, cache=True)
def _set(layers, room, at):
    """Sets a mark."""
    _mark(room.base, layers.marks, at, np.float32(1))
    room.at[room.count[0]] = at
    room.count[0] += 1


@njit(nogil=True, cache=True, fastmath=True)
def _through(values, rows, out):
    """Adds ``values`` x ``rows`` to ``out``, four rows at a time."""
    for i in range(0, values.size, 4):
        a, b, c, d = values[i], values[i + 1], values[i + 2], values[i + 3]
        for j in range(out.size):
            out[j] += (a * rows[i, j] + b * rows[i + 1, j]) + (c * rows[i + 2, j] + d * rows[i + 3, j])


@njit(nogil=True, cache=True)
def begin(state, seat, plan, layers, room):
    """Reckons all that a choice of this seat does not change; answers how many cards may come."""
    unseen, deck = look(state, seat, room.desk), plan.deck
    room.base[:] = layers.b1
    room.count[0] = 0
    for i in range(10):
        _set(layers, room, deck * i + state[RACKS + 10 * seat + i] - 1)
    for i in range(10):
        if state[OPEN + seat] >> i & 1:
            _set(layers, room, plan.shown + i)
    for card in range(1, deck + 1):
        if room.desk.coming[card]:
            _set(layers, room, plan.coming + card - 1)
    _set(layers, room, plan.lap + min(state[LAP], LAPS) - 1)
    for k in range(plan.seats - 1):
        _set_other(
            state,
            (seat + 1 + k) % plan.seats,
            plan.others + k * plan.step,
            room.theirs[k],
            deck,
            layers,
            room,
        )
    return unseen


@njit(nogil=True, cache=True)
def _set_other(state, other, at, theirs, deck, layers, room):
    """Sets the marks of another seat."""
    gone, rest = at + 10 * deck, at + 21 * deck
    for i in range(10):
        theirs[i] = 0
        if state[OPEN + other] >> i & 1:
            theirs[i] = state[RACKS + 10 * other + i]
            _set(layers, room, at + deck * i + theirs[i] - 1)
        elif state[DRAWN + other] >> i & 1:
            theirs[i] = -1
            _set(layers, room, rest + i)
        else:
            _set(layers, room, rest + 10 + i)
        if state[GONE + 10 * other + i]:
            _set(layers, room, gone + deck * i + state[GONE + 10 * other + i] - 1)
    for card in range(1, deck + 1):
        if state[REFUSED + other] >> card & 1:
            _set(layers, room, at + 20 * deck + card - 1)
    _set(layers, room, rest + 20 + min(state[IDLE + other], IDLES - 1))


@njit(nogil=True, cache=True)
def _fit(theirs, below, deck, card, facts):
    """Where the discarded card would go between those cards of the next player that all know, and what is there."""
    facts[RACE_FACTS : RACE_FACTS + FIT_FACTS] = 0.0
    if card == 0:
        return
    front, back, low, high = -1, 10, 0, deck
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
def _runs(house, state, base, coming, facts, at):
    """How near the rack is to the run that it needs (O8): its longest, and the runs of which all, all but one and all but two
    cards stand in their places, the others being among those that may come."""
    facts[at : at + RUN_FACTS] = 0.0
    run = house.min_run
    if run == 0:
        return
    facts[at] = longest_run(state, (base - RACKS) // 10) / run
    for slot in range(11 - run):
        for k in range(run):
            first = state[base + slot + k] - k
            if first < 1 or first + run - 1 > state[DECK]:
                continue
            missing, counted = 0, False
            for j in range(run):
                if state[base + slot + j] == first + j:
                    counted |= j < k
                elif coming[first + j]:
                    missing += 1
                else:
                    missing += 3
            if missing < 3 and not counted:
                facts[at + 1 + missing] += 0.5


@njit(nogil=True, cache=True)
def write_facts_of(house, state, seat, card, unseen, plan, room):
    """The facts of the rack as it stands, ``card`` having been discarded (0: none yet)."""
    facts, at = room.facts, RACE_FACTS + FIT_FACTS
    ask_race(state, RACKS + 10 * seat, room.weights[max(1, unseen)], room.desk, room.race)
    facts[:RACE_FACTS] = room.race.facts
    _fit(room.theirs[0], room.desk.below, plan.deck, card, facts)
    done = np.float32(0)
    for t in range(TURNS):
        done += room.race.turns[t]
        facts[at + t] = done * np.float32(2)
    at += TURNS
    _runs(house, state, RACKS + 10 * seat, room.desk.coming, facts, at)
    at += RUN_FACTS
    for k in range(plan.seats - 1):
        other = (seat + 1 + k) % plan.seats
        facts[at] = state[TOSSES + other] * 0.1
        facts[at + 1] = state[IDLE + other] * 0.2
        for i in range(10):
            lap = state[FILLED + 10 * other + i]
            facts[at + 2 + i] = 0.2 + 0.1 * (state[LAP] - lap) if lap else 0.0
        at += OTHER_FACTS


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
def _after_turn(house, state, seat, card, unseen, plan, layers, room):
    """The chance with the rack as it stands and ``card`` discarded; ``room.sum`` holds the marks without that card."""
    if may_go(house, state, seat):
        return 1.0
    _mark(room.sum, layers.marks, plan.top + card - 1, np.float32(1))
    write_facts_of(house, state, seat, card, unseen, plan, room)
    return _answer(layers, room)


@njit(nogil=True, cache=True)
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
        _mark(room.sum, layers.marks, plan.deck * at + old - 1, np.float32(-1))
        _mark(room.sum, layers.marks, plan.deck * at + card - 1, np.float32(1))
        state[base + at] = card
        values[at] = _after_turn(house, state, seat, old, unseen, plan, layers, room)
        state[base + at] = old
        if k >= plan.places and values[at] < 1.0:
            values[at] = min(values[at], values[best] - UNLIKELY)
        if values[at] > values[best]:
            best = at
    return best


@njit(nogil=True, cache=True)
def value_draw(house, state, seat, unseen, plan, layers, room):
    """The chance before a draw: the mean over all cards that may come, each put or tossed for the best."""
    if state[KNOWN]:
        card = state[PILE + state[PILE_AT]]
        return room.values[
            value_places(house, state, seat, card, True, plan.places, unseen, plan, layers, room)
        ]
    total, desk, one = 0.0, room.desk, np.float32(1)
    state[PILE_END] -= 1
    for card in range(1, plan.deck + 1):
        if desk.coming[card]:
            desk.coming[card] = 0
            desk.below[card:] -= 1
            _mark(room.base, layers.marks, plan.coming + card - 1, -one)
            total += room.values[
                value_places(house, state, seat, card, True, plan.places, unseen - 1, plan, layers, room)
            ]
            _mark(room.base, layers.marks, plan.coming + card - 1, one)
            desk.below[card:] += 1
            desk.coming[card] = 1
    state[PILE_END] += 1
    return total / max(1, unseen)


@njit(nogil=True, cache=True)
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
        write_facts_of(house, state, seat, 0, unseen, plan, room)
        drawn = _answer(networks.before, room)
        begin(state, seat, plan, networks.after, room)
    card = state[DISCARD + state[DISCARDS] - 1]
    best = value_places(house, state, seat, card, False, plan.places, unseen, plan, networks.after, room)
    return room.values[best], drawn


@njit(nogil=True, cache=True)
def end_turn(house, state, place):
    """The move that puts the card in hand at this place, with the call where it is due."""
    return with_call(house, state, TOSS_MOVE if place == TOSSED else PUT_MOVES + place)


@njit(nogil=True, cache=True)
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
        best = value_places(house, state, seat, card, False, plan.places, unseen, plan, layers, room)
        chances[TAKE_MOVE] = room.values[best]
    else:
        may_toss = state[PHASE] == DRAWN_PHASE
        value_places(house, state, seat, state[HAND], may_toss, 10, unseen, plan, layers, room)
        for place in range(11):
            if room.values[place] >= 0.0:
                chances[end_turn(house, state, place)] = room.values[place]
    for number in range(chances.size):
        if 0.0 <= chances[number] < 1.0:
            chances[number] = min(LIKELIEST, max(1.0 - LIKELIEST, chances[number]))


@njit(nogil=True, cache=True)
def choose_by_value(house, state, networks, room):
    """The move with the best chance, looking no further than one's own turn."""
    chances = np.zeros(25)
    judge_by_value(house, state, networks, room, chances)
    return RACK_O_MOVE if chances[RACK_O_MOVE] == 1.0 else chances.argmax()
