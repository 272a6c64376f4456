"""What a board promises: the points that a seat can expect if every open zone falls to it with a known chance, and what
each zone is worth then, to have it and to keep it from others.

For a line of neighbours this is exact: the chance that a run of some length ends at a zone is carried forwards, what a run
of some length will still be worth is carried backwards, and where the two meet stands what one bead more is worth. Plain
Python over lists; ``kernel_outlook`` compiles these very functions over arrays.
"""

# ruff: noqa: C901, PLR0917 (compiled too: spelled out, with arrays one by one)

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from functools import cache
from typing import Any, NamedTuple

from sofra.games.raks.layout import tables
from sofra.games.raks.rules import BEADS, ZONES, RaksRules

Owners = MutableSequence[int]
"""The owners of the 36 zones, -1 for nobody; of a compiled function an array."""
Numbers = MutableSequence[float]

WIDE = BEADS + 2
"""Places for the lengths of a run: 0 to 20 and one more."""
WORK = (ZONES + 1) * WIDE


THROWS = tuple(
    (36 * a + 6 * b + c, (1, 3, 6)[len({a, b, c}) - 1] / 216)
    for a in range(6)
    for b in range(a, 6)
    for c in range(b, 6)
)
"""The 56 throws: their place in ``layout.Tables.reach``, and how likely they are."""


class Throws(NamedTuple):
    """The 56 throws: ``places`` in ``reach`` (zones as bits, for all 216) and ``chances``."""

    reach: Any
    places: Any
    chances: Any


class Desk(NamedTuple):
    """Room to think: ``mine``, ``theirs`` and ``gain`` for 36 numbers, ``ahead`` for ``WORK``, ``order`` for 36 places;
    ``even`` are the weights of somebody who minds all others alike."""

    mine: Any
    theirs: Any
    gain: Any
    ahead: Any
    order: Any
    even: Any


def throws_of(rules: RaksRules) -> Throws:
    """The throws under these house rules."""
    places, chances = zip(*THROWS, strict=True)
    return Throws(list(tables(rules).reach), list(places), list(chances))


def desk_for(seats: int, denial: float = 1.0) -> Desk:
    """A desk in plain Python; ``denial`` as in ``judgement.DENIAL``."""

    def room() -> list[float]:
        return [0.0] * ZONES

    return Desk(room(), room(), room(), [0.0] * WORK, [0] * ZONES, [denial / (seats - 1)] * seats)


class Ground(NamedTuple):
    """The lines of neighbours in a row, each ``long`` zones; ``closed`` as in ``layout.Tables``; runs longer than ``most``
    are worth what one of ``most`` is; ``bonus`` by length."""

    lines: Any
    long: int
    closed: bool
    most: int
    bonus: Any


@cache
def ground(rules: RaksRules) -> Ground:
    """The ground of these house rules."""
    made = tables(rules)
    long = len(made.lines[0])
    most = 5 if rules.long_runs == "flat" else min(BEADS, long)
    return Ground([zone for line in made.lines for zone in line], long, made.closed, most, list(made.bonus))


def promise(ground: Ground, board: Owners, seat: int, chance: float, gain: Numbers, ahead: Numbers) -> float:
    """The expected points of ``seat`` on a board (owners of the 36 zones, -1 for nobody), every open zone being its own in
    the end with ``chance``. Writes into ``gain`` what it adds, zone by zone, if the zone is the seat's for certain rather
    than certainly not. ``ahead`` is room for ``WORK`` numbers."""
    most, long, bonus = ground.most, ground.long, ground.bonus
    expected = 0.0
    for zone in range(ZONES):
        gain[zone] = 1.0
        if board[zone] < 0:
            expected += chance
        elif board[zone] == seat:
            expected += 1.0
    for first in range(0, len(ground.lines), long):
        # A ring is cut where the seat's chance is least: at another's bead, if there is one, nothing is lost by it.
        cut = 0
        if ground.closed:
            least = 2.0
            for at in range(long):
                zone = ground.lines[first + at]
                here = chance if board[zone] < 0 else (1.0 if board[zone] == seat else 0.0)
                if here < least:
                    least, cut = here, at
        for length in range(most + 1):
            ahead[long * WIDE + length] = bonus[length]
        for at in range(long - 1, -1, -1):
            spot = at + cut
            zone = ground.lines[first + spot if spot < long else first + spot - long]
            here = chance if board[zone] < 0 else (1.0 if board[zone] == seat else 0.0)
            row, after = at * WIDE, (at + 1) * WIDE
            for length in range(most + 1):
                longer = length + 1 if length < most else most
                ahead[row + length] = here * ahead[after + longer] + (1.0 - here) * (
                    bonus[length] + ahead[after]
                )
        expected += ahead[0]
        # The row before the first is not needed any more: it carries the chances of the lengths so far.
        for length in range(most + 1):
            ahead[length] = 0.0
        ahead[0] = 1.0
        for at in range(long):
            spot = at + cut
            zone = ground.lines[first + spot if spot < long else first + spot - long]
            here = chance if board[zone] < 0 else (1.0 if board[zone] == seat else 0.0)
            after = (at + 1) * WIDE
            more, broken = 0.0, 0.0
            for length in range(most, -1, -1):
                likely = ahead[length]
                if likely > 0.0:
                    longer = length + 1 if length < most else most
                    more += likely * (ahead[after + longer] - bonus[length] - ahead[after])
                    broken += likely * (1.0 - here)
                    ahead[length] = 0.0
                    ahead[longer] += likely * here
            ahead[0] += broken
            gain[zone] += more
    return expected


def swings(
    ground: Ground,
    board: Owners,
    seat: int,
    weights: Sequence[float],
    found: Numbers,
    gain: Numbers,
    ahead: Numbers,
) -> float:
    """Writes into ``found``, zone by zone, what a bead of ``seat`` there is worth to it rather than an open zone: the points
    it adds to what the seat can expect, and those it takes from the others, who count with ``weights`` (by seat; its own
    is not looked at). Answers the lead that the seat can expect. ``gain`` is room for 36 numbers."""
    chance = 1.0 / len(weights)
    lead = promise(ground, board, seat, chance, gain, ahead)
    for zone in range(ZONES):
        found[zone] = (1.0 - chance) * gain[zone]
    for other in range(len(weights)):
        if other != seat:
            lead -= weights[other] * promise(ground, board, other, chance, gain, ahead)
            for zone in range(ZONES):
                found[zone] += weights[other] * chance * gain[zone]
    return lead


def best_reply(
    reach: Sequence[int],
    places: Sequence[int],
    chances: Sequence[float],
    board: Owners,
    found: Numbers,
    order: Owners,
) -> float:
    """What the best open zone of the next throw is worth on average, by the worths ``found``; a throw that reaches none is
    worth nothing. ``places`` and ``chances`` are ``THROWS``, ``order`` is room for 36 numbers."""
    count = 0
    for zone in range(ZONES):
        if board[zone] < 0:
            at = count
            while at > 0 and found[order[at - 1]] < found[zone]:
                order[at] = order[at - 1]
                at -= 1
            order[at] = zone
            count += 1
    average = 0.0
    for number in range(len(places)):
        zones = reach[places[number]]
        for at in range(count):
            if zones >> order[at] & 1:
                average += chances[number] * found[order[at]]
                break
    return average


def look_ahead(
    ground: Ground, throws: Throws, board: Owners, zone: int, seat: int, weights: Sequence[float], desk: Desk
) -> float:
    """What the next seat's best reply will be worth to it on average after a bead of ``seat`` on ``zone`` (0…35), weighed as
    ``weights`` says."""
    seats = len(weights)
    following = (seat + 1) % seats
    before = board[zone]
    board[zone] = seat
    swings(ground, board, following, desk.even, desk.theirs, desk.gain, desk.ahead)
    found = best_reply(throws.reach, throws.places, throws.chances, board, desk.theirs, desk.order)
    board[zone] = before
    return weights[following] * found


def cheapest(board: Owners, seat: int, found: Numbers) -> int:
    """The place of the bead of ``seat`` that it misses least by the worths ``found``, -1 if it has none."""
    best, least = -1, 1e9
    for zone in range(ZONES):
        if board[zone] == seat and found[zone] < least:
            best, least = zone, found[zone]
    return best


def dearest(board: Owners, seat: int, found: Numbers) -> int:
    """The place of the bead of ``seat`` whose loss hurts it most, -1 if it has none."""
    best, most = -1, -1e9
    for zone in range(ZONES):
        if board[zone] == seat and found[zone] > most:
            best, most = zone, found[zone]
    return best
