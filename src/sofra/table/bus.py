"""How nodes hear from each other that a table has moved: its id and version, never what happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

CHANNEL = "sofra"

Heard = Callable[[str, int], None]


def hear(note: str, heard: Heard) -> None:
    """Take a message ``table:version``; anything else is passed over."""
    table, _, seq = note.partition(":")
    if seq.isascii() and seq.isdecimal() and len(seq) < 15:
        heard(table, int(seq))


class Bus(Protocol):
    """A way to tell other nodes. It may lose or repeat what it is told: logs are read, messages only say when."""

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        """From now on call ``heard(table, version)``; ``missed()`` when something may have been lost on the way."""

    def tell(self, table: str, seq: int) -> None:
        """A table was stored up to this version."""

    async def close(self) -> None:
        """Hear no more."""


class LocalBus:
    """For one node: there is nobody to tell."""

    def listen(self, heard: Heard, missed: Callable[[], None]) -> None:
        pass

    def tell(self, table: str, seq: int) -> None:
        pass

    async def close(self) -> None:
        pass
