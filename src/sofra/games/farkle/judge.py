"""What every legal choice is worth to the mover, from the view alone: one evaluation for advice, grading and play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from sofra.games.farkle.many import Field, error_of, pairs_of
from sofra.games.farkle.moves import BANK, TAKE_OVER, Keep, Move
from sofra.games.farkle.odds import HOT
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.solve_program import most_points
from sofra.games.farkle.standing import Standing, turn_of
from sofra.games.farkle.turns import TurnTable, turn_table
from sofra.games.farkle.view import FarkleView
from sofra.games.farkle.within import TurnValues

EQUAL = 1e-9
"""Choices whose chances differ by less are equal (shipped tables are good to 2e-10)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Moves with the chance to win, best first; ``se`` is the error of the chances (0 = exact). Alone at the table
    everybody wins, and the moves are in the order of the points they bring on average."""

    wins: tuple[tuple[Move, float], ...]
    se: float


def leads_to(rules: FarkleRules, view: FarkleView, move: Move) -> tuple[int, int]:
    """The points at risk and the dice in hand (or HOT) after a move, before the next throw."""
    if isinstance(move, Keep):
        return view.total + score_table(rules).keeps(view.dice)[move.dice], len(view.dice) - len(move.dice)
    if move == TAKE_OVER and view.offer:
        return view.offer
    return view.total, HOT if view.phase == "decide" and not view.kept else view.left


def judge(rules: FarkleRules, view: FarkleView, seat: int, moves: Iterable[Move]) -> Judgement:
    """The worth of these moves to the seat that is to move."""
    if view.seats == 1:
        return _alone(rules, view, moves)
    turn, se = _turn(rules, view, seat)
    wins = [(move, _win(turn, rules, view, move)) for move in moves]
    return Judgement(_ranked(wins), se)


def banks_next(rules: FarkleRules, view: FarkleView, seat: int, total: int, left: int) -> bool:
    """Whether banking is a best choice with ``total`` points at risk and ``left`` dice in hand (or HOT)."""
    turn = _alone_table(rules, view) if view.seats == 1 else _turn(rules, view, seat)[0]
    bank = turn.bank(total, left)
    return bank is not None and bank >= turn.roll(total, left)


def worth(rules: FarkleRules, view: FarkleView) -> tuple[float, float]:
    """The chance to win of the seat whose turn it is, and its error, at any point of a turn: before a throw too."""
    turn, se = _turn(rules, view, view.seat)
    if view.phase == "keep":
        keeps = score_table(rules).keeps(view.dice)
        size = len(view.dice)
        return max(turn.value(view.total + points, size - len(kept)) for kept, points in keeps.items()), se
    if view.phase == "decide":
        return turn.value(view.total, view.left if view.kept else HOT), se
    best = turn.roll(view.total, view.left)
    if view.phase == "turn" and view.offer:
        best = max(best, turn.roll(*view.offer))
    return best, se


def _win(turn: TurnValues, rules: FarkleRules, view: FarkleView, move: Move) -> float:
    total, left = leads_to(rules, view, move)
    if isinstance(move, Keep):
        return turn.value(total, left)
    if move == BANK:
        return turn.bank(total, left) or 0.0
    return turn.roll(total, left)


def _ranked(wins: list[tuple[Move, float]]) -> tuple[tuple[Move, float], ...]:
    """Best first; of equals the one that leaves more dice."""
    best = max((win for _, win in wins), default=0.0)
    return tuple(
        sorted(
            wins, key=lambda item: (0 if best - item[1] < EQUAL else 1, -_rounded(item[1]), _size(item[0]))
        )
    )


def _rounded(win: float) -> float:
    return round(win, 9)


def _size(move: Move) -> int:
    return len(move.dice) if isinstance(move, Keep) else 0


def _turn(rules: FarkleRules, view: FarkleView, seat: int) -> tuple[TurnValues, float]:
    # Up to what a throw can make of the points on the table, in rungs so that a turn's table is made once.
    points = max(view.total, view.offer[0] if view.offer else 0) + most_points(rules)
    upto = -(-points // 4000) * 4000
    if view.seats == 2 and not rules.pass_on:
        sides = [Seat(view.scores[s], view.opened[s], view.farkles[s]) for s in (seat, 1 - seat)]
        here = Standing(rules, sides[0], sides[1])
        solution = here.solution_at_hand()
        if solution is not None and min(side.score for side in sides) >= solution.low:
            return turn_of(here, upto), 0.0
    estimate = _estimated(
        rules,
        seat,
        scores=view.scores,
        opened=view.opened,
        farkles=view.farkles,
        closed=view.closer is not None,
        last_turns=view.last_turns,
        upto=upto,
    )
    return estimate, error_of(rules)


@lru_cache(maxsize=256)
def _estimated(
    rules: FarkleRules,
    seat: int,
    *,
    scores: tuple[int, ...],
    opened: tuple[bool, ...],
    farkles: tuple[int, ...],
    closed: bool,
    last_turns: int,
    upto: int,
) -> TurnValues:
    seats = tuple(map(Seat, scores, opened, farkles))
    return Field(pairs_of(rules), seats[seat:] + seats[:seat], closed, last_turns).turn(upto)


def _alone(rules: FarkleRules, view: FarkleView, moves: Iterable[Move]) -> Judgement:
    table = _alone_table(rules, view)

    def points(move: Move) -> float:
        total, left = leads_to(rules, view, move)
        if move == BANK:
            return float(total)
        return table.value(total, left) if isinstance(move, Keep) else table.roll(total, left)

    return Judgement(tuple((move, 1.0) for move in sorted(moves, key=points, reverse=True)), 0.0)


def _alone_table(rules: FarkleRules, view: FarkleView) -> TurnTable:
    return turn_table(rules, max(rules.minimum_bank, 0 if view.opened[0] else rules.opening))
