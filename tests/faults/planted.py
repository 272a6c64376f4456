"""Games with one fault each. ``FAULTS`` lists them beside the one check that has to find them.

Each is the correct ``Duel`` with one method wrong. What a fault needs to stay hidden from every other check is planted
with it: a view that leaks comes with worlds that agree with the leak, and so on.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from random import Random
from typing import Any

from sofra.core import (
    Act,
    Chance,
    Dice,
    Illegal,
    Malformed,
    Outcome,
    Over,
    Reason,
    Result,
    Score,
    SofraError,
)
from sofra.core.value import value
from sofra.games.farkle.moves import TAKE_OVER
from sofra.games.farkle.play import Farkle
from tests.faults.duel import (
    DUEL,
    Duel,
    DuelRules,
    Play,
    Rest,
    Said,
    Sealed,
    State,
    Thrown,
    View,
)

FAULTS: list[tuple[str, str]] = []
"""(attribute of this module, the check that it fails)."""


def found_by(check: str) -> Callable[[type[Any]], Any]:
    """Puts one instance of a faulty game in place of its class."""

    def plant(kind: type[Any]) -> Any:
        FAULTS.append((kind.__name__, check))
        return kind()

    return plant


# -- legality ----------------------------------------------------------------------------------


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


# -- secrets -----------------------------------------------------------------------------------


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


# -- texts -------------------------------------------------------------------------------------


@found_by("moves round trip")
class WritesTwoSpaces(Duel):
    def write(self, move: Any) -> str:
        return super().write(move).replace(" ", "  ")

    def read(self, text: str) -> Any:
        return super().read(text.replace("  ", " "))


@found_by("moves round trip")
class WritesAComment(Duel):
    def write(self, move: Any) -> str:
        return f"#{move.card}" if isinstance(move, Play) else super().write(move)

    def read(self, text: str) -> Any:
        return super().read(f"play {text[1:]}" if text.startswith("#") else text)


@found_by("wrong texts are malformed")
class StumblesOverNumbers(Duel):
    def read(self, text: str) -> Any:
        return Play(int(text[5:])) if text.startswith("play ") else super().read(text)


@found_by("wrong texts are malformed")
class ReadsAnythingAsRest(Duel):
    def read(self, text: str) -> Any:
        try:
            return super().read(text)
        except Malformed:
            return Rest()


@found_by("wrong texts are malformed")
class CallsNonsenseIllegal(Duel):
    def read(self, text: str) -> Any:
        try:
            return super().read(text)
        except Malformed as error:
            raise Illegal("that is no move of this game") from error


@found_by("records round trip")
class HasALabelThatNoRecordTakes(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return replace(ask, label=ask.label.title()) if isinstance(ask, Chance) else ask


@found_by("records round trip")
class HasALabelWithASpace(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return replace(ask, label=ask.label.replace(":", " ")) if isinstance(ask, Chance) else ask


@dataclass(frozen=True, slots=True)
class SilentRules(DuelRules):
    """An option that says nothing of what it means."""

    extra: bool = field(default=False, metadata={"kind": "switch", "meaning": ""})


@found_by("house rules round trip")
class SaysNothingOfAnOption(Duel):
    rules = SilentRules


@dataclass(frozen=True, slots=True)
class LaxRules(DuelRules):
    """Takes what is not allowed for what is usual."""

    @classmethod
    def of(cls, values: Any, base: Any = None) -> Any:
        try:
            return DuelRules.of.__func__(cls, values, base)  # type: ignore[attr-defined]
        except Malformed:
            return cls()


@found_by("house rules round trip")
class TakesAnyHouseRules(Duel):
    rules = LaxRules


# -- values ------------------------------------------------------------------------------------


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


# -- course ------------------------------------------------------------------------------------

_COUNT = itertools.count()


@found_by("matches repeat")
class CountsItsScores(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        count = (("count", next(_COUNT)),)
        return replace(score, reasons=tuple((Reason(points, "so far", count),) for points in score.points))


@found_by("hash seeds change nothing")
class SortsByHash(Duel):
    def moves(self, state: State, seat: int) -> Any:
        return tuple(sorted(super().moves(state, seat), key=lambda move: hash(self.write(move))))


@value
class HastyState(State):
    """Remembers who sealed a card first."""

    first: int | None = None


@found_by("answers in any order")
class RewardsTheFirstAnswer(Duel):
    def start(self, rules: DuelRules, seats: int) -> State:
        return HastyState(rules, seats, points=super().start(rules, seats).points)

    def played(self, state: Any, seat: int, card: int) -> State:
        first = seat if not any(state.played) else getattr(state, "first", 0)
        after = super().played(state, seat, card)
        return replace(after, first=first) if isinstance(after, HastyState) else after


@found_by("scores add up")
class MiscountsItsReasons(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        reasons = tuple((*reasons, Reason(1, "for being there")) for reasons in score.reasons)
        return replace(score, reasons=reasons if state.round == 2 else score.reasons)


@found_by("scores add up")
class LeavesAPlaceInAReason(Duel):
    def score(self, state: State) -> Score:
        score = super().score(state)
        return replace(score, reasons=tuple((Reason(points, "{lost} lost"),) for points in score.points))


@found_by("results are whole")
class DeclaresTheWrongWinner(Duel):
    def standing(self, state: State) -> Result:
        result = super().standing(state)
        return replace(result, winners=(result.ranking[-1],))


@found_by("results are whole")
class EndsOtherwiseThanItStands(Duel):
    def ask(self, state: State) -> Any:
        ask = super().ask(state)
        return Over(replace(ask.result, turns=7)) if isinstance(ask, Over) else ask


@found_by("facts hold")
class SaysThatNothingIsHidden(Duel):
    facts = replace(DUEL.facts, hidden=False)


@found_by("facts hold")
class SaysThatSeatsAreAskedInTurn(Duel):
    facts = replace(DUEL.facts, simultaneous=False)


@found_by("facts hold")
class SaysThatThereAreNoDice(Duel):
    facts = replace(DUEL.facts, chance=("cards",))


@found_by("facts hold")
class SaysThatMatchesAreShort(Duel):
    facts = replace(DUEL.facts, longest=7)


@found_by("facts hold")
class SaysThatScoresAreSmall(Duel):
    facts = replace(DUEL.facts, utility=(0, 2))


@found_by("facts are exact")
class ClaimsAThirdKindOfChance(Duel):
    facts = replace(DUEL.facts, chance=("cards", "dice", "wheel"))


@found_by("facts are exact")
class SeatsAFourth(Duel):
    def fit(self, rules: DuelRules, seats: int) -> None:
        super().fit(rules, min(seats, 3) if seats == 4 else seats)


@found_by("chance cannot be undone")
class LetsADieBeUndone(Duel):
    def reveals(self, before: State, event: Any, after: State) -> bool:
        return super().reveals(before, event, after) and not after.die
