"""Whole matches of strong players, learners and the yardstick through the compiled twin: for measuring, and for training what
would beat them. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.bluff import LEAVING, bluff_place
from sofra.games.raks.kernel import move, throw
from sofra.games.raks.kernel_board import begin, win_share
from sofra.games.raks.kernel_matches import (
    AGAINST,
    CAUGHT,
    CHALLENGES,
    NOTES,
    PLACED_BEADS,
    PROVED,
    bear_grudges,
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


class Room(NamedTuple):
    """Room for one choice; no two threads share it: a desk, the weight of each seat, and by zone what is seen, what a bead
    is worth there, and a whim."""

    desk: Any
    weights: Any
    seen: Any
    found: Any
    whim: Any


class Pupil(NamedTuple):
    """What guests and learners have: a mood. Learners choose by ``values`` (bluff or doubt, situation, no or yes) and explore
    at the rate ``explore``; what they chose goes to ``trace`` (its length first)."""

    mood: Any
    values: Any
    explore: float
    trace: Any


@njit(nogil=True, cache=True)
def room_for(seats, desk):
    """Room for the choices at a table."""
    zones = np.zeros(ZONES, np.bool_)
    return Room(desk, np.zeros(seats), zones, np.zeros(ZONES), np.zeros(ZONES))


@njit(nogil=True, cache=True)
def play_step(co, state, kinds, pupil, notes, honest_bead, stream, room):
    """One answer of whoever is asked. ``kinds`` by seat. ``honest_bead``: whether the bead in question was placed with a way
    in mind; answers it anew."""
    board, seats, weights, seen, found = state[BOARD:], state[SEATS], room.weights, room.seen, room.found
    phase = state[PHASE]
    seat = lowest(state[ASKED])
    kind = kinds[seat]
    own = pupil.mood if kind >= GUEST else co.mood
    weigh(co, state, seat, own.appetite, co.denial, weights)
    bear_grudges(notes, seat, own.spite, weights)
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
        zone = put_down(co, state, seat, own, shift, luck, stream, room)
        if kind == LEARNER and zone >= 0 and not seen[zone]:
            other = honest_choice(board, found, seen)
            honest = found[other] if other >= 0 else LEAVING
            here = bluff_place(found[zone], honest, state[OPEN_ZONES], co.rates.hard[zone])
            if not _decide(pupil, seat, 0, here, stream):
                zone = other
        if zone >= 0:
            honest_bead = seen[zone]
            notes[seat, PLACED_BEADS] += 1
        move(co.house, state, seat, SAY_NO_MOVE if zone < 0 else PLACE_ON + zone)
    elif phase == PLACED:
        yes = False
        if kind != BELIEVER and not look_for(co, state, state[ZONE], stream):
            here = doubtful(co, state, seat, stream, room)
            if kind == LEARNER:
                yes = _decide(pupil, seat, 1, here, stream)
            else:
                false = false_share(notes, state[MOVER], own.suspicion)
                yes = uniform(stream) < doubt_chance(here, co.rates, own, false)
        move(co.house, state, seat, DOUBT if yes else SAY_PASS)
    elif phase == PASSED:
        move(co.house, state, seat, claim(co, state, seat, weights, own, seen, room.desk, found, stream))
    elif phase == SHOW:
        notes[state[CHALLENGER], CHALLENGES] += 1
        notes[state[CHALLENGER], AGAINST + seat] += 1
        right = honest_bead or look_for(co, state, state[ZONE], stream)
        notes[seat, PROVED if right else CAUGHT] += 1
        move(co.house, state, seat, SHOW_RIGHT if right else GIVE_UP)
    else:
        move(co.house, state, seat, give_back(co, state, seat, weights, room.desk, found))
    return honest_bead


@njit(nogil=True, cache=True)
def play_turn(co, state, kinds, pupil, notes, honest_bead, stream, room):
    """Plays until the next throw or the end; arguments as in ``play_step``."""
    while state[PHASE] != OVER and state[PHASE] != THROW:
        honest_bead = play_step(co, state, kinds, pupil, notes, honest_bead, stream, room)


@njit(nogil=True, cache=True)
def put_down(co, state, seat, mood, shift, luck, stream, room):
    """R4: where a strong player puts a bead after one look, -1 for "No move". With a ``luck`` below 0 it bluffs wherever that
    would be worth more."""
    desk, weights, seen, found, whim = room
    look(co, state, seen, stream)
    for zone in range(ZONES):
        whim[zone] = WHIM * (2.0 * uniform(stream) - 1.0)
    ground, throws, board = co.ground, co.throws, state[BOARD:]
    return placing(ground, throws, board, seat, weights, mood, co.rates, shift, seen, whim, luck, desk, found)


@njit(nogil=True, cache=True)
def doubtful(co, state, seat, stream, room):
    """R6: the situation of somebody who sees no way to the bead on the table."""
    board, placer, zone = state[BOARD:], state[MOVER], state[ZONE] - 1
    desk, weights, seen, found, _ = room
    look(co, state, seen, stream)
    seen[zone] = False
    ground, throws, picks, hard = co.ground, co.throws, co.house.placer_picks, co.rates.hard[zone]
    return doubt_situation(ground, throws, board, placer, zone, seat, weights, picks, hard, seen, desk, found)


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
def _decide(pupil, seat, what, here, stream):
    """Yes or no, by what has been worth more so far; sometimes anything, to learn."""
    values, trace = pupil.values, pupil.trace
    yes = values[what, here, 1] > values[what, here, 0]
    if pupil.explore > 0.0 and uniform(stream) < pupil.explore:
        yes = uniform(stream) < 0.5
    length = trace[0, 0] + 1
    if length < trace.shape[0]:
        trace[0, 0] = length
        trace[length, 0], trace[length, 1], trace[length, 2], trace[length, 3] = what, here, int(yes), seat
    return yes


@njit(nogil=True, cache=True)
def contest(co, kinds, mood, values, counts, explore, learning, first, matches, seed, stream, desk, shares):
    """So many matches, from number ``first`` on, on the same dice with the seats turned round; ``stream`` is the players' own
    luck. Writes the part of the win of ``kinds[0]`` into ``shares``; if ``learning``, moves ``values`` towards what was won.
    Answers the throws of a match on average."""
    seats = kinds.size
    state = np.zeros(SIZE, np.int64)
    state[SEATS] = seats
    dice = np.zeros(1, np.uint64)
    trace, here = np.zeros((1000, 4), np.int64), np.zeros(seats, np.int64)
    room, pupil = room_for(seats, desk), Pupil(mood, values, explore, trace)
    notes = np.zeros(NOTES, np.int64)
    throws = 0
    for number in range(matches):
        dice[0] = seed + np.uint64(7919 * ((first + number) // seats))
        turned = (first + number) % seats
        for seat in range(seats):
            here[seat] = kinds[(seat - turned) % seats]
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        notes[:] = 0
        trace[0, 0] = 0
        while state[PHASE] != OVER:
            throw(state, 1 + below(dice, 6), 1 + below(dice, 6), 1 + below(dice, 6))
            play_turn(co, state, here, pupil, notes, False, stream, room)
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
