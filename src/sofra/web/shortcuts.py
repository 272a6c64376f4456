"""Single keys of the table page: which there are, and which of their own somebody wants instead.

Games name their keys in the ``keys`` of their page part. A key moved elsewhere keeps its meaning in every game; what was moved
is kept in a cookie as pairs of letters, ``RX.BN``: R is now on X, B on N.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sofra.core.errors import Malformed
from sofra.games import Box, boxes

COMMON = (
    ("S", "Read the scores"),
    ("T", "Whose turn is it?"),
    ("L", "Say the last thing again"),
    ("U", "Undo"),
    ("?", "This list"),
)
"""What works at every table."""

MESSAGES = tuple(text for _, text in COMMON)
ALLOWED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ7890")
"""Keys that may be chosen; 1 to 6 are dice, and ``?`` is where people look for help."""


def of(box: Box) -> tuple[tuple[str, str], ...]:
    """The keys of a game's table, each with its message."""
    page: Any = box.page
    return (*getattr(page, "keys", ()), *COMMON)


def movable() -> dict[str, list[str]]:
    """Every key that can be moved, with its messages in the games that have it."""
    found: dict[str, list[str]] = {}
    for box in boxes().values():
        for key, text in of(box):
            if key in ALLOWED and text not in found.setdefault(key, []):
                found[key].append(text)
    return found


def parse(cookie: str) -> Mapping[str, str]:
    """What was moved where; what makes no sense is passed over."""
    known = movable()
    pairs = (part for part in cookie.split(".") if len(part) == 2 and part[0] in known and part[1] in ALLOWED)
    found = {pair[0]: pair[1] for pair in pairs}
    return found if _apart(found, known) else {}


def read(form: Mapping[str, Sequence[str]]) -> str:
    """The cookie for a posted form with a field ``key-R`` for each key. Raises Malformed where one is no letter or
    figure, or two are the same."""
    known = movable()
    wanted: dict[str, str] = {}
    for key in known:
        # Not upper() of whatever was typed: letters of other alphabets would become letters that nobody meant.
        text = form.get(f"key-{key}", (key,))[0].strip() or key
        own = text.upper() if text.isascii() else text
        if own not in ALLOWED:
            raise Malformed(
                'a key is one letter from A to Z, or 7, 8, 9 or 0: "{text}" is none', text=text[:20]
            )
        wanted[key] = own
    if not _apart(wanted, known):
        twice = next(own for own in wanted.values() if list(wanted.values()).count(own) > 1)
        raise Malformed('each key can do one thing only, and "{key}" is there twice', key=twice)
    return ".".join(key + own for key, own in wanted.items() if own != key)


def _apart(moved: Mapping[str, str], known: Mapping[str, Any]) -> bool:
    everywhere = [moved.get(key, key) for key in known]
    return len(set(everywhere)) == len(everywhere)
