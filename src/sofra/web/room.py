"""What pages are drawn from: plain frozen values, filled by the service, read by the templates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sofra.core.asks import Result
from sofra.core.errors import SofraError
from sofra.core.game import Score
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.games.parts import Scene, Speak
from sofra.table.entries import Policy, Source
from sofra.web.agreeing import Wish
from sofra.web.by_hand import DueThrow, ToldThrow
from sofra.web.envelope import Sealed

Theme = Literal["auto", "light", "dark"]
Motion = Literal["on", "quick", "off"]
ChairKind = Literal["here", "elsewhere", "bot", "open"]

PLAIN = Policy()

# Marks are colour, pattern and letter together: never colour alone.
MARKS = ("navy", "vermillion", "sky", "cream", "moss", "plum", "amber", "slate")


@dataclass(frozen=True, slots=True)
class Site:
    """What every page knows of its reader: language and settings (cookies), and ``here``, the address of the page
    itself, to which the language switch comes back; ``keys`` are the single keys that were moved elsewhere. ``speak`` speaks the shell's catalogue and every game's."""

    speak: Speak
    here: str = "/"
    theme: Theme = "auto"
    motion: Motion = "on"
    sound: bool = False
    shortcuts: bool = True
    hints: bool = True
    contrast: bool = False
    keys: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of this browser in the list on the start page. ``yours``: one of its seats is asked now; ``turn``: who is
    asked; ``free`` chairs can be taken."""

    id: str
    game: str
    names: tuple[str, ...]
    yours: bool = False
    over: bool = False
    open: bool = False
    free: int = 0
    turn: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chair:
    """One chair of a table. ``here``: held by this browser; ``elsewhere``: by another; ``bot``: a computer player whose
    persona is ``persona``; ``open``: nobody yet (``name`` ""). ``away``: no device of that player is connected;
    ``stand_in``: a computer player sits in for them. ``lang`` is the language a name was typed in, where known. ``says`` is
    what the player said just now (a message), "" where nothing or ``muted`` on this device."""

    seat: int
    kind: ChairKind
    name: str = ""
    mark: str = "navy"
    persona: str = ""
    away: bool = False
    stand_in: bool = False
    host: bool = False
    lang: str = ""
    says: str = ""
    muted: bool = False


@dataclass(frozen=True, slots=True)
class Room:
    """A table as one browser sees it.

    ``scene`` is what the game's own part draws (``scene.seat`` is the seat in front of this device, None for a
    spectator; ``scene.told`` the latest tells, oldest first). ``asked`` are the seats that owe a move. ``command`` is a
    fresh id for the next command of a page without scripts. ``undo``: the version an Undo would go back to, or None.
    ``refused``: why the last command was not taken. ``sealed`` is the commitment to the dice and cards (hex), ``opened``
    the seed that was revealed at the end. ``link`` is the invitation, ``watch`` the spectators' link (both absolute).
    ``inside`` is the envelope of the match that is played, ``coming`` that of the next while something can be put in.
    ``imported``: the match came as a record and is only looked at. ``closed``: why nothing more happens here (a message).
    ``by_agreement``: the match ended so; ``wish``: somebody would like that, and not everybody has agreed yet.
    ``deserted``: no host has been there for a while, and the seat in front may become it. ``policy`` is what was agreed on beside the rules; ``holding``: the seat in front has asked for time.
    ``chance`` is where dice and cards come from: "sealed", "manual" (people's own dice) or "seed"; ``throw`` is the throw that
    people owe there now, and ``throws`` are those that the seat in front may mend.
    ``coach``: whether the seat in front may ask the coach now. ``hash`` is that of the view in ``scene``, as updates have it. ``front`` tells apart several seats of one device: they sit in ``hot_seats``.
    """

    site: Site
    box: Box
    scene: Scene
    id: str
    chairs: tuple[Chair, ...]
    asked: tuple[int, ...] = ()
    command: str = ""
    undo: int | None = None
    refused: SofraError | None = None
    link: str = ""
    watch: str = ""
    host: bool = False
    deserted: bool = False
    started: bool = True
    result: Result | None = None
    by_agreement: bool = False
    wish: Wish | None = None
    score: Score | None = None
    sealed: str = ""
    opened: str = ""
    rematch: str = ""
    coach: bool = False
    hash: str = ""
    imported: bool = False
    closed: str = ""
    policy: Policy = PLAIN
    holding: bool = False
    inside: Sealed | None = None
    coming: Sealed | None = None
    chance: str = "sealed"
    throw: DueThrow | None = None
    throws: tuple[ToldThrow, ...] = ()

    @property
    def hot_seats(self) -> tuple[int, ...]:
        """The seats that this browser holds."""
        return tuple(chair.seat for chair in self.chairs if chair.kind == "here")

    @property
    def my_turn(self) -> bool:
        """Whether the seat in front of this device owes a move."""
        return self.scene.seat is not None and self.scene.seat in self.asked


@dataclass(frozen=True, slots=True)
class NewChair:
    """A chair as it stands in the form for a new table. ``kind``: person, open, bot or none; ``persona`` for bots."""

    kind: Literal["person", "open", "bot", "none"] = "none"
    name: str = ""
    mark: str = ""
    persona: str = ""


@dataclass(frozen=True, slots=True)
class Setup:
    """The form for a new table: as it was filled in, what it means, and what is wrong with it.

    ``rules`` is None while ``errors`` has something about them; ``chance`` says whose dice are thrown. ``errors`` are by field name; "" is the whole form.
    """

    preset: str
    values: Mapping[str, str]
    chairs: tuple[NewChair, ...]
    rules: HouseRules | None
    errors: Mapping[str, SofraError] = field(default_factory=dict)
    chance: Source = "sealed"

    @property
    def good(self) -> bool:
        """Whether a table can be made of it."""
        return not self.errors and self.rules is not None
