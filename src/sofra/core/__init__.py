"""The spine: a match is its house rules, its seats and a list of events; everything else is a fold of that list.

This package knows no game, needs only the standard library, and holds no clock, no I/O, no language and no
random generator of its own.
"""

from sofra.core.asks import Ask, Cards, Chance, Choice, Dice, Over, Result, check_outcome
from sofra.core.dealers import Dealer, Fast, Keyed, Manual, Scripted, seeded
from sofra.core.errors import Illegal, Malformed, SofraError, Turn, Unknown, Unsupported
from sofra.core.events import Act, Event, Outcome
from sofra.core.game import AnyGame, Facts, Game, Reason, Score
from sofra.core.match import Agreed, Entry, Match, StandIn, Undo
from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules, Option, choice, per_seat, switch, whole

__all__ = [
    "Act",
    "Agreed",
    "AnyGame",
    "Ask",
    "Cards",
    "Chance",
    "Choice",
    "Dealer",
    "Dice",
    "Entry",
    "Event",
    "Facts",
    "Fast",
    "Game",
    "HouseRules",
    "Illegal",
    "Keyed",
    "Malformed",
    "Manual",
    "Match",
    "Option",
    "Outcome",
    "Over",
    "Player",
    "Reason",
    "Result",
    "Score",
    "Scripted",
    "Sight",
    "SofraError",
    "StandIn",
    "Turn",
    "Undo",
    "Unknown",
    "Unsupported",
    "check_outcome",
    "choice",
    "per_seat",
    "seeded",
    "switch",
    "whole",
]
