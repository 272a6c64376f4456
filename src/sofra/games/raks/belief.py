"""What a player believes of the others, recomputed from what it was told (nothing is remembered elsewhere)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sofra.games.raks.tells import Challenged, Conceded, Placed, Shown


@dataclass(slots=True)
class Beliefs:
    """By seat: beads that a challenge proved true or false, placements, challenges made and those against me."""

    true: dict[int, int] = field(default_factory=dict)
    false: dict[int, int] = field(default_factory=dict)
    placed: dict[int, int] = field(default_factory=dict)
    challenges: dict[int, int] = field(default_factory=dict)
    against_me: dict[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, told: Iterable[Any], me: int) -> Beliefs:
        """From everything told so far, oldest first."""
        found = cls()
        for tell in told:
            kind = type(tell)
            if kind is Placed:
                _count(found.placed, tell.seat)
            elif kind is Challenged:
                _count(found.challenges, tell.seat)
                if tell.placer == me:
                    _count(found.against_me, tell.seat)
            elif kind is Shown:
                _count(found.true if tell.right else found.false, tell.seat)
            elif kind is Conceded:
                _count(found.false, tell.seat)
        return found

    def falsehood(self, seat: int, prior: float) -> float:
        """How often a bead of this seat is thought to be false: the prior counts as much as six challenges."""
        true, false = self.true.get(seat, 0), self.false.get(seat, 0)
        # Beads that nobody challenged speak for their owner a little.
        quiet = 0.15 * max(0, self.placed.get(seat, 0) - true - false)
        return (6 * prior + false) / (6 + true + false + quiet)

    def watchfulness(self, me: int, seats: int) -> float:
        """How often a placement is challenged at this table by the others, smoothed."""
        challenges = sum(count for seat, count in self.challenges.items() if seat != me)
        placements = sum(self.placed.values()) - self.placed.get(me, 0) * (seats < 3)
        return (1.0 + challenges) / (10.0 + placements)


def _count(into: dict[int, int], seat: int) -> None:
    into[seat] = into.get(seat, 0) + 1
