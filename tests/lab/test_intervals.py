"""Intervals cover what they promise, and ratings find strengths that are known."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from sofra.core.errors import Malformed
from sofra.lab.intervals import Mean
from sofra.lab.ratings import SCALE, ratings


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


def test_ratings_of_two_are_their_log_odds() -> None:
    best, worst = ratings({("a", "b"): 75, ("b", "a"): 25}, prior=0)
    assert (best.name, worst.name) == ("a", "b")
    assert best.rating - worst.rating == pytest.approx(SCALE * log(3))
    assert best.low < best.rating < best.high
    assert best.games == 100


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    rng = Random(4)
    strength = {"p": 1.0, "q": 2.0, "r": 4.0, "s": 8.0}
    wins: dict[tuple[str, str], float] = {}
    names = list(strength)
    for a in names:
        for b in names:
            if a < b:
                won = sum(rng.random() < strength[a] / (strength[a] + strength[b]) for _ in range(2000))
                wins[a, b], wins[b, a] = won, 2000 - won
    found = {r.name: r for r in ratings(wins)}
    middle = sum(log(s) for s in strength.values()) / 4
    for name, s in strength.items():
        assert found[name].low <= SCALE * (log(s) - middle) <= found[name].high
    assert sum(r.rating for r in found.values()) == pytest.approx(0, abs=1e-6)


def test_who_won_everything_still_has_a_rating() -> None:
    best, _ = ratings({("a", "b"): 10, ("b", "a"): 0})
    assert best.rating < 1000


def test_players_who_never_met_have_no_common_rating() -> None:
    with pytest.raises(Malformed, match="never met"):
        ratings({("a", "b"): 1, ("c", "d"): 1})
