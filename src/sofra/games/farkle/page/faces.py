"""Dice as the page draws and names them: pips, which group each die is in, what a screen reader hears."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.games.farkle.scoring import ScoreTable, Throw
from sofra.games.farkle.view import FarkleView
from sofra.games.parts import Speak

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((50, 50),),
    2: ((27, 27), (73, 73)),
    3: ((25, 25), (50, 50), (75, 75)),
    4: ((27, 27), (73, 27), (27, 73), (73, 73)),
    5: ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74)),
    6: ((28, 24), (28, 50), (28, 76), (72, 24), (72, 50), (72, 76)),
}
"""Where the pips of a face are, on a square of 100."""

NUMBERS = ("one", "two", "three", "four", "five", "six")
"""Faces in words."""

COUNTED = ("one {face}", "two {face}s", "three {face}s", "four {face}s", "five {face}s", "six {face}s")
"""Groups of equal dice in words."""

MESSAGES = (*NUMBERS, *COUNTED)


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a throw: ``number`` from 1 as the keys count them, ``face``, and what is heard."""

    number: int
    face: int
    label: str
    alone: bool

    @property
    def pips(self) -> tuple[tuple[int, int], ...]:
        return PIPS[self.face]


@dataclass(frozen=True, slots=True)
class Group:
    """Dice that lie together: a scoring group with its ``title`` ("three 4s") and points, or those that do not score
    (``points`` 0)."""

    dice: tuple[Die, ...]
    title: str
    points: int

    @property
    def text(self) -> str:
        """The faces as ``keep`` reads them."""
        return " ".join(str(die.face) for die in self.dice)


def title(dice: Throw, table: ScoreTable, speak: Speak) -> str:
    """A group in words: "three 4s", "straight"."""
    if len(set(dice)) == 1:
        return speak(COUNTED[len(dice) - 1], face=dice[0])
    return ", ".join(speak(row.name) for row in table.split(dice))


def gathered(view: FarkleView, table: ScoreTable, speak: Speak) -> tuple[Group, ...]:
    """The throw as it is laid out: scoring groups first, the rest last. Dice are numbered in that order."""
    left = list(view.dice)
    found: list[Group] = []
    number = 1
    for faces, points in view.groups:
        name = title(faces, table, speak)
        dice = []
        for face in faces:
            left.remove(face)
            dice.append(_die(number, face, table, speak, speak("in {group}", group=name)))
            number += 1
        found.append(Group(tuple(dice), name, points))
    rest = []
    for face in left:
        rest.append(_die(number, face, table, speak, speak("not scoring")))
        number += 1
    if rest:
        found.append(Group(tuple(rest), speak("do not score"), 0))
    return tuple(found)


def _die(number: int, face: int, table: ScoreTable, speak: Speak, where: str) -> Die:
    points = table.score((face,))
    value = speak("{points} alone", points=points) if points else speak("not scoring alone")
    label = speak(
        "Die {number}: {face}, {value}, {where}",
        number=number,
        face=speak(NUMBERS[face - 1]),
        value=value,
        where=where,
    )
    if where == speak("not scoring"):
        label = speak(
            "Die {number}: {face}, {value}", number=number, face=speak(NUMBERS[face - 1]), value=value
        )
    return Die(number, face, label, points is not None)
