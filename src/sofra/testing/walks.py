"""Random matches: every way in which a test meets a game's positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from sofra.core.asks import Ask, Chance, Over
from sofra.core.dealers import Dealer, Fast
from sofra.core.events import Act, Event
from sofra.core.game import AnyGame
from sofra.testing.cases import Broken, Case

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One event of a match with the positions around it."""

    before: Any
    ask: Ask
    event: Event
    after: Any


def candidates(game: AnyGame, state: Any, seat: int, rng: Random) -> Iterator[Any]:
    """Moves a careless player might make, without end: the listed ones and, where forms are open, made-up ones."""
    moves, forms = game.moves(state, seat), game.forms(state, seat)
    view = game.view(state, seat) if forms else None
    while True:
        if forms and (not moves or rng.random() < 0.5):
            yield game.made_up(view, rng.choice(forms), rng)
        elif moves:
            yield rng.choice(moves)
        else:
            raise Broken(f"seat {seat} is asked and has neither a move nor a form")


def random_event(game: AnyGame, state: Any, ask: Ask, rng: Random, dealer: Dealer) -> tuple[Event, Any]:
    """What happens next, and the position after it. Where a move is refused others are tried: made-up ones may be, and
    listed ones are the business of the check that tries them all."""
    if isinstance(ask, Chance):
        outcome = dealer.answer(ask)
        return outcome, game.apply(state, outcome)
    if isinstance(ask, Over):
        raise Broken("nothing can happen after the end of a match")
    seat = rng.choice(ask.seats)
    refused: Exception | None = None
    for move, _ in zip(candidates(game, state, seat, rng), range(1000), strict=False):
        act = Act(seat, move)
        try:
            return act, game.apply(state, act)
        except Exception as error:  # noqa: BLE001 - how it is refused is another check's business
            refused = error
    raise Broken(f"seat {seat}: none of 1000 moves was accepted; the last: {refused}")


def walk(case: Case, rng: Random, most: int | None = None) -> Iterator[Step]:
    """A random match from its start, at most ``most`` (or ``case.longest``) events of it."""
    game = case.game
    state = game.start(case.rules, case.seats)
    dealer = Fast(rng)
    for _ in range(case.longest if most is None else most):
        ask = game.ask(state)
        if isinstance(ask, Over):
            return
        event, after = random_event(game, state, ask, rng, dealer)
        yield Step(state, ask, event, after)
        state = after


def some(items: Sequence[T], count: int, rng: Random) -> list[T]:
    """About ``count`` of the items, in order: the first and the last ones, and others between them at random."""
    if len(items) <= count:
        return list(items)
    ends = count // 4
    middle = range(ends, len(items) - ends)
    chosen = [*range(ends), *rng.sample(middle, count - 2 * ends), *range(len(items) - ends, len(items))]
    return [items[at] for at in sorted(set(chosen))]


def steps(case: Case, purpose: str) -> list[Step]:
    """About ``case.budget`` steps of one random match."""
    rng = case.rng(purpose)
    return some(list(walk(case, rng)), case.budget, rng)


def viewers(seats: int) -> list[int | None]:
    """Every seat, and a spectator."""
    return [*range(seats), None]
