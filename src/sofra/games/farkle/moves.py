"""Farkle's moves and their text: ``roll``, ``keep 1 1 5``, ``bank``, ``take over``."""

from __future__ import annotations

from functools import lru_cache

from sofra.core.errors import Malformed
from sofra.core.value import value


@value
class Roll:
    """Throw the dice in hand (all six at the start of a turn and after hot dice)."""


@value
class Keep:
    """Set aside these dice of the throw, ascending."""

    dice: tuple[int, ...]


@value
class Bank:
    """End the turn and write its points down."""


@value
class TakeOver:
    """Go on with the dice and points that the player before left (F12, ``pass_on``)."""


Move = Roll | Keep | Bank | TakeOver

ROLL = Roll()
BANK = Bank()
TAKE_OVER = TakeOver()

_WORDS: dict[str, Move] = {"roll": ROLL, "bank": BANK, "take over": TAKE_OVER}
_TEXTS: dict[type[Move], str] = {Roll: "roll", Bank: "bank", TakeOver: "take over"}


def write(move: Move) -> str:
    """The text of a move."""
    if isinstance(move, Keep):
        return _keep(move.dice)
    return _TEXTS[type(move)]


@lru_cache(1024)
def _keep(dice: tuple[int, ...]) -> str:
    # Of one to six dice there are 923.
    return "keep " + " ".join(map(str, dice))


def read(text: str) -> Move:
    """The move of a text. Dice may come in any order; Malformed says what is expected."""
    if text in _WORDS:
        return _WORDS[text]
    word, *faces = text.split(" ")
    if word != "keep":
        raise Malformed('"{text}" is no move of Farkle: roll, keep <dice>, bank or take over', text=text[:80])
    if not 1 <= len(faces) <= 6:
        raise Malformed("keep names one to six dice, such as keep 1 1 5, not {count}", count=len(faces))
    for face in faces:
        if face not in ("1", "2", "3", "4", "5", "6"):
            raise Malformed('"{face}" is no face of a die; write keep and the faces 1 to 6', face=face[:20])
    return Keep(tuple(sorted(map(int, faces))))
