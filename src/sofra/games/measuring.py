"""What the commands share that measure how strong players are: when to stop, and how sure the result is.

A unit is a deal or the dice of a match, played once from every seat; what the seats won together of it is one number, for
matches on the same dice are not independent of each other.
"""

from __future__ import annotations

import argparse

from sofra.core.intervals import Goal, Mean

FAIR = "fair"


def ask_for_goal(reader: argparse.ArgumentParser) -> None:
    """Adds ``--until`` (as ``sofra arena`` has it) and ``--mark``."""
    reader.add_argument(
        "--until",
        type=float,
        default=0.0,
        help="stop once the interval that holds whenever one stops is no wider than this, such as 0.05",
    )
    reader.add_argument(
        "--mark",
        type=_mark,
        help="stop once that interval leaves this share out: fair, or a number such as 0.58",
    )


def goal_of(until: float, mark: str | float | None, fair: float) -> Goal:
    """The goal given on a command line, where players who are alike win ``fair``."""
    return Goal(until, fair if isinstance(mark, str) else mark)


def told(wins: Mean, goal: Goal) -> str:
    """The share won with both intervals, and which of them to go by."""
    low, high = wins.fixed()
    ever_low, ever_high = wins.anytime()
    met = "; stopped for that" if goal.met(wins) else ""
    return f"wins {wins.mean:.1%} ± {(high - low) / 2:.1%} (95 %; whenever one stops {ever_low:.1%} to {ever_high:.1%}{met})"


def _mark(text: str) -> str | float:
    if text == FAIR:
        return text
    try:
        share = float(text)
    except ValueError:
        share = -1.0
    if not 0 <= share <= 1:
        raise argparse.ArgumentTypeError(f"a mark is {FAIR}, or a share between 0 and 1, not {text}")
    return share
