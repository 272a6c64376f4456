"""Everything that may be done in Farkle, by name: for programs that number their actions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Any

from sofra.core.rules import HouseRules
from sofra.games.farkle import moves
from sofra.games.farkle.moves import BANK, ROLL, TAKE_OVER, Keep, Move
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table


class FarkleActions:
    """``roll``, ``bank``, ``take over``, and a ``keep`` for every set of dice that scores under the house rules."""

    def names(self, rules: HouseRules, seats: int) -> tuple[str, ...]:
        assert isinstance(rules, FarkleRules)
        table = score_table(rules)
        sets = [dice for count in range(1, 7) for dice in combinations_with_replacement(range(1, 7), count)]
        keeps = [Keep(dice) for dice in sets if table.score(dice) is not None]
        every: tuple[Move, ...] = (ROLL, BANK, TAKE_OVER, *keeps)
        return tuple(map(moves.write, every))

    def fill(self, view: Any, form: str) -> Mapping[str, Any]:
        """Nothing is made up in Farkle."""
        return {}


ACTIONS = FarkleActions()
