"""Faults in how matches go, are counted and end, and in the facts of a game."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

from sofra.core import (
    Over,
    Reason,
    Result,
    Score,
)
from sofra.core.value import value
from tests.faults.duel import (
    DUEL,
    Duel,
    DuelRules,
    State,
)
from tests.faults.planting import found_by

_COUNT = itertools.count()


@found_by("matches repeat")
class CountsItsScores(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        count = (("count", next(_COUNT)),)
        return replace(score, reasons=tuple((Reason(points, "so far", count),) for points in score.points))


@found_by("hash seeds change nothing")
class SortsByHash(Duel):
    def moves(self, state: State, seat: int) -> Any:
        return tuple(sorted(super().moves(state, seat), key=lambda move: hash(self.write(move))))


@value
class HastyState(State):
    """Remembers who sealed a card first."""

    first: int | None = None


@found_by("answers in any order")
class RewardsTheFirstAnswer(Duel):
    def start(self, rules: DuelRules, seats: int) -> State:
        return HastyState(rules, seats, points=super().start(rules, seats).points)

    def played(self, state: Any, seat: int, card: int) -> State:
        first = seat if not any(state.played) else getattr(state, "first", 0)
        after = super().played(state, seat, card)
        return replace(after, first=first) if isinstance(after, HastyState) else after


@found_by("scores add up")
class MiscountsItsReasons(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        reasons = tuple((*reasons, Reason(1, "for being there")) for reasons in score.reasons)
        return replace(score, reasons=reasons if state.round == 2 else score.reasons)


@found_by("scores add up")
class LeavesAPlaceInAReason(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        return replace(score, reasons=tuple((Reason(points, "{lost} lost"),) for points in score.points))


@found_by("results are whole")
class DeclaresTheWrongWinner(Duel):
    def standing(self, state: State) -> Result:
        result = super().standing(state)
        return replace(result, winners=(result.ranking[-1],))


@found_by("results are whole")
class EndsOtherwiseThanItStands(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return Over(replace(ask.result, turns=7)) if isinstance(ask, Over) else ask


@found_by("facts hold")
class SaysThatNothingIsHidden(Duel):
    facts = replace(DUEL.facts, hidden=False)


@found_by("facts hold")
class SaysThatSeatsAreAskedInTurn(Duel):
    facts = replace(DUEL.facts, simultaneous=False)


@found_by("facts hold")
class SaysThatThereAreNoDice(Duel):
    facts = replace(DUEL.facts, chance=("cards",))


@found_by("facts hold")
class SaysThatMatchesAreShort(Duel):
    facts = replace(DUEL.facts, longest=7)


@found_by("facts hold")
class SaysThatScoresAreSmall(Duel):
    facts = replace(DUEL.facts, utility=(0, 2))


@found_by("facts are exact")
class ClaimsAThirdKindOfChance(Duel):
    facts = replace(DUEL.facts, chance=("cards", "dice", "wheel"))


@found_by("facts are exact")
class SeatsAFourth(Duel):
    def fit(self, rules: DuelRules, seats: int) -> None:
        super().fit(rules, min(seats, 3) if seats == 4 else seats)


@found_by("chance cannot be undone")
class LetsADieBeUndone(Duel):
    def reveals(self, before: State, event: Any, after: State) -> bool:
        return super().reveals(before, event, after) and not after.die
