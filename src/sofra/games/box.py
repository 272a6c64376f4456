"""The box a game comes in: everything about one game, loaded part by part when somebody asks for it.

A game's package has ``box = Box("tiny", game="tiny.play:TINY")`` in its ``__init__``; further parts are offered the
same way (see ``parts.py`` for what each is). A part that is not offered has a plain stand-in in the terminal, the
engine and the page, so the rules alone already make a game that can be played everywhere.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Literal, cast

from sofra.core.errors import Unknown
from sofra.core.game import AnyGame
from sofra.games.guides import Guide
from sofra.games.parts import Coach, Command, Extra, Page, Persona, Reviewer, Words
from sofra.games.plainly import PLAIN_PERSONAS, PlainWords
from sofra.games.tools import Tool

Part = Literal[
    "game", "words", "players", "coach", "tools", "commands", "page", "bench", "actions", "pages", "guide"
]
"""``actions`` numbers the moves for programs that learn (``sofra.lab.adapters.actions.ActionList``)."""


@dataclass(frozen=True, slots=True)
class Box:
    """``key`` is the game's key; each part is an address ``package.module:attribute``, imported at first use."""

    key: str
    game_at: str
    at: Mapping[Part, str] = field(default_factory=dict)

    def __init__(self, key: str, *, game: str, **at: str) -> None:
        object.__setattr__(self, "key", key)
        object.__setattr__(self, "game_at", game)
        object.__setattr__(self, "at", at)

    @property
    def game(self) -> AnyGame:
        return cast(AnyGame, _load(self.game_at))

    @property
    def words(self) -> Words:
        return cast(Words, self.part("words") or PlainWords(self.key))

    @property
    def players(self) -> Mapping[str, Persona]:
        """The computer players by key, in the order in which a picker shows them."""
        return cast(Mapping[str, Persona], self.part("players") or PLAIN_PERSONAS)

    @property
    def coach(self) -> Coach | None:
        return cast(Coach | None, self.part("coach"))

    @property
    def reviewer(self) -> Reviewer | None:
        """The coach, if it can look back at finished matches."""
        return cast(Reviewer, self.coach) if hasattr(self.coach, "chances") else None

    @property
    def tools(self) -> Mapping[str, Tool]:
        """Stateless helpers of the engine protocol by full name (``farkle.score``)."""
        return cast(Mapping[str, Tool], self.part("tools") or {})

    @property
    def commands(self) -> Mapping[str, Command]:
        """Further commands of the terminal: ``sofra <game> <command>`` and ``sofra <command> <game>``."""
        return cast(Mapping[str, Command], self.part("commands") or {})

    @property
    def page(self) -> Page | None:
        return cast(Page | None, self.part("page"))

    @property
    def pages(self) -> Mapping[str, Extra]:
        """Pages of the game that need no table, by the last part of their address ``/<game>/<name>``."""
        return cast(Mapping[str, Extra], self.part("pages") or {})

    @property
    def guide(self) -> Guide | None:
        """A first match to look at, step by step."""
        return cast(Guide | None, self.part("guide"))

    @property
    def folder(self) -> Path:
        """The game's folder: its catalogues stand in ``locale``, its page's files in ``page/static``."""
        module = import_module(self.game_at.partition(":")[0])
        return Path(module.__file__ or ".").parent

    def part(self, name: Part) -> Any | None:
        """A part by name, or None if the box has none."""
        return _load(self.at[name]) if name in self.at else None


@cache
def _load(address: str) -> Any:
    module, _, attribute = address.partition(":")
    return getattr(import_module(module), attribute)


@cache
def boxes() -> Mapping[str, Box]:
    """Every game that is here, by key: the folders beside this file, then what installed packages offer."""
    found: dict[str, Box] = {}
    here = Path(__file__).parent
    for entry in pkgutil.iter_modules([str(here)]):
        if entry.ispkg:
            box = getattr(import_module(f"sofra.games.{entry.name}"), "box", None)
            if isinstance(box, Box):
                found[box.key] = box
    for point in entry_points(group="sofra.games"):
        box = point.load()
        if isinstance(box, Box):
            found.setdefault(box.key, box)
    return found


def open_box(key: str) -> Box:
    """The box of a game, or Unknown with the games there are."""
    try:
        return boxes()[key]
    except KeyError:
        raise Unknown(
            'there is no game "{key}"; there are {games}', key=key, games=", ".join(boxes())
        ) from None
