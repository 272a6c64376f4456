"""A match: a game, its house rules, its seats and a list of entries; the state is the fold of that list.

Entries are the game's events and three of the table's: undo, stand-in, and the end by agreement. The list is only
ever appended to; the states of all versions are kept (they share most of their parts), so undo and replay are look-ups.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sofra.core.asks import Ask, Chance, Choice, Over
from sofra.core.dealers import Dealer
from sofra.core.errors import Illegal, Malformed, Turn, Unknown
from sofra.core.events import Act, Event, Outcome
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules


@dataclass(frozen=True, slots=True)
class Undo:
    """The match stands again as it stood after its first ``to`` entries."""

    to: int


@dataclass(frozen=True, slots=True)
class StandIn:
    """From here on ``who`` plays for the seat ("bot careful"); ``who`` "" gives the chair back to its player."""

    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class Agreed:
    """All have agreed to end the match; it is scored as it stands."""


Entry = Event | Undo | StandIn | Agreed


class Match:
    """One match in progress. ``do`` is the only thing that changes it, and a refused entry changes nothing.

    ``undo_chance`` is for manual tables (real dice and cards), where any earlier entry may be taken back.
    """

    def __init__(self, game: AnyGame, rules: HouseRules, seats: int, *, undo_chance: bool = False) -> None:
        self.game = game
        self.rules = rules
        self.seats = seats
        self._undo_chance = undo_chance
        self._log: list[Entry] = []
        self._states: list[Any] = [game.start(rules, seats)]
        self._agreed = [False]
        self._barrier = 0
        self._ask: Ask | None = None

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self._log)

    @property
    def log(self) -> tuple[Entry, ...]:
        """All entries, oldest first."""
        return tuple(self._log)

    @property
    def state(self) -> Any:
        """The full state now. For the referee and the dealer only, never for a wire."""
        return self._states[-1]

    def state_at(self, version: int) -> Any:
        """The full state after the first ``version`` entries."""
        return self._states[version]

    @property
    def ask(self) -> Ask:
        """What the match waits for."""
        if self._ask is None:
            state = self._states[-1]
            self._ask = Over(self.game.standing(state)) if self._agreed[-1] else self.game.ask(state)
        return self._ask

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe a move now."""
        return self.ask.seats if isinstance(self.ask, Choice) else ()

    @property
    def over(self) -> bool:
        return isinstance(self.ask, Over)

    @property
    def agreed(self) -> bool:
        """Whether it was ended by agreement. The state does not know of it, and still asks for the next move."""
        return self._agreed[-1]

    @property
    def barrier(self) -> int:
        """The least version that an undo may go back to: behind it nothing new was revealed to anybody."""
        return 0 if self._undo_chance else self._barrier

    def moves(self, seat: int) -> tuple[Any, ...]:
        """The legal moves of a seat; () if it is not asked."""
        return self.game.moves(self.state, seat) if seat in self.asked else ()

    def forms(self, seat: int) -> tuple[str, ...]:
        """The forms of made-up moves open to a seat."""
        return self.game.forms(self.state, seat) if seat in self.asked else ()

    def view(self, viewer: int | None) -> Any:
        return self.game.view(self.state, viewer)

    def do(self, entry: Entry) -> None:
        """Append an entry, or raise a SofraError and change nothing."""
        before = self._states[-1]
        agreed = self._agreed[-1]
        barrier = self._barrier
        if isinstance(entry, Undo):
            self._check_undo(entry.to)
            after, agreed = self._states[entry.to], self._agreed[entry.to]
        elif isinstance(entry, StandIn):
            self._check_seat(entry.seat)
            after = before
        elif self.over:
            raise Turn("the match is over")
        elif isinstance(entry, Agreed):
            after, agreed = before, True
        else:
            if isinstance(entry, Act):
                self._check_seat(entry.seat)
            after = self.game.apply(before, entry)
            if self.game.reveals(before, entry, after):
                barrier = len(self._log) + 1
        self._log.append(entry)
        self._states.append(after)
        self._agreed.append(agreed)
        self._barrier = barrier
        self._ask = None

    def settle(self, dealer: Dealer) -> None:
        """Let the dealer answer until a seat is asked or the match is over."""
        while isinstance(ask := self.ask, Chance):
            self.do(dealer.answer(ask))

    def tell(self, version: int, viewer: int | None) -> Any | None:
        """What a viewer learned of the entry that made this version (from 1); None if nothing."""
        entry = self._log[version - 1]
        if isinstance(entry, Outcome | Act):
            return self.game.tell(self._states[version - 1], entry, self._states[version], viewer)
        return entry

    def told(self, viewer: int | None, since: int = 0) -> tuple[Any | None, ...]:
        """What a viewer was told after ``since`` entries, one item an entry."""
        return tuple(self.tell(version, viewer) for version in range(since + 1, len(self._log) + 1))

    def amended(self, position: int, entry: Entry) -> Match:
        """A match in which the entry at ``position`` (from 0) is another. Manual tables only; Illegal names the
        first later entry that could not have happened then."""
        if not self._undo_chance:
            raise Illegal("only a table with real dice and cards can amend an earlier line")
        if not 0 <= position < len(self._log):
            raise Malformed(
                "there is no line {line}; there are {count}", line=position + 1, count=len(self._log)
            )
        other = Match(self.game, self.rules, self.seats, undo_chance=True)
        other.do_all([*self._log[:position], entry, *self._log[position + 1 :]])
        return other

    def do_all(self, entries: Iterable[Entry]) -> None:
        """Append several entries in order; the first refused one raises."""
        for entry in entries:
            self.do(entry)

    def _check_undo(self, to: int) -> None:
        if not 0 <= to < len(self._log):
            raise Malformed(
                "undo to {to}: there are {count} entries to go back to", to=to, count=len(self._log)
            )
        if to < self.barrier:
            raise Illegal("that can't be undone: since then something new was revealed")

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise Unknown("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=self.seats - 1)
