"""The compiled twin equals the readable rules: the same events give the same states, moves and totals."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import any_move, careless, home_move, option_pairs
from sofra.core import Outcome
from sofra.games.racko import kernel, layout
from sofra.games.racko.kernel_random import below, stream
from sofra.games.racko.kernel_rounds import play_at_random
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import PRESETS, RackoRules
from sofra.games.racko.state import State, totals

CASES = list(option_pairs())


def compare(rules: RackoRules, seats: int, rng: Random, most: int) -> int:
    """Plays a match through both; answers the number of events."""
    house, twin = layout.house(rules), kernel.start(seats)
    found = np.zeros(25, dtype=np.int64)
    events = 0

    def both(before: State, event: Any, after: State) -> None:
        nonlocal events
        events += 1
        count = kernel.legal(house, twin, found)
        offered = [layout.MOVES[number] for number in found[:count]]
        if isinstance(event, Outcome):
            assert count == 0
            answer(house, twin, before, event)
        else:
            assert offered == list(RACKO.moves(before, event.seat))
            kernel.move(house, twin, layout.NUMBERS[event.move])
        assert kernel.same(after, twin)
        assert [kernel.total(house, twin, seat) for seat in range(seats)] == list(totals(after.round))
        assert kernel.same(after, kernel.encode(after))

    careless(rules, seats, rng, after=both, choose=rng.choice((any_move, home_move)), most=most)
    return events


def answer(house: Any, twin: Any, before: State, event: Outcome) -> None:
    cards = np.array(event.values, dtype=np.int64)
    if before.phase == "dealer":
        kernel.first_dealer(house, twin, cards)
    elif before.phase == "deal":
        rest = [card for card in before.round.table.cards if card not in event.values]
        kernel.deal(twin, np.concatenate([cards, np.array(rest, dtype=np.int64)]))
    else:
        pile = twin[layout.PILE : layout.PILE + twin[layout.PILE_END]].tolist()
        kernel.draw(twin, pile.index(event.values[0]))


def test_twin_and_rules_agree_under_every_pair_of_options() -> None:
    events = sum(compare(rules, seats, Random(number), 130) for number, (rules, seats) in enumerate(CASES))
    assert events > 25_000


@pytest.mark.soak
def test_twin_and_rules_agree_over_many_matches() -> None:
    for number in range(5):
        for rules, seats in CASES:
            compare(rules, seats, Random(f"{number} {rules} {seats}"), 2_000)


def test_a_twin_that_differs_is_noticed() -> None:
    state = careless(RackoRules(), 2, Random(1), most=30)
    for place in (
        layout.PHASE,
        layout.SEAT,
        layout.LAP,
        layout.RACKS + 3,
        layout.DISCARD,
        layout.OPEN,
        layout.OWN,
    ):
        twin = kernel.encode(state)
        assert kernel.same(state, twin)
        twin[place] += 1
        assert not kernel.same(state, twin)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_random_play_goes_on_from_match_to_match(rules: RackoRules) -> None:
    seats = 4 if rules.partners else 2
    state = kernel.start(seats)
    assert play_at_random(layout.house(rules), state, 20_000, stream(3)) > 20
    assert sorted(cards_in(state)) == list(range(1, 21 + 10 * seats)) or state[layout.PHASE] in (0, 1, 6)


def cards_in(state: Any) -> list[int]:
    seats = state[layout.SEATS]
    parts = [
        state[layout.RACKS : layout.RACKS + 10 * seats],
        state[layout.PILE + state[layout.PILE_AT] : layout.PILE + state[layout.PILE_END]],
        state[layout.DISCARD : layout.DISCARD + state[layout.DISCARDS]],
    ]
    return [
        *(card for part in parts for card in part.tolist()),
        *([state[layout.HAND]] if state[layout.HAND] else []),
    ]


def test_numbers_below_n_are_even() -> None:
    word = stream(9)
    counts = np.bincount([below(word, 6) for _ in range(12_000)], minlength=6)
    assert (
        (counts - 2_000) ** 2 / 2_000
    ).sum() < 26  # 5 degrees of freedom: more than this once in ten thousand


def test_only_kernels_that_python_calls_have_a_door_for_it() -> None:
    """Calling one without a door ends the process, so its name says that it has none."""
    from importlib import import_module
    from pathlib import Path

    from numba.core.registry import CPUDispatcher

    folder, seen = Path(kernel.__file__).parent, 0
    for file in folder.glob("kernel*.py"):
        for name, made in vars(import_module(f"sofra.games.racko.{file.stem}")).items():
            if isinstance(made, CPUDispatcher):
                assert made.targetoptions.get("no_cpython_wrapper", False) == name.startswith("_")
                seen += 1
    assert seen > 100
