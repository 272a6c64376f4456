"""A position as somebody types it in, made into what the mover would see at a table."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.core.errors import Illegal, Malformed
from sofra.core.players import Sight
from sofra.games.farkle import fields
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.standing import MOST_POINTS, Standing, check
from sofra.games.farkle.state import Phase, State, Table
from sofra.games.farkle.state import Standing as CoreStanding
from sofra.games.farkle.turns import STEP

TOO_FEW = "a turn begins with six dice; with fewer in hand some points are at risk already"


@dataclass(frozen=True, slots=True)
class Question:
    """The mover's points first, then the others' in turn order; ``dice`` just thrown as text, or ``left`` dice in hand
    (neither: the turn begins); ``on_board`` and ``farkles`` one for each player, or nothing."""

    rules: FarkleRules
    scores: tuple[int, ...]
    dice: str = ""
    turn: int = 0
    left: int | None = None
    on_board: tuple[bool, ...] = ()
    farkles: tuple[int, ...] = ()

    def seats(self) -> tuple[Seat, ...]:
        """The sides, checked. Raises Malformed or Illegal with what is wrong."""
        rules, count = self.rules, len(self.scores)
        if not 2 <= count <= 8:
            raise Malformed("scores are for two to eight players, not {count}", count=count)
        low = None if rules.three_farkles and not rules.floor_at_zero else 0
        for score in self.scores:
            fields.number("scores", score, low, MOST_POINTS, STEP)
        for name, given in (("on_board", self.on_board), ("farkles", self.farkles)):
            if given and len(given) != count:
                raise Malformed(
                    "{field} needs one value for each of the {count} players, not {got}",
                    field=name,
                    count=count,
                    got=len(given),
                )
        board = self.on_board or tuple(rules.opening == 0 or score > 0 for score in self.scores)
        farkles = tuple(fields.number("farkles", f, 0, 2) for f in self.farkles) or (0,) * count
        return tuple(map(Seat, self.scores, board, farkles))

    def throw(self) -> Throw:
        """The dice just thrown; () if none were."""
        faces = self.dice.split()
        if any(face not in ("1", "2", "3", "4", "5", "6") for face in faces):
            raise Malformed(
                'dice are faces from 1 to 6 such as "1 1 5 3 2 2", not "{dice}"', dice=self.dice[:40]
            )
        return fields.dice([int(face) for face in faces]) if faces else ()

    def sight(self) -> Sight:
        """What the mover sees. A player at the target has closed, and the last turns are those up to that player."""
        seats, rules, throw = self.seats(), self.rules, self.throw()
        total = fields.number("turn", self.turn, 0, MOST_POINTS, STEP)
        left = None if self.left is None else fields.number("left", self.left, 1, 6)
        if throw and left is not None:
            raise Malformed("give either dice (just thrown) or left (dice in hand), not both")
        hand = len(throw) or left or 6
        if hand < 6 and not total:
            raise Illegal(TOO_FEW)
        for other in seats[1:]:
            check(Standing(rules, seats[0], other))
        closers = [k for k, seat in enumerate(seats) if seat.score >= rules.target]
        closer = closers[-1] if closers else None
        standing = CoreStanding(
            Table(rules, len(seats), score_table(rules)),
            seat=0,
            turn=1,
            scores=tuple(seat.score for seat in seats),
            since=(0,) * len(seats),
            opened=tuple(seat.on_board for seat in seats),
            farkles=tuple(seat.farkles for seat in seats),
            closer=closer,
            last_turns=closer or 0,
        )
        phase: Phase = "keep" if throw else "decide" if total else "turn"
        kept = ((1,),) if hand < 6 else ()
        state = State(standing, phase, total, 0 if throw else hand, throw, kept, 1)
        return Sight(0, FARKLE.view(state, 0), (), FARKLE.moves(state, 0))


def standing_of(question: Question) -> Standing:
    """The standing of a question between two."""
    mover, other = question.seats()
    return check(Standing(question.rules, mover, other))
