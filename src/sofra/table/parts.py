"""What a table has: its chairs, its envelopes, what was said, and the match that is played. Values, but for the match."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from sofra.core import Match
from sofra.table import entries as e

Phase = Literal["lobby", "sealing", "playing", "over", "closed"]
ChairKind = Literal["open", "person", "bot"]


@dataclass(frozen=True, slots=True)
class Chair:
    """One chair. ``devices`` are the hashes of the browsers that hold it, ``links`` fresh links to it (hash -> alone),
    ``stand_in`` the persona that sits in for its player ("" when they play themselves); ``absent``: until they are back,
    who were away at this time (milliseconds)."""

    kind: ChairKind = "open"
    name: str = ""
    mark: str = ""
    persona: str = ""
    devices: frozenset[str] = frozenset()
    links: tuple[tuple[str, bool], ...] = ()
    stand_in: str = ""
    absent: int = 0

    @property
    def played_by(self) -> str:
        """The persona that answers for this chair now, "" if its player does."""
        return self.stand_in or self.persona


@dataclass(frozen=True, slots=True)
class Envelope:
    """The sealed seed of a match: what was published of it and who put something in. ``restarts`` counts the envelopes
    before it that were given up because a device did not reveal its seed."""

    number: int
    commitment: str
    promised: tuple[tuple[str, str], ...] = ()
    given: tuple[e.Gave, ...] = ()
    roots: tuple[tuple[str, str, str], ...] = ()
    seed: str = ""
    restarts: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """What a seat said last (the name of a reaction), when (milliseconds), and at which version of the table."""

    say: str
    at: int
    version: int


@dataclass(slots=True)
class Played:
    """A match of the table and where its entries stand: ``at[i]`` is the table's version of match entry i + 1. ``ended`` is
    when it was over (milliseconds; 0 until then)."""

    match: Match
    envelope: int
    number: int
    started: int
    at: list[int] = field(default_factory=list)
    ended: int = 0
