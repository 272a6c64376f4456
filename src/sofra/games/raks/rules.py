"""Rak's house rules and presets (R1, R3, R5, R6, R10 to R12), as one frozen value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sofra.core.rules import HouseRules, choice, whole

BEADS = 20
"""Beads of each player (R1)."""
ZONES = 36
"""Zones on the board (R1)."""


@dataclass(frozen=True, slots=True)
class RaksRules(HouseRules):
    """The house rules of Rak's; every default is the source's rule, or ours where it is silent."""

    layout: str = choice(
        "line",
        "ring",
        "rows",
        "grid",
        meaning="Which zones are neighbours",
        example="Line: 6 and 7. Ring: 36 and 1 too. Rows: within a row of six only. Grid: rows and columns.",
    )
    dice_use: str = choice(
        "all",
        "any",
        meaning="How many of the three dice an expression uses",
        example="All: with 2 3 5, 3×5+2. Any: 3×5 or 5 alone will do.",
    )
    wrong_claim: str = choice(
        "nothing",
        "withdraws",
        meaning='What a wrong "I have a move" costs',
        example="Withdraws: whoever claims wrongly takes back one bead of their own.",
    )
    failed_challenge: str = choice(
        "challenger",
        "placer",
        meaning="Who picks the bead that a failed challenge costs",
        example="Placer: whoever was doubted and was right picks a bead of the challenger.",
    )
    long_runs: str = choice(
        "flat",
        "split",
        meaning="What runs longer than five are worth",
        example="Flat: ten in a row add 10. Split: they are cut into fives and add 20.",
    )
    windows: str = choice(
        "sealed",
        "first",
        meaning="How challenges and claims are answered",
        example="Sealed: everybody answers, then all is opened. First: the quickest answer counts.",
    )
    games: int = whole(
        1,
        low=1,
        high=9,
        step=2,
        meaning="How many games a match has",
        example="3: the start moves on each game, and most games won wins.",
    )


PRESETS: Mapping[str, RaksRules] = {
    "Table": RaksRules(),
    "Learners": RaksRules(dice_use="any"),
    "Strict": RaksRules(wrong_claim="withdraws"),
    "Grid": RaksRules(layout="grid", long_runs="split"),
    "Quick": RaksRules(windows="first"),
    "Best of three": RaksRules(games=3),
}
