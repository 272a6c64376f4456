"""How the networks of a race are made: ``python -m sofra.games.racko.value_training`` writes ``data/values-2.npz`` again.

They play rounds against themselves, the chain player and weight, learn from them, and play again. The first rounds are
played by weight, or by the chain player where a run is needed. Networks for more seats begin as those of two, stretched, and
leave their marks as they are: so they learn from some 60,000 rounds, while those that learnt all anew only got such rounds by
heart. The same seed gives the same file on the same kind of machine.
"""

from __future__ import annotations

import argparse
import os
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sofra.games.racko.layout import house
from sofra.games.racko.rules import RackoRules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sofra.games.racko.kernel_inputs import Plan

BATCH = 1_024
WORKERS = 8
MIX = (0.4, 0.5)
"""Shares of rounds against oneself and against the chain player; the rest are against weight."""

TAUGHT = 3
"""So many lots of rounds are played as others do, and learnt from by how they ended."""

REPLAY = 4
"""So many lots are learnt from at a time."""

RATES, TRACES = (1e-3, 5e-5), (0.7, 0.5)
"""First and last: how fast it learns, and how far an end reaches back."""

STRAY = (0.15, 0.08)
"""How often something else is tried while it plays as others do, and then."""

KEPT = ("int16", "int16", "float16", "float32")
"""How a moment's marks, their number, its facts and its chance are kept."""

SMOOTH = 0.998
"""What is played and shipped is the mean of the arrays over the last steps, each of which fades by so much a step."""


@dataclass(frozen=True, slots=True)
class Course:
    """What is learnt and how: ``lots`` times ``rounds`` rounds, each under one of the ``houses``, or the first ``until`` lots
    of as many. ``begin`` is a file of networks to go on from. ``hidden`` are the sizes of both hidden layers."""

    houses: tuple[RackoRules, ...]
    seats: int
    hidden: Sequence[int]
    mix: Sequence[float]
    rates: Sequence[float]
    traces: Sequence[float]
    stray: Sequence[float]
    lots: int
    until: int
    rounds: int
    seed: int
    begin: Path | None = None
    begin_seats: int = 0
    fixed: bool = False
    out: Path | None = None

    def at(self, lot: int) -> float:
        """How much of the course lies behind a lot: 0 to 1."""
        return lot / max(1, self.lots - 1)


def begin(rng: Any, plan: Plan, hidden: Sequence[int]) -> list[Any]:
    """A network that has learnt nothing: its seven arrays."""
    import numpy as np

    first, second = hidden
    shapes = (
        ((plan.marks, first), 0.05),
        ((plan.facts, first), 0.12),
        ((first,), 0.0),
        ((first, second), (2 / first) ** 0.5),
        ((second,), 0.0),
        ((second,), (1 / second) ** 0.5),
        ((1,), 0.0),
    )
    return [(rng.standard_normal(shape) * scale).astype(np.float32) for shape, scale in shapes]


class Learner:
    """One network and its gradient descent (Adam); ``smooth`` is the mean of its last states. What it says of marks stays as
    it is if it is ``fixed``."""

    def __init__(self, rng: Any, arrays: Any, fixed: bool = False) -> None:
        import numpy as np

        self.arrays = arrays
        self._fixed = fixed
        self.smooth = [array.copy() for array in self.arrays]
        self._rng = rng
        self._slow = [np.zeros_like(array) for array in self.arrays]
        self._square = [np.zeros_like(array) for array in self.arrays]
        self._steps = 0

    def learn(self, found: Any, rate: float) -> float:
        """Learns once from every moment; answers the mean of what the answers leave unsaid, in nats."""
        import numpy as np

        from sofra.games.racko.kernel_lessons import gather, scatter

        lost: list[float] = []
        into_marks = np.zeros_like(self.arrays[0])
        order = self._rng.permutation(len(found.wanted))
        for batch in order[: len(order) // BATCH * BATCH].reshape(-1, BATCH):
            marks, into_facts, b1, w2, b2, w3, b3 = self.arrays
            facts = found.facts[batch].astype(np.float32)
            one = facts @ into_facts + b1
            gather(found.marks, found.counts, batch, marks, one)
            np.maximum(one, 0, out=one)
            two = np.maximum(one @ w2 + b2, 0)
            said, wanted = 1 / (1 + np.exp(-(two @ w3 + b3))), found.wanted[batch]
            lost.append(
                -float((wanted * np.log(said + 1e-7) + (1 - wanted) * np.log(1 - said + 1e-7)).mean())
            )
            error = (said - wanted) / BATCH
            into_two = error[:, None] * w3 * (two > 0)
            into_one = (into_two @ w2.T) * (one > 0)
            if not self._fixed:
                into_marks[:] = 0
                scatter(found.marks, found.counts, batch, into_one, into_marks)
            self._step(
                rate,
                into_marks,
                facts.T @ into_one,
                into_one.sum(axis=0),
                one.T @ into_two,
                into_two.sum(axis=0),
                two.T @ error,
                error.sum(keepdims=True),
            )
        return sum(lost) / max(1, len(lost))

    def _step(self, rate: float, *slopes: Any) -> None:
        self._steps += 1
        even, wide = 1 - 0.9**self._steps, 1 - 0.999**self._steps
        fade = max(1 - SMOOTH, 1 / self._steps)
        for i, slope in enumerate(slopes):
            if self._fixed and i == 0:
                continue
            self._slow[i] += 0.1 * (slope - self._slow[i])
            self._square[i] += 0.001 * (slope**2 - self._square[i])
            size = (self._square[i] / wide) ** 0.5 + 1e-7
            self.arrays[i] -= (rate / even * self._slow[i] / size).astype(slope.dtype)
            self.smooth[i] += fade * (self.arrays[i] - self.smooth[i])


def train(course: Course) -> None:
    """Plays and learns in turn; the file is written anew every fifth time."""
    import numpy as np

    from sofra.games.racko.kernel_chain import cost_table
    from sofra.games.racko.kernel_inputs import Values, layers_of, plan_of, room
    from sofra.games.racko.kernel_lessons import Moments, moments, play
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_value import file_of, read
    from sofra.games.racko.stretching import stretch

    seats, lots, seed = course.seats, course.lots, course.seed
    rules, plan = tuple(map(house, course.houses)), plan_of(seats, course.houses[0].min_run)
    out = course.out or file_of(rules[0], seats)
    chances = [np.random.default_rng([seed, part]) for part in range(2)]
    if course.begin:
        known = read(course.begin, plan_of(course.begin_seats or seats, rules[0].min_run))
        parts, sides = (known.after, known.before), 2 if rules[0].partners else seats
        layers = [
            stretch(part, known.plan, plan, sides) if course.begin_seats else list(part) for part in parts
        ]
    else:
        layers = [begin(rng, plan, course.hidden) for rng in chances]
    taught = 0 if course.begin else TAUGHT
    after, before = (Learner(rng, part, course.fixed) for rng, part in zip(chances, layers, strict=True))
    costs, shares = cost_table(3), np.array(course.mix)
    networks = Values(plan, layers_of(after.smooth), layers_of(before.smooth))
    each = course.rounds // WORKERS
    rooms = [room(networks) for _ in range(WORKERS)]
    size = (10 * each + 300) * seats
    found = [(moments(size, plan), moments(size, plan)) for _ in range(WORKERS)]
    words = [stream(seed * 1_000_003 + worker) for worker in range(WORKERS)]
    kept: list[tuple[Moments, Moments]] = []

    def some(worker: int, lot: int) -> tuple[Moments, Moments]:
        learnt = lot >= taught
        counts = play(
            rules,
            each,
            networks,
            rooms[worker],
            costs,
            learnt,
            shares,
            course.traces[0] + (course.traces[1] - course.traces[0]) * course.at(lot) if learnt else 1.0,
            course.stray[learnt],
            words[worker],
            *found[worker],
        )
        first, second = (
            Moments(*(array[:count].astype(kind) for array, kind in zip(made, KEPT, strict=True)))
            for count, made in zip(counts, found[worker], strict=True)
        )
        return first, second

    some(0, 0)  # compiled before threads use it
    with ThreadPoolExecutor(WORKERS) as pool:
        for lot in range(min(lots, course.until)):
            if lot == taught:
                kept.clear()
            kept += pool.map(some, range(WORKERS), [lot] * WORKERS)
            del kept[: -REPLAY * WORKERS]
            rate = course.rates[0] * (course.rates[1] / course.rates[0]) ** course.at(lot)
            both = [
                Moments(*map(np.concatenate, zip(*made, strict=True))) for made in zip(*kept, strict=True)
            ]
            lost = list(pool.map(Learner.learn, (after, before), both, (rate, rate)))
            networks = Values(plan, layers_of(after.smooth), layers_of(before.smooth))
            print(
                f"{lot + 1} of {lots}: {lost[0]:.4f} and {lost[1]:.4f} nats, {time.process_time():.0f} s",
                flush=True,
            )
            if lot % 5 == 4 or lot == min(lots, course.until) - 1:
                _write(out, networks, course.fixed)


def _write(out: Path, networks: Any, fixed: bool) -> None:
    """Writes both networks, but for marks that are fixed: those follow from the networks of two players."""
    import numpy as np

    made = {
        f"{part}_{name}": array.astype(np.float16)
        for part in ("after", "before")
        for name, array in getattr(networks, part)._asdict().items()
        if name != "marks" or not fixed
    }
    out.parent.mkdir(exist_ok=True)
    np.savez_compressed(out, **made)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and trains."""
    reader = argparse.ArgumentParser(description="Train Rack-O's networks.")
    for name, value in (
        ("seats", 2),
        ("lots", 100),
        ("until", 10_000),
        ("rounds", 16_000),
        ("seed", 1),
        ("begin_seats", 0),
    ):
        reader.add_argument(f"--{name}", type=int, default=value)
    reader.add_argument("--house", nargs="+", default=["default"], help="house rules, such as partners=on")
    for pair, usual in (
        ("hidden", (96, 32)),
        ("mix", MIX),
        ("rates", RATES),
        ("traces", TRACES),
        ("stray", STRAY),
    ):
        reader.add_argument(f"--{pair}", type=type(usual[0]), nargs=2, default=usual)
    reader.add_argument("--fixed", action="store_true", help="leave what is said of marks as it was")
    for file in ("begin", "out"):
        reader.add_argument(f"--{file}", type=Path)
    given = vars(reader.parse_args(arguments))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the threads are the workers
    train(Course(houses=tuple(map(RackoRules.read, given.pop("house"))), **given))


if __name__ == "__main__":
    main()
