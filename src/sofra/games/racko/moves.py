"""Rack-O's moves and their text: ``take``, ``draw``, ``put 35``, ``toss``, the last two also with `` rack-o``, and
``rack-o`` alone on a first turn (O3, O5)."""

from __future__ import annotations

from sofra.core.errors import Malformed
from sofra.core.value import value
from sofra.games.racko.rules import SLOTS


@value
class Take:
    """Take the top discard into the hand."""


@value
class Draw:
    """Take the top card of the draw pile into the hand."""


@value
class Put:
    """Put the card in hand into the slot of this mark (5 … 50) and discard what stood there."""

    slot: int
    rack_o: bool = False


@value
class Toss:
    """Discard the card that was drawn."""

    rack_o: bool = False


@value
class RackO:
    """Call Rack-O for a rack dealt complete, before drawing."""


Move = Take | Draw | Put | Toss | RackO

TAKE = Take()
DRAW = Draw()
PUTS = tuple(Put(slot) for slot in SLOTS)
PUTS_RACK_O = tuple(Put(slot, True) for slot in SLOTS)
TOSS = Toss()
TOSS_RACK_O = Toss(True)
RACK_O = RackO()

_MOVES: dict[str, Move] = {
    "take": TAKE,
    "draw": DRAW,
    **{f"put {move.slot}": move for move in PUTS},
    **{f"put {move.slot} rack-o": move for move in PUTS_RACK_O},
    "toss": TOSS,
    "toss rack-o": TOSS_RACK_O,
    "rack-o": RACK_O,
}
_TEXTS: dict[Move, str] = {move: text for text, move in _MOVES.items()}


def write(move: Move) -> str:
    """The text of a move."""
    return _TEXTS[move]


def read(text: str) -> Move:
    """The move of a text. Malformed says what is expected."""
    move = _MOVES.get(text)
    if move is not None:
        return move
    word, _, rest = text.partition(" ")
    if word == "put":
        raise Malformed('"{slot}" is no slot; write put and one of 5, 10, 15 … 50', slot=rest[:20])
    raise Malformed(
        '"{text}" is no move of Rack-O: take, draw, put <slot> or toss, the last two also with rack-o behind',
        text=text[:80],
    )
