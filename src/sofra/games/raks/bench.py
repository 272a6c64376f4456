"""Rak's rows of the bench: random decisions through the compiled twin, and how fast throws are searched."""

from __future__ import annotations

import time
from importlib.util import find_spec
from itertools import combinations_with_replacement

from sofra.games.raks import reach
from sofra.games.raks.rules import RaksRules


def searches_per_second(rounds: int = 3) -> float:
    """Throws whose every way is found from nothing, with all three dice."""
    throws = list(combinations_with_replacement(range(1, 7), 3))
    start = time.process_time()
    for _ in range(rounds):
        for dice in throws:
            reach.forget()
            reach.reach(dice, "all")
    return rounds * len(throws) / (time.process_time() - start)


def lookups_per_second(count: int = 200_000) -> float:
    """The same from memory: what a table, a page or a computer player pays."""
    throws = list(combinations_with_replacement(range(1, 7), 3))
    for dice in throws:
        reach.reach(dice, "all")
    start = time.process_time()
    for number in range(count):
        reach.reach(throws[number % 56], "all")
    return count / (time.process_time() - start)


def twin_rows(decisions: int = 2_000_000) -> list[tuple[str, float, str]]:
    """The compiled twin's rows; none where no compiler is installed."""
    if find_spec("numba") is None:
        return []
    from sofra.games.raks import kernel_board
    from sofra.games.raks.kernel_play import play_at_random
    from sofra.games.raks.kernel_random import stream

    found = []
    for seats in (2, 4):
        state, word, house = kernel_board.start(seats), stream(1), kernel_board.house(RaksRules())
        play_at_random(house, state, 100, word)
        start = time.process_time()
        play_at_random(house, state, decisions, word)
        rate = decisions / (time.process_time() - start)
        found.append((f"Rak's twin, random play, {seats} seats", rate, "decisions/s"))
    return found


def rows() -> list[tuple[str, float, str]]:
    """(what, figure, unit) for each row."""
    return [
        *twin_rows(),
        ("Rak's reach from nothing", searches_per_second(), "throws/s"),
        ("Rak's reach from memory", lookups_per_second(), "throws/s"),
    ]
