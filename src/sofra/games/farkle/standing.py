"""A standing of two as the engine's helpers and the terminal are told it, checked against the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sofra.core.errors import Illegal, Malformed
from sofra.games.farkle import exact, fields
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat, Solution, solving_rules
from sofra.games.farkle.turns import STEP
from sofra.games.farkle.within import TurnValues, turn_values
from sofra.games.tools import house_rules

MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class Standing:
    """House rules and the two sides, the mover's first, at the start of the mover's turn."""

    rules: FarkleRules
    mover: Seat
    other: Seat

    def solution(self) -> Solution:
        """The solution that holds this standing (solved first if need be)."""
        return exact.solution_of(self.rules, self._waiting())

    def solution_at_hand(self) -> Solution | None:
        """The same, or None if it would have to be solved first."""
        return exact.at_hand(self.rules, self._waiting())

    def _waiting(self) -> tuple[int, ...]:
        return tuple(seat.score for seat in (self.mover, self.other) if not seat.on_board)


def standing(given: Mapping[str, Any]) -> Standing:
    """The standing in the fields ``scores``, ``rules``, ``on_board`` (only with ``opening``) and ``farkles`` (only with
    ``three_farkles``). Without ``on_board`` a player is on the board who has points of their own. Raises Malformed for
    what has not the form that is due, Illegal for what cannot happen, Unsupported for rules without a solution."""
    rules = house_rules(FarkleRules, given["rules"])
    solving_rules(rules)
    low = None if rules.three_farkles and not rules.floor_at_zero else 0
    first, second = fields.pair("scores", given["scores"])
    scores = [fields.number("scores", score, low, MOST_POINTS, STEP) for score in (first, second)]
    board = [rules.opening == 0 or (score > 0 and score not in rules.head_start) for score in scores]
    if "on_board" in given:
        if not rules.opening:
            raise Malformed("on_board is only known with the house rule opening above 0")
        board = list(fields.switches("on_board", given["on_board"]))
    farkles = [0, 0]
    if "farkles" in given:
        if not rules.three_farkles:
            raise Malformed("farkles is only known with the house rule three_farkles above 0")
        farkles = [
            fields.number("farkles", count, 0, 2) for count in fields.pair("farkles", given["farkles"])
        ]
    mover, other = (Seat(*side) for side in zip(scores, board, farkles, strict=True))
    return check(Standing(rules, mover, other))


def check(here: Standing) -> Standing:
    """The standing itself, or Illegal if no match can stand like this."""
    rules, mover, other = here.rules, here.mover, here.other
    if mover.score >= rules.target:
        raise Illegal(
            "the mover cannot have {score} points at the start of a turn: the target is {target}",
            score=mover.score,
            target=rules.target,
        )
    if other.score >= rules.target:
        if not rules.last_round:
            raise Illegal("the match is over: the first to bank the target wins at once")
        if not other.on_board:
            raise Illegal("a player at the target is on the board")
    return here


@lru_cache(maxsize=512)
def turn_of(here: Standing, upto: int = 0) -> TurnValues:
    """The chances within the mover's turn, for totals up to at least ``upto``; kept for the next question."""
    return turn_values(here.solution(), here.mover, here.other, upto)
