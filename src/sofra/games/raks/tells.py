"""What players hear of a match of Rak's: one small value for each thing that happens.

**Silence about truth (R4):** the tell of a placement copies its seat and its zone, and no expression is judged before it
was shown (R5, R6). Only its own seat is told of a sealed answer.
"""

from __future__ import annotations

from sofra.core.errors import Illegal
from sofra.core.events import Act, Event, Outcome
from sofra.core.value import value
from sofra.games.raks import moves
from sofra.games.raks.arithmetic import mistake
from sofra.games.raks.moves import Claim, Concede, NoMove, Place, Show, Withdraw
from sofra.games.raks.state import GameEnd, State, Verdict, clockwise, judge


@value
class ThrownForStart:
    """Each of ``seats`` threw the die at its place in ``dice``; ``first`` starts, or None if the highest tied."""

    seats: tuple[int, ...]
    dice: tuple[int, ...]
    first: int | None


@value
class Thrown:
    """The dice of the seat's turn, ascending. After a triple ``owing`` withdraw a bead each, in this order."""

    seat: int
    dice: tuple[int, ...]
    triple: bool
    owing: tuple[int, ...]


@value
class Placed:
    """A bead was put on a zone. Whether the dice make it is nobody's business yet."""

    seat: int
    zone: int


@value
class SaidNoMove:
    """The seat leaves its throw to the others."""

    seat: int


@value
class Answered:
    """Your own sealed answer, as text. Nobody else is told."""

    seat: int
    answer: str


@value
class Passed:
    """An open pass while the window goes on (``windows`` = first)."""

    seat: int


@value
class Stood:
    """Nobody challenged: the bead stays, true or not."""

    seat: int
    zone: int
    end: GameEnd | None


@value
class Challenged:
    """The seat doubts the bead that ``placer`` put on ``zone``."""

    seat: int
    placer: int
    zone: int


@value
class Shown:
    """The placer's answer to a challenge. ``right`` or not, and if not, ``why`` (a message and its fields). ``loser``
    withdraws a bead next, None if there is none to withdraw."""

    seat: int
    zone: int
    expression: str
    challenger: int
    right: bool
    why: str
    fields: tuple[tuple[str, str], ...]
    loser: int | None
    end: GameEnd | None


@value
class Conceded:
    """The placer shows nothing; the bead comes off. ``loser`` as in ``Shown``."""

    seat: int
    zone: int
    challenger: int
    loser: int | None
    end: GameEnd | None


@value
class ClaimJudged:
    """One claim that was reached and so is shown to all."""

    seat: int
    expression: str
    zone: int
    right: bool
    why: str
    fields: tuple[tuple[str, str], ...]


@value
class Judged:
    """Claims on the throw of ``passer``, in the order in which they were judged; ``winner`` has a new bead, None if no claim
    was right so far. ``owing`` withdraws a bead before anything else."""

    passer: int
    claims: tuple[ClaimJudged, ...]
    winner: int | None
    owing: int | None
    end: GameEnd | None


@value
class Withdrew:
    """A bead of ``seat`` was taken back, picked by ``by``. ``cause`` is "triple", "upheld", "failed" or "wrong"; after
    "wrong", ``then`` is how the judging went on, if it did."""

    seat: int
    zone: int
    by: int
    cause: str
    then: Judged | None
    end: GameEnd | None


Tell = (
    ThrownForStart
    | Thrown
    | Placed
    | SaidNoMove
    | Answered
    | Passed
    | Stood
    | Challenged
    | Shown
    | Conceded
    | Judged
    | Withdrew
)


def tell(before: State, event: Event, after: State, viewer: int | None) -> Tell | None:
    """What one viewer learns of an event; None of another seat's sealed answer."""
    if isinstance(event, Outcome):
        return _tell_chance(before, event, after)
    move, seat = event.move, event.seat
    if isinstance(move, Place):
        return Placed(seat, move.zone)
    if isinstance(move, NoMove):
        return SaidNoMove(seat)
    if isinstance(move, Show | Concede):
        return _tell_answer(before, move, after)
    if isinstance(move, Withdraw):
        loser = before.challenger if before.phase == "failed" else seat
        assert loser is not None
        then = None
        if before.phase == "wrong" and before.queue and before.standing.rules.windows == "sealed":
            then = _tell_judged(before, judge(before, before.answers, before.queue), after, None)
        return Withdrew(loser, move.zone, seat, before.phase, then, _end(before, after))
    if before.standing.rules.windows == "first":
        return _tell_open(before, event, after)
    if after.phase == before.phase and len(before.asked) > 1:
        return Answered(seat, moves.write(move)) if viewer == seat else None
    if before.phase == "passed":
        answers = (*before.answers[:seat], move, *before.answers[seat + 1 :])
        order = clockwise(before.mover, before.standing.seats)
        return _tell_judged(before, judge(before, answers, order), after, _end(before, after))
    return _tell_window(before, after)


def _tell_chance(before: State, event: Outcome, after: State) -> Tell:
    if before.phase == "start":
        return ThrownForStart(before.asked, event.values, after.mover if after.phase == "throw" else None)
    owing = after.asked + after.queue if after.phase == "triple" else ()
    return Thrown(before.mover, after.dice, after.triples > 0, owing)


def _tell_answer(before: State, move: Show | Concede, after: State) -> Tell:
    placer, challenger = before.mover, before.challenger
    assert challenger is not None
    loser = {"upheld": placer, "failed": challenger}.get(after.phase)
    end = _end(before, after)
    if isinstance(move, Concede):
        return Conceded(placer, before.zone, challenger, loser, end)
    wrong = mistake(move.expression, before.dice, before.standing.rules.dice_use, before.zone)
    why, fields = _because(wrong)
    return Shown(placer, before.zone, move.expression, challenger, wrong is None, why, fields, loser, end)


def _tell_window(before: State, after: State) -> Tell:
    if after.phase == "show":
        assert after.challenger is not None
        return Challenged(after.challenger, before.mover, before.zone)
    return Stood(before.mover, before.zone, _end(before, after))


def _tell_open(before: State, event: Act, after: State) -> Tell:
    """R11 with ``windows`` = first: all hear every answer."""
    seat, move = event.seat, event.move
    if isinstance(move, Claim):
        wrong = mistake(move.expression, before.dice, before.standing.rules.dice_use, move.zone)
        return _tell_judged(before, (Verdict(seat, move, wrong),), after, _end(before, after))
    if len(before.asked) > 1 and after.phase == before.phase:
        return Passed(seat)
    if before.phase == "passed":
        return _tell_judged(before, (), after, _end(before, after))
    return _tell_window(before, after)


def _tell_judged(before: State, verdicts: tuple[Verdict, ...], after: State, end: GameEnd | None) -> Judged:
    winner = verdicts[-1].seat if verdicts and verdicts[-1].wrong is None else None
    claims = []
    for verdict in verdicts:
        why, fields = _because(verdict.wrong)
        claim = verdict.claim
        claims.append(
            ClaimJudged(verdict.seat, claim.expression, claim.zone, verdict.wrong is None, why, fields)
        )
    owing = after.asked[0] if after.phase == "wrong" else None
    return Judged(before.mover, tuple(claims), winner, owing, end)


def _because(wrong: Illegal | None) -> tuple[str, tuple[tuple[str, str], ...]]:
    if wrong is None:
        return "", ()
    return wrong.template, tuple((name, str(field)) for name, field in wrong.fields.items())


def _end(before: State, after: State) -> GameEnd | None:
    """The game's end, if this event brought it."""
    last = after.standing.last
    return last if last != before.standing.last else None
