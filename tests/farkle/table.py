"""A table of Farkle with the dice of a script, and the words in which the tests play on it."""

from __future__ import annotations

from typing import Any

from sofra.core import Act, Chance, Match, Outcome, Over, Result
from sofra.core.asks import Choice
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules

HUNDRED = "123446>1"
"""A throw of which the 1 is kept."""
FARKLED = "223346"
"""A throw in which nothing scores."""


def dice(text: str) -> tuple[int, ...]:
    """``dice("115")`` is (1, 1, 5)."""
    return tuple(map(int, text))


class Table:
    """A match in which ``starter`` has already won the throw for who starts (None: it is still to come)."""

    def __init__(self, seats: int = 2, starter: int | None = 0, **rules: Any) -> None:
        self.match = Match(FARKLE, FarkleRules(**rules), seats)
        if seats > 1 and starter is not None:
            self.throw("".join("6" if seat == starter else "1" for seat in range(seats)))

    @property
    def mover(self) -> int:
        """The seat that is asked."""
        ask = self.match.ask
        assert isinstance(ask, Choice)
        return ask.seats[0]

    @property
    def result(self) -> Result:
        """How the match has ended."""
        ask = self.match.ask
        assert isinstance(ask, Over)
        return ask.result

    @property
    def offered(self) -> list[str]:
        """The moves of the mover, as texts."""
        return [FARKLE.write(move) for move in self.match.moves(self.mover)]

    @property
    def scores(self) -> tuple[int, ...]:
        return FARKLE.score(self.match.state).points

    def throw(self, faces: str) -> None:
        """Chance answers with these faces."""
        ask = self.match.ask
        assert isinstance(ask, Chance)
        self.match.do(Outcome(ask.label, dice(faces)))

    def play(self, *moves: str) -> None:
        """The mover plays each of these in turn."""
        for move in moves:
            self.match.do(Act(self.mover, FARKLE.read(move)))

    def turn(self, *throws: str, end: str = "") -> None:
        """One turn of whoever moves: "thrown>kept" for each roll, a throw alone is a Farkle; ``end`` is the last move."""
        for step in throws:
            thrown, _, kept = step.partition(">")
            self.play("roll")
            self.throw(thrown)
            if kept:
                self.play("keep " + " ".join(kept))
        if end:
            self.play(end)
