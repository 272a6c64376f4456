"""Solves a table's own house rules beside the server: a worker process that leaves its result where ``exact`` finds it.

The process that asks needs no numba; when the worker is done, ``exact.at_hand`` has the table and the coach is exact.
"""

from __future__ import annotations

import os
import subprocess
import sys

from sofra.core.errors import Unsupported
from sofra.games.farkle import exact
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import solving_rules

MOST_AT_ONCE = 1
"""Workers at a time: each uses every core there is, and whoever asks again later gets their turn."""

_working: dict[FarkleRules, subprocess.Popen[bytes]] = {}


def begin(rules: FarkleRules) -> bool:
    """See to it that these rules get solved; True if they are at hand already. Asking again starts nothing twice, and
    nothing is started while another worker is busy. Raises Unsupported for rules that have no solution."""
    wanted = solving_rules(rules)
    if exact.at_hand(rules) is not None:
        return True
    for rules_, worker in list(_working.items()):
        if worker.poll() is not None and rules_ != wanted:
            del _working[rules_]
    before = _working.get(wanted)
    # A worker that ended without a table has met a machine without numba: trying again would change nothing.
    if before is None and len(_working) < MOST_AT_ONCE:
        command = [sys.executable, "-m", "sofra.games.farkle.background", rules.write()]
        _working[wanted] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
    return False


def wait(rules: FarkleRules, seconds: float) -> bool:
    """Wait for a worker that was begun; True if the solution is at hand then."""
    running = _working.get(solving_rules(rules))
    if running is not None:
        try:
            running.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
    return exact.at_hand(rules) is not None


def work(text: str) -> int:
    """The worker: solve the rules of this text form and keep the result. 1 if this machine cannot."""
    rules = FarkleRules.read(text)
    os.nice(10)  # Whoever plays goes first.
    try:
        exact.solution_of(rules)
    except Unsupported:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(work(sys.argv[1]))
