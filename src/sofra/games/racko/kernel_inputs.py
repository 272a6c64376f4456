"""What the networks of a race are told, compiled: only what a seat knows and remembers. Needs numba; import it lazily.

Marks are set or not: own cards by slot, cards that may come, the card discarded, the lap, and what all could see of each other
seat. Facts are numbers: what the racing network says of the rack, how the discard fits the next player, runs, and time.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import longest_run
from sofra.games.racko.kernel_chain import Desk, desk, look
from sofra.games.racko.kernel_race import TURNS, Race, ask_race, race
from sofra.games.racko.kernel_weights import weight_table
from sofra.games.racko.layout import (
    DECK,
    DRAWN,
    FILLED,
    GONE,
    IDLE,
    LAP,
    OPEN,
    RACKS,
    REFUSED,
    TOSSES,
)

LAPS, IDLES = 20, 10
"""So many laps, and turns in a row without a change, are told apart."""

RACE_FACTS, FIT_FACTS, RUN_FACTS, OTHER_FACTS = 80, 8, 4, 12
"""The inputs that are numbers: those of the racing network, how the discard fits the next player's known cards, runs in
the own rack, and for each other how many cards it tossed, and how long ago it filled each slot; and the chance to be done
within 1, 2, … turns, twice."""

LIKELY = 6
"""The likeliest slots that are weighed for a card; under ``min_run`` all are."""


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


def layers_of(arrays: Any) -> Layers:
    """A network of these seven arrays."""
    return Layers(*(np.ascontiguousarray(array, dtype=np.float32) for array in arrays))


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


@njit(**DOORS, fastmath=True)
def mark(values, rows, at, sign):
    """Adds a row of ``rows``, times ``sign``, to ``values``."""
    for j in range(values.size):
        values[j] += sign * rows[at, j]


@njit(**INNER)
def _set(layers, room, at):
    """Sets a mark."""
    mark(room.base, layers.marks, at, np.float32(1))
    room.at[room.count[0]] = at
    room.count[0] += 1


@njit(**DOORS)
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


@njit(**INNER)
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


@njit(**INNER)
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


@njit(**INNER)
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


@njit(**DOORS)
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
