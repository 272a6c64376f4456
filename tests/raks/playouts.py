"""Random matches of Rak's with every kind of play in them: bluffs, false claims, triples, and all three endings."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import Any

from sofra.core.asks import Chance, Choice, Dice
from sofra.core.events import Act, Event, Outcome
from sofra.core.game import AnyGame
from sofra.games.raks.moves import CHALLENGE, NO_MOVE, Place
from sofra.games.raks.play import RAKS
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.state import State

OPTIONS: dict[str, tuple[Any, ...]] = {
    "layout": ("line", "ring", "rows", "grid"),
    "dice_use": ("all", "any"),
    "wrong_claim": ("nothing", "withdraws"),
    "failed_challenge": ("challenger", "placer"),
    "long_runs": ("flat", "split"),
    "windows": ("sealed", "first"),
}


def every_rule() -> Iterator[tuple[RaksRules, int]]:
    """Every combination of the options with every number of seats; the number of games goes round."""
    for number, (seats, *values) in enumerate(product((2, 3, 4), *OPTIONS.values())):
        games = (1, 1, 1, 3, 1, 1, 5)[number % 7]
        yield RaksRules(**dict(zip(OPTIONS, values, strict=True)), games=games), seats


def every_pair() -> list[tuple[RaksRules, int]]:
    """A few combinations in which every two values of any two options (number of seats and of games too) meet."""
    axes = {**OPTIONS, "games": (1, 3, 5, 7, 9), "seats": (2, 3, 4)}
    names = list(axes)
    missing = {
        frozenset(((one, left), (two, right)))
        for one, two in combinations(names, 2)
        for left in axes[one]
        for right in axes[two]
    }
    rng = Random(1)
    chosen = []
    while missing:
        tries = [{name: rng.choice(values) for name, values in axes.items()} for _ in range(60)]
        best = max(tries, key=lambda values: len(missing & _pairs(values)))
        missing -= _pairs(best)
        chosen.append((RaksRules(**{name: best[name] for name in names if name != "seats"}), best["seats"]))
    return chosen


def _pairs(values: dict[str, Any]) -> set[frozenset[tuple[str, Any]]]:
    return set(map(frozenset, combinations(values.items(), 2)))


@dataclass(frozen=True)
class Mood:
    """How a random match goes: chances of a triple, a challenge, a bluff, a "No move" (by seat) and a claim."""

    triple: float
    challenge: float
    bluff: float
    no_move: tuple[float, ...]
    claim: float

    @classmethod
    def drawn(cls, rng: Random, seats: int) -> "Mood":
        lazy = rng.choice((0.05, 0.05, 0.9))
        return cls(
            triple=rng.choice((0.03, 0.03, 0.2, 0.6)),
            challenge=rng.choice((0.0, 0.02, 0.2)),
            bluff=rng.choice((0.0, 0.3, 0.8)),
            no_move=tuple(0.05 if seat == 0 else lazy for seat in range(seats)),
            claim=rng.choice((0.1, 0.6)),
        )


def event(state: State, mood: Mood, rng: Random, game: AnyGame = RAKS) -> Event | None:
    """The next event of a random match, None when it is over."""
    ask = game.ask(state)
    if isinstance(ask, Chance):
        assert isinstance(ask.what, Dice)
        faces = tuple(rng.randint(1, 6) for _ in range(ask.what.count))
        if state.phase == "throw" and rng.random() < mood.triple:
            faces = (faces[0],) * 3
        return Outcome(ask.label, faces)
    if not isinstance(ask, Choice):
        return None
    seat = rng.choice(ask.seats)
    return Act(seat, _move(state, seat, mood, rng))


def _move(state: State, seat: int, mood: Mood, rng: Random) -> Any:
    offered = RAKS.moves(state, seat)
    if state.phase == "move":
        if rng.random() < mood.no_move[seat]:
            return NO_MOVE
        places = [move for move in offered if isinstance(move, Place)]
        possible = reach(state.dice, state.standing.rules.dice_use)
        honest = [move for move in places if move.zone in possible]
        return rng.choice(honest if honest and rng.random() >= mood.bluff else places)
    if state.phase == "placed":
        return CHALLENGE if rng.random() < mood.challenge else offered[-1]
    forms = RAKS.forms(state, seat)
    if forms and rng.random() < (mood.claim if state.phase == "passed" else 0.9):
        return RAKS.made_up(RAKS.view(state, seat), forms[0], rng)
    return rng.choice(offered)


def states(
    rules: RaksRules, seats: int, rng: Random, most: int = 4000
) -> Iterator[tuple[State, Event, State]]:
    """A random match, step by step: before, event, after. Gives up (without an end) after ``most`` events."""
    mood = Mood.drawn(rng, seats)
    state = RAKS.start(rules, seats)
    for _ in range(most):
        step = event(state, mood, rng)
        if step is None:
            return
        after = RAKS.apply(state, step)
        yield state, step, after
        state = after
