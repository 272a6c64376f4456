"""O11: who knows what. Views and tells of matches that differ only in what a seat may not know are the same bytes."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from racko.rounds import COMPLETE, DESCENDING, any_move, cards_of, careless, dealt, home_move, play
from sofra.core import Act, Match, Outcome, Undo
from sofra.core.errors import Illegal
from sofra.core.plain import plain, told
from sofra.games.racko.moves import Put, Toss
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import Rack, State

OTHER = (39, 5, 9, 13, 14, 15, 20, 21, 25, 30)
TABLES = [
    (RackoRules(), 2),
    (RackoRules(recycle="shuffle", stall=40), 2),
    (RackoRules(declare="call", false_call="out", recycle="shuffle"), 3),
    (RackoRules(bonus_runs="caller"), 3),
    (RackoRules(partners=True, bonus_runs="team", losers="rising"), 4),
    (RackoRules(min_run=3, declare="call"), 2),
]


def as_bytes(value: Any) -> bytes:
    return json.dumps(plain(value)).encode()


def swapped(state: State, one: int, other: int) -> State:
    """The state with two cards in each other's place; the pile keeps ascending where it is a set."""

    def place(card: int) -> int:
        return other if card == one else one if card == other else card

    racks = tuple(Rack(tuple(map(place, rack.cards)), rack.open, rack.drawn) for rack in state.racks)
    pile = tuple(map(place, state.pile))
    hand = place(state.hand) if state.hand else 0
    if not state.round.known:
        pile = tuple(sorted(pile))
    discards = tuple(map(place, state.discards))
    return State(state.round, state.phase, state.seat, state.lap, racks, pile, discards, hand)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_views_and_tells_say_nothing_that_a_seat_may_not_know(rules: RackoRules, seats: int) -> None:
    rng = Random(str(rules))
    compared = 0

    def compare(before: State, event: Any, after: State) -> None:
        nonlocal compared
        if not before.racks or rng.random() < 0.5:
            return
        for viewer in (*range(seats), None):
            seen = RACKO.view(before, viewer)
            twin = next(RACKO.worlds(seen, rng))
            assert as_bytes(RACKO.view(twin, viewer)) == as_bytes(seen)
            happened = event
            if isinstance(event, Outcome):
                if viewer != before.seat:
                    happened = Outcome(event.label, (rng.choice(twin.pile),))
                elif event.values[0] not in twin.pile:
                    twin = swapped(twin, event.values[0], twin.pile[0])
            elif isinstance(event.move, Put | Toss) and event.seat != viewer:
                twin = showing(before, event.move, twin)
            if isinstance(happened, Act) and happened.move not in RACKO.moves(twin, happened.seat):
                continue  # the call itself tells that this twin is not the true state
            twin_after = RACKO.apply(twin, happened)
            if len(twin_after.round.sheet) != len(before.round.sheet) or len(after.round.sheet) != len(
                before.round.sheet
            ):
                continue  # the end of a round shows all racks
            if twin_after.round.out != before.round.out or after.round.out != before.round.out:
                continue  # a false call shows a rack
            told_here = RACKO.tell(before, event, after, viewer)
            told_there = RACKO.tell(twin, happened, twin_after, viewer)
            assert json.dumps(told(told_here)) == json.dumps(told(told_there))
            assert as_bytes(RACKO.view(after, viewer)) == as_bytes(RACKO.view(twin_after, viewer))
            compared += 1

    for number in range(3):
        careless(rules, seats, rng, after=compare, choose=(any_move, home_move)[number % 2], most=400)
    assert compared > 500


def showing(true: State, move: Put | Toss, twin: State) -> State:
    """The twin with that card on its way to the discards that everybody then sees."""
    if isinstance(move, Toss):
        return twin if twin.hand == true.hand else swapped(twin, twin.hand, true.hand)
    at = move.slot // 5 - 1
    due, there = true.racks[true.seat].cards[at], twin.racks[true.seat].cards[at]
    return twin if due == there else swapped(twin, due, there)


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_worlds_are_full_states_that_play_on(rules: RackoRules, seats: int) -> None:
    rng = Random(str(rules))

    def check(before: State, event: Any, after: State) -> None:
        if not after.racks or rng.random() < 0.9:
            return
        for viewer in (*range(seats), None):
            for world in islice(RACKO.worlds(RACKO.view(after, viewer), rng), 3):
                assert cards_of(world) == list(after.round.table.cards)
                assert RACKO.ask(world) == RACKO.ask(after) or after.phase == "drawing"
                assert world.round == after.round

    careless(rules, seats, rng, after=check, choose=home_move, most=1_500)


def test_worlds_deal_the_hidden_cards_out_evenly() -> None:
    match = dealt(RackoRules(), [DESCENDING, COMPLETE], 1)
    rng = Random(11)
    view = match.view(0)
    slots = Counter(world.racks[1].cards[3] for world in islice(RACKO.worlds(view, rng), 5_800))
    assert set(slots) == set(range(2, 40)) - {*DESCENDING} | {39}
    expected = 5_800 / 29
    assert sum((count - expected) ** 2 / expected for count in slots.values()) < 60


def test_worlds_under_auto_hold_no_rack_that_would_have_gone() -> None:
    match = dealt(RackoRules(), [DESCENDING, (39, 2, 3, 4, 5, 6, 7, 8, 9, 10)], 1)
    order = [2, 3, 4, 5, 6, 7, 8, 9, 10]
    for at, card in enumerate(order):
        play(match, "draw", 11 + at)
        play(match, "put 50")
        del card
        play(match, "take")
        play(match, f"put {10 + 5 * at}")
    assert all(card is not None for card in match.view(0).racks[1][1:])
    for world in islice(RACKO.worlds(match.view(0), Random(3)), 200):
        cards = world.racks[1].cards
        assert list(cards) != sorted(cards)


def test_worlds_before_a_deal_are_the_one_state_there_is() -> None:
    match = Match(RACKO, RackoRules(), 2)
    assert list(RACKO.worlds(match.view(0), Random(1))) == [match.state]


def test_a_card_taken_in_the_open_is_known_to_all_until_it_is_replaced() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    play(match, "take")
    assert {match.view(viewer).hand for viewer in (0, 1, None)} == {1}
    play(match, "put 25")
    for viewer in (1, None):
        assert match.view(viewer).racks[0] == (None,) * 4 + (1,) + (None,) * 5
        assert match.view(viewer).open == ((25,), ())
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "draw", 4)
    play(match, "put 25")
    assert match.view(1).racks[0] == (None,) * 10
    assert match.view(1).drawn == ((25,), ())
    assert match.view(1).discards[-1] == 1


def test_a_card_drawn_and_kept_is_known_to_its_owner_only() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    play(match, "draw", 3)
    assert [match.view(viewer).hand for viewer in (0, 1, None)] == [3, None, None]
    assert [match.tell(match.version, viewer).card for viewer in (0, 1, None)] == [3, None, None]  # type: ignore[union-attr]
    play(match, "put 25")
    tells = [match.tell(match.version, viewer) for viewer in (0, 1, None)]
    assert [(tell.slot, tell.card, tell.discarded) for tell in tells] == [  # type: ignore[union-attr]
        (25, 3, 35),
        (25, None, 35),
        (25, None, 35),
    ]


def test_after_a_flip_what_everybody_can_count_stands_in_every_view() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    while not match.state.round.known:
        play(match, "draw", match.state.pile[0])
        play(match, "toss")
    play(match, "draw")
    card = match.state.hand
    play(match, "put 15")
    assert match.view(0).racks[1][2] == match.view(None).racks[1][2] == card
    assert match.view(0).pile == match.state.pile


def test_the_end_of_a_round_shows_all_racks_and_the_next_deal_hides_them() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    play(match, "put 5")
    assert match.view(None).last == ((1, *OTHER[1:]), DESCENDING)
    assert match.tell(match.version, None).end.racks == match.view(0).last  # type: ignore[union-attr]


def test_no_view_of_another_seat_lists_the_movers_moves() -> None:
    match = dealt(RackoRules(declare="call"), [COMPLETE, DESCENDING], 1)
    assert match.view(0).moves == ("take", "draw", "rack-o")
    assert match.view(1).moves == match.view(None).moves == ()


def test_no_state_holds_an_order_of_undealt_cards() -> None:
    def check(before: State, event: Any, after: State) -> None:
        assert after.round.known or list(after.pile) == sorted(after.pile)

    for rules, seats in TABLES:
        careless(rules, seats, Random(1), after=check, choose=home_move, most=600)


def test_taking_and_putting_over_an_open_card_can_be_undone_but_nothing_that_showed_a_card() -> None:
    match = dealt(RackoRules(), [DESCENDING, OTHER], 1)
    start = match.version
    play(match, "take")
    match.do(Undo(start))
    assert match.view(0).moves == ("take", "draw")
    play(match, "take")
    play(match, "put 25")
    with pytest.raises(Illegal, match="revealed"):
        match.do(Undo(start))
    play(match, "take")
    play(match, "put 5")
    play(match, "take")
    before = match.version
    play(match, "put 25")
    match.do(Undo(before))
    assert match.state.hand == 39
    play(match, "put 5")
    play(match, "draw")
    match.do(Undo(match.version - 1))
    play(match, "draw", 3)
    with pytest.raises(Illegal, match="revealed"):
        match.do(Undo(match.version - 1))
