"""R2, R4 to R9, R11, R12: what is asked, what is allowed, what follows."""

import pytest

from sofra.core.asks import Chance
from sofra.core.errors import Illegal, Malformed, Turn
from sofra.core.events import Act, Outcome
from sofra.core.match import Agreed, Undo
from sofra.games.raks.play import RAKS
from sofra.games.raks.tells import (
    Answered,
    Challenged,
    Conceded,
    Judged,
    Placed,
    Shown,
    Stood,
    Thrown,
    Withdrew,
)
from tests.raks.sitting import Sitting


def test_r2_the_highest_die_starts_and_ties_throw_again() -> None:
    sitting = Sitting(3, start=(5, 2, 5))
    ask = sitting.match.ask
    assert isinstance(ask, Chance)
    assert (ask.label, ask.what.seats) == ("start:2", (0, 2))
    sitting.roll(1, 4)
    assert sitting.mover == 2
    assert sitting.waits_for == "throw:1"


def test_r4_every_open_zone_is_offered_whatever_the_dice() -> None:
    sitting = Sitting()
    sitting.turn(9)
    sitting.roll(1, 1, 2)
    assert sitting.moves(1) == ["no move", *(f"place {zone}" for zone in range(1, 37) if zone != 9)]


def test_r4_a_bluff_is_accepted_in_silence() -> None:
    sitting = Sitting()
    sitting.roll(1, 2, 3)
    sitting.play(0, "place 36")
    assert sitting.tell(1) == Placed(0, 36)
    sitting.play(1, "pass")
    assert sitting.tell(0) == Stood(0, 36, None)
    assert sitting.board == {36: 0}


def test_r4_an_occupied_zone_is_refused() -> None:
    sitting = Sitting()
    sitting.turn(9)
    sitting.roll(1, 2, 3)
    with pytest.raises(Illegal, match="zone 9 is occupied"):
        sitting.play(1, "place 9")
    assert sitting.board == {9: 0}


def test_r4_a_placement_cannot_be_undone() -> None:
    sitting = Sitting()
    sitting.roll(1, 2, 3)
    before = sitting.match.version
    sitting.play(0, "place 6")
    with pytest.raises(Illegal, match="can't be undone"):
        sitting.match.do(Undo(before))


def test_r5_no_move_may_be_said_with_a_move_in_hand_and_asks_all_others() -> None:
    sitting = Sitting(4)
    sitting.roll(1, 2, 3)
    sitting.play(0, "no move")
    assert sitting.asked == (1, 2, 3)
    assert sitting.moves(2) == ["pass"]
    assert sitting.match.forms(2) == ("claim <expression> = <zone>",)


def test_r5_claims_are_judged_clockwise_and_those_behind_the_first_right_one_are_never_shown() -> None:
    sitting = Sitting(4)
    sitting.turn(1)
    sitting.roll(2, 3, 5)
    sitting.play(1, "no move")
    sitting.play(0, "claim 2*5+3 = 13")
    sitting.play(3, "claim 3 × 5 + 2 = 17")
    assert sitting.board == {1: 0}
    sitting.play(2, "claim 3*5 = 15")
    judged = sitting.tell()
    assert isinstance(judged, Judged)
    assert [(claim.seat, claim.expression, claim.zone, claim.right) for claim in judged.claims] == [
        (2, "3*5", 15, False),
        (3, "3*5+2", 17, True),
    ]
    assert judged.claims[0].why == "needs all three dice: {left} is left over"
    assert judged.winner == 3
    assert sitting.board == {1: 0, 17: 3}
    assert (sitting.mover, sitting.waits_for) == (2, "throw:3")


def test_r5_what_is_no_expression_or_no_open_zone_is_refused_and_may_be_corrected() -> None:
    sitting = Sitting()
    sitting.turn(17)
    sitting.roll(2, 3, 5)
    sitting.play(1, "no move")
    with pytest.raises(Malformed):
        sitting.play(0, "claim 35+2 = 37")
    with pytest.raises(Malformed, match='"37" is no zone'):
        sitting.play(0, "claim 3+5*2 = 37")
    with pytest.raises(Malformed, match="a claim names its zone"):
        sitting.play(0, "claim 3*5+2")
    with pytest.raises(Illegal, match="zone 17 is occupied"):
        sitting.play(0, "claim 3*5+2 = 17")
    sitting.play(0, "claim 2*5+3=13")
    assert sitting.board == {17: 0, 13: 0}


def test_r5_a_wrong_claim_costs_nothing_by_default() -> None:
    sitting = Sitting()
    sitting.turn(17)
    sitting.roll(2, 3, 5)
    sitting.play(1, "no move")
    sitting.play(0, "claim 3*5+2 = 18")
    assert (sitting.board, sitting.waits_for) == ({17: 0}, "throw:3")


def test_r5_a_wrong_claim_may_cost_a_bead_before_the_next_is_judged() -> None:
    sitting = Sitting(3, wrong_claim="withdraws")
    for zone in (1, 3, 5):
        sitting.turn(zone)
    sitting.roll(2, 3, 5)
    sitting.play(0, "no move")
    sitting.play(2, "claim 3*5+2 = 17")
    sitting.play(1, "claim 3*5+2 = 18")
    first = sitting.tell()
    assert [claim.seat for claim in first.claims] == [1]
    assert (first.owing, sitting.asked, sitting.board) == (1, (1,), {1: 0, 3: 1, 5: 2})
    sitting.play(1, "withdraw 3")
    withdrew = sitting.tell()
    assert isinstance(withdrew, Withdrew)
    assert (withdrew.seat, withdrew.zone, withdrew.cause) == (1, 3, "wrong")
    assert [(claim.seat, claim.right) for claim in withdrew.then.claims] == [(2, True)]
    assert sitting.board == {1: 0, 5: 2, 17: 2}


def test_r5_a_wrong_claim_without_a_bead_costs_nothing() -> None:
    sitting = Sitting(wrong_claim="withdraws")
    sitting.roll(2, 3, 5)
    sitting.play(0, "no move")
    sitting.play(1, "claim 3*5+2 = 18")
    assert sitting.waits_for == "throw:2"


def test_r6_upheld_by_a_concession_takes_the_bead_and_one_more_of_the_placers_choice() -> None:
    sitting = Sitting()
    for zone in (10, 20, 12, 22):
        sitting.turn(zone)
    sitting.roll(1, 2, 3)
    sitting.play(0, "place 36")
    sitting.play(1, "challenge")
    assert sitting.tell(0) == Challenged(1, 0, 36)
    assert (sitting.asked, sitting.moves(0), sitting.match.forms(0)) == (
        (0,),
        ["concede"],
        ("show <expression>",),
    )
    sitting.play(0, "concede")
    assert sitting.tell(None) == Conceded(0, 36, 1, 0, None)
    assert sitting.moves(0) == ["withdraw 10", "withdraw 12"]
    sitting.play(0, "withdraw 12")
    assert sitting.board == {10: 0, 20: 1, 22: 1}
    # R7: no second try, nobody claims with that throw.
    assert (sitting.mover, sitting.waits_for) == (1, "throw:6")


def test_r6_possible_but_not_shown_is_lost() -> None:
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    sitting.play(0, "place 17")
    sitting.play(1, "challenge")
    with pytest.raises(Malformed):
        sitting.play(0, "show 35+2")
    sitting.play(0, "show 3+5+2")
    shown = sitting.tell()
    assert isinstance(shown, Shown)
    assert (shown.right, shown.why, dict(shown.fields)) == (
        False,
        "makes {value}, not {zone}",
        {"value": "10", "zone": "17"},
    )
    assert sitting.board == {}
    assert sitting.waits_for == "throw:2"


def test_r6_any_expression_for_the_zone_will_do() -> None:
    for expression in ("5-3+2", "(5-3)*2", "(5+3)/2"):
        sitting = Sitting()
        sitting.roll(2, 3, 5)
        sitting.play(0, "place 4")
        sitting.play(1, "challenge")
        sitting.play(0, f"show {expression}")
        assert sitting.board == {4: 0}


@pytest.mark.parametrize(("option", "chooser"), [("challenger", 1), ("placer", 0)])
def test_r6_a_failed_challenge_costs_the_challenger_a_bead(option: str, chooser: int) -> None:
    sitting = Sitting(failed_challenge=option)
    for zone in (10, 20, 12, 22):
        sitting.turn(zone)
    sitting.roll(2, 3, 5)
    sitting.play(0, "place 17")
    sitting.play(1, "challenge")
    sitting.play(0, "show 3*5+2")
    assert (sitting.asked, sitting.moves(chooser)) == ((chooser,), ["withdraw 20", "withdraw 22"])
    with pytest.raises(Illegal, match="no bead to withdraw on zone 10"):
        sitting.play(chooser, "withdraw 10")
    sitting.play(chooser, "withdraw 20")
    assert sitting.tell() == Withdrew(1, 20, chooser, "failed", None, None)
    assert sitting.board == {10: 0, 12: 0, 17: 0, 22: 1}


def test_r6_of_several_challengers_the_first_clockwise_counts_and_the_others_are_never_seen() -> None:
    for order in ((1, 3, 0), (3, 0, 1), (0, 1, 3)):
        sitting = Sitting(4)
        sitting.turn(30)
        sitting.turn(31)
        sitting.roll(1, 2, 3)
        sitting.play(2, "place 6")
        for seat in order:
            sitting.play(seat, "challenge")
        assert sitting.tell(1) == Challenged(3, 2, 6)
        assert sitting.match.view(1).challenger == 3


def test_r11_a_sealed_answer_is_told_to_its_own_seat_only() -> None:
    sitting = Sitting(3)
    sitting.roll(1, 2, 3)
    sitting.play(0, "place 6")
    sitting.play(2, "challenge")
    assert sitting.tell(2) == Answered(2, "challenge")
    assert [sitting.tell(viewer) for viewer in (0, 1, None)] == [None, None, None]
    assert sitting.asked == (1,)
    with pytest.raises(Turn):
        sitting.play(2, "pass")


def test_r11_with_first_windows_the_first_challenge_ends_the_window() -> None:
    sitting = Sitting(4, windows="first")
    sitting.roll(1, 2, 3)
    sitting.play(0, "place 6")
    assert not sitting.choice.sealed
    sitting.play(3, "pass")
    sitting.play(2, "challenge")
    assert (sitting.match.state.challenger, sitting.asked) == (2, (0,))


def test_r11_with_first_windows_the_first_right_claim_ends_the_window() -> None:
    sitting = Sitting(4, windows="first", wrong_claim="withdraws")
    for zone in (30, 31, 32, 33):
        sitting.turn(zone)
    sitting.roll(2, 3, 5)
    sitting.play(0, "no move")
    sitting.play(3, "claim 3*5+2 = 18")
    assert (sitting.asked, sitting.tell().owing) == ((3,), 3)
    sitting.play(3, "withdraw 33")
    assert sitting.asked == (1, 2)
    sitting.play(2, "claim 3*5+2 = 17")
    assert sitting.board == {30: 0, 31: 1, 32: 2, 17: 2}
    assert sitting.waits_for == "throw:6"


def test_r8_a_triple_makes_the_others_withdraw_clockwise_one_after_another_before_the_move() -> None:
    sitting = Sitting(4)
    for zone in (10, 20, 30, None, 11):
        sitting.turn(zone)
    sitting.roll(4, 4, 4)
    assert sitting.tell() == Thrown(1, (4, 4, 4), True, (2, 0))
    assert (sitting.asked, sitting.moves(2)) == ((2,), ["withdraw 30"])
    sitting.play(2, "withdraw 30")
    assert (sitting.asked, sitting.moves(0)) == ((0,), ["withdraw 10", "withdraw 11"])
    sitting.play(0, "withdraw 10")
    assert sitting.asked == (1,)
    sitting.play(1, "no move")
    for seat in (2, 3, 0):
        sitting.play(seat, "pass")
    assert sitting.board == {20: 1, 11: 0}


def test_r8_the_withdrawals_of_a_triple_stand_even_if_the_move_is_challenged() -> None:
    sitting = Sitting()
    sitting.turn(10)
    sitting.roll(4, 4, 4)
    sitting.play(0, "withdraw 10")
    sitting.play(1, "place 1")
    sitting.play(0, "challenge")
    sitting.play(1, "concede")
    assert sitting.board == {}


def test_r9_all_zones_filled_ends_the_game() -> None:
    sitting = Sitting()
    for zone in range(1, 37):
        sitting.turn(zone)
    assert (sitting.result.scores, sitting.result.winners) == ((18, 18), (0, 1))
    assert sitting.tell().end.why == "filled"


def test_r9_twenty_beads_end_the_game_once_the_window_has_closed() -> None:
    sitting = Sitting()
    for zone in range(1, 20):
        sitting.turn(zone)
        sitting.turn(None)
    sitting.roll(1, 2, 4)
    sitting.play(0, "place 20")
    sitting.play(1, "challenge")
    sitting.play(0, "concede")
    sitting.play(0, "withdraw 1")
    assert sitting.waits_for == "throw:40"
    sitting.turn(None)
    sitting.turn(1)
    sitting.turn(None)
    sitting.turn(36)
    assert sitting.result.scores == (20 + 10, 0)
    assert sitting.tell().end.why == "twenty"


def test_r9_a_triple_by_every_player_in_a_row_ends_the_game_after_the_last_move_and_window() -> None:
    sitting = Sitting(3)
    sitting.turn(6, 2, 2, 2)
    sitting.roll(5, 5, 5)
    sitting.play(0, "withdraw 6")
    sitting.play(1, "no move")
    sitting.play(2, "claim 5+5+5 = 15")
    sitting.play(0, "pass")
    assert sitting.waits_for == "throw:3"
    sitting.roll(1, 1, 1)
    assert sitting.waits_for == "move"
    sitting.play(2, "place 3")
    sitting.play(0, "pass")
    sitting.play(1, "challenge")
    sitting.play(2, "show 1+1+1")
    assert sitting.result.scores == (0, 0, 2)
    assert sitting.tell().end.why == "triples"


def test_r9_another_throw_breaks_a_row_of_triples() -> None:
    sitting = Sitting(2)
    sitting.turn(6, 2, 2, 2)
    sitting.turn(None, 1, 2, 3)
    sitting.turn(15, 5, 5, 5)
    assert sitting.waits_for == "throw:4"


def test_r9_a_match_may_end_by_agreement_scored_as_it_stands() -> None:
    sitting = Sitting()
    for zone in (10, 20, 11):
        sitting.turn(zone)
    sitting.match.do(Agreed())
    assert (sitting.result.scores, sitting.result.winners) == ((4, 1), (0,))


def triples(sitting: Sitting, *zones: int | None) -> None:
    """A short game: every throw is a triple."""
    for zone in zones:
        sitting.roll(2, 2, 2)
        while sitting.waits_for == "triple":
            seat = sitting.asked[0]
            sitting.play(seat, sitting.moves(seat)[0])
        sitting.play(sitting.mover, "no move" if zone is None else f"place {zone}")
        for seat in sitting.asked:
            sitting.play(seat, "pass")


def test_r12_the_start_moves_one_seat_and_most_games_win_before_most_points() -> None:
    sitting = Sitting(games=3)
    sitting.turn(30)
    sitting.turn(None)
    sitting.turn(31)
    sitting.turn(None)
    triples(sitting, 32, None)
    assert sitting.match.state.standing.won == (1, 0)
    # 30 alone stands after the triple of seat 1 … game 2 begins with seat 1, game 3 with seat 0 again.
    assert sitting.mover == 1
    triples(sitting, None, 5)
    assert (sitting.match.state.standing.won, sitting.mover) == ((2, 0), 0)
    triples(sitting, None, 7)
    assert sitting.match.state.standing.won == (2, 1)
    assert sitting.result.winners == (0,)
    assert sitting.tell().end.game == 3


def test_r12_a_shared_game_counts_for_nobody_and_points_break_the_tie() -> None:
    sitting = Sitting(games=3)
    triples(sitting, None, None)
    assert sitting.match.state.standing.won == (0, 0)
    triples(sitting, None, 5)
    triples(sitting, None, 5)
    assert sitting.match.state.standing.won == (1, 1)
    assert (sitting.result.scores, sitting.result.winners) == ((1, 1), (0, 1))


def test_r12_a_new_game_counts_triples_from_zero() -> None:
    sitting = Sitting(games=3)
    triples(sitting, None, None)
    triples(sitting, None)
    assert (sitting.match.state.triples, sitting.waits_for) == (1, "throw:4")


def test_moves_of_another_phase_are_refused_in_words() -> None:
    sitting = Sitting()
    with pytest.raises(Turn, match="the dice are being thrown"):
        sitting.play(0, "pass")
    sitting.roll(2, 3, 5)
    for text in ("pass", "challenge", "concede", "withdraw 1", "show 1", "claim 3*5+2 = 17"):
        with pytest.raises(Illegal):
            sitting.play(0, text)
    with pytest.raises(Turn, match="seat 1 is not asked now; these are: 0"):
        sitting.play(1, "pass")
    sitting.play(0, "place 17")
    with pytest.raises(Illegal, match="now a placement is challenged, or passed"):
        sitting.play(1, "claim 3*5+2 = 18")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place 0",
        "place 37",
        "place 07",
        "place 1 ",
        "no  move",
        "withdraw x",
        "roll",
        "claim = 3",
        "show",
    ],
)
def test_texts_that_are_no_move_are_refused(text: str) -> None:
    with pytest.raises(Malformed):
        RAKS.read(text)


def test_dice_that_cannot_be_are_refused() -> None:
    sitting = Sitting()
    for faces in ((1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7)):
        with pytest.raises(Illegal):
            sitting.roll(*faces)
    with pytest.raises(Illegal, match="throw:1 is waited for, not throw:2"):
        sitting.match.do(Outcome("throw:2", (1, 2, 3)))
    sitting.roll(3, 1, 2)
    assert sitting.match.state.dice == (1, 2, 3)
    with pytest.raises(Turn, match="no dice are waited for now"):
        sitting.match.do(Outcome("throw:2", (1, 2, 3)))
    with pytest.raises(Malformed, match="no move of Rak's"):
        sitting.match.do(Act(0, "place 1"))
