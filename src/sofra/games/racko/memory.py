"""What all could see of each seat's turns in the round being played, as the flat form of a state holds it.

A view says what lies on the table. Which discards somebody let lie, how often they tossed what they drew, and what left
which slot when, is what a seat remembers of what it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sofra.games.racko.layout import FILLED, GONE, IDLE, REFUSED, TOSSES
from sofra.games.racko.rules import SLOTS
from sofra.games.racko.view import Dealt, Draws, Drew, PutIn, Took, Tossed

_AT = {slot: at for at, slot in enumerate(SLOTS)}


def remember(made: list[int], told: Sequence[Any]) -> None:
    """Writes into a flat state what a seat was told of this round (O11); ``told`` is oldest first."""
    begun = max((number for number, tell in enumerate(told) if isinstance(tell, Dealt)), default=len(told))
    discards: list[int] = []
    turns = [1, 1, 1, 1]
    for tell in told[begun:]:
        match tell:
            case Dealt():
                discards.append(tell.discard)
            case Took():
                discards.pop()
            case Draws() | Drew():
                made[REFUSED + tell.seat] |= 1 << discards[-1]
            case PutIn():
                at = 10 * tell.seat + _AT[tell.slot]
                made[GONE + at], made[FILLED + at] = tell.discarded, turns[tell.seat]
                made[IDLE + tell.seat] = 0
                discards.append(tell.discarded)
            case Tossed():
                made[TOSSES + tell.seat] += 1
                made[IDLE + tell.seat] += 1
                discards.append(tell.card)
        if isinstance(tell, PutIn | Tossed):
            turns[tell.seat] += 1
            if tell.recycled:
                # O4: flipped, the oldest of them lies on top; shuffled, the newest stays where it is.
                discards = [discards[0] if tell.recycled == "flip" else discards[-1]]
