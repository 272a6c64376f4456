"""How the racing network is made: ``python -m sofra.games.racko.training`` writes ``data/race.npz`` again.

First it learns from racks met in play how many turns each then took; then, a few times over, from its own answers one
turn later with best play between (fitted value iteration), which carry far less luck. The same seed gives the same file on
the same kind of machine. It takes about half an hour on one core.
"""

from __future__ import annotations

import argparse
import itertools
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sofra.games.racko.layout import house
from sofra.games.racko.rules import RackoRules

if TYPE_CHECKING:
    from collections.abc import Sequence

HIDDEN = (64, 32)
BATCH = 2_048
HELD = 10_000
"""Racks that are kept aside to see how well the network does on what it did not learn from."""

Layers = list[Any]


def begin(rng: Any, facts: int, turns: int) -> Layers:
    """A network that has learnt nothing."""
    import numpy as np

    sizes = (facts, *HIDDEN, turns)
    layers: Layers = []
    for before, after in itertools.pairwise(sizes):
        layers += [rng.standard_normal((before, after)) * (1.5 / before) ** 0.5, np.zeros(after)]
    return [layer.astype(np.float32) for layer in layers]


def answers(layers: Layers, facts: Any) -> tuple[Any, Any, Any]:
    """Both hidden layers and the distributions for rows of facts."""
    import numpy as np

    one = np.maximum(facts @ layers[0] + layers[1], 0)
    two = np.maximum(one @ layers[2] + layers[3], 0)
    turns = two @ layers[4] + layers[5]
    turns = np.exp(turns - turns.max(axis=1, keepdims=True))
    return one, two, turns / turns.sum(axis=1, keepdims=True)


def loss(found: Any, wanted: Any) -> float:
    """The mean of what the answers leave unsaid, in nats."""
    import numpy as np

    return float(-(wanted * np.log(found + 1e-9)).sum(axis=1).mean())


def learn(layers: Layers, facts: Any, wanted: Any, *, epochs: int, rate: float, rng: Any) -> Layers:
    """Stochastic gradient descent (Adam, a cosine's fall of the rate) towards the wanted distributions."""
    import numpy as np

    mean, spread = facts.mean(axis=0), facts.std(axis=0) + 1e-3
    layers = [layer.copy() for layer in layers]
    layers[1] += mean @ layers[0]
    layers[0] *= spread[:, None]
    slow = [np.zeros_like(layer) for layer in layers]
    square = [np.zeros_like(layer) for layer in layers]
    batches = (len(facts) - HELD) // BATCH
    step, steps = 0, batches * epochs
    for _ in range(epochs):
        order = HELD + rng.permutation(len(facts) - HELD)
        for batch in order[: batches * BATCH].reshape(batches, BATCH):
            step += 1
            told = (facts[batch] - mean) / spread
            one, two, turns = answers(layers, told)
            error = (turns - wanted[batch]) / BATCH
            into_two = (error @ layers[4].T) * (two > 0)
            into_one = (into_two @ layers[2].T) * (one > 0)
            slopes = (
                told.T @ into_one,
                into_one.sum(axis=0),
                one.T @ into_two,
                into_two.sum(axis=0),
                two.T @ error,
                error.sum(axis=0),
            )
            now = rate * min(1.0, step / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            for i, slope in enumerate(slopes):
                slow[i] += 0.1 * (slope - slow[i])
                square[i] += 0.001 * (slope**2 - square[i])
                fresh = slow[i] / (1 - 0.9**step)
                size = np.sqrt(square[i] / (1 - 0.999**step)) + 1e-7
                layers[i] -= (now * fresh / size).astype(np.float32)
    layers[0] /= spread[:, None]
    layers[1] -= mean @ layers[0]
    return layers


def train(seats: int, *, met: int, ahead: int, rounds: int, seed: int) -> Layers:
    """The network for a number of seats: from ``met`` racks, then ``rounds`` times from ``ahead`` of them."""
    import numpy as np

    from sofra.games.racko.kernel_chain import desk
    from sofra.games.racko.kernel_race import FACTS, TURNS, race_of
    from sofra.games.racko.kernel_training import COLUMNS, facts_of, look_ahead, meet
    from sofra.games.racko.kernel_weights import weight_table

    rng = np.random.default_rng(seed)
    weights, room = weight_table(), desk()
    rows, coming = np.zeros((met, COLUMNS), np.int16), np.zeros(met, np.uint64)
    turns = np.zeros(met, np.int64)
    calling = house(RackoRules(declare="call"))
    count = meet(calling, seats, weights, room, np.uint64(seed), rows, coming, turns)
    rows, coming, turns = rows[:count], coming[:count], turns[:count]
    facts = np.zeros((count, FACTS), np.float32)
    facts_of(rows, coming, weights, room, facts)
    wanted = np.eye(TURNS, dtype=np.float32)[turns - 1]
    layers = learn(begin(rng, FACTS, TURNS), facts, wanted, epochs=4, rate=2e-3, rng=rng)
    _report(seats, "from play", layers, facts, wanted)
    for number in range(rounds):
        some = rng.permutation(count)[:ahead]
        better = np.zeros((len(some), TURNS), np.float32)
        look_ahead(rows[some], coming[some], weights, room, race_of(layers), 3, better)
        layers = learn(layers, facts[some], better, epochs=10, rate=1e-3, rng=rng)
        _report(seats, f"looking ahead, {number + 1}", layers, facts[some], wanted[some])
    return layers


def _report(seats: int, what: str, layers: Layers, facts: Any, wanted: Any) -> None:
    found = answers(layers, facts[:HELD])[2]
    print(
        f"{seats} seats, {what}: {loss(found, wanted[:HELD]):.4f} nats on racks kept aside, {time.process_time():.0f} s"
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Trains for the given numbers of seats and writes them beside those that are in the file already."""
    import numpy as np

    from sofra.games.racko.kernel_race import DATA, LAYERS

    reader = argparse.ArgumentParser(description="Train Rack-O's racing network.")
    reader.add_argument("--seats", type=int, nargs="+", choices=(2, 3, 4), default=[2, 3, 4])
    for name, value in (("met", 800_000), ("ahead", 200_000), ("rounds", 3), ("seed", 5)):
        reader.add_argument(f"--{name}", type=int, default=value)
    reader.add_argument("--out", type=Path, default=DATA)
    given = reader.parse_args(arguments)
    made: dict[str, Any] = {}
    if given.out.exists():
        with np.load(given.out) as data:
            made.update(data)
    for seats in given.seats:
        layers = train(seats, met=given.met, ahead=given.ahead, rounds=given.rounds, seed=given.seed)
        made.update(
            {f"{name}_{seats}": layer.astype(np.float16) for name, layer in zip(LAYERS, layers, strict=True)}
        )
        given.out.parent.mkdir(exist_ok=True)
        np.savez_compressed(given.out, **made)


if __name__ == "__main__":
    main()
