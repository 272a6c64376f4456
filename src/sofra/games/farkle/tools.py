"""Farkle's stateless helpers of the engine protocol."""

from __future__ import annotations

from typing import Any

from sofra.core.errors import Malformed
from sofra.games.farkle import fields
from sofra.games.farkle.choices import kept, rolled_or_banked
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.standing import MOST_POINTS, standing
from sofra.games.farkle.turns import STEP
from sofra.games.tools import Fields, Tool, by_name, house_rules


def score(given: Fields) -> dict[str, Any]:
    """Points if exactly these dice may be set aside together, else None (F4)."""
    dice, rules = fields.dice(given["dice"]), house_rules(FarkleRules, given["rules"])
    return {"score": score_table(rules).score(dice)}


def keeps(given: Fields) -> dict[str, Any]:
    """Every legal set-aside of a throw once, best first (most points, then fewest dice); none is a Farkle (F2, F5)."""
    dice, rules = fields.dice(given["dice"]), house_rules(FarkleRules, given["rules"])
    found = score_table(rules).keeps(dice)
    order = sorted(found, key=lambda kept: (-found[kept], len(kept), kept))
    return {"keeps": [{"dice": list(kept), "score": found[kept]} for kept in order]}


def value(given: Fields) -> dict[str, Any]:
    """The exact chances of mover and other at the start of the mover's turn."""
    here = standing(given)
    win = here.solution().win(here.mover, here.other)
    return {"win": [win, 1.0 - win]}


def plan(given: Fields) -> dict[str, Any]:
    """Every choice of the mover within its turn with the chance to win, best first: what to keep of ``dice`` just
    thrown, or whether to bank or roll with ``left`` dice in hand (none for a throw that is a Farkle)."""
    here = standing(given)
    total = fields.number("turn", given.get("turn", 0), 0, MOST_POINTS, STEP)
    if ("dice" in given) == ("left" in given):
        raise Malformed("give either dice (just thrown) or left (dice in hand), not both and not neither")
    if "dice" in given:
        choices = kept(here, total, fields.dice(given["dice"]))
    else:
        choices = rolled_or_banked(here, total, fields.number("left", given["left"], 1, 6))
    ranked = sorted(choices.items(), key=lambda choice: (-choice[1], choice[0]))
    return {"choices": [{"move": move, "win": win} for move, win in ranked]}


TOOLS = by_name(
    Tool("farkle.score", ("dice", "rules"), (), score),
    Tool("farkle.keeps", ("dice", "rules"), (), keeps),
    Tool("farkle.value", ("scores", "rules"), ("on_board", "farkles"), value),
    Tool("farkle.plan", ("scores", "rules"), ("on_board", "farkles", "turn", "dice", "left"), plan),
)
