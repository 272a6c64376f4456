"""A seeded random walk through a game: what its matches look like, for adapters that must size things beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sofra.core.asks import Chance, Choice
from sofra.core.dealers import Fast
from sofra.core.events import Act, Event
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules

EVENTS = 4000
"""How many events a walk has."""
LONGEST = 1500
"""After how many events of one match a walk begins another."""


def walk(game: AnyGame, rules: HouseRules, seats: int) -> Iterator[Any]:
    """The states of matches that careless players play, the same ones every time: EVENTS of them."""
    rng = Random(f"walk {game.facts.key} {seats}")
    dealer = Fast(rng)
    state, age = game.start(rules, seats), 0
    for _ in range(EVENTS):
        yield state
        ask = game.ask(state)
        if age < LONGEST and isinstance(ask, Chance):
            state, age = game.apply(state, dealer.answer(ask)), age + 1
        elif age < LONGEST and isinstance(ask, Choice):
            state, age = game.apply(state, careless(game, state, rng.choice(ask.seats), rng)), age + 1
        else:
            state, age = game.start(rules, seats), 0


def careless(game: AnyGame, state: Any, seat: int, rng: Random) -> Event:
    """Any move of a seat that is asked: one of those listed, or one made up after a form."""
    listed, forms = game.moves(state, seat), game.forms(state, seat)
    at = rng.randrange(len(listed) + len(forms))
    if at < len(listed):
        return Act(seat, listed[at])
    return Act(seat, game.made_up(game.view(state, seat), forms[at - len(listed)], rng))
