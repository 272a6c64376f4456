"""A solved game of two: the chance to win for whoever starts a turn, at every standing (standard library only)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from sofra.core.errors import Illegal, Unsupported
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.turns import STEP

Form = tuple[int, int, int, int]
"""What a standing has besides the two scores: whether mover and other still have to get on the board (F7), and how
many Farkles in a row each has (F11)."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a standing: points, whether it is on the board, Farkles in a row."""

    score: int
    on_board: bool = True
    farkles: int = 0


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a table comes from: the greatest residual that was left, seconds, machine, the version that made it.
    ``drift`` is how much the chance at 0:0 changed from the floor before to this one (0 where no floor is needed)."""

    residual: float
    seconds: float
    machine: str
    made_by: str
    drift: float = 0.0


def solving_rules(rules: FarkleRules) -> FarkleRules:
    """The rules as far as values depend on them; Unsupported for rules that no table can hold."""
    if rules.pass_on:
        raise Unsupported(
            "there is no exact solution with pass_on: what is taken over ties all turns together"
        )
    floor = rules.floor_at_zero if rules.three_farkles else False
    return replace(rules, head_start=(), floor_at_zero=floor)


@dataclass(frozen=True, slots=True)
class Solution:
    """Values by form; ``tables[form]`` runs over mover's score, then other's, in steps of 50 from ``low`` to below the
    target, each an exact chance times ``scale``. Where somebody is not on the board only the scores in ``waiting``
    count for that side (the others hold nan or 0). ``reach[m]`` is the chance to gain m steps of 50 in one turn."""

    rules: FarkleRules
    low: int
    waiting: tuple[int, ...]
    tables: Mapping[Form, Sequence[float]]
    reach: Sequence[float]
    origin: Origin
    scale: float = 1.0
    width: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "width", (self.rules.target - self.low) // STEP)

    def form(self, mover: Seat, other: Seat) -> Form:
        """The form of a standing under these rules: what they do not know counts as nothing."""
        board = self.rules.opening > self.rules.minimum_bank
        count = self.rules.three_farkles > 0
        return (
            int(board and not mover.on_board),
            int(board and not other.on_board),
            mover.farkles if count else 0,
            other.farkles if count else 0,
        )

    def win(self, mover: Seat, other: Seat) -> float:
        """The chance that the mover wins, at the start of its turn. An other at or over the target has closed: the
        mover then has its last turn."""
        if other.score >= self.rules.target:
            return self.chase(mover, other)
        self.check(mover, other)
        row, column = (mover.score - self.low) // STEP, (other.score - self.low) // STEP
        return self.tables[self.form(mover, other)][row * self.width + column] / self.scale

    def need(self, seat: Seat) -> int:
        """The fewest points that this seat may bank (F7, F12)."""
        return max(self.rules.minimum_bank, 0 if seat.on_board else self.rules.opening)

    def chase(self, mover: Seat, other: Seat) -> float:
        """The chance to pass ``other`` in one turn, the last one (F8)."""
        missing = max(other.score - mover.score + STEP, self.need(mover)) // STEP
        return self.reach[min(missing, len(self.reach) - 1)] if missing > 0 else 1.0

    def banked(self, mover: Seat, other: Seat, points: int) -> float:
        """The mover's chance to win once it has banked ``points`` in its turn, in a match that is still open."""
        after = Seat(mover.score + points)
        if after.score >= self.rules.target:
            return 1.0 - self.chase(other, after) if self.rules.last_round else 1.0
        return 1.0 - self.win(other, after)

    def farkled(self, mover: Seat, other: Seat) -> float:
        """The mover's chance to win after a Farkle in a match that is still open (F5, F11)."""
        return 1.0 - self.win(other, self.after_farkle(mover))

    def after_farkle(self, mover: Seat) -> Seat:
        """The mover's side once it has farkled; a penalty goes no deeper than ``low`` (see docs/solving.md)."""
        penalty = self.rules.three_farkles
        if not penalty:
            return mover
        if mover.farkles < 2:
            return Seat(mover.score, mover.on_board, mover.farkles + 1)
        return Seat(max(self.low, mover.score - penalty), mover.on_board, 0)

    def check(self, mover: Seat, other: Seat) -> None:
        """Refuse scores that are not in the table."""
        for seat in (mover, other):
            if seat.score % STEP or seat.score >= self.rules.target:
                raise Illegal(
                    "a score of {score} cannot stand at the start of a turn; it is a multiple of 50 below {target}",
                    score=seat.score,
                    target=self.rules.target,
                )
            if seat.score < 0 and not self.rules.three_farkles:
                raise Illegal(
                    "a score cannot be below zero without a penalty, and here it is {score}", score=seat.score
                )
            if seat.score < self.low:
                raise Unsupported(
                    "scores are solved down to {low}, not {score}", low=self.low, score=seat.score
                )
            if (
                not seat.on_board
                and self.rules.opening > self.rules.minimum_bank
                and seat.score not in self.waiting
            ):
                raise Unsupported(
                    "a player who is not on the board is solved at {scores} points, not at {score}",
                    scores=", ".join(map(str, self.waiting)),
                    score=seat.score,
                )
