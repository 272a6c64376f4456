"""A ladder: everybody against everybody else, two at a table, and one rating each from all that they played."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from itertools import combinations

from sofra.core.errors import Malformed
from sofra.lab.arena import Plan, Standings, run
from sofra.lab.ratings import Rating, ratings


def pairings(plan: Plan) -> list[Plan]:
    """The plan's line-up taken two at a time, whoever is named twice once: a plan for each pair. Malformed if there are
    not two to pair."""
    names = tuple(dict.fromkeys(plan.line_up))
    if len(names) < 2:
        raise Malformed("a ladder needs two different players at least")
    return [replace(plan, line_up=pair) for pair in combinations(names, 2)]


def climb(
    plan: Plan, executor: Executor | None = None, told: Callable[[Standings], None] | None = None
) -> Iterator[Standings]:
    """Plays every pair (``games`` matches each); the standings of a pair come as soon as it has played."""
    pairs = pairings(plan)
    for pair in pairs:
        pair.check()
    for pair in pairs:
        yield run(pair, executor, told)


def rate(played: Iterable[Standings]) -> Sequence[Rating]:
    """The ratings of all who played, best first."""
    beaten: dict[tuple[str, str], float] = {}
    for standings in played:
        for pair, won in standings.beaten.items():
            beaten[pair] = beaten.get(pair, 0.0) + won
    return ratings(beaten)
