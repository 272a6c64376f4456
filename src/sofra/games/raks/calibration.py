"""How far off the coach's chances are: they are compared with positions played out many times in the compiled twin.

``python -m sofra.games.raks.calibration --layout grid --seats 2`` prints the standard errors of a chance, of the difference
between two beads that a throw allows, and of what a throw and its best bead change; the noise of the play-outs is taken off.
In them everybody sees everything, places where it is worth most at once, and is believed. Needs numba; the figures repeat with
the seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from sofra.games.raks.bluff import BLUFFS, DOUBTS, NEVER, Rates
from sofra.games.raks.prospects import Prospects
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules

LONGEST = 10**6


class Errors(NamedTuple):
    """Standard errors: of a ``chance`` of the seat that throws next, of the difference between two beads (``apart``), and of
    what a throw and its best bead ``change``."""

    chance: float
    apart: float
    change: float


class _Played:
    """Play-outs under some house rules, all with the same luck for the same position."""

    def __init__(self, rules: RaksRules, seats: int, plays: int, seed: int) -> None:
        import numpy as np

        from sofra.games.raks.kernel_matches import company
        from sofra.games.raks.kernel_outlook import desk_for

        self.rules, self.seats, self.plays, self.seed = rules, seats, plays, seed
        never = Rates([NEVER] * BLUFFS, [NEVER] * DOUBTS, [0] * ZONES)
        self.table = company(rules, seats, None, never)
        self._room = desk_for(seats), np.zeros(seats), np.zeros(ZONES, dtype=np.bool_), np.zeros(ZONES)

    def on(self, state: Any, seed: int, most: int) -> None:
        """Plays on for so many throws of the match, or to its end."""
        from sofra.games.raks.kernel_matches import play_on
        from sofra.games.raks.kernel_random import stream

        desk, weights, seen, found = self._room
        play_on(self.table, state, stream(self.seed + seed), desk, weights, seen, found, most)

    def out(self, state: Any, seat: int, number: int) -> Any:
        """What a seat won, play-out by play-out."""
        import numpy as np

        from sofra.games.raks.kernel_board import win_share

        won = []
        for play in range(self.plays):
            copy = state.copy()
            self.on(copy, 1_000 * number + play, LONGEST)
            won.append(win_share(self.table.house, copy, seat))
        return np.array(won)

    def off(self, foretold: float, won: Any) -> float:
        """The square of an error, without that of the noise: right on average."""
        return float((foretold - won.mean()) ** 2 - won.var(ddof=1) / self.plays)


def _met(played: _Played, positions: int, rng: Random) -> Iterator[tuple[int, Any]]:
    """Positions before a throw, from all of a match."""
    from sofra.games.raks.kernel_board import begin, start
    from sofra.games.raks.layout import ASKED, OVER, PHASE, THROW

    state = start(played.seats)
    for number in range(positions):
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        played.on(state, number, rng.randint(0, 70))
        if state[PHASE] != OVER:
            yield number, state


def errors(rules: RaksRules, seats: int, positions: int = 100, plays: int = 100, seed: int = 1) -> Errors:
    """The errors over so many positions from all of a match, with a throw of three unlike dice each."""
    from sofra.games.raks.kernel_board import put
    from sofra.games.raks.layout import BOARD, MOVER, THROWS, TRIPLES

    played, prospects, rng = _Played(rules, seats, plays, seed), Prospects(rules, seats), Random(seed)
    squares: tuple[list[float], ...] = ([], [], [])
    for number, state in _met(played, positions, rng):
        mover, board = int(state[MOVER]), state[BOARD:].tolist()
        chance, won = prospects.game(board, mover)[mover], played.out(state, mover, number)
        squares[0].append(played.off(chance, won))
        dice = tuple(sorted(rng.sample(range(1, 7), 3)))
        after = {}
        for zone in reach(dice, rules.dice_use):
            if board[zone - 1] < 0:
                made = [*board[: zone - 1], mover, *board[zone:]]
                if not prospects.over(made, 0):
                    after[zone] = prospects.game(made, (mover + 1) % seats)[mover]
        if len(after) > 1:
            best = max(after, key=lambda zone: after[zone])
            other = rng.choice([zone for zone in after if zone != best])
            outs = []
            for zone in (best, other):
                copy = state.copy()
                put(copy, zone, mover)
                copy[MOVER], copy[TRIPLES] = (mover + 1) % seats, 0
                copy[THROWS] += 1
                outs.append(played.out(copy, mover, number))
            squares[1].append(played.off(after[best] - after[other], outs[0] - outs[1]))
            squares[2].append(played.off(after[best] - chance, outs[0] - won))
    return Errors(*(sqrt(max(0.0, sum(one) / len(one))) for one in squares))


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    reader = argparse.ArgumentParser(description="Measure how far off the coach's chances are.")
    reader.add_argument("--layout", choices=("line", "ring", "rows", "grid"), default="line")
    reader.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    reader.add_argument("--positions", type=int, default=100)
    given = reader.parse_args(arguments)
    found = errors(RaksRules(layout=given.layout), given.seats, given.positions)
    print(
        f"{given.layout}, {given.seats} seats, standard errors: a chance {found.chance:.3f}, two beads apart {found.apart:.3f}, "
        f"what a throw and its best bead change {found.change:.3f}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
