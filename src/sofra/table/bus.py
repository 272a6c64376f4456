"""How nodes hear from each other that a table has moved (its id and version, never what happened), and who is there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

CHANNEL = "sofra"

Heard = Callable[[str, int], None]
Noticed = Callable[[str, str, bool], None]

SHORT = 16
"""So many hex digits of a browser's hash are told: enough to find it among those of a table, and no use to anybody else."""


def greeting(table: str, device: str, here: bool) -> str:
    """The message that a browser of a table has come to this node, or gone from it."""
    return f"{table}:{'+' if here else '-'}{device[:SHORT]}"


def hear(note: str, heard: Heard, noticed: Noticed) -> None:
    """Take a message ``table:version``, ``table:+device`` or ``table:-device``; anything else is passed over."""
    table, _, what = note.partition(":")
    if what.isascii() and what.isdecimal() and len(what) < 15:
        heard(table, int(what))
    elif what[:1] in ("+", "-") and len(what) == SHORT + 1:
        noticed(table, what[1:], what[0] == "+")


class Bus(Protocol):
    """A way to tell other nodes. It may lose or repeat what it is told: logs are read, messages only say when."""

    def listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        """From now on call ``heard(table, version)`` and ``noticed(table, device, here)``; ``missed()`` when something may
        have been lost on the way."""

    def tell(self, table: str, seq: int) -> None:
        """A table was stored up to this version."""

    def greet(self, table: str, device: str, here: bool) -> None:
        """A browser of this table has come to this node, is still there, or has gone."""

    async def close(self) -> None:
        """Hear no more."""


class LocalBus:
    """For one node: there is nobody to tell."""

    def listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        pass

    def greet(self, table: str, device: str, here: bool) -> None:
        pass

    def tell(self, table: str, seq: int) -> None:
        pass

    async def close(self) -> None:
        pass
