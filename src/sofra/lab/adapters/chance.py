"""Chance as numbered outcomes with exact probabilities: what OpenSpiel calls a chance node.

Dice that belong to nobody are thrown at once, as a multiset with its multinomial probability. Dice of seats, and cards,
come one by one, so that eight dice or a deal of 41 cards are a few small nodes instead of one beyond counting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from sofra.core.asks import Cards, Chance
from sofra.core.errors import Illegal
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.lab.adapters.walk import walk

Values = tuple[int, ...]


@cache
def throws(count: int) -> tuple[tuple[Values, float], ...]:
    """Every throw of ``count`` dice as ascending faces, with its probability."""
    return tuple(
        (faces, factorial(count) / prod(map(factorial, Counter(faces).values())) / 6**count)
        for faces in combinations_with_replacement(range(1, 7), count)
    )


def at_once(ask: Chance) -> bool:
    """Whether one node gives the whole outcome."""
    return not isinstance(ask.what, Cards) and ask.what.seats is None


def outcomes(ask: Chance, drawn: Values) -> Iterator[tuple[int, float]]:
    """Number and probability of each outcome of the next node, when ``drawn`` are out already: a throw's place in
    ``throws``, else a face or card as it is."""
    what = ask.what
    if isinstance(what, Cards):
        rest = [card for card in what.of if card not in drawn]
        yield from ((card, 1 / len(rest)) for card in rest)
    elif what.seats is None:
        yield from enumerate(chance for _, chance in throws(what.count))
    else:
        yield from ((face, 1 / 6) for face in range(1, 7))


def values(ask: Chance, drawn: Values, number: int) -> Values:
    """What is out after the outcome of that number; the ask is answered once that is ``ask.what.count`` values. Illegal for a
    number that is none of ``outcomes``."""
    what = ask.what
    if isinstance(what, Cards):
        possible = number in what.of and number not in drawn
    else:
        possible = 0 <= number < len(throws(what.count)) if what.seats is None else 1 <= number <= 6
    if not possible:
        raise Illegal("{number} is no outcome of {label} now", number=number, label=ask.label)
    return throws(what.count)[number][0] if at_once(ask) else (*drawn, number)


@cache
def most(game: AnyGame, rules: HouseRules, seats: int) -> int:
    """One more than the greatest number of an outcome that a walk through the game meets."""
    asks = (ask for state in walk(game, rules, seats) if isinstance(ask := game.ask(state), Chance))
    return max(map(_bound, asks), default=0)


def _bound(ask: Chance) -> int:
    if isinstance(ask.what, Cards):
        return max(ask.what.of) + 1
    return len(throws(ask.what.count)) if ask.what.seats is None else 7
