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
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.rules import RackoRules

BENTS: Mapping[str, Bent] = {
    "steady": Bent(),
    "eager": Bent(patience=4, appetite=-0.05, looks=False),
    "digger": Bent(patience=5, appetite=-0.4),
    "chain": Bent(),
}


def _of(bent: Bent) -> Callable[[HouseRules, int], Player]:
    def make(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
        return GapFiller(cast(RackoRules, rules), bent)

    return make


def _expert(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
    return Expert(cast(RackoRules, rules))


PERSONAS: Mapping[str, Persona] = {
    "steady": Persona(
        key="steady",
        name="Archie",
        temperament="steady",
        skill="very good",
        about="Counts every card that went by and takes the one that closes most gaps.",
        make=_of(BENTS["steady"]),
        rating=75,
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
        skill="good",
        about="A card in the hand beats two in the pile: takes whatever fits.",
        make=_of(BENTS["eager"]),
        rating=-90,
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
        skill="fair",
        about="Leaves the discards to others and digs in the pile for the right card.",
        make=_of(BENTS["digger"]),
        rating=-235,
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
        make=_expert,
        rating=170,
        pace=1.4,
        talk={
            "went rack o": ("As planned.", "That was to be expected."),
            "stalled": ("Interesting.",),
        },
    ),
    "chain": Persona(
        key="chain",
        name="Chain",
        temperament="even",
        skill="very good",
        about="The yardstick: fills the gaps of its best rising chain and never changes.",
        make=_of(BENTS["chain"]),
        rating=75,
        pace=1.0,
    ),
}
