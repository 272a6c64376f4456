"""How the duel's networks are made: ``python -m sofra.games.racko.duel_training`` writes ``data/duel.npz`` again.

They play rounds against themselves, the chain player and weight, learn from them, and play again. The first rounds are
played by weight. The same seed gives the same file on the same kind of machine. It takes about 22 minutes of
processor time, shared by the threads.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sofra.games.racko.layout import house
from sofra.games.racko.rules import RackoRules

if TYPE_CHECKING:
    from collections.abc import Sequence

HIDDEN = (96, 32)
BATCH = 1_024
WORKERS = 8
MIX = (0.5, 0.4)
"""Shares of rounds against oneself and against the chain player; the rest are against weight."""

BY_WEIGHT = 3
"""So many lots of rounds are played by weight, and learnt from by how they ended."""

REPLAY = 4
"""So many lots are learnt from at a time."""

RATES, TRACES, STRAY = (1e-3, 1e-4), (0.7, 0.5), (0.15, 0.08)
"""First and last: how fast it learns, and how far an end reaches back; and how often something else is tried while it
plays by weight, and then."""


def begin(rng: Any) -> list[Any]:
    """A network that has learnt nothing: its seven arrays."""
    import numpy as np

    from sofra.games.racko.kernel_duel import FACTS, MARKS

    first, second = HIDDEN
    shapes = (
        ((MARKS, first), 0.05),
        ((FACTS, first), 0.12),
        ((first,), 0.0),
        ((first, second), (2 / first) ** 0.5),
        ((second,), 0.0),
        ((second,), (1 / second) ** 0.5),
        ((1,), 0.0),
    )
    return [(rng.standard_normal(shape) * scale).astype(np.float32) for shape, scale in shapes]


class Learner:
    """One network and its gradient descent (Adam)."""

    def __init__(self, rng: Any) -> None:
        import numpy as np

        self.arrays = begin(rng)
        self._rng = rng
        self._slow = [np.zeros_like(array) for array in self.arrays]
        self._square = [np.zeros_like(array) for array in self.arrays]
        self._steps = 0

    def learn(self, found: Any, rate: float) -> float:
        """Learns once from every moment; answers the mean of what the answers leave unsaid, in nats."""
        import numpy as np

        from sofra.games.racko.kernel_duel import FACTS, MARKS
        from sofra.games.racko.kernel_duel_play import spread

        inputs, lost = np.zeros((BATCH, MARKS + FACTS), np.float32), []
        order = self._rng.permutation(len(found.wanted))
        for batch in order[: len(order) // BATCH * BATCH].reshape(-1, BATCH):
            spread(found, batch, inputs)
            marks, facts, b1, w2, b2, w3, b3 = self.arrays
            one = np.maximum(inputs @ np.concatenate([marks, facts]) + b1, 0)
            two = np.maximum(one @ w2 + b2, 0)
            said, wanted = 1 / (1 + np.exp(-(two @ w3 + b3))), found.wanted[batch]
            lost.append(
                -float((wanted * np.log(said + 1e-7) + (1 - wanted) * np.log(1 - said + 1e-7)).mean())
            )
            error = (said - wanted) / BATCH
            into_two = error[:, None] * w3 * (two > 0)
            into_one = (into_two @ w2.T) * (one > 0)
            into_first = inputs.T @ into_one
            self._step(
                rate,
                into_first[:MARKS],
                into_first[MARKS:],
                into_one.sum(axis=0),
                one.T @ into_two,
                into_two.sum(axis=0),
                two.T @ error,
                error.sum(keepdims=True),
            )
        return sum(lost) / max(1, len(lost))

    def _step(self, rate: float, *slopes: Any) -> None:
        import numpy as np

        self._steps += 1
        for i, slope in enumerate(slopes):
            self._slow[i] += 0.1 * (slope - self._slow[i])
            self._square[i] += 0.001 * (slope**2 - self._square[i])
            size = np.sqrt(self._square[i] / (1 - 0.999**self._steps)) + 1e-7
            self.arrays[i] -= (rate / (1 - 0.9**self._steps) * self._slow[i] / size).astype(np.float32)


def train(*, lots: int, until: int, rounds: int, seed: int, out: Path) -> None:
    """Plays and learns from ``rounds`` rounds, ``lots`` times, or the first ``until`` times of as many; the file is written
    anew every fifth time."""
    import numpy as np

    from sofra.games.racko.kernel_chain import cost_table
    from sofra.games.racko.kernel_duel import Duel, layers_of, room
    from sofra.games.racko.kernel_duel_play import Moments, moments, play
    from sofra.games.racko.kernel_random import stream

    after, before = (Learner(np.random.default_rng([seed, part])) for part in range(2))
    rules, costs, mix = house(RackoRules()), cost_table(3), np.array(MIX)
    networks = Duel(layers_of(after.arrays), layers_of(before.arrays))
    each = rounds // WORKERS
    rooms = [room(networks) for _ in range(WORKERS)]
    found = [(moments(20 * each + 600), moments(20 * each + 600)) for _ in range(WORKERS)]
    words = [stream(seed * 1_000_003 + worker) for worker in range(WORKERS)]
    kept: list[tuple[Moments, Moments]] = []

    def some(worker: int, lot: int) -> tuple[Moments, Moments]:
        learnt, part = lot >= BY_WEIGHT, lot / max(1, lots - 1)
        trace = TRACES[0] + (TRACES[1] - TRACES[0]) * part if learnt else 1.0
        counts = play(
            rules,
            each,
            networks,
            rooms[worker],
            costs,
            learnt,
            mix,
            trace,
            STRAY[learnt],
            words[worker],
            *found[worker],
        )
        first, second = (
            Moments(*(array[:count].copy() for array in made))
            for count, made in zip(counts, found[worker], strict=True)
        )
        return first, second

    some(0, 0)  # compiled before threads use it
    with ThreadPoolExecutor(WORKERS) as pool:
        for lot in range(min(lots, until)):
            if lot == BY_WEIGHT:
                kept.clear()
            kept += pool.map(some, range(WORKERS), [lot] * WORKERS)
            del kept[: -REPLAY * WORKERS]
            rate = RATES[0] * (RATES[1] / RATES[0]) ** (lot / max(1, lots - 1))
            both = [
                Moments(*map(np.concatenate, zip(*made, strict=True))) for made in zip(*kept, strict=True)
            ]
            lost = list(pool.map(Learner.learn, (after, before), both, (rate, rate)))
            networks = Duel(layers_of(after.arrays), layers_of(before.arrays))
            print(
                f"{lot + 1} of {lots}: {lost[0]:.4f} and {lost[1]:.4f} nats, {time.process_time():.0f} s",
                flush=True,
            )
            if lot % 5 == 4 or lot == min(lots, until) - 1:
                _write(out, networks)


def _write(out: Path, networks: Any) -> None:
    import numpy as np

    made = {
        f"{part}_{name}": array.astype(np.float16)
        for part, layers in networks._asdict().items()
        for name, array in layers._asdict().items()
    }
    out.parent.mkdir(exist_ok=True)
    np.savez_compressed(out, **made)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and trains."""
    data = Path(__file__).parent / "data" / "duel.npz"
    reader = argparse.ArgumentParser(description="Train Rack-O's networks for two players.")
    for name, value in (("lots", 60), ("until", 10_000), ("rounds", 16_000), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=value)
    reader.add_argument("--out", type=Path, default=data)
    given = reader.parse_args(arguments)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the threads are the workers
    train(lots=given.lots, until=given.until, rounds=given.rounds, seed=given.seed, out=given.out)


if __name__ == "__main__":
    main()
