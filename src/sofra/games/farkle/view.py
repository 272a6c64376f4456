"""What players see and hear of a game of Farkle. Nothing is hidden in it, and still the view is built, field by field."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from sofra.core.events import Event, Outcome
from sofra.core.value import value
from sofra.games.farkle import moves
from sofra.games.farkle.ending import result
from sofra.games.farkle.moves import Bank, Keep, Move, Roll
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import ScoreTable, score_table
from sofra.games.farkle.state import Phase, Standing, State, Table


@value
class FarkleView:
    """The whole table. ``rules`` is the text form of the house rules; ``groups`` are the scoring groups of the throw
    as (dice, points); ``moves`` are the texts of what the mover may do; ``winners`` are seats, once the match is over.
    Other fields as in the state."""

    viewer: int | None
    seats: int
    rules: str
    phase: str
    seat: int
    turn: int
    roll: int
    total: int
    left: int
    dice: tuple[int, ...]
    kept: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    since: tuple[int, ...]
    opened: tuple[bool, ...]
    farkles: tuple[int, ...]
    closer: int | None
    last_turns: int
    offer: tuple[int, int] | None
    tied: tuple[int, ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]
    moves: tuple[str, ...]
    winners: tuple[int, ...]


@value
class ThrownForStart:
    """Each of ``seats`` threw the die at its place in ``dice``; ``first`` starts, or None if the highest tied."""

    seats: tuple[int, ...]
    dice: tuple[int, ...]
    first: int | None


@value
class Rolls:
    """The seat takes ``dice`` dice to throw, with ``total`` points at risk."""

    seat: int
    dice: int
    total: int


@value
class TookOver:
    """The seat goes on with the dice and the points of the player before."""

    seat: int
    dice: int
    total: int


@value
class Rolled:
    """A throw that scores. ``groups`` are its scoring groups as (dice, points)."""

    seat: int
    dice: tuple[int, ...]
    groups: tuple[tuple[tuple[int, ...], int], ...]
    total: int


@value
class Farkled:
    """A throw in which nothing scores: ``lost`` points of the turn are gone; ``penalty`` was taken off the score."""

    seat: int
    dice: tuple[int, ...]
    lost: int
    penalty: int
    score: int
    over: bool


@value
class Kept:
    """Dice set aside; ``hot`` when all six have scored."""

    seat: int
    dice: tuple[int, ...]
    points: int
    total: int
    left: int
    hot: bool


@value
class Banked:
    """Points written down. ``closes``: this bank set off the last round. ``over``: it ended the match."""

    seat: int
    points: int
    score: int
    closes: bool
    over: bool


Tell = ThrownForStart | Rolls | TookOver | Rolled | Farkled | Kept | Banked


@lru_cache(maxsize=8192)
def groups(table: ScoreTable, dice: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The scoring groups of a throw (ascending) as (dice, points), largest first; equal singles stand together."""
    found: dict[tuple[int, ...], int] = {}
    singles: dict[int, int] = {}
    for row in table.split(table.best_keep(dice)):
        if len(row.dice) == 1:
            singles[row.dice[0]] = singles.get(row.dice[0], 0) + 1
        else:
            found[row.dice] = found.get(row.dice, 0) + row.points
    for face, count in singles.items():
        found[(face,) * count] = table.score((face,) * count) or 0
    return tuple(sorted(found.items(), key=lambda group: (-group[1], group[0])))


def build(state: State, offered: tuple[Move, ...], viewer: int | None) -> FarkleView:
    """The view of one viewer; all see the same."""
    standing, table = state.standing, state.standing.table
    return FarkleView(
        viewer=viewer,
        seats=table.seats,
        rules=_written(table.scores),
        phase=state.phase,
        seat=standing.seat,
        turn=standing.turn,
        roll=state.roll,
        total=state.total,
        left=state.left,
        dice=state.dice,
        kept=state.kept,
        scores=standing.scores,
        since=standing.since,
        opened=standing.opened,
        farkles=standing.farkles,
        closer=standing.closer,
        last_turns=standing.last_turns,
        offer=standing.offer,
        tied=standing.tied,
        groups=groups(table.scores, state.dice),
        moves=tuple(map(moves.write, offered)),
        winners=result(state.standing).winners if state.phase == "over" else (),
    )


@lru_cache(maxsize=256)
def _written(table: ScoreTable) -> str:
    return table.rules.write()


def world(seen: FarkleView) -> State:
    """The one state that this view can belong to."""
    rules = FarkleRules.read(seen.rules)
    standing = Standing(
        Table(rules, seen.seats, score_table(rules)),
        seen.seat,
        seen.turn,
        seen.scores,
        seen.since,
        seen.opened,
        seen.farkles,
        seen.closer,
        seen.last_turns,
        seen.offer,
        seen.tied,
    )
    return State(
        standing,
        cast(Phase, seen.phase),
        seen.total,
        seen.left,
        seen.dice,
        seen.kept,
        seen.roll,
    )


def tell(before: State, event: Event, after: State) -> Tell:
    """What everybody learns of an event."""
    seat, rules = before.standing.seat, before.standing.table.rules
    if isinstance(event, Outcome):
        return _tell_chance(before, event, after)
    move: Any = event.move
    if isinstance(move, Keep):
        points = after.total - before.total
        return Kept(seat, move.dice, points, after.total, after.left, not after.kept)
    if isinstance(move, Bank):
        standing = after.standing
        closes = before.standing.closer is None and standing.closer == seat and rules.last_round
        over = after.phase == "over"
        return Banked(seat, before.total, standing.scores[seat], closes and not over, over)
    if isinstance(move, Roll):
        return Rolls(seat, after.left, after.total)
    return TookOver(seat, after.left, after.total)


def _tell_chance(before: State, event: Outcome, after: State) -> Tell:
    seat = before.standing.seat
    if before.phase == "start":
        first = after.standing.seat if after.phase != "start" else None
        return ThrownForStart(before.standing.tied, event.values, first)
    if after.phase == "keep":
        return Rolled(seat, event.values, groups(before.standing.table.scores, after.dice), before.total)
    score = after.standing.scores[seat]
    lost_points = before.standing.scores[seat] - score
    return Farkled(seat, event.values, before.total, lost_points, score, after.phase == "over")
