"""Stateless helpers of the engine protocol, and strict reading of what they are given: the right fields, of the right
types. What only one game knows (faces of dice, cards of a rack) is read in that game."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules

R = TypeVar("R", bound=HouseRules)

Fields = Mapping[str, Any]
"""A request's fields as JSON values, by name."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A helper by its full name (``farkle.score``): the fields that it needs and may have, and a function from them to
    the answer's fields."""

    name: str
    needs: tuple[str, ...]
    may_have: tuple[str, ...]
    answer: Callable[[Fields], Fields]

    def run(self, given: Fields) -> Fields:
        """The answer. Raises Malformed for a field that is unknown, missing or of the wrong form; what else it raises
        is the game's own."""
        for name in given:
            if name not in self.needs and name not in self.may_have:
                raise Malformed(
                    '{tool} knows no field "{field}"; it takes {allowed}',
                    tool=self.name,
                    field=str(name)[:40],
                    allowed=", ".join(self.needs + self.may_have),
                )
        for name in self.needs:
            if name not in given:
                raise Malformed('{tool} needs the field "{field}"', tool=self.name, field=name)
        return self.answer(given)


def by_name(*tools: Tool) -> Mapping[str, Tool]:
    """A game's tools as its box offers them."""
    return {tool.name: tool for tool in tools}


def shown(value: Any) -> str:
    """A JSON value as a message shows it: at most 80 letters."""
    return json.dumps(value, default=str, ensure_ascii=False)[:80]


def is_whole(value: Any) -> bool:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def house_rules(kind: type[R], value: Any) -> R:
    """House rules from their names and values; what is not named is at its default. Raises Malformed."""
    if not isinstance(value, Mapping):
        first = kind.options()[0]
        raise Malformed(
            "rules must be an object of house rules such as {example}, not {value}",
            example=json.dumps({first.name: first.default}),
            value=shown(value),
        )
    return kind.of(value)
