"""Plain players to measure others against, for the arena: ``py:sofra.games.farkle.baselines:leader`` and ``:points``.

They are what one would try first with three and more players, and what the expert has to beat (docs/solving.md).
"""

from __future__ import annotations

from random import Random
from typing import cast

from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules
from sofra.games.farkle.judge import leads_to
from sofra.games.farkle.moves import BANK, Keep, Move
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.standing import Standing, turn_of
from sofra.games.farkle.turns import turn_table
from sofra.games.farkle.view import FarkleView


class LeaderPlayer:
    """Plays the exact two-player table against whoever is ahead of the others, as if nobody else were there."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules

    def choose(self, sight: Sight, rng: Random) -> Move:
        view: FarkleView = sight.view
        mine = sight.seat
        rival = max((s for s in range(view.seats) if s != mine), key=lambda s: (view.scores[s], -s))
        sides = [Seat(view.scores[s], view.opened[s], view.farkles[s]) for s in (mine, rival)]
        turn = turn_of(Standing(self.rules, sides[0], sides[1]), -(-(view.total + 9000) // 4000) * 4000)

        def win(move: Move) -> float:
            total, left = leads_to(self.rules, view, move)
            if isinstance(move, Keep):
                return turn.value(total, left)
            return (turn.bank(total, left) or 0.0) if move == BANK else turn.roll(total, left)

        return max(cast(tuple[Move, ...], sight.moves), key=win)


class PointsPlayer:
    """Takes the choice that brings most points on average, whatever the scores are."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules

    def choose(self, sight: Sight, rng: Random) -> Move:
        view: FarkleView = sight.view
        need = max(self.rules.minimum_bank, 0 if view.opened[sight.seat] else self.rules.opening)
        table = turn_table(self.rules, need)

        def points(move: Move) -> float:
            total, left = leads_to(self.rules, view, move)
            if isinstance(move, Keep):
                return table.value(total, left)
            return float(total) if move == BANK else table.roll(total, left)

        return max(cast(tuple[Move, ...], sight.moves), key=points)


def leader(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
    """A player of the two-player table against the leader."""
    return LeaderPlayer(cast(FarkleRules, rules))


def points(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
    """A player who maximises points."""
    return PointsPlayer(cast(FarkleRules, rules))
