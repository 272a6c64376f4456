"""A tiny game with hidden cards and simultaneous answers, so that tables are tested with what Farkle does not have.

Each of two to four seats is dealt three of the cards 1 to 20, unseen by the others. Three times all seats put a card down at
once, sealed until the last is in; the highest card is worth a point. Most points win.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from sofra.core import (
    Cards,
    Chance,
    Choice,
    Facts,
    Game,
    HouseRules,
    Illegal,
    Malformed,
    Outcome,
    Over,
    Reason,
    Result,
    Score,
    Turn,
    check_outcome,
    switch,
)
from sofra.core.value import value
from sofra.games.box import Box

DECK = tuple(range(1, 21))


@dataclass(frozen=True, slots=True)
class TinyRules(HouseRules):
    low_wins: bool = switch(False, meaning="the lowest card is worth the point")


@value
class TinyState:
    rules: TinyRules
    hands: tuple[tuple[int, ...], ...]
    seats: int
    round: int = 0
    sealed: tuple[int, ...] = ()
    points: tuple[int, ...] = ()


@value
class TinyView:
    viewer: int | None
    seats: int
    hand: tuple[int, ...]
    round: int
    points: tuple[int, ...]
    answered: bool


@value
class Dealt:
    hand: tuple[int, ...]


@value
class Shown:
    cards: tuple[int, ...]
    winner: int


PRESETS = {"usual": TinyRules()}


class Tiny(Game[TinyRules, TinyState, int]):
    facts = Facts("tiny", 1, (2, 4), ("cards",), True, True, 13, "three rounds", (0, 3))
    rules = TinyRules
    presets = PRESETS

    def start(self, rules: TinyRules, seats: int) -> TinyState:
        self.fit(rules, seats)
        return TinyState(rules, (), seats, 0, (0,) * seats, (0,) * seats)

    def ask(self, state: TinyState) -> Any:
        if not state.hands:
            seen = tuple((seat,) for seat in range(state.seats) for _ in range(3))
            return Chance("deal:1", Cards(3 * state.seats, DECK, "deal:1"), seen)
        if state.round == 3:
            best = max(state.points)
            winners = tuple(s for s, p in enumerate(state.points) if p == best)
            ranking = tuple(sorted(range(state.seats), key=lambda s: -state.points[s]))
            return Over(Result(state.points, winners, ranking))
        return Choice(tuple(seat for seat in range(state.seats) if not state.sealed[seat]))

    def moves(self, state: TinyState, seat: int) -> tuple[int, ...]:
        asked = self.ask(state)
        return state.hands[seat] if isinstance(asked, Choice) and seat in asked.seats else ()

    def apply(self, state: TinyState, event: Any) -> TinyState:
        ask = self.ask(state)
        if isinstance(event, Outcome):
            if not isinstance(ask, Chance) or ask.label != event.label:
                raise Illegal("no cards are dealt now")
            cards = check_outcome(ask, event.values)
            hands = tuple(tuple(sorted(cards[3 * s : 3 * s + 3])) for s in range(state.seats))
            return TinyState(state.rules, hands, state.seats, 0, state.sealed, state.points)
        if not isinstance(ask, Choice) or event.seat not in ask.seats:
            raise Turn("seat {seat} is not asked now", seat=event.seat)
        if event.move not in state.hands[event.seat]:
            raise Illegal("card {card} is not in this hand", card=event.move)
        sealed = tuple(event.move if s == event.seat else card for s, card in enumerate(state.sealed))
        if not all(sealed):
            return TinyState(state.rules, state.hands, state.seats, state.round, sealed, state.points)
        winner = sealed.index(min(sealed) if state.rules.low_wins else max(sealed))
        hands = tuple(tuple(c for c in hand if c != sealed[s]) for s, hand in enumerate(state.hands))
        points = tuple(p + (s == winner) for s, p in enumerate(state.points))
        return TinyState(state.rules, hands, state.seats, state.round + 1, (0,) * state.seats, points)

    def view(self, state: TinyState, viewer: int | None) -> TinyView:
        hand = state.hands[viewer] if viewer is not None and state.hands else ()
        answered = viewer is not None and bool(state.sealed[viewer])
        return TinyView(viewer, state.seats, hand, state.round, state.points, answered)

    def tell(self, before: TinyState, event: Any, after: TinyState, viewer: int | None) -> Any:
        if isinstance(event, Outcome):
            return Dealt(after.hands[viewer]) if viewer is not None else Dealt(())
        if after.round == before.round:
            return None
        cards = tuple(event.move if s == event.seat else card for s, card in enumerate(before.sealed))
        winner = next(s for s in range(before.seats) if after.points[s] > before.points[s])
        return Shown(cards, winner)

    def score(self, state: TinyState) -> Score:
        return Score(state.points, tuple((Reason(p, "rounds won"),) if p else () for p in state.points))

    def worlds(self, view: TinyView, rng: Random) -> Iterator[TinyState]:
        raise Illegal("nobody asks this game for its worlds")

    def write(self, move: int) -> str:
        return f"play {move}"

    def read(self, text: str) -> int:
        word, _, card = text.partition(" ")
        if word != "play" or not (card.isascii() and card.isdecimal() and len(card) < 3):
            raise Malformed('"{text}" is no move: write play and a card', text=text[:40])
        return int(card)


TINY = Tiny()
box = Box("tiny", game="tests.table.tiny:TINY")
