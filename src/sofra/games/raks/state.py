"""The full state of a match of Rak's, and how its windows are judged. What anyone may know of it is built in ``view``.

The state holds what lay open on the table and the sealed answers of an open window; what a player knew, saw or meant
is nowhere in it.
"""

from __future__ import annotations

from typing import Literal

from sofra.core.errors import Illegal
from sofra.core.value import value
from sofra.games.raks.arithmetic import mistake
from sofra.games.raks.moves import CHALLENGE, Challenge, Claim, Move
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.scoring import Board

Phase = Literal[
    "start", "throw", "triple", "move", "placed", "show", "upheld", "failed", "passed", "wrong", "over"
]
"""``start`` and ``throw`` wait for dice; ``triple``: others withdraw (R8); ``move``: place or "No move"; ``placed``: who
challenges? ``show``: the placer answers a challenge; ``upheld``: the placer withdraws one more; ``failed``: a bead of the
challenger goes; ``passed``: who has a move? ``wrong``: those who claimed wrongly withdraw."""


@value
class GameEnd:
    """How a game ended: ``why`` is "filled", "twenty", "triples" or "agreed"; ``points`` of this game, ``won`` the games won
    so far, ``winners`` those of the match if it is over too."""

    game: int
    why: str
    points: tuple[int, ...]
    won: tuple[int, ...]
    winners: tuple[int, ...]


@value
class Standing:
    """What changes from game to game: ``game`` counts from 1, ``first`` had the highest die, ``won`` are the games won by
    each seat, ``earlier`` the points of the games before the one on the board, ``last`` the latest game's end."""

    rules: RaksRules
    seats: int
    game: int
    first: int
    won: tuple[int, ...]
    earlier: tuple[int, ...]
    last: GameEnd | None = None


@value
class State:
    """``throws`` counts the throws of the match (in ``start`` those for the start), ``dice`` is the last one (ascending),
    ``triples`` how many of the latest throws of this game were triples without a break. ``asked`` owe a move now,
    ``queue`` after them (triple: to withdraw; wrong: to be judged, or to answer on). ``zone`` is the bead just placed, ``challenger`` who doubts it. ``answers`` are
    the answers of an open window by seat (sealed)."""

    standing: Standing
    phase: Phase
    board: Board
    mover: int
    throws: int
    dice: tuple[int, ...] = ()
    triples: int = 0
    asked: tuple[int, ...] = ()
    queue: tuple[int, ...] = ()
    zone: int = 0
    challenger: int | None = None
    answers: tuple[Move | None, ...] = ()


@value
class Verdict:
    """One claim that was reached: ``wrong`` says why it is, None if it is right."""

    seat: int
    claim: Claim
    wrong: Illegal | None


def clockwise(after: int, seats: int) -> tuple[int, ...]:
    """The other seats, beginning at the left of ``after``."""
    return tuple((after + step) % seats for step in range(1, seats))


def first_challenger(mover: int, answers: tuple[Move | None, ...]) -> int | None:
    """Of several challengers the first clockwise from the placer (R6)."""
    for answer in answers:
        if type(answer) is Challenge:
            break
    else:
        return None
    return next(seat for seat in clockwise(mover, len(answers)) if answers[seat] == CHALLENGE)


def judge(state: State, answers: tuple[Move | None, ...], order: tuple[int, ...]) -> tuple[Verdict, ...]:
    """The claims that are reached now, in this order of seats: the first right one is the last, and so is a wrong one
    whose owner has to withdraw a bead before the judging goes on (R5)."""
    reached = []
    for seat in order:
        claim = answers[seat]
        if isinstance(claim, Claim):
            wrong = mistake(claim.expression, state.dice, state.standing.rules.dice_use, claim.zone)
            verdict = Verdict(seat, claim, wrong)
            reached.append(verdict)
            if wrong is None or owes(state, verdict):
                break
    return tuple(reached)


def owes(state: State, verdict: Verdict) -> bool:
    """Whether a claim costs its owner a bead."""
    withdraws = state.standing.rules.wrong_claim == "withdraws"
    return withdraws and verdict.wrong is not None and verdict.seat in state.board
