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
def _still(far, used, pending, x, a, b, om, oo, fm, fo, small):
    """Whether nothing that a form is made from has moved by more than ``small`` since it was last valued, in any lane.
    What its banks lead to has moved by ``far`` in this sweep, and by ``pending`` before."""
    still = True
    for lane in range(LANES):
        mine, other = a[lane], b[lane]
        if mine + 1 < far.shape[3]:
            pending[om, oo, fm, fo, mine, other] += far[oo, fo, other, mine + 1]
        if pending[om, oo, fm, fo, mine, other] > small:
            still = False
        if abs(x[lane] - used[om, oo, fm, fo, mine, other]) > small:
            still = False
    return still


@njit(nogil=True, cache=True)
def _spread(far, a, b, om, fm, moved):
    """Note how far the values have moved that a bank of the other can lead to: here, or with more points."""
    for lane in range(LANES):
        mine, other = a[lane], b[lane]
        here = far[om, fm, mine, other] + moved[lane]
        beyond = far[om, fm, mine, other + 1] if other + 1 < far.shape[3] else 0.0
        far[om, fm, mine, other] = max(here, beyond)


@njit(nogil=True, cache=True)
def sweep(
    steps, house, values, far, used, pending, mine, others, boards, begin, stride, rows, penalty, small
):
    """Value every form of the pairs of blocks begin, begin + stride, … anew, in place. Within a pair a Farkle only
    raises a count, so going from high counts to low ones each form is made from finished ones; only what a penalty
    leads to is taken from the sweep before. A form of which nothing has moved by more than ``small`` keeps its value:
    ``used`` is what a Farkle was worth when it was valued, ``pending`` how far its banks' ends have moved since, and
    ``far[o, f, b, s]`` how far values[o, 0, f, 0, b, s'] have moved since the last sweep began, for all s' >= s (of
    those already swept; else what an extrapolation has moved). Returns the greatest change."""
    table = np.zeros(steps.row0 + rows * 6 * LANES)
    pays = np.zeros((6, rows * LANES))
    x, f, moved = np.zeros((3, LANES))
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
                    moved[:] = 0.0
                    if not _still(far, used, pending, x, a, b, om, oo, fm, fo, small):
                        top = top_of(steps, house, a, b, x, om, oo)
                        high = high_of(house, a, b, top)
                        pay, end = pays[side * 3 + fo], high + steps.most + 1
                        if end > filled[side * 3 + fo]:
                            start = filled[side * 3 + fo]
                            fill_pay(house, pay, start, end, a, b, om, oo, values[oo, 0, fo, 0])
                            filled[side * 3 + fo] = end
                        evaluate(steps, house, table, pay, x, top, high, f)
                        for lane in range(LANES):
                            form = om, oo, fm, fo, a[lane], b[lane]
                            moved[lane] = abs(f[lane] - values[form])
                            change = max(change, moved[lane])
                            values[form], used[form], pending[form] = f[lane], x[lane], 0.0
                    if oo == 0 and fo == 0:
                        _spread(far, a, b, om, fm, moved)
    return change
