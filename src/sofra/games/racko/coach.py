"""Rack-O's coach: every choice with the chance to win the match and one reason, from the seat's own view.

The expert says how likely a move makes it to go first in this round (``expert.judge``); the totals say what that is worth
(``prospects.py``). Both are estimates and carry their error. Without a compiler the coach has nothing to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot
from random import Random
from typing import Any, cast

from sofra.core.players import Sight
from sofra.core.rules import HouseRules
from sofra.games.parts import Advice, Odds
from sofra.games.racko import because, expert, moves
from sofra.games.racko.prospects import after_nobody, after_round, before_round
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import line
from sofra.games.racko.stakes import stakes
from sofra.games.racko.state import State
from sofra.games.racko.state import totals as standings
from sofra.games.racko.view import RackoView

MOST = 20_000
SURE = 1e-9


@dataclass(frozen=True, slots=True)
class Budget:
    """How many worlds are looked at for an answer if nobody says otherwise, and how many a millisecond buys. Budgets are counted
    in worlds, so that an answer can be had again."""

    usual: int
    a_ms: float

    @classmethod
    def of(cls, rules: RackoRules, seats: int) -> Budget:
        """At most 100 ms of processor time with two players, with more a few ms and some 40 where somebody is out, and some
        200 ms where a run is needed and every round is played out."""
        if rules.min_run:
            return cls(160, 0.5)
        return cls(200, 2) if seats == 2 else cls(800, 15)

    def worlds(self, budget_ms: int | None, budget_sims: int | None) -> int:
        """The worlds that a budget buys."""
        in_time = self.usual if budget_ms is None else min(self.usual, int(budget_ms * self.a_ms))
        return min(MOST, max(8, in_time if budget_sims is None else budget_sims))


FIRST_ERROR, UNKNOWN_ERROR = 0.04, 0.3
"""The standard error of the chance to go first: a test holds it against rounds played; and where nothing is known of it."""


class RackoCoach:
    """Best first; the same view and budget get the same answer."""

    def advise(
        self, rules: HouseRules, sight: Sight, *, budget_ms: int | None = None, budget_sims: int | None = None
    ) -> Sequence[Advice]:
        """``budget_sims`` counts worlds (at least 8 are looked at)."""
        house, view = cast(RackoRules, rules), cast(RackoView, sight.view)
        worlds = Budget.of(house, view.seats).worlds(budget_ms, budget_sims)
        found = expert.judge(house, sight, worlds, Random(f"coach {view}"))
        if not found:
            return ()
        round_ = stakes(house, view, sight.seat)
        ranked = sorted(((round_.win(j.move, j.first), j) for j in found), key=lambda pair: -pair[0])
        best = ranked[0][1]
        advice = []
        for place, (win, judged) in enumerate(ranked):
            reach = abs(round_.won(judged.move, judged.first == 1.0) - round_.lost)
            behind = hypot(judged.se, best.se) * reach
            close = place > 0 and ranked[0][0] - win <= 2 * behind
            text, fields = (because.EQUAL, {}) if close else because.why(view, sight.seat, judged.move)
            sure = judged.first == 1.0 and round_.se == 0.0
            error = 0.0 if sure else max(1e-4, hypot(judged.se * reach, round_.se))
            advice.append(
                Advice(
                    moves.write(judged.move),
                    win,
                    error,
                    text,
                    tuple(fields.items()),
                    behind if place else None,
                )
            )
        return advice

    review_sims = 96
    """Worlds for each choice of a review: about 5 ms, with two players at most 50 ms, under ``min_run`` some 100 ms."""

    def chances(self, rules: HouseRules, state: Any, *, budget_sims: int | None = None) -> Odds:
        """Everybody's chances with all racks open. Where the expert has no judgement of the round being played, all are
        taken to be as likely to go, and the error says so."""
        house, now = cast(RackoRules, rules), cast(State, state)
        seats = now.round.table.seats
        totals = standings(now.round)[:2] if house.partners else standings(now.round)
        if now.phase in ("dealer", "deal"):
            wins, se = before_round(house, totals)
            return Odds(tuple(wins[seat % len(totals)] for seat in range(seats)), se)
        goes = expert.first(house, now)
        by_side = [0.0] * len(totals)
        for seat in range(seats):
            by_side[seat % len(totals)] += goes[seat] if goes else 1 / seats
        worth, se = after_round(house, totals)
        nobody = max(0.0, 1.0 - sum(by_side))
        if nobody > SURE:
            stalled, more = after_nobody(house, _stalled(now)[: len(totals)])
            by_side, worth, se = [*by_side, nobody], (*worth, stalled), hypot(se, more)
        wins = tuple(
            sum(p * worth[side][mine] for side, p in enumerate(by_side)) for mine in range(len(totals))
        )
        reach = max(max(column) - min(column) for column in zip(*worth, strict=True))
        error = hypot(se, (FIRST_ERROR if goes else UNKNOWN_ERROR) * reach)
        return Odds(tuple(wins[seat % len(totals)] for seat in range(seats)), max(1e-4, error))

    def prepare(self, rules: HouseRules, seats: int) -> bool:
        """Start the expert's program, if it never was. True once an answer would come at once."""
        return expert.prepare()


def _stalled(now: State) -> tuple[int, ...]:
    """The totals if nobody wins the round any more (O13) and the racks stay as they are."""
    round_ = now.round
    racks = tuple(rack.cards for rack in now.racks)
    points = line(round_.table.rules, racks, round_.out, None).points
    return standings(replace(round_, own=tuple(map(sum, zip(round_.own, points, strict=True)))))


COACH = RackoCoach()
