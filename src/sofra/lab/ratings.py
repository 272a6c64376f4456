"""Ratings from results: Bradley-Terry strengths by maximum likelihood, with intervals, on the scale of chess ratings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt

from sofra.core.errors import Malformed

SCALE = 400 / log(10)
"""Rating points per unit of log odds: 400 points are odds of ten to one."""


@dataclass(frozen=True, slots=True)
class Rating:
    """``rating`` has mean 0 over all players; the true one lies in ``low``…``high`` with 95 %."""

    name: str
    rating: float
    low: float
    high: float
    games: float


def ratings(wins: Mapping[tuple[str, str], float], prior: float = 0.5) -> Sequence[Rating]:
    """The ratings of all players, best first. ``wins[a, b]`` counts how often a won against b (a shared win is half
    for both). ``prior`` is a drawn match's half added each way between players who met, which keeps someone who won
    everything finite. Raises Malformed if the results fall apart into groups that never met."""
    names = sorted({name for pair in wins for name in pair})
    place = {name: k for k, name in enumerate(names)}
    n = len(names)
    won = [[0.0] * n for _ in range(n)]
    for (a, b), count in wins.items():
        won[place[a]][place[b]] += count
    met = [[won[i][j] + won[j][i] for j in range(n)] for i in range(n)]
    _check_joined(names, met)
    for i in range(n):
        for j in range(n):
            if i != j and met[i][j]:
                won[i][j] += prior
    games = [[won[i][j] + won[j][i] for j in range(n)] for i in range(n)]
    theta = _fit(won, games)
    errors = _errors(theta, games)
    found = [
        Rating(
            names[k],
            SCALE * theta[k],
            SCALE * (theta[k] - 1.96 * errors[k]),
            SCALE * (theta[k] + 1.96 * errors[k]),
            sum(met[k]),
        )
        for k in range(n)
    ]
    return sorted(found, key=lambda r: -r.rating)


def _check_joined(names: list[str], met: list[list[float]]) -> None:
    seen, new = {0}, [0]
    while new:
        i = new.pop()
        for j, count in enumerate(met[i]):
            if count and j not in seen:
                seen.add(j)
                new.append(j)
    if len(seen) < len(names):
        apart = names[next(k for k in range(len(names)) if k not in seen)]
        raise Malformed("{name} never met the others, not even through a third: no common rating", name=apart)


def _fit(won: list[list[float]], games: list[list[float]]) -> list[float]:
    """Log strengths, mean 0, by Hunter's minorisation-maximisation: each step raises the likelihood."""
    n = len(won)
    strength = [1.0] * n
    for _ in range(10_000):
        new = []
        for i in range(n):
            rate = sum(games[i][j] / (strength[i] + strength[j]) for j in range(n) if j != i)
            new.append(sum(won[i]) / rate if rate else 1.0)
        middle = exp(sum(map(log, new)) / n)
        new = [s / middle for s in new]
        moved = max(abs(log(a / b)) for a, b in zip(new, strength, strict=True))
        strength = new
        if moved < 1e-12:
            break
    return [log(s) for s in strength]


def _errors(theta: list[float], games: list[list[float]]) -> list[float]:
    """Standard errors from the Fisher information on the plane of mean 0 (its pseudo-inverse's diagonal)."""
    n = len(theta)
    if n == 1:
        return [0.0]
    # Adding 1/n everywhere fills the one direction that results say nothing about; its share is taken off again.
    matrix = [[1.0 / n] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                p = 1 / (1 + exp(theta[j] - theta[i]))
                weight = games[i][j] * p * (1 - p)
                matrix[i][i] += weight
                matrix[i][j] -= weight
    inverse = _inverse(matrix)
    return [sqrt(max(0.0, inverse[k][k] - 1.0 / n)) for k in range(n)]


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]
