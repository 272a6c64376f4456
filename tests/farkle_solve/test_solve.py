"""The two-player solution is right (three independent ways), bounded, repeatable and honest about what it cannot do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from farkle_solve.brute import Brute
from sofra.core.errors import Malformed, Unsupported
from sofra.games.farkle import solution_file
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat, Solution
from sofra.games.farkle.solve import solve
from sofra.games.farkle.within import turn_values

SMALL: list[dict[str, Any]] = [
    {},
    {"last_round": False, "kinds": "doubling", "small_straights": True},
    {"opening": 300, "minimum_bank": 200, "three_pairs": 750},
    {"hot_dice_must_roll": True, "kinds": "multiples", "two_triplets": False},
    {"three_farkles": 200, "floor_at_zero": True, "four_and_pair": False},
    {"three_farkles": 150, "floor_at_zero": True, "opening": 400, "last_round": False},
]


@pytest.mark.slow
@pytest.mark.parametrize("given", SMALL, ids=lambda given: ",".join(given) or "default")
def test_values_equal_those_of_every_ordered_roll_repeated_until_nothing_changes(
    given: dict[str, Any],
) -> None:
    rules = FarkleRules.of({"target": 500, **given})
    brute = Brute({"target": 500, **given}, cap=20_000 if rules.hot_dice_must_roll else 7000).run()
    solution = solve(rules, waiting=range(0, 500, 50))
    boards = (True, False) if rules.opening else (True,)
    compared = 0
    for place in np.ndindex(brute.value.shape):
        o, p, f, g, a, b = place
        if (o or p) and False not in boards:
            continue
        exact = solution.win(Seat(a * 50, not o, f), Seat(b * 50, not p, g))
        assert exact == pytest.approx(float(brute.value[place]), abs=1e-9), place
        compared += 1
    assert compared >= 100


@pytest.fixture(scope="module")
def table() -> Solution:
    return solve(FarkleRules())


def test_the_first_player_wins_532_of_1000_under_the_default_rules(table: Solution) -> None:
    assert table.win(Seat(0), Seat(0)) == pytest.approx(0.5321919084, abs=1e-9)
    assert table.origin.residual < 1e-10


def test_target_5000_is_the_upper_half_of_10000_without_an_opening(table: Solution) -> None:
    short = solve(FarkleRules(target=5000))
    for a in range(0, 5000, 50):
        for b in range(0, 5000, 50):
            assert short.win(Seat(a), Seat(b)) == table.win(Seat(a + 5000), Seat(b + 5000))


def test_one_core_and_many_give_the_same_bits() -> None:
    for rules in (
        FarkleRules(target=1500),
        FarkleRules(target=600, three_farkles=200),
        FarkleRules(target=800, opening=500),
    ):
        one, two, three = (solve(rules, threads=threads) for threads in (1, 2, 3))
        for form, values in one.tables.items():
            assert bytes(values) == bytes(two.tables[form]) == bytes(three.tables[form])


def test_the_shared_steps_of_throws_change_no_chance(table: Solution) -> None:
    """Turns worked out in plain Python from the table give the table back, wherever one looks."""
    rng = Random(11)
    for _ in range(120):
        mover, other = (Seat(50 * rng.randrange(200)) for _ in range(2))
        turn = turn_values(table, mover, other)
        assert turn.roll(0, 6) == pytest.approx(table.win(mover, other), abs=2e-12)


def whole_sweep(rules: FarkleRules, values: Any, low: int, penalty: int) -> float:
    """The greatest change of a sweep that passes nothing over, from the lowest sum up (other than the solver goes)."""
    from sofra.games.farkle.solve_penalty_kernel import sweep
    from sofra.games.farkle.solve_setup import diagonal, house_of, steps_of
    from sofra.games.farkle.solve_sweeps import SMALL, Ledger

    n, steps = values.shape[-1], steps_of(rules)
    house = house_of(rules, low, steps)
    rows = n + house.reach.size + steps.most + 2
    ledger, nobody = Ledger(values), np.array([], dtype=np.int64)
    held = ledger.values, ledger.far, ledger.used, ledger.pending
    return max(
        sweep(steps, house, *held, *diagonal(total, n, nobody), 0, 1, rows, penalty, SMALL)
        for total in range(2 * n - 1)
    )


def test_a_sweep_over_all_standings_changes_nothing_beyond_1e_12(table: Solution) -> None:
    n = table.width
    values = np.empty((1, 1, 3, 3, n, n))
    values[:] = np.array(table.tables[0, 0, 0, 0]).reshape(n, n)
    # A penalty of nothing leaves nine equal forms, and the penalty's sweep is a plain Bellman sweep.
    assert whole_sweep(table.rules, values, 0, 0) <= 1e-12


@pytest.mark.parametrize("floor", [True, False])
def test_a_sweep_over_all_forms_under_the_penalty_changes_nothing_beyond_1e_12(floor: bool) -> None:
    """Nothing was passed over that had still moved, and no extrapolation was left as it was."""
    rules = FarkleRules(target=1000, three_farkles=300, floor_at_zero=floor)
    solution = solve(rules)
    n = solution.width
    values = np.empty((1, 1, 3, 3, n, n))
    for form, held in solution.tables.items():
        values[form] = np.array(held).reshape(n, n)
    assert whole_sweep(rules, values, solution.low, 300 // 50) <= 1e-12


def test_chances_of_both_seats_add_up_wherever_a_match_can_stand(table: Solution) -> None:
    """The other's chance after a Farkle is what the mover does not have: the a-b cycle is closed."""
    for a, b in ((0, 0), (9950, 9950), (9950, 0), (4200, 7700)):
        turn = turn_values(table, Seat(a), Seat(b))
        assert turn.farkle == 1 - table.win(Seat(b), Seat(a))


def test_without_a_floor_the_chance_at_nothing_moves_less_than_1e_9() -> None:
    solution = solve(FarkleRules(target=1000, three_farkles=1000))
    assert solution.low <= -2000
    assert 0 < solution.origin.drift < 1e-9
    assert solution.origin.residual < 1e-10


def test_counts_and_opening_matter_where_the_rules_know_them() -> None:
    solution = solve(FarkleRules(target=1000, three_farkles=500, floor_at_zero=True, opening=500))
    assert solution.win(Seat(500, True, 2), Seat(500)) < solution.win(Seat(500, True, 0), Seat(500))
    assert solution.win(Seat(0, False), Seat(0)) < solution.win(Seat(0, True), Seat(0))


def test_pass_on_is_refused() -> None:
    with pytest.raises(Unsupported, match="pass_on"):
        solve(FarkleRules(pass_on=True))


def test_head_starts_do_not_change_the_table() -> None:
    plain, ahead = solve(FarkleRules(target=600)), solve(FarkleRules(target=600, head_start=(0, 200)))
    assert bytes(plain.tables[0, 0, 0, 0]) == bytes(ahead.tables[0, 0, 0, 0])


def test_an_interrupted_run_goes_on_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sofra.games.farkle import solve as module

    monkeypatch.setattr(module, "SAVE_EVERY", 0.0)
    rules, kept = FarkleRules(target=600, three_farkles=300), tmp_path / "run.part"
    whole = solve(rules)

    class Stop(Exception):
        pass

    for stop_at in (0.02, 0.3, 0.8):

        def stop(done: float, mark: float = stop_at) -> None:
            if done > mark:
                raise Stop

        with pytest.raises(Stop):
            solve(rules, resume=kept, progress=stop)
        assert kept.exists()
    resumed = solve(rules, resume=kept)
    assert not kept.exists()
    assert resumed.win(Seat(0), Seat(0)) == pytest.approx(whole.win(Seat(0), Seat(0)), abs=1e-12)
    with pytest.raises(Stop):
        solve(rules, resume=kept, progress=stop)
    with pytest.raises(Malformed, match="other house rules"):
        solve(replace(rules, target=650), resume=kept)


def test_progress_only_grows_and_ends_at_all() -> None:
    for rules in (FarkleRules(target=800), FarkleRules(target=500, three_farkles=1000)):
        told: list[float] = []
        solve(rules, progress=told.append)
        assert told == sorted(told)
        assert 0.9 <= told[-1] <= 1.0


def test_files_come_back_as_they_were(tmp_path: Path) -> None:
    solution = solve(FarkleRules(target=700, opening=500))
    solution_file.write(solution, tmp_path / "full")
    full = solution_file.read(tmp_path / "full")
    assert full.rules == solution.rules
    assert full.origin == solution.origin
    for form, values in solution.tables.items():
        assert bytes(full.tables[form]) == bytes(values)
    solution_file.write(solution, tmp_path / "compact", compact=True)
    compact = solution_file.read(tmp_path / "compact")
    seats = [Seat(0, False), Seat(0), Seat(650)]
    for mover in seats:
        for other in seats:
            assert compact.win(mover, other) == pytest.approx(solution.win(mover, other), abs=1.3e-10)


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    solution_file.write(solve(FarkleRules(target=500)), path)
    whole = path.read_bytes()
    for damaged in (b"", b"hello", whole[:-1], whole.replace(b'"target":500', b'"target":550', 1)):
        path.write_bytes(damaged)
        with pytest.raises(Malformed):
            solution_file.read(path)
