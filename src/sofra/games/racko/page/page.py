"""Rack-O's part of the table page (implements ``sofra.games.parts.Page``, with a score sheet of its own)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sofra.core.errors import Malformed
from sofra.games.drawing import templates
from sofra.games.parts import Scene, Speak
from sofra.games.racko.card import EXAMPLES
from sofra.games.racko.page import rack, sheet
from sofra.games.racko.rules import DECKS, RackoRules
from sofra.games.racko.view import RackoView
from sofra.games.racko.words import WORDS

_FEW_CALLS = 3
"""More calls than this are not right ones but any ones (``false_call`` out): one tick box stands for them all."""


KEYS = (
    ("O", "Take the open card"),
    ("P", "Draw a card"),
    ("X", "Discard the drawn card"),
    ("D", "Read the cards"),
)
"""The single keys of this table, each with its message."""

MESSAGES = tuple(text for _, text in KEYS)
"""Messages that reach ``speak`` by value."""


def drawn_from(view: RackoView, seat: int | None) -> int | None:
    """At which place of its shuffle (from 1) the card that this seat has just drawn stood, by what everybody could count:
    cards are dealt and drawn in order. None where no drawn card is in this seat's hand, or the pile was not shuffled."""
    if view.phase != "drawn" or view.hand is None or seat != view.seat or view.known:
        return None
    size = len(view.shuffled) if view.shuffles else len(DECKS[view.seats])
    return size - view.pile_count


class RackoPage:
    """The rack in front, both piles, the others' racks with what they took in the open; radios and buttons to move."""

    keys = KEYS
    drawn = ("Worked examples",)

    def draw(self, scene: Scene) -> str:
        view: RackoView = scene.view
        seat, speak = scene.seat, scene.speak
        mine = seat is not None and seat == view.seat and bool(scene.moves) and not scene.over
        calls = [move for move in scene.moves if move.endswith("rack-o")]
        values: dict[str, Any] = {
            "view": view,
            "seat": seat,
            "mine": mine,
            "choosing": mine and view.phase == "turn",
            "placing": mine and view.phase in ("taken", "drawn"),
            "hints": bool(scene.settings.get("hints", True)),
            "deck": len(DECKS[view.seats]),
            "nth": drawn_from(view, seat),
            "places": rack.own(view, seat, speak) if seat is not None and view.racks else (),
            "others": self._others(scene),
            "calls": calls if mine and len(calls) <= _FEW_CALLS else (),
            "may_call": mine and len(calls) > _FEW_CALLS and view.phase != "turn",
            "words": WORDS,
            "ended": sheet.ended(view, scene.names, speak),
            "fresh": view.phase in ("deal", "over") or (view.lap == 1 and not self._moved(view, seat)),
            "speak": speak,
            "names": scene.names,
        }
        return templates(Path(__file__).parent).get_template("table.html").render(values)

    def scores(self, scene: Scene) -> str:
        """The score sheet, to the target."""
        view: RackoView = scene.view
        return (
            templates(Path(__file__).parent)
            .get_template("scores.html")
            .render(
                columns=sheet.columns(
                    view, scene.names, tuple(scene.settings.get("marks", ())), over=scene.over
                ),
                rows=sheet.rows(view),
                target=RackoRules.read(view.rules).target,
                speak=scene.speak,
            )
        )

    def rules(self, house: RackoRules, seats: int, speak: Speak) -> str:
        """For the rules page: racks with what they score, worked out from the house rules."""
        template = templates(Path(__file__).parent).get_template("examples.html")
        return template.render(examples=sheet.examples(house, EXAMPLES, speak), speak=speak)

    def move(self, view: Any, form: Mapping[str, Sequence[str]]) -> str:
        """``move`` (a button's own text), or ``do`` put with the radio ``slot``, or toss; the box ``call`` adds the call."""
        if given := form.get("move"):
            return given[0]
        done = form.get("do", ("",))[0]
        call = " rack-o" if form.get("call") else ""
        if done == "toss":
            return "toss" + call
        if done != "put":
            raise Malformed(
                "choose what to do: take the discard, draw, put the card into a slot, or discard it"
            )
        slots = form.get("slot", ())
        if not slots or not slots[0]:
            raise Malformed("choose a slot first: the card goes where you say")
        return f"put {slots[0]}{call}"

    def _others(self, scene: Scene) -> list[dict[str, Any]]:
        """The other racks, clockwise from the seat in front."""
        view: RackoView = scene.view
        if not view.racks:
            return []
        first = 0 if scene.seat is None else scene.seat + 1
        around = [(first + k) % view.seats for k in range(view.seats - (scene.seat is not None))]
        partners = RackoRules.read(view.rules).partners
        return [
            {
                "seat": other,
                "name": scene.names[other],
                "places": rack.others(view.racks[other], scene.speak),
                "partner": partners and scene.seat is not None and (other - scene.seat) % 4 == 2,
                "dealer": other == view.dealer,
                "out": view.out[other],
                "now": other == view.seat and not scene.over,
            }
            for other in around
        ]

    @staticmethod
    def _moved(view: RackoView, seat: int | None) -> bool:
        """Whether the seat in front has had its first turn of the round (spectators: anybody)."""
        first = (view.dealer + 1) % view.seats
        turns = (view.seat - first) % view.seats
        return turns > ((seat - first) % view.seats if seat is not None else 0)


PAGE = RackoPage()
