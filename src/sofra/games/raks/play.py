"""Rak's as it is played (R1 to R12): what is asked, what is allowed, what follows.

A turn: three dice are thrown; after a triple the others withdraw a bead each; the mover places a bead or says "No
move"; then a window in which all others answer at once, and whatever a challenge or a wrong claim costs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from random import Random
from typing import Any

from sofra.core.asks import Ask, Chance, Choice, Dice, Over, Result, check_outcome
from sofra.core.errors import Illegal, Malformed, Turn
from sofra.core.events import Event, Outcome
from sofra.core.game import Facts, Game, Reason, Score
from sofra.games.raks import moves, turns, worlds
from sofra.games.raks.moves import (
    CHALLENGE,
    CLAIM_FORM,
    CONCEDE,
    NO_MOVE,
    PASS,
    PLACES,
    SHOW_FORM,
    WITHDRAWS,
    Claim,
    Move,
    Place,
    Show,
    Withdraw,
)
from sofra.games.raks.rules import PRESETS, ZONES, RaksRules
from sofra.games.raks.scoring import EMPTY, points, reasons
from sofra.games.raks.state import Standing, State
from sofra.games.raks.tells import Tell, tell
from sofra.games.raks.turns import move_on, result, swap
from sofra.games.raks.view import RaksView, build

_THREE = Dice(3)
_FACES = frozenset(range(1, 7))
_COMPANIES = [seats for count in (1, 2, 3) for seats in combinations(range(4), count)]
_SEALED = {seats: Choice(seats) for seats in _COMPANIES}
_OPEN = {seats: Choice(seats, sealed=False) for seats in _COMPANIES}
_PASS_OR_CHALLENGE: tuple[Move, ...] = (CHALLENGE, PASS)
_ONLY_PASS: tuple[Move, ...] = (PASS,)
_ONLY_CONCEDE: tuple[Move, ...] = (CONCEDE,)
_WITHDRAWING = frozenset(("triple", "upheld", "failed", "wrong"))


class Raks(Game[RaksRules, State, Move]):
    """The rules of Rak's."""

    facts = Facts(
        key="raks",
        rules_version=1,
        seats=(2, 4),
        chance=("dice",),
        hidden=False,
        simultaneous=True,
        longest=None,
        clause='R5, R6: "No move" may be said for ever, and withdrawn beads open their zones again',
        # At most 20 beads and 2 points more a bead in each of two directions (R10), in each of nine games (R12).
        utility=(0, 900),
    )
    rules = RaksRules
    presets = PRESETS

    def start(self, rules: RaksRules, seats: int) -> State:
        self.fit(rules, seats)
        nobody = (0,) * seats
        return State(
            Standing(rules, seats, 1, 0, nobody, nobody), "start", EMPTY, 0, 0, asked=tuple(range(seats))
        )

    def ask(self, state: State) -> Ask:
        phase = state.phase
        if phase == "throw":
            return Chance(f"throw:{state.throws + 1}", _THREE)
        if phase == "start":
            return Chance(f"start:{state.throws + 1}", Dice(len(state.asked), state.asked))
        if phase == "over":
            return Over(result(state))
        return (_OPEN if state.standing.rules.windows == "first" else _SEALED)[state.asked]

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        phase = state.phase
        if seat not in state.asked or phase == "start":
            return ()
        if phase == "move":
            # R4: every open zone is offered, whether the dice make it or not.
            return (
                NO_MOVE,
                *[place for place, owner in zip(PLACES, state.board, strict=True) if owner is None],
            )
        if phase == "placed":
            return _PASS_OR_CHALLENGE
        if phase == "passed":
            return _ONLY_PASS
        if phase == "show":
            return _ONLY_CONCEDE
        loser = state.challenger if phase == "failed" else seat
        return tuple([bead for bead, owner in zip(WITHDRAWS, state.board, strict=True) if owner == loser])

    def forms(self, state: State, seat: int) -> tuple[str, ...]:
        if seat in state.asked:
            if state.phase == "passed":
                return (CLAIM_FORM,)
            if state.phase == "show":
                return (SHOW_FORM,)
        return ()

    def silence(self, state: State, seat: int) -> Move | None:
        """R11: who says nothing to a placement or to "No move" passes."""
        return PASS if state.phase in ("placed", "passed") and seat in state.asked else None

    def made_up(self, view: Any, form: str, rng: Random) -> Move:
        return worlds.made_up(view, form, rng)

    def apply(self, state: State, event: Event) -> State:
        if type(event) is Outcome:
            return _chance(state, event)
        seat, phase = event.seat, state.phase
        if seat not in state.asked or phase == "start":
            raise _not_asked(state, seat)
        step = _STEPS[phase](state, seat, event.move)
        if step is None:
            raise _wrong_move(state, event.move)
        return step

    def view(self, state: State, viewer: int | None) -> RaksView:
        return build(state, viewer)

    def tell(self, before: State, event: Event, after: State, viewer: int | None) -> Tell | None:
        return tell(before, event, after, viewer)

    def score(self, state: State) -> Score:
        standing = state.standing
        now = points(state.board, standing.seats, standing.rules)
        items = reasons(state.board, standing.seats, standing.rules)
        total = tuple(before + here for before, here in zip(standing.earlier, now, strict=True))
        earlier = tuple((Reason(before, "earlier games"),) if before else () for before in standing.earlier)
        return Score(total, tuple(old + new for old, new in zip(earlier, items, strict=True)))

    def standing(self, state: State) -> Result:
        """R9: a match that ends by agreement is scored as it stands, the game on the board as if it ended now."""
        return result(state) if state.phase == "over" else result(turns.close_game(state))

    def worlds(self, view: Any, rng: Random) -> Iterator[State]:
        """Only the sealed answers of an open window are unknown."""
        while True:
            yield worlds.world(view, rng)

    def write(self, move: Move) -> str:
        return moves.write(move)

    def read(self, text: str) -> Move:
        return moves.read(text)


def _chance(state: State, event: Outcome) -> State:
    if state.phase == "throw":
        if event.label == f"throw:{state.throws + 1}":
            if len(event.values) != 3 or not _FACES.issuperset(event.values):
                check_outcome(Chance(event.label, _THREE), event.values)
            return turns.thrown(state, tuple(sorted(event.values)))
    elif state.phase == "start" and event.label == f"start:{state.throws + 1}":
        ask = Chance(event.label, Dice(len(state.asked), state.asked))
        return turns.thrown_for_start(state, check_outcome(ask, event.values))
    raise _wrong_label(state, event)


def _move(state: State, seat: int, move: Move) -> State | None:
    """R4 and R5: the bead is placed, whether it can be or not, or the throw is left to the others."""
    if isinstance(move, Place):
        if not 1 <= move.zone <= ZONES:
            raise Malformed("there is no zone {zone}; zones are 1 to {last}", zone=move.zone, last=ZONES)
        if state.board[move.zone - 1] is not None:
            raise Illegal("zone {zone} is occupied", zone=move.zone)
        return turns.window(state, "placed", swap(state.board, move.zone, seat), move.zone)
    return turns.window(state, "passed", state.board, 0) if move == NO_MOVE else None


def _placed(state: State, seat: int, move: Move) -> State | None:
    return turns.answered(state, seat, move) if move in _PASS_OR_CHALLENGE else None


def _passed(state: State, seat: int, move: Move) -> State | None:
    if isinstance(move, Claim):
        if not 1 <= move.zone <= ZONES:
            raise Malformed("there is no zone {zone}; zones are 1 to {last}", zone=move.zone, last=ZONES)
        if state.board[move.zone - 1] is not None:
            raise Illegal("zone {zone} is occupied", zone=move.zone)
        return turns.answered(state, seat, move)
    return turns.answered(state, seat, move) if move == PASS else None


def _show(state: State, _: int, move: Move) -> State | None:
    if isinstance(move, Show):
        return turns.shown(state, move.expression)
    return turns.upheld(state) if move == CONCEDE else None


def _withdraw(state: State, seat: int, move: Move) -> State | None:
    if not isinstance(move, Withdraw):
        return None
    loser = state.challenger if state.phase == "failed" else seat
    if not 1 <= move.zone <= ZONES or state.board[move.zone - 1] != loser:
        raise Illegal(
            "there is no bead to withdraw on zone {zone}: it must be one of seat {seat}'s",
            zone=move.zone,
            seat=loser,
        )
    return move_on(state, swap(state.board, move.zone, None))


_STEPS: dict[str, Callable[[State, int, Move], State | None]] = {
    "move": _move,
    "placed": _placed,
    "passed": _passed,
    "show": _show,
    **dict.fromkeys(_WITHDRAWING, _withdraw),
}


def _not_asked(state: State, seat: int) -> Turn:
    if state.phase == "over":
        return Turn("the match is over")
    if state.phase in ("throw", "start"):
        return Turn("the dice are being thrown; no seat is asked now")
    asked = " ".join(map(str, state.asked))
    return Turn("seat {seat} is not asked now; these are: {asked}", seat=seat, asked=asked)


def _wrong_move(state: State, move: Any) -> Illegal | Malformed:
    if not isinstance(move, Move):
        return Malformed("{move} is no move of Rak's", move=repr(move)[:80])
    if state.phase == "move":
        return Illegal('now a bead is placed, or "No move" is said')
    if state.phase == "placed":
        return Illegal("now a placement is challenged, or passed")
    if state.phase == "passed":
        return Illegal("now a move is claimed, or passed")
    if state.phase == "show":
        return Illegal("now the placement is shown, or conceded")
    return Illegal("now a bead is withdrawn")


def _wrong_label(state: State, event: Outcome) -> Illegal | Turn:
    due = RAKS.ask(state)
    if isinstance(due, Chance):
        return Illegal("{label} is waited for, not {got}", label=due.label, got=event.label)
    return Turn("no dice are waited for now")


RAKS = Raks()
