"""The compiled chain player equals the readable one; search keeps to what its seat knows; the expert stays legal."""

from __future__ import annotations

import io
import json
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, option_pairs, play
from sofra.core.players import Sight
from sofra.games.racko import expert, kernel_search, layout, thinker
from sofra.games.racko.expert import Expert
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.kernel_chain import choose, cost_table, desk
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.layout import MOVES, flat, house
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import CHOOSING, State

COSTS = cost_table(3)
ROOM = desk()
OTHER = (39, *COMPLETE[1:])
CASES = [(rules, seats) for rules, seats in option_pairs() if not rules.min_run]


def as_array(state: State) -> Any:
    return np.array(flat(state), dtype=np.int64)


@pytest.mark.parametrize("looks", [True, False])
def test_the_compiled_chain_player_chooses_as_the_readable_one(looks: bool) -> None:
    compared = 0
    for number, (rules, seats) in enumerate(Random(3).sample(CASES, 60)):
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
    places = np.zeros(64, np.int64)

    def check(before: State, event: Any, after: State) -> None:
        nonlocal changed
        if after.phase not in CHOOSING:
            return
        world, seat = as_array(after), after.seat
        kernel_search.another_world(house(after.round.table.rules), world, seat, places, stream(changed + 5))
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


def test_search_sees_that_going_beats_waiting() -> None:
    match = dealt(RackoRules(declare="call"), [OTHER, DESCENDING], 1)
    play(match, "take")
    state = as_array(match.state)
    number = kernel_search.decide(house(match.rules), state, COSTS, ROOM, 200, 1.0, stream(1))
    assert RACKO.write(MOVES[number]) == "put 5 rack-o"


def test_the_thinker_answers_line_by_line_and_the_same_again() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    line = json.dumps({"house": "default", "state": flat(match.state), "plays": 60, "margin": 1.0, "seed": 4})
    answers = io.StringIO()
    assert thinker.serve(io.StringIO(f"{line}\n{line}\n"), answers) == 0
    ready, first, second = answers.getvalue().split()
    assert ready == "ready"
    assert first == second
    assert RACKO.write(MOVES[int(first)]) in ("take", "draw")


def test_the_expert_moves_legally_and_repeats_itself() -> None:
    for rules, seats in [*Random(5).sample(CASES, 8), (RackoRules(min_run=3), 2)]:
        player = Expert(rules, plays=40)

        def check(before: State, event: Any, after: State) -> None:
            if after.phase in CHOOSING:
                seen = Sight(after.seat, RACKO.view(after, after.seat), (), RACKO.moves(after, after.seat))
                move = player.choose(seen, Random(7))  # noqa: B023
                assert move in seen.moves
                assert move == player.choose(seen, Random(7))  # noqa: B023

        expert._thinker.wait = 120.0
        careless(rules, seats, Random(seats), after=check, choose=home_move, most=25)
    assert expert._thinker.ready


def test_an_expert_without_a_thinker_plays_like_the_chain_player(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expert._Thinker, "ask", lambda self, question: None)
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    seen = Sight(0, match.view(0), (), match.moves(0))
    assert Expert(RackoRules()).choose(seen, Random(1)) == GapFiller(RackoRules(), Bent()).choose(
        seen, Random(1)
    )
