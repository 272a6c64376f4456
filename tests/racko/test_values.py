"""The learnt values see what their seat sees and remembers, reckon in steps what they reckon at once, and learn what they play."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.cheat import cheated
from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, option_pairs, play
from sofra.core.errors import Unsupported
from sofra.games.racko import kernel_ahead, kernel_inputs, kernel_past, kernel_value, layout
from sofra.games.racko.kernel_lessons import gather, keep, moments, scatter
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.layout import MOVES, RACKS, flat, house
from sofra.games.racko.memory import remember, retrace
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import CHOOSING, State
from sofra.games.racko.strength import measure
from sofra.games.racko.value_training import begin

OTHER = (39, *COMPLETE[1:])
CASES = [(rules, seats) for rules, seats in option_pairs() if rules.false_call == "refused"]
RACES = [
    (RackoRules(), 2),
    (RackoRules(min_run=3), 2),
    (RackoRules(), 3),
    (RackoRules(), 4),
    (RackoRules(partners=True), 4),
]
HISTORY = slice(layout.REFUSED, layout.SIZE)


@cache
def networks(rules: RackoRules, seats: int) -> tuple[kernel_inputs.Values, kernel_inputs.Room]:
    """The shipped networks, or such as have learnt nothing where there are none."""
    if kernel_value.file_of(house(rules), seats).exists():
        found = kernel_value.values(house(rules), seats)
    else:
        rng, plan = np.random.default_rng(seats), kernel_inputs.plan_of(seats, rules.min_run)
        found = kernel_inputs.Values(
            plan, *(kernel_inputs.layers_of(begin(rng, plan, (16, 8))) for _ in range(2))
        )
    return found, kernel_inputs.room(found)


def as_array(state: State, told: tuple[Any, ...] = ()) -> Any:
    made = flat(state)
    remember(made, told)
    return np.array(made, dtype=np.int64)


def judged(rules: RackoRules, state: Any) -> Any:
    chances = np.zeros(25)
    kernel_value.judge_by_value(house(rules), state, *networks(rules, int(state[layout.SEATS])), chances)
    return chances


def positions(
    rules: RackoRules, seats: int, seed: int, most: int = 120
) -> list[tuple[State, tuple[Any, ...]]]:
    """States in which a seat chooses, and what that seat was told until then."""
    found: list[tuple[State, tuple[Any, ...]]] = []
    told: list[list[Any]] = [[] for _ in range(seats)]

    def meet(before: State, event: Any, after: State) -> None:
        for seat in range(seats):
            told[seat].append(RACKO.tell(before, event, after, seat))
        if after.phase in CHOOSING and not any(after.round.out):
            found.append((after, tuple(told[after.seat])))

    careless(rules, seats, Random(seed), after=meet, choose=home_move, most=most)
    return found


def test_what_the_seat_does_not_know_changes_no_value() -> None:
    compared, told_of = 0, 0
    for number, (rules, seats) in enumerate(Random(8).sample(CASES, 14)):
        for state, told in positions(rules, seats, number, 60):
            mine, rng = as_array(state, told), Random(compared)
            other = as_array(next(RACKO.worlds(RACKO.view(state, state.seat), rng)), told)
            assert np.array_equal(judged(rules, mine), judged(rules, other))
            compared += not np.array_equal(mine, other)
            shown = other.copy()
            shown[layout.OPEN + (state.seat + 1) % seats] = 1023
            told_of += not np.array_equal(judged(rules, mine), judged(rules, shown))
    assert compared > 150
    assert told_of > 150  # what is known of the others' racks does change them


def test_a_seat_remembers_what_the_twin_saw() -> None:
    from racko.test_kernel import answer
    from sofra.core import Outcome
    from sofra.games.racko import kernel

    compared = 0
    for number, (rules, seats) in enumerate(Random(9).sample(CASES, 20)):
        twin, numbers = kernel.start(seats), house(rules)
        told: list[Any] = []

        def both(before: State, event: Any, after: State) -> None:
            nonlocal compared
            viewer = number % seats  # noqa: B023 - called within this round of the loop
            told.append(RACKO.tell(before, event, after, viewer))  # noqa: B023
            if isinstance(event, Outcome):
                answer(numbers, twin, before, event)  # noqa: B023
            else:
                kernel.move(numbers, twin, layout.NUMBERS[event.move])  # noqa: B023
            if after.phase in CHOOSING:
                assert np.array_equal(as_array(after, tuple(told))[HISTORY], twin[HISTORY])  # noqa: B023
                compared += bool(twin[HISTORY].any())  # noqa: B023

        careless(rules, seats, Random(number), after=both, choose=home_move, most=200)
    assert compared > 1_500


def test_a_round_is_retraced_from_what_a_seat_was_told_to_any_world_that_fits() -> None:
    compared, hidden = 0, 0
    for number, (rules, _) in enumerate(case for case in CASES if case[1] == 2):
        for state, told in positions(rules, 2, number, 60)[::5]:
            fits = next(RACKO.worlds(RACKO.view(state, state.seat), Random(compared)))
            made = flat(fits)
            remember(made, told)
            traced = retrace(made, told)
            if traced is None:
                assert state.round.known or state.round.shuffles
                continue
            begun, moves = traced
            again, past = np.array(begun), kernel_past.past()
            kernel_past.replay(
                house(rules)._replace(call=True), again, np.array(moves, np.int64).reshape(-1, 2), past
            )
            pile = slice(layout.PILE, layout.PILE + again[layout.PILE_END])
            again[pile] = np.sort(again[pile])
            assert lying(again) == lying(np.array(made))
            assert past.count.sum() == len(moves)
            compared += 1
            hidden += fits.racks != state.racks
    assert compared > 200
    assert hidden > 100


def lying(state: Any) -> list[Any]:
    """A flat state but for what lies behind the end of the pile and of the discards."""
    ends = (layout.PILE + state[layout.PILE_END], layout.DISCARD + state[layout.DISCARDS])
    return [state[: ends[0]].tolist(), state[layout.DISCARD : ends[1]].tolist(), state[HISTORY].tolist()]


def test_what_is_remembered_changes_the_values() -> None:
    changed = 0
    for state, told in positions(RackoRules(), 2, 4):
        changed += not np.array_equal(
            judged(RackoRules(), as_array(state, told)), judged(RackoRules(), as_array(state))
        )
    assert changed > 50


def test_a_value_reckoned_in_steps_is_that_of_the_changed_rack() -> None:
    for rules, seats in RACES:
        values, room = networks(rules, seats)
        plan, layers, numbers = values.plan._replace(places=10), values.after, house(rules)
        for state, told in positions(rules, seats, 3, 60):
            if state.phase != "drawn" or state.round.known:
                continue
            now, seat = as_array(state, told), state.seat
            unseen = kernel_inputs.begin(now, seat, plan, layers, room)
            kernel_value.value_places(numbers, now, seat, state.hand, True, 10, unseen, plan, layers, room)
            chances = room.values.copy()
            for at in range(10):
                changed = now.copy()
                changed[RACKS + 10 * seat + at] = state.hand
                old = state.racks[seat].cards[at]
                kernel_inputs.begin(changed, seat, plan, layers, room)
                kernel_value.value_places(numbers, changed, seat, old, True, 10, unseen, plan, layers, room)
                assert room.values[kernel_value.TOSSED] == pytest.approx(chances[at], abs=1e-4)


@pytest.mark.parametrize(("rules", "seats"), RACES)
def test_the_networks_learn_from_the_inputs_that_they_play_by(rules: RackoRules, seats: int) -> None:
    values, room = networks(rules, seats)
    plan, layers, numbers = values.plan, values.before, house(rules)
    found, order, compared = moments(1, plan), np.zeros(1, np.int64), 0
    for state, told in positions(rules, seats, 5):
        if state.phase != "turn" or state.round.known:
            continue
        now, seat = as_array(state, told), state.seat
        _, drawn = kernel_value.value_turn(numbers, now, seat, values, room)
        unseen = kernel_inputs.begin(now, seat, plan, layers, room)
        kernel_inputs.write_facts_of(numbers, now, seat, 0, unseen, plan, room)
        keep(now, seat, 0, plan, room, found, 0)
        one = found.facts @ layers.facts + layers.b1
        gather(found.marks, found.counts, order, layers.marks, one)
        said = np.maximum(np.maximum(one, 0) @ layers.w2 + layers.b2, 0) @ layers.w3 + layers.b3
        assert 1 / (1 + np.exp(-said[0])) == pytest.approx(drawn, abs=1e-4)
        compared += 1
    assert compared > 15


def test_slopes_reach_the_marks_that_were_set() -> None:
    plan = kernel_inputs.plan_of(2)
    found = moments(3, plan)
    found.marks[:, :2], found.counts[:] = [[4, 7], [7, 9], [1, 1]], [2, 2, 0]
    slopes, rows = np.array([[1.0], [10.0], [100.0]], np.float32), np.zeros((plan.marks, 1), np.float32)
    scatter(found.marks, found.counts, np.arange(3), slopes, rows)
    assert {int(at): float(rows[at, 0]) for at in rows.nonzero()[0]} == {4: 1.0, 7: 11.0, 9: 10.0}


@pytest.mark.parametrize(("rules", "seats"), RACES)
def test_chances_are_chances_and_belong_to_legal_moves(rules: RackoRules, seats: int) -> None:
    for state, told in positions(rules, seats, 6, 60):
        chances = judged(rules, as_array(state, told))
        offered = set(RACKO.moves(state, state.seat))
        weighed = [n for n in range(25) if chances[n] >= 0]
        assert weighed
        assert all(chances[n] <= 1 and MOVES[n] in offered for n in weighed)


def test_a_rack_that_can_be_finished_is_finished() -> None:
    match = dealt(RackoRules(declare="call"), [OTHER, DESCENDING], 1)
    assert judged(match.rules, as_array(match.state))[layout.TAKE_MOVE] == 1.0
    play(match, "take")
    best = judged(match.rules, as_array(match.state)).argmax()
    assert RACKO.write(MOVES[best]) == "put 5 rack-o"


def test_under_the_run_rule_a_rack_in_order_without_a_run_is_not_finished() -> None:
    without = (39, 5, 9, 13, 15, 18, 20, 23, 26, 30)
    chances = [
        judged(rules, as_array(dealt(rules, [without, DESCENDING], 1).state))[layout.TAKE_MOVE]
        for rules in (RackoRules(), RackoRules(min_run=3))
    ]
    assert chances[0] == 1.0
    assert chances[1] < 1.0


def looked(state: Any, worlds: int) -> tuple[Any, Any]:
    mind = kernel_ahead.mind(networks(RackoRules(), 2)[0])
    chances, errors = np.zeros(25), np.zeros(25)
    kernel_ahead.think(house(RackoRules()), state.copy(), mind, worlds, stream(1), chances, errors)
    return chances, errors


def test_worlds_correct_the_values_of_choices_that_are_close_and_no_others() -> None:
    close, clear = 0, 0
    for state, told in positions(RackoRules(), 2, 4, 60):
        if state.round.known:
            continue
        now = as_array(state, told)
        values = judged(RackoRules(), now)
        none, _ = looked(now, 0)
        assert np.array_equal(none, values)
        second, best = np.sort(values)[-2:]
        many, errors = looked(now, 40)
        if best - second > kernel_ahead.MARGIN or best == 1.0:
            assert np.array_equal(many, values)
            clear += 1
        else:
            assert not np.array_equal(many, values)
            assert errors.min() > 0
            close += 1
    assert close > 5
    assert clear > 5


def test_a_sample_of_rounds_beats_the_frozen_chain_player() -> None:
    found = measure(RackoRules(), "value", "frozen-chain", rounds=1_200, seed=21)
    assert found.wins.mean - 2 * found.wins.error > 0.5
    assert found.stalled == 0


def test_who_does_not_know_a_rule_is_not_measured_by_it() -> None:
    with pytest.raises(Unsupported, match="two players"):
        measure(RackoRules(), "ahead", "frozen-chain", seats=3, rounds=3)
    with pytest.raises(Unsupported, match="min_run"):
        measure(RackoRules(min_run=3), "weight", "frozen-chain", rounds=2)
    with pytest.raises(Unsupported, match="value_training"):
        measure(RackoRules(min_run=3), "value", "frozen-chain", rounds=2)


@pytest.mark.soak
def test_the_cheat_marks_a_ceiling_far_above() -> None:
    won = cheated(60)
    assert won.mean() > 0.85


@pytest.mark.soak
@pytest.mark.parametrize(("text", "seats"), [("default", 2), ("min_run=3", 2), ("partners=on", 4)])
def test_the_same_seed_makes_the_same_networks(tmp_path: Path, text: str, seats: int) -> None:
    from sofra.games.racko.value_training import main

    for name in ("one", "two"):
        main(
            f"--house {text} --seats {seats} --lots 2 --rounds 120 --seed 3 --out {tmp_path}/{name}.npz".split()
        )
    one, two = (np.load(tmp_path / f"{name}.npz") for name in ("one", "two"))
    assert set(one) == {
        f"{part}_{name}" for part in ("after", "before") for name in kernel_inputs.Layers._fields
    }
    assert all(np.array_equal(one[key], two[key]) for key in one)
