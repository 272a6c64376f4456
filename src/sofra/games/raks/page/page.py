"""Rak's part of the table page (implements ``sofra.games.parts.Page``, with a score sheet and one panel for windows).

Everything is drawn from the viewer's own view and tells. Nothing here depends on whether a placement is true; hints are
drawn for the mover alone, folded away, and only at tables of one person among computer players or where they are allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sofra.core.errors import Malformed
from sofra.games.drawing import templates
from sofra.games.parts import Scene, Speak
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.page.drawing import DEFAULT_MARKS, PATTERNS, PIPS, cords
from sofra.games.raks.page.moments import scene as moments
from sofra.games.raks.page.moments import starters
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.scoring import bonus
from sofra.games.raks.view import RaksView
from sofra.games.raks.words import zone_name

Form = Mapping[str, Sequence[str]]

_THROWS = ((2, 3, 5), (2, 5, 6), (1, 1, 1))
"""Throws of the examples: an ordinary one, the one that reaches most zones, and a triple."""

_WITHDRAWING = frozenset(("triple", "upheld", "failed", "wrong"))


KEYS = (
    ("P", "Place a bead, or pass"),
    ("N", "No move"),
    ("C", "Challenge"),
    ("M", "I have a move"),
    ("W", "Withdraw a bead"),
    ("H", "Wait"),
    ("D", "Read the dice"),
)
"""The single keys of this table, each with its message."""

MESSAGES = tuple(text for _, text in KEYS)
"""Messages that reach ``speak`` by value."""


class RaksPage:
    """A board of thirty-six zones, three dice, and room for one expression."""

    keys = KEYS
    hints_at_table = True

    def draw(self, scene: Scene) -> str:
        view: RaksView = scene.view
        marks = _marks(scene)
        mine = scene.seat is not None and scene.seat in view.asked and bool(scene.moves or scene.forms)
        values: dict[str, Any] = {
            "view": view,
            "mine": mine,
            "act": view.phase if mine else "",
            "cells": _cells(scene, marks, mine),
            "cords": cords(view.runs),
            "marks": marks,
            "names": scene.names,
            "speak": scene.speak,
            "pips": PIPS,
            "triple": len(view.dice) == 3 and len(set(view.dice)) == 1,
            "lines": moments(scene.told, scene.speak, scene.names),
            "starters": starters(scene.told),
            "panel": _panel(scene),
            "window": _window(scene),
            "holding": bool(scene.settings.get("holding")),
            "holders": ", ".join(scene.names[seat] for seat in scene.settings.get("holding", ())),
            "keys": tuple(dict.fromkeys(map(str, view.dice))),
            "hints": _hints(scene, mine),
        }
        return _render("table.html", values)

    def scores(self, scene: Scene) -> str:
        """The score sheet."""
        view: RaksView = scene.view
        runs = [[run for run in view.runs if run.seat == seat] for seat in range(view.seats)]
        values = {
            "view": view,
            "marks": _marks(scene),
            "names": scene.names,
            "speak": scene.speak,
            "over": scene.over,
            "runs": runs,
        }
        return _render("scores.html", values)

    def rules(self, house: RaksRules, seats: int, speak: Speak) -> str:
        """For the rules page: what throws reach, and what strings of beads bring, worked out from the house rules."""
        throws = []
        for dice in _THROWS:
            found = reach(dice, house.dice_use)
            shown = [(zone, pretty(texts[0])) for zone, texts in found.items()]
            throws.append((dice, len(shown), shown[:: max(1, len(shown) // 4)][:4]))
        strings = [(length, length + bonus(length, house.long_runs)) for length in (1, 2, 3, 4, 5, 7)]
        return _render("examples.html", {"throws": throws, "strings": strings, "pips": PIPS, "speak": speak})

    def move(self, view: Any, form: Form) -> str:
        """``do`` says what is meant; ``zone`` and ``expression`` fill it in."""
        return _move(_one(form, "do"), form)

    def answers(self, view: RaksView, form: Form, seats: Sequence[int]) -> Mapping[int, str] | None:
        """The answers of several seats of one device in a window, from its one panel: whoever is named in ``panel``
        challenges or claims and the others pass. None if the form is no panel."""
        who = _one(form, "panel")
        if not who:
            return None
        if who == "nobody":
            return dict.fromkeys(seats, "pass")
        if not who.isdecimal() or int(who) not in seats:
            raise Malformed("choose who of you answers")
        move = "challenge" if view.phase == "placed" else _move("claim", form)
        # The one who does something comes first: under open windows that answer ends the window.
        return {int(who): move, **{seat: "pass" for seat in seats if seat != int(who)}}


def _render(name: str, values: Mapping[str, Any]) -> str:
    return templates(Path(__file__).parent).get_template(name).render(values)


def _move(kind: str, form: Form) -> str:
    if kind in ("place", "withdraw"):
        return f"{kind} {_zone(form)}"
    if kind == "claim":
        return f"claim {_expression(form)} = {_zone(form)}"
    if kind == "show":
        return f"show {_expression(form)}"
    raise Malformed("a move is missing: choose one of the buttons")


def _one(form: Form, name: str) -> str:
    values = form.get(name) or ("",)
    return values[0].strip()


def _zone(form: Form) -> str:
    zone = _one(form, "zone")
    if not zone:
        raise Malformed("choose a zone on the board")
    return zone[:20]


def _expression(form: Form) -> str:
    return _one(form, "expression")[:200]


def _marks(scene: Scene) -> tuple[str, ...]:
    given = scene.settings.get("marks", ())
    return tuple(given) if len(given) >= scene.view.seats else DEFAULT_MARKS


def _cells(scene: Scene, marks: Sequence[str], mine: bool) -> list[dict[str, Any]]:
    """The zones in reading order: owner, what it is called, and whether it can be chosen now."""
    view: RaksView = scene.view
    wanted: int | None = -1
    if mine and view.phase in ("move", "passed"):
        wanted = None
    elif mine and view.phase in _WITHDRAWING:
        wanted = view.challenger if view.phase == "failed" else scene.seat
    cells = []
    for zone in range(1, ZONES + 1):
        owner = view.board[zone - 1]
        pattern = "" if owner is None else scene.speak(PATTERNS[marks[owner]])
        cells.append(
            {
                "zone": zone,
                "owner": owner,
                "label": zone_name(zone, view, scene.speak, scene.names, pattern=pattern),
                "choose": owner == wanted,
                "asked": zone == view.zone and view.phase in ("placed", "show"),
            }
        )
    return cells


def _panel(scene: Scene) -> tuple[int, ...]:
    """The seats of this device that answer this window together; () if there is only one."""
    view: RaksView = scene.view
    kinds = scene.settings.get("kinds", ())
    if view.phase not in ("placed", "passed"):
        return ()
    here = tuple(seat for seat in view.asked if seat < len(kinds) and kinds[seat] == "here")
    return here if len(here) > 1 else ()


def _window(scene: Scene) -> int:
    """After how many seconds silence is a pass here, 0 if everybody is waited for (R11)."""
    view: RaksView = scene.view
    return int(scene.settings.get("window", 0)) if view.phase in ("placed", "passed") else 0


def _hints(scene: Scene, mine: bool) -> list[tuple[int, str]]:
    """All ways of the mover's throw to open zones; only for the mover, and only among computer players or where the
    table allows it."""
    view: RaksView = scene.view
    kinds = scene.settings.get("kinds", ())
    alone = bool(kinds) and all(kind == "bot" for seat, kind in enumerate(kinds) if seat != scene.seat)
    allowed = scene.settings.get("hints", False) and (alone or scene.settings.get("allow_hints", False))
    if not (allowed and mine and view.phase == "move"):
        return []
    found = reach(view.dice, RaksRules.read(view.rules).dice_use)
    return [(zone, pretty(texts[0])) for zone, texts in found.items() if view.board[zone - 1] is None]


PAGE = RaksPage()
