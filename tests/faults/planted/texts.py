"""Faults in the texts of moves, records and house rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sofra.core import (
    Chance,
    Illegal,
    Malformed,
)
from tests.faults.duel import (
    Duel,
    DuelRules,
    Play,
    Rest,
    State,
)
from tests.faults.planting import found_by


@found_by("moves round trip")
class WritesTwoSpaces(Duel):
    def write(self, move: Any) -> str:
        return super().write(move).replace(" ", "  ")

    def read(self, text: str) -> Any:
        return super().read(text.replace("  ", " "))


@found_by("moves round trip")
class WritesAComment(Duel):
    def write(self, move: Any) -> str:
        return f"#{move.card}" if isinstance(move, Play) else super().write(move)

    def read(self, text: str) -> Any:
        return super().read(f"play {text[1:]}" if text.startswith("#") else text)


@found_by("wrong texts are malformed")
class StumblesOverNumbers(Duel):
    def read(self, text: str) -> Any:
        return Play(int(text[5:])) if text.startswith("play ") else super().read(text)


@found_by("wrong texts are malformed")
class ReadsAnythingAsRest(Duel):
    def read(self, text: str) -> Any:
        try:
            return super().read(text)
        except Malformed:
            return Rest()


@found_by("wrong texts are malformed")
class CallsNonsenseIllegal(Duel):
    def read(self, text: str) -> Any:
        try:
            return super().read(text)
        except Malformed as error:
            raise Illegal("that is no move of this game") from error


@found_by("records round trip")
class HasALabelThatNoRecordTakes(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return replace(ask, label=ask.label.title()) if isinstance(ask, Chance) else ask


@found_by("records round trip")
class HasALabelWithASpace(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return replace(ask, label=ask.label.replace(":", " ")) if isinstance(ask, Chance) else ask


@dataclass(frozen=True, slots=True)
class SilentRules(DuelRules):
    """An option that says nothing of what it means."""

    extra: bool = field(default=False, metadata={"kind": "switch", "meaning": ""})


@found_by("house rules round trip")
class SaysNothingOfAnOption(Duel):
    rules = SilentRules


@dataclass(frozen=True, slots=True)
class LaxRules(DuelRules):
    """Takes what is not allowed for what is usual."""

    @classmethod
    def of(cls, values: Any, base: Any = None) -> Any:
        try:
            return DuelRules.of.__func__(cls, values, base)  # type: ignore[attr-defined]
        except Malformed:
            return cls()


@found_by("house rules round trip")
class TakesAnyHouseRules(Duel):
    rules = LaxRules
