"""Everything that may be done in Rack-O, by name: for programs that number their actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sofra.core.rules import HouseRules
from sofra.games.racko import moves
from sofra.games.racko.moves import DRAW, PUTS, PUTS_RACK_O, RACK_O, TAKE, TOSS, TOSS_RACK_O, Move


class RackoActions:
    """``take``, ``draw``, ``toss``, a ``put`` for each slot, and behind them the same with a call of Rack-O."""

    def names(self, rules: HouseRules, seats: int) -> tuple[str, ...]:
        every: tuple[Move, ...] = (TAKE, DRAW, TOSS, *PUTS, RACK_O, TOSS_RACK_O, *PUTS_RACK_O)
        return tuple(map(moves.write, every))

    def fill(self, view: Any, form: str) -> Mapping[str, Any]:
        """Nothing is made up in Rack-O."""
        return {}


ACTIONS = RackoActions()
