"""What Rak's says: whose turn it is, what happened, what a button does. Reads views and tells only.

Silence about truth (R4): the sentence of a placement is made of its seat and its zone alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sofra.core.rules import HouseRules
from sofra.games.parts import Names, Speak
from sofra.games.raks import card, headline, sayings
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.moves import Challenge, Claim, Concede, NoMove, Place, Show, Withdraw, read
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.sayings import faces, winners
from sofra.games.raks.view import RaksView

MARKS = ("A", "B", "C", "D")
"""The letter of each seat's beads."""


class RaksWords:
    """Implements ``sofra.games.parts.Words``."""

    def name(self, speak: Speak) -> str:
        return speak("Rak's")

    def summary(self, speak: Speak) -> str:
        return speak("Three dice, thirty-six zones: calculate, bluff, and catch the others at it.")

    def asked(self, view: RaksView, speak: Speak, names: Names) -> str:
        if view.phase == "over":
            return winners(view.winners, speak, names)
        if view.phase == "start":
            return speak("Everybody throws a die: the highest starts")
        if view.phase in ("placed", "passed"):
            return headline.window(view, speak, names)
        return headline.turn(view, speak, names)

    def thrower(self, view: RaksView) -> int | None:
        """Whose throw it is while three dice are to be thrown."""
        return view.mover if view.phase == "throw" else None

    def say(self, tell: Any, speak: Speak, names: Names) -> str:
        return sayings.say(tell, self.move, speak, names)

    def move(self, move: str, speak: Speak) -> str:
        made = read(move)
        if isinstance(made, Place):
            return speak("Place a bead on {zone}", zone=made.zone)
        if isinstance(made, Withdraw):
            return speak("Withdraw the bead on {zone}", zone=made.zone)
        if isinstance(made, Claim):
            return speak(
                "I have a move: {expression} = {zone}", expression=pretty(made.expression), zone=made.zone
            )
        if isinstance(made, Show):
            return speak("Show {expression}", expression=pretty(made.expression))
        if isinstance(made, Challenge):
            return speak("Challenge")
        if isinstance(made, Concede):
            return speak("Concede")
        return speak("No move") if isinstance(made, NoMove) else speak("Pass")

    def board(self, view: RaksView, speak: Speak, names: Names) -> str:
        lines = []
        for first in range(0, 36, 6):
            cells = [
                f"{zone:>3}{' ' if owner is None else MARKS[owner]}"
                for zone, owner in enumerate(view.board[first : first + 6], first + 1)
            ]
            lines.append("".join(cells).rstrip())
        lines += [
            speak(
                "{mark} {name}: points {points}, beads in hand {supply}",
                mark=MARKS[seat],
                name=names[seat],
                points=view.points[seat] + view.earlier[seat],
                supply=view.supply[seat],
            )
            for seat in range(view.seats)
        ]
        if view.games > 1:
            won = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(view.won))
            lines.append(
                speak("Game {game} of {games}; games won: {won}", game=view.game, games=view.games, won=won)
            )
        if view.dice:
            lines.append(speak("Dice: {dice}", dice=faces(view.dice)))
        if view.zone and view.phase in ("placed", "show"):
            lines.append(speak("The bead in question: {zone}", zone=view.zone))
        return "\n".join(lines)

    def card(self, rules: HouseRules, seats: int, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
        assert isinstance(rules, RaksRules)
        return card.sections(rules, speak)


def zone_name(zone: int, view: RaksView, speak: Speak, names: Names, *, pattern: str) -> str:
    """A zone as it is spoken: "17, Ayşe, striped", "18, open"; ``pattern`` is that of the owner's beads, in words."""
    owner = view.board[zone - 1]
    if owner is None:
        return speak("{zone}, open", zone=zone)
    if zone == view.zone and view.phase in ("placed", "show"):
        return speak("{zone}, {name}, {pattern}, in question", zone=zone, name=names[owner], pattern=pattern)
    return speak("{zone}, {name}, {pattern}", zone=zone, name=names[owner], pattern=pattern)


MESSAGES = ("beads on the board", "run of {count} from {first} to {last}", "earlier games")
"""Messages that reach ``speak`` by value: score reasons."""

WORDS = RaksWords()
