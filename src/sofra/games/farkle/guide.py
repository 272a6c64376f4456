"""Farkle's first match: sets, what is at risk, hot dice, the bank and a Farkle (F2 to F9)."""

from __future__ import annotations

from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.guides import Guide, Lesson, texts

_RULES = FarkleRules()
_TABLE = score_table(_RULES)
_FOURS, _ONE, _ALL = _TABLE.score((4, 4, 4)), _TABLE.score((1,)), _TABLE.score((1, 5, 5))
_TOTAL = (_FOURS or 0) + (_ALL or 0)

GUIDE = Guide(
    _RULES,
    2,
    ((6, 1), (1, 4, 4, 4, 6, 2), (1, 5, 5), (2, 3, 3, 4, 6, 6)),
    (
        Lesson(
            "Everybody has thrown one die, and yours was the highest: you begin. You roll all six.", "roll"
        ),
        Lesson(
            "Three 4s are worth {set}, the 1 is worth {one}. Of every roll you set aside at least one scoring die. This time you take the 4s.",
            "keep 4 4 4",
            (("set", _FOURS), ("one", _ONE)),
        ),
        Lesson(
            "{points} points are yours if you bank them now. You would rather roll the three dice that are left: the strip says how safe that is.",
            "roll",
            (("points", _FOURS),),
        ),
        Lesson(
            "Lucky: all three score, {points} together. You set all of them aside.",
            "keep 1 5 5",
            (("points", _ALL),),
        ),
        Lesson(
            "Hot dice! All six have scored, so all six are in hand again and the points stay. Six more would be tempting; you bank.",
            "bank",
        ),
        Lesson(
            "Your {points} points stand on the sheet, and nobody can take them away. {other} rolls.",
            "roll",
            (("points", _TOTAL),),
        ),
        Lesson(
            "Nothing scores: a Farkle. The turn is over and its points are lost. Whoever reaches {target} first sets off one last turn for everybody else, and then the most points win. Now it is your turn.",
            "",
            (("target", _RULES.target),),
        ),
    ),
)

MESSAGES = texts(GUIDE.lessons)
