"""The look ahead plays on in worlds that fit what the other did, knows no more than its seat, and what it gains can be told."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import numpy as np

from racko.gains import gains
from racko.rounds import careless, option_pairs
from sofra.core.players import Sight
from sofra.games.racko import expert, kernel_ahead, kernel_past, kernel_value, layout
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.kernel_chain import cost_table, desk
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.kernel_weights import weight_table
from sofra.games.racko.kernel_worlds import begin_worlds, hidden
from sofra.games.racko.layout import flat, house
from sofra.games.racko.memory import remember, retrace
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import State

PLAIN = RackoRules()
TWO = [rules for rules, seats in option_pairs() if seats == 2 and not rules.min_run]
COSTS, DESK, WEIGHTS = cost_table(3), desk(), weight_table()


def chain_rounds(rules: RackoRules, rounds: int) -> list[tuple[State, tuple[Any, ...]]]:
    """Moments of rounds between chain players in which a seat chooses, with what it was told."""
    found = []
    for number in range(rounds):
        chain, told = GapFiller(rules, Bent()), list[list[Any]]([[], []])

        def meet(before: State, event: Any, after: State) -> None:
            for seat in range(2):
                told[seat].append(RACKO.tell(before, event, after, seat))  # noqa: B023
            if after.phase in ("turn", "taken", "drawn"):
                found.append((after, tuple(told[after.seat])))  # noqa: B023

        def chosen(state: State, rng: Random) -> Any:
            view, offered = RACKO.view(state, state.seat), RACKO.moves(state, state.seat)
            return chain.choose(Sight(state.seat, view, (), offered), rng)  # noqa: B023

        careless(rules, 2, Random(number), after=meet, choose=chosen, most=40)
    return found


def seen_past(rules: RackoRules, made: list[int], told: tuple[Any, ...]) -> tuple[Any, Any]:
    traced = retrace(made, told)
    assert traced is not None
    past, begun = kernel_past.past(), np.array(traced[0])
    moves = np.array(traced[1], np.int64).reshape(-1, 2)
    kernel_past.replay(house(rules)._replace(call=True), begun, moves, past)
    return past, begun


def settled(
    state: State, told: tuple[Any, ...], past: Any, seed: int, worlds: int
) -> tuple[float, float, Any]:
    """The share of hidden cards in the other's rack that are the true ones, in such worlds; their mean misfits; the last world."""
    now, room, word, rules = np.array(flat(state)), hidden(), stream(seed), house(PLAIN)
    world, other = now.copy(), 1 - state.seat
    slots, count = begin_worlds(rules, world, state.seat, WEIGHTS, DESK, room, word)
    misfits = kernel_past.begin_fitting(rules, now, world, other, room.places, count, past, COSTS, DESK)
    right, wrong, steps = 0.0, 0.0, kernel_past.SETTLING
    for _ in range(worlds):
        misfits = kernel_past.next_fitting(
            rules, now, world, other, room.places, slots, count, steps, misfits, past, COSTS, DESK, word
        )
        steps, at = kernel_past.BETWEEN, room.places[:slots]
        right += float((world[at] == now[at]).mean())
        wrong += misfits
    return right / worlds, wrong / worlds, world


@cache
def late() -> list[tuple[State, tuple[Any, ...]]]:
    return [
        (state, told)
        for state, told in chain_rounds(PLAIN, 6)
        if state.phase == "turn" and 4 <= state.lap <= 8 and not state.round.known
    ]


def test_the_true_world_of_a_chain_player_fits_all_that_it_did() -> None:
    moves = 0
    for state, told in chain_rounds(PLAIN, 6):
        if state.round.known:
            continue
        made = flat(state)
        remember(made, told)
        past, _ = seen_past(PLAIN, made, told)
        now, other = np.array(made), 1 - state.seat
        nowhere = np.zeros(0, np.int64)
        assert kernel_past.begin_fitting(house(PLAIN), now, now, other, nowhere, 0, past, COSTS, DESK) == 0
        seen = int(past.count[other])
        if seen:
            past.done[other, seen - 1] = 24  # a move that nobody made
            assert (
                kernel_past.begin_fitting(house(PLAIN), now, now, other, nowhere, 0, past, COSTS, DESK) == 1
            )
        moves += seen
    assert moves > 500


def test_worlds_fit_what_was_done_and_come_nearer_the_truth_than_others() -> None:
    fitting, blind, misfits = [], [], []
    for number, (state, told) in enumerate(late()):
        made = flat(state)
        remember(made, told)
        past, _ = seen_past(PLAIN, made, told)
        right, wrong, world = settled(state, told, past, number, 30)
        fitting.append(right)
        misfits.append(wrong)
        assert sorted(world.tolist()) == sorted(flat(state))
        blind.append(settled(state, told, kernel_past.past(), number, 30)[0])
    assert len(fitting) > 20
    assert np.mean(misfits) < 0.5
    assert np.mean(fitting) > 1.5 * np.mean(blind)


def test_a_look_ahead_is_not_told_what_is_hidden() -> None:
    """From two worlds that its seat cannot tell apart it reckons the same, but for the chance of the worlds it meets."""
    mind = kernel_ahead.mind(kernel_value.values(house(PLAIN), 2))
    apart = []
    for number, (state, told) in enumerate(late()[:12]):
        worlds = RACKO.worlds(RACKO.view(state, state.seat), Random(number))
        said = []
        for world in (state, next(worlds)):
            made, chances, errors = flat(world), np.zeros(25), np.zeros(25)
            remember(made, told)
            past, _ = seen_past(PLAIN, made, told)
            mind.past.before[:], mind.past.done[:], mind.past.count[:] = past.before, past.done, past.count
            now = np.array(made)
            kernel_ahead.think(house(PLAIN), now, mind, 400, stream(number), chances, errors)
            said.append(chances)
        apart.append(float(np.abs(said[0] - said[1]).max()))
    assert max(apart) < 0.06
    assert np.mean(apart) < 0.02


def test_the_expert_looks_ahead_where_it_was_told_what_both_did_and_answers_the_same_again() -> None:
    corrected = 0
    expert._thinker.wait = 600.0
    for state, told in late()[:12]:
        seen = Sight(state.seat, RACKO.view(state, state.seat), told, RACKO.moves(state, state.seat))
        with_worlds, again, values = (expert.judge(PLAIN, seen, worlds, Random(1)) for worlds in (40, 40, 0))
        assert with_worlds == again
        assert {judged.move for judged in with_worlds} == {judged.move for judged in values}
        corrected += with_worlds != values
    assert corrected > 0


def test_a_round_is_told_again_whatever_the_house_rules() -> None:
    for rules in Random(3).sample(TWO, 8):
        for state, told in chain_rounds(rules, 1):
            if state.round.known or state.round.shuffles:
                continue
            made = flat(state)
            remember(made, told)
            past, again = seen_past(rules, made, told)
            assert again[layout.LAP] == state.lap
            assert past.count.sum() == sum(
                1 for tell in told if type(tell).__name__ in ("Took", "Draws", "PutIn", "Tossed")
            )


def test_a_gain_is_nothing_for_value_itself_and_a_great_loss_for_home_slots() -> None:
    gain, differed = gains("value", 20, times=1)
    assert not gain.any()
    assert not differed.any()
    gain, differed = gains("home", 160, times=2)
    assert gain.mean() + 3 * gain.std() / len(gain) ** 0.5 < 0
    assert differed.mean() > 3
