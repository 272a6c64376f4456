"""Rak's computer players: who they are, what they can, what they say.

Skill (how much of the arithmetic they see) and temperament (how they bluff and doubt) are two things. They see what
everybody sees; all open zones are offered to them, and they have to find the sums themselves.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import cast

from sofra.core.players import Player
from sofra.core.rules import HouseRules
from sofra.games.parts import Persona
from sofra.games.raks.judgement import Mood
from sofra.games.raks.mind import RaksMind, Temper
from sofra.games.raks.perception import Skill
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.strong import StrongMind

SKILLS: Mapping[str, Skill] = {
    "novice": Skill(horizon=1.8, spread=0.4, slip=0.05, noise=0.8, insight=0.0),
    "learner": Skill(horizon=1.95, spread=0.4, slip=0.04, noise=0.6, insight=0.2),
    "player": Skill(horizon=2.2, spread=0.4, slip=0.03, noise=0.4, insight=0.45),
    "expert": Skill(horizon=2.5, spread=0.45, slip=0.015, noise=0.2, insight=0.7),
    "professor": Skill(horizon=3.0, spread=0.5, slip=0.0, noise=0.0, insight=1.0),
}
"""From the least to the best."""

LADDER = tuple(SKILLS)


def made(skill: Skill, temper: Temper) -> Callable[[HouseRules, int], Player]:
    """A maker of players of this skill and temperament."""

    def make(rules: HouseRules, seats: int) -> Player:
        return RaksMind(cast(RaksRules, rules), seats, skill, temper)

    return make


def strong(mood: Mood) -> Callable[[HouseRules, int], Player]:
    """A maker of strong players with the best eyes and this mood: a bold or a wary one is a person, not a weak program."""

    def make(rules: HouseRules, seats: int) -> Player:
        return StrongMind(cast(RaksRules, rules), seats, SKILLS["professor"], mood)

    return make


EVEN = Temper()
"""Neither trusting nor suspicious, bluffs when it pays well."""

TEMPERS: Mapping[str, Temper] = {
    "trusting": Temper(honesty=1.6, suspicion=0.07, caution=0.4, spite=0.0),
    "curious": Temper(honesty=1.0, suspicion=0.1, caution=0.2, spite=0.1),
    "even": EVEN,
    "strict": Temper(honesty=3.0, suspicion=0.12, caution=0.1, spite=0.0),
}


MOODS: Mapping[str, Mood] = {
    "balanced": Mood(),
    "cheeky": Mood(shame=-2.5, patience=0.8),
    "suspicious": Mood(caution=-1.5, suspicion=0.1),
    "sharp": Mood(appetite=0.8, spite=0.6),
    "strict": Mood(shame=9.0),
}
"""Temperaments of the strong player, by name."""


MEASURED: Mapping[str, Mapping[str, int]] = json.loads(
    Path(__file__).with_name("ladder.json").read_text(encoding="utf-8")
)["raks"]
"""What ``sofra ladder raks --games 120 --json`` found, by key: all that a picker says of strength comes from it."""


def _persona(
    key: str,
    name: str,
    skill: str,
    temper: str,
    level: str,
    *,
    about: str,
    pace: float,
    **talk: tuple[str, ...],
) -> Persona:
    occasions = {occasion.replace("_", " "): lines for occasion, lines in talk.items()}
    return Persona(
        key=key,
        name=name,
        temperament=temper,
        skill=level,
        about=about,
        make=(strong(MOODS[temper]) if skill == "strong" else made(SKILLS[skill], TEMPERS[temper])),
        pace=pace,
        rating=5 * round(MEASURED[key]["rating"] / 5),
        talk=occasions,
    )


PERSONAS: Mapping[str, Persona] = {
    persona.key: persona
    for persona in (
        _persona(
            "novice",
            "Pip",
            "novice",
            "trusting",
            "beginner",
            about="Adds gladly, multiplies sometimes, and believes what you say.",
            pace=2.0,
            conceded=("Oops. I counted on my fingers.",),
            stood=("Is that really mine now?",),
        ),
        _persona(
            "learner",
            "Robin",
            "learner",
            "curious",
            "fair",
            about="Finds a little more in every throw, and likes to ask how you did it.",
            pace=1.8,
            conceded=("I was sure it worked.",),
            challenged=("Show me, I want to learn!",),
        ),
        _persona(
            "player",
            "Dora",
            "player",
            "even",
            "good",
            about="Plays soundly, bluffs now and then, and doubts when it pays.",
            pace=1.4,
            shown=("There you are.",),
            conceded=("Fair enough.",),
        ),
        _persona(
            "bluffer",
            "Fox",
            "strong",
            "cheeky",
            "excellent",
            about="Puts beads where they look best, with or without a reason. Ask, or let it stand.",
            pace=1.2,
            stood=("Nobody asked.", "A lovely spot."),
            conceded=("It was worth a try!",),
            shown=("You really thought I bluffed?",),
        ),
        _persona(
            "doubter",
            "Thomas",
            "strong",
            "suspicious",
            "excellent",
            about="Believes a bead when it is explained, and not before.",
            pace=1.6,
            challenged=("I should like to see that.",),
            shown=("Everything in order, as always.",),
        ),
        _persona(
            "expert",
            "Iris",
            "strong",
            "sharp",
            "excellent",
            about="Sees most of what the dice can do, breaks your runs, and remembers who doubted her.",
            pace=1.2,
            shown=("With pleasure.",),
            challenged=("I don't see it. Do you?",),
        ),
        _persona(
            "professor",
            "Professor Sum",
            "strong",
            "strict",
            "excellent",
            about="Hardly misses an expression and never invents one. At his best between two.",
            pace=2.0,
            shown=("As you can easily check.", "A matter of order and brackets."),
            challenged=("Kindly write it on the board.",),
        ),
        _persona(
            "master",
            "Countess Ada",
            "strong",
            "balanced",
            "excellent",
            about="Weighs every string and your next throw, bluffs as often as it pays, and asks as often as it should.",
            pace=1.6,
            shown=("The numbers do not lie. I might.",),
            conceded=("You were right to ask.",),
            challenged=("That one I should like to see.",),
        ),
        _persona(
            "yardstick",
            "Ruler",
            "professor",
            "strict",
            "very good",
            about="The yardstick: takes what is worth most on the board as it lies, and never changes.",
            pace=1.0,
        ),
    )
}
"""The computer players by key, in the order of a picker."""

MESSAGES = tuple(
    dict.fromkeys(
        message
        for persona in PERSONAS.values()
        for message in (
            persona.name,
            persona.temperament,
            persona.skill,
            persona.about,
            *(line for lines in persona.talk.values() for line in lines),
        )
    )
)
"""Every message above, for the catalogues."""
