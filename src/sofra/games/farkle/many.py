"""Chances with three and more players, or under rules that no table holds: the best estimate there is, and its error.

Everybody is set against everybody else with the two-player table. To win means to beat each of the others, and these
events go together, for the mover's own luck is in all of them: they are joined by one common factor, the mover's luck,
which weighs as much as the mover still has to go (``joint``). What can be said exactly is: nobody passes the one who
closes with the product of the chances to fail, and in the last round passing the leader counts for nothing if a later
player passes too. docs/solving.md has the measurements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import erf, erfc, exp, prod, sqrt
from statistics import NormalDist

from sofra.games.farkle import exact
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat, Solution
from sofra.games.farkle.solve_program import most_points
from sofra.games.farkle.turns import STEP, best_turn, reach_table
from sofra.games.farkle.within import TurnValues, work_out

MEASURED, CAUTIOUS = 0.01, 0.03
"""The standard errors that estimates are shown with. The first holds where the duels come from a solved table: matches
played out from standings of real play were off by no more (docs/solving.md). The second has not been measured: rules
without a table (yet), and ``pass_on``, of which the estimate knows nothing."""

GOING_ON = 600
"""Points' worth of luck that everybody still has besides what is missing to the target: about one turn (chosen among
0, 600 and 1800 by played-out matches)."""


def _luck() -> tuple[tuple[float, float], ...]:
    """A normal number as 25 values with weights (midpoints; good to 1e-6 for what is summed here)."""
    values = [-6 + 0.5 * k for k in range(25)]
    weights = [exp(-value * value / 2) for value in values]
    return tuple((value, weight / sum(weights)) for value, weight in zip(values, weights, strict=True))


LUCK = _luck()

_TAIL = 6000
"""Points beyond the target that a turn is followed for; further on the estimate banks."""


class Pairs:
    """The chance of one against one: from the solved table, or from the mean and spread of turns where there is none
    (yet)."""

    def __init__(self, rules: FarkleRules, solution: Solution | None) -> None:
        self.rules, self.solution = rules, solution
        self._mean = best_turn(rules)

    def win(self, mover: Seat, other: Seat) -> float:
        """The mover's chance at the start of its turn, both below the target."""
        if self.solution is not None:
            low = self.solution.low
            if self.rules.three_farkles:
                mover = replace(mover, score=max(mover.score, low))
                other = replace(other, score=max(other.score, low))
            return self.solution.win(mover, other)
        # A turn's points spread about as widely as their mean; half a turn is what moving first is worth.
        ahead = (self.rules.target - other.score) - (self.rules.target - mover.score) + self._mean / 2
        turns = (2 * self.rules.target - mover.score - other.score) / self._mean
        return 0.5 + erf(ahead / (self._mean * sqrt(2 * max(turns, 1.0)))) / 2

    def chase(self, chaser: Seat, mark: int) -> float:
        """The chance to pass ``mark`` in one turn."""
        missing = max(
            mark - chaser.score + STEP, self.rules.minimum_bank, 0 if chaser.on_board else self.rules.opening
        )
        if self.solution is not None:
            return (
                self.solution.reach[min(missing // STEP, len(self.solution.reach) - 1)]
                if missing > 0
                else 1.0
            )
        return reach_table(self.rules).chance(missing, 6)


def joint(chances: Sequence[float], mine: int, theirs: Sequence[int]) -> float:
    """The chance to beat everybody, from the chances to beat each one, where ``mine`` and ``theirs`` are the points still
    to go. Each duel is decided by the sum of the two players' luck, normal with a variance in proportion to what is
    still to go and ``GOING_ON`` points more; given the mover's luck the duels are independent."""
    if len(chances) == 1:
        return chances[0]
    normal, own = NormalDist(), mine + GOING_ON
    duels = []
    for chance, points in zip(chances, theirs, strict=True):
        part = own / (own + points + GOING_ON)
        edge = normal.inv_cdf(min(1 - 1e-12, max(1e-12, chance)))
        # erfc takes its argument over the square root of two, downwards.
        scale = -1 / sqrt(2 * (1 - part))
        duels.append((edge * scale, sqrt(part) * scale))
    whole = 0.0
    for luck, weight in LUCK:
        beaten = weight
        for edge, slope in duels:
            beaten *= 0.5 * erfc(edge + slope * luck)
        whole += beaten
    return whole


@dataclass(frozen=True, slots=True)
class Field:
    """Everybody in turn order from the mover on; ``closed`` in the last round, of which ``last_turns`` are to come."""

    pairs: Pairs
    seats: tuple[Seat, ...]
    closed: bool
    last_turns: int

    def turn(self, upto: int = 0) -> TurnValues:
        """The mover's estimated chances within its turn."""
        rules, mover = self.pairs.rules, self.seats[0]
        finish = max(rules.target, *(seat.score for seat in self.seats)) - mover.score
        top = max(finish + _TAIL, upto) // STEP + 1
        need = max(rules.minimum_bank, 0 if mover.on_board else rules.opening)
        rest = self.seats[1:]
        share = None if self.closed else _Share(self.pairs, rest)
        pay = [-1.0]
        for total in range(STEP, top * STEP + most_points(rules) + STEP, STEP):
            score = mover.score + total
            if total < need:
                pay.append(-1.0)
            elif share is None:
                pay.append(self._passed(score))
            elif score < rules.target:
                pay.append(share.of(Seat(score)))
            else:
                pay.append(
                    prod(1 - self.pairs.chase(seat, score) for seat in rest) if rules.last_round else 1.0
                )
        farkle = 0.0 if share is None else share.of(_after_farkle(rules, mover))
        return work_out(rules, pay, farkle, top)

    def shares(self, mine: float) -> tuple[float, ...]:
        """Everybody's chance in the order of the field, adding up to 1, where the mover's is ``mine``."""
        weights = self._last_weights() if self.closed else self._weights()
        whole = sum(weights)
        if not whole:
            return (1.0, *(0.0 for _ in weights))
        return (mine, *((1 - mine) * weight / whole for weight in weights))

    def _weights(self) -> list[float]:
        """The others' parts of all chances before the mover's turn, estimated like the mover's: so that nobody's chance
        jumps when another's turn begins. They need not add up to anything."""
        target, count = self.pairs.rules.target, len(self.seats)
        ahead = [[0.5] * count for _ in self.seats]
        for i, first in enumerate(self.seats):
            for j in range(i + 1, count):
                ahead[i][j] = self.pairs.win(first, self.seats[j])
                ahead[j][i] = 1 - ahead[i][j]
        to_go = [target - seat.score for seat in self.seats]
        return [
            joint(ahead[k][:k] + ahead[k][k + 1 :], to_go[k], to_go[:k] + to_go[k + 1 :])
            for k in range(1, count)
        ]

    def _last_weights(self) -> list[float]:
        """In the last round: whoever leads holds unless passed; later chasers may pass; the others are out."""
        best = max(seat.score for seat in self.seats)
        later = range(1, self.last_turns)
        hold = prod(1 - self.pairs.chase(self.seats[k], best) for k in later)
        weights = []
        for k, seat in enumerate(self.seats[1:], 1):
            chance = self.pairs.chase(seat, best) if k in later else 0.0
            weights.append(chance + (hold if seat.score == best else 0.0))
        return weights

    def _passed(self, score: int) -> float:
        """In the last round: the chance to win with this score, the later chasers still to come."""
        if any(seat.score >= score for seat in self.seats[1:]):
            return 0.0
        later = self.seats[1 : self.last_turns]
        return prod(1 - self.pairs.chase(seat, score) for seat in later)


def _after_farkle(rules: FarkleRules, mover: Seat) -> Seat:
    if not rules.three_farkles:
        return mover
    if mover.farkles < 2:
        return replace(mover, farkles=mover.farkles + 1)
    score = mover.score - rules.three_farkles
    return Seat(max(0, score) if rules.floor_at_zero else score, mover.on_board, 0)


class _Share:
    """The mover's part of all chances once its turn is over: the others move before it, in their order."""

    def __init__(self, pairs: Pairs, others: Sequence[Seat]) -> None:
        self._pairs, self._others = pairs, others

    def of(self, mover: Seat) -> float:
        target = self._pairs.rules.target
        chances = [1 - self._pairs.win(other, mover) for other in self._others]
        return joint(chances, target - mover.score, [target - other.score for other in self._others])


def error_of(rules: FarkleRules) -> float:
    """The standard error of estimates under these rules."""
    return CAUTIOUS if rules.pass_on or pairs_of(rules).solution is None else MEASURED


def pairs_of(rules: FarkleRules) -> Pairs:
    """One against one under these rules: of the same rules without ``pass_on``, where those are at hand."""
    plain = replace(rules, pass_on=False)
    return Pairs(plain, exact.at_hand(plain, {0}))
