"""What all could see of each seat's turns in the round being played, as the flat form of a state holds it.

A view says what lies on the table. Which discards somebody let lie, how often they tossed what they drew, and what left
which slot when, is what a seat remembers of what it was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sofra.games.racko.layout import (
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    FILLED,
    GONE,
    HAND,
    IDLE,
    LAP,
    OPEN,
    PHASE,
    PILE,
    PILE_AT,
    PILE_END,
    PUT_MOVES,
    RACKS,
    REFUSED,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TOSS_MOVE,
    TOSSES,
    TURN_PHASE,
)
from sofra.games.racko.rules import DECKS, SLOTS
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


def retrace(made: Sequence[int], told: Sequence[Any]) -> tuple[list[int], list[tuple[int, int]]] | None:
    """A flat state that fits what a seat was told, back to the deal: the state then, and the moves since, each with the card
    that was drawn by it (0: none). None where nothing was told of the deal, or where the discards became a pile again."""
    begun = max((number for number, tell in enumerate(told) if isinstance(tell, Dealt)), default=len(told))
    if begun == len(told):
        return None
    dealt, rest = told[begun], told[begun + 1 :]
    moves: list[tuple[int, int]] = []
    first: dict[int, int] = {}
    unknown: dict[int, int] = {}
    for tell in rest:
        match tell:
            case Took():
                moves.append((TAKE_MOVE, 0))
            case Draws():
                moves.append((DRAW_MOVE, 0))
            case Drew():
                moves[-1] = (DRAW_MOVE, tell.card or 0)
            case PutIn(recycled=""):
                place = RACKS + 10 * tell.seat + _AT[tell.slot]
                first.setdefault(place, tell.discarded)
                if place in unknown:
                    moves[unknown.pop(place)] = (DRAW_MOVE, tell.discarded)
                if moves[-1] == (DRAW_MOVE, 0):
                    unknown[place] = len(moves) - 1
                moves.append((PUT_MOVES + _AT[tell.slot], 0))
            case Tossed(recycled=""):
                moves[-1] = (DRAW_MOVE, tell.card)
                moves.append((TOSS_MOVE, 0))
            case _:
                return None
    for place, number in unknown.items():
        moves[number] = (DRAW_MOVE, made[place])
    state = list(made)
    state[PHASE], state[SEAT], state[LAP], state[HAND] = TURN_PHASE, dealt.first, 1, 0
    state[OPEN:RACKS] = [0] * (RACKS - OPEN)
    state[REFUSED:SIZE] = [0] * (SIZE - REFUSED)
    for place, card in first.items():
        state[place] = card
    state[DISCARD], state[DISCARDS] = dealt.discard, 1
    seats = state[SEATS]
    lying = {dealt.discard, *state[RACKS : RACKS + 10 * seats]}
    pile = [card for card in DECKS[seats] if card not in lying]
    state[PILE : PILE + len(pile)] = pile
    state[PILE_AT], state[PILE_END] = 0, len(pile)
    return state, moves
