"""Every page as HTML text, made from values and nothing else. The service fills a ``Room`` (or ``Site``) and sends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sofra.core.match import Agreed, StandIn, Undo
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.web.markup import render
from sofra.web.room import MARKS, Chair, NewChair, Room, Setup, Site, TableLine
from sofra.web.setup import first_setup, read_setup

__all__ = [
    "MARKS",
    "REGIONS",
    "Chair",
    "NewChair",
    "Room",
    "Setup",
    "Site",
    "TableLine",
    "curtain",
    "first_setup",
    "lobby",
    "new_table",
    "problem",
    "read_setup",
    "regions",
    "rules",
    "sentence",
    "settings",
    "start",
    "table",
    "verify",
]

REGIONS = ("ask", "match", "scores", "chairs", "log", "controls", "result")


def start(site: Site, boxes: Mapping[str, Box], tables: Sequence[TableLine] = ()) -> str:
    """The start page: the games, and the tables this browser sits at."""
    return render("start.html", site, boxes=boxes, tables=tables)


def new_table(site: Site, box: Box, setup: Setup) -> str:
    """The form for a new table (posts to ``/tables`` with ``game=<key>``)."""
    return render("new.html", site, box=box, setup=setup)


def lobby(room: Room) -> str:
    """A table whose chairs are not all taken: the invitation, the chairs, sit down, start."""
    return render("lobby.html", room.site, room=room)


def table(room: Room) -> str:
    """The table page; its parts are the same fragments as ``regions`` gives."""
    return render("table.html", room.site, room=room, regions=regions(room))


def regions(room: Room) -> dict[str, str]:
    """The parts of the table page by element id, each the element itself."""
    return {name: render(f"regions/{name}.html", room.site, room=room) for name in REGIONS}


def curtain(room: Room, seat: int) -> str:
    """The page between two hot seats of a game with hidden cards: pass the device to ``seat``. Never cache it."""
    return render("curtain.html", room.site, room=room, seat=seat)


def rules(site: Site, box: Box, house: HouseRules, seats: int) -> str:
    """The rules as played under these house rules, with what this game's page adds to them."""
    return render("rules.html", site, box=box, house=house, seats=seats)


def settings(site: Site, saved: bool = False) -> str:
    """Language, theme, motion, sound and keys (posts to ``/settings`` with ``next=<address>``)."""
    return render("settings.html", site, saved=saved)


def verify(site: Site, record: str = "", verdict: str = "", good: bool | None = None) -> str:
    """Check the dice and cards of a finished game; ``verdict`` is a sentence in the reader's language."""
    return render("verify.html", site, record=record, verdict=verdict, good=good)


def problem(site: Site, status: int, title: str, sentence: str) -> str:
    """A page that says what went wrong and where to go on; ``title`` and ``sentence`` are in the reader's language."""
    return render("problem.html", site, status=status, title=title, sentence=sentence)


def sentence(box: Box, told: Any, speak: Speak, names: Names) -> str:
    """One sentence for anything that was told of a match: the game's tells and the table's own entries; "" for None."""
    if told is None:
        return ""
    if isinstance(told, Undo):
        return speak("The last move was taken back.")
    if isinstance(told, StandIn):
        if told.who:
            return speak("{name}: a computer player sits in.", name=names[told.seat])
        return speak("{name}: back in the chair.", name=names[told.seat])
    if isinstance(told, Agreed):
        return speak("The match was ended by agreement.")
    return box.words.say(told, speak, names)
