"""The chance to win a match from the totals (O7), if everybody is as likely as any other to go Rack-O in a round.

What a round brings stands here as it was counted over 400 rounds of two chain players
of each ``min_run`` (``python -m sofra.games.racko.bench 400`` counts such rounds): the caller's 75 and longest run, and the cards that the others
had in order. Exact for two sides under that account; with three or four players matches are tried, and carry their error.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from random import Random

from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import RUN_BONUS

IN_ORDER = {
    0: {1: 80, 2: 49, 3: 59, 4: 48, 5: 32, 6: 35, 7: 31, 8: 29, 9: 37},
    3: {1: 55, 2: 44, 3: 69, 4: 45, 5: 46, 6: 48, 7: 45, 8: 26, 9: 17, 10: 5},
    4: {1: 29, 2: 36, 3: 52, 4: 53, 5: 49, 6: 50, 7: 29, 8: 22, 9: 17, 10: 63},
    5: {1: 26, 2: 36, 3: 52, 4: 34, 5: 68, 6: 35, 7: 31, 8: 9, 9: 10, 10: 99},
    6: {1: 16, 2: 29, 3: 38, 4: 62, 5: 48, 6: 46, 7: 21, 8: 12, 9: 7, 10: 119},
}
RISING = {
    0: {5: 1, 6: 5, 7: 26, 8: 96, 9: 272},
    3: {5: 1, 6: 1, 7: 20, 8: 80, 9: 293, 10: 5},
    4: {6: 2, 7: 19, 8: 86, 9: 230, 10: 63},
    5: {6: 4, 7: 13, 8: 62, 9: 222, 10: 99},
    6: {6: 3, 7: 12, 8: 77, 9: 187, 10: 119},
}
RUNS = {
    0: {1: 30, 2: 259, 3: 96, 4: 15},
    3: {3: 329, 4: 63, 5: 8},
    4: {4: 363, 5: 34, 6: 3},
    5: {5: 375, 6: 25},
    6: {6: 386, 7: 12},
}
"""By ``min_run`` how often: cards in order and rising cards of those who did not go, longest runs of those who did."""

MATCHES = 600
"""Matches tried for each who may go in the round, with three players or more."""

Points = Mapping[int, float]
"""Points with their probabilities."""


def after_round(rules: RackoRules, totals: tuple[int, ...]) -> tuple[tuple[tuple[float, ...], ...], float]:
    """For each side that may go in the round being played, every side's chance to win the match; and the standard error of
    those chances. ``totals`` has one total a side."""
    if len(totals) > 2:
        return _tried(rules, totals), 0.5 / MATCHES**0.5
    table = _table(rules)
    return tuple(_mean(rules, table, totals, first) for first in (0, 1)), 0.0


def before_round(rules: RackoRules, totals: tuple[int, ...]) -> tuple[tuple[float, ...], float]:
    """Every side's chance to win the match before a round is dealt, and the standard error."""
    chances, se = after_round(rules, totals)
    return tuple(sum(column) / len(chances) for column in zip(*chances, strict=True)), se


def after_nobody(rules: RackoRules, totals: tuple[int, ...]) -> tuple[tuple[float, ...], float]:
    """Every side's chance to win the match when a round that nobody won (O13) has brought it to these totals, and the standard
    error."""
    best = max(totals)
    leaders = [side for side, total in enumerate(totals) if total == best]
    if best >= rules.target and (len(leaders) == 1 or rules.tie == "share"):
        return tuple(float(side in leaders) / len(leaders) for side in range(len(totals))), 0.0
    return before_round(rules, totals)


def bonus_beyond(run: int, sure: bool, min_run: int = 0) -> int:
    """How much more than usual a side has for its runs if it goes with a rack whose longest run is ``run``, to 5 points:
    as it stands if it is ``sure`` to go, else as it may still grow."""
    runs = RUNS[min_run]
    usual = _bonus(runs)
    if sure:
        return 5 * round((RUN_BONUS[run] - usual) / 5)
    longer = {length: often for length, often in runs.items() if length >= run} or {run: 1}
    return 5 * round((_bonus(longer) - usual) / 5)


def _bonus(counted: Mapping[int, int]) -> float:
    return sum(RUN_BONUS[run] * often for run, often in counted.items()) / sum(counted.values())


def usual_points(rules: RackoRules) -> int:
    """What a rack that did not go brings in the mean, to 5 points."""
    return 5 * round(sum(points * share for points, share in _losers(rules).items()) / 5)


def _losers(rules: RackoRules) -> Points:
    counted = (RISING if rules.losers == "rising" else IN_ORDER)[rules.min_run]
    return _shares({5 * cards: float(often) for cards, often in counted.items()})


def _caller(rules: RackoRules) -> Points:
    bonus = RUN_BONUS if rules.bonus_runs != "off" else (0,) * len(RUN_BONUS)
    found: dict[int, float] = {}
    for run, often in RUNS[rules.min_run].items():
        found[75 + bonus[run]] = found.get(75 + bonus[run], 0.0) + often
    return _shares(found)


def _shares(counted: Points) -> Points:
    total = sum(counted.values())
    return {points: often / total for points, often in counted.items()}


def _sum(one: Points, other: Points) -> Points:
    found: dict[int, float] = {}
    for (a, p), (b, q) in product(one.items(), other.items()):
        found[a + b] = found.get(a + b, 0.0) + p * q
    return found


def _gains(rules: RackoRules) -> tuple[Points, Points]:
    """What the side that went gains in a round, and what another side gains."""
    caller, losers = _caller(rules), _losers(rules)
    if not rules.partners:
        return caller, losers
    few = _in_thirds(losers)
    return _sum(caller, few), _sum(few, few)


def _in_thirds(points: Points) -> Points:
    """Three values with the same mean, nearly (multiples of 5): enough where two racks are added up."""
    found: dict[int, float] = {}
    part = mean = 0.0
    for value, share in sorted(points.items()):
        left = share
        while left > 1e-12:
            used = min(left, 1 / 3 - part)
            mean, part, left = mean + used * value, part + used, left - used
            if part >= 1 / 3 - 1e-12:
                at = 5 * round(mean / part / 5)
                found[at] = found.get(at, 0.0) + part
                part = mean = 0.0
    return _shares(found)


def _settled(rules: RackoRules, mine: int, theirs: int) -> float | None:
    """The chance of the first side if the match is over; None if it goes on."""
    if max(mine, theirs) < rules.target:
        return None
    if mine == theirs:
        return 0.5
    return 1.0 if mine > theirs else 0.0


@lru_cache(maxsize=16)
def _table(rules: RackoRules) -> Mapping[tuple[int, int], float]:
    """The first side's chance before a round, by both totals."""
    first, second = _gains(rules)
    steps = [(a, b, p * q / 2) for (a, p), (b, q) in product(first.items(), second.items())]
    table: dict[tuple[int, int], float] = {}
    top = rules.target
    for total in range(2 * top - 10, -1, -5):
        for mine in range(max(0, total - top + 5), min(top - 5, total) + 1, 5):
            theirs = total - mine
            chance = 0.0
            for a, b, share in steps:
                for x, y in ((mine + a, theirs + b), (mine + b, theirs + a)):
                    settled = _settled(rules, x, y)
                    chance += share * (table[x, y] if settled is None else settled)
            table[mine, theirs] = chance
    return table


def _mean(
    rules: RackoRules, table: Mapping[tuple[int, int], float], totals: tuple[int, ...], first: int
) -> tuple[float, float]:
    """Both sides' chances if ``first`` goes in this round."""
    most, least = _gains(rules)
    chance = 0.0
    for (a, p), (b, q) in product(most.items(), least.items()):
        gains = (a, b) if first == 0 else (b, a)
        x, y = totals[0] + gains[0], totals[1] + gains[1]
        settled = _settled(rules, x, y)
        # Ties are played on, so both may stand above the target: as at equal totals, then.
        chance += p * q * (table.get((x, y), 0.5) if settled is None else settled)
    return chance, 1.0 - chance


@lru_cache(maxsize=64)
def _tried(rules: RackoRules, totals: tuple[int, ...]) -> tuple[tuple[float, ...], ...]:
    most, least = _gains(rules)
    sides = range(len(totals))
    found = []
    for first in sides:
        rng = Random(f"{totals} {first}")
        wins = [0.0] * len(totals)
        for _ in range(MATCHES):
            now, caller = list(totals), first
            while True:
                for side in sides:
                    points = most if side == caller else least
                    now[side] += rng.choices(tuple(points), tuple(points.values()))[0]
                best = max(now)
                leaders = [side for side in sides if now[side] == best]
                if best >= rules.target and (len(leaders) == 1 or rules.tie == "share"):
                    break
                caller = rng.randrange(len(totals))
            for side in leaders:
                wins[side] += 1 / len(leaders) / MATCHES
        found.append(tuple(wins))
    return tuple(found)
