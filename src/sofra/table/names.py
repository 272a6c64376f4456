"""Names and marks as people may choose them: short, visible, and unable to play tricks with the text around them."""

from __future__ import annotations

import re
import unicodedata

from sofra.core.errors import Malformed

LONGEST = 24
JOINER = "\u200d"
"""Makes one picture of several: a cook of a woman and a pan. Where nothing is to be joined it can't be seen."""
_MARK = re.compile(r"[a-z]{1,16}")


def check_name(text: str) -> str:
    """The name in normal form (NFC, single spaces), or Malformed.

    Control, format (zero-width, right-to-left overrides), private and unassigned characters are refused, but for a joiner
    between two pictures; and so is a letter with more than two combining signs.
    """
    name = unicodedata.normalize("NFC", " ".join(text[:400].split()))
    if not name:
        raise Malformed("a name is missing")
    if len(text) > 400 or len(name) > LONGEST:
        raise Malformed("a name has at most {most} letters", most=LONGEST)
    combining = 0
    for at, sign in enumerate(name):
        category = unicodedata.category(sign)
        if sign == JOINER and _is_picture(name[:at]) and _is_picture(name[at + 1 :], first=True):
            continue
        if category[0] == "C" or category in ("Zl", "Zp"):
            raise Malformed("a name can't hold invisible or control characters")
        combining = combining + 1 if category[0] == "M" else 0
        if combining > 2:
            raise Malformed("a letter of a name can carry at most two combining signs")
    if not any(unicodedata.category(sign)[0] in "LNSP" for sign in name):
        raise Malformed("a name needs at least one letter, digit or sign that can be seen")
    if all(unicodedata.name(sign, "").endswith(("FILLER", "BLANK")) for sign in name):
        raise Malformed("a name needs at least one letter, digit or sign that can be seen")
    return name


def _is_picture(text: str, *, first: bool = False) -> bool:
    """Whether the text ends (or begins) with a picture, whatever its colour of skin."""
    signs = (
        text[:1] if first else text.rstrip("\ufe0f\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff")[-1:]
    )
    return bool(signs) and unicodedata.category(signs) == "So"


def check_mark(text: str) -> str:
    """The key of a seat mark (colour, pattern and letter), or Malformed."""
    if _MARK.fullmatch(text) is None:
        raise Malformed("a mark is one of the marks that the page offers")
    return text
