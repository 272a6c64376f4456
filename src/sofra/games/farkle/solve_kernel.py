"""The compiled heart of the solver: a turn's table for sixteen standings at a time, and the pairs of standings that a
Farkle ties together. Imported only by ``solve.py``, when something is to be solved. Scores here count steps of 50.

All functions release the interpreter's lock. A lane's result does not depend on the other lanes of its block, nor on
which thread works on it, so one core and many give the same bits.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, call-arg, unreachable, import-untyped"
# ruff: noqa: ARG001, C901, PLR0917 (compiled code takes its arrays one by one, and intrinsics read theirs by place)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.extending import intrinsic

LANES = 16
_VECTOR = ir.VectorType(ir.DoubleType(), LANES)
_INT32, _INT64 = ir.IntType(32), ir.IntType(64)


class Steps(NamedTuple):
    """The programs of 1 to 6 dice end to end. ``first``, ``second`` and ``to`` are offsets from the row in work;
    ``bounds[d-1]:bounds[d]`` are the steps of d dice; ``farkle[d]`` is the chance of a Farkle."""

    first: Any
    second: Any
    to: Any
    weight: Any
    bounds: Any
    farkle: Any
    row0: int
    most: int


class House(NamedTuple):
    """What the house rules come down to. ``n`` scores lie below the target; ``need[o]`` are the points that a bank
    needs (o = 1: not on the board yet); ``reach[m]`` is a chaser's chance to gain m, ``hot`` the chances of
    ``forced_hot``; ``close`` is how unlikely a total must be to count as out of reach (``high_of``)."""

    n: int
    need: Any
    reach: Any
    last_round: bool
    must_roll: bool
    hot: Any
    close: float


@intrinsic
def _run(typing, table, row, first, second, to, weight, begin, end, sums):
    """Run steps begin..end on the row at offset ``row`` of ``table``, sixteen lanes at once, adding to ``sums``."""

    def codegen(context, builder, signature, args):
        data = [
            context.make_array(signature.args[k])(context, builder, args[k]).data for k in (0, 2, 3, 4, 5, 8)
        ]
        table_, first_, second_, to_, weight_, sums_ = data
        one, none = context.get_constant(types.intp, 1), context.get_constant(types.intp, 0)
        here = builder.gep(table_, [args[1]])

        def lanes(base, index):
            return builder.bitcast(builder.gep(base, [index]), _VECTOR.as_pointer())

        def cell(offsets, k):
            return lanes(here, builder.sext(builder.load(builder.gep(offsets, [k])), _INT64))

        total = cgutils.alloca_once(builder, _VECTOR)
        builder.store(builder.load(lanes(sums_, none), align=8), total)
        with cgutils.for_range_slice(builder, args[6], args[7], one, args[6].type) as (k, _):
            x, y = builder.load(cell(first_, k), align=8), builder.load(cell(second_, k), align=8)
            best = builder.select(builder.fcmp_ordered(">", x, y), x, y)
            builder.store(best, cell(to_, k), align=8)
            undefined = ir.Constant(_VECTOR, ir.Undefined)
            w = builder.insert_element(
                undefined, builder.load(builder.gep(weight_, [k])), ir.Constant(_INT32, 0)
            )
            w = builder.shuffle_vector(w, undefined, ir.Constant(ir.VectorType(_INT32, LANES), [0] * LANES))
            builder.store(builder.fadd(builder.load(total), builder.fmul(w, best)), total)
        builder.store(builder.load(total), lanes(sums_, none), align=8)
        return context.get_dummy_value()

    return types.void(table, types.intp, first, second, to, weight, types.intp, types.intp, sums), codegen


@njit(nogil=True, cache=True)
def evaluate(steps, house, table, pay, x, top, high, sums):
    """What a turn is worth at its start, for each lane, if a Farkle is worth ``x`` and a bank of t is worth
    ``pay[t]``; from ``top`` on banking is best where it is allowed, and from ``high`` on hot dice that must be rolled
    are as good as won but for a Farkle. The answer stands in ``sums``."""
    for t in range(high, high + steps.most + 1):
        row = steps.row0 + t * 6 * LANES
        for lane in range(LANES):
            for left in range(6):
                table[row + left * LANES + lane] = pay[t * LANES + lane]
            if house.must_roll:
                farkle, out, again = house.hot[0], house.hot[1], house.hot[2]
                table[row + lane] = (farkle * x[lane] + out) / (1.0 - again)
    for t in range(high - 1, -1, -1):
        row = steps.row0 + t * 6 * LANES
        if t >= top:
            # Only hot dice are still to be worked out here. (Not filled earlier: the steps use lower rows as slots.)
            for left in range(1, 6):
                for lane in range(LANES):
                    table[row + left * LANES + lane] = pay[t * LANES + lane]
        for dice in range(6, 0 if t < top else 5, -1):
            for lane in range(LANES):
                sums[lane] = steps.farkle[dice] * x[lane]
            _run(
                table, row, steps.first, steps.second, steps.to, steps.weight,
                steps.bounds[dice - 1], steps.bounds[dice], sums,
            )  # fmt: skip
            if t == 0 and dice == 6:
                break
            cell = row + (dice % 6) * LANES
            forced = house.must_roll and dice == 6
            for lane in range(LANES):
                bank = -1.0 if forced else pay[t * LANES + lane]
                rolled = sums[lane]
                table[cell + lane] = max(rolled, bank)


@njit(nogil=True, cache=True)
def fill_pay(house, pay, begin, end, a, b, oa, ob, after):
    """``pay[t]`` for begin <= t < end: the mover's chance to win after banking t. ``after[b, s]`` is the other's value
    at the start of its turn with b against s, the mover then being on the board; -1 where a bank is not allowed."""
    last = house.reach.size - 1
    for lane in range(LANES):
        mine, other = a[lane], b[lane]
        for t in range(begin, end):
            score = mine + t
            if t < house.need[oa] or t == 0:
                value = -1.0
            elif score < house.n:
                value = 1.0 - after[other, score]
            elif house.last_round:
                value = 1.0 - house.reach[min(last, max(score - other + 1, house.need[ob]))]
            else:
                value = 1.0
            pay[t * LANES + lane] = value


@njit(nogil=True, cache=True)
def top_of(steps, house, a, b, x, oa, ob):
    """A total from which banking is best in every lane: there a bank wins with at least the chance not to Farkle
    even in the kindest throw, and rolling on wins at most that (docs/solving.md)."""
    least = steps.farkle[1]
    for dice in range(2, 7):
        least = min(least, steps.farkle[dice])
    top = 1
    for lane in range(LANES):
        total = max(house.n - a[lane], house.need[oa])
        if house.last_round:
            bound = least * (1.0 - x[lane])
            low, high = 0, house.reach.size - 1
            while low < high:
                middle = (low + high) // 2
                if house.reach[middle] <= bound:
                    high = middle
                else:
                    low = middle + 1
            if low > house.need[ob]:
                total = max(total, b[lane] - a[lane] + low - 1)
        top = max(top, total)
    return top


@njit(nogil=True, cache=True)
def high_of(house, a, b, top):
    """The total from which on hot dice that must be rolled count as good as won (``top`` where they need not be): to
    get there in one turn and to be passed then are both so unlikely that nothing shows it (docs/solving.md)."""
    if not house.must_roll or not house.last_round:
        return top
    last, high = house.reach.size - 1, top
    for lane in range(LANES):
        while high < last:
            lead = min(last, max(0, a[lane] + high - b[lane] + 1))
            if house.reach[high] * house.reach[lead] <= house.close:
                break
            high += 1
    return high


@njit(nogil=True, cache=True)
def _guess(value, a, b, n):
    """A first guess from the standings one and two steps further on for both (only the time depends on it)."""
    if a + 1 < n and b + 1 < n and value[a + 1, b + 1] == value[a + 1, b + 1]:
        near = value[a + 1, b + 1]
        if a + 2 < n and b + 2 < n and value[a + 2, b + 2] == value[a + 2, b + 2]:
            return min(1.0, max(0.0, 2.0 * near - value[a + 2, b + 2]))
        return near
    if b + 1 < n and value[a, b + 1] == value[a, b + 1]:
        return value[a, b + 1]
    return 0.5


@njit(nogil=True, cache=True)
def solve_pairs(steps, house, values, mine, others, boards, begin, stride, rows, tolerance):
    """Solve blocks begin, begin + stride, … of pairs (a, b) and (b, a): each side's value at a turn's start depends on
    the other's through a Farkle only, convex and piecewise linear in it, so secants on both meet in a few steps.

    ``values[o, p, 0, 0, a, b]`` is written; ``boards[block]`` holds o and p. Returns the greatest residual left and the
    number of turn tables that were made."""
    table = np.zeros(steps.row0 + rows * 6 * LANES)
    pays = np.zeros((2, rows * LANES))
    # For both sides: the value supposed, a Farkle's value, what came of it, and both of these one turn before.
    now, x, came, x_before, came_before, slope = np.zeros((6, 2, LANES))
    done = np.zeros(LANES, np.bool_)
    filled = np.zeros(2, np.int64)
    worst, made = 0.0, 0
    for block in range(begin, mine.shape[0], stride):
        a, b, oa, ob = mine[block], others[block], boards[block, 0], boards[block, 1]
        value_a, value_b = values[oa, ob, 0, 0], values[ob, oa, 0, 0]
        for lane in range(LANES):
            now[0, lane] = _guess(value_a, a[lane], b[lane], house.n)
            now[1, lane] = _guess(value_b, b[lane], a[lane], house.n)
            slope[0, lane] = slope[1, lane] = 0.25
            done[lane] = False
        filled[:] = 0
        for turn in range(200):
            for lane in range(LANES):
                x[0, lane], x[1, lane] = 1.0 - now[1, lane], 1.0 - now[0, lane]
            for side in range(2):
                # One place that makes a turn's table, for both sides: it is most of what there is to compile.
                first, second = (a, b) if side == 0 else (b, a)
                of, os = (oa, ob) if side == 0 else (ob, oa)
                top = top_of(steps, house, first, second, x[side], of, os)
                high = high_of(house, first, second, top)
                if high + steps.most + 1 > filled[side]:
                    upto = high + steps.most + 1
                    fill_pay(
                        house, pays[side], filled[side], upto, first, second, of, os, values[os, 0, 0, 0]
                    )
                    filled[side] = upto
                evaluate(steps, house, table, pays[side], x[side], top, high, came[side])
            made += 2
            going = False
            for lane in range(LANES):
                if done[lane]:
                    continue
                off, other_off = came[0, lane] - now[0, lane], came[1, lane] - now[1, lane]
                if abs(off) <= tolerance and abs(other_off) <= tolerance:
                    worst = max(worst, abs(off), abs(other_off))
                    value_a[a[lane], b[lane]], value_b[b[lane], a[lane]] = came[0, lane], came[1, lane]
                    done[lane] = True
                    continue
                going = True
                for side in range(2):
                    moved = x[side, lane] - x_before[side, lane]
                    if turn > 0 and abs(moved) > 1e-10:
                        slope[side, lane] = min(
                            1.0, max(0.0, (came[side, lane] - came_before[side, lane]) / moved)
                        )
                    if turn > 20:
                        # Plain repetition always converges: somebody banks in the end.
                        slope[side, lane] = 0.0
                    x_before[side, lane], came_before[side, lane] = x[side, lane], came[side, lane]
                det = 1.0 - slope[0, lane] * slope[1, lane]
                if det < 0.01:
                    det = 1.0
                now[0, lane] = min(1.0, max(0.0, now[0, lane] + (off - slope[0, lane] * other_off) / det))
                now[1, lane] = min(1.0, max(0.0, now[1, lane] + (other_off - slope[1, lane] * off) / det))
            if not going:
                break
    return worst, made
