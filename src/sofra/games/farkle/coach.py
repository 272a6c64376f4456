"""Farkle's coach: every legal choice with the chance to win and one reason, from the seat's own view."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

from sofra.core.players import Sight
from sofra.core.rules import HouseRules
from sofra.games.farkle import background, because, moves
from sofra.games.farkle.judge import EQUAL, banks_next, judge, leads_to
from sofra.games.farkle.moves import Keep, Move
from sofra.games.farkle.outlook import outlook
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.view import FarkleView
from sofra.games.parts import Advice, Odds


class FarkleCoach:
    """Exact for two players wherever a table is at hand; otherwise estimates that carry their error."""

    def advise(
        self, rules: HouseRules, sight: Sight, *, budget_ms: int | None = None, budget_sims: int | None = None
    ) -> Sequence[Advice]:
        """Best first. The budgets do not matter: one answer takes milliseconds and is the same every time."""
        house, view = cast(FarkleRules, rules), cast(FarkleView, sight.view)
        found = judge(house, view, sight.seat, sight.moves)
        if not found.wins:
            return ()
        best = found.wins[0][1]
        advice = []
        for place, (move, win) in enumerate(found.wins):
            equal = place > 0 and best - win < EQUAL
            text, fields = (
                (because.EQUAL_CHOICE, {})
                if equal and view.seats > 1
                else self._why(house, sight, move, place == 0)
            )
            advice.append(Advice(moves.write(move), win, found.se, text, tuple(fields.items())))
        return advice

    def prepare(self, rules: HouseRules, seats: int) -> bool:
        """To be called when a table is set up: see to it, beside this process, that the coach will be exact for it, and
        have what is at hand loaded, so that the first answer is as quick as the others. True if nothing has to be
        waited for (there may be nothing exact: more players, or rules without a solution)."""
        house = cast(FarkleRules, rules)
        ready = seats != 2 or house.pass_on or background.begin(house)
        if seats > 1:
            _load(house, seats, ready)
        return ready

    review_sims = None
    """A position of a review costs milliseconds."""

    def chances(self, rules: HouseRules, state: Any, *, budget_sims: int | None = None) -> Odds:
        """Everybody's chances in a state of a match between two or more."""
        return outlook(cast(FarkleRules, rules), state)

    def _why(self, rules: FarkleRules, sight: Sight, move: Move, best: bool) -> because.Because:
        view = sight.view
        after = leads_to(rules, view, move)
        bank_next = isinstance(move, Keep) and banks_next(rules, view, sight.seat, *after)
        return because.why(rules, view, sight.seat, move, after, best=best, bank_next=bank_next)


@lru_cache(maxsize=64)
def _load(rules: FarkleRules, seats: int, ready: bool) -> None:  # noqa: ARG001
    """Look at the start of a match once: that reads the table and writes out the steps of a turn. Once more when
    the table has become ``ready``."""
    outlook(rules, FARKLE.start(rules, seats))


COACH = FarkleCoach()
