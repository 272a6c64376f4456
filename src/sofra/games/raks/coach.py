"""Rak's coach: every choice with the chance to win and one reason, from the seat's own view.

**Silence about truth (R4, R11):** only the mover is told what the mover's dice make. Whoever may challenge hears what
challenging costs and brings and what was shown so far; whether the bead is honest is not looked at, and advice for two
placements that differ in nothing else is the same (tests).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import hypot
from typing import Any, cast

from sofra.core.players import Sight
from sofra.core.rules import HouseRules
from sofra.games.parts import Advice, Odds
from sofra.games.raks import because, moves
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.moves import CHALLENGE, CONCEDE, NO_MOVE, PASS, PLACES, WITHDRAWS, Show
from sofra.games.raks.position import Values
from sofra.games.raks.prospects import APART, ERROR, Prospects
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.state import State
from sofra.games.raks.view import RaksView, build

CAUGHT = 0.8
"""How often a bluff is challenged by those who know the game: a bead that nobody sees a way to seldom stands."""
FALSE = 0.06
"""How many beads are thought false before anything was shown."""
UNASKED, UNSEEN = 0.3, 0.5
"""The standard errors of how often a bluff is challenged, which depends on who sits there, and of whether a bead is false: for
this the coach does not look at the dice, so that a player who does knows better."""
_CLOSE = 1e-9


@lru_cache(maxsize=64)
def _prospects(rules: RaksRules, seats: int) -> Prospects:
    return Prospects(rules, seats)


@lru_cache(maxsize=64)
def _values(rules: RaksRules) -> Values:
    return Values(rules)


class _Look:
    """One view, ready to be asked what boards made of it are worth to one seat."""

    def __init__(self, rules: RaksRules, view: RaksView, seat: int) -> None:
        self.rules, self.view, self.seat = rules, view, seat
        self.prospects, self.values = _prospects(rules, view.seats), _values(rules)
        self.board = [-1 if owner is None else owner for owner in view.board]

    def wins(self, board: list[int]) -> tuple[float, ...]:
        """Everybody's chances when the turn ends with this board."""
        view = self.view
        following = (view.mover + 1) % view.seats
        return self.prospects.match(board, following, view.triples, view.won, view.game)

    def win(self, board: list[int]) -> float:
        return self.wins(board)[self.seat]

    def error(self, board: list[int]) -> float:
        over = self.prospects.over(board, self.view.triples)
        return 0.0 if over and self.view.games == self.view.game else ERROR

    def with_bead(self, zone: int, owner: int) -> list[int]:
        return [*self.board[: zone - 1], owner, *self.board[zone:]]

    def without_spare(self, board: list[int], owner: int) -> list[int]:
        """The board after ``owner`` took back the bead that it misses least."""
        at = self.prospects.spare(board, owner)
        return board if at < 0 else [*board[:at], -1, *board[at + 1 :]]


class RaksCoach:
    """Estimates that carry their error; a move that ends the match is exact."""

    review_sims = None
    """A position costs milliseconds."""

    def advise(
        self, rules: HouseRules, sight: Sight, *, budget_ms: int | None = None, budget_sims: int | None = None
    ) -> Sequence[Advice]:
        """Best first. The budgets do not matter: one answer takes some hundredths of a second and is always the same."""
        view = cast(RaksView, sight.view)
        look = _Look(cast(RaksRules, rules), view, sight.seat)
        found = _ADVISE[view.phase](look, sight) if view.phase in _ADVISE else []
        found.sort(key=lambda one: -one.win)
        return [_behind(one, found[0]) if place else one for place, one in enumerate(found)]

    def prepare(self, rules: HouseRules, seats: int) -> bool:
        """Nothing has to be waited for; what is computed once for all is computed now."""
        _prospects(cast(RaksRules, rules), seats)
        return True

    def chances(self, rules: HouseRules, state: Any, *, budget_sims: int | None = None) -> Odds:
        """Everybody's chances in a state of a match, the match being looked back at."""
        return _chances(cast(RaksRules, rules), state)


def _behind(one: Advice, first: Advice) -> Advice:
    """An advice after the first: a difference is known better than a chance, for what both boards share errs in both alike.
    What only one of them rests upon (``behind_se`` so far) is added."""
    exact = one.se == first.se == 0.0
    apart = hypot(APART, one.behind_se or 0.0, first.behind_se or 0.0)
    beside = replace(one, behind_se=0.0 if exact else apart)
    return beside if first.win - one.win >= _CLOSE else replace(beside, because=because.EQUAL, fields=())


def _advice(look: _Look, move: Any, board: list[int], why: because.Because) -> Advice:
    message, fields = why
    return Advice(moves.write(move), look.win(board), look.error(board), message, tuple(fields.items()))


def _place(look: _Look, sight: Sight) -> list[Advice]:  # noqa: ARG001 - as the others
    """R3 to R5: the mover is told of its own dice."""
    view, seat = look.view, look.seat
    possible = reach(view.dice, look.rules.dice_use)
    found, left = [], [zone for zone in range(1, ZONES + 1) if view.board[zone - 1] is None]
    for zone in left:
        after = look.with_bead(zone, seat)
        why = because.place(look.values, view, zone, seat, possible=zone in possible)
        if zone in possible:
            if look.prospects.over(after, view.triples):
                totals = look.prospects.points(after)
                why = because.ends(totals[seat], max(totals[s] for s in range(view.seats) if s != seat))
            found.append(_advice(look, PLACES[zone - 1], after, why))
        else:
            caught = look.win(look.without_spare(look.board, seat))
            stands = look.win(after)
            win, unasked = (1.0 - CAUGHT) * stands + CAUGHT * caught, UNASKED * abs(stands - caught)
            text, fields = why[0], tuple(why[1].items())
            found.append(Advice(moves.write(PLACES[zone - 1]), win, ERROR, text, fields, unasked))
    ways = [zone for zone in left if zone in possible]
    found.append(_advice(look, NO_MOVE, _claimed(look, ways), because.no_move(len(ways))))
    return found


def _claimed(look: _Look, ways: list[int]) -> list[int]:
    """The board after the next seat clockwise has claimed what is best for it."""
    if not ways:
        return look.board
    claimer = (look.view.mover + 1) % look.view.seats
    return max((look.with_bead(zone, claimer) for zone in ways), key=lambda board: look.wins(board)[claimer])


def _challenge(look: _Look, sight: Sight) -> list[Advice]:
    """R6. Nothing here looks at the dice."""
    view = look.view
    false = Beliefs.of(sight.told, look.seat).falsehood(view.mover, FALSE)
    stands = look.win(look.board)
    removed = look.without_spare(look.with_bead(view.zone, -1), view.mover)
    upheld, failed = look.win(removed), look.win(look.without_spare(look.board, look.seat))
    cost, gain = stands - failed, upheld - stands
    needed = 1.0 if cost + gain <= 0 else min(1.0, max(0.0, cost / (cost + gain)))
    fields = (("needed", round(100 * needed)), ("false", round(100 * false)))
    doubt = false * upheld + (1.0 - false) * failed
    return [
        Advice(moves.write(CHALLENGE), doubt, ERROR, because.DOUBT, fields, UNSEEN * abs(upheld - failed)),
        Advice(moves.write(PASS), stands, look.error(look.board), because.DOUBT, fields),
    ]


def _claim(look: _Look, sight: Sight) -> list[Advice]:  # noqa: ARG001
    """R5. The throw is another's: what it makes is not looked at."""
    left = [zone for zone in range(1, ZONES + 1) if look.board[zone - 1] < 0]
    best = max(left, key=lambda zone: look.win(look.with_bead(zone, look.seat)))
    return [_advice(look, PASS, look.board, because.pass_claim(look.values, look.view, best, look.seat))]


def _show(look: _Look, sight: Sight) -> list[Advice]:  # noqa: ARG001
    """R6: the placer's own dice."""
    view, challenger = look.view, look.view.challenger
    assert challenger is not None
    conceded = look.without_spare(look.with_bead(view.zone, -1), view.mover)
    ways = reach(view.dice, look.rules.dice_use).get(view.zone)
    if not ways:
        return [_advice(look, CONCEDE, conceded, (because.CONCEDE, {"zone": view.zone}))]
    shown = look.without_spare(look.board, challenger)
    return [
        _advice(look, Show(ways[0]), shown, because.show(ways[0], view.zone)),
        _advice(look, CONCEDE, conceded, because.concede(view, view.zone)),
    ]


def _withdraw(look: _Look, sight: Sight) -> list[Advice]:
    """R5, R6, R8."""
    found = []
    for move in sight.moves:
        owner = look.board[move.zone - 1]
        why = because.withdraw(look.values, look.view, move.zone, owner)
        found.append(_advice(look, WITHDRAWS[move.zone - 1], look.with_bead(move.zone, -1), why))
    return found


_ADVISE = {
    "move": _place,
    "placed": _challenge,
    "passed": _claim,
    "show": _show,
    **dict.fromkeys(("triple", "upheld", "failed", "wrong"), _withdraw),
}


def _chances(rules: RaksRules, state: State) -> Odds:
    view = build(state, None)
    seats = view.seats
    if state.phase == "start":
        return Odds((1.0 / seats,) * seats, ERROR, APART)
    look = _Look(rules, view, view.mover)
    if state.phase == "throw":
        before = look.prospects.match(look.board, view.mover, 0, view.won, view.game)
        return Odds(before, ERROR, APART)
    board = look.board
    for seat in _owing(state):
        board = look.without_spare(board, seat)
    look.board = board
    if state.phase in {"move", "triple"}:
        ways = [zone for zone in reach(view.dice, rules.dice_use) if board[zone - 1] < 0]
        boards = [look.with_bead(zone, view.mover) for zone in ways] or [board]
        board = max(boards, key=look.win)
    elif state.phase == "show":
        right = view.zone in reach(view.dice, rules.dice_use)
        assert view.challenger is not None
        board = (
            look.without_spare(board, view.challenger)
            if right
            else look.without_spare(look.with_bead(view.zone, -1), view.mover)
        )
    error = look.error(board)
    return Odds(look.wins(board), error, APART if error else None)


def _owing(state: State) -> tuple[int, ...]:
    """Who has to take back a bead before the turn goes on."""
    if state.phase == "triple":
        return state.asked + state.queue
    if state.phase in {"upheld", "wrong"}:
        return state.asked[:1]
    if state.phase == "failed" and state.challenger is not None:
        return (state.challenger,)
    return ()


COACH = RaksCoach()
