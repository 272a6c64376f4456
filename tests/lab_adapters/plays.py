"""Random play for the adapters' tests, and lists of actions with faults."""

from collections.abc import Iterator, Mapping
from itertools import islice
from random import Random
from typing import Any

from sofra.core import Act, AnyGame, Chance, Choice, Fast, HouseRules
from sofra.games.box import Box, boxes

KEYS = tuple(boxes())


def states(game: AnyGame, rules: HouseRules, seats: int, seed: int, most: int = 600) -> Iterator[Any]:
    """The states of one match of careless players."""
    rng = Random(seed)
    dealer, state = Fast(rng), game.start(rules, seats)
    for _ in range(most):
        yield state
        ask = game.ask(state)
        if isinstance(ask, Chance):
            state = game.apply(state, dealer.answer(ask))
        elif isinstance(ask, Choice):
            seat = rng.choice(ask.seats)
            offered: list[Any] = [*game.moves(state, seat), *game.forms(state, seat)]
            move = rng.choice(offered)
            if isinstance(move, str):
                move = game.made_up(game.view(state, seat), move, rng)
            state = game.apply(state, Act(seat, move))
        else:
            return


def choices(
    game: AnyGame, rules: HouseRules, seats: int, seed: int, most: int = 600
) -> Iterator[tuple[Any, int]]:
    """The states in which somebody is asked, with each seat that is."""
    for state in states(game, rules, seats, seed, most):
        ask = game.ask(state)
        if isinstance(ask, Choice):
            yield from ((state, seat) for seat in ask.seats)


def twins(game: AnyGame, state: Any, seat: int, seed: int, count: int = 2) -> list[Any]:
    """States that the seat cannot tell from this one."""
    return list(islice(game.worlds(game.view(state, seat), Random(seed)), count))


def without_list(key: str) -> Box:
    """The box of a game as if it offered no list of actions."""
    whole = boxes()[key]
    return Box(key, game=whole.game_at, **{part: at for part, at in whole.at.items() if part != "actions"})


class Forgetful:
    """A list that forgot every move but passing."""

    def names(self, rules: HouseRules, seats: int) -> tuple[str, ...]:
        return ("pass",)

    def fill(self, view: Any, form: str) -> Mapping[str, Any]:
        return {}


FORGETFUL = Forgetful()
