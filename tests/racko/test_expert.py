"""The compiled chain player equals the readable one; the expert keeps to what its seat knows, stays legal, and reckons right."""

from __future__ import annotations

import io
import json
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, option_pairs, play
from sofra.core.players import Sight
from sofra.games.racko import expert, kernel_worlds, layout, thinker
from sofra.games.racko.expert import Expert
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.kernel_chain import choose, cost_table, desk, look
from sofra.games.racko.kernel_expert import expert_move, judge, study
from sofra.games.racko.kernel_race import TURNS, ask_race, race
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.kernel_weights import rack_weight, weigh, weigh_slots, weight_table
from sofra.games.racko.layout import MOVES, flat, house
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import CHOOSING, State

COSTS = cost_table(3)
ROOM = desk()
WEIGHTS, STUDY = weight_table(), study()
OTHER = (39, *COMPLETE[1:])
LOW = (1, 2, 3, 4, 5, 7, 8, 10, 12, 13)
CASES = [(rules, seats) for rules, seats in option_pairs() if not rules.min_run]


def as_array(state: State) -> Any:
    return np.array(flat(state), dtype=np.int64)


@pytest.mark.parametrize("looks", [True, False])
def test_the_compiled_chain_player_chooses_as_the_readable_one(looks: bool) -> None:
    compared = 0
    runs = [(RackoRules(min_run=run, declare=how), 2) for run in (3, 4, 5, 6) for how in ("auto", "call")]
    for number, (rules, seats) in enumerate([*Random(3).sample(CASES, 52), *runs]):
        player, numbers = GapFiller(rules, Bent(looks=looks)), house(rules)

        def same(before: State, event: Any, after: State) -> None:
            nonlocal compared
            if after.phase in CHOOSING:
                seat = after.seat
                seen = Sight(seat, RACKO.view(after, seat), (), RACKO.moves(after, seat))
                mine = player.choose(seen, Random(1))  # noqa: B023 - called within this round of the loop
                assert MOVES[choose(numbers, as_array(after), COSTS, looks, ROOM)] == mine  # noqa: B023
                compared += 1

        careless(rules, seats, Random(number), after=same, choose=home_move, most=90)
    assert compared > 1_500


def test_other_worlds_keep_all_that_the_seat_knows() -> None:
    changed = 0
    hidden = kernel_worlds.hidden()

    def check(before: State, event: Any, after: State) -> None:
        nonlocal changed
        if after.phase not in CHOOSING:
            return
        world, seat = as_array(after), after.seat
        kernel_worlds.begin_worlds(
            house(after.round.table.rules), world, seat, WEIGHTS, ROOM, hidden, stream(changed + 5)
        )
        racks = [
            tuple(world[layout.RACKS + 10 * s : layout.RACKS + 10 * s + 10].tolist())
            for s in range(len(after.racks))
        ]
        view = RACKO.view(after, seat)
        for rack, seen in zip(racks, view.racks, strict=True):
            assert all(card in (None, there) for card, there in zip(seen, rack, strict=True))
        pile = world[layout.PILE : layout.PILE + len(after.pile)].tolist()
        hand = [after.hand] if after.hand else []
        assert sorted([*pile, *after.discards, *hand, *(c for rack in racks for c in rack)]) == list(
            after.round.table.cards
        )
        if after.round.known:
            assert pile == list(after.pile)
        if after.round.shuffles:
            assert set(pile) <= set(after.round.shuffled)
        changed += racks != [rack.cards for rack in after.racks]

    for rules, seats in (
        (RackoRules(), 2),
        (RackoRules(recycle="shuffle"), 3),
        (RackoRules(partners=True), 4),
    ):
        for seed in range(3):
            careless(rules, seats, Random(seed), after=check, choose=home_move, most=300)
    assert changed > 300


def racing(
    rules: RackoRules, state: State, worlds: int = 64, seed: int = 1
) -> dict[str, tuple[float, float]]:
    """Each judged move by its text: its chance to go first, and the error."""
    chances, errors = np.zeros(25), np.zeros(25)
    seats = len(state.racks)
    judge(house(rules), as_array(state), WEIGHTS, race(seats), STUDY, worlds, stream(seed), chances, errors)
    return {RACKO.write(MOVES[n]): (chances[n], errors[n]) for n in range(25) if chances[n] >= 0}


def test_the_expert_goes_where_it_can() -> None:
    rules = RackoRules(declare="call")
    match = dealt(rules, [OTHER, DESCENDING], 1)
    assert racing(rules, match.state)["take"][0] == 1.0
    play(match, "take")
    number = expert_move(house(rules), as_array(match.state), WEIGHTS, race(2), STUDY, 64, stream(1))
    assert RACKO.write(MOVES[number]) == "put 5 rack-o"


def test_a_better_rack_has_the_better_chance_and_chances_are_chances() -> None:
    rules = RackoRules()
    near, far = dealt(rules, [OTHER, DESCENDING], 28), dealt(rules, [DESCENDING, OTHER], 28)
    good, bad = racing(rules, near.state), racing(rules, far.state)
    assert all(0.0 <= chance <= 1.0 and error >= 0.0 for chance, error in (*good.values(), *bad.values()))
    assert max(good.values())[0] > max(bad.values())[0] + 0.2


def test_the_hidden_truth_changes_nothing() -> None:
    rules = RackoRules()
    one = dealt(rules, [DESCENDING, COMPLETE], 1)
    two = dealt(rules, [DESCENDING, (*COMPLETE[:8], 3, 4)], 1)
    seen = Sight(0, one.view(0), (), one.moves(0)), Sight(0, two.view(0), (), two.moves(0))
    assert one.view(0) == two.view(0)
    expert._thinker.wait = 600.0
    first, second = (expert.judge(rules, sight, 24, Random(3)) for sight in seen)
    assert first == second
    assert {RACKO.write(judged.move) for judged in first} == {"take", "draw"}


def test_more_worlds_make_smaller_errors() -> None:
    match = dealt(RackoRules(), [(36, 31, 17, 33, 25, 11, 15, 40, 14, 9), LOW], 6)
    few, many = (racing(RackoRules(), match.state, worlds)["draw"] for worlds in (16, 1_600))
    assert many[1] < few[1] / 2
    assert abs(few[0] - many[0]) < 5 * few[1] + 0.02


def test_the_weight_of_a_rack_is_the_sum_over_its_chains() -> None:
    state = as_array(dealt(RackoRules(), [(18, 40, 17, 11, 19, 30, 22, 25, 9, 35), LOW], 6).state)
    unseen = look(state, 0, ROOM)
    table, base = WEIGHTS[unseen], layout.RACKS
    rack, below = state[base : base + 10].tolist(), ROOM.below.tolist()
    total = 0.0
    for kept in range(1 << 10):
        links = [(-1, 0), *((at, rack[at]) for at in range(10) if kept >> at & 1), (10, 41)]
        weight = 1.0
        for (at, card), (then, higher) in pairwise(links):
            weight *= table[then - at - 1, below[higher - 1] - below[card]] if card < higher else 0.0
        total += weight
    assert rack_weight(state, base, table, ROOM) == pytest.approx(total)
    now = weigh(state, base, table, ROOM)
    weigh_slots(state, base, 7, now, table, ROOM)
    worth = ROOM.values.copy()
    for at in range(10):
        changed = state.copy()
        changed[base + at] = 7
        assert worth[at] == pytest.approx(rack_weight(changed, base, table, ROOM))


def test_turns_to_go_are_a_distribution_and_fewer_near_the_end() -> None:
    means = []
    for rack in (OTHER, (39, 38, *COMPLETE[2:]), DESCENDING):
        state = as_array(dealt(RackoRules(), [rack, (1, 2, 3, 4, 6, 7, 8, 10, 11, 12)], 16).state)
        net = race(2)
        ask_race(state, layout.RACKS, WEIGHTS[look(state, 0, ROOM)], ROOM, net)
        assert net.turns.sum() == pytest.approx(1.0, abs=1e-4)
        means.append(float((net.turns * np.arange(1, TURNS + 1)).sum()))
    assert means == sorted(means)
    assert means[2] - means[0] > 3


def test_the_thinker_answers_line_by_line_and_the_same_again() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    line = json.dumps({"house": "default", "state": flat(match.state), "worlds": 24, "seed": 4})
    answers = io.StringIO()
    assert thinker.serve(io.StringIO(f"{line}\n{line}\n"), answers) == 0
    ready, first, second = answers.getvalue().splitlines()
    assert ready == "ready"
    assert first == second
    assert [RACKO.write(MOVES[number]) for number, _, _ in json.loads(first)] == ["take", "draw"]


def test_the_expert_moves_legally_and_repeats_itself() -> None:
    for rules, seats in [*Random(5).sample(CASES, 8), (RackoRules(min_run=3), 2)]:
        player = Expert(rules, worlds=16)

        def check(before: State, event: Any, after: State) -> None:
            if after.phase in CHOOSING:
                seen = Sight(after.seat, RACKO.view(after, after.seat), (), RACKO.moves(after, after.seat))
                move = player.choose(seen, Random(7))  # noqa: B023
                assert move in seen.moves
                assert move == player.choose(seen, Random(7))  # noqa: B023

        expert._thinker.wait = 600.0
        careless(rules, seats, Random(seats), after=check, choose=home_move, most=25)
    assert expert._thinker.ready


def test_an_expert_without_a_thinker_plays_like_the_chain_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert._Thinker, "ask", lambda self, question: None)
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    seen = Sight(0, match.view(0), (), match.moves(0))
    assert Expert(RackoRules()).choose(seen, Random(1)) == GapFiller(RackoRules(), Bent()).choose(
        seen, Random(1)
    )
