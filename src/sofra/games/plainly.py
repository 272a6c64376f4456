"""Plain stand-ins for the parts a box does not hold: a game with nothing but rules still speaks and has an opponent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from sofra.core.plain import plain, told
from sofra.core.players import Sight
from sofra.core.rules import HouseRules
from sofra.games.parts import Names, Persona, Speak


class PlainWords:
    """Says fields and values as they are called in the game's own code."""

    def __init__(self, key: str) -> None:
        self._key = key

    def name(self, speak: Speak) -> str:
        return speak(self._key.capitalize())

    def summary(self, speak: Speak) -> str:
        return ""

    def asked(self, view: Any, speak: Speak, names: Names) -> str:
        return ""

    def say(self, tell: Any, speak: Speak, names: Names) -> str:
        item = told(tell)
        what = item.pop("what")
        return _line(
            f"{names[seat]}: {what}" if isinstance(seat := item.pop("seat", None), int) else what, item
        )

    def move(self, move: str, speak: Speak) -> str:
        return move

    def board(self, view: Any, speak: Speak, names: Names) -> str:
        return "\n".join(f"{key.replace('_', ' ')}: {_text(value)}" for key, value in plain(view).items())

    def card(self, rules: HouseRules, seats: int, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
        lines = [f"{o.meaning}: {o.write(getattr(rules, o.name))}" for o in rules.options()]
        return [(self.name(speak), lines)]


def _line(head: str, rest: Mapping[str, Any]) -> str:
    tail = ", ".join(f"{key.replace('_', ' ')} {_text(value)}" for key, value in rest.items())
    return f"{head} ({tail})" if tail else head


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(_text, value))
    return "–" if value is None else str(value)


class CarelessPlayer:
    """Takes any move that is offered."""

    def choose(self, sight: Sight, rng: Random) -> Any:
        return rng.choice(sight.moves)


PLAIN_PERSONAS: Mapping[str, Persona] = {
    "careless": Persona(
        key="careless",
        name="Careless",
        temperament="careless",
        skill="none",
        about="Takes any move that is allowed.",
        make=lambda rules, seats: CarelessPlayer(),
    )
}
