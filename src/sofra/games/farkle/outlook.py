"""Everybody's chance to win at any point of a match: at the start, before a throw, with dice on the table."""

from __future__ import annotations

from sofra.core.events import Outcome
from sofra.games.farkle.judge import worth
from sofra.games.farkle.many import Field, pairs_of
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.state import State
from sofra.games.farkle.view import FarkleView
from sofra.games.parts import Odds


def outlook(rules: FarkleRules, state: State) -> Odds:
    """The chances in a state of a match between two or more that is not over."""
    view = FARKLE.view(state, None)
    if view.phase == "start":
        return _before_the_start(rules, view)
    mine, se = worth(rules, view)
    shares = _shares(rules, view, mine)
    return Odds(tuple(shares[(seat - view.seat) % view.seats] for seat in range(view.seats)), se)


def _shares(rules: FarkleRules, view: FarkleView, mine: float) -> tuple[float, ...]:
    """Everybody's chance from the one to move on."""
    if view.seats == 2:
        return mine, 1 - mine
    seats = tuple(map(Seat, view.scores, view.opened, view.farkles))
    order = seats[view.seat :] + seats[: view.seat]
    return Field(pairs_of(rules), order, view.closer is not None, view.last_turns).shares(mine)


def _before_the_start(rules: FarkleRules, view: FarkleView) -> Odds:
    """Each of those still throwing is as likely as the others to begin."""
    total, se = [0.0] * view.seats, 0.0
    for first in view.tied:
        begun = FARKLE.view(_begun(rules, view, first), None)
        mine, error = worth(rules, begun)
        se = max(se, error)
        for k, share in enumerate(_shares(rules, begun, mine)):
            total[(first + k) % view.seats] += share / len(view.tied)
    return Odds(tuple(total), se)


def _begun(rules: FarkleRules, view: FarkleView, first: int) -> State:
    state = FARKLE.start(rules, view.seats)
    faces = tuple(6 if seat == first else 1 for seat in range(view.seats))
    return FARKLE.apply(state, Outcome("start:1", faces))
