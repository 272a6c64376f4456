"""When a rack may go, and what racks score at the end of a round (O5, O6, O8, O10)."""

from __future__ import annotations

from itertools import pairwise

from sofra.core.value import value
from sofra.games.racko.rules import RackoRules

Cards = tuple[int, ...]
"""A rack: ten cards from slot 5 to slot 50."""

RUN_BONUS = (0, 0, 0, 50, 100, 200, 400, 400, 400, 400, 400)
"""Bonus by the length of a run (O10)."""


@value
class Item:
    """One reason of a score: ``kind`` is "went" (25), "in order" or "rising" (5 a card), "run" (O10) or "out" (0);
    ``cards`` is how many cards earned it."""

    kind: str
    points: int
    cards: int


@value
class Line:
    """One round on the score sheet: who went (None: nobody), and each seat's own points with their reasons."""

    caller: int | None
    points: tuple[int, ...]
    items: tuple[tuple[Item, ...], ...]


def ascending(cards: Cards) -> bool:
    """Whether a rack is in order from slot 5 to slot 50 (O5)."""
    a, b, c, d, e, f, g, h, i, j = cards
    return a < b < c < d < e < f < g < h < i < j


def in_order(cards: Cards) -> int:
    """How many cards from slot 5 on are in order before the first break (O6): 1 to 10."""
    count = 1
    while count < len(cards) and cards[count - 1] < cards[count]:
        count += 1
    return count


def rising(cards: Cards) -> int:
    """1 and the number of cards higher than their neighbour in front (O6): 1 to 10."""
    return 1 + sum(front < back for front, back in pairwise(cards))


def longest_run(cards: Cards) -> int:
    """The longest run of consecutive numbers in neighbouring slots, rising to the back (O10): 1 to 10."""
    longest = length = 1
    for front, back in pairwise(cards):
        length = length + 1 if back == front + 1 else 1
        longest = max(longest, length)
    return longest


def may_go(cards: Cards, min_run: int) -> bool:
    """Whether a call with this rack would be right (O5, O8)."""
    return ascending(cards) and (min_run == 0 or longest_run(cards) >= min_run)


def items(rules: RackoRules, cards: Cards, *, went: bool, bonus: bool) -> tuple[Item, ...]:
    """The reasons of one rack's score. ``bonus``: its longest run counts under O10."""
    found = []
    if went:
        found += [Item("in order", 50, 10), Item("went", 25, 10)]
    elif rules.losers == "rising":
        found.append(Item("rising", 5 * rising(cards), rising(cards)))
    else:
        found.append(Item("in order", 5 * in_order(cards), in_order(cards)))
    run = longest_run(cards)
    if bonus and RUN_BONUS[run]:
        found.append(Item("run", RUN_BONUS[run], run))
    return tuple(found)


def line(rules: RackoRules, racks: tuple[Cards, ...], out: tuple[bool, ...], caller: int | None) -> Line:
    """The line of a round that has ended: ``caller`` went, ``out`` called falsely and score 0."""
    found: list[tuple[Item, ...]] = []
    for seat, cards in enumerate(racks):
        went = seat == caller
        if out[seat]:
            found.append((Item("out", 0, 0),))
            continue
        with_caller = caller is not None and (went or (rules.bonus_runs == "team" and seat % 2 == caller % 2))
        found.append(items(rules, cards, went=went, bonus=with_caller and rules.bonus_runs != "off"))
    return Line(caller, tuple(sum(item.points for item in reasons) for reasons in found), tuple(found))
