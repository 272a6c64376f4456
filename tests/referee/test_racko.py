"""The Rack-O referee against the worked examples of the rules page."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from referee.playout import play_out, random_step
from referee.racko import SLOTS, Referee, Refused, loser_points, may_go, racko_rules, run_bonus

D = racko_rules({}, 2)
RISING = racko_rules({"losers": "rising"}, 2)
COMPLETE = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
DESCENDING = [40, 38, 36, 34, 32, 30, 28, 26, 24, 22]


def deal(racks: list[list[int]], dealer: int, first_discard: int) -> list[int]:
    """The dealing order that gives these racks (slot 5 first)."""
    seats = len(racks)
    cards = [racks[(dealer + k) % seats][9 - back] for back in range(10) for k in range(1, seats + 1)]
    return [*cards, first_discard]


def match(rules: dict[str, Any], racks: list[list[int]], first_discard: int, dealer: int = -1) -> Referee:
    """A match dealt with these racks; seat 0 moves first unless another dealer is named."""
    seats = len(racks)
    dealer = dealer % seats
    referee = Referee(rules, seats)
    referee.chance([40 if seat == dealer else seat + 1 for seat in range(seats)])
    referee.chance(deal(racks, dealer, first_discard))
    return referee


def put_all(referee: Referee, seat: int, move: str, drawn: int) -> None:
    referee.play(seat, "draw")
    if referee.ask()["kind"] == "chance":
        referee.chance([drawn])
    referee.play(seat, move)


def test_o2_the_highest_card_deals_and_the_left_neighbour_starts() -> None:
    referee = Referee({}, 3)
    assert referee.ask() == {"kind": "chance", "label": "dealer:1", "cards": 3, "of": list(range(1, 51))}
    referee.chance([7, 50, 8])
    assert referee.ask() == {"kind": "chance", "label": "deal:1", "cards": 31, "of": list(range(1, 51))}
    referee.chance(list(range(1, 32)))
    assert referee.ask() == {"kind": "choice", "seats": [2]}
    # Seat 2 got cards 1, 4, 7, ...; the first stands in slot 50.
    assert referee.racks[2] == [28, 25, 22, 19, 16, 13, 10, 7, 4, 1]
    assert referee.racks[0][9] == 2
    assert referee.racks[1][9] == 3
    assert referee.discards == [31]


def test_o2_the_lowest_card_may_deal() -> None:
    referee = Referee({"first_dealer": "lowest"}, 2)
    referee.chance([7, 30])
    referee.chance(list(range(1, 22)))
    assert referee.ask() == {"kind": "choice", "seats": [1]}


def test_o3_a_taken_discard_must_replace_a_rack_card() -> None:
    referee = match({}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    assert referee.moves(0) == ["draw", "take"]
    assert referee.moves(1) == []
    referee.play(0, "take")
    assert referee.moves(0) == sorted(f"put {slot}" for slot in SLOTS)
    with pytest.raises(Refused, match="must go into the rack"):
        referee.play(0, "toss")
    referee.play(0, "put 5")
    assert referee.racks[0] == [1, *DESCENDING[1:]]
    assert referee.discards == [40]
    assert referee.ask() == {"kind": "choice", "seats": [1]}


def test_o3_a_drawn_card_may_be_tossed_or_kept() -> None:
    referee = match({}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    referee.play(0, "draw")
    ask = referee.ask()
    assert (ask["label"], ask["cards"]) == ("draw:1:1", 1)
    assert len(ask["of"]) == 19
    assert ask["of"] == sorted(ask["of"])
    assert not set(ask["of"]) & {1, 39, *DESCENDING, *COMPLETE[1:]}
    referee.chance([3])
    assert "toss" in referee.moves(0)
    referee.play(0, "toss")
    assert referee.discards == [1, 3]
    assert referee.racks[0] == DESCENDING


def drain(referee: Referee) -> list[int]:
    """Draws and tosses until the pile is empty and its last turn has ended; answers the discards' order."""
    seen = list(referee.discards)
    while referee.pile:
        referee.play(referee.mover, "draw")
        card = min(referee.ask()["of"])
        referee.chance([card])
        seen.append(card)
        if len(seen) == 20:
            break
        referee.play(referee.mover, "toss")
    referee.play(referee.mover, "toss")
    return seen


def test_o4_flip_makes_the_oldest_the_first_discard_and_the_next_oldest_the_top() -> None:
    referee = match({}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    seen = drain(referee)
    assert referee.discards == [seen[0]]
    for card in seen[1:]:
        mover = referee.mover
        referee.play(mover, "draw")
        assert referee.ask() == {"kind": "choice", "seats": [mover]}
        assert referee.hand == card
        referee.play(mover, "toss")
    assert referee.discards == [seen[0]]  # the same order is turned over once more
    assert referee.pile == seen[1:]


def test_o4_shuffle_keeps_the_newest_discard_and_goes_on_asking() -> None:
    referee = match({"recycle": "shuffle"}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    seen = drain(referee)
    assert referee.discards == [seen[-1]]
    referee.play(referee.mover, "draw")
    assert referee.ask() == {"kind": "chance", "label": "draw:1:20", "cards": 1, "of": sorted(seen[:-1])}


def test_o5_auto_adds_the_call_at_the_end_of_the_turn() -> None:
    nearly = [*COMPLETE[:9], 1]
    referee = match({}, [nearly, DESCENDING], 39)
    referee.play(0, "take")
    assert not [move for move in referee.moves(0) if "rack-o" in move]
    with pytest.raises(Refused):
        referee.play(0, "put 50 rack-o")
    referee.play(0, "put 50")
    assert referee.scores() == [75, 5]
    assert referee.ask()["label"] == "deal:2"
    referee.chance(list(range(1, 22)))
    assert referee.mover == 1  # O2: the deal passed to the left, from seat 1 to seat 0


def test_o5_no_ask_exists_only_because_a_rack_is_complete() -> None:
    referee = match({}, [COMPLETE, DESCENDING], 39)
    assert referee.moves(0) == ["draw", "take"]
    put_all(referee, 0, "toss", 1)
    assert referee.scores() == [75, 5]


def test_o5_call_is_part_of_the_move_and_may_be_held_back() -> None:
    referee = match({"declare": "call"}, [COMPLETE, DESCENDING], 39)
    assert referee.moves(0) == ["draw", "rack-o", "take"]
    referee.play(0, "draw")
    referee.chance([1])
    assert [move for move in referee.moves(0) if "rack-o" in move] == ["put 5 rack-o", "toss rack-o"]
    referee.play(0, "toss")
    assert referee.scores() == [0, 0]
    put_all(referee, 1, "toss", 3)
    assert referee.moves(0) == ["draw", "take"]
    put_all(referee, 0, "toss rack-o", 5)
    assert referee.scores() == [75, 5]


def test_o5_rack_o_alone_before_the_first_draw() -> None:
    referee = match({"declare": "call"}, [COMPLETE, DESCENDING], 39)
    referee.play(0, "rack-o")
    assert referee.scores() == [75, 5]


def test_o5_call_is_the_default_with_bonus_runs() -> None:
    assert racko_rules({"bonus_runs": "caller"}, 2)["declare"] == "call"
    assert racko_rules({}, 2)["declare"] == "auto"


def test_o5_a_false_call_puts_out_and_scores_nothing() -> None:
    rules = {"declare": "call", "false_call": "out"}
    referee = match(rules, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    assert referee.moves(0) == ["draw", "rack-o", "take"]
    put_all(referee, 0, "toss rack-o", 3)
    assert referee.out == [True, False]
    put_all(referee, 1, "toss", 5)
    assert referee.ask() == {"kind": "choice", "seats": [1]}  # seat 0 has no more turns
    put_all(referee, 1, "toss rack-o", 7)
    assert referee.scores() == [0, 0]  # all are out: the round ends
    assert referee.ask()["label"] == "deal:2"


def test_o6_seven_rising_cards_are_35_and_anything_is_at_least_5() -> None:
    assert loser_points([1, 2, 3, 4, 5, 6, 7, 2, 30, 40], D) == 35
    assert loser_points(DESCENDING, D) == 5
    assert loser_points(COMPLETE, D) == 50


def test_o6_rising_counts_every_card_higher_than_its_neighbour_in_front() -> None:
    assert loser_points([1, 2, 3, 4, 5, 6, 7, 2, 30, 40], RISING) == 45
    assert loser_points(DESCENDING, RISING) == 5
    assert loser_points(COMPLETE, RISING) == 50


def test_o7_exactly_the_target_counts_and_the_highest_wins() -> None:
    referee = match({"target": 75}, [COMPLETE, DESCENDING], 39)
    put_all(referee, 0, "toss", 1)
    assert referee.ask() == {"kind": "over", "scores": [75, 5], "winners": [0]}


@pytest.mark.parametrize(("tie", "over"), [("play", False), ("share", True)])
def test_o7_a_tie_at_the_top_is_played_on_or_shared(tie: str, over: bool) -> None:
    referee = match({"target": 80, "tie": tie}, [COMPLETE, DESCENDING], 39)
    put_all(referee, 0, "toss", 1)
    referee.chance(deal([DESCENDING, COMPLETE], 0, 39))
    put_all(referee, 1, "toss", 1)
    assert referee.scores() == [80, 80]
    if over:
        assert referee.ask() == {"kind": "over", "scores": [80, 80], "winners": [0, 1]}
    else:
        assert referee.ask()["label"] == "deal:3"


def test_o8_two_players_need_consecutive_numbers_somewhere() -> None:
    three = racko_rules({"min_run": 3}, 2)
    assert not may_go(COMPLETE, three)
    assert may_go([2, 4, 6, 8, 10, 12, 14, 15, 16, 20], three)
    assert not may_go([4, 2, 6, 8, 10, 12, 14, 15, 16, 20], three)
    referee = match({"min_run": 3}, [COMPLETE, DESCENDING], 39)
    put_all(referee, 0, "toss", 1)
    assert referee.scores() == [0, 0]


def test_o9_partners_pool_their_points() -> None:
    racks = [COMPLETE, DESCENDING, [1, 3, 5, 7, 9, 11, 13, 15, 17, 19], list(range(60, 50, -1))]
    referee = match({"partners": True, "target": 125}, racks, 41)
    put_all(referee, 0, "toss", 21)
    assert referee.ask() == {
        "kind": "over",
        "scores": [125, 10, 125, 10],
        "winners": [0, 2],
        "sides": [[0, 2], [1, 3]],
    }


@pytest.mark.parametrize(
    ("rack", "bonus"),
    [
        (COMPLETE, 0),
        ([1, 2, 3, 9, 12, 15, 18, 21, 24, 27], 50),
        ([1, 2, 3, 4, 12, 15, 18, 21, 24, 27], 100),
        ([1, 2, 3, 4, 5, 15, 18, 21, 24, 27], 200),
        ([1, 2, 3, 4, 5, 6, 18, 21, 24, 27], 400),
        (list(range(1, 11)), 400),
        ([3, 2, 1, 9, 8, 7, 20, 19, 18, 40], 0),
    ],
)
def test_o10_runs_pay_by_their_length(rack: list[int], bonus: int) -> None:
    assert run_bonus(rack) == bonus


def test_o10_caller_and_team_bonuses() -> None:
    caller = [1, 2, 3, 9, 12, 15, 18, 21, 24, 27]
    partner = [30, 31, 32, 33, 8, 40, 7, 41, 6, 42]
    others = [[60, 59, 58, 57, 50, 51, 52, 53, 54, 55], [49, 48, 47, 46, 45, 44, 43, 39, 38, 37]]
    racks = [caller, others[0], partner, others[1]]
    for bonus, ours in (("caller", 75 + 50 + 20), ("team", 75 + 50 + 20 + 100)):
        referee = match({"partners": True, "bonus_runs": bonus}, racks, 36)
        referee.play(0, "rack-o")
        assert referee.scores() == [ours, 10, ours, 10]


def test_o13_a_stalled_round_ends_without_a_caller() -> None:
    referee = match({"stall": 20}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    for _ in range(20):
        for seat in (0, 1):
            assert referee.ask() == {"kind": "choice", "seats": [seat]}
            referee.play(seat, "draw")
            if referee.ask()["kind"] == "chance":
                referee.chance([referee.ask()["of"][0]])
            referee.play(seat, "toss")
    assert referee.scores() == [5, 5]
    assert referee.ask()["label"] == "deal:2"


def test_refusals_change_nothing() -> None:
    referee = match({}, [DESCENDING, [39, *COMPLETE[1:]]], 1)
    before = deepcopy(vars(referee))
    for move in ("put 5", "toss", "rack-o", "put 7", "roll", "take rack-o"):
        with pytest.raises(Refused):
            referee.play(0, move)
    with pytest.raises(Refused, match="seat 0's turn"):
        referee.play(1, "draw")
    with pytest.raises(Refused, match="no card"):
        referee.chance([3])
    assert vars(referee) == before
    referee.play(0, "draw")
    for outcome in ([1], [3, 5], [40], []):
        with pytest.raises(Refused):
            referee.chance(outcome)


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ({"min_run": 3}, 3), ({"min_run": 2}, 2), ({"partners": True}, 2), ({"bonus_runs": "team"}, 4),
        ({"target": 502}, 2), ({"target": 70}, 2), ({"stall": 19}, 2), ({}, 5), ({}, 1), ({"recycle": "burn"}, 2),
    ],
)  # fmt: skip
def test_wrong_house_rules_are_refused(rules: dict[str, Any], seats: int) -> None:
    with pytest.raises(Refused):
        Referee(rules, seats)


def account(referee: Referee) -> None:
    """O4: every card is in one place."""
    if referee.phase in ("turn", "taken", "drawn", "drawing"):
        held = [] if referee.hand is None else [referee.hand]
        cards = [card for rack in referee.racks for card in rack] + referee.pile + referee.discards + held
        assert sorted(cards) == referee.all_cards


def test_o5_who_is_out_has_no_more_turns_in_that_round() -> None:
    referee = Referee({"declare": "call", "false_call": "out", "recycle": "shuffle"}, 4)
    rng = Random(11)
    rounds_with_somebody_out = set()
    for _ in range(3000):
        if referee.phase == "turn":
            assert not referee.out[referee.mover]
        random_step(referee, rng)
        account(referee)
        if any(referee.out):
            rounds_with_somebody_out.add(referee.round)
    assert len(rounds_with_somebody_out) > 10


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ({}, 2), ({"recycle": "shuffle", "declare": "call"}, 3), ({"min_run": 3}, 2),
        ({"partners": True, "bonus_runs": "team", "losers": "rising"}, 4), ({"tie": "share"}, 4),
    ],
)  # fmt: skip
def test_o4_o13_all_cards_stay_accounted_for_and_every_match_ends(rules: dict[str, Any], seats: int) -> None:
    end = play_out(Referee({"target": 75, "stall": 25, **rules}, seats), Random(seats), after=account)
    assert max(end["scores"]) >= 75
    assert all(end["scores"][seat] == max(end["scores"]) for seat in end["winners"])


def test_every_listed_move_is_playable() -> None:
    rng = Random(5)
    referee = Referee({"declare": "call", "recycle": "shuffle"}, 2)
    for _ in range(300):
        ask = referee.ask()
        for seat in ask.get("seats", []):
            for move in referee.moves(seat):
                deepcopy(referee).play(seat, move)
        random_step(referee, rng)
