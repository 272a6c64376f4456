"""Where everything stands in the flat form of a state, as the compiled twin has it: plain numbers, no numba here.

A flat state is a list of whole numbers: the places below, then the 36 zones with their owners (-1 for nobody). Seats that
owe something are bits of a number: the order in which they do is always clockwise from the mover. A twin holds no texts: of
a claim and of what is shown it knows the zone and whether it is right, as ``arithmetic.mistake`` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from sofra.games.raks.arithmetic import mistake
from sofra.games.raks.moves import (
    CHALLENGE,
    CONCEDE,
    NO_MOVE,
    PASS,
    PLACES,
    WITHDRAWS,
    Claim,
    Move,
    Show,
)
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.scoring import bonus, lines
from sofra.games.raks.state import State

PHASE, MOVER, DICE, THROWS, TRIPLES, ASKED, QUEUE, ZONE, CHALLENGER, SEATS, GAME, FIRST, WHY = (
    0,
    1,
    2,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    12,
    13,
    14,
)
"""``DICE`` are three places, ascending, 0 before a throw; ``WHY`` is how the latest finished game ended (``ENDINGS``)."""
WON, EARLIER, ANSWERS, BEADS_ON = 15, 19, 23, 27
"""Four places each: games won, points of earlier games, answers of an open window (a move's number plus one, 0 for none),
and beads on the board."""
OPEN_ZONES = 31
BOARD = 32
SIZE = BOARD + ZONES

START, THROW, TRIPLE, MOVE, PLACED, SHOW, UPHELD, FAILED, PASSED, WRONG, OVER = range(11)
PHASES = (
    "start",
    "throw",
    "triple",
    "move",
    "placed",
    "show",
    "upheld",
    "failed",
    "passed",
    "wrong",
    "over",
)
ENDINGS = ("", "filled", "twenty", "triples", "agreed")

SAY_NO_MOVE, SAY_PASS, DOUBT, GIVE_UP, PLACE_ON, TAKE_BACK = 0, 1, 2, 3, 4, 4 + ZONES
"""Numbers of moves; ``PLACE_ON`` and ``TAKE_BACK`` are those of zone 1, the others follow."""
SHOW_RIGHT, SHOW_WRONG, CLAIM_WRONG, CLAIM_RIGHT = (
    4 + 2 * ZONES,
    5 + 2 * ZONES,
    6 + 2 * ZONES,
    7 + 2 * ZONES,
)
"""What stands for an expression: right or wrong for its zone; a right claim names its zone, ``CLAIM_RIGHT`` is zone 1's."""
MOVES = CLAIM_RIGHT + ZONES

NAMED: tuple[Move, ...] = (NO_MOVE, PASS, CHALLENGE, CONCEDE, *PLACES, *WITHDRAWS)
"""The moves that need no expression, by number."""
NUMBERS = {move: number for number, move in enumerate(NAMED)}


class Tables(NamedTuple):
    """The house rules as numbers. ``lines`` are the lines of neighbours (zone 1 is 0), each as long as the longest; ``closed``
    says whether the only line's ends meet; ``bonus`` is by length of run; ``reach[36a + 6b + c]`` has bit z - 1 set where
    the dice a + 1, b + 1, c + 1 make zone z."""

    withdraws: bool
    placer_picks: bool
    first: bool
    games: int
    closed: bool
    lines: tuple[tuple[int, ...], ...]
    bonus: tuple[int, ...]
    reach: tuple[int, ...]


@cache
def tables(rules: RaksRules) -> Tables:
    """The tables of these house rules, made from those that the readable rules use."""
    return Tables(
        withdraws=rules.wrong_claim == "withdraws",
        placer_picks=rules.failed_challenge == "placer",
        first=rules.windows == "first",
        games=rules.games,
        closed=rules.layout == "ring",
        lines=tuple(tuple(zone - 1 for zone in line) for line in lines(rules.layout)),
        bonus=tuple(bonus(length, rules.long_runs) for length in range(ZONES + 1)),
        reach=masks(rules.dice_use),
    )


@cache
def masks(dice_use: str) -> tuple[int, ...]:
    """The zones of each of the 216 throws, as bits."""
    faces = range(1, 7)
    return tuple(
        sum(1 << zone - 1 for zone in reach((a, b, c), dice_use)) for a in faces for b in faces for c in faces
    )


def number(move: Move, state: State, zone: int = 0) -> int:
    """The number of a move in this state. ``zone`` is what a ``Show`` is for."""
    dice_use = state.standing.rules.dice_use
    if isinstance(move, Claim):
        wrong = mistake(move.expression, state.dice, dice_use, move.zone)
        return CLAIM_RIGHT + move.zone - 1 if wrong is None else CLAIM_WRONG
    if isinstance(move, Show):
        wrong = mistake(move.expression, state.dice, dice_use, zone or state.zone)
        return SHOW_RIGHT if wrong is None else SHOW_WRONG
    return NUMBERS[move]


def bits(seats: Iterable[int]) -> int:
    """Seats as bits of a number."""
    return sum(1 << seat for seat in seats)


def flat(state: State) -> list[int]:
    """A state of the core as numbers."""
    standing, made = state.standing, [0] * SIZE
    made[PHASE], made[MOVER] = PHASES.index(state.phase), state.mover
    made[DICE : DICE + len(state.dice)] = state.dice
    made[THROWS], made[TRIPLES] = state.throws, state.triples
    made[ASKED], made[QUEUE] = bits(state.asked), bits(state.queue)
    made[ZONE] = state.zone
    made[CHALLENGER] = -1 if state.challenger is None else state.challenger
    made[SEATS], made[GAME], made[FIRST] = standing.seats, standing.game, standing.first
    made[WHY] = ENDINGS.index(standing.last.why) if standing.last is not None else 0
    made[WON : WON + standing.seats] = standing.won
    made[EARLIER : EARLIER + standing.seats] = standing.earlier
    for seat, answer in enumerate(state.answers):
        made[ANSWERS + seat] = 0 if answer is None else number(answer, state) + 1
    for place, owner in enumerate(state.board):
        made[BOARD + place] = -1 if owner is None else owner
    for seat in range(standing.seats):
        made[BEADS_ON + seat] = state.board.count(seat)
    made[OPEN_ZONES] = state.board.count(None)
    return made
