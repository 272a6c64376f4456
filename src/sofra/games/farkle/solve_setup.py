"""House rules and standings as the solver's compiled heart wants them: flat arrays, scores in steps of 50."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solve_kernel import LANES, House, Steps, evaluate
from sofra.games.farkle.solve_program import Source, forced_hot, most_points, programs
from sofra.games.farkle.turns import STEP

LONGEST_REACH = 4000
"""More steps of 50 than any turn is followed for; the chance to gain as much is far below 1e-18 under any rules."""

OUT_OF_REACH = 1e-13
"""Under ``hot_dice_must_roll`` a turn is followed until getting on and being passed then are together this unlikely."""


def steps_of(rules: FarkleRules) -> Steps:
    """The programs of all dice as arrays; offsets count numbers from a row's first cell."""
    found = programs(rules)
    unread = max(p.slots for p in found) + 1

    def offset(source: Source, steps: Sequence[Any]) -> int:
        if isinstance(source, int):
            return -int(steps[source].slot) * LANES
        points, left = source
        return (points // STEP * 6 + left) * LANES

    first, second, to, weight, bounds = [], [], [], [], [0]
    for program in found[1:]:
        for step in program.steps:
            first.append(offset(step.first, program.steps))
            second.append(offset(step.second, program.steps))
            to.append(-(step.slot or unread) * LANES)
            weight.append(step.weight)
        bounds.append(len(weight))
    return Steps(
        first=np.array(first, dtype=np.int32),
        second=np.array(second, dtype=np.int32),
        to=np.array(to, dtype=np.int32),
        weight=np.array(weight),
        bounds=np.array(bounds),
        farkle=np.array([p.farkle for p in found]),
        row0=unread * LANES,
        most=most_points(rules) // STEP,
    )


def house_of(rules: FarkleRules, low: int, steps: Steps) -> House:
    """What the rules come down to when scores start at ``low``."""
    need = np.array([rules.minimum_bank, max(rules.minimum_bank, rules.opening)]) // STEP
    bare = House(
        n=(rules.target - low) // STEP,
        need=need,
        reach=np.ones(1),
        last_round=rules.last_round,
        must_roll=rules.hot_dice_must_roll,
        hot=np.array(forced_hot(rules)),
        close=OUT_OF_REACH,
    )
    chances = reach(steps, bare, LONGEST_REACH)
    end = int(np.argmax(chances < 1e-18))
    return bare._replace(reach=chances[: end + 1].copy())


def reach(steps: Steps, house: House, most: int) -> Any:
    """The greatest chance to gain m steps of 50 in one turn, for m = 0 to ``most``."""
    table = np.zeros(steps.row0 + (most + steps.most + 1) * 6 * LANES)
    pay = np.full((most + steps.most + 1) * LANES, -1.0)
    pay[most * LANES :] = 1.0
    nothing, sums = np.zeros(LANES), np.zeros(LANES)
    evaluate(steps, house, table, pay, nothing, most, most, sums)
    # Where nothing may be banked the table holds what rolling brings, and hot dice throw six.
    hot = table[steps.row0 :: 6 * LANES][:most]
    return np.concatenate([[1.0], hot[:0:-1], [sums[0]]])


def _block(mine: Any, total: int, boards: tuple[int, int]) -> tuple[Any, Any, Any]:
    blocks = -(-mine.size // LANES)
    # The last block is filled up with its last pair.
    filled = np.concatenate([mine, np.full(blocks * LANES - mine.size, mine[-1])]).reshape(blocks, LANES)
    return filled, total - filled, np.tile(np.array(boards), (blocks, 1))


def diagonal(total: int, n: int, waiting: Any) -> tuple[Any, Any, Any]:
    """All pairs of standings whose scores add up to ``total``, in blocks of sixteen: the one side's scores, the
    other's, and for each block whether either still waits to get on the board (at a score in ``waiting`` only)."""
    least = max(0, total - n + 1)
    parts = [_block(np.arange(least, total // 2 + 1), total, (0, 0))]
    here = waiting[(waiting >= least) & (waiting <= total - least)]
    if here.size:
        parts.append(_block(here, total, (1, 0)))
        both = here[(2 * here <= total) & np.isin(total - here, waiting)]
        if both.size:
            parts.append(_block(both, total, (1, 1)))
    mine, others, boards = (np.concatenate(items) for items in zip(*parts, strict=True))
    return mine, others, boards
