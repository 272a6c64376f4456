"""A finished match looked at again: the chance to win after every event, mistakes, and luck told apart from choices.

It uses the coach's evaluation and nothing else, so grading never contradicts advice. What a throw changes is luck, what
a move changes is a choice; for every player luck + choices = result - chance at the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sofra.core.errors import Illegal
from sofra.core.events import Act, Event, Outcome
from sofra.core.match import Match, Undo
from sofra.games.farkle.judge import EQUAL, judge, worth
from sofra.games.farkle.many import Field, pairs_of
from sofra.games.farkle.moves import write
from sofra.games.farkle.play import FARKLE, State
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.view import FarkleView

Chances = tuple[float, ...]
"""The chance to win of each seat; they add up to 1."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that gave away some of the mover's chance: ``lost`` of it, where ``best`` would have kept it. ``version``
    is the number of entries before the move."""

    version: int
    seat: int
    move: str
    best: str
    lost: float


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw and what it changed for the one who threw it."""

    version: int
    seat: int
    dice: tuple[int, ...]
    change: float


@dataclass(frozen=True, slots=True)
class Account:
    """One player's match in chances to win: ``start`` + ``luck`` + ``choices`` = ``result``. ``own`` is the part of
    ``choices`` that the player's own moves gave away (never above 0 where the chances are exact)."""

    start: float
    luck: float
    choices: float
    own: float
    result: float
    best: Thrown | None
    worst: Thrown | None


@dataclass(frozen=True, slots=True)
class Review:
    """``graph`` has (version, chances) from the start on; ``mistakes`` come the greatest first; ``se`` is the error of
    the chances (0 = exact)."""

    graph: tuple[tuple[int, Chances], ...]
    mistakes: tuple[Mistake, ...]
    accounts: tuple[Account, ...]
    se: float


def review(match: Match) -> Review:
    """The review of a match of Farkle between two or more. Illegal where there is nothing to review."""
    if match.seats < 2 or not match.over:
        raise Illegal("a review needs a finished match of two players or more")
    seats, rules = range(match.seats), match.rules
    assert isinstance(rules, FarkleRules)
    chances, se = _chances(rules, match.state_at(0))
    graph, start = [(0, chances)], chances
    luck, choices, own = ([0.0] * match.seats for _ in range(3))
    mistakes, throws = list[Mistake](), list[Thrown]()
    for version, event, version_after in _events(match):
        before, after = match.state_at(version), match.state_at(version_after)
        mover = before.standing.seat
        then, error = _chances(rules, after)
        se = max(se, error)
        change = [then[seat] - chances[seat] for seat in seats]
        kind = luck if isinstance(event, Outcome) else choices
        for seat in seats:
            kind[seat] += change[seat]
        if isinstance(event, Act):
            own[mover] += change[mover]
            if mistake := _mistake(rules, before, event, version):
                mistakes.append(mistake)
        elif before.phase == "rolling":
            throws.append(Thrown(version, mover, event.values, change[mover]))
        chances = then
        graph.append((version_after, chances))
    mistakes.sort(key=lambda mistake: -mistake.lost)
    accounts = tuple(
        Account(
            start[s], luck[s], choices[s], own[s], chances[s], *_extremes([t for t in throws if t.seat == s])
        )
        for s in seats
    )
    return Review(tuple(graph), tuple(mistakes), accounts, se)


def _events(match: Match) -> Iterator[tuple[int, Event, int]]:
    """The events that counted, with the versions before and after them: what was undone is passed over."""
    path: list[tuple[int, Event, int]] = []
    at: list[int] = [0]
    for number, entry in enumerate(match.log, 1):
        if isinstance(entry, Undo):
            # The match stands as it stood after its first ``to`` entries.
            keep = at[entry.to]
            del path[keep:]
        elif isinstance(entry, Outcome | Act):
            path.append((number - 1, entry, number))
        at.append(len(path))
    yield from path


def _chances(rules: FarkleRules, state: State) -> tuple[Chances, float]:
    view = FARKLE.view(state, None)
    if view.phase == "over":
        return tuple(float(seat in view.winners) for seat in range(view.seats)), 0.0
    if view.phase == "start":
        return _before_the_start(rules, view)
    mine, se = worth(rules, view)
    shares = _shares(rules, view, mine)
    return tuple(shares[(seat - view.seat) % view.seats] for seat in range(view.seats)), se


def _shares(rules: FarkleRules, view: FarkleView, mine: float) -> Chances:
    """Everybody's chance from the one to move on."""
    if view.seats == 2:
        return mine, 1 - mine
    seats = tuple(map(Seat, view.scores, view.opened, view.farkles))
    order = seats[view.seat :] + seats[: view.seat]
    return Field(pairs_of(rules), order, view.closer is not None, view.last_turns).shares(mine)


def _before_the_start(rules: FarkleRules, view: FarkleView) -> tuple[Chances, float]:
    """Each of those still throwing is as likely as the others to begin."""
    total, se = [0.0] * view.seats, 0.0
    for first in view.tied:
        begun = FARKLE.view(_begun(rules, view, first), None)
        mine, error = worth(rules, begun)
        se = max(se, error)
        for k, share in enumerate(_shares(rules, begun, mine)):
            total[(first + k) % view.seats] += share / len(view.tied)
    return tuple(total), se


def _begun(rules: FarkleRules, view: FarkleView, first: int) -> State:
    state = FARKLE.start(rules, view.seats)
    faces = tuple(6 if seat == first else 1 for seat in range(view.seats))
    return FARKLE.apply(state, Outcome("start:1", faces))


def _mistake(rules: FarkleRules, state: State, event: Act, version: int) -> Mistake | None:
    view = FARKLE.view(state, event.seat)
    wins = dict(judge(rules, view, event.seat, FARKLE.moves(state, event.seat)).wins)
    best = next(iter(wins))
    lost = wins[best] - wins[event.move]
    return Mistake(version, event.seat, write(event.move), write(best), lost) if lost > EQUAL else None


def _extremes(throws: list[Thrown]) -> tuple[Thrown | None, Thrown | None]:
    def change(thrown: Thrown) -> float:
        return thrown.change

    return max(throws, key=change, default=None), min(throws, key=change, default=None)
