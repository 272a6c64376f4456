"""A player of Rak's who sees nothing: dice, beads and questions are known from spoken sentences alone, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from sofra.games.parts import Speak
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES

_FIELDS = ("name", "who", "dice", "zone", "expression", "points", "game", "placer", "loser")

_TOLD = {
    "threw": "{name}: threw {dice}",
    "placed": "{name}: placed a bead on {zone}",
    "off": "The challenge is upheld: the bead on {zone} comes off",
    "withdrawn": "{name}: the bead on {zone} is withdrawn",
    "claims": "{name}: claims {expression} = {zone}",
    "right": "Right: a bead for {zone}",
}
_ASKED = {
    "move": '{who}: place a bead on an open zone, or say "No move"',
    "show": "{who}: show how the dice make {zone}, or concede",
    "triple": "Triple! {who}: withdraw a bead",
    "failed": "{who}: pick the bead that the challenge costs {name}",
    "upheld": "{who}: withdraw one more bead",
    "wrong": "{who}: withdraw a bead for the wrong claim",
}


@dataclass
class Listener:
    """What somebody knows who only heard. ``me`` is how the own seat is called; ``question`` is what the last sentence
    asks ("" for nothing): "move", "placed", "passed", "show" or why a bead is withdrawn; ``zone`` and ``loser`` belong to it."""

    speak: Speak
    me: str
    dice: tuple[int, ...] = ()
    beads: dict[int, str] = field(default_factory=dict)
    question: str = ""
    zone: int = 0
    loser: str = ""
    _claimer: str = ""

    def __post_init__(self) -> None:
        turn = self.speak("Your turn")
        self._told = {kind: self._pattern(text) for kind, text in _TOLD.items()}
        self._asked = {kind: self._pattern(text, who=turn) for kind, text in _ASKED.items()}
        self._asked["placed"] = re.compile(re.escape(self.speak("Challenge it, or pass?")))
        self._asked["passed"] = self._pattern("Do you have a move with {dice}?")

    def _pattern(self, template: str, **known: str) -> re.Pattern[str]:
        marks = {name: f"@{name}@" for name in _FIELDS} | known
        text = re.escape(self.speak(template, **marks))
        kinds = {"dice": r"[1-6](?:\s[1-6])*", "zone": r"\d+", "expression": r"[^=]+?"}
        for name in _FIELDS:
            text = text.replace(f"@{name}@", rf"(?P<{name}>{kinds.get(name, '[^:.()]+?')})")
        return re.compile(text + r"(?![0-9])(?:\.|\)|$|(?<=[?;])|(?=,))" if template.endswith("}") else text)

    def hear(self, sentences: Iterable[str]) -> None:
        """Take in what was said, oldest first."""
        for sentence in sentences:
            self._happened(sentence)
            self.question = ""
            for kind, pattern in self._asked.items():
                if found := pattern.search(sentence):
                    self.question = kind
                    given = found.groupdict()
                    self.zone = int(given["zone"]) if given.get("zone") else self.zone
                    self.loser = given.get("name") or self.me

    def _happened(self, sentence: str) -> None:
        found = [
            (match.start(), kind, match.groupdict())
            for kind, pattern in self._told.items()
            for match in pattern.finditer(sentence)
        ]
        for _, kind, given in sorted(found, key=lambda one: one[0]):
            if kind == "threw":
                self.dice = tuple(map(int, given["dice"].split()))
            elif kind == "claims":
                self._claimer = given["name"].strip()
            elif kind == "right":
                self.beads[int(given["zone"])] = self._claimer
            elif kind == "placed":
                self.zone = int(given["zone"])
                self.beads[self.zone] = given["name"].strip()
            else:
                del self.beads[int(given["zone"])]

    @property
    def open(self) -> list[int]:
        """The zones without a bead."""
        return [zone for zone in range(1, ZONES + 1) if zone not in self.beads]

    def of(self, name: str) -> list[int]:
        """Where somebody has beads."""
        return sorted(zone for zone, owner in self.beads.items() if owner == name)

    def ways(self, use: str) -> dict[int, str]:
        """Open zones that the dice make, each with an expression."""
        return {zone: texts[0] for zone, texts in reach(self.dice, use).items() if zone not in self.beads}
