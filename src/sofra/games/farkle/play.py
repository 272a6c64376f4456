"""Farkle as it is played (F1, F2, F5 to F8, F11, F12): what is asked, what is allowed, what follows.

A turn: the mover chooses ``roll``, chance throws the dice in hand, the mover sets scoring dice aside (``keep``) and
then banks or rolls on. A throw in which nothing scores is a Farkle and ends the turn at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Literal

from sofra.core.asks import Ask, Chance, Choice, Dice, Over, Result, check_outcome
from sofra.core.errors import Illegal, Malformed, Turn
from sofra.core.events import Event, Outcome
from sofra.core.game import Facts, Game, Reason, Score
from sofra.core.value import value
from sofra.games.farkle import moves
from sofra.games.farkle import view as sight
from sofra.games.farkle.moves import BANK, ROLL, TAKE_OVER, Bank, Keep, Move, Roll, TakeOver
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.scoring import ScoreTable, score_table

Phase = Literal["start", "turn", "rolling", "keep", "decide", "over"]

_CHOICES = tuple(Choice((seat,)) for seat in range(8))
_DICE = tuple(Dice(count) for count in range(7))
_SORTED: dict[tuple[int, ...], tuple[int, ...]] = {}
"""Every throw that was ever thrown, ascending: at most 55,986."""
_CHOOSING = frozenset(("turn", "keep", "decide"))
_ROLL_ONLY: tuple[Move, ...] = (ROLL,)
_BANK_OR_ROLL: tuple[Move, ...] = (BANK, ROLL)
_ROLL_OR_TAKE_OVER: tuple[Move, ...] = (ROLL, TAKE_OVER)


@value
class Table:
    """What stays the same for a match."""

    rules: FarkleRules
    seats: int
    scores: ScoreTable


@value
class Standing:
    """What changes from turn to turn only.

    ``seat`` has turn number ``turn`` (from 1; 0 before the first). ``since`` is the turn in which each seat reached its
    score. ``farkles`` counts Farkles in a row, under ``three_farkles`` only. ``closer`` set off the last round, of
    which ``last_turns`` are still to come. ``offer`` holds points and dice that the next player may take over.
    ``tied`` are the seats still throwing for the start.
    """

    table: Table
    seat: int
    turn: int
    scores: tuple[int, ...]
    since: tuple[int, ...]
    opened: tuple[bool, ...]
    farkles: tuple[int, ...]
    closer: int | None = None
    last_turns: int = 0
    offer: tuple[int, int] | None = None
    tied: tuple[int, ...] = ()


@value
class State:
    """``total`` are the points at risk in this turn, ``left`` the dice in hand, ``dice`` the throw to choose from
    (ascending), ``kept`` the sets put aside from the current six dice, ``roll`` the number of the last throw."""

    standing: Standing
    phase: Phase
    total: int = 0
    left: int = 6
    dice: tuple[int, ...] = ()
    kept: tuple[tuple[int, ...], ...] = ()
    roll: int = 0


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
            return Over(_result(state.standing))
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
            return _bank(state)
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
        return _result(state.standing)

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
            return _farkle(standing)
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


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def _bank(state: State) -> State:
    """The points are written down; F8: the first to reach the target sets off the last round."""
    old, seat = state.standing, state.standing.seat
    rules, seats = old.table.rules, old.table.seats
    scores = _with(old.scores, seat, old.scores[seat] + state.total)
    closer, last_turns = old.closer, old.last_turns
    if closer is None and scores[seat] >= rules.target:
        # One more than the turns to come: ending this turn takes one off.
        closer, last_turns = seat, seats if rules.last_round else 1
    offer = (state.total, state.left) if rules.pass_on and seats > 1 else None
    since = _with(old.since, seat, old.turn)
    opened = old.opened if old.opened[seat] else _with(old.opened, seat, True)
    farkles = _with(old.farkles, seat, 0) if old.farkles[seat] else old.farkles
    return _next_turn(
        Standing(old.table, seat, old.turn, scores, since, opened, farkles, closer, last_turns, offer)
    )


def _farkle(old: Standing) -> State:
    """F5, and F11: the third Farkle in a row costs, and the count starts again."""
    rules, seat = old.table.rules, old.seat
    scores, since, farkles = old.scores, old.since, old.farkles
    if rules.three_farkles:
        farkles = _with(farkles, seat, (farkles[seat] + 1) % 3)
        if farkles[seat] == 0:
            score = scores[seat] - rules.three_farkles
            scores = _with(scores, seat, max(0, score) if rules.floor_at_zero else score)
            since = _with(since, seat, old.turn)
    return _next_turn(
        Standing(old.table, seat, old.turn, scores, since, old.opened, farkles, old.closer, old.last_turns)
    )


def _next_turn(ended: Standing) -> State:
    """The turn passes on; F8: after the last of the last turns the match is over."""
    last_turns = ended.last_turns
    if ended.closer is not None:
        last_turns -= 1
        if last_turns == 0:
            return State(replace(ended, last_turns=0, offer=None), "over")
    following = Standing(
        ended.table,
        ended.seat + 1 if ended.seat + 1 < ended.table.seats else 0,
        ended.turn + 1,
        ended.scores,
        ended.since,
        ended.opened,
        ended.farkles,
        ended.closer,
        last_turns,
        ended.offer,
    )
    return State(following, "turn")


def _result(standing: Standing) -> Result:
    """F1, F8: score, then who reached it first; only scores that nobody has changed since the start can be shared.
    Without a last round whoever banked the target is first, whatever head start another had."""
    rules = standing.table.rules
    first_past = None if rules.last_round else standing.closer

    def place(seat: int) -> tuple[bool, int, int]:
        return seat != first_past, -standing.scores[seat], standing.since[seat]

    seats = range(standing.table.seats)
    ranking = sorted(seats, key=place)
    winners = tuple(seat for seat in seats if place(seat) == place(ranking[0]))
    turns = standing.turn if standing.table.seats == 1 else None
    return Result(standing.scores, winners, tuple(ranking), turns=turns)


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
