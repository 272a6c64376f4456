"""How values that hold other values stand in a row: lists, tuples, records, and values of one of several types."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from sofra.lab.adapters.layout import Node, Number, Row, Write, width


@dataclass
class Many:
    """A list of any length: its length, then its last ``most`` items."""

    item: Node
    most: int = 0

    def note(self, value: Any) -> None:
        self.most = max(self.most, len(value))
        for item in value:
            self.item.note(item)

    def labels(self, name: str) -> Iterator[str]:
        yield f"{name} count"
        for at in range(self.most):
            yield from self.item.labels(f"{name} {at}")

    def writer(self) -> Write:
        most, zeros, write = self.most, [0] * width(self.item), self.item.writer()
        numbers = isinstance(self.item, Number)

        def put(value: Any, row: Row) -> None:
            count = len(value) if value else 0
            row.append(count)
            if count:
                last = value[-most:] if most else ()
                if numbers:
                    row.extend(last)
                else:
                    for item in last:
                        write(item, row)
            if count < most:
                row.extend(zeros * (most - count))

        return put


@dataclass
class Parts:
    """A fixed number of values of their own types: a tuple of so many or, ``by_name``, the fields of a value."""

    names: tuple[str, ...]
    nodes: tuple[Node, ...]
    by_name: bool

    def note(self, value: Any) -> None:
        parts = [getattr(value, name) for name in self.names] if self.by_name else value
        for node, part in zip(self.nodes, parts, strict=True):
            node.note(part)

    def labels(self, name: str) -> Iterator[str]:
        for own, node in zip(self.names, self.nodes, strict=True):
            yield from node.labels(f"{name} {own}".strip())

    def writer(self) -> Write:
        zeros = [0] * width(self)
        get = attrgetter(*self.names, self.names[0]) if self.by_name and self.names else tuple
        writes = [node.writer() for node in self.nodes]

        def put(value: Any, row: Row) -> None:
            if value is None:
                row.extend(zeros)
            else:
                for write, part in zip(writes, get(value), strict=False):
                    write(part, row)

        return put


@dataclass
class Either:
    """A value of one of several types, or None: for each type a place for "it is this", then its own places."""

    kinds: tuple[type, ...]
    nodes: tuple[Node, ...]

    def note(self, value: Any) -> None:
        for kind, node in zip(self.kinds, self.nodes, strict=True):
            if isinstance(value, kind):
                node.note(value)

    def labels(self, name: str) -> Iterator[str]:
        for kind, node in zip(self.kinds, self.nodes, strict=True):
            yield f"{name} is {kind.__name__}"
            yield from node.labels(name)

    def writer(self) -> Write:
        known = [(k, n.writer(), [0] * (1 + width(n))) for k, n in zip(self.kinds, self.nodes, strict=True)]

        def put(value: Any, row: Row) -> None:
            for kind, write, zeros in known:
                if isinstance(value, kind):
                    row.append(1)
                    write(value, row)
                else:
                    row.extend(zeros)

        return put
