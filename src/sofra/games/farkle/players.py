"""Farkle's computer players: who they are, how they play, what they say.

Skill and temperament are two things: each plays by the same exact tables of a turn, with an appetite of its own for risk
and a closeness of judgement of its own. They see what everybody sees and throw the same dice as you; they only choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from sofra.core.players import Player
from sofra.core.rules import HouseRules
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.temper import Temper, TemperPlayer
from sofra.games.farkle.turns import Appetite
from sofra.games.parts import Persona

TEMPERS: Mapping[str, Temper] = {
    "careful": Temper(Appetite(fear=1.2), margin=0, hurry=0.4, slip=10.0),
    "steady": Temper(Appetite(), margin=100, hurry=0.2, slip=0.0),
    "bold": Temper(Appetite(fear=-0.5), margin=350, hurry=0.1, slip=10.0),
    "showoff": Temper(Appetite(fear=-0.1, thrill=500.0), margin=600, hurry=0.0, slip=60.0),
}


def _of(temper: Temper) -> Callable[[HouseRules, int], Player]:
    def make(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
        return TemperPlayer(cast(FarkleRules, rules), temper)

    return make


PERSONAS: Mapping[str, Persona] = {
    "careful": Persona(
        key="careful",
        name="Penny",
        temperament="careful",
        skill="good",
        about="Banks early and sleeps well. Many small turns make a long way.",
        make=_of(TEMPERS["careful"]),
        pace=1.6,
        talk={
            "banked": ("Safe is safe.", "A little more in the jar."),
            "farkled": ("I knew I should have stopped.", "Oh dear."),
        },
    ),
    "steady": Persona(
        key="steady",
        name="Sandy",
        temperament="steady",
        skill="very good",
        about="Takes the choice that brings most points on average, every time.",
        make=_of(TEMPERS["steady"]),
        pace=1.0,
        talk={
            "banked": ("That will do.", "On we go."),
            "farkled": ("That happens.", "It was the right roll all the same."),
        },
    ),
    "bold": Persona(
        key="bold",
        name="Blaze",
        temperament="bold",
        skill="good",
        about="Rolls on where others stop, and laughs either way.",
        make=_of(TEMPERS["bold"]),
        pace=0.6,
        talk={
            "banked": ("Enough for now!", "Write that down!"),
            "farkled": ("Worth it!", "Next time for sure!"),
        },
    ),
    "showoff": Persona(
        key="showoff",
        name="Dazzle",
        temperament="show-off",
        skill="fair",
        about="Loves hot dice more than points and a big finish more than both.",
        make=_of(TEMPERS["showoff"]),
        pace=2.0,
        talk={
            "banked": ("Did everybody see that?", "Applause, please!"),
            "farkled": ("All part of the show.", "The dice are jealous."),
        },
    ),
}
