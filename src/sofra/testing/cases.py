"""What is tested: one game under one set of house rules, with a number of seats and a seed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import import_module
from random import Random
from typing import Any, cast

from sofra.core.errors import Malformed
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.games.box import Box


class Broken(AssertionError):
    """A game does not keep what the page in ``sofra.core.game`` promises; the sentence says what and where."""


@dataclass(frozen=True, slots=True)
class Case:
    """``address`` is the game as ``module:attribute``, so that another process finds it too; ``house_rules`` is their
    text form. ``budget`` bounds the work of a check: about so many positions are looked at."""

    address: str
    house_rules: str
    seats: int
    seed: str = "1"
    budget: int = 40

    @property
    def game(self) -> AnyGame:
        module, _, attribute = self.address.partition(":")
        return cast(AnyGame, getattr(import_module(module), attribute))

    @property
    def rules(self) -> HouseRules:
        return cast(HouseRules, self.game.rules.read(self.house_rules))

    @property
    def longest(self) -> int:
        """How many events of a match are played at most."""
        return 40 * self.budget

    def rng(self, purpose: str) -> Random:
        """A generator of this case's own; the same purpose gives the same numbers in every process."""
        return Random(f"{self.seed}/{purpose}")

    def __str__(self) -> str:
        return f"{self.address.rpartition(':')[2].lower()}-{self.seats}-{self.house_rules}"


def fitting_seats(game: AnyGame, rules: HouseRules) -> tuple[int, ...]:
    """The numbers of seats that go with these rules."""
    least, most = game.facts.seats
    return tuple(seats for seats in range(least, most + 1) if _fits(game, rules, seats))


def _fits(game: AnyGame, rules: Any, seats: int) -> bool:
    try:
        game.fit(rules, seats)
    except Malformed:
        return False
    return True


def preset_cases(box: Box) -> Iterator[tuple[str, Case]]:
    """Every preset of a box once, with its name, each with another number of seats as far as they fit; and the default
    rules with the least and the most seats."""
    game = box.game
    default = Case(box.game_at, game.rules().write(), 0)
    fitting = fitting_seats(game, game.rules())
    for seats in dict.fromkeys((fitting[0], fitting[-1])):
        yield f"{box.key} with {seats}", replace(default, seats=seats)
    for number, (name, rules) in enumerate(game.presets.items()):
        company = [seats for seats in fitting_seats(game, rules) if seats > 1] or [1]
        yield f"{box.key} {name}", Case(box.game_at, rules.write(), company[number % len(company)])
