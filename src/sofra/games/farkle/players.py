"""Farkle's computer players: who they are, how they play, what they say.

Skill and temperament are two things: each plays by the same exact tables of a turn, with an appetite of its own for risk
and a closeness of judgement of its own. They see what everybody sees and throw the same dice as you; they only choose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import cast

from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules
from sofra.games.farkle.judge import judge
from sofra.games.farkle.moves import Move
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


class ExactPlayer:
    """Plays the choice with the best chance to win: exact for two, the best estimate for more."""

    def __init__(self, rules: FarkleRules) -> None:
        self.rules = rules

    def choose(self, sight: Sight, rng: Random) -> Move:
        """The best of the moves offered; of equals the one that leaves more dice."""
        if len(sight.moves) == 1:
            only: Move = sight.moves[0]
            return only
        return judge(self.rules, sight.view, sight.seat, sight.moves).wins[0][0]


def _expert(rules: HouseRules, seats: int) -> Player:  # noqa: ARG001
    return ExactPlayer(cast(FarkleRules, rules))


PERSONAS: Mapping[str, Persona] = {
    "careful": Persona(
        key="careful",
        name="Penny",
        temperament="careful",
        skill="good",
        about="Banks early and sleeps well. Many small turns make a long way.",
        make=_of(TEMPERS["careful"]),
        pace=1.6,
        rating=5,
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
        rating=25,
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
        rating=-15,
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
        rating=-45,
        talk={
            "banked": ("Did everybody see that?", "Applause, please!"),
            "farkled": ("All part of the show.", "The dice are jealous."),
        },
    ),
    "expert": Persona(
        key="expert",
        name="Professor Six",
        temperament="patient",
        skill="perfect for two players",
        about="Knows the chance to win at every score, and takes the choice with the best one.",
        make=_expert,
        pace=1.3,
        rating=30,
        talk={
            "banked": ("As calculated.", "That is worth a note."),
            "farkled": ("A rare event, and yet it happens.", "The choice was right; the dice were not."),
        },
    ),
}
