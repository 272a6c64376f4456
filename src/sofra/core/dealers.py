"""Where outcomes come from. Games cannot tell these apart (sealed dice are a ``Keyed`` dealer whose key was
committed to before anyone knew it)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import Protocol

from sofra.core import numbers
from sofra.core.asks import Cards, Chance, check_outcome
from sofra.core.errors import Illegal, Malformed
from sofra.core.events import Outcome

LONGEST_SEED = 200


class Dealer(Protocol):
    """Answers an ask of chance with an outcome of the same label."""

    def answer(self, ask: Chance) -> Outcome: ...


class Keyed:
    """Outcomes derived from a key and the ask's label alone: stateless, so it can be resumed anywhere."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def answer(self, ask: Chance) -> Outcome:
        what = ask.what
        if isinstance(what, Cards):
            return Outcome(ask.label, numbers.cards(self._key, what.shuffle, what.at, what.of, what.count))
        return Outcome(ask.label, numbers.dice(self._key, ask.label, what.count))


def seed_text(text: str) -> str:
    """The text if it can be a seed that a record names, or Malformed."""
    if not text or len(text) > LONGEST_SEED or not text.isprintable() or text != text.strip():
        raise Malformed(
            "a seed is one line of 1 to {most} visible letters, no space at its ends", most=LONGEST_SEED
        )
    return text


def seeded(text: str) -> Keyed:
    """The dealer of a seed text."""
    return Keyed(numbers.seed_key(text))


class NothingToDeal(Illegal):
    """A manual or scripted dealer has no outcome for the ask: somebody has to throw or draw first."""


class Manual:
    """Outcomes that a person reads off real dice and cards; a whole deck may be told once and is kept."""

    def __init__(self) -> None:
        self._told: tuple[int, ...] | None = None
        self._decks: dict[str, tuple[int, ...]] = {}

    def tell(self, values: Sequence[int]) -> None:
        """The outcome of the ask that is waited for now."""
        self._told = tuple(values)

    def tell_deck(self, ask: Chance, order: Sequence[int]) -> None:
        """The order of all undealt cards of this ask's shuffle, from the top."""
        if not isinstance(ask.what, Cards):
            raise Illegal("{label} asks for dice, so no deck can be given", label=ask.label)
        if sorted(order) != list(ask.what.of):
            raise Illegal(
                "the deck for {label} must hold each of its {count} cards once",
                label=ask.label,
                count=len(ask.what.of),
            )
        self._decks[ask.what.shuffle] = tuple(order)

    def knows(self, ask: Chance) -> bool:
        """Whether ``answer`` would find an outcome."""
        return self._told is not None or (isinstance(ask.what, Cards) and ask.what.shuffle in self._decks)

    def answer(self, ask: Chance) -> Outcome:
        what = ask.what
        if self._told is not None:
            told, self._told = self._told, None
            return Outcome(ask.label, check_outcome(ask, told))
        if isinstance(what, Cards) and what.shuffle in self._decks:
            deck = [card for card in self._decks[what.shuffle] if card in what.of]
            return Outcome(ask.label, check_outcome(ask, deck[: what.count]))
        raise NothingToDeal("{label} is waited for: tell what was thrown or drawn", label=ask.label)


class Scripted:
    """Outcomes from a list, in order; an outcome with a label must meet the ask of that label."""

    def __init__(self, outcomes: Iterable[Outcome | Sequence[int]]) -> None:
        self._rest = list(outcomes)

    def answer(self, ask: Chance) -> Outcome:
        if not self._rest:
            raise NothingToDeal("the script has no outcome left for {label}", label=ask.label)
        head = self._rest.pop(0)
        if isinstance(head, Outcome):
            if head.label != ask.label:
                raise Malformed("the script has {got} where {label} is due", got=head.label, label=ask.label)
            head = head.values
        return Outcome(ask.label, check_outcome(ask, head))


MOST_AT_ONCE = 6
"""Dice of which all throws are kept at hand (46,656); of eight there would be 1.7 million."""


@cache
def _throws(count: int) -> tuple[tuple[int, ...], ...]:
    """Every throw of some dice; one random number picks one, which is several times faster than a number a die."""
    return tuple(product(range(1, 7), repeat=count))


class Fast:
    """Outcomes for simulation, from a generator that the caller seeds."""

    def __init__(self, rng: Random) -> None:
        self._random = rng.random
        self._sample = rng.sample

    def answer(self, ask: Chance) -> Outcome:
        what = ask.what
        if isinstance(what, Cards):
            if what.count == 1:
                return Outcome(ask.label, (what.of[int(self._random() * len(what.of))],))
            return Outcome(ask.label, tuple(self._sample(what.of, what.count)))
        if what.count > MOST_AT_ONCE:
            return Outcome(ask.label, tuple([int(self._random() * 6.0) + 1 for _ in range(what.count)]))
        throws = _throws(what.count)
        return Outcome(ask.label, throws[int(self._random() * len(throws))])
