"""Faults in values that should be frozen, compared by what they hold, and plain."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

from sofra.core import (
    Over,
)
from sofra.core.value import value
from tests.faults.duel import (
    Duel,
    State,
    Thrown,
    View,
)
from tests.faults.planting import found_by


@dataclass(slots=True, unsafe_hash=True)
class LooseThrown:
    """Can be changed."""

    die: int


@dataclass(frozen=True)
class RoomyThrown:
    """Has room for further attributes."""

    die: int


@dataclass(frozen=True, slots=True, eq=False)
class LonelyThrown:
    """Is equal to nothing but itself."""

    die: int


class _OtherThrown(Duel):
    kind: Any

    def tell(self, before: State, event: Any, after: State, viewer: int | None) -> Any:
        told = super().tell(before, event, after, viewer)
        return self.kind(told.die) if isinstance(told, Thrown) else told


@found_by("values are frozen")
class TellsSomethingThatCanBeChanged(_OtherThrown):
    kind = LooseThrown


@found_by("values are frozen")
class TellsSomethingThatHasRoomForMore(_OtherThrown):
    kind = RoomyThrown


@found_by("values are compared by what they hold")
class TellsSomethingEqualToNothing(_OtherThrown):
    kind = LonelyThrown


@value
class ShyView(View):
    """A view that cannot be copied."""

    def __reduce__(self) -> Any:
        raise TypeError("a shy view is not copied")


@found_by("values are compared by what they hold")
class ShowsWhatCannotBeCopied(Duel):
    def view(self, state: State, viewer: int | None) -> View:
        view = super().view(state, viewer)
        return ShyView(*(getattr(view, f.name) for f in fields(view)))


@found_by("views and tells are plain")
class ShowsASet(Duel):
    def view(self, state: State, viewer: int | None) -> View:
        view = super().view(state, viewer)
        return replace(view, hand=frozenset(view.hand))  # type: ignore[arg-type]

    def world(self, view: View, rng: Random) -> State:
        return super().world(replace(view, hand=tuple(sorted(view.hand))), rng)


@found_by("views and tells are plain")
class MiscountsTheSeats(Duel):
    def view(self, state: State, viewer: int | None) -> View:
        return replace(super().view(state, viewer), seats=state.seats + 1)

    def world(self, view: View, rng: Random) -> State:
        return super().world(replace(view, seats=len(view.points)), rng)


@found_by("views and tells are plain")
class ShowsTheStateInTheEnd(Duel):
    def view(self, state: State, viewer: int | None) -> View:
        view = super().view(state, viewer)
        over = isinstance(self.ask(state), Over)
        return replace(view, gone=(*view.gone, state)) if over else view  # type: ignore[arg-type]

    def world(self, view: View, rng: Random) -> State:
        return super().world(replace(view, gone=view.gone[: view.seats]), rng)
