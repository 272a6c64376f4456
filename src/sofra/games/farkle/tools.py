"""Farkle's stateless helpers of the engine protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sofra.games.farkle import fields
from sofra.games.farkle.scoring import score_table
from sofra.games.parts import Tool

Fields = Mapping[str, Any]


def score(given: Fields) -> dict[str, Any]:
    """Points if exactly these dice may be set aside together, else None (F4)."""
    dice, rules = fields.dice(given["dice"]), fields.house_rules(given["rules"])
    return {"score": score_table(rules).score(dice)}


def keeps(given: Fields) -> dict[str, Any]:
    """Every legal set-aside of a throw once, best first (most points, then fewest dice); none is a Farkle (F2, F5)."""
    dice, rules = fields.dice(given["dice"]), fields.house_rules(given["rules"])
    found = score_table(rules).keeps(dice)
    order = sorted(found, key=lambda kept: (-found[kept], len(kept), kept))
    return {"keeps": [{"dice": list(kept), "score": found[kept]} for kept in order]}


def _tool(
    name: str, needs: tuple[str, ...], may_have: tuple[str, ...], run: Callable[[Fields], dict[str, Any]]
) -> Tool:
    def checked(given: Fields) -> Mapping[str, Any]:
        fields.check_names(name, given, needs, may_have)
        return run(given)

    return Tool(needs, may_have, checked)


TOOLS: Mapping[str, Tool] = {
    "farkle.score": _tool("farkle.score", ("dice", "rules"), (), score),
    "farkle.keeps": _tool("farkle.keeps", ("dice", "rules"), (), keeps),
}
