"""A match as a tree of points: where OpenSpiel's states stand. Points never change and share their past."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any

from sofra.core.asks import Ask, Chance, Choice
from sofra.core.errors import Turn
from sofra.core.events import Act, Event, Outcome
from sofra.core.plain import plain, told
from sofra.lab.adapters import chance
from sofra.lab.adapters.setting import Setting


@dataclass(frozen=True, eq=False)
class Point:
    """A place in the tree: a state, what of chance's answer is out, and how it was reached. ``heard`` is what each seat had
    been told before the first point of a chain."""

    at: Setting
    state: Any
    moves: int = 0
    heard: tuple[tuple[Any, ...], ...] = ()
    drawn: tuple[int, ...] = ()
    before: Point | None = None
    event: Any = None

    def __deepcopy__(self, memo: Any) -> Point:
        return self  # it never changes, and pyspiel copies a state for every child

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its first state and the events since: the chain itself is too deep for pickle."""
        events, point = [], self
        while point.before is not None:
            events.append(point.event)
            point = point.before
        return _again, ((self.at, point.state, point.moves, point.heard), events[::-1], self.drawn)

    @cached_property
    def ask(self) -> Ask:
        return self.at.game.ask(self.state)

    @property
    def player(self) -> int | None:
        """The seat that chooses here, of several the lowest; None at a chance node and where the match is over."""
        return self.ask.seats[0] if isinstance(self.ask, Choice) else None

    def outcomes(self) -> list[tuple[int, float]]:
        """Numbers and probabilities at a chance node; [] elsewhere."""
        return list(chance.outcomes(self.ask, self.drawn)) if isinstance(self.ask, Chance) else []

    def actions(self, seat: int) -> dict[int, Any]:
        """Action -> move for all that is open to a seat; {} if it is not asked."""
        return self.at.codec.offers(self.state, seat)

    def child(self, number: int) -> Point:
        """The point behind an action of ``player`` or an outcome of chance. Turn where the match is over, Illegal for what is
        not open."""
        ask = self.ask
        if isinstance(ask, Choice):
            seat = ask.seats[0]
            offers = self.actions(seat)
            if number not in offers:
                raise self.at.codec.shut(seat, number, offers)
            return self.after(Act(seat, offers[number]))
        if not isinstance(ask, Chance):
            raise Turn("the match is over")
        drawn = chance.values(ask, self.drawn, number)
        whole = len(drawn) == ask.what.count
        return self.after(Outcome(ask.label, drawn)) if whole else replace(self, drawn=drawn)

    def name(self, number: int) -> str:
        """What the number of an action or an outcome means here."""
        if isinstance(self.ask, Chance):
            return f"{self.ask.label} {' '.join(map(str, chance.values(self.ask, (), number)))}"
        return self.at.codec.names[number]

    def resampled(self, seat: int, rng: Random) -> Point:
        """A point that the seat cannot tell from this one, drawn from the game's worlds. What others were told before is
        forgotten in it, as they were told of another world."""
        world = next(self.at.game.worlds(self.at.game.view(self.state, seat), rng))
        heard = tuple(tuple(self.told(seat)) if seat == other else () for other in range(self.at.seats))
        return Point(self.at, world, self.moves, heard)

    def after(self, event: Event) -> Point:
        state = self.at.game.apply(self.state, event)
        return Point(self.at, state, self.moves + isinstance(event, Act), before=self, event=event)

    def told(self, viewer: int | None) -> list[Any]:
        """All that the viewer was told on the way here."""
        items, point = [], self
        while point.before is not None:
            items.append(self.at.game.tell(point.before.state, point.event, point.state, viewer))
            point = point.before
        return [*(point.heard[viewer] if point.heard and viewer is not None else ()), *reversed(items)]

    def seen(self, viewer: int | None) -> str:
        """The viewer's view as one line of JSON."""
        return _line(plain(self.at.game.view(self.state, viewer)))

    def known(self, viewer: int | None) -> str:
        """What the viewer was told, one line an event, and then what it sees: a function of these alone."""
        return "\n".join([*(_line(told(item)) for item in self.told(viewer)), self.seen(viewer)])


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _again(first: tuple[Any, ...], events: list[Event], drawn: tuple[int, ...]) -> Point:
    point = Point(*first)
    for event in events:
        point = point.after(event)
    return replace(point, drawn=drawn) if drawn else point
