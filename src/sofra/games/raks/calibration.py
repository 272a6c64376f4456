"""How far off the coach's chances are: they are compared with positions played out many times in the compiled twin.

``python -m sofra.games.raks.calibration --layout grid --seats 2`` prints the standard error of a chance, the noise of the
play-outs taken off. In them everybody sees everything, places where it is worth most at once, and is believed. Needs numba;
the figure repeats with the seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from math import sqrt
from random import Random

from sofra.games.raks.bluff import BLUFFS, DOUBTS, NEVER, Rates
from sofra.games.raks.prospects import Prospects
from sofra.games.raks.rules import ZONES, RaksRules

LONGEST = 10**6


def error(rules: RaksRules, seats: int, positions: int = 100, plays: int = 100, seed: int = 1) -> float:
    """The standard error of the first seat's chance, over so many positions from all of a match."""
    import numpy as np

    from sofra.games.raks.kernel_board import begin, start, win_share
    from sofra.games.raks.kernel_matches import company, play_on
    from sofra.games.raks.kernel_outlook import desk_for
    from sofra.games.raks.kernel_random import stream
    from sofra.games.raks.layout import ASKED, BOARD, MOVER, OVER, PHASE, THROW

    never = Rates([NEVER] * BLUFFS, [NEVER] * DOUBTS, [0] * ZONES)
    table, desk, prospects = (
        company(rules, seats, None, never),
        desk_for(seats),
        Prospects(rules, seats),
    )
    weights, seen, found = np.zeros(seats), np.zeros(ZONES, dtype=np.bool_), np.zeros(ZONES)
    state, rng, total, met = start(seats), Random(seed), 0.0, 0
    for number in range(positions):
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        play_on(table, state, stream(seed + number), desk, weights, seen, found, rng.randint(0, 70))
        if state[PHASE] == OVER:
            continue
        chance = prospects.game(state[BOARD:].tolist(), int(state[MOVER]))[0]
        won = []
        for play in range(plays):
            copy = state.copy()
            play_on(table, copy, stream(seed + 1_000 * number + play), desk, weights, seen, found, LONGEST)
            won.append(win_share(table.house, copy, 0))
        mean = float(np.mean(won))
        total += (chance - mean) ** 2 - float(np.var(won, ddof=1)) / plays
        met += 1
    return sqrt(max(0.0, total / met))


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    reader = argparse.ArgumentParser(description="Measure how far off the coach's chances are.")
    reader.add_argument("--layout", choices=("line", "ring", "rows", "grid"), default="line")
    reader.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    reader.add_argument("--positions", type=int, default=100)
    given = reader.parse_args(arguments)
    found = error(RaksRules(layout=given.layout), given.seats, given.positions)
    print(f"{given.layout}, {given.seats} seats: a chance is off by {found:.3f} (standard error)")


if __name__ == "__main__":
    main(sys.argv[1:])
