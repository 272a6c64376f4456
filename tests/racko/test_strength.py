"""The order of strength, on the same deals from every seat: the chain player beats home slots; contests repeat, in pieces or
at once."""

from __future__ import annotations

import pytest

from sofra.core.intervals import Goal
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.strength import main, measure, measure_matches

NEVER = Goal(width=1e-9)
"""A goal that is never met: one looks after every piece, and goes on."""


def test_the_chain_player_beats_home_slots_by_far() -> None:
    found = measure(RackoRules(), "frozen-chain", "home", rounds=400)
    assert found.wins.mean - 4 * found.wins.error > 0.6
    assert found.lead - 4 * found.lead_error > 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equals_win_equally_often_from_every_seat(seats: int) -> None:
    found = measure(RackoRules(), "weight", "weight", seats=seats, rounds=60)
    assert found.rounds == 60
    assert found.wins.mean == pytest.approx(1 / seats)
    assert found.lead == pytest.approx(0.0)


def test_a_contest_repeats_with_its_seed() -> None:
    first, second = (measure(RackoRules(), "ahead", "racer", rounds=4, worlds=16, seed=9) for _ in range(2))
    assert (first.wins, first.lead, first.turns) == (second.wins, second.lead, second.turns)


@pytest.mark.parametrize(
    ("rules", "seats"), [(RackoRules(), 2), (RackoRules(), 3), (RackoRules(partners=True), 4)]
)
def test_a_contest_in_pieces_is_the_one_at_once(rules: RackoRules, seats: int) -> None:
    """Deals, draws and players' own luck go on where the last piece ended."""
    once, pieces = (
        measure(rules, "racer", "home", seats=seats, rounds=23 * seats, worlds=4, seed=9, goal=goal)
        for goal in (Goal(), NEVER)
    )
    assert once.wins == pieces.wins
    assert (once.rounds, once.lead, once.turns) == (pieces.rounds, pieces.lead, pieces.turns)
    matches, in_pieces = (
        measure_matches(rules, "frozen-chain", "home", seats=seats, matches=23 * seats, seed=9, goal=goal)
        for goal in (Goal(), NEVER)
    )
    assert (matches.wins, matches.rounds) == (in_pieces.wins, in_pieces.rounds)


def test_a_measurement_stops_when_the_fair_share_is_left_out_and_not_among_equals() -> None:
    goal = Goal(mark=0.5)
    found = measure(RackoRules(), "frozen-chain", "home", rounds=2_000, goal=goal)
    assert found.rounds < 400
    assert found.wins.anytime()[0] > 0.5
    even = measure(RackoRules(), "weight", "weight", rounds=400, goal=goal)
    assert even.rounds == 400


def test_a_measurement_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--hero", "frozen-chain", "--other", "home", "--rounds", "20"])
    said = capsys.readouterr().out
    assert said.startswith("frozen-chain against home, 2 seats, 20 rounds")
    assert "(95 %; whenever one stops " in said
    assert "stopped for that" not in said
    main(["--hero", "frozen-chain", "--other", "home", "--rounds", "900", "--mark", "fair"])
    assert "; stopped for that)" in capsys.readouterr().out
    main(
        [
            "--hero",
            "frozen-chain",
            "--other",
            "home",
            "--matches",
            "400",
            "--house",
            "target=75",
            "--until",
            "0.3",
        ]
    )
    said = capsys.readouterr().out
    assert int(said.split(" whole matches")[0].split()[-1]) < 400


@pytest.mark.parametrize("mark", ["Fair", "1.5", "nan"])
def test_a_mark_is_fair_or_a_share(mark: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--mark", mark])
    assert "fair, or a share between 0 and 1" in capsys.readouterr().err


def test_whole_matches_are_counted_from_every_seat() -> None:
    found = measure_matches(RackoRules(target=200), "frozen-chain", "home", matches=60, seed=3)
    assert found.wins.mean - 4 * found.wins.error > 0.6
    assert found.rounds > 2
    for rules, seats in ((RackoRules(target=75), 3), (RackoRules(partners=True, target=200), 4)):
        even = measure_matches(rules, "frozen-chain", "frozen-chain", seats=seats, matches=24, seed=3)
        assert even.wins.mean == pytest.approx(0.5 if rules.partners else 1 / seats)


def test_the_first_rounds_of_the_measurement_can_be_played_again() -> None:
    """The first twenty of those that ``docs/players.md`` counts (seed 101), the budget counted in worlds: anybody gets these
    figures."""
    found = measure(RackoRules(), "ahead", "frozen-chain", rounds=20, worlds=100, seed=101)
    assert (found.wins.mean, found.lead, found.turns) == pytest.approx((0.85, 34.0, 8.2))
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
    assert (found.wins.mean, found.lead, found.turns) == pytest.approx(figures)
