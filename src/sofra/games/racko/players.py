"""Rack-O's computer players: who they are, how they play, what they say.

They see what their seat sees and get the same cards as you; they only choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from sofra.core.players import Player
from sofra.core.rules import HouseRules
from sofra.games.parts import Persona
from sofra.games.racko.expert import Expert
from sofra.games.racko.gaps import Bent, GapFiller, HomeSlots
from sofra.games.racko.rules import RackoRules

EAGER, DIGGER = 0.03, -0.03
"""How much likelier to be first, or less, a card on the discards seems to somebody only because it lies there."""


def _chain(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
    return GapFiller(cast(RackoRules, rules), Bent())


def _expert(lean: float = 0.0) -> Callable[[HouseRules, int], Player]:
    def make(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
        return Expert(cast(RackoRules, rules), lean=lean)

    return make


def _tidy(rules: HouseRules, seats: int) -> Player:
    return HomeSlots(cast(RackoRules, rules), seats)


PERSONAS: Mapping[str, Persona] = {
    "steady": Persona(
        key="steady",
        name="Archie",
        temperament="steady",
        skill="good",
        about="Counts every card that went by and takes the one that closes most gaps.",
        make=_chain,
        rating=70,
        pace=1.2,
        talk={
            "went rack o": ("Everything in its place.", "All in order."),
            "stalled": ("Nobody? Well, well.",),
        },
    ),
    "eager": Persona(
        key="eager",
        name="Dash",
        temperament="eager",
        skill="excellent",
        about="A card in the hand beats two in the pile: takes whatever fits.",
        make=_expert(EAGER),
        rating=205,
        pace=0.6,
        talk={
            "went rack o": ("Ha! Done!", "Too slow, everybody!"),
            "took": ("Mine!", "I'll have that one!"),
        },
    ),
    "digger": Persona(
        key="digger",
        name="Petra",
        temperament="stubborn",
        skill="very good",
        about="Leaves the discards to others and digs in the pile for the right card.",
        make=_expert(DIGGER),
        rating=145,
        pace=1.8,
        talk={
            "went rack o": ("Patience pays.", "I knew it was in there."),
            "tossed": ("Not that one.", "The next one, surely."),
        },
    ),
    "expert": Persona(
        key="expert",
        name="Minerva",
        temperament="thoughtful",
        skill="excellent",
        about="Reckons how likely each move makes her to be first, and watches what she gives away.",
        make=_expert(),
        rating=195,
        pace=1.4,
        talk={
            "went rack o": ("As planned.", "That was to be expected."),
            "stalled": ("Interesting.",),
        },
    ),
    "tidy": Persona(
        key="tidy",
        name="Tilly",
        temperament="tidy",
        skill="fair",
        about="Every number has its home slot, and that is all she looks at.",
        make=_tidy,
        rating=-690,
        pace=0.9,
        talk={
            "went rack o": ("All tidied up!", "There, now it is in order."),
            "stalled": ("So much mess!",),
        },
    ),
    "chain": Persona(
        key="chain",
        name="Chain",
        temperament="even",
        skill="good",
        about="The yardstick: fills the gaps of its best rising chain and never changes.",
        make=_chain,
        rating=70,
        pace=1.0,
    ),
}
