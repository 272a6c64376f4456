"""Shapes of Rak's page: marks of beads, pips of dice, and the cords that join runs (R1, R10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sofra.games.raks.scoring import Run

DEFAULT_MARKS = ("navy", "vermillion", "sky", "cream")

PATTERNS: Mapping[str, str] = {
    "navy": "plain",
    "vermillion": "striped",
    "sky": "ring",
    "cream": "cross",
    "moss": "dotted",
    "plum": "diamond",
    "amber": "half",
    "slate": "waves",
}
"""The pattern of each mark, so that nothing hangs on colour alone."""

MESSAGES = tuple(PATTERNS.values())
"""Messages that reach ``speak`` by value."""

PIPS: Mapping[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 23), (28, 50), (28, 77), (72, 23), (72, 50), (72, 77)),
}
"""Where the pips of a face are, in a square of 100."""

CELL = 100
EDGE = 6 * CELL


@dataclass(frozen=True, slots=True)
class Cord:
    """The cord of a run: an SVG path over the board (600 × 600), its tag's middle, its owner and what it adds."""

    seat: int
    path: str
    x: int
    y: int
    points: int


def centre(zone: int) -> tuple[int, int]:
    """The middle of a zone on the board."""
    row, column = divmod(zone - 1, 6)
    return column * CELL + CELL // 2, row * CELL + CELL // 2


def cord(run: Run) -> Cord:
    """The cord of a run. Where neighbours lie at the two ends of rows, it leaves the board and comes in again."""
    parts = []
    for one, two in zip(run.zones, run.zones[1:], strict=False):
        (x1, y1), (x2, y2) = centre(one), centre(two)
        if abs(x1 - x2) + abs(y1 - y2) == CELL:
            parts.append(f"M{x1} {y1}L{x2} {y2}")
        else:
            parts.append(f"M{x1} {y1}L{EDGE} {y1}M0 {y2}L{x2} {y2}")
    x, y = centre(run.zones[len(run.zones) // 2])
    return Cord(run.seat, "".join(parts), x + 30, y - 32, run.points)


def cords(runs: Sequence[Run]) -> tuple[Cord, ...]:
    """All cords of a board."""
    return tuple(map(cord, runs))
