"""Farkle as it is played (F1, F2, F5 to F8, F11, F12): what is asked, what is allowed, what follows.

A turn: the mover chooses ``roll``, chance throws the dice in hand, the mover sets scoring dice aside (``keep``) and
then banks or rolls on. A throw in which nothing scores is a Farkle and ends the turn at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from sofra.core.asks import Ask, Chance, Choice, Dice, Over, Result, check_outcome
from sofra.core.errors import Illegal, Malformed, Turn
from sofra.core.events import Event, Outcome
from sofra.core.game import Facts, Game, Reason, Score
from sofra.games.farkle import ending, moves
from sofra.games.farkle import view as sight
from sofra.games.farkle.moves import BANK, ROLL, TAKE_OVER, Bank, Keep, Move, Roll, TakeOver
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.state import Standing, State, Table

_CHOICES = tuple(Choice((seat,)) for seat in range(8))
_DICE = tuple(Dice(count) for count in range(7))
_SORTED: dict[tuple[int, ...], tuple[int, ...]] = {}
"""Every throw that was ever thrown, ascending: at most 55,986."""
_CHOOSING = frozenset(("turn", "keep", "decide"))
_ROLL_ONLY: tuple[Move, ...] = (ROLL,)
_BANK_OR_ROLL: tuple[Move, ...] = (BANK, ROLL)
_ROLL_OR_TAKE_OVER: tuple[Move, ...] = (ROLL, TAKE_OVER)


class Farkle(Game[FarkleRules, State, Move]):
    """The rules of Farkle."""

    facts = Facts(
        key="farkle",
        rules_version=1,
        seats=(1, 8),
        chance=("dice",),
        hidden=False,
        simultaneous=False,
        longest=None,
        clause="F6: hot dice have no limit, and nobody must bank",
        utility=(None, None),
    )
    rules = FarkleRules
    presets = PRESETS

    def start(self, rules: FarkleRules, seats: int) -> State:
        self.fit(rules, seats)
        nobody = (0,) * seats
        standing = Standing(
            Table(rules, seats, score_table(rules)),
            seat=0,
            turn=0 if seats > 1 else 1,
            scores=rules.head_start or nobody,
            since=nobody,
            opened=(False,) * seats,
            farkles=nobody,
            tied=tuple(range(seats)) if seats > 1 else (),
        )
        return State(standing, "start" if seats > 1 else "turn")

    def ask(self, state: State) -> Ask:
        phase = state.phase
        if phase == "rolling":
            return Chance(f"roll:{state.standing.turn}:{state.roll + 1}", _DICE[state.left])
        if phase == "start":
            tied = state.standing.tied
            return Chance(f"start:{state.roll + 1}", Dice(len(tied), tied))
        if phase == "over":
            return Over(ending.result(state.standing))
        return _CHOICES[state.standing.seat]

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        standing = state.standing
        if seat != standing.seat:
            return ()
        phase = state.phase
        if phase == "keep":
            return standing.table.scores.offers[state.dice]
        if phase == "decide":
            return _ROLL_ONLY if _no_bank(state) else _BANK_OR_ROLL
        if phase == "turn":
            return _ROLL_OR_TAKE_OVER if standing.offer else _ROLL_ONLY
        return ()

    def apply(self, state: State, event: Event) -> State:
        if type(event) is Outcome:
            return _chance(state, event)
        standing, phase = state.standing, state.phase
        if event.seat != standing.seat or phase not in _CHOOSING:
            raise _not_asked(state, event.seat)
        move = event.move
        kind = type(move)
        if phase == "keep":
            if kind is Keep:
                return _keep(state, move.dice)
        elif kind is Roll:
            if standing.offer:
                standing = replace(standing, offer=None)
            return State(standing, "rolling", state.total, state.left, (), state.kept, state.roll)
        elif kind is Bank and phase == "decide":
            if reason := _no_bank(state):
                raise reason
            return ending.bank(state)
        elif kind is TakeOver and standing.offer:
            total, left = standing.offer
            return State(replace(standing, offer=None), "rolling", total, left)
        raise _wrong_move(state, move)

    def view(self, state: State, viewer: int | None) -> sight.FarkleView:
        return sight.build(state, self.moves(state, state.standing.seat), viewer)

    def tell(self, before: State, event: Event, after: State, viewer: int | None) -> sight.Tell:
        return sight.tell(before, event, after)

    def score(self, state: State) -> Score:
        start = state.standing.table.rules.head_start or (0,) * state.standing.table.seats
        scores = state.standing.scores
        reasons = tuple(
            tuple(
                r
                for r in (Reason(head, "head start"), Reason(points - head, "banked, less penalties"))
                if r.points
            )
            for head, points in zip(start, scores, strict=True)
        )
        return Score(scores, reasons)

    def standing(self, state: State) -> Result:
        return ending.result(state.standing)

    def worlds(self, view: Any, rng: Random) -> Iterator[State]:
        """Nothing is hidden in Farkle: the view says it all."""
        yield sight.world(view)

    def write(self, move: Move) -> str:
        return moves.write(move)

    def read(self, text: str) -> Move:
        return moves.read(text)

    def reveals(self, before: State, event: Event, after: State) -> bool:
        return isinstance(event, Outcome)


def _keep(state: State, dice: tuple[int, ...]) -> State:
    """F2: at least one die of this throw, all of them scoring; F6: after the sixth all six are in hand again."""
    scores = state.standing.table.scores
    points = scores.keeps(state.dice).get(dice)
    if points is None:
        raise scores.refuse(state.dice, dice)
    total, left = state.total + points, len(state.dice) - len(dice)
    if left:
        return State(state.standing, "decide", total, left, (), (*state.kept, dice), state.roll)
    return State(state.standing, "decide", total, 6, (), (), state.roll)


def _sort(event: Outcome, count: int) -> tuple[int, ...]:
    """The throw ascending, remembered once it is known to be one."""
    values = check_outcome(Chance(event.label, _DICE[count]), event.values)
    return _SORTED.setdefault(values, tuple(sorted(values)))


def _chance(state: State, event: Outcome) -> State:
    if state.phase == "rolling":
        standing = state.standing
        if event.label != f"roll:{standing.turn}:{state.roll + 1}":
            raise _wrong_label(state, event)
        try:
            dice = _SORTED[event.values]
        except (KeyError, TypeError):
            dice = _sort(event, state.left)
        if len(dice) != state.left:
            check_outcome(Chance(event.label, _DICE[state.left]), event.values)
        if not standing.table.scores.offers[dice]:
            return ending.farkle(standing)
        return State(standing, "keep", state.total, 0, dice, state.kept, state.roll + 1)
    ask = FARKLE.ask(state)
    if not isinstance(ask, Chance) or event.label != ask.label:
        raise _wrong_label(state, event)
    faces = check_outcome(ask, event.values)
    highest = max(faces)
    tied = tuple(seat for seat, face in zip(state.standing.tied, faces, strict=True) if face == highest)
    if len(tied) > 1:
        return State(replace(state.standing, tied=tied), "start", roll=state.roll + 1)
    return State(replace(state.standing, tied=(), seat=tied[0], turn=1), "turn")


def _no_bank(state: State) -> Illegal | None:
    """Why the mover may not bank now, or None if they may (F7, F12)."""
    standing, total = state.standing, state.total
    rules = standing.table.rules
    if rules.hot_dice_must_roll and not state.kept:
        return Illegal("hot dice must be rolled")
    if total < rules.minimum_bank:
        missing = rules.minimum_bank - total
        return Illegal(
            "a bank needs at least {least} points: {missing} to go", least=rules.minimum_bank, missing=missing
        )
    if total < rules.opening and not standing.opened[standing.seat]:
        missing = rules.opening - total
        return Illegal(
            "{opening} points are needed to get on the board: {missing} to go",
            opening=rules.opening,
            missing=missing,
        )
    return None


def _not_asked(state: State, seat: int) -> Turn:
    if state.phase == "over":
        return Turn("the match is over")
    if state.phase in ("rolling", "start"):
        return Turn("the dice are being thrown; no seat is asked now")
    return Turn("seat {asked} is asked now, not seat {seat}", asked=state.standing.seat, seat=seat)


def _wrong_move(state: State, move: Any) -> Illegal | Malformed:
    if not isinstance(move, Move):
        return Malformed("{move} is no move of Farkle", move=repr(move)[:80])
    if state.phase == "keep":
        return Illegal("first set aside at least one die that scores")
    if isinstance(move, Keep):
        return Illegal("there is no throw to set dice aside from: roll first")
    if isinstance(move, Bank):
        return Illegal("nothing can be banked before the first roll of a turn")
    if isinstance(move, TakeOver):
        return Illegal("there is nothing to take over now")
    return Illegal("that is not possible now")


def _wrong_label(state: State, event: Outcome) -> Illegal | Turn:
    ask = FARKLE.ask(state)
    if isinstance(ask, Chance):
        return Illegal("{due} is waited for, not {label}", due=ask.label, label=event.label)
    return Turn("no dice are to be thrown now")


FARKLE = Farkle()
