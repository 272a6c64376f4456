"""Rack-O matches with chosen cards, and careless matches, for the tests beside this file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random
from typing import Any

from sofra.core import Act, Chance, Choice, Match, Outcome, Over
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import PRESETS, RackoRules
from sofra.games.racko.state import State

COMPLETE = (2, 5, 9, 13, 14, 15, 20, 21, 25, 30)
DESCENDING = (40, 38, 37, 36, 35, 34, 33, 32, 31, 29)


def deal(racks: list[tuple[int, ...]], discard: int, dealer: int = -1) -> tuple[int, ...]:
    """The dealing order that gives each seat its rack (from slot 5 to slot 50) and this first discard."""
    seats = len(racks)
    dealer %= seats
    order = [(dealer + 1 + i) % seats for i in range(seats)]
    return (*(racks[seat][9 - i] for i in range(10) for seat in order), discard)


def dealt(rules: RackoRules, racks: list[tuple[int, ...]], discard: int, dealer: int = -1) -> Match:
    """A match after the deal; the last seat deals, so seat 0 is on turn."""
    seats = len(racks)
    match = Match(RACKO, rules, seats)
    first = [seat + 1 for seat in range(seats)]
    first[dealer] = 40
    if rules.first_dealer == "lowest":
        first = [41 - card for card in first]
    match.do(Outcome("dealer:1", tuple(first)))
    redeal(match, racks, discard)
    return match


def redeal(match: Match, racks: list[tuple[int, ...]], discard: int) -> None:
    """The next deal of a match that waits for one."""
    assert isinstance(match.ask, Chance)
    match.do(Outcome(match.ask.label, deal(racks, discard, match.state.round.dealer)))


def play(match: Match, text: str, card: int | None = None) -> None:
    """A move of the seat that is asked; ``card`` is what chance then draws."""
    (seat,) = match.asked
    match.do(Act(seat, RACKO.read(text)))
    if card is not None:
        assert isinstance(match.ask, Chance)
        match.do(Outcome(match.ask.label, (card,)))


def texts(match: Match) -> list[str]:
    """The moves offered to the seat that is asked, as texts."""
    (seat,) = match.asked
    return [RACKO.write(move) for move in match.moves(seat)]


def cards_of(state: State) -> list[int]:
    """Every card that a state accounts for, ascending; between rounds all are in the deck."""
    if not state.racks:
        return list(state.round.table.cards)
    hand = [state.hand] if state.hand else []
    return sorted(
        [*state.pile, *state.discards, *hand, *(card for rack in state.racks for card in rack.cards)]
    )


def any_move(state: State, rng: Random) -> Any:
    """A careless player."""
    return rng.choice(RACKO.moves(state, state.seat))


def home_move(state: State, rng: Random) -> Any:
    """A player who keeps most cards in their home slots, so that rounds end with a Rack-O; calls when it is right,
    mostly, and now and then does anything."""
    offered = RACKO.moves(state, state.seat)
    texts = [RACKO.write(move) for move in offered]
    rack, card = state.racks[state.seat].cards, state.hand or state.discards[-1]
    size = len(state.round.table.cards)
    home = (card - 1) * 10 // size
    settled = (rack[home] - 1) * 10 // size == home
    calls = [move for move, text in zip(offered, texts, strict=True) if "rack-o" in text]
    if rng.random() < 0.05 or (calls and len(calls) < 5 and rng.random() < 0.7):
        return rng.choice(calls or offered)
    if "take" in texts:
        return RACKO.read("draw" if settled else "take")
    return RACKO.read("toss" if settled and "toss" in texts else f"put {5 * home + 5}")


def careless(
    rules: RackoRules,
    seats: int,
    rng: Random,
    *,
    after: Callable[[State, Any, State], None] = lambda before, event, after: None,
    choose: Callable[[State, Random], Any] = any_move,
    most: int = 3_000,
) -> State:
    """Plays a match with random cards, to its end or for ``most`` events; answers the last state."""
    state = RACKO.start(rules, seats)
    for _ in range(most):
        ask = RACKO.ask(state)
        if isinstance(ask, Over):
            break
        event: Act | Outcome
        if isinstance(ask, Choice):
            (seat,) = ask.seats
            event = Act(seat, choose(state, rng))
        else:
            event = Outcome(ask.label, tuple(rng.sample(ask.what.of, ask.what.count)))  # type: ignore[union-attr]
        before, state = state, RACKO.apply(state, event)
        after(before, event, state)
    return state


def option_pairs() -> Iterator[tuple[RackoRules, int]]:
    """Every preset, and every pair of values of two different options, each with every number of seats it fits."""
    seen = set()
    for rules in [*PRESETS.values(), *_pairs()]:
        for seats in (2, 3, 4):
            fits = (not rules.min_run or seats == 2) and (not rules.partners or seats == 4)
            if fits and (rules, seats) not in seen:
                seen.add((rules, seats))
                yield rules, seats


def _pairs() -> Iterator[RackoRules]:
    some: dict[str, tuple[Any, ...]] = {"target": (75, 500, 1000), "stall": (20, 60, 200)}
    options = {o.name: some.get(o.name) or o.values or (False, True) for o in RackoRules.options()}
    names = list(options)
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            for a, b in product(options[one], options[other]):
                values = {one: a, other: b}
                if values.get("bonus_runs") == "team":
                    values = {"partners": True, **values}
                if values.get("false_call") == "out":
                    values = {"declare": "call", **values}
                if not (values.get("bonus_runs") == "team" and not values["partners"]):
                    yield RackoRules.of(values)
