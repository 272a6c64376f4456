"""A record as a value, and its text: what ``docs/record.md`` shows by example."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from sofra.core.events import Act, Outcome
from sofra.core.match import Agreed, Entry, StandIn, Undo

FIRST_LINE = "sofra record 1"
LONGEST_LINE = 2_000
LONGEST_TEXT = 8_000_000


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat on a chair: a name, and the computer player's key if it was one."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as text values: moves are their notation, a label may be "". ``seals`` are what a sealed dealer published.
    For messages, and no part of the value: ``lines`` is where each entry stands in the text, ``places`` where the heading
    lines and the result stand, by their names."""

    game: str
    rules_version: int
    house_rules: str
    seats: tuple[SeatLine, ...]
    chance: str = "manual"
    seals: tuple[tuple[str, str], ...] = ()
    entries: tuple[Entry, ...] = ()
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    signed: bool = False
    lines: tuple[int, ...] = field(default=(), compare=False)
    places: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def called(self) -> tuple[str, ...]:
        """What each seat is called: its name or, without one, its number as the record writes it (from 0)."""
        return tuple(seat.name or str(number) for number, seat in enumerate(self.seats))


def write(record: Record) -> str:
    """The text of a record, ending in a newline; a ``signed`` one closes with the hash of all that stands before."""
    head = [
        FIRST_LINE,
        f"game: {record.game}",
        f"rules version: {record.rules_version}",
        f"house rules: {record.house_rules}",
        f"seats: {len(record.seats)}",
    ]
    for number, seat in enumerate(record.seats):
        head.append(f"seat {number}{' bot ' + seat.bot if seat.bot else ''}: {seat.name}".rstrip())
    head.append(f"chance: {record.chance}")
    head += [f"seal {name}: {value}" for name, value in record.seals]
    lines = [*head, "", *map(write_entry, record.entries)]
    if record.scores is not None:
        lines += ["", "scores: " + " ".join(map(str, record.scores))]
    if record.winners is not None:
        lines.append("winners: " + " ".join(map(str, record.winners)))
    text = "\n".join(lines) + "\n"
    return text + f"hash: {text_hash(text)}\n" if record.signed else text


def write_entry(entry: Entry) -> str:
    """One entry as its line."""
    match entry:
        case Outcome(label, values):
            return f"* {label + ' = ' if label else ''}{' '.join(map(str, values))}"
        case Act(seat, move):
            return f"{seat} {move}"
        case Undo(to):
            return f"undo to {to}"
        case StandIn(seat, who):
            return f"stand-in {seat} {who or 'back'}"
        case Agreed():
            return "end by agreement"


def text_hash(text: str) -> str:
    """SHA-256 (hex) of the text before the hash line, in UTF-8 with one newline a line end: a record that has been through
    a program which ends its lines in another way is still the same record."""
    return hashlib.sha256(text.replace("\r\n", "\n").encode("utf-8")).hexdigest()
