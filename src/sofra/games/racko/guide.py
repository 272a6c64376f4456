"""Rack-O's first round: the rack, the open card, the pile and going Rack-O (O2 to O6)."""

from __future__ import annotations

from sofra.games.guides import Guide, Lesson, texts
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import in_order, items

_RULES = RackoRules()
_MINE = (3, 7, 12, 39, 18, 22, 26, 29, 33, 5)
_THEIRS = (8, 14, 20, 6, 25, 31, 10, 36, 2, 40)
_DONE = (3, 7, 12, 15, 18, 22, 26, 29, 33, 37)
_DEAL = tuple(card for pair in zip(reversed(_MINE), reversed(_THEIRS), strict=True) for card in pair)
_WON = sum(item.points for item in items(_RULES, _DONE, went=True, bonus=False))
_LOST = sum(item.points for item in items(_RULES, _THEIRS, went=False, bonus=False))

GUIDE = Guide(
    _RULES,
    2,
    ((1, 40), (*_DEAL, 15), (11,), (37,)),
    (
        Lesson(
            "Ten cards stand in your rack as they were dealt, and they stay in their slots. From slot 5 to slot 50 they have to rise. The 39 and the 5 stand in the way. The open 15 helps: you take it.",
            "take",
        ),
        Lesson(
            "A card from the discards must go into your rack. Between the 12 and the 18 the 15 is right: it replaces the 39, which goes to the discards.",
            "put 20",
        ),
        Lesson("{other} does not want the 39 and draws from the pile. Nobody else sees that card.", "draw"),
        Lesson("A drawn card may be thrown away. {other} does that.", "toss"),
        Lesson("The 11 has no place in your rack. So you draw.", "draw"),
        Lesson(
            "A 37! It is higher than all the others and belongs into slot 50, in place of the 5.", "put 50"
        ),
        Lesson(
            "Rack-O! All ten rise, so the round is over: {won} points for you. {other} gets 5 for each card that rises from the front, {count} cards: {lost}. New cards are dealt, until somebody has {target}.",
            "",
            (("won", _WON), ("count", in_order(_THEIRS)), ("lost", _LOST), ("target", _RULES.target)),
        ),
    ),
)

MESSAGES = texts(GUIDE.lessons)
