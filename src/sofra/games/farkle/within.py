"""A turn of a solved game, worked out exactly: the mover's chance to win at every total and number of dice in hand.

Standard library only. The table of one turn is made of a few thousand steps, so the steps of each row are written out
as one function first (made from numbers alone) and kept for the house rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from sofra.games.farkle.odds import HOT
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat, Solution
from sofra.games.farkle.solve_program import Program, Source, forced_hot, most_points, programs
from sofra.games.farkle.turns import STEP

Row = Callable[[list[list[float]], int, float], tuple[float, ...]]
"""(table by dice left, row, value of a Farkle) -> what rolling 1 to 6 dice is worth there."""


@dataclass(frozen=True, slots=True)
class TurnValues:
    """The mover's chances within one turn. ``table[left][total / 50]`` is the better of rolling and banking before
    rolling ``left`` dice (HOT after hot dice), below ``top``; ``rolls`` is what rolling is worth; ``pay`` what banking
    is worth (-1 where it is not allowed); ``farkle`` is the chance to win after a Farkle."""

    table: list[list[float]]
    rolls: list[list[float]]
    pay: list[float]
    farkle: float
    must_roll: bool

    def value(self, total: int, left: int) -> float:
        """The better of the two choices."""
        return self.table[left][total // STEP]

    def roll(self, total: int, left: int) -> float:
        """What rolling on is worth; a fresh turn rolls six dice at total 0."""
        return self.rolls[left or 6][total // STEP]

    def bank(self, total: int, left: int) -> float | None:
        """What banking is worth, or None where the rules do not allow it (F7, F12)."""
        worth = self.pay[total // STEP]
        return None if worth < 0.0 or (left == HOT and self.must_roll) else worth


def turn_values(solution: Solution, mover: Seat, other: Seat, upto: int = 0) -> TurnValues:
    """The chances within the mover's turn at this standing (an other at or over the target has closed, F8), for totals
    up to at least ``upto``."""
    rules = solution.rules
    chasing = other.score >= rules.target
    farkle = 0.0 if chasing else solution.farkled(mover, other)
    top = max(_top(solution, mover, other, farkle), upto // STEP + 1)
    most = most_points(rules) // STEP
    pay = [-1.0]
    for total in range(STEP, (top + most + 1) * STEP, STEP):
        if total < solution.need(mover):
            pay.append(-1.0)
        elif chasing:
            pay.append(1.0 if mover.score + total > other.score else 0.0)
        else:
            pay.append(solution.banked(mover, other, total))
    return work_out(rules, pay, farkle, top)


def work_out(rules: FarkleRules, pay: list[float], farkle: float, top: int) -> TurnValues:
    """A turn's table from what its ends are worth: ``pay[t]`` for a bank of t steps of 50 (-1 where it is not allowed),
    up to the most points of a throw beyond ``top``, from which on banking is best."""
    table = [list(pay) for _ in range(6)]
    must_roll = rules.hot_dice_must_roll
    if must_roll:
        lost, out, again = forced_hot(rules)
        table[HOT][top:] = [(lost * farkle + out * pay[-1]) / (1 - again)] * (len(pay) - top)
    rolls = [[0.0] * top for _ in range(7)]
    row, columns = _row(rules), range(1, 6)
    for t in range(top - 1, -1, -1):
        found, bank = row(table, t, farkle), pay[t]
        for dice in columns:
            rolled = found[dice - 1]
            rolls[dice][t] = rolled
            table[dice][t] = max(rolled, bank)
        rolled = found[5]
        rolls[6][t] = rolled
        table[HOT][t] = rolled if must_roll or rolled >= bank else bank
    return TurnValues(table, rolls, pay, farkle, must_roll)


def _top(solution: Solution, mover: Seat, other: Seat, farkle: float) -> int:
    """The row from which banking is best wherever it is allowed (proof in docs/solving.md)."""
    rules, need = solution.rules, solution.need(mover) // STEP
    if other.score >= rules.target:
        return max(need, (other.score - mover.score) // STEP + 1)
    top = max(need, (rules.target - mover.score) // STEP)
    if rules.last_round:
        least = min(p.farkle for p in programs(rules)[1:]) * (1 - farkle)
        bound = min(least, 1e-13) if rules.hot_dice_must_roll else least
        low, high = 0, len(solution.reach) - 1
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if solution.reach[middle] <= bound else (middle + 1, high)
        if low * STEP > solution.need(other):
            top = max(top, (other.score - mover.score) // STEP + low - 1)
    return max(1, top)


@lru_cache(maxsize=32)
def _row(rules: FarkleRules) -> Row:
    lines = ["def row(w, t, x):", "    w0, w1, w2, w3, w4, w5 = w"]
    for dice, program in enumerate(programs(rules)[1:], 1):
        lines += _sum(program, dice)
    lines.append("    return r1, r2, r3, r4, r5, r6")
    space: dict[str, Row] = {}
    exec("\n".join(lines), {}, space)  # noqa: S102 (numbers of the score table only, as dataclasses does it)
    return space["row"]


def _sum(program: Program, dice: int) -> list[str]:
    """The steps of one program as lines of code; a cell that is read twice is fetched once."""
    cells: dict[Source, str] = {}
    lines = list[str]()

    def read(source: Source) -> str:
        if isinstance(source, int):
            return f"v{source}"
        if source not in cells:
            cells[source] = f"c{len(cells)}"
            lines.append(f"    {cells[source]} = w{source[1]}[t + {source[0] // STEP}]")
        return cells[source]

    terms = [f"{program.farkle!r} * x"]
    for k, step in enumerate(program.steps):
        first, second = read(step.first), read(step.second)
        name = first
        if first != second:
            name = f"v{k}"
            lines.append(f"    {name} = {first} if {first} > {second} else {second}")
        else:
            lines.append(f"    v{k} = {first}")
        if step.weight:
            terms.append(f"{step.weight!r} * {name}")
    # Added one after the other, in the order of the compiled solver.
    lines.append(f"    r{dice} = {' + '.join(terms)}")
    return lines
