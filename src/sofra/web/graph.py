"""The line drawing of a review: each seat's chance over the match, told apart by colour, dashes and letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sofra.games.reviewing import Mistake, Point, Review

WIDTH, HEIGHT = 360, 210
"""The drawing's own units; it is as wide as the page lets it be."""

LEFT, RIGHT, TOP, BOTTOM = 46, 350, 12, 188
"""Where the lines are: left of it stands the scale, below it the direction of time."""

MOST_POINTS = 240
"""Lines with more corners look the same and weigh more."""

BADGES = 2
"""How often a seat's letter stands on its line."""

FLAGS = 5
"""The greatest mistakes that are shown on the lines."""

DASHES = ("", "10 4", "2.500 4", "12 4 2.500 4", "6 6", "18 5", "10 3 2 3 2 3", "2 7")
"""How the line of each seat is broken, in pixels."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the drawing; ``number`` is the mistake that a flag is for."""

    x: float
    y: float
    number: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line: its path, and where its letter stands."""

    seat: int
    path: str
    dashes: str
    badges: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Graph:
    """All lines, and a flag for each of the greatest mistakes on the line of who made it."""

    lines: tuple[Line, ...]
    flags: tuple[Spot, ...]


def graph(review: Review, mistakes: Sequence[Mistake]) -> Graph:
    """The drawing of a review; ``mistakes`` are numbered as they come."""
    points = thinned(review.graph, MOST_POINTS)
    seats = range(len(points[0].wins))
    places = {point.version: number for number, point in enumerate(review.graph)}
    last = len(review.graph) - 1
    lines = tuple(
        Line(
            seat,
            _path([_spot(point, places[point.version], last, seat) for point in points]),
            DASHES[seat % len(DASHES)],
            tuple(_badges(review.graph, seat, len(seats))),
        )
        for seat in seats
    )
    flags = tuple(_flag(review.graph, mistake, number) for number, mistake in enumerate(mistakes[:FLAGS], 1))
    return Graph(lines, flags)


def thinned(points: Sequence[Point], most: int) -> tuple[Point, ...]:
    """At most that many points of a graph, evenly chosen, with the first and the last."""
    if len(points) <= most:
        return tuple(points)
    step = (len(points) - 1) / (most - 1)
    return tuple(points[round(number * step)] for number in range(most))


def _spot(point: Point, place: int, last: int, seat: int, number: int = 0) -> Spot:
    x = LEFT + (RIGHT - LEFT) * place / max(last, 1)
    y = BOTTOM - (BOTTOM - TOP) * point.wins[seat]
    return Spot(round(x, 1), round(y, 1), number)


def _path(spots: Sequence[Spot]) -> str:
    """Corners only: a point between two of the same height adds nothing to a line."""
    kept = [
        spot
        for before, spot, after in zip([None, *spots[:-1]], spots, [*spots[1:], None], strict=True)
        if before is None or after is None or not before.y == spot.y == after.y
    ]
    return "M" + " ".join(f"{spot.x:g} {spot.y:g}" for spot in kept)


def _badges(points: Sequence[Point], seat: int, seats: int) -> list[Spot]:
    """Each seat's letters stand at other times, so that they do not hide each other where lines run together."""
    last = len(points) - 1
    places = [round(last * (turn * seats + seat + 0.7) / (BADGES * seats + 0.4)) for turn in range(BADGES)]
    return [_spot(points[place], place, last, seat) for place in places]


def _flag(points: Sequence[Point], mistake: Mistake, number: int) -> Spot:
    place = next(place for place, point in enumerate(points) if point.version >= mistake.version)
    return _spot(points[place], place, len(points) - 1, mistake.seat, number)
