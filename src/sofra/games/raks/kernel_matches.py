"""Whole matches of strong players through the compiled twin: for measuring, for play-outs, and for training what would beat
them. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0917 (compiled code is spelled out and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.bluff import HEED, LEAVING, Rates, bluff_place, distrust, rate_of
from sofra.games.raks.judgement import DECIDED, Mood
from sofra.games.raks.kernel import move, throw
from sofra.games.raks.kernel_board import House, begin, house, reached, total, win_share
from sofra.games.raks.kernel_outlook import (
    best_seen,
    cheapest,
    dearest,
    doubt_chance,
    doubt_situation,
    eyes,
    ground_of,
    honest_choice,
    placing,
    swings,
    throws_of,
    watched_by,
    worths,
)
from sofra.games.raks.kernel_play import lowest
from sofra.games.raks.kernel_random import below, uniform
from sofra.games.raks.layout import (
    ASKED,
    BOARD,
    CHALLENGER,
    CLAIM_RIGHT,
    DICE,
    DOUBT,
    FAILED,
    GIVE_UP,
    MOVE,
    MOVER,
    OPEN_ZONES,
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
    SIZE,
    TAKE_BACK,
    THROW,
    THROWS,
    ZONE,
)
from sofra.games.raks.perception import Skill
from sofra.games.raks.rules import ZONES, RaksRules

WHIM = 0.6
PLACED_BEADS, PROVED, CAUGHT, CHALLENGES = range(4)
"""What is remembered of each seat in a match: beads placed, proved true, proved false, challenges made."""


class Company(NamedTuple):
    """Those at the table under some house rules: what they see (``kernel_outlook.eyes``), their rates and temperament."""

    house: House
    ground: Any
    throws: Any
    sights: Any
    rates: Rates
    mood: Mood


def company(rules: RaksRules, skill: Skill | None, rates: Rates, mood: Mood | None = None) -> Company:
    """Strong players of one skill (None: they see everything) and temperament."""
    return Company(
        house(rules),
        ground_of(rules),
        throws_of(rules),
        eyes(rules, skill),
        Rates(np.array(rates.bluff, dtype=np.float64), np.array(rates.doubt, dtype=np.float64)),
        Mood(*map(float, mood or Mood())),
    )


@njit(nogil=True, cache=True)
def weigh(co, state, seat, appetite, weights):
    """How much each other seat matters to ``seat``, as ``RaksMind`` has it: of several the leader most."""
    seats = state[SEATS]
    if seats == 2:
        weights[1 - seat] = 1.0 / appetite
        return
    best = -1
    for other in range(seats):
        if other != seat:
            best = max(best, total(co.house, state, other))
    for other in range(seats):
        behind = total(co.house, state, other) < best
        weights[other] = 1.0 / (seats - 1 + behind) / appetite


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
                weigh(co, state, seat, 1.0, weights)
                swings(co.ground, board, seat, weights, found, desk.gain, desk.ahead)
                last = best_seen(board, found, seen)
            move(co.house, state, seat, SAY_NO_MOVE if last < 0 else PLACE_ON + last)
        elif phase in (PLACED, PASSED):
            move(co.house, state, seat, SAY_PASS)
        elif phase == SHOW:
            zones = reached(co.house, state)
            move(co.house, state, seat, SHOW_RIGHT if zones >> (state[ZONE] - 1) & 1 else GIVE_UP)
        else:
            weigh(co, state, seat, 1.0, weights)
            move(co.house, state, seat, give_back(co, state, seat, weights, desk, found))


STRONG, BELIEVER, LEARNER, TRAINEE = range(4)
"""Kinds at the table: the strong player; one who believes every bead (the planted leak); one who learns to beat them; one
who learns rates by playing against its like."""
WARMTH = 0.005
"""A trainee bluffs or doubts the surer, the more matches it wins by it; at this much (a part of a match) the odds are e."""


@njit(nogil=True, cache=True)
def play_match(
    co, state, kinds, mood, values, explore, trace, dice, stream, desk, weights, seen, found, whim
):
    """Plays a match from a throw on. ``kinds`` by seat; learners have ``mood``, choose by ``values`` (bluff or doubt,
    situation, no or yes) and explore at the rate ``explore``; what was chosen goes to ``trace`` (its length first)."""
    board, seats = state[BOARD:], state[SEATS]
    notes = np.zeros((4, 4), np.int64)
    honest_bead = False
    trace[0, 0] = 0
    while state[PHASE] != OVER:
        phase = state[PHASE]
        if phase == THROW:
            throw(state, 1 + below(dice, 6), 1 + below(dice, 6), 1 + below(dice, 6))
            continue
        seat = lowest(state[ASKED])
        kind = kinds[seat]
        own = mood if kind == LEARNER else co.mood
        weigh(co, state, seat, own.appetite, weights)
        if phase == MOVE:
            look(co, state, seen, stream)
            for zone in range(ZONES):
                whim[zone] = WHIM * (2.0 * uniform(stream) - 1.0)
            shift = watched(notes, seat, seats)
            luck = -1.0 if kind >= LEARNER else uniform(stream)
            zone = placing(
                co.ground,
                co.throws,
                board,
                seat,
                weights,
                own,
                co.rates,
                shift,
                seen,
                whim,
                luck,
                desk,
                found,
            )
            if kind >= LEARNER and zone >= 0 and not seen[zone]:
                other = honest_choice(board, found, seen)
                honest = found[other] if other >= 0 else LEAVING
                here = bluff_place(found[zone], honest, state[OPEN_ZONES])
                if not _decide(values, seat, kind, 0, here, -HEED * shift, explore, trace, stream):
                    zone = other
            if zone >= 0:
                honest_bead = seen[zone]
                notes[seat, PLACED_BEADS] += 1
            move(co.house, state, seat, SAY_NO_MOVE if zone < 0 else PLACE_ON + zone)
        elif phase == PLACED:
            number = SAY_PASS
            if kind != BELIEVER and not look_for(co, state, state[ZONE], stream):
                number = _doubt(
                    co,
                    state,
                    seat,
                    kind,
                    own,
                    notes,
                    values,
                    explore,
                    trace,
                    stream,
                    desk,
                    weights,
                    seen,
                    found,
                )
            move(co.house, state, seat, number)
            if state[PHASE] == SHOW:
                notes[state[CHALLENGER], CHALLENGES] += 1
        elif phase == PASSED:
            move(co.house, state, seat, claim(co, state, seat, weights, own, seen, desk, found, stream))
        elif phase == SHOW:
            right = honest_bead or look_for(co, state, state[ZONE], stream)
            notes[seat, PROVED if right else CAUGHT] += 1
            move(co.house, state, seat, SHOW_RIGHT if right else GIVE_UP)
        else:
            move(co.house, state, seat, give_back(co, state, seat, weights, desk, found))


@njit(nogil=True, cache=True)
def _doubt(co, state, seat, kind, own, notes, values, explore, trace, stream, desk, weights, seen, found):
    """R6: challenge or pass, of a bead that is not seen."""
    board, placer, zone = state[BOARD:], state[MOVER], state[ZONE] - 1
    look(co, state, seen, stream)
    seen[zone] = False
    pick = co.house.placer_picks
    here = doubt_situation(co.ground, co.throws, board, placer, zone, seat, weights, pick, seen, desk, found)
    false = false_share(notes, placer, own.suspicion)
    if kind >= LEARNER:
        shift = HEED * distrust(false, own.suspicion)
        yes = _decide(values, seat, kind, 1, here, shift, explore, trace, stream)
    else:
        yes = uniform(stream) < doubt_chance(here, co.rates, own, false)
    return DOUBT if yes else SAY_PASS


@njit(nogil=True, cache=True)
def _decide(values, seat, kind, what, here, shift, explore, trace, stream):
    """Yes or no, by what has been worth more so far; sometimes anything, to learn."""
    more = values[what, here, 1] - values[what, here, 0]
    yes = more > 0.0
    if kind == TRAINEE:
        yes = uniform(stream) < rate_of(more / WARMTH + shift)
    if explore > 0.0 and uniform(stream) < explore:
        yes = uniform(stream) < 0.5
    length = trace[0, 0] + 1
    if length < trace.shape[0]:
        trace[0, 0] = length
        trace[length, 0], trace[length, 1], trace[length, 2], trace[length, 3] = what, here, int(yes), seat
    return yes


@njit(nogil=True, cache=True)
def contest(co, kinds, mood, values, counts, explore, learning, matches, seed, desk, shares):
    """Matches on the same dice with the seats turned round. Writes the part of the win of ``kinds[0]`` into ``shares``; if
    ``learning``, moves ``values`` towards what was won. Answers the throws of a match on average."""
    seats = kinds.size
    state = np.zeros(SIZE, np.int64)
    state[SEATS] = seats
    dice, stream = np.zeros(1, np.uint64), np.array([seed + np.uint64(1)], np.uint64)
    weights, seen = np.zeros(seats), np.zeros(ZONES, np.bool_)
    found, whim = np.zeros(ZONES), np.zeros(ZONES)
    trace = np.zeros((1000, 4), np.int64)
    here = np.zeros(seats, np.int64)
    throws = 0
    for number in range(matches):
        dice[0] = seed + np.uint64(7919 * (number // seats))
        turned = number % seats
        for seat in range(seats):
            here[seat] = kinds[(seat - turned) % seats]
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        play_match(
            co, state, here, mood, values, explore, trace, dice, stream, desk, weights, seen, found, whim
        )
        throws += state[THROWS]
        shares[number] = win_share(co.house, state, turned)
        if learning:
            for i in range(1, trace[0, 0] + 1):
                what, place, yes = trace[i, 0], trace[i, 1], trace[i, 2]
                counts[what, place, yes] += 1
                step = max(0.00005, 1.0 / counts[what, place, yes])
                won = win_share(co.house, state, trace[i, 3])
                values[what, place, yes] += step * (won - values[what, place, yes])
    return throws / matches
