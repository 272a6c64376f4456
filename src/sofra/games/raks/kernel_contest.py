"""Whole matches of strong players, learners and the yardstick through the compiled twin: for measuring, and for training what
would beat them. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out and takes its arrays one by one)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.raks.bluff import LEAVING, bluff_place
from sofra.games.raks.kernel import move, throw
from sofra.games.raks.kernel_board import begin, win_share
from sofra.games.raks.kernel_matches import (
    CAUGHT,
    CHALLENGES,
    PLACED_BEADS,
    PROVED,
    claim,
    false_share,
    give_back,
    look,
    look_for,
    watched,
    weigh,
)
from sofra.games.raks.kernel_outlook import doubt_chance, doubt_situation, honest_choice, placing
from sofra.games.raks.kernel_play import lowest
from sofra.games.raks.kernel_random import below, uniform
from sofra.games.raks.kernel_yardstick import SUSPICION, best_claim, doubts, put_bead, spare
from sofra.games.raks.layout import (
    ASKED,
    BOARD,
    CHALLENGER,
    CLAIM_RIGHT,
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
from sofra.games.raks.rules import ZONES

WHIM = 1.5

STRONG, BELIEVER, YARDSTICK, GUEST, LEARNER = range(5)
"""Kinds at the table: the strong player; one who believes every bead (the planted leak); the yardstick; a strong player of
another mood; one of that mood who learns to beat them."""


@njit(nogil=True, cache=True)
def play_step(
    co,
    state,
    kinds,
    mood,
    values,
    explore,
    trace,
    notes,
    honest_bead,
    stream,
    desk,
    weights,
    seen,
    found,
    whim,
):
    """One answer of whoever is asked. ``kinds`` by seat; guests and learners have ``mood``, learners choose by ``values``
    (bluff or doubt, situation, no or yes) and explore at the rate ``explore``; what was chosen goes to ``trace`` (its
    length first). ``honest_bead``: whether the bead in question was placed with a way in mind; answers it anew."""
    board, seats = state[BOARD:], state[SEATS]
    phase = state[PHASE]
    seat = lowest(state[ASKED])
    kind = kinds[seat]
    own = mood if kind >= GUEST else co.mood
    weigh(co, state, seat, own.appetite, co.denial, weights)
    if kind == YARDSTICK and phase != SHOW:
        weigh(co, state, seat, 1.0, 1.0, weights)
        number = _go_by(co, state, seat, notes, stream, weights, seen)
        if phase == MOVE and number != SAY_NO_MOVE:
            honest_bead = seen[number - PLACE_ON]
            notes[seat, PLACED_BEADS] += 1
        move(co.house, state, seat, number)
    elif phase == MOVE:
        shift = watched(notes, seat, seats)
        luck = -1.0 if kind == LEARNER else uniform(stream)
        zone = put_down(co, state, seat, own, shift, luck, stream, desk, weights, seen, found, whim)
        if kind == LEARNER and zone >= 0 and not seen[zone]:
            other = honest_choice(board, found, seen)
            honest = found[other] if other >= 0 else LEAVING
            here = bluff_place(found[zone], honest, state[OPEN_ZONES], co.rates.hard[zone])
            if not _decide(values, seat, 0, here, explore, trace, stream):
                zone = other
        if zone >= 0:
            honest_bead = seen[zone]
            notes[seat, PLACED_BEADS] += 1
        move(co.house, state, seat, SAY_NO_MOVE if zone < 0 else PLACE_ON + zone)
    elif phase == PLACED:
        yes = False
        if kind != BELIEVER and not look_for(co, state, state[ZONE], stream):
            here = doubtful(co, state, seat, stream, desk, weights, seen, found)
            if kind == LEARNER:
                yes = _decide(values, seat, 1, here, explore, trace, stream)
            else:
                false = false_share(notes, state[MOVER], own.suspicion)
                yes = uniform(stream) < doubt_chance(here, co.rates, own, false)
        move(co.house, state, seat, DOUBT if yes else SAY_PASS)
    elif phase == PASSED:
        move(co.house, state, seat, claim(co, state, seat, weights, own, seen, desk, found, stream))
    elif phase == SHOW:
        notes[state[CHALLENGER], CHALLENGES] += 1
        right = honest_bead or look_for(co, state, state[ZONE], stream)
        notes[seat, PROVED if right else CAUGHT] += 1
        move(co.house, state, seat, SHOW_RIGHT if right else GIVE_UP)
    else:
        move(co.house, state, seat, give_back(co, state, seat, weights, desk, found))
    return honest_bead


@njit(nogil=True, cache=True)
def play_turn(
    co,
    state,
    kinds,
    mood,
    values,
    explore,
    trace,
    notes,
    honest_bead,
    stream,
    desk,
    weights,
    seen,
    found,
    whim,
):
    """Plays until the next throw or the end; arguments as in ``play_step``."""
    while state[PHASE] != OVER and state[PHASE] != THROW:
        honest_bead = play_step(
            co,
            state,
            kinds,
            mood,
            values,
            explore,
            trace,
            notes,
            honest_bead,
            stream,
            desk,
            weights,
            seen,
            found,
            whim,
        )


@njit(nogil=True, cache=True)
def put_down(co, state, seat, mood, shift, luck, stream, desk, weights, seen, found, whim):
    """R4: where a strong player puts a bead after one look, -1 for "No move". With a ``luck`` below 0 it bluffs wherever that
    would be worth more."""
    look(co, state, seen, stream)
    for zone in range(ZONES):
        whim[zone] = WHIM * (2.0 * uniform(stream) - 1.0)
    return placing(
        co.ground,
        co.throws,
        state[BOARD:],
        seat,
        weights,
        mood,
        co.rates,
        shift,
        seen,
        whim,
        luck,
        desk,
        found,
    )


@njit(nogil=True, cache=True)
def doubtful(co, state, seat, stream, desk, weights, seen, found):
    """R6: the situation of somebody who sees no way to the bead on the table."""
    board, placer, zone = state[BOARD:], state[MOVER], state[ZONE] - 1
    look(co, state, seen, stream)
    seen[zone] = False
    return doubt_situation(
        co.ground,
        co.throws,
        board,
        placer,
        zone,
        seat,
        weights,
        co.house.placer_picks,
        co.rates.hard[zone],
        seen,
        desk,
        found,
    )


@njit(nogil=True, cache=True)
def _go_by(co, state, seat, notes, stream, weights, seen):
    """What the yardstick does; of a placement ``seen`` says whether it was honest."""
    board, phase, by = state[BOARD:], state[PHASE], co.measure
    if phase == MOVE:
        look(co, state, seen, stream)
        zone = put_bead(by, board, seat, weights, _watchfulness(notes, seat, state[SEATS]), seen, stream)
        return SAY_NO_MOVE if zone < 0 else PLACE_ON + zone
    if phase == PLACED:
        way = look_for(co, state, state[ZONE], stream)
        false = false_share(notes, state[MOVER], SUSPICION)
        pick = co.house.placer_picks
        zone = state[ZONE] - 1
        return DOUBT if doubts(by, board, state[MOVER], zone, seat, weights, false, way, pick) else SAY_PASS
    if phase == PASSED:
        look(co, state, seen, stream)
        zone = best_claim(by, board, seat, weights, seen)
        return CLAIM_RIGHT + zone if zone >= 0 else SAY_PASS
    if phase == FAILED and state[CHALLENGER] != seat:
        return TAKE_BACK + spare(by, board, state[CHALLENGER], True)
    return TAKE_BACK + spare(by, board, seat, False)


@njit(nogil=True, cache=True)
def _watchfulness(notes, seat, seats):
    """``Beliefs.watchfulness``."""
    challenges, beads = 0, 0
    for other in range(seats):
        if other != seat:
            challenges += notes[other, CHALLENGES]
            beads += notes[other, PLACED_BEADS]
    if seats > 2:
        beads += notes[seat, PLACED_BEADS]
    return (1.0 + challenges) / (10.0 + beads)


@njit(nogil=True, cache=True)
def _decide(values, seat, what, here, explore, trace, stream):
    """Yes or no, by what has been worth more so far; sometimes anything, to learn."""
    yes = values[what, here, 1] > values[what, here, 0]
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
    notes = np.zeros((4, 4), np.int64)
    throws = 0
    for number in range(matches):
        dice[0] = seed + np.uint64(7919 * (number // seats))
        turned = number % seats
        for seat in range(seats):
            here[seat] = kinds[(seat - turned) % seats]
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        notes[:] = 0
        trace[0, 0] = 0
        while state[PHASE] != OVER:
            throw(state, 1 + below(dice, 6), 1 + below(dice, 6), 1 + below(dice, 6))
            play_turn(
                co,
                state,
                here,
                mood,
                values,
                explore,
                trace,
                notes,
                False,
                stream,
                desk,
                weights,
                seen,
                found,
                whim,
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
