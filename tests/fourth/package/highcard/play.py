"""The rules of high card, and nothing else: words, players and a page are left to sofra's plain stand-ins.

Each of two seats is dealt three cards that only it sees. Three times both choose one of them at once; when both have,
the cards are shown, and the higher one takes a point (under ``lowest`` the lower one). Most points win.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sofra.core import (
    Ask,
    Cards,
    Chance,
    Choice,
    Event,
    Facts,
    Game,
    HouseRules,
    Illegal,
    Malformed,
    Outcome,
    Over,
    Reason,
    Score,
    Turn,
    check_outcome,
    switch,
    whole,
)
from sofra.core.value import value

HAND = 3
BOTH = (0, 1)


@dataclass(frozen=True, slots=True)
class HighcardRules(HouseRules):
    """House rules."""

    deck: int = whole(10, low=6, high=40, meaning="How many cards there are", example="20: cards 1 to 20.")
    lowest: bool = switch(False, meaning="The lower card takes the point", example="2 beats 9.")


@value
class Play:
    """Play this card."""

    card: int


@value
class State:
    """``hands`` are empty before the deal; ``chosen`` are the cards of this round, sealed until both are there."""

    rules: HighcardRules
    hands: tuple[tuple[int, ...], ...] = ((), ())
    chosen: tuple[int | None, ...] = (None, None)
    shown: tuple[tuple[int, int], ...] = ()
    points: tuple[int, ...] = (0, 0)


@value
class HighcardView:
    """``hand`` and ``chosen`` are the viewer's own; ``answered`` says who has chosen; ``shown`` are earlier rounds."""

    viewer: int | None
    seats: int
    deck: int
    lowest: bool
    dealt: bool
    hand: tuple[int, ...]
    chosen: int | None
    answered: tuple[bool, ...]
    shown: tuple[tuple[int, int], ...]
    points: tuple[int, ...]


@value
class Dealt:
    """The viewer's hand."""

    hand: tuple[int, ...]


@value
class Chosen:
    """The viewer's own card is taken, face down."""

    card: int


@value
class Shown:
    """Both cards, and who takes the point."""

    cards: tuple[int, int]
    winner: int


class Highcard(Game[HighcardRules, State, Play]):
    """The rules of high card."""

    facts = Facts(
        key="highcard",
        rules_version=1,
        seats=(2, 2),
        chance=("cards",),
        hidden=True,
        simultaneous=True,
        longest=1 + 2 * HAND,
        clause="",
        utility=(0, HAND),
    )
    rules = HighcardRules
    presets: Mapping[str, HighcardRules] = {
        "Table": HighcardRules(),
        "Low": HighcardRules(deck=6, lowest=True),
    }

    def start(self, rules: HighcardRules, seats: int) -> State:
        self.fit(rules, seats)
        return State(rules)

    def ask(self, state: State) -> Ask:
        if len(state.shown) == HAND:
            return Over(self.standing(state))
        if not any(state.hands):
            deck = tuple(range(1, state.rules.deck + 1))
            return Chance("deal:1", Cards(2 * HAND, deck, "deal:1"), ((0,),) * HAND + ((1,),) * HAND)
        return Choice(tuple(seat for seat in BOTH if state.chosen[seat] is None))

    def moves(self, state: State, seat: int) -> tuple[Play, ...]:
        return tuple(map(Play, state.hands[seat])) if state.chosen[seat] is None else ()

    def apply(self, state: State, event: Event) -> State:
        ask = self.ask(state)
        if isinstance(event, Outcome):
            if not isinstance(ask, Chance) or event.label != ask.label:
                raise Illegal("{label} is not waited for now", label=event.label)
            cards = check_outcome(ask, event.values)
            return replace(state, hands=(tuple(sorted(cards[:HAND])), tuple(sorted(cards[HAND:]))))
        if not isinstance(ask, Choice) or event.seat not in ask.seats:
            raise Turn("seat {seat} is not asked now", seat=event.seat)
        move = event.move
        if not isinstance(move, Play) or move.card not in state.hands[event.seat]:
            raise Illegal("that is not one of your cards; play one that you hold")
        chosen = tuple(move.card if seat == event.seat else state.chosen[seat] for seat in BOTH)
        return self._show(state, chosen) if None not in chosen else replace(state, chosen=chosen)

    def _show(self, state: State, chosen: tuple[Any, ...]) -> State:
        hands = tuple(tuple(card for card in state.hands[seat] if card != chosen[seat]) for seat in BOTH)
        winner = _winner(state.rules, chosen)
        points = tuple(state.points[seat] + (seat == winner) for seat in BOTH)
        return State(state.rules, hands, (None, None), (*state.shown, (chosen[0], chosen[1])), points)

    def view(self, state: State, viewer: int | None) -> HighcardView:
        return HighcardView(
            viewer=viewer,
            seats=2,
            deck=state.rules.deck,
            lowest=state.rules.lowest,
            dealt=bool(state.shown) or any(state.hands),
            hand=() if viewer is None else state.hands[viewer],
            chosen=None if viewer is None else state.chosen[viewer],
            answered=tuple(card is not None for card in state.chosen),
            shown=state.shown,
            points=state.points,
        )

    def tell(self, before: State, event: Event, after: State, viewer: int | None) -> Any | None:
        if isinstance(event, Outcome):
            return None if viewer is None else Dealt(after.hands[viewer])
        if len(after.shown) > len(before.shown):
            return Shown(after.shown[-1], _winner(after.rules, after.shown[-1]))
        return Chosen(event.move.card) if viewer == event.seat else None

    def score(self, state: State) -> Score:
        return Score(state.points, tuple((Reason(points, "cards won"),) for points in state.points))

    def worlds(self, view: HighcardView, rng: Random) -> Iterator[State]:
        rules = HighcardRules(view.deck, view.lowest)
        known = {*view.hand, *(card for cards in view.shown for card in cards)}
        while True:
            rest = [card for card in range(1, view.deck + 1) if card not in known]
            rng.shuffle(rest)
            held = HAND - len(view.shown) if view.dealt else 0
            hands = tuple(
                view.hand if seat == view.viewer else tuple(sorted(rest.pop() for _ in range(held)))
                for seat in BOTH
            )
            chosen = tuple(
                (view.chosen if seat == view.viewer else rng.choice(hands[seat]))
                if view.answered[seat]
                else None
                for seat in BOTH
            )
            yield State(rules, hands, chosen, view.shown, view.points)

    def write(self, move: Play) -> str:
        return f"play {move.card}"

    def read(self, text: str) -> Play:
        word, _, card = text.partition(" ")
        if (
            word != "play"
            or not card.isascii()
            or not card.isdecimal()
            or card.startswith("0")
            or len(card) > 2
        ):
            raise Malformed(
                '"{text}" is no move of high card; write play and a card, such as play 7', text=text[:80]
            )
        return Play(int(card))


def _winner(rules: HighcardRules, cards: tuple[int, ...]) -> int:
    return cards.index(min(cards) if rules.lowest else max(cards))


HIGHCARD = Highcard()
