"""Twins: two positions that one viewer cannot tell apart, walked side by side.

They start as one position. Where chance deals something that the viewer does not see, the second gets something else;
where another seat seals an answer, the second seals another one. From then on both get the same events as long as
the rules allow it. What the viewer gets of the two must be the same until something is told to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, is_dataclass
from random import Random
from typing import Any

from sofra.core.asks import Ask, Cards, Chance, Choice, Dice
from sofra.core.dealers import Fast
from sofra.core.events import Act, Event, Outcome
from sofra.core.game import AnyGame
from sofra.core.plain import plain, told
from sofra.testing.walks import candidates, random_event

TRIES = 20


@dataclass(frozen=True, slots=True)
class Side:
    """One of the twins around one event, with what the viewer gets of it as plain values."""

    before: Any
    event: Event
    after: Any
    view: Any
    tell: Any


@dataclass(frozen=True, slots=True)
class TwinStep:
    """One event on both sides. ``secret``: the rules hide from the viewer all in which the two events differ, so
    nothing at all may differ for the viewer."""

    viewer: int | None
    one: Side
    other: Side
    secret: bool

    @property
    def told_apart(self) -> bool:
        return bool(self.one.tell != self.other.tell or self.one.view != self.other.view)


def public(ask: Ask) -> Any:
    """What everybody may know of an ask: all but which cards are still in the deck."""
    if isinstance(ask, Chance):
        what = ask.what
        shape = (
            ("cards", what.count, len(what.of), what.shuffle, what.at)
            if isinstance(what, Cards)
            else plain(what)
        )
        return (ask.label, shape, ask.seen_by)
    return plain(ask)


def twins(game: AnyGame, state: Any, viewer: int | None, rng: Random, most: int) -> Iterator[TwinStep]:
    """At most ``most`` twin steps from a position on. When the viewer may tell the two apart, they become one again."""
    one = other = state
    for _ in range(most):
        ask, ask_other = game.ask(one), game.ask(other)
        if not isinstance(ask, Chance | Choice):
            return
        if public(ask) != public(ask_other):
            other, ask_other = one, ask
        pair = _pair(game, viewer, (one, other), (ask, ask_other), rng)
        if pair is None:
            other = one
            pair = _pair(game, viewer, (one, one), (ask, ask), rng)
            assert pair is not None, "a position is its own twin"
        (event, after), (event_other, after_other), secret = pair
        step = TwinStep(
            viewer,
            _side(game, one, event, after, viewer),
            _side(game, other, event_other, after_other, viewer),
            secret,
        )
        yield step
        one, other = after, after if step.told_apart else after_other


_Happened = tuple[Event, Any]


def _side(game: AnyGame, before: Any, event: Event, after: Any, viewer: int | None) -> Side:
    view, tell = game.view(after, viewer), game.tell(before, event, after, viewer)
    return Side(before, event, after, shown(view), shown(tell))


def shown(value: Any) -> Any:
    """A view or tell as plain values; one that has no plain form as Python writes it."""
    try:
        return told(value) if is_dataclass(value) else plain(value)
    except TypeError:
        return repr(value)


def _pair(
    game: AnyGame, viewer: int | None, sides: tuple[Any, Any], asks: tuple[Ask, Ask], rng: Random
) -> tuple[_Happened, _Happened, bool] | None:
    """What happens on both sides and whether the difference is secret; None if the other side cannot follow."""
    one, other = sides
    event, after = random_event(game, one, asks[0], rng, Fast(rng))
    if isinstance(event, Outcome):
        assert isinstance(asks[1], Chance)
        values = _unseen_changed(asks[1], event, viewer, rng)
        # With hidden differences from before, chance may end something and so show them: that is no leak.
        fresh = one is other
        return (
            None
            if values is None
            else _follow(game, other, Outcome(event.label, values), (event, after), fresh)
        )
    assert isinstance(asks[0], Choice)
    sealed = asks[0].sealed and len(asks[0].seats) > 1 and event.seat != viewer
    if sealed and rng.random() < 0.5:
        for move, _ in zip(candidates(game, other, event.seat, rng), range(TRIES), strict=False):
            if move != event.move and (
                pair := _follow(game, other, Act(event.seat, move), (event, after), True)
            ):
                return pair
    return _follow(game, other, event, (event, after), sealed)


def _follow(
    game: AnyGame, state: Any, event: Event, first: _Happened, secret: bool
) -> tuple[_Happened, _Happened, bool] | None:
    try:
        return first, (event, game.apply(state, event)), secret
    except Exception:  # noqa: BLE001 - how something is refused is another check's business
        return None


def _unseen_changed(ask: Chance, event: Outcome, viewer: int | None, rng: Random) -> tuple[int, ...] | None:
    """The outcome with other values where the viewer does not see them; None if a seen value is not to be had."""
    seen = [
        ask.seen_by is None or (who := ask.seen_by[at]) is None or viewer in who
        for at in range(len(event.values))
    ]
    if isinstance(ask.what, Dice):
        return tuple(v if s else rng.randint(1, 6) for v, s in zip(event.values, seen, strict=True))
    unseen = [at for at, s in enumerate(seen) if not s]
    # Often only a little differs: then both sides can go the same way for long before it shows.
    changed = rng.sample(unseen, min(len(unseen), rng.choice((1, 2, len(unseen)))))
    left = set(ask.what.of)
    kept = {at: v for at, v in enumerate(event.values) if at not in changed}
    if not left.issuperset(kept.values()):
        return None
    rest = sorted(left.difference(kept.values()))
    rng.shuffle(rest)
    return tuple(kept[at] if at in kept else rest.pop() for at in range(len(event.values)))
