"""O2 to O5: the deal, a turn, the recycled pile, and going Rack-O."""

from __future__ import annotations

import pytest

from racko.rounds import COMPLETE, DESCENDING, cards_of, dealt, play, redeal, texts
from sofra.core import Act, Chance, Choice, Illegal, Malformed, Match, Outcome, Scripted, Turn, seeded
from sofra.games.racko.moves import Put
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import SLOTS, RackoRules

PUT_TEXTS = [f"put {slot}" for slot in SLOTS]
OTHER = (39, 5, 9, 13, 14, 15, 20, 21, 25, 30)
CALL = RackoRules(declare="call")
OUT = RackoRules(declare="call", false_call="out")


def test_o2_the_highest_card_deals_and_the_lowest_where_the_table_says_so() -> None:
    for rules, first in ((RackoRules(), 2), (RackoRules(first_dealer="lowest"), 1)):
        match = Match(RACKO, rules, 3)
        assert isinstance(match.ask, Chance)
        assert match.ask.label == "dealer:1"
        assert match.ask.seen_by is None
        match.do(Outcome("dealer:1", (7, 50, 8)))
        match.do(Outcome("deal:1", tuple(range(1, 32))))
        assert match.state.round.dealer == (1 if rules.first_dealer == "highest" else 0)
        assert match.ask == Choice((first,))


def test_o2_cards_are_dealt_one_at_a_time_from_the_dealers_left_back_to_front() -> None:
    match = Match(RACKO, RackoRules(), 3)
    match.do(Outcome("dealer:1", (7, 50, 8)))
    ask = match.ask
    assert isinstance(ask, Chance)
    assert ask.seen_by == (*(((2,), (0,), (1,)) * 10), None)
    match.do(Outcome("deal:1", tuple(range(1, 32))))
    racks = [rack.cards for rack in match.state.racks]
    assert racks[2] == (28, 25, 22, 19, 16, 13, 10, 7, 4, 1)
    assert racks[0][9] == 2
    assert racks[1][0] == 30
    assert match.state.discards == (31,)


def test_o2_the_deal_passes_to_the_left() -> None:
    match = dealt(RackoRules(), [(1, *COMPLETE[1:9], 12), DESCENDING], 39)
    play(match, "take")
    play(match, "put 50")
    assert match.state.round.dealer == 0
    redeal(match, [DESCENDING, OTHER], 1)
    assert match.asked == (1,)


def test_o3_a_taken_discard_must_replace_a_rack_card() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    assert texts(match) == ["take", "draw"]
    play(match, "take")
    assert texts(match) == PUT_TEXTS
    with pytest.raises(Illegal, match="cannot be tossed back"):
        play(match, "toss")
    play(match, "put 5")
    assert match.state.racks[0].cards == (1, *DESCENDING[1:])
    assert match.state.discards == (40,)
    assert match.asked == (1,)


def test_o3_a_drawn_card_may_be_kept_or_tossed() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    play(match, "draw")
    assert isinstance(match.ask, Chance)
    assert match.ask.label == "draw:1:1"
    assert match.ask.seen_by == ((0,),)
    assert set(match.ask.what.of) == set(range(1, 41)) - {*DESCENDING, *OTHER, 1}  # type: ignore[union-attr]
    match.do(Outcome("draw:1:1", (3,)))
    assert texts(match) == [*PUT_TEXTS, "toss"]
    play(match, "toss")
    assert match.state.discards == (1, 3)
    play(match, "draw", 4)
    play(match, "put 25")
    assert match.state.racks[1].cards[4] == 4
    assert match.state.discards == (1, 3, 14)


def test_o3_what_is_not_possible_is_refused_in_a_sentence_and_changes_nothing() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    for move, error, said in (
        ("put 5", Illegal, "first take"),
        ("toss", Illegal, "first take"),
        ("rack-o", Illegal, "by itself"),
    ):
        with pytest.raises(error, match=said):
            play(match, move)
    with pytest.raises(Turn, match="seat 0 is asked"):
        match.do(Act(1, RACKO.read("draw")))
    play(match, "take")
    with pytest.raises(Malformed, match="is no slot"):
        match.do(Act(0, Put(7)))
    with pytest.raises(Illegal, match="into a slot"):
        play(match, "draw")
    play(match, "put 5")
    play(match, "draw")
    with pytest.raises(Turn, match="dealt or drawn"):
        match.do(Act(1, RACKO.read("toss")))
    with pytest.raises(Illegal, match="draw:1:1 is waited for"):
        match.do(Outcome("draw:1:2", (3,)))
    with pytest.raises(Illegal, match="not among the cards"):
        match.do(Outcome("draw:1:1", (40,)))
    with pytest.raises(Illegal, match="cards due: 1, told: 0"):
        match.do(Outcome("draw:1:1", ()))
    match.do(Outcome("draw:1:1", (3,)))
    with pytest.raises(Illegal, match="or toss it"):
        play(match, "take")
    with pytest.raises(Malformed, match="no move of Rack-O"):
        match.do(Act(1, "toss"))
    with pytest.raises(Turn, match="no cards"):
        match.do(Outcome("draw:1:2", (4,)))


def drain(match: Match) -> list[int]:
    """Draws and tosses the whole pile, lowest card first; answers all discards in order."""
    seen = list(match.state.discards)
    while match.state.pile and not match.state.round.known and not match.state.round.shuffles:
        card = match.state.pile[0]
        play(match, "draw", card)
        play(match, "toss")
        seen.append(card)
    return seen


def test_o4_flip_turns_the_discards_over_as_they_lie() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    seen = drain(match)
    assert match.state.discards == (seen[0],)
    assert list(match.state.pile) == seen[1:]
    view = match.view(None)
    assert (view.known, list(view.pile)) == (True, seen[1:])
    play(match, "draw")
    assert match.state.hand == seen[1]
    assert not isinstance(match.ask, Chance)
    assert {match.view(viewer).hand for viewer in (0, 1, None)} == {seen[1]}


def test_o4_a_known_pile_is_flipped_again_when_it_is_empty() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    seen = drain(match)
    while match.state.pile != tuple(seen[1:]) or match.state.lap < 15:
        play(match, "draw")
        play(match, "toss")
    assert match.state.discards == (seen[0],)
    assert cards_of(match.state) == list(range(1, 41))


def test_o4_shuffle_keeps_the_newest_discard_and_numbers_draws_on() -> None:
    match = dealt(RackoRules(recycle="shuffle"), [DESCENDING, OTHER], 1)
    seen = drain(match)
    assert match.state.discards == (seen[-1],)
    assert sorted(match.state.pile) == sorted(seen[:-1])
    assert match.view(0).pile == ()
    play(match, "draw")
    assert isinstance(match.ask, Chance)
    assert match.ask.label == "draw:1:20"
    assert (match.ask.what.shuffle, match.ask.what.at) == ("shuffle:1:1", 0)  # type: ignore[union-attr]


def test_o4_the_order_of_a_shuffle_is_one_deal_however_it_is_drawn() -> None:
    one, other = Match(RACKO, RackoRules(), 2), Match(RACKO, RackoRules(), 2)
    for match in (one, other):
        match.settle(seeded("a deck"))
    drawn = []
    for match in (one, other):
        for _ in range(6):
            if match is other:
                play(match, "take")
                play(match, "put 5")
            play(match, "draw")
            match.settle(seeded("a deck"))
            drawn.append(match.state.hand)
            play(match, "toss")
    assert drawn[:6] == drawn[6:]


def test_o5_a_rack_in_order_at_the_end_of_ones_own_turn_goes_by_itself() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    (line,) = match.state.round.sheet
    assert (line.caller, line.points) == (0, (75, 5))
    assert match.state.round.last[0] == (1, *OTHER[1:])


def test_o5_a_rack_dealt_complete_waits_for_the_end_of_its_players_own_turn() -> None:
    match = dealt(RackoRules(), [DESCENDING, COMPLETE], 1)
    play(match, "take")
    play(match, "put 5")
    assert match.state.round.sheet == ()
    play(match, "draw", 3)
    play(match, "toss")
    assert match.state.round.sheet[0].caller == 1


def test_o5_under_call_a_right_call_may_be_made_or_held_back() -> None:
    match = dealt(CALL, [OTHER, DESCENDING], 1)
    play(match, "take")
    assert [text for text in texts(match) if "rack-o" in text] == ["put 5 rack-o"]
    play(match, "put 5")
    assert match.state.round.sheet == ()
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "draw", 4)
    assert {"toss rack-o", "put 5 rack-o"} < set(texts(match))
    play(match, "toss rack-o")
    assert match.state.round.sheet[0].points == (75, 5)


def test_o5_a_false_call_is_refused_with_the_reason() -> None:
    match = dealt(CALL, [OTHER, DESCENDING], 1)
    with pytest.raises(Illegal, match="not be in order"):
        play(match, "rack-o")
    play(match, "take")
    with pytest.raises(Illegal, match="not be in order"):
        play(match, "put 10 rack-o")
    play(match, "put 10")
    play(match, "draw", 3)
    play(match, "toss")
    with pytest.raises(Illegal, match="first turn"):
        play(match, "rack-o")


def test_o5_rack_o_alone_goes_on_a_first_turn_only() -> None:
    match = dealt(CALL, [COMPLETE, DESCENDING], 1)
    assert texts(match) == ["take", "draw", "rack-o"]
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "draw", 4)
    play(match, "toss")
    assert texts(match) == ["take", "draw"]
    other = dealt(CALL, [DESCENDING, COMPLETE], 1)
    play(other, "draw", 3)
    play(other, "toss")
    play(other, "rack-o")
    assert other.state.round.sheet[0].caller == 1


def test_o5_under_auto_no_call_is_offered_or_taken() -> None:
    match = dealt(RackoRules(), [COMPLETE, DESCENDING], 1)
    assert texts(match) == ["take", "draw"]
    play(match, "draw", 3)
    with pytest.raises(Illegal, match="by itself"):
        play(match, "toss rack-o")


def test_o5_out_shows_the_rack_scores_0_and_has_no_more_turns() -> None:
    match = dealt(OUT, [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 10 rack-o")
    assert match.state.round.out == (True, False)
    assert match.view(1).racks[0] == (39, 1, *OTHER[2:])
    assert match.state.discards == (5,)
    for card in (3, 4):
        assert match.asked == (1,)
        play(match, "draw", card)
        play(match, "toss")
    play(match, "draw", 6)
    play(match, "toss rack-o")
    (line,) = match.state.round.sheet
    assert (line.caller, line.points) == (None, (0, 0))
    assert isinstance(match.ask, Chance)
    assert match.ask.label == "deal:2"


def test_o5_the_others_play_on_when_one_is_out() -> None:
    match = dealt(OUT, [OTHER, DESCENDING], 1)
    play(match, "rack-o")
    play(match, "take")
    play(match, "put 5")
    play(match, "draw", 3)
    play(match, "put 10")
    assert match.asked == (1,)
    assert match.state.lap == 3


def test_a_script_of_real_cards_feeds_a_match() -> None:
    match = Match(RACKO, RackoRules(), 2)
    match.settle(Scripted([[1, 40], [*range(1, 22)]]))
    assert match.asked == (0,)
    assert match.state.discards == (21,)
