"""How much a player gains over another, from the choices in which they differ: far surer than counting whole rounds.

``PYTHONPATH=tests python -m racko.gains --hero ahead --worlds 60 --rounds 200`` plays rounds of the hero against the frozen
chain player. Wherever value (or ``--than`` another) would choose something else, both choices are played on to the end from
the true state, many times in the same orders of draws, as value goes on. What the hero's choices win more, summed over a round, is what it wins
more rounds than the other does (the performance difference lemma, Kakade and Langford 2002), but for the quicker way in which
value chooses here between pile and discard. The hero sees what its seat may know; only the judging looks at the true state.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"
# ruff: noqa: PLR0917 (compiled code takes its arrays one by one)

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numba import njit

from sofra.games.racko.kernel import deal, draw, move
from sofra.games.racko.kernel_ahead import mind
from sofra.games.racko.kernel_chain import choose, cost_table, desk
from sofra.games.racko.kernel_expert import study
from sofra.games.racko.kernel_inputs import begin
from sofra.games.racko.kernel_past import see
from sofra.games.racko.kernel_race import race
from sofra.games.racko.kernel_rounds import AHEAD, HOME, VALUE, WEIGHT, Minds, choice, shuffled
from sofra.games.racko.kernel_runs import run_table
from sofra.games.racko.kernel_value import end_turn, judge_by_value, value_places, value_turn, values
from sofra.games.racko.kernel_weights import weight_table
from sofra.games.racko.layout import (
    CALLER,
    DEAL_PHASE,
    DEALER,
    DECK,
    DRAW_MOVE,
    DRAWING_PHASE,
    DRAWN_PHASE,
    HAND,
    OVER_PHASE,
    PHASE,
    PILE,
    PILE_END,
    SEAT,
    SEATS,
    SIZE,
    TAKE_MOVE,
    TURN_PHASE,
    house,
)
from sofra.games.racko.players import DIGGER, EAGER
from sofra.games.racko.rules import RackoRules

LIKES_DISCARDS, LIKES_THE_PILE = 100, 101
HEROES = {
    "home": HOME,
    "weight": WEIGHT,
    "value": VALUE,
    "ahead": AHEAD,
    "eager": LIKES_DISCARDS,
    "digger": LIKES_THE_PILE,
}
"""Eager and digger are value with the tastes of Dash and Petra."""


@njit(nogil=True, cache=True)
def _choice(house, state, kind, minds, word):
    """The move of a hero."""
    if kind < LIKES_DISCARDS:
        return choice(house, state, kind, minds, word)
    chances = np.zeros(25)
    judge_by_value(house, state, minds.mind.networks, minds.mind.room, chances)
    chances[TAKE_MOVE] += EAGER if kind == LIKES_DISCARDS else DIGGER
    return chances.argmax()


@njit(nogil=True, cache=True)
def _quickly(house, state, networks, room):
    """Value's move, what a draw is worth being told by a network and not reckoned card by card."""
    seat, plan, layers = state[SEAT], networks.plan, networks.after
    if state[PHASE] == TURN_PHASE:
        taken, drawn = value_turn(house, state, seat, networks, room)
        return TAKE_MOVE if taken > drawn else DRAW_MOVE
    unseen = begin(state, seat, plan, layers, room)
    may_toss = state[PHASE] == DRAWN_PHASE
    place = value_places(house, state, seat, state[HAND], may_toss, plan.places, unseen, plan, layers, room)
    return end_turn(house, state, place)


@njit(nogil=True, cache=True)
def _due(state, order):
    """Draws the card that is due; ``order`` holds the cards of the pile, the last to come first."""
    at, card = 0, order[state[PILE_END] - 1]
    for i in range(state[PILE_END]):
        if state[PILE + i] == card:
            at = i
    draw(state, at)


@njit(nogil=True, cache=True)
def _won(house, state, me, order, minds):
    """Plays a round to its end; whether I go first."""
    while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
        if state[PHASE] == DRAWING_PHASE:
            _due(state, order)
        elif state[SEAT] == me:
            move(house, state, _quickly(house, state, minds.mind.networks, minds.mind.room))
        else:
            move(house, state, choose(house, state, minds.costs, True, minds.desk))
    return 0.5 if state[CALLER] < 0 else (1.0 if state[CALLER] == me else 0.0)


@njit(nogil=True, cache=True)
def _rounds(house, minds, hero, usual_minds, usual_kind, rounds, times, seed):
    """For each round what the hero's choices won more than the usual player's, and in how many choices they differed."""
    word, thoughts = np.array([seed], np.uint64), np.array([seed + np.uint64(1)], np.uint64)
    other_thoughts = np.array([seed + np.uint64(2)], np.uint64)
    gain, differed = np.zeros(rounds), np.zeros(rounds)
    state, played, deck = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64), np.arange(1, 41)
    for number in range(rounds):
        if number % 2 == 0:
            shuffled(deck, 40, word)
        me = number % 2
        state[:] = 0
        state[SEATS], state[DECK], state[DEALER] = 2, 40, 1
        deal(state, deck)
        minds.mind.past.count[:] = 0
        while state[PHASE] != DEAL_PHASE and state[PHASE] != OVER_PHASE:
            if state[PHASE] == DRAWING_PHASE:
                _due(state, deck[:20:-1])
                continue
            if state[SEAT] != me:
                made = choose(house, state, minds.costs, True, minds.desk)
            else:
                made = _choice(house, state, hero, minds, thoughts)
                usual = _choice(house, state, usual_kind, usual_minds, other_thoughts)
                if made != usual:
                    differed[number] += 1
                    order = state[PILE : PILE + state[PILE_END]].copy()
                    for _ in range(times):
                        shuffled(order, order.size, word)
                        for sign, tried in ((1, made), (-1, usual)):
                            played[:] = state
                            move(house, played, tried)
                            gain[number] += sign * _won(house, played, me, order, minds) / times
            see(minds.mind.past, state, made)
            move(house, state, made)
    return gain, differed


def gains(
    hero: str,
    rounds: int,
    *,
    worlds: int = 60,
    times: int = 16,
    seed: int = 1,
    than: str = "value",
    than_worlds: int = 60,
) -> tuple[Any, Any]:
    """For each of so many rounds what the hero's choices won more than the other's, in rounds, and how many differed."""
    minds = Minds(
        cost_table(3),
        weight_table(),
        run_table(),
        race(2),
        desk(),
        study(),
        mind(values(house(RackoRules()), 2)),
        worlds,
        np.zeros(1),
    )
    usual = minds._replace(worlds=than_worlds)
    return _rounds(
        house(RackoRules()), minds, HEROES[hero], usual, HEROES[than], rounds, times, np.uint64(seed)
    )


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description="How much a Rack-O player gains over value.")
    reader.add_argument("--hero", choices=HEROES, default="ahead")
    reader.add_argument("--than", choices=HEROES, default="value")
    for name, usual in (("rounds", 200), ("worlds", 60), ("than_worlds", 60), ("times", 16), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=usual)
    given = reader.parse_args()
    gain, differed = gains(**vars(given))
    error = 1.96 * gain.std() / len(gain) ** 0.5
    print(
        f"{given.hero} gains {100 * gain.mean():+.2f} ± {100 * error:.2f} points (95 %) over {given.than}, "
        f"{differed.mean():.2f} choices a round differ, {given.rounds} rounds, {given.worlds} worlds a choice"
    )
