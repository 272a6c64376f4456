"""A view as a row of numbers of fixed length, made from the declared types of its fields and nothing else.

Numbers and yes-or-no stand as they are; what may be None has a 1 or 0 in front; a text is one place per word that a
seeded walk met; a list of any length is its length and then as many places as the walk needed, of which a longer list
fills all with its last items.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from sofra.core.errors import Unsupported
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.lab.adapters.layout import Node, Number, Text
from sofra.lab.adapters.shapes import Either, Many, Parts
from sofra.lab.adapters.walk import walk


class Encoder:
    """Rows of ``size`` numbers for the views of one game, house rules and number of seats; ``labels`` names the places."""

    def __init__(self, game: AnyGame, rules: HouseRules, seats: int) -> None:
        node = node_of(type(game.view(game.start(rules, seats), None)))
        for at, state in enumerate(walk(game, rules, seats)):
            node.note(game.view(state, at % seats))
        self.labels = tuple(node.labels(""))
        self.size = len(self.labels)
        self._write = node.writer()

    def row(self, view: Any) -> list[float]:
        """The view's numbers, ``size`` of them."""
        row: list[float] = []
        self._write(view, row)
        return row


def node_of(hint: Any) -> Node:
    """The layout of a declared type. Unsupported names a type that views do not hold."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        some = [part for part in inner if part is not NoneType]
        return Either(tuple(map(_kind, some)), tuple(map(node_of, some)))
    if origin is Literal:
        return Text(met=set(inner)) if _kind(hint) is str else Number()
    if origin in (tuple, list):
        if origin is list or inner[-1] is Ellipsis:
            return Many(node_of(inner[0]))
        return Parts(tuple(map(str, range(len(inner)))), tuple(map(node_of, inner)), by_name=False)
    if hint in (int, float, bool):
        return Number()
    if hint is str:
        return Text()
    if isinstance(hint, type) and is_dataclass(hint):
        hints = get_type_hints(hint)
        names = tuple(item.name for item in fields(hint))
        return Parts(names, tuple(node_of(hints[name]) for name in names), by_name=True)
    raise Unsupported(
        "{hint} has no place in a row of numbers: views hold numbers, texts, booleans, None, tuples and such values",
        hint=str(hint),
    )


def _kind(hint: Any) -> type:
    """The class of a type's values."""
    if get_origin(hint) is Literal:
        return type(get_args(hint)[0])
    kind: type = get_origin(hint) or hint
    return kind
