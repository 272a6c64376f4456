"""Whole rounds and matches through the compiled twin: random play, and contests on the same deals. Needs numba; import it
lazily."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917, PLR1714, SIM109 (compiled code is spelled out, and takes its arrays one by one)

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from sofra.games.racko.compiling import DOORS, INNER
from sofra.games.racko.kernel import deal, draw, first_dealer, legal, move, total
from sofra.games.racko.kernel_ahead import Mind, think
from sofra.games.racko.kernel_chain import Desk, choose, with_call
from sofra.games.racko.kernel_expert import Study, expert_move
from sofra.games.racko.kernel_past import see
from sofra.games.racko.kernel_race import Race
from sofra.games.racko.kernel_random import below
from sofra.games.racko.kernel_runs import choose_by_run_weight
from sofra.games.racko.kernel_value import choose_by_value
from sofra.games.racko.kernel_weights import choose_by_weight
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DEALER,
    DEALER_PHASE,
    DECK,
    DISCARD,
    DISCARDS,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    LAP,
    OVER_PHASE,
    OWN,
    PHASE,
    PILE,
    PILE_END,
    PUT_MOVES,
    RACKS,
    ROUND,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TOSS_MOVE,
    TURN_PHASE,
)

HOME, CHAIN, WEIGHT, RACER, VALUE, AHEAD, RUNNER = range(7)
"""Kinds of player for ``contest``; ahead plays with two only. Those beyond are runners with another appetite."""


class Minds(NamedTuple):
    """What the kinds of player think with; ``worlds`` is the budget of the racer and of the look ahead for a choice, and
    ``appetites`` are those of the runners."""

    costs: Any
    weights: Any
    runs: Any
    race: Race
    desk: Desk
    study: Study
    mind: Mind
    worlds: int
    appetites: Any


class Luck(NamedTuple):
    """Where the cards of a contest come from, so that it can be played a few rounds at a time: ``seed``, the streams of the
    deals and of what players choose by, and the deck as the last deal left it."""

    seed: Any
    word: Any
    thoughts: Any
    deck: Any


def luck_of(seats: int, seed: int) -> Luck:
    """The luck at the beginning of a contest."""
    word, thoughts = np.array([seed], np.uint64), np.array([seed + 1], np.uint64)
    return Luck(np.uint64(seed), word, thoughts, np.arange(1, 21 + 10 * seats))


@njit(**DOORS)
def shuffled(deck, count, word):
    """Brings ``count`` random cards to the front of the deck."""
    for i in range(count):
        k = i + below(word, deck.size - i)
        deck[i], deck[k] = deck[k], deck[i]


@njit(**DOORS)
def chance(house, state, deck, word):
    """Answers the chance that is due at random; ``deck`` holds all cards in any order."""
    if state[PHASE] == DRAWING_PHASE:
        draw(state, below(word, state[PILE_END]))
    elif state[PHASE] == DEAL_PHASE:
        shuffled(deck, 10 * state[SEATS] + 1, word)
        deal(state, deck)
    else:
        shuffled(deck, state[SEATS], word)
        first_dealer(house, state, deck)


@njit(**DOORS)
def play_at_random(house, state, decisions, word):
    """Random play for so many decisions, match after match; answers how many rounds began."""
    deck = np.arange(1, state[DECK] + 1)
    found = np.zeros(25, np.int64)
    rounds = 0
    while decisions > 0:
        phase = state[PHASE]
        if phase == OVER_PHASE:
            for seat in range(state[SEATS]):
                state[OWN + seat] = 0
            state[PHASE], state[ROUND] = DEALER_PHASE, 0
        elif phase == DEALER_PHASE or phase == DEAL_PHASE or phase == DRAWING_PHASE:
            rounds += phase == DEAL_PHASE
            chance(house, state, deck, word)
        else:
            count = legal(house, state, found)
            move(house, state, found[below(word, count)])
            decisions -= 1
    return rounds


@njit(**DOORS)
def home_slot(house, state):
    """A player who puts each card into the slot of its tenth of the deck, unless a card of that tenth is there."""
    turn = state[PHASE] == TURN_PHASE
    card = state[DISCARD + state[DISCARDS] - 1] if turn else state[HAND]
    home = (card - 1) * 10 // state[DECK]
    settled = (state[RACKS + 10 * state[SEAT] + home] - 1) * 10 // state[DECK] == home
    if turn:
        return DRAW_MOVE if settled else TAKE_MOVE
    if settled and state[PHASE] == DRAWN_PHASE:
        return with_call(house, state, TOSS_MOVE)
    return with_call(house, state, PUT_MOVES + home)


@njit(**DOORS)
def choice(house, state, kind, minds, word):
    """The move of one kind of player."""
    if kind == VALUE:
        return choose_by_value(house, state, minds.mind.networks, minds.mind.room)
    if kind == AHEAD:
        chances, errors = np.zeros(25), np.zeros(25)
        think(house, state, minds.mind, minds.worlds, word, chances, errors)
        return chances.argmax()
    if kind == RACER:
        return expert_move(house, state, minds.weights, minds.race, minds.study, minds.worlds, word)
    if kind == WEIGHT:
        return choose_by_weight(house, state, minds.weights, minds.desk)
    if kind >= RUNNER:
        return choose_by_run_weight(house, state, minds.runs, minds.appetites[kind - RUNNER], minds.desk)
    if kind == CHAIN:
        return choose(house, state, minds.costs, True, minds.desk)
    return home_slot(house, state)


@njit(**INNER)
def _ours(house, seat, me):
    """Whether a seat plays on the side of this one."""
    return seat == me or (house.partners and (seat - me) % 2 == 0)


@njit(**DOORS)
def play_round(house, state, minds, hero, other, me, deck, word, thoughts):
    """Plays a round that was dealt from ``deck`` to its end, drawing in the deck's order where that card still lies in the
    pile; answers how many turns it took."""
    seats, full, turns = state[SEATS], state[PILE_END], 0
    dealt = 10 * seats + 1
    minds.mind.past.count[:] = 0
    while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
        turns = state[LAP]
        if state[PHASE] == DRAWING_PHASE:
            at, drawn = below(word, state[PILE_END]), full - state[PILE_END]
            for i in range(state[PILE_END]):
                if state[PILE + i] == deck[dealt + drawn]:
                    at = i
            draw(state, at)
            continue
        kind = hero if _ours(house, state[SEAT], me) else other
        number_of_move = choice(house, state, kind, minds, thoughts)
        if seats == 2:
            see(minds.mind.past, state, number_of_move)
        move(house, state, number_of_move)
    return turns


@njit(**DOORS)
def contest(house, seats, minds, hero, other, first, rounds, luck):
    """So many rounds (a multiple of the seats), from number ``first`` on, of one ``hero`` among ``other`` players, each deal
    played with the hero in every seat and the same order of draws. Answers, a round: 1 if the hero (or its side) went, 0 if
    another did, -1 if nobody; the hero's points less the mean of the others; and the turns of the round."""
    deck = luck.deck
    state = np.zeros(SIZE, np.int64)
    won, lead, turns = np.zeros(rounds), np.zeros(rounds), np.zeros(rounds)
    for number in range(rounds):
        me = (first + number) % seats
        if me == 0:
            shuffled(deck, deck.size, luck.word)
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = seats, deck.size, seats - 1
        deal(state, deck)
        turns[number] = play_round(house, state, minds, hero, other, me, deck, luck.word, luck.thoughts)
        caller = state[CALLER]
        won[number] = -1 if caller < 0 else int(_ours(house, caller, me))
        for seat in range(seats):
            rivals = 2 if house.partners else seats - 1
            own = state[OWN + seat]
            lead[number] += own if _ours(house, seat, me) else -own / rivals * (seats - rivals)
    return won, lead, turns


@njit(**DOORS)
def whole_matches(house, seats, minds, hero, other, first, matches, luck):
    """So many whole matches, from number ``first`` on, of one ``hero`` among ``other`` players; with the hero in every seat in
    turn the same deck lies ready for the first round, for the second, and so on. Answers, a match: how much of it the hero (or
    its side) won, how many rounds it had, and how many of them nobody won."""
    state, deals = np.zeros(SIZE, np.int64), np.zeros(1, np.uint64)
    won, rounds, stalled = np.zeros(matches), np.zeros(matches), np.zeros(matches)
    for number in range(matches):
        me, deck = (first + number) % seats, np.arange(1, 21 + 10 * seats)
        deals[0] = luck.seed + np.uint64(1000003 * ((first + number) // seats + 1))
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = seats, deck.size, below(deals, seats)
        state[PHASE] = DEAL_PHASE
        while state[PHASE] != OVER_PHASE:
            shuffled(deck, deck.size, deals)
            deal(state, deck)
            play_round(house, state, minds, hero, other, me, deck, luck.word, luck.thoughts)
            rounds[number] += 1
            stalled[number] += state[CALLER] < 0
        sides = 2 if house.partners else seats
        best, leaders = 0, 0
        for side in range(sides):
            best = max(best, total(house, state, side))
        for side in range(sides):
            leaders += total(house, state, side) == best
        won[number] = (total(house, state, me % sides) == best) / leaders
    return won, rounds, stalled
