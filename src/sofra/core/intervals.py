"""How sure a mean is: plain intervals for a number of matches fixed beforehand, and intervals that stay right however
often one looks and whenever one stops; and measuring until these say enough."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import inf, log, sqrt
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Mean:
    """A running mean of numbers in 0…1: their count, sum and sum of squares."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, values: Iterable[float]) -> Mean:
        """The mean with these numbers added."""
        count, total, squares = self.count, self.total, self.squares
        for value in values:
            count, total, squares = count + 1, total + value, squares + value * value
        return Mean(count, total, squares)

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The sample variance. Half a number at each end is added, so that a few equal numbers do not look certain."""
        if not self.count:
            return 0.25
        n, total, squares = self.count + 1, self.total + 0.5, self.squares + 0.5
        return max(0.0, squares / n - (total / n) ** 2)

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite of nothing."""
        return sqrt(self.variance / self.count) if self.count else inf

    def fixed(self, level: float = 0.95) -> tuple[float, float]:
        """The normal interval, right for a count that was fixed beforehand."""
        if not self.count:
            return 0.0, 1.0
        return self._around(NormalDist().inv_cdf((1 + level) / 2) * self.error)

    def anytime(self, level: float = 0.95, tuned_for: int = 200) -> tuple[float, float]:
        """An interval that holds at all counts at once (a confidence sequence): the running mean stays within it with
        the given probability for ever, so one may stop as soon as it says enough. It is the normal mixture of Robbins
        with the estimated variance (Waudby-Smith and others, 2021), tightest near ``tuned_for`` numbers."""
        if not self.count:
            return 0.0, 1.0
        alpha = 1 - level
        rho = (-2 * log(alpha) + log(-2 * log(alpha)) + 1) / tuned_for
        n = self.count
        width = sqrt(2 * (n * rho + 1) / (n * n * rho) * log(sqrt(n * rho + 1) / alpha))
        return self._around(sqrt(self.variance) * width)

    def _around(self, half: float) -> tuple[float, float]:
        half = half if half < inf else 1.0
        return max(0.0, self.mean - half), min(1.0, self.mean + half)


@dataclass(frozen=True, slots=True)
class Goal:
    """When to stop: once the anytime interval is no wider than ``width``, or once it leaves out ``mark``, such as a fair
    share. Without either one measures to the end."""

    width: float = 0.0
    mark: float | None = None

    def met(self, mean: Mean) -> bool:
        """Whether that much is known; of nothing nothing is."""
        if not mean.count:
            return False
        low, high = mean.anytime()
        if self.mark is not None and not low <= self.mark <= high:
            return True
        return self.width > 0 and high - low <= self.width


TO_THE_END = Goal()
PIECE = 10
"""Numbers that are measured between two looks."""


def gathered(more: Callable[[int], Iterable[float]], most: int, goal: Goal, piece: int = PIECE) -> Mean:
    """The mean of numbers in 0…1, of which ``more(count)`` measures the next so many. It ends with ``most`` of them, or when
    the goal is met; without one nobody needs to look, and all are measured at once."""
    mean, step = Mean(), most if goal == TO_THE_END else piece
    while mean.count < most and not goal.met(mean):
        mean = mean.plus(more(min(step, most - mean.count)))
    return mean
