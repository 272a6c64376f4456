"""Rack-O's stateless helper of the engine protocol: ``racko.score``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sofra.core.errors import Illegal, Malformed
from sofra.games.parts import Tool
from sofra.games.racko.play import phrase
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Cards, ascending, items, may_go

Fields = Mapping[str, Any]

_NEEDS = ("rack", "rules", "caller")


def score(given: Fields) -> dict[str, Any]:
    """Points of one rack at the end of a round, with reasons (O6, O10). The caller's bonus counts under ``bonus_runs``
    caller and team; what a partner adds under team is another rack's score. Illegal where the rack may not go (O5, O8).
    """
    _check_names(given)
    cards, rules = _rack(given["rack"]), _house_rules(given["rules"])
    went = given["caller"]
    if not isinstance(went, bool):
        raise Malformed("caller must be true or false, not {value}", value=_show(went))
    if went and not may_go(cards, rules.min_run):
        if ascending(cards):
            raise Illegal("Rack-O needs {least} consecutive numbers in the rack", least=rules.min_run)
        raise Illegal("that is no Rack-O: the rack would not be in order")
    found = items(rules, cards, went=went, bonus=went and rules.bonus_runs != "off")
    reasons = [{"points": item.points, "what": phrase(item)} for item in found]
    return {"score": sum(item.points for item in found), "reasons": reasons}


def _check_names(given: Fields) -> None:
    for name in given:
        if name not in _NEEDS:
            raise Malformed(
                'racko.score knows no field "{field}"; it takes {allowed}',
                field=str(name)[:40],
                allowed=", ".join(_NEEDS),
            )
    for name in _NEEDS:
        if name not in given:
            raise Malformed('racko.score needs the field "{field}"', field=name)


def _show(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)[:80]


def _rack(value: Any) -> Cards:
    """Ten different cards, 1 to 60, from slot 5 to slot 50."""
    if not isinstance(value, list | tuple) or len(value) != 10:
        raise Malformed(
            "rack must be a list of ten cards from slot 5 to slot 50, not {value}", value=_show(value)
        )
    for card in value:
        if not isinstance(card, int) or isinstance(card, bool) or not 1 <= card <= 60:
            raise Malformed("a card is a whole number from 1 to 60, not {value}", value=_show(card))
    if len(set(value)) < 10:
        raise Malformed("rack must hold ten different cards, not {value}", value=_show(value))
    return tuple(value)


def _house_rules(value: Any) -> RackoRules:
    if not isinstance(value, Mapping):
        raise Malformed(
            "rules must be an object of house rules such as {example}, not {value}",
            example='{"target": 350}',
            value=_show(value),
        )
    return RackoRules.of(value)


TOOLS: Mapping[str, Tool] = {"racko.score": Tool(_NEEDS, (), score)}
