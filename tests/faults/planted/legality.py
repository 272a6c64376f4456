"""Faults in what is accepted and refused, and how."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields
from random import Random
from typing import Any

from sofra.core import (
    Act,
    Chance,
    Illegal,
    Outcome,
    Score,
    SofraError,
)
from sofra.core.value import value
from sofra.games.farkle.moves import TAKE_OVER
from sofra.games.farkle.play import Farkle
from tests.faults.duel import (
    Duel,
    DuelRules,
    Play,
    Rest,
    State,
    View,
)
from tests.faults.planting import found_by


@found_by("listed moves are accepted")
class ListsAMoveTwice(Duel):
    def moves(self, state: State, seat: int) -> Any:
        moves = super().moves(state, seat)
        return (*moves, *moves[:1]) if len(moves) > 2 else moves


@found_by("listed moves are accepted")
class ListsACardThatIsGone(Duel):
    def moves(self, state: State, seat: int) -> Any:
        moves = super().moves(state, seat)
        gone = 13 if Play(12) in moves else None
        return (*moves, Play(gone)) if gone else moves

    def read(self, text: str) -> Any:
        return Play(13) if text == "play 13" else super().read(text)


@found_by("listed moves are accepted")
class RefusesAListedMove(Duel):
    def apply(self, state: State, event: Any) -> State:
        after = super().apply(state, event)
        if isinstance(event, Act) and event.move == Play(12) and state.round == 1:
            raise Illegal("the twelve is kept for later")
        return after


@found_by("unlisted moves are refused")
class AcceptsAMoveThatIsNotListed(Duel):
    def apply(self, state: State, event: Any) -> State:
        if isinstance(event, Act) and event.move == Rest() and state.die and state.played[event.seat] is None:
            event = Act(event.seat, Play(state.hands[event.seat][0]))
        return super().apply(state, event)


@found_by("unlisted moves are refused")
class FarkleThatTakesOverInMidTurn(Farkle):
    def apply(self, state: Any, event: Any) -> Any:
        if isinstance(event, Act) and event.move == TAKE_OVER and state.phase == "decide":
            event = Act(event.seat, self.read("roll"))
        return super().apply(state, event)


@found_by("only asked seats move")
class OffersMovesToEverybody(Duel):
    def moves(self, state: State, seat: int) -> Any:
        return (Rest(),) if state.boasting is not None else super().moves(state, seat)


@found_by("only asked seats move")
class LetsAnybodyRest(Duel):
    def apply(self, state: State, event: Any) -> State:
        if isinstance(event, Act) and state.boasting is not None and event.move == Rest():
            event = Act(state.boasting, Rest())
        return super().apply(state, event)


@found_by("malformed events are refused")
class TakesADieThatIsNone(Duel):
    def apply(self, state: State, event: Any) -> State:
        if isinstance(event, Outcome) and event.values == (10_000,):
            event = Outcome(event.label, (6,))
        return super().apply(state, event)


@found_by("malformed events are refused")
class TakesAnyLabel(Duel):
    def apply(self, state: State, event: Any) -> State:
        ask = self.ask(state)
        if isinstance(event, Outcome) and isinstance(ask, Chance):
            event = Outcome(ask.label, event.values)
        return super().apply(state, event)


@found_by("malformed events are refused")
class TakesAMoveThatIsNone(Duel):
    def apply(self, state: State, event: Any) -> State:
        if isinstance(event, Act) and event.move is None and event.seat == state.boasting:
            event = Act(event.seat, Rest())
        return super().apply(state, event)


@found_by("refusals are sentences")
class RefusesWithAnErrorOfPython(Duel):
    def apply(self, state: State, event: Any) -> State:
        try:
            return super().apply(state, event)
        except Illegal as error:
            raise ValueError(str(error)) from error


@found_by("refusals are sentences")
class RefusesWithAnEmptyPlace(Duel):
    def apply(self, state: State, event: Any) -> State:
        try:
            return super().apply(state, event)
        except Illegal as error:
            raise Illegal("that is not one of your {cards} at all") from error


@found_by("refusals are sentences")
class RefusesForeignSeatsAsIllegal(Duel):
    def apply(self, state: State, event: Any) -> State:
        try:
            return super().apply(state, event)
        except SofraError as error:
            raise Illegal("that is not possible here and now") from error


@value
class WornState(State):
    """A state with a field that no comparison looks at."""

    worn: int = field(default=0, compare=False)


class _Worn(Duel):
    def start(self, rules: DuelRules, seats: int) -> State:
        return WornState(rules, seats, points=super().start(rules, seats).points)

    def worlds(self, view: View, rng: Random) -> Iterator[State]:
        for world in super().worlds(view, rng):
            yield WornState(*(getattr(world, f.name) for f in fields(world)))

    def wear(self, state: Any) -> None:
        object.__setattr__(state, "worn", state.worn + 1)


@found_by("refusals change nothing")
class ChangesWhenItRefuses(_Worn):
    def apply(self, state: State, event: Any) -> State:
        try:
            return super().apply(state, event)
        except Illegal:
            self.wear(state)
            raise


@found_by("applying changes no position")
class ChangesThePositionBefore(_Worn):
    def apply(self, state: State, event: Any) -> State:
        after = super().apply(state, event)
        self.wear(state)
        return after


@found_by("applying changes no position")
class ChangesWhenLookedAt(_Worn):
    def score(self, state: State) -> Score:
        self.wear(state)
        return super().score(state)
