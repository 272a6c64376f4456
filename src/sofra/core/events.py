"""What happens in a match: an outcome of chance, or a move of a seat."""

from __future__ import annotations

from typing import Any, final

from sofra.core.value import value


@final
@value
class Outcome:
    """Chance has answered the ask of this label: faces as thrown, or cards in dealing order."""

    label: str
    values: tuple[int, ...]


@final
@value
class Act:
    """A seat has moved. ``move`` is a value of its game, with a text form (``game.write`` / ``game.read``)."""

    seat: int
    move: Any


Event = Outcome | Act
