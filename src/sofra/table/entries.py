"""What stands in a table's log. One list for a table: who sat down, what was played, what was opened."""

from __future__ import annotations

from typing import Literal

import msgspec

Absence = Literal["wait", "sit in"]
Source = Literal["sealed", "manual"]
"""Where a table's dice and cards come from: an envelope, or people's own hands."""


class Policy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the people of a table agreed on beside the rules of the game.

    ``undo``: whether a move can be taken back (never beyond the barrier). ``absence``: whether an absent player is waited
    for, or a computer player sits in after ``absence_after`` seconds. ``listed``: whether the table is in the open list.
    ``coach``: whether whoever has a move may ask the coach; ``hints``: whether the game's page may show the mover what is
    possible. ``window``: after so many seconds a window that asks several seats closes, and who said nothing is taken to
    pass; 0 (or less) waits for everybody, None is what is usual (see ``windows.seconds``). ``clock``: after so many seconds
    a computer player makes the one move that a person owes; 0 waits.
    """

    undo: bool = True
    absence: Absence = "wait"
    absence_after: int = 90
    listed: bool = False
    coach: bool = True
    window: int | None = None
    hints: bool = False
    clock: int = 0


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="is"):
    """The base of all entries; the tag is the name of the class."""


class Created(Entry, frozen=True):
    """The table stands: its game, house rules (text form), number of chairs, whose browser made it, and its ``chance``:
    "manual" where people throw dice of their own (logs from before there were such tables say nothing of it)."""

    game: str
    rules_version: int
    rules: str
    seats: int
    host: str
    policy: Policy = Policy()
    chance: Source = "sealed"


class Imported(Entry, frozen=True):
    """The table shows a finished match from a record (its text), brought by this browser. Nothing is played here."""

    record: str
    device: str


class Sat(Entry, frozen=True):
    """A person sat down on an open chair; ``device`` is the hash of their browser's token."""

    seat: int
    name: str
    mark: str
    device: str


class Filled(Entry, frozen=True):
    """A computer player took a chair. ``name`` is its name in English, a message of the game's catalogue."""

    seat: int
    persona: str
    name: str
    mark: str


class Emptied(Entry, frozen=True):
    """Nobody holds the chair any more: its player left or was removed. In a running match ``persona`` plays on."""

    seat: int
    persona: str = ""


class Joined(Entry, frozen=True):
    """One more device of the same player ("continue here")."""

    seat: int
    device: str


class Linked(Entry, frozen=True):
    """A fresh link to a chair was made; ``secret`` is its hash. With ``alone`` it unseats the chair's other devices when
    it is used (a lost seat link), without it the devices share the chair."""

    seat: int
    secret: str
    alone: bool = False


class Host(Entry, frozen=True):
    """The role of the host went to whoever holds this seat."""

    seat: int


class Agrees(Entry, frozen=True):
    """This seat would end the match now; ``no`` takes that back."""

    seat: int
    no: bool = False


class Policed(Entry, frozen=True):
    """The table's policy changed."""

    policy: Policy


class Sealed(Entry, frozen=True):
    """An envelope for the next match is published: ``envelope`` counts from 1 and ``commitment`` is the hash of its seed."""

    envelope: int
    commitment: str


class Promised(Entry, frozen=True):
    """A device published the hash of its own seed."""

    device: str
    commitment: str


class Gave(Entry, frozen=True):
    """A seed was put in: a device revealed its own (hex), or somebody typed words (hex of their UTF-8)."""

    kind: Literal["device", "typed"]
    who: str
    seed: str


class Sealing(Entry, frozen=True):
    """The host has started: devices now reveal their seeds; those missing are left out and the server seals anew.
    ``rotated`` is for the match that follows."""

    rotated: bool = False


class Started(Entry, frozen=True):
    """A match began with the latest envelope. ``rotated``: every chair's player first moved one chair on."""

    rotated: bool = False


class Rooted(Entry, frozen=True):
    """The root of the tree over a shuffle's cards, before the first of them is dealt."""

    shuffle: str
    cards: str
    root: str


class Dealt(Entry, frozen=True):
    """Chance answered the ask of this label."""

    label: str
    values: tuple[int, ...]


class Moved(Entry, frozen=True):
    """A seat moved; the move is its text."""

    seat: int
    move: str


class Waits(Entry, frozen=True):
    """The seat holds the window that asks it open until it has answered."""

    seat: int


class TakenBack(Entry, frozen=True):
    """The match stands again as after its first ``to`` entries."""

    to: int


class StoodIn(Entry, frozen=True):
    """From here on a computer player plays for the seat ("bot careful"); ``who`` "" gives the chair back. ``absent``: because
    the player was away for too long, so that the chair is theirs again as soon as they are back."""

    seat: int
    who: str
    absent: bool = False


class Ended(Entry, frozen=True):
    """All agreed to end the match; it is scored as it stands."""


class Opened(Entry, frozen=True):
    """An envelope is opened: the server's seed (hex). When its match is over or given up."""

    envelope: int
    seed: str


class Reacted(Entry, frozen=True):
    """The seat said one of the things that translate themselves."""

    seat: int
    say: str


class Closed(Entry, frozen=True):
    """Nothing more happens at this table: its host closed it, nobody came for long, its log is ``full``, or it only shows a
    record."""

    reason: Literal["host", "idle", "left", "full", "imported"]


AnyEntry = (
    Created
    | Imported
    | Sat
    | Filled
    | Emptied
    | Joined
    | Linked
    | Host
    | Agrees
    | Policed
    | Sealed
    | Promised
    | Gave
    | Sealing
    | Started
    | Rooted
    | Dealt
    | Moved
    | Waits
    | TakenBack
    | StoodIn
    | Ended
    | Opened
    | Reacted
    | Closed
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEntry] = msgspec.json.Decoder(AnyEntry)


def write(entry: AnyEntry) -> str:
    """The JSON text of an entry, as it is stored."""
    return _encoder.encode(entry).decode("utf-8")


def read(text: str | bytes) -> AnyEntry:
    """The entry of a stored text."""
    return _decoder.decode(text)
