"""The duel's networks see what their seat sees, reckon in steps what they reckon at once, and learn what they play."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.cheat import cheated
from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, option_pairs, play
from sofra.core.errors import Unsupported
from sofra.games.racko import kernel_ahead, kernel_duel, layout
from sofra.games.racko.kernel_ahead import think
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.layout import MOVES, RACKS, flat, house
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import CHOOSING, State
from sofra.games.racko.strength import measure

MIND = kernel_ahead.mind()
OTHER = (39, *COMPLETE[1:])
CASES = [rules for rules, seats in option_pairs() if seats == 2 and not rules.min_run]


def as_array(state: State) -> Any:
    return np.array(flat(state), dtype=np.int64)


def thought(rules: RackoRules, state: Any, worlds: int, seed: int = 1) -> tuple[Any, Any]:
    chances, errors = np.zeros(25), np.zeros(25)
    think(house(rules), state, MIND, worlds, stream(seed), chances, errors)
    return chances, errors


def positions(rules: RackoRules, seed: int, most: int = 120) -> list[State]:
    found: list[State] = []

    def meet(before: State, event: Any, after: State) -> None:
        if after.phase in CHOOSING and not any(after.round.out):
            found.append(after)

    careless(rules, 2, Random(seed), after=meet, choose=home_move, most=most)
    return found


def test_what_the_seat_does_not_know_changes_no_value() -> None:
    compared, told = 0, 0
    for number, rules in enumerate(Random(8).sample(CASES, 12)):
        for state in positions(rules, number):
            mine, rng = as_array(state), Random(compared)
            other = as_array(next(RACKO.worlds(RACKO.view(state, state.seat), rng)))
            assert np.array_equal(thought(rules, mine, 0)[0], thought(rules, other, 0)[0])
            compared += not np.array_equal(mine, other)
            shown = other.copy()
            shown[layout.OPEN + 1 - state.seat] = 1023
            told += not np.array_equal(thought(rules, mine, 0)[0], thought(rules, shown, 0)[0])
    assert compared > 200
    assert told > 200  # what is known of the other's rack does change them


def test_a_value_reckoned_in_steps_is_that_of_the_changed_rack() -> None:
    layers, room = MIND.networks.after, MIND.room
    for state in positions(RackoRules(), 3):
        if state.phase != "drawn" or state.round.known:
            continue
        now, seat = as_array(state), state.seat
        unseen = kernel_duel.begin(now, seat, layers, room)
        kernel_duel.value_places(now, seat, state.hand, True, 10, unseen, layers, room)
        values = room.values.copy()
        for at in range(10):
            changed = now.copy()
            changed[RACKS + 10 * seat + at] = state.hand
            old = state.racks[seat].cards[at]
            kernel_duel.begin(changed, seat, layers, room)
            kernel_duel.value_places(changed, seat, old, True, 10, unseen, layers, room)
            assert room.values[kernel_duel.TOSSED] == pytest.approx(values[at], abs=1e-4)


def test_the_networks_learn_from_the_inputs_that_they_play_by() -> None:
    from sofra.games.racko.kernel_duel_play import keep, moments, spread

    layers, room, found = MIND.networks.before, MIND.room, moments(1)
    inputs = np.zeros((1, kernel_duel.MARKS + kernel_duel.FACTS), np.float32)
    compared = 0
    for state in positions(RackoRules(), 5):
        if state.phase != "turn" or state.round.known:
            continue
        now, seat = as_array(state), state.seat
        _, drawn = kernel_duel.value_turn(now, seat, MIND.networks, room)
        unseen = kernel_duel.begin(now, seat, layers, room)
        kernel_duel.write_facts_of(now, seat, 0, unseen, room)
        keep(now, seat, 0, room, found, 0)
        spread(found, np.zeros(1, np.int64), inputs)
        one = np.maximum(inputs @ np.concatenate([layers.marks, layers.facts]) + layers.b1, 0)
        said = np.maximum(one @ layers.w2 + layers.b2, 0) @ layers.w3 + layers.b3
        assert 1 / (1 + np.exp(-said[0])) == pytest.approx(drawn, abs=1e-4)
        compared += 1
    assert compared > 30


def test_chances_are_chances_and_belong_to_legal_moves() -> None:
    for number, rules in enumerate(Random(4).sample(CASES, 6)):
        for state in positions(rules, number, 40):
            chances, errors = thought(rules, as_array(state), 4, number)
            offered = set(RACKO.moves(state, state.seat))
            judged = [n for n in range(25) if chances[n] >= 0]
            assert judged
            assert MOVES[chances.argmax()] in offered
            assert all(0 <= chances[n] <= 1 and errors[n] >= 0 for n in judged)
            assert all(MOVES[n] in offered for n in judged)


def test_a_rack_that_can_be_finished_is_finished() -> None:
    match = dealt(RackoRules(declare="call"), [OTHER, DESCENDING], 1)
    chances, errors = thought(RackoRules(), as_array(match.state), 8)
    assert (chances[layout.TAKE_MOVE], errors[layout.TAKE_MOVE]) == (1.0, 0.0)
    play(match, "take")
    chances, _ = thought(match.rules, as_array(match.state), 8)
    assert RACKO.write(MOVES[chances.argmax()]) == "put 5 rack-o"


def test_more_worlds_make_smaller_errors() -> None:
    low = (1, 2, 3, 4, 5, 7, 8, 10, 12, 13)
    match = dealt(RackoRules(), [(36, 31, 17, 33, 25, 11, 15, 40, 14, 9), low], 20)
    wide = kernel_ahead.UNSURE
    few, many = (thought(RackoRules(), as_array(match.state), worlds) for worlds in (16, 800))
    for move in (layout.TAKE_MOVE, layout.DRAW_MOVE):
        if few[1][move] != wide:
            assert many[1][move] < few[1][move] / 2
            assert abs(few[0][move] - many[0][move]) < 5 * few[1][move] + 0.02


def test_a_sample_of_rounds_by_value_alone_beats_the_frozen_chain_player() -> None:
    found = measure(RackoRules(), "value", "frozen-chain", rounds=1_200, seed=21)
    assert found.share - 2 * found.error > 0.5
    assert found.stalled == 0


def test_value_plays_with_two_only() -> None:
    with pytest.raises(Unsupported, match="two players"):
        measure(RackoRules(), "value", "frozen-chain", seats=3, rounds=3)


@pytest.mark.soak
def test_the_cheat_marks_a_ceiling_far_above() -> None:
    won = cheated(60)
    assert won.mean() > 0.85


@pytest.mark.soak
def test_the_same_seed_makes_the_same_networks(tmp_path: Path) -> None:
    from sofra.games.racko.duel_training import main

    for name in ("one", "two"):
        main(["--lots", "2", "--rounds", "120", "--seed", "3", "--out", str(tmp_path / f"{name}.npz")])
    one, two = (np.load(tmp_path / f"{name}.npz") for name in ("one", "two"))
    assert set(one) == {
        f"{part}_{name}" for part in ("after", "before") for name in kernel_duel.Layers._fields
    }
    assert all(np.array_equal(one[key], two[key]) for key in one)
