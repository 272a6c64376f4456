"""What has just happened at a table of Rak's, as a small scene: a challenge is built up in front of all.

Silence about truth (R4): a placement makes no scene of its own, and a bead that was let stand looks like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sofra.games.parts import Names, Speak
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.tells import (
    Challenged,
    ClaimJudged,
    Conceded,
    Judged,
    Placed,
    SaidNoMove,
    Shown,
    Thrown,
    ThrownForStart,
    Withdrew,
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a scene: ``kind`` is "", "good", "bad" or "hot"; ``sum`` an equation in large type; ``text`` the words."""

    kind: str
    text: str
    sum: str = ""

    @property
    def verdict(self) -> bool:
        """Whether it says how a bead was judged: the next throw comes at once, and it should be seen all the same."""
        return self.kind in ("good", "bad")


def scene(told: Sequence[Any], speak: Speak, names: Names) -> tuple[Line, ...]:
    """What is worth showing since the last throw, oldest first; the verdict before it until somebody has answered it."""
    lines: list[Line] = []
    for tell in told:
        if isinstance(tell, Thrown):
            lines = [line for line in lines if line.verdict]
            if tell.triple:
                lines = [Line("hot", speak("A triple! The others withdraw a bead each."))]
        elif isinstance(tell, Placed | SaidNoMove):
            lines = [line for line in lines if not line.verdict]
        elif isinstance(tell, Challenged):
            lines.append(Line("", speak("{name}: challenges {zone}", name=names[tell.seat], zone=tell.zone)))
        elif isinstance(tell, Shown):
            lines.append(_shown(tell, speak, names))
        elif isinstance(tell, Conceded):
            lines.append(Line("bad", speak("{name}: concedes. The bead comes off", name=names[tell.seat])))
        elif isinstance(tell, Judged):
            lines += _claims(tell.claims, speak, names)
        elif isinstance(tell, Withdrew) and tell.then is not None:
            lines += _claims(tell.then.claims, speak, names)
    return tuple(lines)


def _shown(tell: Shown, speak: Speak, names: Names) -> Line:
    name = names[tell.seat]
    if tell.right:
        return Line("good", speak("{name}: right, the challenge has failed", name=name), _equation(tell))
    reason = speak(tell.why, **dict(tell.fields))
    return Line("bad", speak("{name}: wrong, {reason}", name=name, reason=reason), _equation(tell))


def _claims(claims: Sequence[ClaimJudged], speak: Speak, names: Names) -> list[Line]:
    lines = []
    for claim in claims:
        name = names[claim.seat]
        if claim.right:
            lines.append(Line("good", speak("{name}: has a move", name=name), _equation(claim)))
        else:
            reason = speak(claim.why, **dict(claim.fields))
            lines.append(
                Line("bad", speak("{name}: wrong, {reason}", name=name, reason=reason), _equation(claim))
            )
    return lines


def _equation(tell: Shown | ClaimJudged) -> str:
    sign = "=" if tell.right else "≠"
    return f"{pretty(tell.expression)} {sign} {tell.zone}"


def starters(told: Sequence[Any]) -> ThrownForStart | None:
    """The throw for the start, while nothing else was told."""
    last = told[-1] if told else None
    return last if isinstance(last, ThrownForStart) else None
