"""Networks of two players stretched to more seats say of a card what they said of the one as far up their own deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sofra.games.racko import kernel_inputs, kernel_value, stretching
from sofra.games.racko.kernel_inputs import OTHER_FACTS, Layers, layers_of, plan_of
from sofra.games.racko.layout import house
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.value_training import Learner, begin, main

TWO = plan_of(2)


def network(seed: int, width: int = 8) -> Layers:
    return layers_of(begin(np.random.default_rng(seed), TWO, (width, 4)))


@pytest.mark.parametrize("deck", [40, 50, 60])
def test_a_card_is_as_far_up_one_deck_as_up_the_other(deck: int) -> None:
    shares = stretching.up_the_deck(40, deck)
    assert shares.min() >= 0.0
    assert shares.sum(axis=1) == pytest.approx(1.0)
    up = (shares @ (np.arange(40) + 0.5)) / 40
    inside = np.clip((np.arange(deck) + 0.5) / deck, 0.5 / 40, 39.5 / 40)
    assert up == pytest.approx(inside, abs=1e-6)


def test_two_players_stretched_to_two_are_as_they_were() -> None:
    for before, after in zip(network(1), stretching.stretch(network(1), TWO, TWO, 2), strict=True):
        assert np.array_equal(before, after)


def sums(marks: Any, plan: kernel_inputs.Plan, kind: int) -> Any:
    """What all of one kind of mark say together, over all other seats."""
    at = [plan.others + other * plan.step for other in range(plan.seats - 1)]
    kinds = (
        lambda a: marks[a : a + 10 * plan.deck],
        lambda a: marks[a + 10 * plan.deck : a + 20 * plan.deck],
        lambda a: marks[a + 20 * plan.deck : a + 21 * plan.deck],
        lambda a: marks[a + 21 * plan.deck : a + plan.step],
    )
    return sum(kinds[kind](a).mean(axis=0) for a in at)


@pytest.mark.parametrize("seats", [3, 4])
def test_what_was_learnt_of_one_other_is_shared_out_among_all(seats: int) -> None:
    plan, known = plan_of(seats), network(2)
    marks = stretching.stretch_marks(known.marks, TWO, plan)
    assert marks.shape == (plan.marks, 8)
    for kind in range(4):
        assert sums(marks, plan, kind) == pytest.approx(sums(known.marks, TWO, kind), abs=0.02)
    facts = stretching.stretch_facts(known.facts, TWO, plan)
    assert facts.shape == (plan.facts, 8)
    own = plan.facts - OTHER_FACTS * (seats - 1)
    each = facts[own:].reshape(seats - 1, OTHER_FACTS, 8)
    assert each.sum(axis=0) == pytest.approx(known.facts[own:], abs=1e-6)
    assert np.abs(each[0]).sum() > np.abs(each[1]).sum()


def test_a_file_without_marks_has_those_of_two_players_stretched(tmp_path: Path) -> None:
    for text, seats in (("default", 3), ("partners=on", 4)):
        out = tmp_path / f"{seats}.npz"
        main(
            f"--house {text} --seats {seats} --begin {kernel_value.DATA}/values-2.npz --begin_seats 2 --fixed "
            f"--lots 1 --rounds 16 --seed 3 --out {out}".split()
        )
        with np.load(out) as data:
            assert not {"after_marks", "before_marks"} & set(data)
        found, two = kernel_value.read(out, plan_of(seats)), kernel_value.values(house(RackoRules()), 2)
        for part, known in ((found.after, two.after), (found.before, two.before)):
            assert np.array_equal(part.marks, stretching.stretch_marks(known.marks, TWO, plan_of(seats)))


def test_who_learns_with_fixed_marks_leaves_them_alone() -> None:
    from sofra.games.racko.kernel_lessons import Moments

    rng, count = np.random.default_rng(4), 1_024
    found = Moments(
        rng.integers(0, TWO.marks, (count, 12)).astype(np.int16),
        np.full(count, 12, np.int16),
        rng.random((count, TWO.facts)).astype(np.float16),
        rng.random(count).astype(np.float32),
    )
    for fixed in (False, True):
        arrays = begin(np.random.default_rng(1), TWO, (8, 4))
        before = [array.copy() for array in arrays]
        Learner(np.random.default_rng(2), arrays, fixed).learn(found, 1e-3)
        assert np.array_equal(before[0], arrays[0]) == fixed
        assert not np.array_equal(before[1], arrays[1])


def test_more_sides_make_worse_odds() -> None:
    known, plan = network(5), plan_of(4)
    alone, partners = (stretching.stretch(known, TWO, plan, sides)[-1] for sides in (4, 2))
    assert partners == known.b3
    assert alone == pytest.approx(known.b3 - np.log(3.0))
