"""Intervals cover what they promise, also when one stops by them; and who stops by the plain one is caught."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.core.intervals import Goal, Mean, gathered


def test_a_mean_knows_its_count_mean_and_bounds() -> None:
    mean = Mean().plus([1.0, 0.0, 0.5, 0.5])
    assert (mean.count, mean.mean) == (4, 0.5)
    low, high = mean.fixed()
    assert 0 <= low < 0.5 < high <= 1
    assert Mean().anytime() == Mean().fixed() == (0.0, 1.0)


def test_equal_numbers_do_not_look_certain() -> None:
    low, high = Mean().plus([1.0] * 20).fixed()
    assert low < 1.0
    assert high == 1.0


def test_fixed_intervals_hold_95_of_100_times() -> None:
    rng, held = Random(1), 0
    for _ in range(600):
        low, high = Mean().plus(float(rng.random() < 0.3) for _ in range(200)).fixed()
        held += low <= 0.3 <= high
    assert 0.92 <= held / 600 <= 0.98


def test_anytime_intervals_hold_however_often_one_looks() -> None:
    rng, broken, runs = Random(2), 0, 300
    for _ in range(runs):
        mean = Mean()
        for _ in range(60):
            mean = mean.plus(float(rng.random() < 0.4) for _ in range(10))
            low, high = mean.anytime()
            if not low <= 0.4 <= high:
                broken += 1
                break
    assert broken / runs <= 0.06


def test_looking_after_every_match_breaks_a_fixed_interval_and_not_the_other() -> None:
    """Why there are two kinds: the plain interval is broken by peeking far more often than it says."""
    rng, runs, broken_fixed = Random(3), 200, 0
    for _ in range(runs):
        mean, broke = Mean(), False
        for count in range(600):
            mean = mean.plus([float(rng.random() < 0.5)])
            low, high = mean.fixed()
            broke = broke or (count > 20 and not low <= 0.5 <= high)
        broken_fixed += broke
    assert broken_fixed / runs > 0.15


def pooled(rng: Random, share: float, seats: int) -> Callable[[int], list[float]]:
    """Units as the measuring commands have them: what was won from every seat with the same deal, in which luck is partly
    the same."""

    def more(count: int) -> list[float]:
        units = []
        for _ in range(count):
            lean = share * rng.choice((0.6, 1.0, 1.4))
            units.append(sum(rng.random() < lean for _ in range(seats)) / seats)
        return units

    return more


def wrongly_stopped(seats: int, share: float, mark: float) -> float:
    """How often a mark is left out within 400 units."""
    goal, rng, runs = Goal(mark=mark), Random(11), 200
    return sum(goal.met(gathered(pooled(rng, share, seats), 400, goal)) for _ in range(runs)) / runs


@pytest.mark.parametrize(("seats", "share"), [(2, 0.5), (2, 0.2), (3, 1 / 3), (4, 0.25)])
def test_who_stops_at_a_mark_leaves_out_the_true_share_one_time_in_twenty_at_most(
    seats: int, share: float
) -> None:
    assert wrongly_stopped(seats, share, share) <= 0.07
    assert wrongly_stopped(seats, share, share + 0.2) > 0.9


def test_who_stops_by_the_plain_interval_leaves_it_out_far_oftener(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mean, "anytime", Mean.fixed)
    assert wrongly_stopped(2, 0.5, 0.5) > 0.15


@given(
    numbers=st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=60),
    piece=st.integers(1, 70),
    most=st.integers(0, 60),
)
def test_pieces_make_the_same_mean_as_the_whole(numbers: list[float], piece: int, most: int) -> None:
    most = min(most, len(numbers))
    for goal in (Goal(), Goal(width=1e-9)):
        left, asked = iter(numbers), []

        def more(count: int) -> list[float]:
            asked.append(count)  # noqa: B023 (called within this turn of the loop)
            return [next(left) for _ in range(count)]  # noqa: B023

        assert gathered(more, most, goal, piece) == Mean().plus(numbers[:most])
        assert list(left) == numbers[most:]
        assert max(asked, default=0) <= (most if goal == Goal() else piece)


def test_gathering_ends_as_soon_as_the_interval_is_as_narrow_as_wished() -> None:
    wide, narrow = (gathered(pooled(Random(5), 0.5, 2), 5_000, Goal(width), 10) for width in (0.2, 0.1))
    for found, width in ((wide, 0.2), (narrow, 0.1)):
        low, high = found.anytime()
        assert width / 2 < high - low <= width
    assert 0 < wide.count < narrow.count < 5_000


def test_nothing_meets_no_goal() -> None:
    assert not Goal(1.0, 0.5).met(Mean())
