"""Farkle's part of the table page (implements ``sofra.games.parts.Page``, with a score sheet of its own)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sofra.core.errors import Malformed
from sofra.games.drawing import templates
from sofra.games.farkle.page.faces import PIPS, gathered, title
from sofra.games.farkle.page.prospects import after_keeping, chances, refusals, why_no_bank
from sofra.games.farkle.page.sheet import lines
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw, score_table
from sofra.games.farkle.view import Banked, Farkled, FarkleView, Kept, Rolled, ThrownForStart
from sofra.games.farkle.words import EXAMPLES, faces, group
from sofra.games.parts import Names, Scene, Speak

_MOMENTS = (Farkled, Banked, Kept, Rolled, ThrownForStart)


KEYS = (
    ("R", "Roll"),
    ("B", "Bank"),
    ("1–6", "Choose a die"),
    ("A", "Take all that scores"),
    ("D", "Read the dice"),
)
"""The single keys of this table, each with its message."""

MESSAGES = tuple(text for _, text in KEYS)
"""Messages that reach ``speak`` by value."""


class FarklePage:
    """Dice on the wood: what was thrown, what is kept, what is at risk; buttons for what may follow."""

    keys = KEYS
    drawn = ("What scores", "Worked examples")
    on_sheet = (Banked, Farkled)

    def draw(self, scene: Scene) -> str:
        view: FarkleView = scene.view
        rules = FarkleRules.read(view.rules)
        table = score_table(rules)
        speak = scene.speak
        mine = scene.seat is not None and scene.seat == view.seat and not scene.over and bool(scene.moves)
        hints = bool(scene.settings.get("hints", True))
        values: dict[str, Any] = {
            "view": view,
            "mine": mine,
            "hints": hints,
            "speak": speak,
            "names": scene.names,
            "pips": PIPS,
            "last": _last(scene.told),
            "last_round": _last_round(view, scene.names, speak),
            "kept": [(dice, title(dice, table, speak), table.score(dice)) for dice in view.kept],
            "groups": gathered(view, table, speak) if view.phase == "keep" else (),
        }
        if mine and view.phase == "keep":
            prospects = after_keeping(view, speak)
            best = " ".join(map(str, table.best_keep(view.dice)))
            values |= {"prospects": prospects, "best": best, "best_points": prospects[best]["points"]}
            values["refusals"] = refusals(view.dice, speak)
        if view.phase in ("turn", "decide", "rolling"):
            dice = 6 if view.phase == "turn" else view.left
            values["in_hand"] = dice
            values["odds"] = chances(rules, dice, view.total, speak)
            values["why"] = why_no_bank(view, speak) if view.phase == "decide" else ""
        return templates(Path(__file__).parent).get_template("table.html").render(values)

    def scores(self, scene: Scene) -> str:
        """The score sheet."""
        view: FarkleView = scene.view
        marks: Sequence[str] = scene.settings.get("marks", ())
        return (
            templates(Path(__file__).parent)
            .get_template("scores.html")
            .render(
                view=view,
                target=FarkleRules.read(view.rules).target,
                lines=lines(view, scene.told, scene.speak, scene.names, over=scene.over),
                marks=marks,
                speak=scene.speak,
            )
        )

    def rules(self, house: FarkleRules, seats: int, speak: Speak) -> str:
        """For the rules page: the score table as dice, and how safe a roll is; both made from the house rules."""
        safety = [(dice, chances(house, dice, 0, speak)) for dice in range(6, 0, -1)]
        ways: dict[tuple[str, int], list[Throw]] = {}
        for row in score_table(house).rows:
            ways.setdefault((row.name, row.points), []).append(row.dice)
        rows = [(_typical(dice), name, points) for (name, points), dice in ways.items()]
        return (
            templates(Path(__file__).parent)
            .get_template("chances.html")
            .render(rows=rows, safety=safety, examples=_examples(house, speak), pips=PIPS, speak=speak)
        )

    def move(self, view: Any, form: Mapping[str, Sequence[str]]) -> str:
        """``move`` (a button's own text), ``take`` (a group's dice), or the ticked dice ``die`` as a set-aside."""
        for field in ("move", "take"):
            if (given := form.get(field)) and given[0]:
                return given[0] if field == "move" else f"keep {given[0]}"
        faces = sorted(form.get("die", ()))
        if not faces:
            raise Malformed("set aside at least one die that scores")
        return "keep " + " ".join(faces)


def _examples(house: FarkleRules, speak: Speak) -> list[tuple[Throw, int | None, str]]:
    """Dice, what they are worth together (None: not to be set aside together), and how that is made up or why not."""
    table = score_table(house)
    found: list[tuple[Throw, int | None, str]] = []
    for dice in EXAMPLES:
        points = table.score(tuple(sorted(dice)))
        if points is None:
            found.append((dice, None, speak("{dice} cannot be set aside together", dice=faces(dice))))
        else:
            rows = table.split(tuple(sorted(dice)))
            found.append((dice, points, ", ".join(group(row.dice, row.points, speak) for row in rows)))
    return found


def _typical(ways: Sequence[Throw]) -> Throw:
    """One of the ways a row can look: as many different faces as it may have, from the middle of them."""
    most = max(len(set(dice)) for dice in ways)
    varied = [dice for dice in ways if len(set(dice)) == most]
    return varied[len(varied) // 2]


def _last(told: Sequence[Any]) -> Any:
    """The kind and the tell of the latest thing to show between turns."""
    for tell in reversed(told):
        if isinstance(tell, _MOMENTS):
            return {"kind": type(tell).__name__, "tell": tell}
    return {"kind": "", "tell": None}


def _last_round(view: FarkleView, names: Names, speak: Speak) -> str:
    if view.closer is None or view.phase == "over":
        return ""
    return speak("Last round: {points} to beat ({name})", points=max(view.scores), name=names[view.closer])


PAGE = FarklePage()
