"""What a match of Rack-O is made of: the table, the round, and what changes with every move.

No state holds an order of undealt cards: the draw pile is a set (ascending) until a flip has made its order public.
"""

from __future__ import annotations

from typing import Literal

from sofra.core.value import value
from sofra.games.racko.rules import DECKS, RackoRules
from sofra.games.racko.scoring import Cards, Line

Phase = Literal["dealer", "deal", "turn", "drawing", "taken", "drawn", "over"]

CHOOSING = frozenset(("turn", "taken", "drawn"))
"""The phases in which a seat is asked."""

ALL_SLOTS = 0b11_1111_1111
"""The bits of all ten slots."""


@value
class Table:
    """What stays the same for a match; ``cards`` are all N of them, ascending (O1); ``pile`` is how many cards a draw
    pile starts with, dealt or shuffled: all but the racks and one discard."""

    rules: RackoRules
    seats: int
    cards: tuple[int, ...]
    pile: int


def table(rules: RackoRules, seats: int) -> Table:
    """The table of a match for 2 to 4 seats."""
    cards = DECKS[seats]
    return Table(rules, seats, cards, len(cards) - 10 * seats - 1)


@value
class Round:
    """What changes seldom. ``number`` is the round from 1 (0 before the first deal), ``own`` each seat's points (partners
    not yet pooled), ``sheet`` the rounds that ended, ``last`` the racks as the last of them ended. ``out`` called falsely in this round. ``known``: the discards were
    flipped, so the order of the pile is public (O4). ``shuffles`` counts the shuffles since the deal, ``shuffled`` is the
    set of the newest of them (ascending)."""

    table: Table
    number: int
    dealer: int
    own: tuple[int, ...]
    sheet: tuple[Line, ...]
    last: tuple[Cards, ...]
    out: tuple[bool, ...]
    known: bool = False
    shuffles: int = 0
    shuffled: Cards = ()


@value
class Rack:
    """Ten cards from slot 5 to slot 50. Bit i of ``open`` is set where everybody knows the card of slot i (taken from
    the discards, or shown); of ``drawn`` where it came from the draw pile since the last shuffle."""

    cards: Cards
    open: int = 0
    drawn: int = 0


@value
class State:
    """``seat`` is on turn for the ``lap``-th time around the table (from 1). ``pile``: ascending, or from the top where
    its order is public. ``discards``: the oldest first, the top last. ``hand``: the card just taken or drawn, else 0."""

    round: Round
    phase: Phase
    seat: int = 0
    lap: int = 0
    racks: tuple[Rack, ...] = ()
    pile: Cards = ()
    discards: Cards = ()
    hand: int = 0


def totals(round_: Round) -> tuple[int, ...]:
    """The total of each seat; partners share one (O9)."""
    own = round_.own
    return tuple(own[seat] + own[(seat + 2) % 4] for seat in range(4)) if round_.table.rules.partners else own


def acted(state: State, seat: int) -> bool:
    """Whether the seat has ended a turn in this round (or called before its first)."""
    first = (state.round.dealer + 1) % state.round.table.seats
    seats = state.round.table.seats
    return state.lap > 1 or (seat - first) % seats < (state.seat - first) % seats
