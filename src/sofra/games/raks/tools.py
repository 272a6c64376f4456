"""Rak's stateless helpers of the engine protocol: which zones a throw reaches, and what a board is worth."""

from __future__ import annotations

from typing import Any

from sofra.core.errors import Malformed
from sofra.games.raks import scoring
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import BEADS, ZONES, RaksRules
from sofra.games.tools import Fields, Tool, by_name, house_rules, is_whole, shown


def reach_of(given: Fields) -> dict[str, Any]:
    """Zone -> expressions of three dice, easiest first (R3)."""
    dice, rules = given["dice"], house_rules(RaksRules, given["rules"])
    if not isinstance(dice, list | tuple) or len(dice) != 3 or not all(_whole(die, 1, 6) for die in dice):
        raise Malformed(
            "dice must be a list of three faces such as {example}, not {value}",
            example="[2, 3, 5]",
            value=shown(dice),
        )
    return {"zones": {str(zone): list(texts) for zone, texts in reach(dice, rules.dice_use).items()}}


def score_of(given: Fields) -> dict[str, Any]:
    """Points and itemised reasons of each seat for a board (R10)."""
    rules, seats = house_rules(RaksRules, given["rules"]), given["seats"]
    if not _whole(seats, 2, 4):
        raise Malformed("seats must be a whole number from 2 to 4, not {value}", value=shown(seats))
    board = _board(given["board"], seats)
    reasons = [
        [{"points": reason.points, "what": reason.what.format(**dict(reason.fields))} for reason in items]
        for items in scoring.reasons(board, seats, rules)
    ]
    return {"scores": list(scoring.points(board, seats, rules)), "reasons": reasons}


def _board(value: Any, seats: int) -> tuple[int | None, ...]:
    if not isinstance(value, list | tuple) or len(value) != ZONES:
        raise Malformed("board must be a list of {zones} entries, each a seat or null", zones=ZONES)
    for zone, owner in enumerate(value, 1):
        if owner is not None and not _whole(owner, 0, seats - 1):
            raise Malformed(
                "zone {zone} of the board must hold a seat from 0 to {last} or null, not {value}",
                zone=zone,
                last=seats - 1,
                value=shown(owner),
            )
    for seat in range(seats):
        if value.count(seat) > BEADS:
            raise Malformed(
                "seat {seat} has {count} beads on the board; there are {beads}",
                seat=seat,
                count=value.count(seat),
                beads=BEADS,
            )
    return tuple(value)


def _whole(value: Any, low: int, high: int) -> bool:
    return is_whole(value) and low <= value <= high


TOOLS = by_name(
    Tool("raks.reach", ("dice", "rules"), (), reach_of),
    Tool("raks.score", ("board", "seats", "rules"), (), score_of),
)
