"""Tactics read off the solved tables: from how many points on one should bank, when fewer dice are worth keeping, and
the head start that makes a match fair. The figures of docs/farkle-tactics.md come from here, and a test compares them."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.games.farkle.exact import solution_of
from sofra.games.farkle.odds import HOT, throws
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.solution import Seat, Solution
from sofra.games.farkle.turns import STEP
from sofra.games.farkle.within import TurnValues, turn_values

MOST = 4000


@dataclass(frozen=True, slots=True)
class Bank:
    """Where banking is right with ``left`` dice in hand (HOT: hot dice): the spans of points (first, last) below
    ``MOST``, ascending. Often it is one span up to the end, and where it is not that is how it is."""

    left: int
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Fewer:
    """A first throw of a turn of which not all that scores should be taken: what to keep, and what taking all would
    lose in chances to win."""

    throw: Throw
    keep: Throw
    lost: float


def seat_of(rules: FarkleRules, score: int) -> Seat:
    """A player with so many points: on the board with any, where the rules know that."""
    return Seat(score, score > 0 or not rules.opening)


def chart(solution: Solution, mine: int, theirs: int) -> tuple[Bank, ...]:
    """When to bank at this standing, for one to five dice and for hot dice."""
    turn = turn_values(solution, seat_of(solution.rules, mine), seat_of(solution.rules, theirs), MOST)
    return tuple(Bank(left, _spans(turn, left)) for left in (1, 2, 3, 4, 5, HOT))


def _spans(turn: TurnValues, left: int) -> tuple[tuple[int, int], ...]:
    spans: list[tuple[int, int]] = []
    for total in range(STEP, MOST + STEP, STEP):
        bank = turn.bank(total, left)
        if bank is None or bank < turn.roll(total, left):
            continue
        if spans and spans[-1][1] == total - STEP:
            spans[-1] = (spans[-1][0], total)
        else:
            spans.append((total, total))
    return tuple(spans)


def fewer_dice(solution: Solution, mine: int, theirs: int) -> list[Fewer]:
    """First throws of a turn in which it is right to leave scoring dice aside, the dearest first."""
    turn = turn_values(solution, seat_of(solution.rules, mine), seat_of(solution.rules, theirs))
    table, found = score_table(solution.rules), list[Fewer]()
    for throw in throws(6):
        keeps = table.keeps(throw)
        if keeps:
            worth = {kept: turn.value(points, 6 - len(kept)) for kept, points in keeps.items()}
            best, every = max(worth, key=lambda kept: (worth[kept], len(kept))), table.best_keep(throw)
            if worth[best] - worth[every] > 1e-9:
                found.append(Fewer(throw, best, worth[best] - worth[every]))
    return sorted(found, key=lambda item: -item.lost)


def fair_head_start(rules: FarkleRules) -> tuple[int, float]:
    """The head start of the second player that brings the first player's chance nearest to one half, and that chance."""
    solution = solution_of(rules)
    chances = {
        points: solution.win(seat_of(rules, 0), seat_of(rules, points))
        for points in range(0, min(5000, rules.target), STEP)
    }
    best = min(chances, key=lambda points: abs(chances[points] - 0.5))
    return best, chances[best]
