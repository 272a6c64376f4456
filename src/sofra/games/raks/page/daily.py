"""The daily puzzle: three dice, how many zones? The same throw for everybody, from the date alone.

``draw(day, given, speak)`` is the whole of it as an HTML fragment, usable without scripts: a form that posts (or gets) its
one field ``expressions`` back to the same address. The streak is kept on the device, by ``daily.js``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from sofra.core.errors import SofraError
from sofra.games.drawing import templates
from sofra.games.parts import Extra, Speak
from sofra.games.raks.arithmetic import evaluate, mistake, parse, pretty, tidy
from sofra.games.raks.page.drawing import PIPS
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES

_OTHER_VALUE = "makes {value}, not {zone}"
LONGEST = 2000
MOST_LINES = 60


@dataclass(frozen=True, slots=True)
class Puzzle:
    """The throw of a day (ascending), how many zones it reaches, and how many are enough to keep a streak."""

    day: date
    dice: tuple[int, int, int]
    zones: int
    goal: int


@dataclass(frozen=True, slots=True)
class Found:
    """``right``: zone -> expression; ``wrong``: what was written, and why it does not count."""

    right: dict[int, str]
    wrong: tuple[tuple[str, SofraError | str], ...]


def puzzle(day: date) -> Puzzle:
    """The puzzle of a date: faces from SHA-256 over the date, throws with fewer than nine zones passed over. Three
    quarters of the zones, rounded up, keep the streak."""
    for number in range(100):
        digest = hashlib.sha256(f"sofra raks daily {day.isoformat()} {number}".encode()).digest()
        dice = _faces(digest)
        zones = len(reach(dice, "all"))
        if zones >= 9:
            return Puzzle(day, dice, zones, -(-zones * 3 // 4))
    raise AssertionError("most throws reach nine zones and more")


def _faces(digest: bytes) -> tuple[int, int, int]:
    one, two, three = sorted([1 + byte % 6 for byte in digest if byte < 252][:3])
    return one, two, three


def check(asked: Puzzle, given: str) -> Found:
    """What a text of expressions (one a line, or separated by commas or semicolons) has found. ``= 17`` may stand behind
    each and must then be true."""
    right: dict[int, str] = {}
    wrong: list[tuple[str, SofraError | str]] = []
    for item in re.split(r"[\n,;]+", given[:LONGEST])[:MOST_LINES]:
        written = item.strip()
        if not written:
            continue
        expression, _, claimed = written.partition("=")
        try:
            text = tidy(expression)
        except SofraError as error:
            wrong.append((written[:80], error))
            continue
        zone = _zone(text, claimed.strip())
        reason = mistake(text, asked.dice, "all", zone)
        if reason is None:
            right.setdefault(zone, pretty(text))
        elif reason.template == _OTHER_VALUE and zone == 0:
            wrong.append((pretty(text), "makes no zone from 1 to 36"))
        else:
            wrong.append((pretty(text), reason))
    return Found(dict(sorted(right.items())), tuple(wrong))


def _zone(text: str, claimed: str) -> int:
    """The zone that is meant: the one written behind the equals sign, else the value; 0 if that is none."""
    if claimed.isascii() and claimed.isdecimal() and len(claimed) < 3 and 1 <= int(claimed) <= ZONES:
        return int(claimed)
    value = evaluate(parse(text))
    whole = value is not None and value.denominator == 1 and 1 <= value <= ZONES
    return int(value) if whole and value is not None and not claimed else 0


def draw(day: date, given: str, speak: Speak, *, show_all: bool = False) -> str:
    """The puzzle as HTML. ``given`` is what the form's ``expressions`` held ("" at first); ``show_all`` (the form's
    ``show``) gives it up and tells every zone."""
    asked = puzzle(day)
    found = check(asked, given)
    every = reach(asked.dice, "all")
    values = {
        "puzzle": asked,
        "given": given[:LONGEST],
        "right": found.right,
        "wrong": [(written, _said(reason, speak)) for written, reason in found.wrong],
        "missing": [(zone, pretty(texts[0])) for zone, texts in every.items() if zone not in found.right],
        "solved": len(found.right) >= asked.goal,
        "show_all": show_all,
        "speak": speak,
        "pips": PIPS,
    }
    return templates(Path(__file__).parent).get_template("daily.html").render(values)


def _said(reason: SofraError | str, speak: Speak) -> str:
    return speak(reason) if isinstance(reason, str) else speak(reason.template, **reason.fields)


def _page(day: date, form: Mapping[str, Sequence[str]], speak: Speak) -> str:
    given = form.get("expressions", ("",))[0]
    return draw(day, given, speak, show_all=bool(form.get("show")))


PAGES: Mapping[str, Extra] = {"daily": Extra("The daily puzzle", _page, "daily.js")}

MESSAGES = ("makes no zone from 1 to 36", "The daily puzzle")
"""Messages that reach ``speak`` by value."""
