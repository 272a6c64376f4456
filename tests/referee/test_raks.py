"""The Rak's referee against the exact facts of the rules page and small scripted games."""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from referee.playout import play_out, random_step
from referee.raks import Referee, Refused, raks_rules, run_bonus, runs, score_board
from referee.raks_arithmetic import Expression, everything, makes, reach

THROWS = list(product(range(1, 7), repeat=3))
REACH = {tuple(sorted(throw)): reach(sorted(throw)) for throw in THROWS}
D = raks_rules({})


def zones_of(throw: tuple[int, ...]) -> set[int]:
    return set(REACH[tuple(sorted(throw))])


def match(rules: dict[str, Any] | None = None, seats: int = 2) -> Referee:
    """A match that seat 0 starts."""
    referee = Referee(rules or {}, seats)
    referee.chance([6] + [1] * (seats - 1))
    return referee


def quiet_turn(referee: Referee, zone: int, dice: tuple[int, int, int] = (2, 3, 5)) -> None:
    """The mover places a bead and nobody challenges."""
    referee.chance(list(dice))
    referee.play(referee.mover, f"place {zone}")
    for seat in referee.ask()["seats"]:
        referee.play(seat, "pass")


# -- R3: the facts ---------------------------------------------------------------------------


def test_r3_every_zone_is_reachable_by_some_throw() -> None:
    assert set().union(*(zones_of(throw) for throw in THROWS)) == set(range(1, 37))


def test_r3_a_throw_reaches_11_36_zones_on_average() -> None:
    assert round(sum(len(zones_of(throw)) for throw in THROWS) / 216, 2) == 11.36


@pytest.mark.parametrize(("throw", "zones"), [((1, 1, 1), 3), ((2, 5, 6), 16)])
def test_r3_the_poorest_and_richest_throws(throw: tuple[int, int, int], zones: int) -> None:
    assert len(zones_of(throw)) == zones
    counts = [len(zones_of(one)) for one in THROWS]
    assert zones in (min(counts), max(counts))


@pytest.mark.parametrize(("zone", "percent"), [(2, 79.2), (31, 5.6), (33, 4.2), (34, 4.2)])
def test_r3_how_often_a_zone_is_reachable(zone: int, percent: float) -> None:
    assert round(100 * sum(zone in zones_of(throw) for throw in THROWS) / 216, 1) == percent


def test_r3_any_dice_reach_14_43_zones_on_average() -> None:
    counts = {dice: len(reach(list(dice), "any")) for dice in REACH}
    assert round(sum(counts[tuple(sorted(throw))] for throw in THROWS) / 216, 2) == 14.43


def test_r3_the_positive_integers_of_three_dice_number_64() -> None:
    values = {value for dice in REACH for _, value in everything(list(dice), "all")}
    assert len([value for value in values if value > 0 and value.denominator == 1]) == 64


def test_r3_fractions_and_negatives_on_the_way_change_no_result() -> None:
    def whole(a: int, sign: str, b: int) -> int | None:
        values = {"+": Fraction(a + b), "-": Fraction(a - b), "*": Fraction(a * b)}
        if b != 0:
            values["/"] = Fraction(a, b)
        value = values.get(sign)
        return int(value) if value is not None and value >= 0 and value.denominator == 1 else None

    for dice, zones in REACH.items():
        found = set()
        for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)):
            pairs = [(dice[i], dice[j]), (dice[j], dice[i])]
            inner = {whole(a, sign, b) for a, b in pairs for sign in "+-*/"} - {None}
            for value in inner:
                assert value is not None
                for a, b in ((value, dice[k]), (dice[k], value)):
                    found |= {whole(a, sign, b) for sign in "+-*/"}
        assert {zone for zone in found if zone is not None and 1 <= zone <= 36} == set(zones)


def test_r3_every_listed_expression_reads_back_as_right() -> None:
    for dice, zones in REACH.items():
        for zone, texts in zones.items():
            for text in texts:
                assert makes(Expression(text), list(dice), zone, "all")


@pytest.mark.parametrize(
    ("text", "value"),
    [("3*5+2", 17), ("3+5*2", 13), ("(3+5)*2", 16), ("6-2-3", 1), ("6/3*2", 4), (" ( ( 3 ) ) × 5 − 2 ", 13)],
)
def test_r3_expressions_are_read_with_the_usual_precedence(text: str, value: int) -> None:
    assert Expression(text).value == value


def test_r3_division_by_zero_has_no_value() -> None:
    assert Expression("3/(2-2)").value is None
    assert Expression("1/(6/3)").value == Fraction(1, 2)


@pytest.mark.parametrize(
    "text",
    ["", "-3+5", "35+2", "3 5+2", "3**2", "2^3", "3(5+2)", "(3+5", "3+5)", "3+", "7+1", "0+1", "x", "3.5+2"],
)
def test_r3_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        Expression(text)
    assert refusal.value.kind == "malformed"


def test_r3_dice_use_says_how_many_dice_count() -> None:
    assert not makes(Expression("3*5"), [2, 3, 5], 15, "all")
    assert makes(Expression("3*5"), [2, 3, 5], 15, "any")
    assert not makes(Expression("3*5*5"), [2, 3, 5], 75, "any")
    assert not makes(Expression("3*5+1"), [2, 3, 5], 16, "all")


# -- R10: scores -----------------------------------------------------------------------------


def board_of(*zones_by_seat: tuple[int, ...]) -> dict[int, int]:
    return {zone: seat for seat, zones in enumerate(zones_by_seat) for zone in zones}


@pytest.mark.parametrize(
    ("mine", "points"),
    [
        ((1,), 1),
        ((1, 2), 4),
        ((1, 2, 3), 8),
        ((1, 2, 3, 4), 11),
        ((1, 2, 3, 4, 5), 15),
        ((1, 2, 3, 4, 5, 6), 16),
    ],
)
def test_r10_runs_add_2_5_7_10(mine: tuple[int, ...], points: int) -> None:
    assert score_board(board_of(mine), 2, D) == [points, 0]


def test_r10_an_empty_zone_or_another_bead_breaks_a_run() -> None:
    assert score_board(board_of((1, 2, 4), (3,)), 2, D) == [5, 1]
    assert score_board(board_of((1, 2, 4)), 1, D) == [5]


@pytest.mark.parametrize(
    ("layout", "lengths"),
    [("line", [1, 2, 1]), ("ring", [2, 2]), ("rows", [1, 1, 1, 1]), ("grid", [1, 1, 1, 1, 2, 1, 1])],
)
def test_r1_the_layout_says_what_neighbours_are(layout: str, lengths: list[int]) -> None:
    # 6 and 7 are consecutive but in different rows; 1 and 7 stand one above the other.
    assert sorted(runs(layout, {1, 6, 7, 36})) == sorted(lengths)


def test_r10_split_pieces_are_at_most_five_with_the_greatest_sum() -> None:
    assert [run_bonus(n, "split") for n in range(1, 12)] == [0, 2, 5, 7, 10, 10, 12, 15, 17, 20, 20]
    assert run_bonus(12, "flat") == 10


# -- turns -----------------------------------------------------------------------------------


def test_r2_r4_a_throw_a_placement_and_a_silent_window() -> None:
    referee = Referee({}, 2)
    assert referee.ask() == {
        "kind": "chance",
        "label": "start:1",
        "dice": 2,
        "ordered": True,
        "seats": [0, 1],
    }
    referee.chance([4, 4])
    referee.chance([3, 5])
    assert referee.ask() == {"kind": "chance", "label": "throw:1", "dice": 3}
    referee.chance([5, 2, 3])
    assert referee.ask() == {"kind": "choice", "seats": [1]}
    assert referee.moves(1) == sorted(["no move"] + [f"place {zone}" for zone in range(1, 37)])
    referee.play(1, "place 36")  # R4: a bluff is accepted in silence
    assert referee.ask() == {"kind": "choice", "seats": [0]}
    assert referee.moves(0) == ["challenge", "pass"]
    referee.play(0, "pass")
    assert referee.scores() == [0, 1]
    assert referee.ask() == {"kind": "chance", "label": "throw:2", "dice": 3}
    referee.chance([1, 2, 3])
    with pytest.raises(Refused, match="occupied"):
        referee.play(0, "place 36")


def test_r6_upheld_by_a_concession_takes_the_bead_and_one_more() -> None:
    referee = match()
    quiet_turn(referee, 17)
    quiet_turn(referee, 13)
    referee.chance([2, 3, 5])
    referee.play(0, "place 36")
    referee.play(1, "challenge")
    assert referee.ask() == {"kind": "choice", "seats": [0]}
    assert referee.moves(0) == ["concede"]
    assert referee.forms(0) == ["show <expression>"]
    referee.play(0, "concede")
    assert referee.moves(0) == ["withdraw 17"]
    referee.play(0, "withdraw 17")
    assert referee.scores() == [0, 1]
    assert referee.ask()["label"] == "throw:4"


def test_r6_possible_but_not_shown_is_lost_and_no_bead_is_no_debt() -> None:
    referee = match()
    referee.chance([2, 3, 5])
    referee.play(0, "place 17")
    referee.play(1, "challenge")
    with pytest.raises(Refused):
        referee.play(0, "show 35+2")
    referee.play(0, "show 3+5+2")
    assert referee.board == {}
    assert referee.ask()["label"] == "throw:2"
    assert referee.mover == 1  # R7: no second try


@pytest.mark.parametrize(("option", "chooser"), [("challenger", 1), ("placer", 0)])
def test_r6_a_failed_challenge_costs_the_challenger_one_bead(option: str, chooser: int) -> None:
    referee = match({"failed_challenge": option})
    quiet_turn(referee, 17)
    quiet_turn(referee, 13)
    referee.chance([2, 3, 5])
    referee.play(0, "place 11")
    referee.play(1, "challenge")
    referee.play(0, "show 3*2+5")
    assert referee.ask() == {"kind": "choice", "seats": [chooser]}
    assert referee.moves(chooser) == ["withdraw 13"]
    referee.play(chooser, "withdraw 13")
    assert referee.board == {17: 0, 11: 0}


def test_r6_r11_of_several_challengers_the_first_clockwise_counts() -> None:
    for order in ((1, 3, 0), (0, 1, 3), (3, 0, 1)):
        referee = match(seats=4)
        quiet_turn(referee, 1)
        quiet_turn(referee, 3)
        referee.chance([2, 3, 5])
        referee.play(2, "place 11")
        answers = {0: "challenge", 1: "challenge", 3: "pass"}
        for seat in order:
            assert seat in referee.ask()["seats"]
            referee.play(seat, answers[seat])
        assert referee.challenger == 0


def test_r11_first_windows_are_ended_by_the_first_challenge() -> None:
    referee = match({"windows": "first"}, seats=4)
    referee.chance([2, 3, 5])
    referee.play(0, "place 11")
    referee.play(3, "challenge")
    assert referee.challenger == 3
    assert referee.ask() == {"kind": "choice", "seats": [0]}


def test_r5_claims_are_judged_clockwise_and_only_one_bead_is_won() -> None:
    referee = match(seats=4)
    referee.chance([2, 3, 5])
    referee.play(0, "no move")
    assert referee.ask() == {"kind": "choice", "seats": [1, 2, 3]}
    assert referee.moves(2) == ["pass"]
    assert referee.forms(2) == ["claim <expression> = <zone>"]
    referee.play(3, "claim 3*5+2 = 17")
    referee.play(2, "claim 3*5-2 = 13")
    referee.play(1, "claim 3*5 = 15")
    assert referee.board == {13: 2}
    assert referee.mover == 1  # claiming does not cost one's own turn; the next player throws anew
    assert referee.ask()["label"] == "throw:2"


def test_r5_bad_texts_and_occupied_zones_are_refused_and_may_be_corrected() -> None:
    referee = match()
    quiet_turn(referee, 17)
    quiet_turn(referee, 13)
    referee.chance([2, 3, 5])
    referee.play(0, "no move")
    before = deepcopy(vars(referee))
    for text in (
        "3*5+2 = 17",
        "3*5+2",
        "35+2 = 37",
        "3*5+2 = seventeen",
        "3+5*2 = 40",
        "3++5 = 8",
        "3+5-2 == 6",
    ):
        with pytest.raises(Refused):
            referee.play(1, f"claim {text}")
    assert vars(referee) == before
    assert referee.board == {17: 0, 13: 1}
    referee.play(1, "claim 3+5-2=6")
    assert referee.board == {17: 0, 13: 1, 6: 1}


def test_r5_a_wrong_claim_may_cost_a_bead_and_judging_goes_on() -> None:
    referee = match({"wrong_claim": "withdraws"}, seats=3)
    quiet_turn(referee, 1)
    quiet_turn(referee, 3)
    quiet_turn(referee, 5)
    referee.chance([2, 3, 5])
    referee.play(0, "no move")
    referee.play(2, "claim 3*5+2 = 17")
    referee.play(1, "claim 3*5+2 = 18")
    assert referee.ask() == {"kind": "choice", "seats": [1]}
    assert referee.moves(1) == ["withdraw 3"]
    referee.play(1, "withdraw 3")
    assert referee.board == {1: 0, 5: 2, 17: 2}
    assert referee.ask()["label"] == "throw:5"


def test_r11_with_first_windows_the_first_right_claim_ends_the_window() -> None:
    referee = match({"windows": "first"}, seats=4)
    referee.chance([2, 3, 5])
    referee.play(0, "no move")
    referee.play(2, "claim 3*5+2 = 18")
    assert referee.ask() == {"kind": "choice", "seats": [1, 3]}
    referee.play(3, "claim 3*5+2 = 17")
    assert referee.board == {17: 3}
    assert referee.ask()["label"] == "throw:2"


def test_r8_a_triple_makes_the_others_withdraw_clockwise_before_the_move() -> None:
    referee = match(seats=4)
    quiet_turn(referee, 1)
    quiet_turn(referee, 2)
    quiet_turn(referee, 3)
    referee.chance([1, 2, 3])
    referee.play(3, "no move")
    for seat in (0, 1, 2):
        referee.play(seat, "pass")
    quiet_turn(referee, 7)
    referee.chance([4, 4, 4])
    assert referee.mover == 1
    assert referee.ask() == {"kind": "choice", "seats": [2]}
    referee.play(2, "withdraw 3")
    assert referee.moves(0) == ["withdraw 1", "withdraw 7"]  # seat 3 has none and skips
    with pytest.raises(Refused):
        referee.play(0, "withdraw 2")
    referee.play(0, "withdraw 1")
    assert referee.ask() == {"kind": "choice", "seats": [1]}
    assert "no move" in referee.moves(1)
    assert referee.board == {2: 1, 7: 0}


def test_r9_all_zones_filled_ends_the_game() -> None:
    referee = match()
    for zone in range(1, 37):
        quiet_turn(referee, zone)
    assert referee.ask() == {"kind": "over", "scores": [18, 18], "winners": [0, 1]}


def test_r9_twenty_beads_end_the_game_once_the_window_has_closed() -> None:
    referee = match()
    for k in range(20):
        quiet_turn(referee, 1 + k)
        if k < 19:
            referee.chance([1, 2, 3])
            referee.play(1, "no move")
            referee.play(0, "pass")
    assert referee.ask() == {"kind": "over", "scores": [30, 0], "winners": [0]}


def test_r9_a_triple_by_every_player_in_a_row_ends_after_the_last_move_and_window() -> None:
    referee = match()
    quiet_turn(referee, 5, (1, 1, 1))
    referee.chance([6, 6, 6])
    referee.play(0, "withdraw 5")
    referee.play(1, "no move")
    assert referee.ask() == {"kind": "choice", "seats": [0]}
    referee.play(0, "claim 6+6+6 = 18")
    assert referee.ask() == {"kind": "over", "scores": [1, 0], "winners": [0]}


def test_r9_triples_with_another_throw_between_end_nothing() -> None:
    referee = match()
    quiet_turn(referee, 5, (1, 1, 1))
    quiet_turn(referee, 6, (1, 1, 2))
    referee.chance([6, 6, 6])
    referee.play(1, "withdraw 6")
    referee.play(0, "place 18")
    referee.play(1, "pass")
    assert referee.ask() == {"kind": "chance", "label": "throw:4", "dice": 3}


def test_r12_the_start_moves_clockwise_and_a_shared_game_counts_for_nobody() -> None:
    referee = match({"games": 3})

    def two_triples(first_places: bool, second_places: bool) -> None:
        for places, zone in ((first_places, 1), (second_places, 2)):
            referee.chance([2, 2, 2])
            while referee.phase == "withdraw":
                seat = referee.ask()["seats"][0]
                referee.play(seat, referee.moves(seat)[0])
            referee.play(referee.mover, f"place {zone}" if places else "no move")
            referee.play(referee.ask()["seats"][0], "pass")

    assert referee.mover == 0
    two_triples(False, True)  # seat 1 wins 1-0
    assert referee.mover == 1
    assert referee.ask() == {"kind": "chance", "label": "throw:3", "dice": 3}
    assert referee.scores() == [0, 1]
    two_triples(False, False)  # shared
    assert referee.mover == 0
    two_triples(False, True)
    assert referee.ask() == {"kind": "over", "scores": [0, 2], "winners": [1]}


@pytest.mark.parametrize(
    ("rules", "seats"), [({"layout": "hex"}, 2), ({"games": 2}, 2), ({"dice": 3}, 2), ({}, 1), ({}, 5)]
)
def test_wrong_house_rules_are_refused(rules: dict[str, Any], seats: int) -> None:
    with pytest.raises(Refused):
        Referee(rules, seats)


def honest_or_not(rng: Random) -> Any:
    """Makes up texts: often right ones, sometimes wrong ones."""

    def made_up(referee: Referee, seat: int, form: str) -> str | None:
        dice_use = referee.rules["dice_use"]
        right = reach(referee.dice, dice_use)
        if form.startswith("show"):
            return "show " + rng.choice(right.get(referee.placed, ["1+1+1"]))
        free = [zone for zone in range(1, 37) if zone not in referee.board]
        zone = rng.choice(free)
        return f"claim {rng.choice(right.get(zone, ['1+2*3']))} = {zone}"

    return made_up


@pytest.mark.parametrize(
    "rules",
    [
        {},
        {"windows": "first", "wrong_claim": "withdraws", "games": 3},
        {"dice_use": "any", "wrong_claim": "withdraws", "failed_challenge": "placer", "layout": "ring"},
    ],
)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_keep_their_beads_accounted_for(rules: dict[str, Any], seats: int) -> None:
    rng = Random(seats)
    referee = Referee(rules, seats)
    made_up = honest_or_not(rng)
    asked_at_once = False
    for _ in range(1500):
        if referee.ask()["kind"] == "over":
            break
        random_step(referee, rng, made_up)
        assert all(0 <= list(referee.board.values()).count(seat) <= 20 for seat in range(seats))
        asked_at_once = asked_at_once or len(referee.ask().get("seats", [])) > 1
    assert asked_at_once or seats == 2


def test_random_quiet_matches_end() -> None:
    class Quiet(Referee):
        def moves(self, seat: int) -> list[str]:
            return [move for move in super().moves(seat) if move not in ("challenge", "no move")]

    for seed in range(3):
        end = play_out(Quiet({"games": 3}, 3), Random(seed))
        assert len(end["scores"]) == 3
        assert end["winners"]
