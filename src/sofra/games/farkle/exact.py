"""Where a solution comes from: shipped with the package, kept from an earlier run, or solved now.

The shipped tables need the standard library only. Solving imports numba, and never happens here unless asked for.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from sofra.core.errors import Unsupported
from sofra.games.farkle import solution_file
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.solution import Solution, solving_rules
from sofra.games.farkle.turns import STEP

NEEDS = "these house rules have to be solved first, and that needs {package}: pip install 'sofra[fast]'"
SHIPPED = Path(__file__).parent / "data"
LONG = ("Table", "Kingdom")
"""Presets without opening and penalty: their tables hold every lower target too."""


def kept_folder() -> Path:
    """Where solved house rules are kept: $SOFRA_CACHE, or the user's cache folder."""
    if named := os.environ.get("SOFRA_CACHE"):
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "sofra"


def kept_file(rules: FarkleRules) -> Path:
    """The file in which the solution of these rules is kept."""
    return kept_folder() / f"farkle-{solution_file.fingerprint(solving_rules(rules))[:24]}.solved"


def shipped_file(rules: FarkleRules) -> Path:
    """The file in which the package would ship these rules."""
    return SHIPPED / f"{solution_file.fingerprint(solving_rules(rules))[:24]}.solved"


def at_hand(rules: FarkleRules, waiting: Iterable[int] = ()) -> Solution | None:
    """The solution of these rules if it need not be solved first; None if it must. ``waiting`` are scores at which a
    player is not on the board yet. Raises Unsupported for rules without a solution."""
    wanted = solving_rules(rules)
    starts = (*rules.head_start, *waiting)
    for found in (_shipped(wanted), _kept(wanted)):
        if found is not None and _covers(found, starts):
            return found
    return None


def solution_of(rules: FarkleRules, waiting: Iterable[int] = ()) -> Solution:
    """The solution of these rules, solved and kept if need be (some seconds the first time)."""
    starts = {*rules.head_start, *waiting}
    found = at_hand(rules, starts)
    if found is not None:
        return found
    try:
        from sofra.games.farkle.solve import solve
    except ImportError as missing:
        raise Unsupported(NEEDS, package=missing.name or "numba") from None
    solution = solve(rules, waiting=starts)
    keep(solution)
    return solution


def keep(solution: Solution) -> None:
    """Remember a solution for this process, and on disk where that is possible."""
    _memory[solution.rules] = solution
    if len(_memory) > 8:
        del _memory[next(iter(_memory))]
    try:
        kept_folder().mkdir(parents=True, exist_ok=True)
        solution_file.write(solution, kept_file(solution.rules))
    except OSError:
        # A read-only home costs the next process some seconds, and nothing else.
        return


_memory: dict[FarkleRules, Solution] = {}


def _covers(solution: Solution, starts: Iterable[int]) -> bool:
    board = solution.rules.opening > solution.rules.minimum_bank
    return not board or all(score in solution.waiting for score in starts)


def _kept(rules: FarkleRules) -> Solution | None:
    if rules not in _memory:
        path = kept_file(rules)
        if not path.is_file():
            return None
        _memory[rules] = solution_file.read(path)
    return _memory[rules]


@lru_cache(maxsize=32)
def _shipped(rules: FarkleRules) -> Solution | None:
    path = shipped_file(rules)
    if path.is_file():
        return solution_file.read(path)
    for name in LONG:
        longer = PRESETS[name]
        if rules.target < longer.target and replace(rules, target=longer.target) == longer:
            return shortened(solution_file.read(shipped_file(longer)), rules.target)
    return None


def shortened(solution: Solution, target: int) -> Solution:
    """The same table for a lower target: without opening and penalty only the points still missing count, so it is
    the part of the table next to the target."""
    rules = replace(solution.rules, target=target)
    low = solution.low - (solution.rules.target - target)
    return replace(solution, rules=rules, low=low // STEP * STEP)
