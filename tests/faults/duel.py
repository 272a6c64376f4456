"""A small, correct game with everything in it that a check looks at: hidden cards, a public die, sealed answers of
several seats at once, an open choice of one seat, and a move whose text is made up.

Each of two or three seats is dealt three of twelve cards that only they see. In each of three rounds a die is thrown
for all to see, and every seat plays one card, sealed; the highest card scores the die. Whoever won the round then
either rests or boasts in words of their own, and everybody hears it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from sofra.core import (
    Cards,
    Chance,
    Choice,
    Dice,
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
    whole,
)
from sofra.core.value import value

CARDS = tuple(range(1, 13))
HAND = 3


@dataclass(frozen=True, slots=True)
class DuelRules(HouseRules):
    """One number and one switch."""

    prize: int = whole(1, low=1, high=5, meaning="Points for each pip", example="2 doubles them.")
    lowest: bool = switch(False, meaning="The lowest card takes the die", example="1 beats 12.")


@value
class Play:
    """Play this card."""

    card: int


@value
class Rest:
    """Say nothing."""


@value
class Boast:
    """Say a word."""

    word: str


@value
class State:
    """``played`` holds each seat's sealed card of this round; ``boasting`` is the seat that may speak."""

    rules: DuelRules
    seats: int
    hands: tuple[tuple[int, ...], ...] = ()
    round: int = 0
    die: int = 0
    played: tuple[int | None, ...] = ()
    boasting: int | None = None
    points: tuple[int, ...] = ()


@value
class View:
    """``sizes`` are how many cards each seat has left, ``hand`` the viewer's own, ``sealed`` their own played card."""

    viewer: int | None
    seats: int
    round: int
    die: int
    prize: int
    lowest: bool
    hand: tuple[int, ...]
    sealed: int | None
    sizes: tuple[int, ...]
    gone: tuple[int, ...]
    answered: tuple[bool, ...]
    boasting: int | None
    points: tuple[int, ...]


@value
class Dealt:
    """The viewer's own cards."""

    hand: tuple[int, ...]


@value
class Thrown:
    """The die of a round."""

    die: int


@value
class Sealed:
    """Told to the seat itself: its card is taken."""

    card: int


@value
class Shown:
    """All cards of a round, and who took it."""

    cards: tuple[int, ...]
    winner: int
    points: int


@value
class Said:
    """What the winner had to say; "" for nothing."""

    seat: int
    word: str


class Duel(Game[DuelRules, State, Any]):
    """The rules. Faulty variants override one method each."""

    facts = Facts(
        key="duel",
        rules_version=1,
        seats=(2, 3),
        chance=("cards", "dice"),
        hidden=True,
        simultaneous=True,
        longest=1 + HAND * (1 + 3 + 1),
        clause="",
        utility=(0, HAND * 6 * 5),
    )
    rules = DuelRules
    presets: Mapping[str, DuelRules] = {"Table": DuelRules(), "Low": DuelRules(prize=2, lowest=True)}

    def start(self, rules: DuelRules, seats: int) -> State:
        self.fit(rules, seats)
        return State(rules, seats, points=(0,) * seats)

    def ask(self, state: State) -> Any:
        if not state.hands:
            owners = tuple((seat,) for seat in range(state.seats) for _ in range(HAND))
            return Chance("deal:1", Cards(len(owners), CARDS, "deal:1"), owners)
        if state.boasting is not None:
            return Choice((state.boasting,))
        if state.die:
            return Choice(tuple(seat for seat, card in enumerate(state.played) if card is None))
        if state.round == HAND:
            return Over(self.standing(state))
        return Chance(f"die:{state.round + 1}", Dice(1))

    def moves(self, state: State, seat: int) -> tuple[Any, ...]:
        ask = self.ask(state)
        if not isinstance(ask, Choice) or seat not in ask.seats:
            return ()
        return (Rest(),) if state.boasting is not None else tuple(map(Play, state.hands[seat]))

    def forms(self, state: State, seat: int) -> tuple[str, ...]:
        return ("boast <word>",) if state.boasting == seat else ()

    def made_up(self, view: View, form: str, rng: Random) -> Boast:
        return Boast("".join(rng.choices("aeiou", k=rng.randint(1, 4))))

    def apply(self, state: State, event: Any) -> State:
        ask = self.ask(state)
        if isinstance(event, Outcome):
            if not isinstance(ask, Chance) or ask.label != event.label:
                raise Illegal("{label} is not waited for now", label=event.label)
            return self.dealt(state, check_outcome(ask, event.values))
        if not isinstance(ask, Choice) or event.seat not in ask.seats:
            raise Turn("seat {seat} is not asked now", seat=event.seat)
        if state.boasting is not None:
            if not isinstance(event.move, Rest | Boast):
                raise Illegal("the winner of the round may rest or boast")
            return replace(state, boasting=None)
        if not isinstance(event.move, Play) or event.move.card not in state.hands[event.seat]:
            raise Illegal("seat {seat} plays one of its own cards", seat=event.seat)
        return self.played(state, event.seat, event.move.card)

    def dealt(self, state: State, values: tuple[int, ...]) -> State:
        if state.hands:
            return replace(state, die=values[0], round=state.round + 1, played=(None,) * state.seats)
        hands = tuple(tuple(sorted(values[s * HAND : (s + 1) * HAND])) for s in range(state.seats))
        return replace(state, hands=hands)

    def played(self, state: State, seat: int, card: int) -> State:
        played = (*state.played[:seat], card, *state.played[seat + 1 :])
        if None in played:
            return replace(state, played=played)
        winner, won = self.winner(state, played)
        hands = tuple(tuple(c for c in h if c != p) for h, p in zip(state.hands, played, strict=True))
        points = tuple(p + won * (s == winner) for s, p in enumerate(state.points))
        return replace(state, hands=hands, played=played, die=0, boasting=winner, points=points)

    def winner(self, state: State, played: tuple[Any, ...]) -> tuple[int, int]:
        best = min(played) if state.rules.lowest else max(played)
        return played.index(best), state.die * state.rules.prize

    def view(self, state: State, viewer: int | None) -> View:
        mine = viewer if viewer is not None and state.hands else None
        return View(
            viewer,
            state.seats,
            state.round,
            state.die,
            state.rules.prize,
            state.rules.lowest,
            state.hands[mine] if mine is not None else (),
            state.played[mine] if mine is not None and state.die else None,
            tuple(map(len, state.hands)),
            () if state.die else tuple(card for card in state.played if card is not None),
            tuple(card is not None for card in state.played),
            state.boasting,
            state.points,
        )

    def tell(self, before: State, event: Any, after: State, viewer: int | None) -> Any:
        if isinstance(event, Outcome):
            if before.hands:
                return Thrown(event.values[0])
            return None if viewer is None else Dealt(after.hands[viewer])
        if before.boasting is not None:
            return Said(event.seat, event.move.word if isinstance(event.move, Boast) else "")
        if after.die:
            return Sealed(event.move.card) if viewer == event.seat else None
        cards = tuple(card for card in after.played if card is not None)
        winner, won = self.winner(before, cards)
        return Shown(cards, winner, won)

    def score(self, state: State) -> Score:
        return Score(
            state.points,
            tuple((Reason(points, "{rounds} rounds", (("rounds", HAND),)),) for points in state.points),
        )

    def standing(self, state: State) -> Result:
        best = max(state.points)
        ranking = sorted(range(state.seats), key=lambda seat: (-state.points[seat], seat))
        return Result(state.points, tuple(s for s, p in enumerate(state.points) if p == best), tuple(ranking))

    def worlds(self, view: View, rng: Random) -> Iterator[State]:
        while True:
            yield self.world(view, rng)

    def world(self, view: View, rng: Random) -> State:
        """A state in which the viewer's cards, all open cards and the points are as seen, and all else is drawn. Cards
        that went in earlier rounds are forgotten: nothing depends on them any more."""
        free = [card for card in CARDS if card not in (*view.hand, *view.gone)]
        rng.shuffle(free)
        hands = tuple(
            view.hand if seat == view.viewer else tuple(sorted(free.pop() for _ in range(size)))
            for seat, size in enumerate(view.sizes)
        )
        played: tuple[int | None, ...] = view.gone
        if view.die:
            played = tuple(
                None if not done else view.sealed if seat == view.viewer else rng.choice(hands[seat])
                for seat, done in enumerate(view.answered)
            )
        rules = DuelRules(view.prize, view.lowest)
        return State(rules, view.seats, hands, view.round, view.die, played, view.boasting, view.points)

    def write(self, move: Any) -> str:
        if isinstance(move, Play):
            return f"play {move.card}"
        return "rest" if isinstance(move, Rest) else f"boast {move.word}"

    def read(self, text: str) -> Any:
        if text == "rest":
            return Rest()
        if found := re.fullmatch(r"play ([1-9]|1[0-2])", text):
            return Play(int(found[1]))
        if found := re.fullmatch(r"boast ([a-z]{1,20})", text):
            return Boast(found[1])
        raise Malformed('"{text}" is no move of this game: play <card>, rest or boast <word>', text=text[:80])

    def reveals(self, before: State, event: Any, after: State) -> bool:
        return isinstance(event, Outcome) or before.boasting is None


DUEL = Duel()
