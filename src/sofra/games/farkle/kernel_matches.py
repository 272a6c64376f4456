"""Whole matches of two, compiled: players with a threshold, and players who play a solved table."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0912, PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from sofra.core.errors import Unsupported
from sofra.games.farkle.kernel_random import below, stream
from sofra.games.farkle.kernel_tables import tables
from sofra.games.farkle.solution import Form, Solution
from sofra.games.farkle.solve_kernel import LANES, evaluate, fill_pay, high_of, top_of
from sofra.games.farkle.solve_setup import house_of, steps_of
from sofra.games.farkle.turns import STEP


@njit(nogil=True, cache=True)
def _threshold_turn(tables_, need, threshold, missing, word):
    """One turn: everything that scores is kept, and banked from ``threshold`` on (but not before ``need``); ``missing``
    > 0 are the points without which a last turn is lost. Returns the points banked, 0 for a Farkle."""
    total, dice = 0, 6
    while True:
        code = below(word, tables_.first[dice + 1] - tables_.first[dice] if dice < 6 else 46656)
        throw = tables_.throw_of[tables_.first[dice] + code]
        keep = tables_.most[throw]
        if keep < 0:
            return 0
        keep += tables_.begin[throw]
        total += tables_.points[keep]
        dice -= tables_.used[keep]
        if dice == 0:
            dice = 6
        if total >= need and (total >= missing if missing > 0 else total >= threshold):
            return total


@njit(nogil=True, cache=True)
def threshold_matches(tables_, target, need, first, second, word, matches):
    """Matches of two who bank from ``first`` and ``second`` points on, the last round included; seat 0 begins.
    Returns how many seat 0 won."""
    won = 0
    for _ in range(matches):
        mine = other = 0
        seat = 0
        while True:
            points = _threshold_turn(tables_, need, first if seat == 0 else second, 0, word)
            mine += points
            if mine >= target:
                missing = mine - other + 50
                passed = _threshold_turn(tables_, need, 0, missing, word) > 0
                won += (seat == 0) != passed
                break
            mine, other = other, mine
            seat = 1 - seat
    return won


@njit(nogil=True, cache=True)
def _exact_turn(tables_, table, row0, lane, pay, word):
    """One turn by the table of its standing: steps of 50 banked, 0 for a Farkle."""
    total, dice = 0, 6
    while True:
        code = below(word, tables_.first[dice + 1] - tables_.first[dice] if dice < 6 else 46656)
        throw = tables_.throw_of[tables_.first[dice] + code]
        begin, end = tables_.begin[throw], tables_.begin[throw + 1]
        if begin == end:
            return 0
        best, best_total, best_left = -2.0, 0, 0
        for keep in range(begin, end):
            after, left = total + tables_.points[keep] // 50, dice - tables_.used[keep]
            value = table[row0 + after * 6 * LANES + left * LANES + lane]
            if value > best:
                best, best_total, best_left = value, after, left
        total = best_total
        if pay[total * LANES + lane] >= best:
            return total
        dice = best_left or 6


@njit(nogil=True, cache=True)
def _exact(tables_, steps, house, chase, chase_pay, chase_rows, values, rows, counts, word):
    """Let every match in ``counts[s, a, b]`` (seat s has a and is to move, the other has b) be played to its end.
    Standings are taken in the order of their sums, so each turn's table is made once. Returns seat 0's wins and the
    number of turns."""
    n = house.n
    side_a, side_b = np.zeros(steps.row0 + rows * 6 * LANES), np.zeros(steps.row0 + rows * 6 * LANES)
    pay_a, pay_b = np.zeros(rows * LANES), np.zeros(rows * LANES)
    a, b = np.zeros(LANES, np.int64), np.zeros(LANES, np.int64)
    x, y, sums = np.zeros((3, LANES))
    won, turns = 0, 0
    for total in range(2 * n - 1):
        low, high = max(0, total - n + 1), total // 2
        for start in range(low, high + 1, LANES):
            waiting = 0
            for lane in range(LANES):
                a[lane] = min(high, start + lane)
                b[lane] = total - a[lane]
                x[lane], y[lane] = 1.0 - values[b[lane], a[lane]], 1.0 - values[a[lane], b[lane]]
                if start + lane <= high:
                    for seat in range(2):
                        waiting += counts[seat, a[lane], b[lane]] + counts[seat, b[lane], a[lane]]
            if waiting == 0:
                continue
            top = top_of(steps, house, a, b, x, 0, 0)
            far = high_of(house, a, b, top)
            fill_pay(house, pay_a, 0, far + steps.most + 1, a, b, 0, 0, values)
            evaluate(steps, house, side_a, pay_a, x, top, far, sums)
            top = top_of(steps, house, b, a, y, 0, 0)
            far = high_of(house, b, a, top)
            fill_pay(house, pay_b, 0, far + steps.most + 1, b, a, 0, 0, values)
            evaluate(steps, house, side_b, pay_b, y, top, far, sums)
            for lane in range(min(LANES, high - start + 1)):
                going = True
                while going:
                    going = False
                    for side in range(2):
                        mine = a[lane] if side == 0 else b[lane]
                        other = b[lane] if side == 0 else a[lane]
                        for seat in range(2):
                            here = counts[seat, mine, other]
                            counts[seat, mine, other] = 0
                            for _ in range(here):
                                turns += 1
                                if side == 0:
                                    points = _exact_turn(tables_, side_a, steps.row0, lane, pay_a, word)
                                else:
                                    points = _exact_turn(tables_, side_b, steps.row0, lane, pay_b, word)
                                score = mine + points
                                if score < n:
                                    counts[1 - seat, other, score] += 1
                                    going = going or points == 0
                                    continue
                                passed = False
                                if house.last_round:
                                    # The chaser's turn stands in the table of chances to gain, that many rows up.
                                    missing = max(score - other + 1, house.need[0])
                                    row = steps.row0 + max(0, chase_rows - missing) * 6 * LANES
                                    shift = max(0, chase_rows - missing) * LANES
                                    turns += 1
                                    passed = _exact_turn(tables_, chase, row, 0, chase_pay[shift:], word) > 0
                                won += (seat == 0) != passed
    return won, turns


@njit(nogil=True, cache=True)
def _chase_table(steps, house, rows):
    """The table of one turn in which ``rows`` steps are to be gained; from row t on, rows - t of them."""
    table = np.zeros(steps.row0 + (rows + steps.most + 1) * 6 * LANES)
    pay = np.full((rows + steps.most + 1) * LANES, -1.0)
    pay[rows * LANES :] = 1.0
    evaluate(steps, house, table, pay, np.zeros(LANES), rows, rows, np.zeros(LANES))
    return table, pay


def exact_matches(solution: Solution, matches: int, seed: int) -> tuple[int, int]:
    """Play matches of two players of the table against each other, seat 0 beginning at 0:0; returns how many seat 0
    won, and the number of turns. Unsupported for rules whose standings have more forms than the two scores."""
    rules = solution.rules
    if len(solution.tables) > 1:
        raise Unsupported("matches are played out in bulk only without opening and three_farkles")
    steps = steps_of(rules)
    house = house_of(rules, solution.low, steps)
    n = house.n
    form: Form = (0, 0, 0, 0)
    values = np.array(solution.tables[form], dtype=np.float64).reshape(n, n) / solution.scale
    chase_rows = 2 * n + house.reach.size
    chase, chase_pay = _chase_table(steps, house, chase_rows)
    counts: Any = np.zeros((2, n, n), dtype=np.int64)
    start = -solution.low // STEP
    counts[0, start, start] = matches
    rows = n + house.reach.size + steps.most + 2
    won, turns = _exact(
        tables(rules), steps, house, chase, chase_pay, chase_rows, values, rows, counts, stream(seed)
    )
    return int(won), int(turns)
