"""The choices within a turn of a solved game, by the text of the move, with the mover's chance to win."""

from __future__ import annotations

from sofra.core.errors import Illegal
from sofra.games.farkle import moves
from sofra.games.farkle.moves import Keep
from sofra.games.farkle.odds import HOT
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.standing import Standing, turn_of


def kept(here: Standing, total: int, dice: Throw) -> dict[str, float]:
    """Every set-aside of a throw made with ``total`` points at risk; {} for a Farkle."""
    if len(dice) < 6 and not total:
        raise Illegal("a turn begins with six dice; with fewer in hand some points are at risk already")
    turn, size = turn_of(here, total), len(dice)
    keeps = score_table(here.rules).keeps(dice)
    return {
        moves.write(Keep(kept)): turn.value(total + points, size - len(kept))
        for kept, points in keeps.items()
    }


def rolled_or_banked(here: Standing, total: int, left: int) -> dict[str, float]:
    """Roll or bank with ``left`` dice in hand (six with points at risk are hot dice); bank only where it is allowed."""
    if left < 6 and not total:
        raise Illegal("a turn begins with six dice; with fewer in hand some points are at risk already")
    turn = turn_of(here, total)
    place = HOT if left == 6 and total else left
    choices = {"roll": turn.roll(total, place)}
    if (bank := turn.bank(total, place)) is not None:
        choices["bank"] = bank
    return choices
