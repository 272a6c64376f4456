"""What people (and computer players) ask of a table. Every command has an id that its sender made, and acts at most once."""

from __future__ import annotations

from typing import Literal

import msgspec

from sofra.core.errors import SofraError
from sofra.table.entries import Policy


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do"):
    """The base of all commands; the tag is the verb. ``command`` is the id."""

    command: str


class Move(Command, frozen=True, tag="move"):
    """Play: ``ask`` is the version of the table at which the seat saw that it was asked, ``move`` the move's text."""

    seat: int
    ask: int
    move: str


class Throw(Command, frozen=True, tag="throw"):
    """At a table with real dice: what was thrown, told by anybody who sits there. ``ask`` is a version of the table at which
    the throw was waited for, ``dice`` the faces (in the order of the seats where each die belongs to one)."""

    seat: int
    ask: int
    dice: tuple[int, ...]


class Mend(Command, frozen=True, tag="mend"):
    """At a table with real dice: an earlier throw was told wrongly. ``line`` is its place among the entries
    of the match (from 1, as in a record), ``dice`` what was thrown. What followed stays, if it could have followed."""

    seat: int
    line: int
    dice: tuple[int, ...]


class Wait(Command, frozen=True, tag="wait"):
    """Hold a window open until this seat has answered; ``ask`` as in a move."""

    seat: int
    ask: int


class Undo(Command, frozen=True, tag="undo"):
    """Take this seat's last move back, to the match's first ``to`` entries; the table's state says which that is (``undo``).
    Where people throw real dice: whatever was told last, by whomever."""

    seat: int
    to: int


class Sit(Command, frozen=True, tag="sit"):
    """Sit down on an open chair."""

    seat: int
    name: str
    mark: str = ""


class Claim(Command, frozen=True, tag="claim"):
    """Use a link to a chair: this browser holds it from now on."""

    seat: int
    secret: str


class Leave(Command, frozen=True, tag="leave"):
    """Give a chair up; in a running match a computer player plays on."""

    seat: int


class Fill(Command, frozen=True, tag="fill"):
    """Host: put a computer player on an open chair."""

    seat: int
    persona: str


class Remove(Command, frozen=True, tag="remove"):
    """Host: take a player off their chair; in a running match a computer player plays on."""

    seat: int


class Start(Command, frozen=True, tag="start"):
    """Host: begin."""


class Link(Command, frozen=True, tag="link"):
    """A fresh link to a chair: its own player's, to go on with another device; or the host's, for a player who lost
    theirs (``alone``: it unseats the devices that held the chair)."""

    seat: int
    secret: str
    alone: bool = False


class PassHost(Command, frozen=True, tag="host"):
    """Host: hand the role to another person's chair. Where no host has been there for three minutes, whoever sits at the table
    may take it to a chair of their own."""

    seat: int


class Agree(Command, frozen=True, tag="agree"):
    """This seat would end the match now. It ends when every person agrees. ``no``: would rather play on, asked or after all;
    then nobody's word stands any more."""

    seat: int
    no: bool = False


class SitIn(Command, frozen=True, tag="sit-in"):
    """The seat's player or the host: a computer player sits in for this seat until ``back``."""

    seat: int
    persona: str


class Back(Command, frozen=True, tag="back"):
    """The seat's player takes the chair back."""

    seat: int


class Nudge(Command, frozen=True, tag="nudge"):
    """Host: let the computer player make the one move that this seat owes (``ask`` as in a move)."""

    seat: int
    ask: int


class SetPolicy(Command, frozen=True, tag="policy"):
    """Host: change what the table agreed on."""

    policy: Policy


class Rematch(Command, frozen=True, tag="rematch"):
    """Whoever sits here: play again; every player moves one chair on, so that the start rotates."""


class Close(Command, frozen=True, tag="close"):
    """Host: nothing more happens here; the envelope is opened."""


class Promise(Command, frozen=True, tag="promise"):
    """A device promises a seed of its own for the next match (the hash of it, hex)."""

    promise: str


class Give(Command, frozen=True, tag="give"):
    """A device reveals the seed it promised (hex)."""

    seed: str


class Words(Command, frozen=True, tag="words"):
    """Somebody without scripts puts in words of their own for the next match: typed, not promised."""

    seat: int
    words: str


class React(Command, frozen=True, tag="react"):
    """Say one of the few things that translate themselves (``reactions.REACTIONS``)."""

    seat: int
    say: str


AnyCommand = (
    Move
    | Throw
    | Mend
    | Wait
    | Undo
    | Sit
    | Claim
    | Leave
    | Fill
    | Remove
    | Start
    | Link
    | PassHost
    | Agree
    | SitIn
    | Back
    | Nudge
    | SetPolicy
    | Rematch
    | Close
    | Promise
    | Give
    | Words
    | React
)

Outcome = Literal["accepted", "already done", "refused"]


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: accepted, or already done, at ``version``; or refused, with the reason."""

    command: str
    outcome: Outcome
    version: int
    error: SofraError | None = None

    @property
    def good(self) -> bool:
        """Whether the command stands in the log."""
        return self.error is None


class Stale(SofraError):
    """The ask that the command answers does not wait any more."""

    kind = "turn"


class Forbidden(SofraError):
    """This browser may not do that here."""

    kind = "turn"


def seat_of(command: Command) -> int:
    """Whose command id it is: the seat's, or -1 for commands of a browser."""
    return (
        command.seat if isinstance(command, Move | Throw | Mend | Wait | Undo | Agree | Back | React) else -1
    )
