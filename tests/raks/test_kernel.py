"""The compiled twin equals the readable rules: the same events give the same states, moves, points and winners."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from sofra.core.events import Event, Outcome
from sofra.games.raks import kernel, kernel_board, layout
from sofra.games.raks.kernel_play import play_at_random
from sofra.games.raks.kernel_random import below, stream
from sofra.games.raks.play import RAKS
from sofra.games.raks.rules import PRESETS, RaksRules
from sofra.games.raks.scoring import points
from sofra.games.raks.state import State
from tests.raks.playouts import every_pair, every_rule, states

FOUND = np.zeros(37, dtype=np.int64)


def compare(rules: RaksRules, seats: int, rng: Random, most: int) -> set[str]:
    """Plays a match through both; answers what was met: phases, endings, and how answers were judged."""
    house, twin, met = kernel_board.house(rules), kernel_board.start(seats), set()
    for before, event, after in states(rules, seats, rng, most):
        for seat in range(seats):
            count = kernel.legal(twin, seat, FOUND)
            offered = [layout.NAMED[number] for number in FOUND[:count]]
            assert offered == list(RAKS.moves(before, seat))
        met |= {before.phase, follow(house, twin, before, event)}
        assert kernel_board.same(after, twin)
        if after.standing.last is not before.standing.last:
            assert after.standing.last is not None
            met.add(after.standing.last.why)
        assert points_of(house, twin) == points(after.board, seats, rules)
    result = RAKS.standing(after)
    shares = [1 / len(result.winners) if seat in result.winners else 0.0 for seat in range(seats)]
    if after.phase == "over":
        met.add("over")
        assert [kernel_board.win_share(house, twin, seat) for seat in range(seats)] == shares
    return met


def points_of(house: Any, twin: Any) -> tuple[int, ...]:
    return tuple(kernel_board.points(house, twin, seat) for seat in range(twin[layout.SEATS]))


def follow(house: Any, twin: Any, before: State, event: Event) -> str:
    """The same event in the twin; answers its kind."""
    if isinstance(event, Outcome):
        if before.phase == "start":
            kernel.throw_for_start(twin, np.array(event.values, dtype=np.int64))
            return "dice for the start"
        kernel.throw(twin, *event.values)
        return "dice"
    number = layout.number(event.move, before)
    kernel.move(house, twin, event.seat, number)
    kinds = {
        layout.SHOW_RIGHT: "right show",
        layout.SHOW_WRONG: "wrong show",
        layout.CLAIM_WRONG: "wrong claim",
    }
    return kinds.get(number, "right claim" if number >= layout.CLAIM_RIGHT else "plain")


EVERYTHING = {
    *layout.PHASES,
    *("filled", "twenty", "triples"),
    *("right show", "wrong show", "right claim", "wrong claim"),
}


def test_twin_and_rules_agree_under_every_pair_of_options() -> None:
    met: set[str] = set()
    for number, (rules, seats) in enumerate(every_pair()):
        for round_ in range(3):
            met |= compare(rules, seats, Random(f"{number} {round_}"), 500)
    assert met >= EVERYTHING, EVERYTHING - met


@pytest.mark.soak
def test_twin_and_rules_agree_under_every_combination_of_options() -> None:
    for number, (rules, seats) in enumerate(every_rule()):
        for round_ in range(4):
            compare(rules, seats, Random(f"{number} {round_}"), 4_000)


def test_every_throw_reaches_in_the_twin_what_it_reaches_in_the_rules() -> None:
    for dice_use in ("all", "any"):
        house, twin = kernel_board.house(RaksRules(dice_use=dice_use)), kernel_board.start(2)
        total = 0
        for a in range(1, 7):
            for b in range(1, 7):
                for c in range(1, 7):
                    twin[layout.DICE : layout.DICE + 3] = sorted((a, b, c))
                    total += int(kernel_board.reached(house, twin)).bit_count()
        assert round(total / 216, 2) == {"all": 11.36, "any": 14.43}[dice_use]


def test_a_twin_that_differs_is_noticed() -> None:
    *_, (_, _, state) = states(RaksRules(), 3, Random(2), 60)
    for place in (layout.PHASE, layout.MOVER, layout.DICE, layout.ASKED, layout.ANSWERS, layout.BOARD + 5):
        twin = kernel_board.encode(state)
        assert kernel_board.same(state, twin)
        twin[place] += 1
        assert not kernel_board.same(state, twin)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_random_play_goes_on_from_match_to_match(rules: RaksRules) -> None:
    house, state = kernel_board.house(rules), kernel_board.start(2)
    assert play_at_random(house, state, 60_000, stream(3)) > 3
    board = state[layout.BOARD :].tolist()
    assert [board.count(seat) for seat in (0, 1)] == state[layout.BEADS_ON : layout.BEADS_ON + 2].tolist()
    assert board.count(-1) == state[layout.OPEN_ZONES]


def test_numbers_below_n_are_even() -> None:
    word = stream(9)
    counts = np.bincount([below(word, 6) for _ in range(12_000)], minlength=6)
    # Five degrees of freedom: more than this once in ten thousand.
    assert ((counts - 2_000) ** 2 / 2_000).sum() < 26
