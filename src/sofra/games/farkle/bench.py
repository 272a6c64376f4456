"""Farkle's own figures for ``sofra bench``: the compiled twin, the solver, the coach. Rates are per core."""

from __future__ import annotations

import subprocess
import sys
import time
from random import Random

from sofra.games.farkle.rules import PRESETS, FarkleRules

Row = tuple[str, float, str]


def rows() -> list[Row]:
    """Name, value and unit of each figure; nothing where numba is not installed but what needs none."""
    found = [*_first_answer(), *_coach(), *_shipped()]
    try:
        import numba  # noqa: F401
    except ImportError:
        return found
    return [*_twin(), *_matches(), *_solver(), *found]


def _twin() -> list[Row]:
    from sofra.games.farkle.kernel import begin, play_at_random
    from sofra.games.farkle.kernel_random import stream

    found = []
    for name in ("Table", "Zilch"):
        state, tables, numbers = begin(PRESETS[name], 2)
        word, count = stream(1), 5_000_000
        play_at_random(tables, numbers, state, word, 1000)
        began = time.process_time()
        play_at_random(tables, numbers, state, word, count)
        found.append(
            (f"compiled twin, random play, {name}", count / (time.process_time() - began), "decisions/s")
        )
    return found


def _matches() -> list[Row]:
    from sofra.games.farkle.exact import solution_of
    from sofra.games.farkle.kernel_matches import exact_matches, threshold_matches
    from sofra.games.farkle.kernel_random import stream
    from sofra.games.farkle.kernel_tables import tables

    flat, word, count = tables(FarkleRules()), stream(1), 200_000
    threshold_matches(flat, 10_000, 0, 350, 350, word, 10)
    began = time.process_time()
    threshold_matches(flat, 10_000, 0, 350, 350, word, count)
    thresholds = count / (time.process_time() - began)
    solution = solution_of(FarkleRules())
    exact_matches(solution, 10, 1)
    began = time.process_time()
    exact_matches(solution, count * 5, 2)
    exact = count * 5 / (time.process_time() - began)
    return [
        ("two-player matches, threshold players", thresholds, "matches/s"),
        ("two-player matches, exact players", exact, "matches/s"),
    ]


def _solver() -> list[Row]:
    from sofra.games.farkle.solve import solve

    solve(FarkleRules(target=500))
    found = []
    for target in (5000, 10_000):
        began, used = time.perf_counter(), time.process_time()
        solve(FarkleRules(target=target))
        found += [
            (f"exact two-player solution, target {target}, all cores", time.perf_counter() - began, "s"),
            (f"exact two-player solution, target {target}, work", time.process_time() - used, "cpu-s"),
        ]
    return found


def _coach() -> list[Row]:
    from sofra.core import Act, Fast, Match, Sight
    from sofra.games.farkle.coach import COACH
    from sofra.games.farkle.play import FARKLE

    found = []
    for seats in (2, 4):
        rules = FarkleRules()
        match, dealer, took = Match(FARKLE, rules, seats), Fast(Random(1)), list[float]()
        match.settle(dealer)
        while not match.over:
            seat = match.asked[0]
            sight = Sight(seat, match.view(seat), (), match.moves(seat))
            began = time.process_time()
            advice = COACH.advise(rules, sight)
            took.append(time.process_time() - began)
            match.do(Act(seat, FARKLE.read(advice[0].move)))
            match.settle(dealer)
        slow = sorted(took)[int(len(took) * 0.99)]
        found.append((f"one coach answer, {seats} players, 99 of 100 within", 1000 * slow, "ms"))
    return found


FIRST = """
import time
from sofra.core import Act, Match, Outcome, Sight
from sofra.games.farkle.coach import COACH
from sofra.games.farkle.play import FARKLE
rules = FARKLE.preset({preset!r})
match = Match(FARKLE, rules, {seats})
match.do(Outcome(match.ask.label, (6,) + (1,) * {last}))
match.do(Act(0, FARKLE.read("roll")))
match.do(Outcome(match.ask.label, (1, 1, 5, 3, 2, 2)))
sight = Sight(0, match.view(0), (), match.moves(0))
COACH.prepare(rules, {seats})
began = time.process_time()
COACH.advise(rules, sight)
print(time.process_time() - began)
"""


def _first_answer() -> list[Row]:
    """The first answer of a process of its own, which has set a table up: the slowest of all presets."""
    took = []
    for preset in PRESETS:
        for seats in (2, 4):
            code = FIRST.format(preset=preset, seats=seats, last=seats - 1)
            took.append(float(subprocess.check_output([sys.executable, "-c", code])))
    return [("the first coach answer at a table, the slowest", 1000 * max(took), "ms")]


def _shipped() -> list[Row]:
    from sofra.games.farkle.exact import shipped_file
    from sofra.games.farkle.solution_file import read

    took = []
    for rules in PRESETS.values():
        if shipped_file(rules).is_file():
            began = time.process_time()
            solution = read(shipped_file(rules))
            _ = solution.tables[next(iter(solution.tables))]
            took.append(time.process_time() - began)
    return [("a shipped table ready to use, the slowest", 1000 * max(took), "ms")]
