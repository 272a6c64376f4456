"""What a person has typed: the number of a move, its text or the beginning of one, or a word to the terminal itself."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from sofra.core.errors import Malformed
from sofra.games.parts import Speak

COMMANDS = ("help", "undo", "score", "rules", "hint", "quit")
MESSAGES = COMMANDS
"""Each is understood in English and in the language that is spoken."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A move that may be chosen: its notation, and what the list calls it."""

    text: str
    label: str


def command(text: str, say: Speak) -> str | None:
    """The word to the terminal that a line is, if it is one."""
    folded = _folded(text)
    if folded == "?":
        return "help"
    return next((name for name in COMMANDS if folded in (name, _folded(say(name)))), None)


def keys(offers: Sequence[Offer]) -> list[str]:
    """What is typed for each offer: its place in the list, from 1. Moves that are numbers themselves (the zone of a bead,
    the slot of a card) go by those numbers, so that 17 is never another zone's place in a list; whatever else is offered
    beside them goes by letters."""
    numbers = [_NUMBER.findall(offer.text) for offer in offers]
    named = [_NAMED.fullmatch(offer.text) for offer in offers]
    own = [name[2] for name in named if name]
    alike = len({name[1] for name in named if name}) == 1 and len(set(own)) == len(own)
    if not alike or any(len(found) > 1 for found in numbers):
        return [str(place) for place in range(1, len(offers) + 1)]
    begun = {form[0] for offer in offers for form in map(_folded, (offer.text, offer.label)) if form}
    letters = iter([letter for letter in ascii_lowercase if letter not in begun])
    return [name[2] if name else next(letters, "") for name in named]


_NUMBER = re.compile(r"\d+")
_NAMED = re.compile(r"(\D+) (\d+)")


def chosen(text: str, offers: Sequence[Offer]) -> str | None:
    """The notation of the offer that a line means, or None if it means none of them.

    A key of the list decides first, then the whole of a text or label, then a beginning that only one has. Raises
    Malformed for a number that is not in the list and for a beginning that several have.
    """
    typed = keys(offers)
    if text.isascii() and text.isdecimal():
        number = text.lstrip("0")[:6] or "0"
        if number not in typed:
            listed = typed == [str(place) for place in range(1, len(offers) + 1)]
            template = (
                "there is no number {number}; choose 1 to {last}"
                if listed
                else "there is no number {number} in the list"
            )
            raise Malformed(template, number=text[:6], last=len(offers))
        return offers[typed.index(number)].text
    if len(text) == 1 and text.casefold() in typed:
        return offers[typed.index(text.casefold())].text
    folded = _folded(text)
    if not folded:
        return None
    names = [(offer.text, (_folded(offer.text), _folded(offer.label))) for offer in offers]
    for move, forms in names:
        if folded in forms:
            return move
    begun = [move for move, forms in names if any(form.startswith(folded) for form in forms)]
    if len(begun) > 1:
        raise Malformed(
            '"{text}" may be {several}: type more of it, or its number',
            text=text[:40],
            several=", ".join(begun[:6]) + (" …" if len(begun) > 6 else ""),
        )
    return begun[0] if begun else None


def _folded(text: str) -> str:
    """What is compared: neither case nor accents nor dots decide, so that ÇIK and cik are çık, and ΕΞΟΔΟΣ is έξοδος."""
    apart = unicodedata.normalize("NFD", " ".join(text.split()).casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter)).replace("ı", "i")


def thrown(text: str) -> list[int]:
    """The faces of a line that tells what was thrown; they may stand without spaces (144462)."""
    return [int(face) for word in _numbers(text) for face in word]


def drawn(text: str) -> list[int]:
    """The cards of a line that tells what was dealt or drawn, in that order."""
    return [int(word) for word in _numbers(text)]


def _numbers(text: str) -> list[str]:
    words = text.replace(",", " ").split()
    for word in words:
        if not (word.isascii() and word.isdecimal() and len(word) <= 100):
            raise Malformed('"{word}" is no number; type numbers with spaces between them', word=word[:40])
    return words
