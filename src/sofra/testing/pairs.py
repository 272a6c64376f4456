"""House rules that meet each other: few sets of rules in which every pair of option values stands together once.

The number of seats counts as one more option. Whole numbers are taken at their bounds, their default and once between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Any

from sofra.core.errors import Malformed
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules, Option

SEATS = "number of seats"
TRIES = 250
GREEDY_TRIES = 20

Pair = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Covering:
    """``rows`` are house rules with a number of seats; ``impossible`` the pairs of values that no rules allow."""

    rows: tuple[tuple[HouseRules, int], ...]
    impossible: tuple[str, ...]


def values_to_try(option: Option) -> tuple[Callable[[int], Any], ...]:
    """Values of an option that are worth trying, each as a function of the number of seats."""
    low, high, step = option.low, option.high, option.step
    if option.kind == "switch":
        return (_always(False), _always(True))
    if option.kind == "choice":
        return tuple(map(_always, option.values))
    if option.kind == "per seat":
        little = min(high, low + step)
        return (
            _always(()),
            lambda seats: (high, *(low,) * (seats - 1)),
            lambda seats: (*(low,) * (seats - 1), little),
        )
    between = low + (high - low) // step // 3 * step
    return tuple(map(_always, sorted({low, between, option.default, high})))


def _always(value: Any) -> Callable[[int], Any]:
    return lambda _: value


def covering(game: AnyGame, seed: str = "pairs") -> Covering:
    """Rows for every pair of option values of a game; each row fits the game."""
    choices: dict[str, tuple[Callable[[int], Any], ...]] = {
        o.name: values_to_try(o) for o in game.rules.options()
    }
    least, most = game.facts.seats
    choices[SEATS] = tuple(map(_always, range(least, most + 1)))
    maker = _Maker(game, choices, Random(seed))
    open_pairs = dict.fromkeys(
        frozenset(((a, i), (b, j)))
        for a, b in combinations(choices, 2)
        for i in range(len(choices[a]))
        for j in range(len(choices[b]))
    )
    rows, impossible = [], []
    while open_pairs:
        pair = next(iter(open_pairs))
        picked = maker.row(dict(pair), open_pairs)
        if picked is None:
            said = (f"{name} = {choices[name][number](most)}" for name, number in sorted(pair))
            impossible.append(" with ".join(said))
            del open_pairs[pair]
            continue
        for covered in _pairs(picked):
            open_pairs.pop(covered, None)
        rows.append(maker.built(picked))
    return Covering(tuple(rows), tuple(impossible))


def _pairs(picked: Mapping[str, int]) -> Iterator[Pair]:
    return (frozenset(pair) for pair in combinations(picked.items(), 2))


class _Maker:
    def __init__(
        self, game: AnyGame, choices: Mapping[str, tuple[Callable[[int], Any], ...]], rng: Random
    ) -> None:
        self._game = game
        self._choices = choices
        self._rng = rng

    def built(self, picked: Mapping[str, int]) -> tuple[HouseRules, int]:
        """The rules and seats that are picked, or Malformed."""
        seats = self._choices[SEATS][picked[SEATS]](0)
        rules = self._game.rules.of({n: self._choices[n][i](seats) for n, i in picked.items() if n != SEATS})
        self._game.fit(rules, seats)
        return rules, seats

    def row(self, given: dict[str, int], open_pairs: Mapping[Pair, None]) -> dict[str, int] | None:
        """A row that fits, with what is given and many open pairs; None if nothing fits."""
        for attempt in range(TRIES):
            picked = self._greedy(given, open_pairs) if attempt < GREEDY_TRIES else self._any(given, attempt)
            try:
                self.built(picked)
            except Malformed:
                continue
            return picked
        return None

    def _greedy(self, given: dict[str, int], open_pairs: Mapping[Pair, None]) -> dict[str, int]:
        picked = dict(given)
        names = [name for name in self._choices if name not in picked]
        self._rng.shuffle(names)
        for name in names:
            numbers = list(range(len(self._choices[name])))
            self._rng.shuffle(numbers)
            picked[name] = max(
                numbers,
                key=lambda i: sum(frozenset(((name, i), other)) in open_pairs for other in picked.items()),
            )
        return picked

    def _any(self, given: dict[str, int], attempt: int) -> dict[str, int]:
        """Mostly defaults, and here and there another value: more and more of them, over and over."""
        picked = dict(given)
        often = attempt % 50 / 50
        for name, values in self._choices.items():
            if name not in picked:
                other = self._rng.random() < often
                picked[name] = self._rng.randrange(len(values)) if other else self._default(name)
        return picked

    def _default(self, name: str) -> int:
        defaults = {o.name: o.default for o in self._game.rules.options()}
        values = [value(2) for value in self._choices[name]]
        return values.index(defaults[name]) if name in defaults else self._rng.randrange(len(values))
