"""Rak's first throws: a sum, a bead, a bluff that is called, and a string (R3 to R10)."""

from __future__ import annotations

from sofra.games.guides import Guide, Lesson, texts
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.scoring import bonus

_RULES = RaksRules()
_FIRST, _SECOND, _THIRD = (2, 3, 5), (1, 1, 4), (3, 6, 6)


def _sum(dice: tuple[int, int, int], zone: int) -> str:
    return f"{pretty(reach(dice, _RULES.dice_use)[zone][0])} = {zone}"


GUIDE = Guide(
    _RULES,
    2,
    ((6, 1), _FIRST, _SECOND, _THIRD),
    (
        Lesson(
            "Three dice lie on the table. Use each of them once, with + − × ÷ and brackets, to make the number of an open zone: {sum}. You put a bead there, and nobody asks how you made it.",
            "place 17",
            (("sum", _sum(_FIRST, 17)),),
        ),
        Lesson(
            "Now {other} may challenge, and you would have to show the sum. {other} believes you.", "pass"
        ),
        Lesson(
            "{other} has thrown 1 1 4, which reaches {count} zones, and looks at the 35 for a long time …",
            "place 35",
            (("count", len(reach(_SECOND, _RULES.dice_use))),),
        ),
        Lesson("A bead on 35, with 1 1 4? A bead may be a bluff. You do not believe it.", "challenge"),
        Lesson("Now {other} must show a sum that makes 35, and there is none.", "concede"),
        Lesson(
            "The bead has come off again; it would have cost {other} one more, had there been one. If the sum had been right, you would have lost a bead. Your throw: {sum}.",
            "place 18",
            (("sum", _sum(_THIRD, 18)),),
        ),
        Lesson(
            "17 and 18 are neighbours: a string of two brings {two} points more, three bring {three}, four {four}, five or more {five}. Each bead counts 1. That is all; the rest is courage.",
            "",
            tuple(
                (name, bonus(length, _RULES.long_runs))
                for name, length in (("two", 2), ("three", 3), ("four", 4), ("five", 5))
            ),
        ),
    ),
)

MESSAGES = texts(GUIDE.lessons)
