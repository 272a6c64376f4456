"""What a game is: pure rules over immutable values. Everything else in sofra is written against this page.

A new game derives from ``Game``; see CONTRIBUTING.md. No clock, no I/O, no language and no random generator inside.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from sofra.core.asks import Ask, Result
from sofra.core.errors import Malformed, Unknown
from sofra.core.events import Act, Event, Outcome
from sofra.core.rules import HouseRules

R = TypeVar("R", bound=HouseRules)
S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Facts:
    """What is true of a game as data, so that tests, adapters, docs and pages are generic.

    ``seats`` are the least and most; ``chance`` the kinds of chance ask ("dice", "cards"); ``longest`` the most events
    a match can have with every house rule, or None where no clause bounds it, and ``clause`` says why; ``utility``
    the least and most a seat can score, None where unbounded.
    """

    key: str
    rules_version: int
    seats: tuple[int, int]
    chance: tuple[str, ...]
    hidden: bool
    simultaneous: bool
    longest: int | None
    clause: str
    utility: tuple[int | None, int | None]

    @property
    def private(self) -> bool:
        """Whether some may know what others do not: hidden cards, or answers that lie sealed. Else all are told the same."""
        return self.hidden or self.simultaneous

    @property
    def by_hand(self) -> bool:
        """Whether all its chance is dice that everybody sees fall: then people at a table can throw real ones."""
        return self.chance == ("dice",) and not self.hidden


@dataclass(frozen=True, slots=True)
class Reason:
    """One item of a score: ``points`` for ``what`` (an English phrase with ``{named}`` places filled by ``fields``)."""

    points: int
    what: str
    fields: tuple[tuple[str, int | str], ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """Points a seat as they stand now, with the itemised reasons a seat (they add up to the points)."""

    points: tuple[int, ...]
    reasons: tuple[tuple[Reason, ...], ...]


class Game(ABC, Generic[R, S, M]):
    """The rules of one game: R its house rules, S its full state, M its moves.

    States, views, tells and moves are frozen slotted values. A full state never has a way to a wire; a view or a
    tell is built from what its viewer may know and holds only numbers, texts, booleans, None, tuples and further such
    values. ``viewer`` is a seat, or None for a spectator.
    """

    facts: Facts
    rules: type[R]
    presets: Mapping[str, R]

    @abstractmethod
    def start(self, rules: R, seats: int) -> S:
        """The state before anything happened. Raises Malformed if the rules do not fit the seats."""

    @abstractmethod
    def ask(self, state: S) -> Ask:
        """What the match waits for."""

    @abstractmethod
    def moves(self, state: S, seat: int) -> tuple[M, ...]:
        """Every legal move of a seat, but for those whose text is made up (see ``forms``); () if it is not asked."""

    def forms(self, state: S, seat: int) -> tuple[str, ...]:
        """The patterns of moves whose text the player makes up, such as ``claim <expression> = <zone>``."""
        return ()

    def silence(self, state: S, seat: int) -> M | None:
        """What a seat is taken to answer if its window closes before it has said anything; None where it must answer."""
        return None

    def shown(self, state: S, viewer: int | None) -> tuple[int, ...]:
        """The cards of this round that the viewer sees now and whose way everybody could follow: of these a dealer may
        prove where in its shuffle each one stood. None by default: a place can tell more than a card."""
        return ()

    def made_up(self, view: Any, form: str, rng: Random) -> M:
        """A well-formed move of that form, sensible or not, as a careless player might make it up from a view."""
        raise Unknown("this game has no moves of the form {form}", form=form)

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """The state after an event. Raises Illegal, Turn or Malformed where the event cannot happen here."""

    @abstractmethod
    def view(self, state: S, viewer: int | None) -> Any:
        """What one viewer may know now. Every view has the fields ``viewer`` and ``seats``."""

    @abstractmethod
    def tell(self, before: S, event: Event, after: S, viewer: int | None) -> Any | None:
        """What one viewer learns of an event; None if nothing (the version still ticks for everybody)."""

    @abstractmethod
    def score(self, state: S) -> Score:
        """Points as they stand now."""

    def standing(self, state: S) -> Result:
        """The result if the match ended here (by agreement): most points win, equal points share."""
        points = self.score(state).points
        best = max(points)
        ranking = sorted(range(len(points)), key=lambda seat: -points[seat])
        return Result(points, tuple(s for s, p in enumerate(points) if p == best), tuple(ranking))

    @abstractmethod
    def worlds(self, view: Any, rng: Random) -> Iterator[S]:
        """Full states that the viewer cannot tell from the true one, drawn by ``rng``, without end where cards are
        hidden; one state where nothing is."""

    @abstractmethod
    def write(self, move: M) -> str:
        """The text form of a move, in the words of the rule book."""

    @abstractmethod
    def read(self, text: str) -> M:
        """The move of a text; ``read(write(move)) == move``. Raises Malformed; legality is ``apply``'s business."""

    def reveals(self, before: S, event: Event, after: S) -> bool:
        """Whether an event showed anybody something new (chance, a hidden card, a sealed answer) and so can never be
        undone. The default is careful: in games that hide anything every event does."""
        return isinstance(event, Outcome) or self.facts.private

    def fit(self, rules: R, seats: int) -> None:
        """Refuse (Malformed) a number of seats, or rules that do not go with it."""
        least, most = self.facts.seats
        if not least <= seats <= most:
            raise Malformed(
                "{game} is for {least} to {most} players, not {seats}",
                game=self.facts.key,
                least=least,
                most=most,
                seats=seats,
            )
        rules.fit(seats)

    def preset(self, name: str) -> R:
        """The preset of that name, or Unknown."""
        try:
            return self.presets[name]
        except KeyError:
            raise Unknown(
                '{game} has no preset "{name}"; there are {presets}',
                game=self.facts.key,
                name=name,
                presets=", ".join(self.presets),
            ) from None

    def write_event(self, event: Event) -> str:
        """An event as the engine protocol and journals show it: ``roll 1 4 4 6`` or ``keep 4 4``."""
        if isinstance(event, Act):
            return self.write(event.move)
        return " ".join([event.label.partition(":")[0], *map(str, event.values)])


AnyGame = Game[Any, Any, Any]
