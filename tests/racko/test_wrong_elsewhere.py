"""What digital versions of Rack-O got wrong, one claim each: ours does not."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from racko.rounds import (
    COMPLETE,
    DESCENDING,
    any_move,
    cards_of,
    careless,
    dealt,
    home_move,
    option_pairs,
    play,
    redeal,
)
from sofra.core import Act, Chance, Illegal, Malformed, Match, Outcome, Over, Turn, record, seeded
from sofra.core.numbers import cards as shuffled_cards
from sofra.core.numbers import seed_key
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import State

OTHER = (39, 5, 9, 13, 14, 15, 20, 21, 25, 30)


@pytest.mark.parametrize("recycle", ["flip", "shuffle"])
def test_a_recycled_pile_neither_crashes_nor_loses_a_card(recycle: str) -> None:
    match = dealt(RackoRules(recycle=recycle), [DESCENDING, OTHER], 1)
    for _ in range(60):
        top = match.state.discards[-1]
        hidden = not match.state.round.known
        play(match, "draw", match.state.pile[0] if hidden else None)
        assert match.state.discards[-1] == top
        play(match, "toss")
        assert match.state.discards
        assert cards_of(match.state) == list(range(1, 41))


def test_cards_are_conserved_after_every_event_of_careless_matches() -> None:
    events = 0

    def count(before: State, event: Any, after: State) -> None:
        nonlocal events
        events += 1
        assert cards_of(after) == list(after.round.table.cards)

    for number, (rules, seats) in enumerate(option_pairs()):
        careless(
            rules, seats, Random(number), after=count, choose=(any_move, home_move)[number % 2], most=500
        )
    assert events > 100_000


@pytest.mark.soak
def test_cards_are_conserved_in_thousands_of_careless_matches() -> None:
    def count(before: State, event: Any, after: State) -> None:
        assert cards_of(after) == list(after.round.table.cards)

    for number in range(15):
        for rules, seats in option_pairs():
            careless(rules, seats, Random(f"{number} {rules} {seats}"), after=count, most=1_000)


def test_an_empty_deck_is_no_tie_and_ends_nothing() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    for _ in range(19):
        play(match, "draw", match.state.pile[0])
        play(match, "toss")
    assert match.state.round.known
    assert match.state.round.sheet == ()
    assert match.asked == (1,)


def test_taking_the_discard_leaves_the_draw_pile_alone() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    pile = match.state.pile
    play(match, "take")
    play(match, "put 5")
    assert match.state.pile == pile


def test_a_losers_points_are_added_to_the_total_and_never_written_over_it() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    redeal(match, [DESCENDING, OTHER], 1)
    play(match, "take")
    play(match, "put 5")
    assert RACKO.score(match.state).points == (80, 80)


def test_exactly_the_target_wins() -> None:
    match = dealt(RackoRules(target=75), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    assert isinstance(match.ask, Over)
    assert match.ask.result.scores == (75, 5)


def test_a_loser_with_ten_in_order_scores_50() -> None:
    rules = RackoRules(declare="call")
    match = dealt(rules, [COMPLETE, (39, 4, 6, 7, 8, 10, 11, 12, 16, 17)], 1)
    play(match, "draw", 40)
    play(match, "toss")
    play(match, "draw", 3)
    play(match, "put 5 rack-o")
    assert RACKO.score(match.state).points == (50, 75)


def test_a_player_who_never_moved_scores_at_least_5() -> None:
    match = dealt(RackoRules(), [OTHER, (40, *DESCENDING[1:])], 1)
    play(match, "take")
    play(match, "put 5")
    assert RACKO.score(match.state).points == (75, 5)


def test_a_taken_discard_cannot_be_thrown_straight_back() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    with pytest.raises(Illegal, match="cannot be tossed back"):
        play(match, "toss")


def test_two_players_use_40_cards() -> None:
    match = Match(RACKO, RackoRules(), 2)
    assert isinstance(match.ask, Chance)
    assert match.ask.what.of == tuple(range(1, 41))  # type: ignore[union-attr]


def test_whoever_joins_or_watches_is_sent_neither_racks_nor_an_order_of_draws() -> None:
    match = Match(RACKO, RackoRules(), 4)
    match.settle(seeded("join"))
    view = match.view(None)
    assert view.racks == ((None,) * 10,) * 4
    assert (view.pile, view.hand, view.last) == ((), None, ())
    assert match.told(None)[-1].rack == ()  # type: ignore[union-attr]


def test_forged_scores_are_refused() -> None:
    match = dealt(RackoRules(target=75), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    text = record.write(record.of(match, (record.SeatLine("Ayşe"), record.SeatLine("Ελένη")), "manual"))
    forged = text.replace("scores: 75 5", "scores: 75 50")
    unsigned = forged[: forged.rindex("hash:")]
    with pytest.raises(Malformed, match="hash"):
        record.parse(forged)
    with pytest.raises(Malformed, match="the rules say 75 5"):
        record.replay(record.parse(unsigned), RACKO)


def test_every_card_is_as_likely_in_every_place_of_a_deal() -> None:
    of = tuple(range(1, 41))
    places: list[Counter[int]] = [Counter() for _ in range(21)]
    deals = 4_000
    for number in range(deals):
        for place, card in zip(
            places, shuffled_cards(seed_key(f"deal {number}"), "deal:1", 0, of, 21), strict=True
        ):
            place[card] += 1
    expected = deals / 40
    for place in places:
        # Chi-squared with 39 degrees of freedom exceeds 82 once in ten thousand.
        assert sum((place[card] - expected) ** 2 / expected for card in of) < 82


def test_a_tie_is_not_given_to_the_lowest_seat() -> None:
    match = dealt(RackoRules(target=80), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    redeal(match, [DESCENDING, OTHER], 1)
    play(match, "take")
    play(match, "put 5")
    assert RACKO.score(match.state).points == (80, 80)
    assert isinstance(match.ask, Chance)
    assert RACKO.standing(match.state).winners == (0, 1)


def test_no_round_is_endless() -> None:
    laps = 0

    def watch(before: State, event: Any, after: State) -> None:
        nonlocal laps
        laps = max(laps, after.lap)

    for seats in (2, 3, 4):
        end = careless(RackoRules(stall=60), seats, Random(seats), after=watch, most=2_000)
        assert end.round.sheet
    assert laps == 60


def test_worlds_of_a_spectator_never_run_dry() -> None:
    match = Match(RACKO, RackoRules(), 4)
    match.settle(seeded("watch"))
    assert len(list(islice(RACKO.worlds(match.view(None), Random(2)), 50))) == 50


def test_an_event_of_the_wrong_seat_or_label_changes_nothing() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    before = match.state
    for event in (Act(1, RACKO.read("take")), Outcome("deal:1", tuple(range(1, 22)))):
        with pytest.raises((Turn, Illegal)):
            match.do(event)
    assert match.state is before
