"""A finished match looked at again: the chance to win after every event, mistakes, and luck told apart from choices.

One walk for every game whose coach can look back; it uses the coach's evaluation and nothing else, so grading never
contradicts advice. What chance decides is luck, what a move changes is a choice: for every seat
luck + choices = result - chance at the start, because the changes of a walk add up to its ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import hypot, sqrt
from typing import Any

from sofra.core.asks import Choice, Over, Result
from sofra.core.errors import Illegal
from sofra.core.events import Act, Event, Outcome
from sofra.core.match import Agreed, Match, Undo
from sofra.core.players import Sight
from sofra.games.parts import Odds, Reviewer

EQUAL = 1e-9
"""Choices whose chances differ by less are equal."""

SURE = 2.0
"""A loss of more than this many standard errors is called a mistake."""


@dataclass(frozen=True, slots=True)
class Point:
    """The chances of all seats after the first ``version`` entries, each with the standard error ``se`` (0 = exact), and
    ``change_se`` as in ``Odds``."""

    version: int
    wins: tuple[float, ...]
    se: float
    change_se: float | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that gave away some of the mover's chance: ``lost`` of it (standard error ``se``), where ``best`` would have
    kept it. ``version`` is the number of entries before the move; ``move`` and ``best`` are texts of moves."""

    version: int
    seat: int
    move: str
    best: str
    lost: float
    se: float

    @property
    def sure(self) -> bool:
        """Whether the loss is more than the error of the estimate explains."""
        return self.lost > SURE * self.se


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke of luck: what chance changed for the seat that threw or drew, and the standard error of that. The entry is
    ``match.log[version]``."""

    version: int
    seat: int
    change: float
    se: float


@dataclass(frozen=True, slots=True)
class Account:
    """One seat's match in chances to win: ``start`` + ``luck`` + ``choices`` = ``result``. ``own`` is the part of
    ``choices`` that the seat's own moves made (never above 0 where the chances are exact). ``se`` is the standard error
    of ``luck`` and that of ``choices``, errors taken as independent. ``best`` and ``worst`` are among the
    seat's own throws or draws; None if it had none."""

    start: float
    luck: float
    choices: float
    own: float
    result: float
    se: tuple[float, float]
    best: Stroke | None
    worst: Stroke | None


@dataclass(frozen=True, slots=True)
class Review:
    """``graph`` goes from the start to the end; ``mistakes`` come the greatest first, those of which the coach cannot be
    sure among them. ``graded`` is the number of moves that were looked at: more than one was open there."""

    graph: tuple[Point, ...]
    mistakes: tuple[Mistake, ...]
    accounts: tuple[Account, ...]
    graded: int

    @property
    def se(self) -> float:
        """The greatest error of a chance in the graph (0: all of it is exact)."""
        return max(point.se for point in self.graph)


@dataclass(slots=True)
class _Walk:
    """What a walk has counted: the changes of luck, of choices and of a seat's own moves, by seat."""

    seats: int
    luck: list[float] = field(init=False)
    choices: list[float] = field(init=False)
    own: list[float] = field(init=False)
    strokes: list[Stroke] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.luck, self.choices, self.own = ([0.0] * self.seats for _ in range(3))

    def count(self, kind: list[float], before: Point, after: Point) -> list[float]:
        change = [then - now for then, now in zip(after.wins, before.wins, strict=True)]
        for seat, value in enumerate(change):
            kind[seat] += value
        return change


def refusal(match: Match | None) -> Illegal | None:
    """Why a match is not reviewed, or None if it can be."""
    if match is None or not match.over:
        return Illegal("a review needs a finished match; this one is still being played")
    if match.seats < 2:
        return Illegal("a review needs a match of two players or more")
    return None


def review(match: Match, coach: Reviewer, progress: Callable[[float], None] | None = None) -> Review:
    """The review of a finished match between two or more. ``progress`` hears the share that is done (0…1).

    Raises Illegal where there is nothing to review."""
    if (reason := refusal(match)) is not None:
        raise reason
    game, walk = match.game, _Walk(match.seats)
    events = list(_counted(match))
    told = [match.told(seat) for seat in range(match.seats)]
    mistakes, graded = list[Mistake](), 0
    kinds = list[bool]()
    graph = [_point(match, coach, 0)]
    mover: int | None = None
    for number, (version, event, then) in enumerate(events):
        before, after = match.state_at(version), match.state_at(then)
        graph.append(_point(match, coach, then))
        kinds.append(isinstance(event, Outcome))
        if isinstance(event, Outcome):
            change = walk.count(walk.luck, *graph[-2:])
            thrower = _owner(game.tell(before, event, after, None), mover)
            if thrower is not None:
                walk.strokes.append(Stroke(version, thrower, change[thrower], _change_se(*graph[-2:])))
        else:
            change = walk.count(walk.choices, *graph[-2:])
            if isinstance(event, Act):
                mover = event.seat
                walk.own[mover] += change[mover]
                sight = _sight(match, before, event, told[mover][:version])
                if len(sight.moves) > 1:
                    graded += 1
                    mistakes.extend(_mistake(match, coach, sight, event, version))
        if progress is not None:
            progress((number + 1) / len(events))
    mistakes.sort(key=lambda mistake: (not mistake.sure, -mistake.lost))
    accounts = tuple(_account(walk, graph, kinds, seat) for seat in range(match.seats))
    return Review(tuple(graph), tuple(mistakes), accounts, graded)


def _counted(match: Match) -> Iterator[tuple[int, Event | Agreed, int]]:
    """The entries that counted, with the versions before and after them: what was undone is passed over."""
    path: list[tuple[int, Event | Agreed, int]] = []
    kept: list[int] = [0]
    for number, entry in enumerate(match.log, 1):
        if isinstance(entry, Undo):
            # The match stands as it stood after its first ``to`` entries.
            del path[kept[entry.to] :]
        elif isinstance(entry, Outcome | Act | Agreed):
            path.append((number - 1, entry, number))
        kept.append(len(path))
    yield from path


def _point(match: Match, coach: Reviewer, version: int) -> Point:
    state = match.state_at(version)
    if version and isinstance(match.log[version - 1], Agreed):
        return Point(version, _shares(match.game.standing(state), match.seats), 0.0)
    if isinstance(ask := match.game.ask(state), Over):
        return Point(version, _shares(ask.result, match.seats), 0.0)
    odds: Odds = coach.chances(match.rules, state, budget_sims=coach.review_sims)
    return Point(version, odds.wins, odds.se, odds.change_se)


def _shares(result: Result, seats: int) -> tuple[float, ...]:
    """What a result is worth to each seat: the win, or a share of it; partners have what their side has."""
    sides = result.sides or tuple((seat,) for seat in range(seats))
    won = [side for side in sides if set(side) & set(result.winners)]
    return tuple(1 / len(won) if any(seat in side for side in won) else 0.0 for seat in range(seats))


def _owner(tell: Any, mover: int | None) -> int | None:
    """Whose luck an outcome is: the seat that is told of, else the one that moved last."""
    seat = getattr(tell, "seat", None)
    return seat if isinstance(seat, int) else mover


def _sight(match: Match, state: Any, act: Act, told: Sequence[Any]) -> Sight:
    """What the mover had before it; a move that was made up stands among those offered, so that it is graded too."""
    game, seat = match.game, act.seat
    ask = game.ask(state)
    offered = game.moves(state, seat) if isinstance(ask, Choice) and seat in ask.seats else ()
    forms = game.forms(state, seat)
    moves = offered if act.move in offered else (*offered, act.move)
    return Sight(seat, game.view(state, seat), tuple(told), moves, forms)


def _mistake(match: Match, coach: Reviewer, sight: Sight, act: Act, version: int) -> Iterator[Mistake]:
    advice = coach.advise(match.rules, sight, budget_sims=coach.review_sims)
    move = match.game.write(act.move)
    made = next((item for item in advice if item.move == move), None)
    if made is None:
        # Nothing is said of a move that the coach has no opinion about.
        return
    best = advice[0]
    lost = best.win - made.win
    if lost > EQUAL:
        se = hypot(best.se, made.se) if made.behind_se is None else made.behind_se
        yield Mistake(version, act.seat, move, best.move, lost, se)


def _account(walk: _Walk, graph: Sequence[Point], kinds: Sequence[bool], seat: int) -> Account:
    own = [stroke for stroke in walk.strokes if stroke.seat == seat]

    def change(stroke: Stroke) -> float:
        return stroke.change

    return Account(
        graph[0].wins[seat],
        walk.luck[seat],
        walk.choices[seat],
        walk.own[seat],
        graph[-1].wins[seat],
        (_error(graph, kinds, True), _error(graph, kinds, False)),
        max(own, key=change, default=None),
        min(own, key=change, default=None),
    )


def _error(graph: Sequence[Point], kinds: Sequence[bool], luck: bool) -> float:
    """The error of a sum of changes of one kind. A point between two changes of that kind drops out of the sum, so only
    those where the kind begins or ends carry an error into it; where the error of each change is known and adds up to
    less, that is the smaller one."""
    total, at = 0.0, 0
    for kind, changes in groupby(kinds):
        before, at = at, at + len(list(changes))
        if kind is luck:
            ends = graph[before].se ** 2 + graph[at].se ** 2
            steps = [_change_se(graph[i - 1], graph[i]) ** 2 for i in range(before + 1, at + 1)]
            total += min(ends, sum(steps))
    return sqrt(total)


def _change_se(before: Point, after: Point) -> float:
    """The standard error of what changed from one point to the next; a sealed answer may have changed nothing."""
    if after.change_se is None:
        return hypot(before.se, after.se)
    return after.change_se if after.wins != before.wins else 0.0
