"""The arena: players of any game against each other, fairly. Each unit is one seed, played once for every turn of the
line-up around the table, so that everybody has had every seat on the same dice or deck."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

from sofra.core import record
from sofra.core.dealers import seed_text
from sofra.core.errors import Malformed, Unknown
from sofra.core.intervals import Goal, Mean
from sofra.core.rules import HouseRules
from sofra.games import open_box
from sofra.lab.entrants import Entrant
from sofra.lab.matches import Played, play

DASK = "dask:"

LONGEST_NAME = 200
"""Letters of an entrant that its records keep."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played: ``line_up`` names one entrant a seat, ``games`` how many matches at most (rounded up to
    whole units), ``limit`` the seconds of an external program for a move, ``records`` a folder for all records.
    ``until`` stops as soon as the first entrant's anytime interval is no wider than that."""

    game: str
    rules: HouseRules
    line_up: tuple[str, ...]
    games: int
    seed: str = "0"
    limit: float = 10.0
    records: Path | None = None
    until: float = 0.0

    @property
    def units(self) -> int:
        """How many seeds are played."""
        return -(-self.games // len(self.line_up))

    def check(self) -> None:
        """Refuse what cannot be played, or could not be written down; the folder for records is made."""
        box = open_box(self.game)
        box.game.fit(self.rules, len(self.line_up))
        if self.games < 1:
            raise Malformed("an arena plays one game at least, not {games}", games=self.games)
        seed_text(self.seed)
        for spec in self.line_up:
            Entrant(spec).check(box)
        if self.records is not None:
            try:
                self.records.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise Unknown(
                    "{path} cannot be written: {reason}", path=self.records, reason=error.strerror
                ) from None


@dataclass(frozen=True, slots=True)
class Unit:
    """One seed: for each entrant of the line-up its mean part of the win over all turns of the table, its forfeits and
    mean score; ``beaten[i][j]`` is how much i won of what i and j won together, added up over matches."""

    number: int
    shares: tuple[float, ...]
    scores: tuple[float, ...]
    forfeits: tuple[int, ...]
    reasons: tuple[str, ...]
    unfinished: int
    decisions: int
    beaten: tuple[tuple[float, ...], ...]


@dataclass
class Standings:
    """Results so far, by entrant of the line-up."""

    plan: Plan
    wins: list[Mean] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    forfeits: list[int] = field(default_factory=list)
    reasons: list[set[str]] = field(default_factory=list)
    unfinished: int = 0
    decisions: int = 0
    matches: int = 0
    beaten: dict[tuple[str, str], float] = field(default_factory=dict)
    curve: list[tuple[int, float, float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        seats = len(self.plan.line_up)
        self.wins = [Mean()] * seats
        self.points, self.forfeits = [0.0] * seats, [0] * seats
        self.reasons = [set() for _ in range(seats)]

    def add(self, unit: Unit) -> None:
        """Count one unit in; the curve holds matches, the first entrant's mean and its anytime interval."""
        names = self.plan.line_up
        self.wins = [mean.plus([share]) for mean, share in zip(self.wins, unit.shares, strict=True)]
        self.points = [a + b for a, b in zip(self.points, unit.scores, strict=True)]
        self.forfeits = [a + b for a, b in zip(self.forfeits, unit.forfeits, strict=True)]
        for said, reason in zip(self.reasons, unit.reasons, strict=True):
            if reason:
                said.add(reason)
        self.unfinished += unit.unfinished
        self.decisions += unit.decisions
        self.matches += len(names)
        for i, row in enumerate(unit.beaten):
            for j, share in enumerate(row):
                if names[i] != names[j]:
                    pair = (names[i], names[j])
                    self.beaten[pair] = self.beaten.get(pair, 0.0) + share
        self.curve.append((self.matches, self.wins[0].mean, *self.wins[0].anytime()))

    def enough(self) -> bool:
        """Whether the plan's wish for precision is met."""
        return Goal(self.plan.until).met(self.wins[0])


def play_units(plan: Plan, first: int, count: int) -> list[Unit]:
    """Play units ``first`` to ``first + count - 1``: one job of the pool. External programs start once for all."""
    box = open_box(plan.game)
    with ExitStack() as stack:
        # One program a seat of the line-up: two seats with the same command are two programs.
        players = [
            Entrant(spec).make(box, plan.rules, len(plan.line_up), plan.limit, stack) for spec in plan.line_up
        ]
        units = []
        for number in range(first, first + count):
            played = []
            for turn in range(len(players)):
                seated = [players[(seat + turn) % len(players)] for seat in range(len(players))]
                seed = f"{plan.seed}/{number}"
                one = play(box, plan.rules, seated, seed)
                _keep(plan, number, turn, seed, one)
                played.append(one)
            units.append(_unit(number, played))
        return units


def _unit(number: int, played: Sequence[Played]) -> Unit:
    n = len(played)
    shares, scores, forfeits = [0.0] * n, [0.0] * n, [0] * n
    reasons: list[str] = [""] * n
    beaten = [[0.0] * n for _ in range(n)]
    for turn, one in enumerate(played):
        by_entrant = [one.shares[(k - turn) % n] for k in range(n)]
        for k in range(n):
            shares[k] += by_entrant[k] / n
            scores[k] += one.scores[(k - turn) % n] / n
        if one.forfeit is not None:
            loser = (one.forfeit + turn) % n
            forfeits[loser] += 1
            reasons[loser] = reasons[loser] or one.reason
        for i in range(n):
            for j in range(n):
                if i != j and by_entrant[i] + by_entrant[j]:
                    beaten[i][j] += by_entrant[i] / (by_entrant[i] + by_entrant[j])
    return Unit(
        number,
        tuple(shares),
        tuple(scores),
        tuple(forfeits),
        tuple(reasons),
        sum(not one.finished for one in played),
        sum(one.decisions for one in played),
        tuple(map(tuple, beaten)),
    )


def _keep(plan: Plan, number: int, turn: int, seed: str, one: Played) -> None:
    if plan.records is None:
        return
    names = [plan.line_up[(seat + turn) % len(plan.line_up)] for seat in range(len(plan.line_up))]
    chairs = tuple(map(_chair, names))
    text = record.write(record.of(one.match, chairs, f"seed {seed}"))
    (plan.records / f"{number:06d}-{turn}.txt").write_text(text, encoding="utf-8")


def _chair(name: str) -> record.SeatLine:
    """An entrant as a record can name it: a command line may be long, and may run over several lines."""
    if name.isidentifier():
        return record.SeatLine(name, name)
    return record.SeatLine(" ".join(name.split())[:LONGEST_NAME])


@contextmanager
def executor_of(name: str, workers: int | None = None) -> Iterator[Executor]:
    """``process`` (a pool of processes, one a core) or ``dask:<address of a scheduler>`` (a cluster)."""
    if name == "process":
        # Compiled code with threads of its own does not survive a fork.
        with ProcessPoolExecutor(workers or os.cpu_count() or 1, mp_context=get_context("spawn")) as pool:
            yield pool
    elif name.startswith(DASK):
        try:
            from distributed import Client
        except ImportError:
            raise Unknown("a Dask cluster needs the extra: pip install 'sofra[cluster]'") from None
        address = name.removeprefix(DASK)
        try:
            client = Client(address)  # type: ignore[no-untyped-call]
        except (OSError, ValueError) as error:
            raise Unknown(
                "there is no Dask scheduler at {address}: start one (dask scheduler), or check the address",
                address=address[:80],
            ) from error
        with client:
            yield cast(Executor, client.get_executor())  # type: ignore[no-untyped-call]
    else:
        raise Unknown(
            'there is no executor "{name}"; there are process and dask:<address of a scheduler>',
            name=name[:80],
        )


def run(
    plan: Plan,
    executor: Executor | None = None,
    told: Callable[[Standings], None] | None = None,
    batch: int = 4,
) -> Standings:
    """Play the plan on an executor (None: in this process). ``told`` hears of the standings after each unit. Units are
    counted in order, so the result does not depend on how many work on it."""
    plan.check()
    standings = Standings(plan)
    for unit in _units(plan, executor, batch):
        standings.add(unit)
        if told:
            told(standings)
        if standings.enough():
            break
    return standings


def _units(plan: Plan, executor: Executor | None, batch: int) -> Iterator[Unit]:
    starts = range(0, plan.units, batch)
    if executor is None:
        for first in starts:
            yield from play_units(plan, first, min(batch, plan.units - first))
        return
    waiting: dict[Any, int] = {}
    ready: dict[int, list[Unit]] = {}
    todo: Iterator[int] = iter(starts)
    due = 0
    try:
        while due < plan.units:
            while len(waiting) < 4 * (os.cpu_count() or 1) and (start := next(todo, None)) is not None:
                count = min(batch, plan.units - start)
                waiting[executor.submit(play_units, plan, start, count)] = start
            if due not in ready:
                done, _ = wait(cast("list[Future[list[Unit]]]", list(waiting)), return_when=FIRST_COMPLETED)
                for job in done:
                    ready[waiting.pop(job)] = job.result()
            if due in ready:
                yield from ready.pop(due)
                due += batch
    finally:
        for job in waiting:
            job.cancel()
