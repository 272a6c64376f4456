"""Ratings find strengths that are known."""

from __future__ import annotations

from math import log
from random import Random

import pytest

from sofra.core.errors import Malformed
from sofra.lab.ratings import SCALE, ratings


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
