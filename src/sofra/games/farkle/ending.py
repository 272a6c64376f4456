"""How a turn ends and who has won: banking, Farkles and their penalty, the last round (F1, F5, F7, F8, F11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sofra.core.asks import Result
from sofra.games.farkle.state import Standing, State


def _with(values: tuple[Any, ...], seat: int, value: Any) -> tuple[Any, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def bank(state: State) -> State:
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


def farkle(old: Standing) -> State:
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


def result(standing: Standing) -> Result:
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
