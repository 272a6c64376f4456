"""Those at a table of the compiled twin: what they see and remember, what they claim and give back, and plain play-outs.
Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.bluff import Rates, rates_for
from sofra.games.raks.judgement import DECIDED, DENIAL, Mood
from sofra.games.raks.kernel import move, throw
from sofra.games.raks.kernel_board import House, house, reached, total
from sofra.games.raks.kernel_outlook import (
    best_seen,
    cheapest,
    dearest,
    eyes,
    ground_of,
    swings,
    throws_of,
    watched_by,
    worths,
)
from sofra.games.raks.kernel_play import lowest
from sofra.games.raks.kernel_random import below, uniform
from sofra.games.raks.kernel_yardstick import Measure, measure_of
from sofra.games.raks.layout import (
    ASKED,
    BOARD,
    CHALLENGER,
    CLAIM_RIGHT,
    DICE,
    FAILED,
    GIVE_UP,
    MOVE,
    OVER,
    PASSED,
    PHASE,
    PLACE_ON,
    PLACED,
    SAY_NO_MOVE,
    SAY_PASS,
    SEATS,
    SHOW,
    SHOW_RIGHT,
    TAKE_BACK,
    THROW,
    THROWS,
    ZONE,
)
from sofra.games.raks.perception import Skill
from sofra.games.raks.players import SKILLS
from sofra.games.raks.prospects import WIDTHS
from sofra.games.raks.rules import ZONES, RaksRules

PLACED_BEADS, PROVED, CAUGHT, CHALLENGES, AGAINST = range(5)
"""What is remembered of each seat in a match: beads placed, proved true, proved false, challenges made, and those against
each of four seats."""
NOTES = (4, AGAINST + 4)
"""The shape of what is remembered."""


class Company(NamedTuple):
    """Those at the table under some house rules: what they see (``kernel_outlook.eyes``), their rates and temperament,
    and what the yardstick goes by."""

    house: House
    ground: Any
    throws: Any
    sights: Any
    rates: Rates
    mood: Mood
    measure: Measure
    denial: float
    widths: Any


def company(
    rules: RaksRules, seats: int, skill: Skill | None, rates: Rates | None = None, mood: Mood | None = None
) -> Company:
    """Strong players of one skill (None: they see everything) and temperament; without ``rates`` those that were learned."""
    rates = rates or rates_for(skill or SKILLS["professor"], rules, seats)
    return Company(
        house(rules),
        ground_of(rules),
        throws_of(rules),
        eyes(rules, skill),
        Rates(
            np.array(rates.bluff, dtype=np.float64),
            np.array(rates.doubt, dtype=np.float64),
            np.array(rates.hard, dtype=np.int64),
        ),
        Mood(*map(float, mood or Mood())),
        measure_of(rules, skill),
        DENIAL[seats],
        WIDTHS[rules.layout],
    )


@njit(nogil=True, cache=True)
def weigh(co, state, seat, appetite, denial, weights):
    """How much each other seat matters to ``seat``, as ``RaksMind`` has it: of several the leader most."""
    seats = state[SEATS]
    if seats == 2:
        weights[1 - seat] = denial / appetite
        return
    best = -1
    for other in range(seats):
        if other != seat:
            best = max(best, total(co.house, state, other))
    for other in range(seats):
        behind = total(co.house, state, other) < best
        weights[other] = denial / (seats - 1 + behind) / appetite


@njit(nogil=True, cache=True)
def bear_grudges(notes, seat, spite, weights):
    """Whoever challenged ``seat`` matters more to it, for each time."""
    for other in range(weights.size):
        weights[other] *= 1.0 + spite * notes[other, AGAINST + seat]


@njit(nogil=True, cache=True)
def look(co, state, seen, stream):
    """One look at the dice: writes which zones are seen."""
    place = 36 * state[DICE] + 6 * state[DICE + 1] + state[DICE + 2] - 43
    for zone in range(ZONES):
        chance = co.sights[place, zone]
        seen[zone] = chance > 0.0 and uniform(stream) < chance


@njit(nogil=True, cache=True)
def look_for(co, state, zone, stream):
    """Whether a zone (1…36) is seen at one of two looks."""
    place = 36 * state[DICE] + 6 * state[DICE + 1] + state[DICE + 2] - 43
    chance = co.sights[place, zone - 1]
    return uniform(stream) < 1.0 - (1.0 - chance) * (1.0 - chance)


@njit(nogil=True, cache=True)
def false_share(notes, seat, prior):
    """``Beliefs.falsehood``."""
    true, false = notes[seat, PROVED], notes[seat, CAUGHT]
    quiet = 0.15 * max(0, notes[seat, PLACED_BEADS] - true - false)
    return (6.0 * prior + false) / (6.0 + true + false + quiet)


@njit(nogil=True, cache=True)
def watched(notes, seat, seats):
    """How much oftener than usual the others challenge."""
    challenges, beads = 0, notes[seat, PLACED_BEADS]
    for other in range(seats):
        if other != seat:
            challenges += notes[other, CHALLENGES]
            if seats > 2:
                beads += notes[other, PLACED_BEADS]
    return watched_by(challenges, beads)


@njit(nogil=True, cache=True)
def give_back(co, state, seat, weights, desk, found):
    """The bead to withdraw: one's own that is missed least, a challenger's that hurts most."""
    board = state[BOARD:]
    loser = state[CHALLENGER] if state[PHASE] == FAILED else seat
    if loser == seat:
        swings(co.ground, board, seat, weights, found, desk.gain, desk.ahead)
        return TAKE_BACK + cheapest(board, seat, found)
    swings(co.ground, board, loser, desk.even, found, desk.gain, desk.ahead)
    return TAKE_BACK + dearest(board, loser, found)


@njit(nogil=True, cache=True)
def claim(co, state, seat, weights, mood, seen, desk, found, stream):
    """R5: the best open zone seen, unless it ends the game badly."""
    look(co, state, seen, stream)
    board = state[BOARD:]
    worths(co.ground, co.throws, board, seat, weights, mood.patience, seen, desk, found)
    zone = best_seen(board, found, seen)
    return CLAIM_RIGHT + zone if zone >= 0 and found[zone] > -DECIDED / 2 else SAY_PASS


@njit(nogil=True, cache=True)
def play_on(co, state, stream, desk, weights, seen, found, most):
    """Plays on until the match is over or ``most`` throws were made: everybody sees everything, places where it is worth
    most at once, and is believed."""
    board = state[BOARD:]
    while state[PHASE] != OVER:
        phase = state[PHASE]
        if phase == THROW:
            if state[THROWS] >= most:
                return
            throw(state, 1 + below(stream, 6), 1 + below(stream, 6), 1 + below(stream, 6))
            continue
        seat = lowest(state[ASKED])
        if phase == MOVE:
            zones, count, last = reached(co.house, state), 0, -1
            for zone in range(ZONES):
                seen[zone] = board[zone] < 0 and zones >> zone & 1 == 1
                if seen[zone]:
                    count, last = count + 1, zone
            if count > 1:
                weigh(co, state, seat, 1.0, 1.0, weights)
                swings(co.ground, board, seat, weights, found, desk.gain, desk.ahead)
                last = best_seen(board, found, seen)
            move(co.house, state, seat, SAY_NO_MOVE if last < 0 else PLACE_ON + last)
        elif phase in (PLACED, PASSED):
            move(co.house, state, seat, SAY_PASS)
        elif phase == SHOW:
            zones = reached(co.house, state)
            move(co.house, state, seat, SHOW_RIGHT if zones >> (state[ZONE] - 1) & 1 else GIVE_UP)
        else:
            weigh(co, state, seat, 1.0, 1.0, weights)
            move(co.house, state, seat, give_back(co, state, seat, weights, desk, found))
