"""R1, R10: neighbours, runs and points; R12: results."""

from random import Random

import pytest

from sofra.core.errors import Malformed
from sofra.games.raks.play import RAKS
from sofra.games.raks.rules import PRESETS, RaksRules
from sofra.games.raks.scoring import bonus, points, runs
from tests.raks.playouts import every_pair, states


def board(*zones_by_seat: tuple[int, ...]) -> tuple[int | None, ...]:
    owner = {zone: seat for seat, zones in enumerate(zones_by_seat) for zone in zones}
    return tuple(owner.get(zone) for zone in range(1, 37))


@pytest.mark.parametrize(
    ("length", "flat", "split"),
    [
        (1, 0, 0),
        (2, 2, 2),
        (3, 5, 5),
        (4, 7, 7),
        (5, 10, 10),
        (6, 10, 10),
        (7, 10, 12),
        (8, 10, 15),
        (11, 10, 20),
        (20, 10, 40),
    ],
)
def test_r10_runs_add_2_5_7_and_10(length: int, flat: int, split: int) -> None:
    assert bonus(length, "flat") == flat
    assert bonus(length, "split") == split


def test_r10_split_is_the_greatest_sum_over_all_ways_to_cut() -> None:
    worth = {1: 0, 2: 2, 3: 5, 4: 7, 5: 10}
    best = [0]
    for length in range(1, 21):
        best.append(max(best[length - piece] + worth[piece] for piece in worth if piece <= length))
    assert [bonus(length, "split") for length in range(1, 21)] == best[1:]


def test_r10_an_empty_zone_or_another_bead_breaks_a_run() -> None:
    rules = RaksRules()
    assert points(board((1, 2, 4), (3,)), 2, rules) == (3 + 2, 1)
    assert points(board((1, 2, 4, 5, 6)), 2, rules) == (5 + 2 + 5, 0)


@pytest.mark.parametrize(
    ("layout", "found"),
    [
        ("line", [(6, 7, 8), (35, 36)]),
        ("ring", [(35, 36, 1), (6, 7, 8)]),
        ("rows", [(7, 8), (35, 36)]),
        ("grid", [(7, 8), (35, 36), (1, 7)]),
    ],
)
def test_r1_the_layout_says_which_zones_are_neighbours(layout: str, found: list[tuple[int, ...]]) -> None:
    beads = board((1, 6, 7, 8, 35, 36), (2, 29))
    assert [run.zones for run in runs(beads, RaksRules(layout=layout))] == found


def test_r1_a_ring_closes_only_where_both_ends_have_one_owner() -> None:
    ring = RaksRules(layout="ring")
    assert points(board((1,), (36,)), 2, ring) == (1, 1)
    assert points(board((1, 36)), 2, ring) == (4, 0)
    assert points(board((1, 2, 3, 35, 36)), 2, ring) == (15, 0)


def test_r10_the_reasons_add_up_to_the_points() -> None:
    for number, (rules, seats) in enumerate(every_pair()):
        for _, _, state in states(rules, seats, Random(f"reasons {number}"), 200):
            score = RAKS.score(state)
            assert score.points == tuple(sum(reason.points for reason in items) for items in score.reasons)


def test_the_house_rules_have_the_options_of_the_rules_page_and_no_others() -> None:
    allowed = {option.name: (option.default, str(option.allowed)) for option in RaksRules.options()}
    assert allowed == {
        "layout": ("line", "one of line, ring, rows, grid"),
        "dice_use": ("all", "one of all, any"),
        "wrong_claim": ("nothing", "one of nothing, withdraws"),
        "failed_challenge": ("challenger", "one of challenger, placer"),
        "long_runs": ("flat", "one of flat, split"),
        "windows": ("sealed", "one of sealed, first"),
        "games": (1, "a whole number from 1 to 9 in steps of 2"),
    }
    assert PRESETS["Table"] == RaksRules()


@pytest.mark.parametrize(
    ("rules", "seats"), [({"layout": "hex"}, 2), ({"games": 2}, 2), ({"games": True}, 2), ({}, 1), ({}, 5)]
)
def test_wrong_house_rules_and_seats_are_refused(rules: dict[str, object], seats: int) -> None:
    with pytest.raises(Malformed):
        RAKS.start(RaksRules.of(rules), seats)
