"""Tables with real dice on the page and for programs: which throw is waited for, how it is told, which throws can be mended."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from sofra.core.asks import Dice
from sofra.core.errors import Malformed
from sofra.core.events import Outcome
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.lang.sentences import sentence
from sofra.table.by_hand import standing
from sofra.table.fold import Table

LISTED = 40
"""Earlier throws that can be chosen to be mended, the latest first."""

MOST = 100
"""Letters of a throw as it is written."""


class DueThrow(msgspec.Struct, frozen=True):
    """A throw that the people at a table owe: so many ``dice``, each of its own where they belong to ``seats``; ``ask`` is what
    the command that tells it names. ``label`` is the throw's place in the record."""

    label: str
    dice: int
    seats: tuple[int, ...] | None
    ask: int


@dataclass(frozen=True, slots=True)
class ToldThrow:
    """An earlier throw: its line in the match (from 1), its faces as they are written, and what was said of it."""

    line: int
    faces: str
    said: str


def due(table: Table) -> DueThrow | None:
    """The throw that is waited for; None at tables whose dice are sealed, or where somebody is asked for a move."""
    if table.due is None:
        return None
    what = table.due.what
    assert isinstance(what, Dice), "only games of open dice come to such a table"
    return DueThrow(table.due.label, what.count, what.seats, table.due_since)


def read(text: str) -> tuple[int, ...]:
    """The faces of a throw as people write them: "1 4 4", "1, 4, 4" or "144". Raises Malformed; how many are due is judged
    at the table."""
    if len(text) > MOST or not re.fullmatch(r"[1-6\s,;]*", text, re.ASCII):
        raise Malformed(
            "write the faces that were thrown as digits from 1 to 6, such as {example}", example="1 4 4"
        )
    return tuple(int(face) for face in text if face.isdecimal())


def headline(box: Box, view: Any, throw: DueThrow, speak: Speak, names: Names) -> str:
    """The sentence over the table while a throw is waited for: what is thrown, by whom where the game says it, and what is
    to be done about it by those who sit here. Where each throws a die for themselves, the game's own sentence stands."""
    if throw.seats is not None:
        return box.words.asked(view, speak, names)
    seat = thrower(box, view)
    if seat is None:
        if names.here:
            return speak.many("Throw one die and tap it in", "Throw {count} dice and tap them in", throw.dice)
        return speak.many("One die is thrown", "{count} dice are thrown", throw.dice)
    if not names.here:
        return speak.many("{who}: throws one die", "{who}: throws {count} dice", throw.dice, who=names[seat])
    who = speak("Your turn") if seat == names.me else names[seat]
    return speak.many(
        "{who}: throw one die and tap it in", "{who}: throw {count} dice and tap them in", throw.dice, who=who
    )


def thrower(box: Box, view: Any) -> int | None:
    """Whose throw it is, where the game's words say so (``thrower(view)``)."""
    who = getattr(box.words, "thrower", None)
    seat: int | None = who(view) if who is not None else None
    return seat


def throws(table: Table, viewer: int | None, speak: Speak, names: Names) -> tuple[ToldThrow, ...]:
    """The throws that stand, the latest first, for somebody who may mend them."""
    match = table.match
    if match is None or not table.manual or not table.policy.undo or table.phase not in ("playing", "over"):
        return ()
    found = []
    for place in reversed(standing(match)):
        entry = match.log[place]
        if isinstance(entry, Outcome):
            said = sentence(table.box.words, match.tell(place + 1, viewer), speak, names)
            found.append(ToldThrow(place + 1, " ".join(map(str, entry.values)), said))
        if len(found) == LISTED:
            break
    return tuple(found)
