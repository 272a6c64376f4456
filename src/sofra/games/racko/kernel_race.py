"""How many more turns a rack needs, as a distribution: a small network over its chains and gaps, compiled.

``racko/data/race.npz`` holds its weights by number of seats; ``training.py`` makes that file. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel_weights import weigh
from sofra.games.racko.layout import DECK, KNOWN, PILE_AT, PILE_END

FACTS = 80
"""What the network is told of a rack."""

TURNS = 16
"""Its answers: that the rack needs 1, 2, … 15, or 16 and more turns."""

DATA = Path(__file__).parent / "data" / "race.npz"
LAYERS = ("w1", "b1", "w2", "b2", "w3", "b3")


class Race(NamedTuple):
    """The network, and room to reckon in (no two threads share one). ``turns`` holds its last answer."""

    w1: Any
    b1: Any
    w2: Any
    b2: Any
    w3: Any
    b3: Any
    facts: Any
    one: Any
    two: Any
    turns: Any


def race_of(layers: list[Any]) -> Race:
    """A network of these six arrays."""
    made = [np.ascontiguousarray(layer, dtype=np.float32) for layer in layers]
    rooms = (FACTS, made[1].size, made[3].size, TURNS)
    return Race(*made, *(np.zeros(size, np.float32) for size in rooms))


def race(seats: int) -> Race:
    """The shipped network for a number of seats: that of two players where there is none of their own, for its facts are
    shares and counts that hold for any deck."""
    with np.load(DATA) as data:
        seats = seats if f"{LAYERS[0]}_{seats}" in data else 2
        return race_of([data[f"{name}_{seats}"] for name in LAYERS])


@njit(**DOORS)
def write_facts(state, base, weights, desk, facts):
    """The facts of the rack at ``base``: how far up the unseen cards each card stands, which pairs rise, how many unseen
    cards lie between neighbours, how likely each card is a link, the weight of all chains, and how far the pile is."""
    below, unseen = desk.below, desk.below[state[DECK]]
    total = weigh(state, base, weights, desk)
    part = 1.0 / max(1, unseen)
    k, front, under = 10, 0, 0
    for i in range(10):
        card = state[base + i]
        facts[i] = below[card] * part
        for j in range(i + 1, 10):
            facts[k] = 1.0 if card < state[base + j] else 0.0
            k += 1
        facts[55 + i] = min(below[card - 1] - under, 8) * 0.25 if card > front else -1.0
        facts[66 + i] = desk.front[i] * desk.back[i] / total
        front, under = card, below[card]
    facts[65] = min(unseen - under, 8) * 0.25
    facts[76] = np.log(total) * 0.2
    facts[77] = unseen * 0.05
    facts[78] = (state[PILE_END] - state[PILE_AT]) * 0.05
    facts[79] = 1.0 if state[KNOWN] else 0.0


@njit(**INNER, fastmath=True)
def _layer(values, w, b, out):
    """One layer into ``out``."""
    for j in range(b.size):
        out[j] = b[j]
    for i in range(values.size):
        value = values[i]
        if value != 0.0:
            for j in range(b.size):
                out[j] += value * w[i, j]


@njit(**INNER)
def _rectify(values):
    for i in range(values.size):
        values[i] = max(values[i], np.float32(0.0))


@njit(**DOORS)
def ask_race(state, base, weights, desk, race):
    """Writes the distribution of the turns that the rack at ``base`` still needs into ``race.turns``."""
    write_facts(state, base, weights, desk, race.facts)
    turns = race.turns
    _layer(race.facts, race.w1, race.b1, race.one)
    _rectify(race.one)
    _layer(race.one, race.w2, race.b2, race.two)
    _rectify(race.two)
    _layer(race.two, race.w3, race.b3, turns)
    top = turns[0]
    for t in range(1, TURNS):
        top = max(top, turns[t])
    total = 0.0
    for t in range(TURNS):
        turns[t] = np.exp(turns[t] - top)
        total += turns[t]
    for t in range(TURNS):
        turns[t] /= total
