"""What beads and zones are worth on a board of Rak's, to its owner and to those who want to break a run (R1, R10)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sofra.games.raks.perception import likelihood
from sofra.games.raks.rules import BEADS, ZONES, RaksRules
from sofra.games.raks.scoring import bonus, lines

_Side = tuple[int, ...]
BLOCK = 0.55
GROWTH = 0.8


@cache
def strands(layout: str) -> tuple[tuple[tuple[_Side, _Side], ...], ...]:
    """For each zone (0 = zone 1) and each line through it: the places before it and behind it, nearest first, as far as
    twenty beads can reach."""
    found: list[list[tuple[_Side, _Side]]] = [[] for _ in range(ZONES)]
    for line in lines(layout):
        places = [zone - 1 for zone in line]
        for at, place in enumerate(places):
            if layout == "ring":
                before = tuple(places[(at - step) % ZONES] for step in range(1, BEADS))
                behind = tuple(places[(at + step) % ZONES] for step in range(1, BEADS))
            else:
                before, behind = tuple(places[:at][::-1]), tuple(places[at + 1 :])
            found[place].append((before, behind))
    return tuple(map(tuple, found))


class Values:
    """Worths under one set of house rules. Boards are lists of owners, zone 1 at place 0."""

    def __init__(self, rules: RaksRules) -> None:
        self._strands = strands(rules.layout)
        self._bonus = tuple(bonus(length, rules.long_runs) for length in range(ZONES + 1))
        self._likely = likelihood(rules.dice_use)

    def gain(self, board: Sequence[int | None], place: int, seat: int) -> int:
        """The points that a bead of ``seat`` adds at this place (or that its bead there is worth now)."""
        bonus_of, points = self._bonus, 1
        for before, behind in self._strands[place]:
            left = _length(board, before, seat)
            right = _length(board, behind, seat)
            points += bonus_of[left + right + 1] - bonus_of[left] - bonus_of[right]
        return points

    def near(self, place: int) -> tuple[int, ...]:
        """The neighbours of a place."""
        return tuple(side[0] for sides in self._strands[place] for side in sides if side)

    def grows(self, board: Sequence[int | None], place: int, seat: int) -> bool:
        """Whether a bead here is worth more than one point once the seat has a bead beside it too."""
        later = (
            [*board[:near], seat, *board[near + 1 :]] for near in self.near(place) if board[near] is None
        )
        return any(self.gain(after, place, seat) > 1 for after in later)

    def growth(self, board: Sequence[int | None], place: int, seat: int) -> float:
        """What a bead here promises: how much more the next open places of its runs would add then, each weighed by how
        often a throw reaches it."""
        promise = 0.0
        with_bead = list(board)
        with_bead[place] = seat
        for sides in self._strands[place]:
            for side in sides:
                at = _length(board, side, seat)
                if at < len(side) and board[side[at]] is None:
                    there = side[at]
                    more = self.gain(with_bead, there, seat) - self.gain(board, there, seat)
                    promise += more * self._likely[there]
        return promise

    def worth(
        self, board: Sequence[int | None], place: int, seat: int, rivals: dict[int, float], insight: float
    ) -> float:
        """What an open place is worth to ``seat``: its points now, and as far as insight goes what it promises and what it
        denies to ``rivals`` (seat -> how much that one matters)."""
        worth = float(self.gain(board, place, seat))
        if insight:
            denied = sum(weight * self.gain(board, place, rival) for rival, weight in rivals.items())
            worth += insight * (GROWTH * self.growth(board, place, seat) + BLOCK * denied)
        return worth

    def cheapest(self, board: Sequence[int | None], seat: int) -> int | None:
        """The place of the bead that ``seat`` misses least, None if there is none."""
        mine = [place for place, owner in enumerate(board) if owner == seat]
        if not mine:
            return None
        return min(
            mine, key=lambda place: (self.gain(board, place, seat) + self.growth(board, place, seat), place)
        )

    def dearest(self, board: Sequence[int | None], seat: int) -> int | None:
        """The place of the bead whose loss hurts ``seat`` most, None if there is none."""
        mine = [place for place, owner in enumerate(board) if owner == seat]
        if not mine:
            return None
        return max(
            mine, key=lambda place: (self.gain(board, place, seat) + self.growth(board, place, seat), -place)
        )


def _length(board: Sequence[int | None], side: _Side, seat: int) -> int:
    """How many neighbouring beads of ``seat`` stand on this side."""
    count = 0
    for place in side:
        if board[place] != seat:
            break
        count += 1
    return count
