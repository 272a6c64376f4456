"""What bluffing and doubting would have been worth: strong players play among their like, and at each such choice the turn is
played to its end both ways. Needs numba; import it lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code is spelled out and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.raks.bluff import HEED, LEAVING, bluff_place, rate_of
from sofra.games.raks.kernel import move, throw
from sofra.games.raks.kernel_board import begin, win_share
from sofra.games.raks.kernel_contest import (
    STRONG,
    Pupil,
    Room,
    doubtful,
    play_step,
    play_turn,
    put_down,
    room_for,
)
from sofra.games.raks.kernel_matches import NOTES, PLACED_BEADS, false_share, look_for, watched, weigh
from sofra.games.raks.kernel_outlook import chances, doubt_chance, honest_choice
from sofra.games.raks.kernel_play import lowest
from sofra.games.raks.kernel_random import below, uniform
from sofra.games.raks.layout import (
    ASKED,
    BOARD,
    DOUBT,
    MOVE,
    MOVER,
    OPEN_ZONES,
    OVER,
    PHASE,
    PLACE_ON,
    PLACED,
    SAY_NO_MOVE,
    SAY_PASS,
    SEATS,
    SIZE,
    THROW,
    ZONE,
)


class Aside(NamedTuple):
    """Room for looking at a choice both ways: that of the players, a pupil that is none, a desk with a denial of 1 and the
    chances of the seats."""

    room: Room
    pupil: Pupil
    plain: Any
    hopes: Any


@njit(nogil=True, cache=True)
def worth_of(co, state, seat, number, honest_bead, kinds, notes, word, aside):
    """A seat's chance to win after a move and the rest of its turn, by ``prospects.chances``."""
    copy, said, stream = state.copy(), notes.copy(), np.array([word], np.uint64)
    move(co.house, copy, seat, number)
    play_turn(co, copy, kinds, aside.pupil, said, honest_bead, stream, aside.room)
    if copy[PHASE] == OVER:
        return win_share(co.house, copy, seat)
    chances(co.ground, co.throws, copy[BOARD:], copy[MOVER], co.widths, aside.plain, aside.hopes)
    return aside.hopes[seat]


@njit(nogil=True, cache=True)
def asked_to_place(co, state, seat, kinds, notes, stream, room, aside, more, counts):
    """A placement by the rates, a possible bluff looked at both ways; answers whether it is honest."""
    seen, found = room.seen, room.found
    weigh(co, state, seat, co.mood.appetite, co.denial, room.weights)
    shift = watched(notes, seat, state[SEATS])
    zone = put_down(co, state, seat, co.mood, shift, -1.0, stream, room)
    honest_bead = zone >= 0 and seen[zone]
    if zone >= 0 and not honest_bead:
        other = honest_choice(state[BOARD:], found, seen)
        honest = found[other] if other >= 0 else LEAVING
        here = bluff_place(found[zone], honest, state[OPEN_ZONES], co.rates.hard[zone])
        word = word_of(stream)
        notes[seat, PLACED_BEADS] += 1
        yes = worth_of(co, state, seat, PLACE_ON + zone, False, kinds, notes, word, aside)
        notes[seat, PLACED_BEADS] -= other < 0
        number = SAY_NO_MOVE if other < 0 else PLACE_ON + other
        no = worth_of(co, state, seat, number, True, kinds, notes, word, aside)
        notes[seat, PLACED_BEADS] -= other >= 0
        more[0, here] += yes - no
        counts[0, here] += 1
        if uniform(stream) >= rate_of(co.rates.bluff[here] - HEED * shift - co.mood.shame):
            zone, honest_bead = other, True
    notes[seat, PLACED_BEADS] += zone >= 0
    move(co.house, state, seat, SAY_NO_MOVE if zone < 0 else PLACE_ON + zone)
    return honest_bead


@njit(nogil=True, cache=True)
def asked_to_doubt(co, state, seat, honest_bead, kinds, notes, stream, room, aside, more, counts):
    """An answer to a bead by the rates, a possible doubt looked at both ways."""
    answer = False
    if not look_for(co, state, state[ZONE], stream):
        weigh(co, state, seat, co.mood.appetite, co.denial, room.weights)
        here = doubtful(co, state, seat, stream, room)
        word = word_of(stream)
        yes = worth_of(co, state, seat, DOUBT, honest_bead, kinds, notes, word, aside)
        no = worth_of(co, state, seat, SAY_PASS, honest_bead, kinds, notes, word, aside)
        more[1, here] += yes - no
        counts[1, here] += 1
        false = false_share(notes, state[MOVER], co.mood.suspicion)
        answer = uniform(stream) < doubt_chance(here, co.rates, co.mood, false)
    move(co.house, state, seat, DOUBT if answer else SAY_PASS)


@njit(nogil=True, cache=True)
def word_of(stream):
    """A word of its own for both ways, so that the same luck meets them."""
    uniform(stream)
    return stream[0] ^ np.uint64(0x5DEECE66D)


@njit(nogil=True, cache=True)
def regret(co, kinds, matches, seed, desk, plain, aside, more, counts):
    """Plays matches with the rates of ``co``, ``kinds`` (strong players and yardsticks) turned round the table. Adds to
    ``more`` (bluff or doubt, situation) by how much yes was better than no for the strong players that were asked, and to
    ``counts`` how often. ``desk`` and ``aside`` are two desks of theirs, ``plain`` is one with a denial of 1."""
    seats = kinds.size
    state = np.zeros(SIZE, np.int64)
    state[SEATS] = seats
    stream, here = np.array([seed], np.uint64), np.zeros(seats, np.int64)
    nobody = Pupil(co.mood, np.zeros((2, 1, 2)), 0.0, np.zeros((1, 4), np.int64))
    room = room_for(seats, desk)
    other = Aside(room_for(seats, aside), nobody, plain, np.zeros(seats))
    notes = np.zeros(NOTES, np.int64)
    for number in range(matches):
        for seat in range(seats):
            here[seat] = kinds[(seat + number) % seats]
        begin(state)
        state[PHASE], state[ASKED] = THROW, 0
        notes[:] = 0
        honest_bead = False
        while state[PHASE] != OVER:
            if state[PHASE] == THROW:
                throw(state, 1 + below(stream, 6), 1 + below(stream, 6), 1 + below(stream, 6))
                continue
            seat, phase = lowest(state[ASKED]), state[PHASE]
            if here[seat] == STRONG and phase == MOVE:
                honest_bead = asked_to_place(co, state, seat, here, notes, stream, room, other, more, counts)
            elif here[seat] == STRONG and phase == PLACED:
                asked_to_doubt(co, state, seat, honest_bead, here, notes, stream, room, other, more, counts)
            else:
                honest_bead = play_step(co, state, here, nobody, notes, honest_bead, stream, room)
