"""Faults in what is seen, told, asked and offered, and in worlds. What a fault needs to stay hidden from every other
check is planted with it: a view that leaks comes with worlds that agree with the leak."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from sofra.core import (
    Act,
    Chance,
    Dice,
)
from sofra.games.farkle.play import Farkle
from sofra.games.farkle.view import Rolled
from tests.faults.duel import (
    Duel,
    Said,
    Sealed,
    State,
    View,
)
from tests.faults.planting import found_by


@found_by("views keep secrets")
class ShowsASealedCardToSpectators(Duel):
    def view(self, state: State, viewer: int | None) -> View:
        view = super().view(state, viewer)
        return replace(view, sealed=state.played[0]) if viewer is None and state.die else view

    def world(self, view: View, rng: Random) -> State:
        world = super().world(view, rng)
        if view.viewer is not None or view.sealed is None:
            return world
        while view.sealed not in world.hands[0]:
            world = super().world(view, rng)
        return replace(world, played=(view.sealed, *world.played[1:]))


@found_by("views keep secrets")
class ShowsTheLowestCardOfAll(Duel):
    """In ``gone``, as long as nothing is played."""

    def view(self, state: State, viewer: int | None) -> View:
        view = super().view(state, viewer)
        return replace(view, gone=(min(map(min, state.hands)),)) if state.hands and not state.round else view

    def world(self, view: View, rng: Random) -> State:
        if view.round or not view.sizes:
            return super().world(view, rng)
        while True:
            world = super().world(replace(view, gone=()), rng)
            if min(map(min, world.hands)) == view.gone[0]:
                return world


@found_by("tells keep secrets")
class TellsASealedCard(Duel):
    def tell(self, before: State, event: Any, after: State, viewer: int | None) -> Any:
        if isinstance(event, Act) and after.die:
            return Sealed(event.move.card)
        return super().tell(before, event, after, viewer)


@found_by("tells keep secrets")
class TellsWhatWasDealtToAnother(Duel):
    def tell(self, before: State, event: Any, after: State, viewer: int | None) -> Any:
        told = super().tell(before, event, after, viewer)
        return super().tell(before, event, after, 0) if told is None and not before.hands else told


@found_by("tells keep secrets")
class TellsACardWithABoast(Duel):
    """Though ``reveals`` says that nothing is revealed."""

    def tell(self, before: State, event: Any, after: State, viewer: int | None) -> Any:
        told = super().tell(before, event, after, viewer)
        return Said(told.seat, f"{before.hands}") if isinstance(told, Said) else told


@found_by("asks are public")
class AsksWithASecretLabel(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        if isinstance(ask, Chance) and isinstance(ask.what, Dice) and state.hands[0]:
            return replace(ask, label=f"{ask.label}:{state.hands[0][0]}")
        return ask


@found_by("offers follow from views")
class HintsInItsForms(Duel):
    def forms(self, state: State, seat: int) -> Any:
        forms = super().forms(state, seat)
        others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        return ("boast <loudly>",) if forms and sum(others) % 2 else forms


@found_by("worlds agree with views")
class ForgetsThePointsInItsWorlds(Duel):
    def world(self, view: View, rng: Random) -> State:
        return replace(super().world(view, rng), points=(0,) * view.seats)


@found_by("worlds agree with views")
class DealsTheViewerAnewInItsWorlds(Duel):
    def world(self, view: View, rng: Random) -> State:
        return super().world(replace(view, viewer=None) if not view.die else view, rng)


@found_by("worlds are all there is to know")
class KnowsTheTruthInItsWorlds(Duel):
    truth: State

    def view(self, state: State, viewer: int | None) -> View:
        self.truth = state
        return super().view(state, viewer)

    def worlds(self, view: View, rng: Random) -> Iterator[State]:
        return itertools.repeat(self.truth)


@found_by("worlds are all there is to know")
class HasNoWorlds(Duel):
    def worlds(self, view: View, rng: Random) -> Iterator[State]:
        return iter(())


@found_by("worlds are all there is to know")
class FarkleWithTwoWorlds(Farkle):
    """Nothing is hidden in Farkle: there is one world."""

    def worlds(self, view: Any, rng: Random) -> Iterator[Any]:
        for world in super().worlds(view, rng):
            yield world
            yield world


@found_by("what is public is told to all")
class FarkleWithAPrivateWord(Farkle):
    """The mover alone hears how many points are at risk."""

    def tell(self, before: Any, event: Any, after: Any, viewer: int | None) -> Any:
        told = super().tell(before, event, after, viewer)
        return replace(told, total=0) if isinstance(told, Rolled) and viewer != told.seat else told
