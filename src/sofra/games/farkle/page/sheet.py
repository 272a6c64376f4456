"""Farkle's score sheet as values: totals, the way to the target, each seat's last turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.view import Banked, Farkled, FarkleView
from sofra.games.parts import Names, Speak


@dataclass(frozen=True, slots=True)
class Line:
    """One seat: ``way`` is how far it is to the target, 0 to 100; ``last`` what its last turn brought, in words;
    ``lost`` when that was a Farkle; ``note`` what else matters (not on the board yet, set off the last round)."""

    seat: int
    name: str
    score: int
    way: int
    last: str
    lost: bool
    note: str
    now: bool


def lines(
    view: FarkleView, told: Sequence[Any], speak: Speak, names: Names, *, over: bool
) -> tuple[Line, ...]:
    """The sheet, seat by seat. ``over``: nobody's turn is marked, though the view of a match that was ended by agreement
    still has one."""
    rules = FarkleRules.read(view.rules)
    latest: dict[int, Banked | Farkled] = {
        tell.seat: tell for tell in told if isinstance(tell, Banked | Farkled)
    }
    playing = view.phase not in ("start", "over") and not over
    found = []
    for seat, score in enumerate(view.scores):
        last = latest.get(seat)
        found.append(
            Line(
                seat=seat,
                name=names[seat],
                score=score,
                way=max(0, min(100, round(100 * score / rules.target))),
                last=_brought(last, speak),
                lost=isinstance(last, Farkled),
                note=_note(view, rules, seat, speak),
                now=playing and seat == view.seat,
            )
        )
    return tuple(found)


def _brought(last: Banked | Farkled | None, speak: Speak) -> str:
    if last is None:
        return ""
    return speak("+{points}", points=last.points) if isinstance(last, Banked) else speak("Farkle")


def _note(view: FarkleView, rules: FarkleRules, seat: int, speak: Speak) -> str:
    if view.closer == seat:
        return speak("set off the last round")
    if rules.opening and not view.opened[seat]:
        return speak("not on the board yet ({points} needed)", points=rules.opening)
    if rules.three_farkles and view.farkles[seat]:
        return speak.many("{count} Farkle in a row", "{count} Farkles in a row", view.farkles[seat])
    return ""
