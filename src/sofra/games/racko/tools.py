"""Rack-O's stateless helper of the engine protocol: ``racko.score``."""

from __future__ import annotations

from typing import Any

from sofra.core.errors import Illegal, Malformed
from sofra.games.racko.play import phrase
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Cards, ascending, items, may_go
from sofra.games.tools import Fields, Tool, by_name, house_rules, is_whole, shown


def score(given: Fields) -> dict[str, Any]:
    """Points of one rack at the end of a round, with reasons (O6, O10). The caller's bonus counts under ``bonus_runs``
    caller and team; what a partner adds under team is another rack's score. Illegal where the rack may not go (O5, O8).
    """
    cards, rules = _rack(given["rack"]), house_rules(RackoRules, given["rules"])
    went = given["caller"]
    if not isinstance(went, bool):
        raise Malformed("caller must be true or false, not {value}", value=shown(went))
    if went and not may_go(cards, rules.min_run):
        if ascending(cards):
            raise Illegal("Rack-O needs {least} consecutive numbers in the rack", least=rules.min_run)
        raise Illegal("that is no Rack-O: the rack would not be in order")
    found = items(rules, cards, went=went, bonus=went and rules.bonus_runs != "off")
    reasons = [{"points": item.points, "what": phrase(item)} for item in found]
    return {"score": sum(item.points for item in found), "reasons": reasons}


def _rack(value: Any) -> Cards:
    """Ten different cards, 1 to 60, from slot 5 to slot 50."""
    if not isinstance(value, list | tuple) or len(value) != 10:
        raise Malformed(
            "rack must be a list of ten cards from slot 5 to slot 50, not {value}", value=shown(value)
        )
    for card in value:
        if not is_whole(card) or not 1 <= card <= 60:
            raise Malformed("a card is a whole number from 1 to 60, not {value}", value=shown(card))
    if len(set(value)) < 10:
        raise Malformed("rack must hold ten different cards, not {value}", value=shown(value))
    return tuple(value)


TOOLS = by_name(Tool("racko.score", ("rack", "rules", "caller"), (), score))
