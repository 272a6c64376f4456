"""Everything that may be done in Rak's, by name: for programs that number their actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sofra.core.rules import HouseRules
from sofra.games.raks import moves
from sofra.games.raks.moves import (
    CHALLENGE,
    CLAIM_FORM,
    CONCEDE,
    NO_MOVE,
    PASS,
    PLACES,
    WITHDRAWS,
    Claim,
    Move,
    Show,
)
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules

if TYPE_CHECKING:
    from sofra.games.raks.view import RaksView

SHOW = "show"


class RaksActions:
    """Placements, answers and withdrawals as they are written; ``claim 17`` and ``show`` stand for the easiest right
    expression. A wrong claim, and a wrong answer to a challenge, have no name: they are worth no more than ``pass`` and
    ``concede``."""

    def names(self, rules: HouseRules, seats: int) -> tuple[str, ...]:
        every: tuple[Move, ...] = (NO_MOVE, PASS, CHALLENGE, CONCEDE, *PLACES, *WITHDRAWS)
        return (*map(moves.write, every), SHOW, *map(_claim, range(1, ZONES + 1)))

    def fill(self, view: RaksView, form: str) -> Mapping[str, Move]:
        right = reach(view.dice, RaksRules.read(view.rules).dice_use)
        if form == CLAIM_FORM:
            free = [zone for zone in right if view.board[zone - 1] is None]
            return {_claim(zone): Claim(right[zone][0], zone) for zone in free}
        return {SHOW: Show(right[view.zone][0])} if view.zone in right else {}


def _claim(zone: int) -> str:
    return f"claim {zone}"


ACTIONS = RaksActions()
