"""Where a match of Farkle stands: what never changes, what changes from turn to turn, and the turn itself."""

from __future__ import annotations

from typing import Literal

from sofra.core.value import value
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import ScoreTable

Phase = Literal["start", "turn", "rolling", "keep", "decide", "over"]


@value
class Table:
    """What stays the same for a match."""

    rules: FarkleRules
    seats: int
    scores: ScoreTable


@value
class Standing:
    """What changes from turn to turn only.

    ``seat`` has turn number ``turn`` (from 1; 0 before the first). ``since`` is the turn in which each seat reached its
    score. ``farkles`` counts Farkles in a row, under ``three_farkles`` only. ``closer`` set off the last round, of
    which ``last_turns`` are still to come. ``offer`` holds points and dice that the next player may take over.
    ``tied`` are the seats still throwing for the start.
    """

    table: Table
    seat: int
    turn: int
    scores: tuple[int, ...]
    since: tuple[int, ...]
    opened: tuple[bool, ...]
    farkles: tuple[int, ...]
    closer: int | None = None
    last_turns: int = 0
    offer: tuple[int, int] | None = None
    tied: tuple[int, ...] = ()


@value
class State:
    """``total`` are the points at risk in this turn, ``left`` the dice in hand, ``dice`` the throw to choose from
    (ascending), ``kept`` the sets put aside from the current six dice, ``roll`` the number of the last throw."""

    standing: Standing
    phase: Phase
    total: int = 0
    left: int = 6
    dice: tuple[int, ...] = ()
    kept: tuple[tuple[int, ...], ...] = ()
    roll: int = 0
