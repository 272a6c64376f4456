"""The compiled sweep for the three-Farkle penalty (F11): each standing has nine forms, one for each pair of counts of
Farkles in a row, and the third Farkle leads back to a lower score. Scores count steps of 50 from the floor."""

# mypy: disable-error-code="no-untyped-def"
# ruff: noqa: PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.farkle.solve_kernel import LANES, evaluate, fill_pay, high_of, top_of


@njit(nogil=True, cache=True)
def _after_farkle(values, x, a, b, oa, ob, fa, fb, penalty):
    """The mover's chance to win after a Farkle, for each lane: the third in a row costs, at most down to the floor."""
    for lane in range(LANES):
        mine, other = a[lane], b[lane]
        if fa < 2:
            x[lane] = 1.0 - values[ob, oa, fb, fa + 1, other, mine]
        else:
            x[lane] = 1.0 - values[ob, oa, fb, 0, other, max(0, mine - penalty)]


@njit(nogil=True, cache=True)
def sweep(steps, house, values, mine, others, boards, begin, stride, rows, penalty):
    """Value every form of the pairs of blocks begin, begin + stride, … anew, in place. Within a pair a Farkle only
    raises a count, so going from high counts to low ones each form is made from finished ones; only what a penalty
    leads to is taken from the sweep before. Returns the greatest change."""
    table = np.zeros(steps.row0 + rows * 6 * LANES)
    pays = np.zeros((6, rows * LANES))
    x, f = np.zeros((2, LANES))
    filled = np.zeros(6, np.int64)
    change = 0.0
    for block in range(begin, mine.shape[0], stride):
        filled[:] = 0
        for level in range(4, -1, -1):
            for fm in range(max(0, level - 2), min(2, level) + 1):
                fo = level - fm
                for side in range(2):
                    # Side 0 moves with (a, b), side 1 with (b, a); each has one pay for each count of the other's.
                    a = mine[block] if side == 0 else others[block]
                    b = others[block] if side == 0 else mine[block]
                    om, oo = boards[block, side], boards[block, 1 - side]
                    _after_farkle(values, x, a, b, om, oo, fm, fo, penalty)
                    top = top_of(steps, house, a, b, x, om, oo)
                    high = high_of(house, a, b, top)
                    pay, end = pays[side * 3 + fo], high + steps.most + 1
                    if end > filled[side * 3 + fo]:
                        start = filled[side * 3 + fo]
                        fill_pay(house, pay, start, end, a, b, om, oo, values[oo, 0, fo, 0])
                        filled[side * 3 + fo] = end
                    evaluate(steps, house, table, pay, x, top, high, f)
                    for lane in range(LANES):
                        old = values[om, oo, fm, fo, a[lane], b[lane]]
                        change = max(change, abs(f[lane] - old))
                        values[om, oo, fm, fo, a[lane], b[lane]] = f[lane]
    return change
