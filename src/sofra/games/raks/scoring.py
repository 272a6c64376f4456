"""Rak's neighbours, runs and points (R1, R10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sofra.core.game import Reason
from sofra.core.value import value
from sofra.games.raks.rules import ZONES, RaksRules

Board = tuple[int | None, ...]
"""36 entries, zone 1 first: the seat whose bead lies there, or None."""

EMPTY: Board = (None,) * ZONES
_BONUS = (0, 0, 2, 5, 7, 10)


@value
class Run:
    """A maximal run of neighbouring beads of one owner, as long as two or more: its zones in order and what it adds."""

    seat: int
    zones: tuple[int, ...]
    points: int


@cache
def lines(layout: str) -> tuple[tuple[int, ...], ...]:
    """The lines along which zones are neighbours. The ring is a line whose ends meet (see ``runs``)."""
    rows = tuple(tuple(range(first, first + 6)) for first in range(1, ZONES, 6))
    if layout == "rows":
        return rows
    if layout == "grid":
        return rows + tuple(tuple(range(first, ZONES + 1, 6)) for first in range(1, 7))
    return (tuple(range(1, ZONES + 1)),)


def bonus(length: int, long_runs: str) -> int:
    """What a run of this length adds (R10). ``split`` cuts it into pieces of at most five with the greatest sum:
    fives first, and what is left in one piece."""
    if long_runs == "split":
        return length // 5 * 10 + _BONUS[length % 5]
    return _BONUS[min(length, 5)]


def runs(board: Sequence[int | None], rules: RaksRules) -> tuple[Run, ...]:
    """All runs of two beads and more, in the order of the lines."""
    found = []
    for line in lines(rules.layout):
        for zones in _pieces(board, line, closed=rules.layout == "ring"):
            if len(zones) > 1:
                owner = board[zones[0] - 1]
                assert owner is not None
                found.append(Run(owner, zones, bonus(len(zones), rules.long_runs)))
    return tuple(found)


def _pieces(board: Sequence[int | None], line: tuple[int, ...], *, closed: bool) -> list[tuple[int, ...]]:
    """The line cut into maximal pieces of one owner."""
    pieces: list[list[int]] = []
    last: int | None = None
    for zone in line:
        owner = board[zone - 1]
        if owner is None:
            last = None
            continue
        if owner == last:
            pieces[-1].append(zone)
        else:
            pieces.append([zone])
        last = owner
    # In a ring the piece that ends at 36 goes on at 1. Nobody has 36 beads, so they are two pieces.
    if closed and len(pieces) > 1 and board[ZONES - 1] is not None and board[ZONES - 1] == board[0]:
        pieces[0] = pieces.pop() + pieces[0]
    return list(map(tuple, pieces))


def points(board: Sequence[int | None], seats: int, rules: RaksRules) -> tuple[int, ...]:
    """The points of each seat on a board: 1 a bead, and what the runs add."""
    found = [board.count(seat) for seat in range(seats)]
    for run in runs(board, rules):
        found[run.seat] += run.points
    return tuple(found)


def reasons(board: Sequence[int | None], seats: int, rules: RaksRules) -> tuple[tuple[Reason, ...], ...]:
    """The same, item by item."""
    items: list[list[Reason]] = [[] for _ in range(seats)]
    for seat in range(seats):
        if beads := board.count(seat):
            items[seat].append(Reason(beads, "beads on the board"))
    for run in runs(board, rules):
        named = (("first", run.zones[0]), ("last", run.zones[-1]), ("count", len(run.zones)))
        items[run.seat].append(Reason(run.points, "run of {count} from {first} to {last}", named))
    return tuple(map(tuple, items))
