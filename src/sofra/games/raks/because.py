"""The one sentence that goes with a choice: what it brings, or what it costs. Every number in it is exact.

**Silence about truth (R4):** of a bead that another seat placed, and of a throw that is another seat's, a sentence says
nothing that the dice decide.
"""

from __future__ import annotations

from typing import Any

from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.position import Values
from sofra.games.raks.view import RaksView

Because = tuple[str, dict[str, Any]]

RUN = "{points} points at once: the bead joins a string."
RUN_DENIES = "{points} points at once, and a place where another would have had {denied}."
ONE = "One point at once; the place is worth more later."
ONE_SHUT = "One point, now and later: no zone beside it is open."
ONE_FULL = "One point, and no string counts more for it."
JOINS = "It joins strings that count more apart. Points lost at once: {lost}."
ONE_DENIES = "One point at once, but another would have had {denied} points there."
ENDS_WINS = "This ends the game, {mine} to {theirs}: it wins."
ENDS_LOSES = "This ends the game, {mine} to {theirs}: it does not win."
BLUFF = (
    "A bluff: these dice do not make {zone}. It stands if nobody asks; else this bead and one more come off."
)
BLUFF_ALONE = "A bluff: these dice do not make {zone}. It stands if nobody asks; else it comes off."
NOTHING = "These dice make no open zone."
LEAVES = "Leaves the throw to the others: {count} open zones can be made of it."
LEAVES_ONE = "Leaves the throw to the others: one open zone can be made of it."
SHOW = "{expression} makes {zone}: the challenge fails."
CONCEDE = "These dice do not make {zone}."
CONCEDE_ALL_THE_SAME = "This gives up the bead and one more, though the dice do make {zone}."
CONCEDE_ALONE = "This gives up the bead, though the dice do make {zone}."
DOUBT = "A challenge pays if more than {needed}% of such beads are false; after what was shown so far, {false}% of this player's are thought to be."
UNCLAIMED = "Unless you see a way: on zone {zone} a bead would help you most, with {points} points at once."
UNCLAIMED_ONE = (
    "Unless you see a way: on zone {zone} a bead would help you most, though only with one point at once."
)
UNCLAIMED_NONE = (
    "Unless you see a way: on zone {zone} a bead would help you most, though with no points at once."
)
WITHDRAW = "The bead on {zone} is worth {points} points now."
WITHDRAW_ONE = "The bead on {zone} is worth one point now."
EQUAL = "Just as good as the first choice: the chance to win is the same."

MESSAGES = (
    RUN,
    RUN_DENIES,
    ONE,
    ONE_SHUT,
    ONE_FULL,
    JOINS,
    ONE_DENIES,
    ENDS_WINS,
    ENDS_LOSES,
    BLUFF,
    BLUFF_ALONE,
    NOTHING,
    LEAVES,
    LEAVES_ONE,
    SHOW,
    CONCEDE,
    CONCEDE_ALL_THE_SAME,
    CONCEDE_ALONE,
    DOUBT,
    UNCLAIMED,
    UNCLAIMED_ONE,
    UNCLAIMED_NONE,
    WITHDRAW,
    WITHDRAW_ONE,
    EQUAL,
)


def place(values: Values, view: RaksView, zone: int, seat: int, *, possible: bool) -> Because:
    """For a bead of the mover. ``possible``: whether its dice make the zone."""
    if not possible:
        return (BLUFF if seat in view.board else BLUFF_ALONE), {"zone": zone}
    points = values.gain(view.board, zone - 1, seat)
    if points < 1:
        return JOINS, {"lost": -points}
    denied = max(values.gain(view.board, zone - 1, other) for other in range(view.seats) if other != seat)
    if denied > 1:
        return (RUN_DENIES if points > 1 else ONE_DENIES), _named(points, denied)
    if points > 1:
        return RUN, {"points": points}
    if values.grows(view.board, zone - 1, seat):
        return ONE, {}
    taken = all(view.board[near] not in {None, seat} for near in values.near(zone - 1))
    return (ONE_SHUT if taken else ONE_FULL), {}


def _named(points: int, denied: int) -> dict[str, Any]:
    return {"points": points, "denied": denied} if points > 1 else {"denied": denied}


def ends(mine: int, theirs: int) -> Because:
    """For a bead that ends the game."""
    return (ENDS_WINS if mine > theirs else ENDS_LOSES), {"mine": mine, "theirs": theirs}


def no_move(open_ways: int) -> Because:
    """For "No move" when the mover's dice make so many open zones."""
    if open_ways == 0:
        return NOTHING, {}
    return (LEAVES, {"count": open_ways}) if open_ways > 1 else (LEAVES_ONE, {})


def show(expression: str, zone: int) -> Because:
    """For an answer to a challenge that is right."""
    return SHOW, {"expression": pretty(expression), "zone": zone}


def concede(view: RaksView, zone: int) -> Because:
    """For giving up a bead that the dice do make."""
    more = view.board.count(view.mover) > 1
    return (CONCEDE_ALL_THE_SAME if more else CONCEDE_ALONE), {"zone": zone}


def withdraw(values: Values, view: RaksView, zone: int, owner: int) -> Because:
    """For a bead that comes off."""
    points = values.gain(view.board, zone - 1, owner)
    if points == 1:
        return WITHDRAW_ONE, {"zone": zone}
    return WITHDRAW, {"zone": zone, "points": points}


def pass_claim(values: Values, view: RaksView, zone: int, seat: int) -> Because:
    """For passing when another has said "No move"."""
    points = values.gain(view.board, zone - 1, seat)
    if points == 1:
        return UNCLAIMED_ONE, {"zone": zone}
    if points < 1:
        return UNCLAIMED_NONE, {"zone": zone}
    return UNCLAIMED, {"zone": zone, "points": points}
