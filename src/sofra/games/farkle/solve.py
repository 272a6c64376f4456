"""Solves Farkle for two under any house rules but ``pass_on``, exactly (mathematics: docs/solving.md).

This module imports numba and numpy; import it when something is to be solved, never before.
"""

from __future__ import annotations

import os
import platform
import time
from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import sofra
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Origin, Solution, solving_rules
from sofra.games.farkle.solve_kernel import solve_pairs
from sofra.games.farkle.solve_penalty_kernel import sweep
from sofra.games.farkle.solve_setup import diagonal, house_of, steps_of
from sofra.games.farkle.solve_state import Position, State, load_state, save_state
from sofra.games.farkle.solve_sweeps import SMALL, Ledger
from sofra.games.farkle.turns import STEP

TOLERANCE = 1e-12
ROUGH, ROUGH_SMALL = 1e-10, 1e-11
"""How well a floor is solved that only shows whether the one below it is deep enough, and what does not count there."""
DRIFT = 1e-9
SAVE_EVERY = 5.0

Progress = Callable[[float], None]
"""Told the share of the work that is done, 0 to 1."""


def solve(
    rules: FarkleRules,
    *,
    threads: int | None = None,
    waiting: Iterable[int] = (),
    progress: Progress | None = None,
    resume: Path | None = None,
) -> Solution:
    """The solution of these rules. ``waiting`` are scores, besides 0 and the head starts, at which a player may not be
    on the board yet. ``resume`` is a file that keeps what is done, and from which an interrupted run goes on; it is
    removed at the end. The result does not depend on ``threads`` (default: all cores), bit for bit.
    Raises Unsupported for ``pass_on``."""
    work = _Work(
        solving_rules(rules), {0, *rules.head_start, *waiting}, threads or _cores(), progress, resume
    )
    return work.run()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def machine() -> str:
    """The machine as a result file names it."""
    return f"{platform.system()} {platform.machine()}, Python {platform.python_version()}, {_cores()} cores"


def floors(rules: FarkleRules) -> Iterable[int]:
    """The lowest scores to solve down to, one after the other. Without a penalty, or with ``floor_at_zero``, it is 0
    for good; else each next floor is a penalty deeper, until that no longer moves the chance at 0:0 by 1e-9."""
    penalty = rules.three_farkles
    if not penalty or rules.floor_at_zero:
        yield 0
        return
    depth = max(3, 1 - (-600 // penalty))
    while True:
        yield -depth * penalty
        depth += 1


@dataclass
class _Work:
    rules: FarkleRules
    starts: set[int]
    threads: int
    progress: Progress | None
    resume: Path | None
    began: float = field(default_factory=time.monotonic)
    saved: float = field(default_factory=time.monotonic)

    def run(self) -> Solution:
        self.steps = steps_of(self.rules)
        self.boards = 2 if self.rules.opening > self.rules.minimum_bank else 1
        state = load_state(self.resume, self.rules, sorted(self.starts)) if self.resume else None
        before: float | None = None
        with ThreadPoolExecutor(self.threads) as self.pool:
            for stage, low in enumerate(floors(self.rules)):
                if state is not None and state.at.stage > stage:
                    before = state.start_value
                    continue
                values, residual = self._floor(low, stage, state)
                start, drift = self._start(values, low), 0.0
                if low < 0:
                    drift = abs(start - (self._shallower(low) if before is None else before))
                if drift < DRIFT:
                    break
                before, state = start, State(Position(stage + 1, -1, 0), start, values, low)
            else:
                raise AssertionError("the floors have no end")
        if self.resume:
            self.resume.unlink(missing_ok=True)
        return self._solution(low, values, residual, drift)

    def _waiting(self, low: int) -> Any:
        """Scores (as steps from ``low``) at which a player may not be on the board: a start, less some penalties."""
        if self.boards == 1:
            return np.array([], dtype=np.int64)
        found, new = set[int](), set(self.starts)
        while new:
            found |= new
            new = {max(low, score - self.rules.three_farkles) for score in found} - found
        return (np.array(sorted(found), dtype=np.int64) - low) // STEP

    def _floor(self, low: int, stage: int, state: State | None) -> tuple[Any, float]:
        self.house = house_of(self.rules, low, self.steps)
        self.waiting = self._waiting(low)
        n, counts = self.house.n, 3 if self.rules.three_farkles else 1
        self.rows = n + self.house.reach.size + self.steps.most + 2
        shape = (self.boards, self.boards, counts, counts, n, n)
        round_, next_total = 0, 2 * n - 2
        if state is not None and state.at.stage == stage and state.at.round >= 0:
            values, round_, next_total = state.values, state.at.round, state.at.total
        elif state is not None:
            values, round_ = deepened(state.values, n), 1
        else:
            values = np.full(shape, np.nan)
        residual = 0.0
        if round_ == 0:
            for total in range(next_total, -1, -1):
                self._save(State(Position(stage, 0, total), 0.0, values, low))
                residual = max(residual, *self._pairs(values, total))
                self._tell(stage, 0, total)
            values[:] = values[:, :, :1, :1]
            round_, next_total = 1, 2 * n - 2
        if counts == 3:
            self.ledger = Ledger(values)
            residual = self._sweeps(stage, low, round_, next_total)
        return values, residual

    def _start(self, values: Any, low: int) -> float:
        """The chance at 0:0."""
        place = -low // STEP
        return float(values[self.boards - 1, self.boards - 1, 0, 0, place, place])

    def _shallower(self, low: int) -> float:
        """The chance at 0:0 with a floor that is a penalty higher than the one just solved: most of it stays as it is."""
        higher = low + self.rules.three_farkles
        self.house, self.waiting = house_of(self.rules, higher, self.steps), self._waiting(higher)
        ledger = self.ledger.shallower(self.rules.three_farkles // STEP)
        round_, change = 0, 1.0
        while change >= ROUGH:
            change, round_ = 0.0, round_ + 1
            for total in range(2 * self.house.n - 2, -1, -1):
                change = max(change, *self._swept(ledger, total, ROUGH_SMALL))
                self._tell(1, round_, total)
            ledger.swept()
        self.house, self.waiting = house_of(self.rules, low, self.steps), self._waiting(low)
        return self._start(ledger.values, higher)

    def _sweeps(self, stage: int, low: int, round_: int, next_total: int) -> float:
        whole = next_total == 2 * self.house.n - 2
        while True:
            change = 0.0
            for total in range(next_total, -1, -1):
                self._save(State(Position(stage, round_, total), 0.0, self.ledger.values, low))
                change = max(change, *self._swept(self.ledger, total, SMALL))
                self._tell(stage, round_, total)
            # A resumed round saw only a part of the changes.
            if whole and change < TOLERANCE:
                return change
            self.ledger.swept()
            round_, next_total, whole = round_ + 1, 2 * self.house.n - 2, True

    def _swept(self, ledger: Ledger, total: int, small: float) -> list[float]:
        held = ledger.values, ledger.far, ledger.used, ledger.pending
        return self._share(sweep, held, total, self.rules.three_farkles // STEP, small)

    def _pairs(self, values: Any, total: int) -> list[float]:
        return [worst for worst, _ in self._share(solve_pairs, (values,), total, TOLERANCE)]

    def _share(self, kernel: Any, held: tuple[Any, ...], total: int, *last: float) -> list[Any]:
        mine, others, boards = diagonal(total, self.house.n, self.waiting)
        strands = min(self.threads, mine.shape[0])
        fixed: tuple[Any, ...] = (self.steps, self.house, *held, mine, others, boards)
        if strands == 1:
            return [kernel(*fixed, 0, 1, self.rows, *last)]
        calls = [partial(kernel, *fixed, begin, strands, self.rows, *last) for begin in range(strands)]
        jobs = [self.pool.submit(call) for call in calls]
        return [job.result() for job in jobs]

    def _save(self, state: State) -> None:
        if self.resume and time.monotonic() - self.saved > SAVE_EVERY:
            save_state(self.resume, self.rules, sorted(self.starts), state)
            self.saved = time.monotonic()

    def _tell(self, stage: int, round_: int, total: int) -> None:
        if self.progress:
            span = 2 * self.house.n - 1
            # A pair's turns are the longer the lower its scores: the work done grows with the cube.
            here = ((span - total) / span) ** 2
            if not self.rules.three_farkles:
                self.progress(here)
                return
            # A round of pairs costs a third of a sweep; how many sweeps it takes differs little between rules.
            rounds, deep = (9.3, 0.0) if self.rules.floor_at_zero else (9.3, 2.0)
            done = here * 0.3 if round_ == 0 else min(rounds, round_ - 0.7 + here)
            if stage:
                # Another floor costs little to look at, and more only where it is not deep enough.
                done = rounds + min(deep - 0.01, 0.3 * (round_ - 1 + here))
            self.progress(min(1.0, done / (rounds + deep)))

    def _solution(self, low: int, values: Any, residual: float, drift: float) -> Solution:
        tables = {}
        for form in np.ndindex(values.shape[:4]):
            tables[form] = array("d", np.ascontiguousarray(values[form]).tobytes())
        seconds = time.monotonic() - self.began
        return Solution(
            rules=self.rules,
            low=low,
            waiting=tuple(int(score) * STEP + low for score in self.waiting),
            tables=tables,
            reach=array("d", self.house.reach.tobytes()),
            origin=Origin(residual, round(seconds, 3), machine(), f"sofra {sofra.__version__}", drift),
        )


def deepened(values: Any, n: int) -> Any:
    """A first guess on a deeper floor: below the old one everything is as it was at the old one."""
    more = n - values.shape[-1]
    old = np.maximum(np.arange(n) - more, 0)
    return np.ascontiguousarray(values[..., old[:, None], old[None, :]])
