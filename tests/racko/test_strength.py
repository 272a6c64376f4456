"""The order of strength, on the same deals from every seat: the chain player beats home slots; contests repeat."""

from __future__ import annotations

import pytest

from sofra.games.racko.rules import RackoRules
from sofra.games.racko.strength import main, measure, measure_matches


def test_the_chain_player_beats_home_slots_by_far() -> None:
    found = measure(RackoRules(), "frozen-chain", "home", rounds=400)
    assert found.share - 4 * found.error > 0.6
    assert found.lead - 4 * found.lead_error > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equals_win_equally_often_from_every_seat(seats: int) -> None:
    found = measure(RackoRules(), "weight", "weight", seats=seats, rounds=60)
    assert found.rounds == 60
    assert found.share == pytest.approx(1 / seats)
    assert found.lead == pytest.approx(0.0)


def test_a_contest_repeats_with_its_seed() -> None:
    first, second = (measure(RackoRules(), "ahead", "racer", rounds=4, worlds=16, seed=9) for _ in range(2))
    assert (first.share, first.lead, first.turns) == (second.share, second.lead, second.turns)


def test_a_measurement_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hero", "frozen-chain", "--other", "home", "--rounds", "20"])
    said = capsys.readouterr().out
    assert said.startswith("frozen-chain against home, 2 seats, 20 rounds")
    assert "95 %" in said


def test_whole_matches_are_counted_from_every_seat() -> None:
    found = measure_matches(RackoRules(target=200), "frozen-chain", "home", matches=60, seed=3)
    assert found.share - 4 * found.error > 0.6
    assert found.rounds > 2
    for rules, seats in ((RackoRules(target=75), 3), (RackoRules(partners=True, target=200), 4)):
        even = measure_matches(rules, "frozen-chain", "frozen-chain", seats=seats, matches=24, seed=3)
        assert even.share == pytest.approx(0.5 if rules.partners else 1 / seats)


def test_the_first_rounds_of_the_measurement_can_be_played_again() -> None:
    """The first twenty of those that ``docs/players.md`` counts (seed 101), the budget counted in worlds: anybody gets these
    figures."""
    found = measure(RackoRules(), "ahead", "frozen-chain", rounds=20, worlds=100, seed=101)
    assert (found.share, found.lead, found.turns) == pytest.approx((0.85, 34.0, 8.2))
    assert found.stalled == 0


@pytest.mark.parametrize(
    ("rules", "seats", "figures"),
    [
        (RackoRules(), 3, (16 / 36, 9.236111, 7.888889)),
        (RackoRules(), 4, (9 / 36, 3.287037, 7.694444)),
        (RackoRules(partners=True), 4, (26 / 36, 11.111111, 8.277778)),
    ],
)
def test_the_first_rounds_of_more_than_two_can_be_played_again(
    rules: RackoRules, seats: int, figures: tuple[float, float, float]
) -> None:
    found = measure(rules, "value", "frozen-chain", seats=seats, rounds=36, seed=101)
    assert (found.share, found.lead, found.turns) == pytest.approx(figures)
