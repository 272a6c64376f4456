"""Who plays in the arena: a computer player by its key, a program by its command line, or a player of one's own."""

from __future__ import annotations

import shlex
from contextlib import ExitStack
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from sofra.core.errors import Malformed, Unknown
from sofra.core.players import Player
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.lab.program import Program

COMMAND, PYTHON = "cmd:", "py:"


@dataclass(frozen=True, slots=True)
class Entrant:
    """``spec`` is a key of the game's players (``expert``), ``cmd:`` and a command line (a program that speaks the
    engine protocol's ``choose``), or ``py:package.module:make`` (a function of house rules and seats)."""

    spec: str

    def check(self, box: Box) -> None:
        """Refuse (Unknown, Malformed) what cannot be made, before anything is played."""
        if self.spec.startswith(COMMAND):
            if not _words(self.spec):
                raise Malformed("cmd: needs a command line behind it, such as cmd:python3 mine.py")
        elif self.spec.startswith(PYTHON):
            _made_by(self.spec)
        elif self.spec not in box.players:
            raise Unknown(
                '{game} has no player "{key}"; there are {known}, or cmd:<command line>',
                game=box.key,
                key=self.spec[:80],
                known=", ".join(box.players),
            )

    def make(self, box: Box, rules: HouseRules, seats: int, limit: float, stack: ExitStack) -> Player:
        """The player; a program is started here and ended with ``stack``. ``limit`` are its seconds for a move."""
        if self.spec.startswith(COMMAND):
            return stack.enter_context(Program(box, _words(self.spec), limit))
        if self.spec.startswith(PYTHON):
            return cast(Player, _made_by(self.spec)(rules, seats))
        return box.players[self.spec].make(rules, seats)


def _words(spec: str) -> list[str]:
    """The words of a command line; none where it has a quotation mark that is never closed."""
    try:
        return shlex.split(spec.removeprefix(COMMAND))
    except ValueError:
        return []


def _made_by(spec: str):  # type: ignore[no-untyped-def]
    module, colon, name = spec.removeprefix(PYTHON).partition(":")
    if not colon:
        raise Malformed("py: needs package.module:make behind it, not {spec}", spec=spec[:80])
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError):
        raise Unknown("there is no {name} in {module}", name=name or "function", module=module) from None
