"""The score sheet and the end of a round as values: a column a player, or a side where there are partners (O9)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sofra.games.parts import Names, Speak
from sofra.games.racko.page.rack import Place, finished
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Cards, Item, Line, items, may_go
from sofra.games.racko.view import RackoView


@dataclass(frozen=True, slots=True)
class Column:
    """A player or side: ``way`` is how far the total is to the target, 0 to 100; ``dealer`` deals this round."""

    names: tuple[str, ...]
    marks: tuple[str, ...]
    total: int
    way: int
    dealer: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One round: points a column, and which column's rack went."""

    number: int
    points: tuple[int, ...]
    went: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """One seat at the end of a round."""

    name: str
    points: int
    reasons: tuple[str, ...]
    places: tuple[Place, ...]
    went: bool


def columns(view: RackoView, names: Names, marks: tuple[str, ...], *, over: bool) -> tuple[Column, ...]:
    """The columns in seat order; partners share one. ``over``: nobody deals and nobody's turn is marked, though the view of
    a match that was ended by agreement still has them."""
    rules = RackoRules.read(view.rules)
    playing = view.phase not in ("dealer", "over") and not over
    return tuple(
        Column(
            names=tuple(names[seat] for seat in side),
            marks=tuple(marks[seat] for seat in side if seat < len(marks)),
            total=view.totals[side[0]],
            way=min(100, round(100 * view.totals[side[0]] / rules.target)),
            dealer=playing and view.dealer in side,
            now=playing and bool(view.racks) and view.seat in side,
        )
        for side in sides(view)
    )


def rows(view: RackoView) -> tuple[Row, ...]:
    """The rounds so far."""
    return tuple(_row(number, line, sides(view)) for number, line in enumerate(view.sheet, 1))


def sides(view: RackoView) -> tuple[tuple[int, ...], ...]:
    """The seats of each column."""
    if RackoRules.read(view.rules).partners:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(view.seats))


def ended(view: RackoView, names: Names, speak: Speak) -> tuple[Ended, ...]:
    """The last round that ended, seat by seat; () before the first."""
    if not view.sheet:
        return ()
    line = view.sheet[-1]
    return tuple(
        Ended(
            name=names[seat],
            points=line.points[seat],
            reasons=tuple(phrase(item, speak) for item in line.items[seat]),
            places=finished(rack, line.items[seat], speak),
            went=seat == line.caller,
        )
        for seat, rack in enumerate(view.last)
    )


def examples(rules: RackoRules, racks: Sequence[Cards], speak: Speak) -> tuple[Ended, ...]:
    """What each of these racks scores at the end of a round: a rack that may go has gone."""
    found = []
    for cards in racks:
        went = may_go(cards, rules.min_run)
        reasons = items(rules, cards, went=went, bonus=went and rules.bonus_runs != "off")
        points = sum(item.points for item in reasons)
        words = tuple(phrase(item, speak) for item in reasons)
        found.append(Ended("", points, words, finished(cards, reasons, speak), went))
    return tuple(found)


def phrase(item: Item, speak: Speak) -> str:
    """What an item of a score is for."""
    if item.kind == "out":
        return speak("false call: 0")
    if item.kind == "went":
        return speak("went Rack-O: {points}", points=item.points)
    if item.kind == "run":
        return speak("run of {cards}: {points}", cards=item.cards, points=item.points)
    if item.kind == "rising":
        return speak.many(
            "one rising card: {points}", "{count} rising cards: {points}", item.cards, points=item.points
        )
    return speak.many(
        "one card in order: {points}", "{count} cards in order: {points}", item.cards, points=item.points
    )


def _row(number: int, line: Line, found: tuple[tuple[int, ...], ...]) -> Row:
    points = tuple(sum(line.points[seat] for seat in side) for side in found)
    went = next((at for at, side in enumerate(found) if line.caller in side), None)
    return Row(number, points, went)
