"""The score sheet of a match, as people keep one: a line for everything that counted, with the totals after it.

Nothing is worked out here: lines are sentences of what every spectator was told, points are the game's own. A game's page
part may name in ``on_sheet`` the tells that are a line each (a turn, a round); otherwise a line is whatever changed points.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sofra.core.match import Match, Undo
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.lang.sentences import sentence

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a text begins that a spreadsheet would take for a formula."""


@dataclass(frozen=True, slots=True)
class Line:
    """``says`` is what happened; ``points`` are everybody's totals after it, ``gained`` what each got by it, by seat."""

    says: str
    points: tuple[int, ...]
    gained: tuple[int, ...]


def lines(match: Match, box: Box, speak: Speak, names: Names) -> tuple[Line, ...]:
    """The sheet of a match as it stands; what was taken back is no line of it."""
    kinds: tuple[type, ...] = tuple(getattr(box.page, "on_sheet", ()))
    start = points = _points(match, 0)
    found: list[tuple[int, str, tuple[int, ...]]] = []
    for version, entry in enumerate(match.log, 1):
        before, points = points, _points(match, version)
        if isinstance(entry, Undo):
            found = [line for line in found if line[0] <= entry.to]
            continue
        told = match.tell(version, None)
        if isinstance(told, kinds) if kinds else points != before:
            found.append((version, sentence(box.words, told, speak, names), points))
    made, before = [], start
    for _, says, after in found:
        gained = tuple(now - then for now, then in zip(after, before, strict=True))
        made.append(Line(says, after, gained))
        before = after
    return tuple(made)


def _points(match: Match, version: int) -> tuple[int, ...]:
    return tuple(match.game.score(match.state_at(version)).points)


def as_csv(heads: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table as RFC 4180 has it, for spreadsheets: a text that one would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out)
    for row in (heads, *rows):
        writer.writerow([_plain(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue()


def _plain(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text
