"""Search by playing out: each candidate move is tried in worlds that fit what the seat knows, the rest of the round
being played by chain players. Needs numba; import it lazily.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: C901, PLR0917 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

import numpy as np
from numba import njit

from sofra.games.racko.kernel import ascending, draw, may_go, move
from sofra.games.racko.kernel_chain import best_slot, choose, look, read_rack, with_call
from sofra.games.racko.kernel_random import below
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN,
    DRAWN_PHASE,
    HAND,
    KNOWN,
    LAP,
    OPEN,
    OVER_PHASE,
    OWN,
    PHASE,
    PILE,
    PILE_END,
    PUT_MOVES,
    RACK_O_MOVE,
    RACKS,
    SEAT,
    SEATS,
    SHUFFLES,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
)

CANDIDATES = 4
"""At most so many moves are tried: the best by the chain's value."""


@njit(nogil=True, cache=True)
def candidates(house, state, costs, desk, found):
    """Writes the moves worth trying into ``found``, the chain player's own first; answers how many."""
    seat = state[SEAT]
    found[0] = choose(house, state, costs, True, desk)
    if state[PHASE] == TURN_PHASE:
        if found[0] == RACK_O_MOVE:
            return 1
        found[1] = DRAW_MOVE if found[0] == TAKE_MOVE else TAKE_MOVE
        return 2
    unseen = look(state, seat, desk)
    cost = costs[max(1, unseen)]
    read_rack(state, seat, cost, desk)
    best_slot(state, seat, state[HAND], cost, desk)
    count = 1
    if state[PHASE] == DRAWN_PHASE and found[0] != with_call(house, state, TOSS_MOVE):
        found[1] = with_call(house, state, TOSS_MOVE)
        count = 2
    while count < CANDIDATES:
        best = -1
        for slot in range(10):
            number = with_call(house, state, PUT_MOVES + slot)
            new = True
            for i in range(count):
                new = new and found[i] != number
            if new and (best < 0 or desk.values[slot] > desk.values[best]):
                best = slot
        found[count] = with_call(house, state, PUT_MOVES + best)
        count += 1
    return count


@njit(nogil=True, cache=True)
def another_world(house, state, seat, places, word):
    """Deals the cards that this seat cannot see out anew, in place: the pile, if its order is not public, and the
    hidden slots of the others; what was drawn since a shuffle stays among the cards of that shuffle."""
    seats = state[SEATS]
    for _ in range(50):  # a rack that would have gone is dealt again; few are
        for part in range(2 if state[SHUFFLES] else 1):
            count = 0
            if part == 0 and not state[KNOWN]:
                for i in range(state[PILE_END]):
                    places[count] = PILE + i
                    count += 1
            for other in range(seats):
                if other == seat:
                    continue
                for slot in range(10):
                    hidden = not state[OPEN + other] >> slot & 1
                    newer = not state[SHUFFLES] or state[DRAWN + other] >> slot & 1
                    if hidden and (newer if part == 0 else not newer):
                        places[count] = RACKS + 10 * other + slot
                        count += 1
            for i in range(count - 1, 0, -1):
                k = below(word, i + 1)
                a, b = places[i], places[k]
                state[a], state[b] = state[b], state[a]
        gone = False
        if not house.call:
            for other in range(seats):
                gone = gone or (other != seat and state[LAP] > 1 and may_go(house, state, other))
        if not gone:
            return


@njit(nogil=True, cache=True)
def play_out(house, state, costs, desk, word):
    """Lets chain players end the round."""
    while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
        if state[PHASE] == DRAWING_PHASE:
            draw(state, below(word, state[PILE_END]))
        else:
            move(house, state, choose(house, state, costs, False, desk))


@njit(nogil=True, cache=True)
def worth(house, before, after, seat):
    """What the end of a round is worth to a seat or its side: going Rack-O, and the lead in points it brings."""
    seats = before[SEATS]
    mine, others, rivals = 0, 0, 0
    for other in range(seats):
        gained = after[OWN + other] - before[OWN + other]
        if other == seat or (house.partners and (other - seat) % 2 == 0):
            mine += gained
        else:
            others += gained
            rivals += 1
    lead = (mine - others / rivals * (2 if house.partners else 1)) / 75.0
    caller = after[CALLER]
    if caller < 0:
        return 0.2 * lead
    with_me = caller == seat or (house.partners and (caller - seat) % 2 == 0)
    return (1.0 if with_me else 0.0) + 0.2 * lead


@njit(nogil=True, cache=True)
def search(house, state, costs, desk, found, count, plays, sums, squares, tried, word):
    """Tries ``count`` candidates in the same worlds with the same draws, about ``plays`` rounds in all; those clearly
    behind are dropped on the way. ``sums`` and ``squares`` are of each candidate's worth less the first's."""
    seat = state[SEAT]
    world, after = state.copy(), state.copy()
    places = np.zeros(64, np.int64)
    mine, stream = np.zeros(count), np.zeros(1, np.uint64)
    live = np.ones(count, np.bool_)
    done = 0
    for number in range(plays):
        another_world(house, world, seat, places, word)
        below(word, 2)
        for i in range(count):
            if not live[i]:
                continue
            after[:] = world
            stream[0] = word[0]
            move(house, after, found[i])
            play_out(house, after, costs, desk, stream)
            mine[i] = worth(house, state, after, seat)
            sums[i] += mine[i] - mine[0]
            squares[i] += (mine[i] - mine[0]) ** 2
            tried[i] += 1
            done += 1
        if done >= plays:
            break
        if number % 32 == 31:
            n = number + 1.0
            for i in range(1, count):
                mean = sums[i] / n
                error = np.sqrt(max(squares[i] / n - mean * mean, 1e-6) / n)
                live[i] = live[i] and mean + 2.0 * error > 0.0
            if live[1:].sum() == 0:
                break
    return done


@njit(nogil=True, cache=True)
def decide(house, state, costs, desk, plays, margin, word):
    """The move that search prefers: the chain player's own unless another is better by more than ``margin`` of its
    standard errors."""
    found = np.zeros(25, np.int64)
    count = candidates(house, state, costs, desk, found)
    if count == 1 or ascending(state, state[SEAT]):
        return found[0]
    sums, squares, tried = np.zeros(count), np.zeros(count), np.zeros(count)
    search(house, state, costs, desk, found, count, plays, sums, squares, tried, word)
    best, best_gain = 0, 0.0
    for i in range(1, count):
        n = max(1.0, tried[i])
        mean = sums[i] / n
        error = np.sqrt(max(squares[i] / n - mean * mean, 1e-6) / n)
        if mean - margin * error > best_gain:
            best, best_gain = i, mean - margin * error
    return found[best]
