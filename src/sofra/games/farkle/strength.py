"""How well the many-player estimate plays: ``python -m sofra.games.farkle.strength 3 leader 100000``.

One expert against everybody else playing one way, each unit of dice once from every seat; prints the part of the wins
with its 95 % interval, and the even share. The table of docs/solving.md comes from here.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass

from sofra.core.intervals import Mean
from sofra.games.farkle.rules import PRESETS, FarkleRules

PIECE = 20_000
"""Units that are measured in one go."""


@dataclass(frozen=True, slots=True)
class Strength:
    """The part of the wins and its 95 % interval over ``units`` units; ``even`` is what everybody alike would have."""

    share: float
    low: float
    high: float
    even: float
    units: int


def strength(rules: FarkleRules, seats: int, rest: str, units: int, seed: int = 1) -> Strength:
    """One expert against ``seats`` - 1 players of way ``rest`` (leader or points). Another seed is other dice."""
    from sofra.games.farkle.kernel_many import measure

    wins = Mean()
    while wins.count < units:
        piece = min(PIECE, units - wins.count)
        # The dice of unit k come from seed + k * 1,000,003 (kernel_many).
        shares = measure(rules, seats, "expert", rest, piece, seed + wins.count * 1_000_003)
        wins = wins.plus(map(float, shares))
    return Strength(wins.mean, *wins.fixed(), 1 / seats, wins.count)


def _units(text: str) -> int:
    if (units := int(text)) < 2:
        raise argparse.ArgumentTypeError("an interval needs two units at least")
    return units


def main(words: list[str]) -> int:
    """Measure and print one line."""
    reader = argparse.ArgumentParser(
        prog="python -m sofra.games.farkle.strength",
        description="Measure the expert for many against players of one other way.",
    )
    reader.add_argument("seats", type=int, choices=range(2, 9), metavar="seats", help="2 to 8")
    reader.add_argument("rest", choices=("leader", "points"), help="how all the others play")
    reader.add_argument(
        "units", type=_units, help="how many times each seat is had with the same dice, 2 or more"
    )
    reader.add_argument("seed", type=int, nargs="?", default=1, help="another number is other dice")
    given = reader.parse_args(words)
    seats, rest, units = given.seats, given.rest, given.units
    found = strength(PRESETS["Short"], seats, rest, units, given.seed)
    print(
        f"{seats} players, one expert against {rest}: {100 * found.share:.2f} % of the wins "
        f"({100 * found.low:.2f} to {100 * found.high:.2f}), even {100 * found.even:.2f} %, {found.units} units"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
