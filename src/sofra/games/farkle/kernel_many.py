"""Matches of three and more, compiled, to measure ways of playing against each other: sixteen matches at a time, seats
turned around the table on the same dice. The ways are those of ``many.py`` and ``baselines.py``, for house rules that
know nothing but the scores (no opening, penalty, ``pass_on`` or forced hot dice)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0912, PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

from sofra.core.errors import Unsupported
from sofra.games.farkle.exact import solution_of
from sofra.games.farkle.kernel_random import below
from sofra.games.farkle.kernel_tables import tables
from sofra.games.farkle.many import GOING_ON, LUCK
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solve_kernel import LANES, evaluate
from sofra.games.farkle.solve_setup import house_of, steps_of
from sofra.games.farkle.turns import STEP, turn_table

EXPERT, LEADER, POINTS = range(3)
GOING_ON_STEPS = GOING_ON // STEP
WAYS = {"expert": EXPERT, "leader": LEADER, "points": POINTS}


@njit(nogil=True, cache=True)
def _passes(house, chaser, mark):
    """The chance to pass ``mark`` in one turn."""
    return house.reach[min(house.reach.size - 1, max(mark - chaser + 1, house.need[0]))]


@njit(nogil=True, cache=True)
def _edge(chance):
    """The point that a normal number stays below with this chance: a rational start, then Newton."""
    chance = min(1.0 - 1e-12, max(1e-12, chance))
    less = min(chance, 1.0 - chance)
    t = math.sqrt(-2.0 * math.log(less))
    edge = ((0.010328 * t + 0.802853) * t + 2.515517) / (
        ((0.001308 * t + 0.189269) * t + 1.432788) * t + 1.0
    ) - t
    for _ in range(3):
        off = 0.5 * math.erfc(-edge / math.sqrt(2.0)) - less
        edge -= off * math.sqrt(2.0 * math.pi) * math.exp(0.5 * edge * edge)
    return edge if chance < 0.5 else -edge


@njit(nogil=True, cache=True)
def _joint(house, values, scores, mover, score, n, luck, duels):
    """The mover's chance to beat everybody once its turn is over (``joint`` in many.py)."""
    own = house.n - score + GOING_ON_STEPS
    for k in range(1, n):
        other = scores[(mover + k) % n]
        part = own / (own + house.n - other + GOING_ON_STEPS)
        scale = -1.0 / math.sqrt(2.0 * (1.0 - part))
        duels[k, 0] = _edge(1.0 - values[other, score]) * scale
        duels[k, 1] = math.sqrt(part) * scale
    whole = 0.0
    for i in range(luck.shape[0]):
        beaten = luck[i, 1]
        for k in range(1, n):
            beaten *= 0.5 * math.erfc(duels[k, 0] + duels[k, 1] * luck[i, 0])
        whole += beaten
    return whole


@njit(nogil=True, cache=True)
def _pay(house, values, scores, mover, n, way, closed, last_turns, luck, pay, rows, lane):
    """Fill the worth of banking for one lane; returns what a Farkle is worth."""
    mine = scores[mover]
    leader = 0
    for seat in range(n):
        if seat != mover:
            leader = max(leader, scores[seat])
    duels = np.empty((n, 2))
    for t in range(rows):
        score = mine + t
        if t == 0 or t < house.need[0]:
            value = -1.0
        elif closed:
            value = 1.0 if score > leader else 0.0
            if way == EXPERT and value > 0.0:
                for k in range(1, last_turns):
                    value *= 1.0 - _passes(house, scores[(mover + k) % n], score)
        elif score >= house.n:
            value = 1.0
            if house.last_round:
                for k in range(1, n):
                    seat = (mover + k) % n
                    if way == EXPERT:
                        value *= 1.0 - _passes(house, scores[seat], score)
                if way == LEADER:
                    value = 1.0 - _passes(house, leader, score)
        elif way == EXPERT:
            value = _joint(house, values, scores, mover, score, n, luck, duels)
        else:
            value = 1.0 - values[leader, score]
        pay[t * LANES + lane] = value
    if closed:
        return 0.0
    if way == EXPERT:
        return _joint(house, values, scores, mover, mine, n, luck, duels)
    return 1.0 - values[leader, mine]


@njit(nogil=True, cache=True)
def _turn(tables_, table, stride, offset, pay, pay_stride, pay_offset, seed, turn):
    """One turn by a table; the dice depend on seed, turn and number of the roll alone. Returns steps banked."""
    word = np.empty(1, np.uint64)
    total, dice, roll = 0, 6, 0
    while True:
        word[0] = np.uint64(seed) + np.uint64(turn * 64 + roll) * np.uint64(0xD1342543DE82EF95)
        roll += 1
        below(word, 2)
        code = below(word, tables_.first[dice + 1] - tables_.first[dice] if dice < 6 else 46656)
        throw = tables_.throw_of[tables_.first[dice] + code]
        begin, end = tables_.begin[throw], tables_.begin[throw + 1]
        if begin == end:
            return 0
        best, best_total, best_left = -1e18, 0, 0
        for keep in range(begin, end):
            after, left = total + tables_.points[keep] // 50, dice - tables_.used[keep]
            value = table[offset + after * 6 * stride + left * stride]
            if value > best:
                best, best_total, best_left = value, after, left
        total = best_total
        if pay[pay_offset + total * pay_stride] >= best:
            return total
        dice = best_left or 6


@njit(nogil=True, cache=True)
def _play(
    tables_, steps, house, values, by_points, points_pay, luck, begin, one, rest, turns, units, seed, rows
):
    """``units`` times ``turns`` matches from the scores ``begin``, the first to move: seat r of match r plays ``one``
    way, the others ``rest``. Returns the part of the wins that ``one`` had in each unit, and each seat's wins."""
    n = begin.size
    won, seats_won = np.zeros(units), np.zeros(n)
    table = np.zeros(steps.row0 + rows * 6 * LANES)
    pay = np.zeros(rows * LANES)
    x, sums = np.zeros((2, LANES))
    scores = np.zeros((LANES, n), np.int64)
    job = np.full(LANES, -1, np.int64)
    turn, closer, last_turns = np.zeros((3, LANES), np.int64)
    following, jobs, going = 0, units * turns, True
    while going:
        going = False
        top = 1
        for lane in range(LANES):
            if job[lane] < 0 and following < jobs:
                job[lane] = following
                following += 1
                scores[lane] = begin
                turn[lane], closer[lane], last_turns[lane] = 0, -1, 0
            if job[lane] < 0:
                continue
            going = True
            mover = turn[lane] % n
            way = one if mover == job[lane] % turns else rest
            if way != POINTS:
                closed = closer[lane] >= 0
                high = 0
                for seat in range(n):
                    high = max(high, scores[lane, seat])
                finish = max(house.n, high) - scores[lane, mover]
                x[lane] = _pay(
                    house,
                    values,
                    scores[lane],
                    mover,
                    n,
                    way,
                    closed,
                    last_turns[lane],
                    luck,
                    pay,
                    rows,
                    lane,
                )
                top = max(top, min(rows - steps.most - 2, finish + 120))
        if not going:
            break
        evaluate(steps, house, table, pay, x, top, top, sums)
        for lane in range(LANES):
            if job[lane] < 0:
                continue
            mover, unit = turn[lane] % n, job[lane] // turns
            way = one if mover == job[lane] % turns else rest
            dice = seed + unit * 1_000_003
            if way == POINTS:
                points = _turn(tables_, by_points, 1, 0, points_pay, 1, 0, dice, turn[lane])
            else:
                points = _turn(tables_, table, LANES, steps.row0 + lane, pay, LANES, lane, dice, turn[lane])
            scores[lane, mover] += points
            if closer[lane] < 0 and scores[lane, mover] >= house.n:
                closer[lane], last_turns[lane] = mover, n if house.last_round else 1
            turn[lane] += 1
            if closer[lane] >= 0:
                last_turns[lane] -= 1
                if last_turns[lane] == 0:
                    # Equal scores: who was there first stays ahead, and nobody passes by equalling.
                    best = closer[lane]
                    for k in range(1, n):
                        seat = (closer[lane] + k) % n
                        if scores[lane, seat] > scores[lane, best]:
                            best = seat
                    seats_won[best] += 1.0
                    if best == job[lane] % turns:
                        won[unit] += 1.0 / turns
                    job[lane] = -1
    return won, seats_won


def measure(rules: FarkleRules, seats: int, one: str, rest: str, units: int, seed: int = 1) -> Any:
    """The parts of the wins that one player of way ``one`` has against ``seats`` - 1 of way ``rest`` (keys of WAYS), a
    number for each unit of ``seats`` matches in which it has had every seat on the same dice; 1 / seats is even."""
    nothing = np.zeros(seats, np.int64)
    return _measured(rules, nothing, WAYS[one], WAYS[rest], seats, units, seed)[0]


def played_out(rules: FarkleRules, scores: Sequence[int], matches: int, seed: int = 1) -> Any:
    """How often each seat wins where all are experts, from these scores at the start of a turn of the first one."""
    begin = np.array(scores, np.int64) // STEP
    return _measured(rules, begin, EXPERT, EXPERT, 1, matches, seed)[1] / matches


def _measured(rules: FarkleRules, begin: Any, one: int, rest: int, turns: int, units: int, seed: int) -> Any:
    if (
        rules.opening
        or rules.minimum_bank
        or rules.three_farkles
        or rules.pass_on
        or rules.hot_dice_must_roll
    ):
        raise Unsupported("matches of many are measured only under rules that know nothing but the scores")
    solution = solution_of(rules)
    steps = steps_of(rules)
    house = house_of(rules, 0, steps)
    start, width = -solution.low // STEP, solution.width
    values = np.array(solution.tables[0, 0, 0, 0], dtype=np.float64).reshape(width, width) / solution.scale
    values = np.ascontiguousarray(values[start:, start:])
    rows = 2 * house.n + 400 + 2 * steps.most
    plain = turn_table(rules)
    by_points = np.array(
        [plain.value(t * STEP, left) for t in range(rows) for left in range(6)], dtype=np.float64
    )
    points_pay = np.array([t * STEP if t else -1.0 for t in range(rows)], dtype=np.float64)
    return _play(
        tables(rules),
        steps,
        house,
        values,
        by_points,
        points_pay,
        np.array(LUCK),
        begin,
        one,
        rest,
        turns,
        units,
        seed,
        rows,
    )
