"""How computer players decide: exact tables of one turn, read with different appetites (skill and temperament apart).

A temperament says what a player wants; skill is how closely the player judges it (``slip`` is the spread, in points, of
its misjudgements). In the last round everybody plays for the mark that has to be passed: a chaser never banks below it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from sofra.core.players import Sight
from sofra.games.farkle.moves import BANK, TAKE_OVER, Keep, Move
from sofra.games.farkle.odds import HOT, farkle_chance
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.turns import STEP, Appetite, reach_table, turn_table
from sofra.games.farkle.view import FarkleView


@dataclass(frozen=True, slots=True)
class Temper:
    """``appetite`` for risk; ``margin`` points wanted above the mark while others can still answer it; ``hurry`` is how
    much less a Farkle is feared when a rival is about to finish; ``slip`` the spread of misjudgements in points."""

    appetite: Appetite
    margin: int = 0
    hurry: float = 0.2
    slip: float = 0.0


class TemperPlayer:
    """Plays one turn at a time by exact tables, as its temperament likes them."""

    def __init__(self, rules: FarkleRules, temper: Temper) -> None:
        self.rules, self.temper = rules, temper

    def choose(self, sight: Sight, rng: Random) -> Move:
        """One of the moves offered."""
        if len(sight.moves) == 1:
            only: Move = sight.moves[0]
            return only
        judge = _judge(self.rules, self.temper, sight.view, sight.seat)
        slip = self.temper.slip if judge.open_ended else 0.0
        worths = [
            (judge.worth(move, sight.view) + (rng.gauss(0, slip) if slip else 0.0), move)
            for move in sight.moves
        ]
        # Of equal choices the one that keeps more dice in hand, then the first in text order.
        best = max(worth for worth, _ in worths)
        equal: list[Move] = [move for worth, move in worths if worth == best]
        return min(equal, key=lambda move: len(move.dice) if isinstance(move, Keep) else 0)


class _Points:
    """While nobody has closed: points are what counts, weighed by appetite."""

    open_ended = True

    def __init__(self, rules: FarkleRules, temper: Temper, view: FarkleView, seat: int) -> None:
        rivals = [score for other, score in enumerate(view.scores) if other != seat]
        appetite = temper.appetite
        if any(score >= rules.target - 800 and score > view.scores[seat] for score in rivals):
            appetite = Appetite(appetite.fear - temper.hurry, appetite.thrill)
        self.need = max(rules.minimum_bank, 0 if view.opened[seat] else rules.opening)
        self.table = turn_table(rules, self.need, appetite)
        self.finish = rules.target - view.scores[seat]
        if rules.last_round and rivals:
            self.finish += temper.margin
        # A third Farkle in a row is about to cost: that much more is at risk with each throw.
        self.penalty = rules.three_farkles if rules.three_farkles and view.farkles[seat] == 2 else 0
        self.rules = rules

    def after(self, total: int, left: int) -> float:
        if total >= self.finish and self.table.may_bank(total, left):
            return self.table.value(total, left) + self.rules.target
        return self.table.value(total, left)

    def worth(self, move: Move, view: FarkleView) -> float:
        total, left = _before(self.rules, move, view)
        if isinstance(move, Keep):
            return self.after(total, left)
        if move == BANK:
            return float(total) + (self.rules.target if total >= self.finish else 0)
        return self.table.roll(total, left) - float(farkle_chance(self.rules, left or 6)) * self.penalty


class _Mark:
    """In the last round: the chance to pass the mark is all that counts."""

    open_ended = False

    def __init__(self, rules: FarkleRules, temper: Temper, view: FarkleView, seat: int) -> None:
        best = max(score for other, score in enumerate(view.scores) if other != seat)
        missing = best - view.scores[seat] + STEP
        if view.last_turns > 1:
            missing += temper.margin
        self.mark = max(missing, rules.minimum_bank, 0 if view.opened[seat] else rules.opening)
        self.rules, self.table = rules, reach_table(rules)

    def worth(self, move: Move, view: FarkleView) -> float:
        total, left = _before(self.rules, move, view)
        if isinstance(move, Keep):
            return self.table.chance(self.mark - total, left)
        if move == BANK:
            return 1.0 if total >= self.mark else 0.0
        if total < self.mark:
            return self.table.chance(self.mark - total, left)
        return 1 - float(farkle_chance(self.rules, left or 6))


def _judge(rules: FarkleRules, temper: Temper, view: FarkleView, seat: int) -> _Points | _Mark:
    kind = _Points if view.closer is None else _Mark
    return kind(rules, temper, view, seat)


def _before(rules: FarkleRules, move: Move, view: FarkleView) -> tuple[int, int]:
    """The points at risk and the dice in hand (or HOT) that a move leads to, before the next throw."""
    if isinstance(move, Keep):
        points = score_table(rules).keeps(view.dice)[move.dice]
        return view.total + points, len(view.dice) - len(move.dice)
    if move == TAKE_OVER and view.offer:
        return view.offer
    hot = view.phase == "decide" and not view.kept
    return view.total, HOT if hot else view.left
