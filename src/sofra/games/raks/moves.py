"""Rak's moves and their text: ``place 17``, ``no move``, ``pass``, ``challenge``, ``claim 3*5+2 = 17``, ``show 3*5+2``,
``concede``, ``withdraw 17``."""

from __future__ import annotations

from sofra.core.errors import Malformed
from sofra.core.value import value
from sofra.games.raks.arithmetic import tidy
from sofra.games.raks.rules import ZONES


@value
class Place:
    """Put a bead on a zone, rightly or not (R4)."""

    zone: int


@value
class NoMove:
    """Leave the throw to the others, with or without a move in hand (R5)."""


@value
class Pass:
    """No challenge, or no claim."""


@value
class Challenge:
    """Doubt the bead that was just placed (R6)."""


@value
class Claim:
    """ "I have a move" (R5): an expression, as tidy text, and the zone it should make."""

    expression: str
    zone: int


@value
class Show:
    """Answer a challenge with an expression, as tidy text (R6)."""

    expression: str


@value
class Concede:
    """Answer a challenge with nothing to show (R6)."""


@value
class Withdraw:
    """Take a bead off the board (R5, R6, R8)."""

    zone: int


Move = Place | NoMove | Pass | Challenge | Claim | Show | Concede | Withdraw

NO_MOVE = NoMove()
PASS = Pass()
CHALLENGE = Challenge()
CONCEDE = Concede()
PLACES = tuple(Place(zone) for zone in range(1, ZONES + 1))
WITHDRAWS = tuple(Withdraw(zone) for zone in range(1, ZONES + 1))

CLAIM_FORM = "claim <expression> = <zone>"
SHOW_FORM = "show <expression>"

_WORDS: dict[str, Move] = {"no move": NO_MOVE, "pass": PASS, "challenge": CHALLENGE, "concede": CONCEDE}
_TEXTS: dict[type[Move], str] = {type(move): text for text, move in _WORDS.items()}


def write(move: Move) -> str:
    """The text of a move."""
    if isinstance(move, Place):
        return f"place {move.zone}"
    if isinstance(move, Withdraw):
        return f"withdraw {move.zone}"
    if isinstance(move, Claim):
        return f"claim {move.expression} = {move.zone}"
    if isinstance(move, Show):
        return f"show {move.expression}"
    return _TEXTS[type(move)]


def read(text: str) -> Move:
    """The move of a text; expressions may be spaced in any way. Malformed says what is expected."""
    if text in _WORDS:
        return _WORDS[text]
    word, _, rest = text.partition(" ")
    if word == "place":
        return PLACES[read_zone(rest) - 1]
    if word == "withdraw":
        return WITHDRAWS[read_zone(rest) - 1]
    if word == "show":
        return Show(tidy(rest))
    if word == "claim":
        expression, equals, zone = rest.partition("=")
        if not equals:
            raise Malformed("a claim names its zone: claim 3*5+2 = 17")
        return Claim(tidy(expression), read_zone(zone.strip(" ")))
    raise Malformed(
        '"{text}" is no move of Rak\'s: place <zone>, no move, pass, challenge, claim <expression> = <zone>, '
        "show <expression>, concede or withdraw <zone>",
        text=text[:80],
    )


def read_zone(text: str) -> int:
    """The zone of a text, or Malformed."""
    if (
        text.isascii()
        and text.isdecimal()
        and not text.startswith("0")
        and len(text) < 3
        and int(text) <= ZONES
    ):
        return int(text)
    raise Malformed('"{zone}" is no zone; zones are 1 to {last}', zone=text[:20], last=ZONES)
