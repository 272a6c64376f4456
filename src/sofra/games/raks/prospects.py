"""How likely each seat is to win from a board of Rak's: the points each can expect (``outlook``), and how wide the rest of
the game spreads them.

The chance goes with the exponential of the expected points, over a width that shrinks as zones fill; half of what the best
next bead is worth counts for whoever throws next. The widths were chosen by how well they foretell matches of players who
place well and honestly; ``calibration`` measures the error.
"""

# ruff: noqa: PLR0917 (compiled too: arrays one by one)

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt

from sofra.games.raks.outlook import (
    Desk,
    Ground,
    Throws,
    best_reply,
    cheapest,
    desk_for,
    ground,
    promise,
    swings,
    throws_of,
)
from sofra.games.raks.rules import BEADS, ZONES, RaksRules

WIDTHS = {"line": (4.0, 1.5), "ring": (4.0, 1.5), "rows": (2.0, 1.5), "grid": (14.0, 4.0)}
"""By layout: the square of the width is the first number and the second for each open zone."""
TEMPO = 0.5
"""How much of the best next bead's worth is counted for the seat that throws next."""
ERROR = 0.07
"""The standard error of a chance, where the game is not over: the largest that ``calibration`` found in any layout and with
two to four seats (between two it is 0.05)."""
APART = 0.03
"""The standard error of the difference between two choices on a board and of what a throw or a choice changes, as
``calibration`` finds it too: what is wrong with a board is nearly as wrong with the one beside it."""


class Prospects:
    """Chances under one set of house rules and with so many seats."""

    def __init__(self, rules: RaksRules, seats: int) -> None:
        self._rules, self._seats = rules, seats
        self._ground: Ground = ground(rules)
        self._throws: Throws = throws_of(rules)
        self._desk: Desk = desk_for(seats)

    def points(self, board: list[int]) -> list[int]:
        """The points on a board (36 owners, -1 for nobody)."""
        desk = self._desk
        return [
            round(promise(self._ground, board, seat, 0.0, desk.gain, desk.ahead))
            for seat in range(self._seats)
        ]

    def over(self, board: list[int], triples: int) -> bool:
        """Whether the game ends with this turn (R9)."""
        return (
            -1 not in board
            or triples >= self._seats
            or any(board.count(seat) >= BEADS for seat in range(self._seats))
        )

    def game(self, board: list[int], following: int, triples: int = 0) -> tuple[float, ...]:
        """Each seat's chance to win the game on the board, at the end of a turn; ``following`` throws next. A game that is
        over is shared by those who have most."""
        if self.over(board, triples):
            return _shares(self.points(board))
        found = [0.0] * self._seats
        chances(self._ground, self._throws, board, following, WIDTHS[self._rules.layout], self._desk, found)
        return tuple(found)

    def match(
        self, board: list[int], following: int, triples: int, won: Sequence[int], game: int
    ) -> tuple[float, ...]:
        """Each seat's chance to win the match (R12); the games to come are as good as even."""
        here = self.game(board, following, triples)
        left = self._rules.games - game
        if self._rules.games == 1:
            return here
        shares = [0.0] * self._seats
        for winner, chance in enumerate(here):
            after = tuple(count + (seat == winner) for seat, count in enumerate(won))
            for seat, share in enumerate(_series(after, left)):
                shares[seat] += chance * share
        return tuple(shares)

    def spare(self, board: list[int], seat: int) -> int:
        """The place of the bead that a seat misses least, -1 if it has none."""
        found, desk = [0.0] * ZONES, self._desk
        swings(self._ground, board, seat, desk.even, found, desk.gain, desk.ahead)
        return cheapest(board, seat, found)


def chances(
    ground: Ground,
    throws: Throws,
    board: list[int],
    following: int,
    widths: tuple[float, float],
    desk: Desk,
    found: list[float],
) -> None:
    """Writes each seat's chance to win the game into ``found``; ``following`` throws next. ``desk`` has a denial of 1."""
    seats, left = len(found), 0
    for zone in range(ZONES):
        left += board[zone] < 0
    for seat in range(seats):
        found[seat] = promise(ground, board, seat, 1.0 / seats, desk.gain, desk.ahead)
    swings(ground, board, following, desk.even, desk.theirs, desk.gain, desk.ahead)
    found[following] += TEMPO * best_reply(
        throws.reach, throws.places, throws.chances, board, desk.theirs, desk.order
    )
    width = sqrt(widths[0] + widths[1] * left)
    top = max(found)
    total = 0.0
    for seat in range(seats):
        found[seat] = exp((found[seat] - top) / width)
        total += found[seat]
    for seat in range(seats):
        found[seat] /= total


def _shares(points: Sequence[int]) -> tuple[float, ...]:
    best = max(points)
    return tuple((count == best) / list(points).count(best) for count in points)


@lru_cache(maxsize=4096)
def _series(won: tuple[int, ...], left: int) -> tuple[float, ...]:
    """Chances to have won most games after ``left`` more that are even; who shares the most shares the match."""
    if not left:
        return _shares(won)
    seats = len(won)
    shares = [0.0] * seats
    for winner in range(seats):
        after = tuple(count + (seat == winner) for seat, count in enumerate(won))
        for seat, share in enumerate(_series(after, left - 1)):
            shares[seat] += share / seats
    return tuple(shares)
