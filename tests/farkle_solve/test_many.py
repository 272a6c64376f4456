"""Three and more players: the estimate is even where everybody is alike, exact where it can be, and wins more than its
part against what one would try first."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from sofra.core.errors import Unsupported
from sofra.core.intervals import Mean
from sofra.games.farkle import strength
from sofra.games.farkle.kernel_many import EXPERT, _edge, _pay, measure, played_out
from sofra.games.farkle.many import CAUTIOUS, LUCK, MEASURED, Field, error_of, joint, pairs_of
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.solution import Seat
from sofra.games.farkle.solve_kernel import LANES
from sofra.games.farkle.solve_setup import house_of, steps_of

SHORT = PRESETS["Short"]


@pytest.mark.parametrize("others", [1, 2, 3, 5])
def test_equals_share_alike(others: int) -> None:
    assert joint([0.5] * others, 3000, [3000] * others) == pytest.approx(1 / (others + 1), abs=1e-6)


def test_luck_weights_are_a_normal_number() -> None:
    assert sum(weight for _, weight in LUCK) == pytest.approx(1)
    assert sum(weight * value * value for value, weight in LUCK) == pytest.approx(1, abs=1e-6)


def test_without_luck_of_ones_own_the_duels_are_independent() -> None:
    assert joint([0.7, 0.6, 0.9], -600, [500, 900, 50]) == pytest.approx(0.7 * 0.6 * 0.9)


def test_the_joint_chance_lies_between_product_and_least() -> None:
    rng = Random(2)
    for _ in range(200):
        chances = [rng.uniform(0.05, 0.95) for _ in range(rng.randint(2, 5))]
        found = joint(chances, rng.randrange(50, 9000), [rng.randrange(50, 9000) for _ in chances])
        assert np.prod(chances) - 1e-6 <= found <= min(chances) + 1e-6


def test_closing_wins_if_nobody_passes() -> None:
    field = Field(pairs_of(SHORT), (Seat(4800), Seat(4500), Seat(3000)), closed=False, last_turns=0)
    turn = field.turn()
    pairs = pairs_of(SHORT)
    expected = (1 - pairs.chase(Seat(4500), 5300)) * (1 - pairs.chase(Seat(3000), 5300))
    assert turn.pay[10] == pytest.approx(expected)


def test_in_the_last_round_later_chasers_count() -> None:
    pairs = pairs_of(SHORT)
    seats = (Seat(4700), Seat(4600), Seat(5100))
    turn = Field(pairs, seats, closed=True, last_turns=2).turn()
    assert turn.pay[8] == 0.0
    assert turn.pay[9] == pytest.approx(1 - pairs.chase(Seat(4600), 5150))
    assert turn.farkle == 0.0


def test_the_compiled_estimate_is_the_readable_one() -> None:
    rng, n = Random(4), SHORT.target // 50
    pairs, steps = pairs_of(SHORT), steps_of(SHORT)
    assert pairs.solution is not None
    house = house_of(SHORT, 0, steps)
    values = np.array([[pairs.win(Seat(50 * a), Seat(50 * b)) for b in range(n)] for a in range(n)])
    for _ in range(6):
        count = rng.randint(3, 6)
        scores = [rng.randrange(n) for _ in range(count)]
        field = Field(pairs, tuple(Seat(50 * s) for s in scores), closed=False, last_turns=0)
        turn = field.turn()
        rows = len(turn.pay)
        pay = np.zeros(rows * LANES)
        farkle = _pay(
            house, values, np.array(scores), 0, count, EXPERT, False, 0, np.array(LUCK), pay, rows, 0
        )
        assert farkle == pytest.approx(turn.farkle, abs=1e-9)
        assert pay[::LANES] == pytest.approx(np.array(turn.pay), abs=1e-9)


def test_compiled_quantiles_are_exact() -> None:
    from statistics import NormalDist

    for chance in (1e-9, 0.001, 0.2, 0.5, 0.77, 0.9999):
        assert _edge(chance) == pytest.approx(NormalDist().inv_cdf(chance), abs=1e-7)


@pytest.mark.parametrize("way", ["leader", "points", "expert"])
def test_the_same_way_in_every_seat_is_even_in_every_unit(way: str) -> None:
    assert measure(SHORT, 3, way, way, 60) == pytest.approx(1 / 3)


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "rest"), [(4, "leader"), (5, "leader"), (3, "points"), (4, "points")])
def test_one_against_all_others_wins_more_than_its_part(seats: int, rest: str) -> None:
    """The 95 % interval of its part of the wins lies above 1/n (the table of docs/solving.md)."""
    shares = measure(SHORT, seats, "expert", rest, 6000)
    error = shares.std() / len(shares) ** 0.5
    assert shares.mean() - 1.96 * error > 1 / seats


def test_strength_is_the_mean_over_all_pieces_with_its_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = measure(SHORT, 3, "expert", "points", 40)
    monkeypatch.setattr(strength, "PIECE", 15)
    found = strength.strength(SHORT, 3, "points", 40)
    error = whole.std(ddof=1) / 40**0.5
    assert found.units == 40
    assert found.share == pytest.approx(whole.mean())
    assert (found.low, found.high) == pytest.approx(Mean().plus(map(float, whole)).fixed())
    # A few more than the plain error: no mean of so few looks certain.
    assert 1.0 <= (found.high - found.low) / (2 * 1.96 * error) < 1.4
    assert found.even == pytest.approx(1 / 3)


@pytest.mark.slow
@pytest.mark.parametrize("scores", [(3000, 4000, 3500), (2000, 2500, 4500, 1000)])
def test_the_estimate_is_within_the_error_that_it_is_shown_with(scores: tuple[int, ...]) -> None:
    field = Field(pairs_of(SHORT), tuple(map(Seat, scores)), closed=False, last_turns=0)
    estimate, matches = field.shares(field.turn().roll(0, 6)), 1500
    for chance, share in zip(estimate, played_out(SHORT, scores, matches), strict=True):
        noise = (chance * (1 - chance) / matches) ** 0.5
        assert abs(chance - share) < 2 * MEASURED + 3 * noise


def test_errors_are_the_measured_one_only_where_there_is_a_table() -> None:
    assert error_of(SHORT) == MEASURED < CAUTIOUS
    assert error_of(FarkleRules(pass_on=True)) == CAUTIOUS
    assert error_of(FarkleRules(target=850, opening=300)) == CAUTIOUS


def test_rules_that_know_more_than_scores_are_not_measured() -> None:
    with pytest.raises(Unsupported):
        measure(FarkleRules(opening=500), 3, "expert", "leader", 1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "the following arguments are required: seats, rest, units"),
        (["three", "leader", "9"], "argument seats: invalid int value: 'three'"),
        (["9", "leader", "9"], "argument seats: invalid choice: 9"),
        (["3", "bold", "9"], "argument rest: invalid choice: 'bold'"),
        (["3", "leader", "1"], "argument units: an interval needs two units at least"),
        (["3", "leader", "9", "x"], "argument seed: invalid int value: 'x'"),
    ],
)
def test_a_measurement_asked_wrongly_says_what_it_takes(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        strength.main(words)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_a_measurement_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[object, ...]] = []

    def measured(*what: object) -> strength.Strength:
        asked.append(what)
        return strength.Strength(0.34, 0.32, 0.36, 1 / 3, 100)

    monkeypatch.setattr(strength, "strength", measured)
    assert strength.main(["3", "leader", "100"]) == strength.main(["3", "points", "100", "7"]) == 0
    assert asked == [(SHORT, 3, "leader", 100, 1), (SHORT, 3, "points", 100, 7)]
    first, _ = capsys.readouterr().out.splitlines()
    assert first == (
        "3 players, one expert against leader: 34.00 % of the wins (32.00 to 36.00), even 33.33 %, 100 units"
    )
