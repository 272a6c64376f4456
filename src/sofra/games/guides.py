"""A first match, played before the reader's eyes: real rules, chosen dice and cards, and a sentence for every step.

A game offers one as its part ``guide``. What is drawn at a step is what the seat in front would see at a table, so a guide
cannot show what the rules do not allow: a move that is illegal or an outcome that chance cannot have raises.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sofra.core.asks import Chance, check_outcome
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame
from sofra.core.match import Match
from sofra.core.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step: ``text`` is a message about what lies on the table, with its ``fields``; ``move`` is what whoever is
    asked then does ("" at the last step)."""

    text: str
    move: str = ""
    fields: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Guide:
    """``seats`` players under these rules; ``chance`` are the outcomes in order; the reader sits on seat 0."""

    rules: HouseRules
    seats: int
    chance: tuple[tuple[int, ...], ...]
    lessons: tuple[Lesson, ...]

    def at(self, game: AnyGame, step: int) -> Match:
        """The match at a step (from 0), with every earlier move made and chance answered as far as the script goes."""
        match = Match(game, self.rules, self.seats)
        given = list(self.chance)
        _settle(match, given)
        for lesson in self.lessons[:step]:
            match.do(Act(match.asked[0], game.read(lesson.move)))
            _settle(match, given)
        return match


def _settle(match: Match, given: list[tuple[int, ...]]) -> None:
    while given and isinstance(ask := match.ask, Chance):
        match.do(Outcome(ask.label, check_outcome(ask, given.pop(0))))


def texts(lessons: Sequence[Lesson]) -> tuple[str, ...]:
    """The messages of a guide, for its catalogue."""
    return tuple(lesson.text for lesson in lessons)
