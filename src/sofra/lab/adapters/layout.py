"""How values stand in a row of numbers of fixed length, type by type.

A layout first learns from examples (``note``) how much room its lists and texts need. Then ``labels`` names its places
in order, and ``writer`` makes the function that appends a value's numbers to a row; None is zeros in all its places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

WORDS = 32
"""A text with more values than this is left out."""

Row = list[float]
Write = Callable[[Any, Row], None]


class Node(Protocol):
    """The layout of one type."""

    def note(self, value: Any) -> None: ...
    def labels(self, name: str) -> Iterator[str]: ...
    def writer(self) -> Write: ...


def width(node: Node) -> int:
    """How many places it takes."""
    return sum(1 for _ in node.labels(""))


@dataclass
class Number:
    """A number, or 0 and 1 for no and yes."""

    def note(self, value: Any) -> None:
        pass

    def labels(self, name: str) -> Iterator[str]:
        yield name

    def writer(self) -> Write:
        return lambda value, row: row.append(value or 0)


@dataclass
class Text:
    """One place a word that was met; all 0 for any other. A text that never changes, or is ever new, has no place."""

    met: set[str] = field(default_factory=set)

    def note(self, value: Any) -> None:
        self.met.add(value)

    def _words(self) -> list[str]:
        return sorted(self.met) if 1 < len(self.met) <= WORDS else []

    def labels(self, name: str) -> Iterator[str]:
        yield from (f"{name} = {word}" for word in self._words())

    def writer(self) -> Write:
        words = self._words()
        marks = {word: [int(word == other) for other in words] for word in words}
        other = [0] * len(words)
        return lambda value, row: row.extend(marks.get(value, other))
