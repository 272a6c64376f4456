"""Dealers answer what is asked, and games cannot tell them apart."""

from random import Random

import pytest

from sofra.core import (
    Cards,
    Chance,
    Dice,
    Fast,
    Illegal,
    Malformed,
    Manual,
    Outcome,
    Scripted,
    dealers,
    numbers,
    seeded,
)
from sofra.core.asks import check_outcome
from sofra.core.dealers import NothingToDeal

DICE = Chance("roll:1:1", Dice(3))
DEAL = Chance("deal:1", Cards(4, tuple(range(1, 11)), "deal:1"))


def draw(at: int, left: tuple[int, ...]) -> Chance:
    return Chance(f"draw:1:{at}", Cards(1, left, "deal:1", at))


def test_a_seeded_dealer_answers_by_label_and_not_by_order() -> None:
    first, second = seeded("x"), seeded("x")
    other = Chance("roll:1:2", Dice(3))
    assert [first.answer(DICE), first.answer(other)] == [second.answer(other), second.answer(DICE)][::-1]
    assert first.answer(DICE).values == numbers.dice(numbers.seed_key("x"), "roll:1:1", 3)
    assert seeded("y").answer(DICE) != first.answer(DICE)


def test_a_seeded_dealer_deals_and_draws_from_one_shuffle() -> None:
    dealer = seeded("x")
    dealt = dealer.answer(DEAL).values
    left = tuple(card for card in range(1, 11) if card not in dealt)
    drawn = dealer.answer(draw(4, left)).values
    assert (*dealt, *drawn) == numbers.cards(numbers.seed_key("x"), "deal:1", 0, range(1, 11), 5)


def test_a_manual_dealer_answers_what_was_told_once() -> None:
    dealer = Manual()
    assert not dealer.knows(DICE)
    with pytest.raises(NothingToDeal, match="roll:1:1 is waited for"):
        dealer.answer(DICE)
    dealer.tell([6, 1, 1])
    assert dealer.knows(DICE)
    assert dealer.answer(DICE) == Outcome("roll:1:1", (6, 1, 1))
    assert not dealer.knows(DICE)


def test_a_manual_dealer_keeps_a_whole_deck_for_later_draws() -> None:
    dealer = Manual()
    dealer.tell_deck(DEAL, [3, 1, 4, 10, 5, 9, 2, 6, 8, 7])
    assert dealer.knows(draw(4, (2, 5)))
    assert dealer.answer(DEAL).values == (3, 1, 4, 10)
    assert dealer.answer(draw(4, (2, 5, 6, 7, 8, 9))).values == (5,)
    assert dealer.answer(draw(5, (2, 6, 7, 8, 9))).values == (9,)


def test_a_manual_dealer_refuses_decks_that_cannot_be() -> None:
    dealer = Manual()
    with pytest.raises(Illegal, match="each of its 10 cards once"):
        dealer.tell_deck(DEAL, [1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    with pytest.raises(Illegal, match="asks for dice"):
        dealer.tell_deck(DICE, [1, 2, 3])
    assert not dealer.knows(DEAL)


def test_a_wrong_outcome_is_used_up_and_named() -> None:
    dealer = Manual()
    dealer.tell([1, 2, 7])
    with pytest.raises(Illegal, match="a die shows 1 to 6, not 7"):
        dealer.answer(DICE)
    assert not dealer.knows(DICE)


def test_a_scripted_dealer_follows_its_script() -> None:
    dealer = Scripted([[1, 2, 3], Outcome("deal:1", (4, 3, 2, 1)), Outcome("roll:9:9", (1, 1, 1))])
    assert dealer.answer(DICE).values == (1, 2, 3)
    assert dealer.answer(DEAL).values == (4, 3, 2, 1)
    with pytest.raises(Malformed, match="the script has roll:9:9 where roll:1:1 is due"):
        dealer.answer(DICE)
    with pytest.raises(NothingToDeal, match="no outcome left for roll:1:1"):
        dealer.answer(DICE)


def test_a_fast_dealer_gives_every_face_and_every_card() -> None:
    dealer = Fast(Random(1))
    assert {face for _ in range(100) for face in dealer.answer(DICE).values} == {1, 2, 3, 4, 5, 6}
    assert {dealer.answer(draw(4, (2, 5, 9))).values for _ in range(50)} == {(2,), (5,), (9,)}
    for _ in range(20):
        assert check_outcome(DEAL, dealer.answer(DEAL).values)


@pytest.mark.parametrize("count", range(1, 9))
def test_a_fast_dealer_throws_every_die_evenly_and_keeps_no_great_tables(count: int) -> None:
    dealer, ask = Fast(Random(count)), Chance("start:1", Dice(count))
    throws = [dealer.answer(ask).values for _ in range(3000)]
    for faces in zip(*throws, strict=True):
        # Chi-square with 5 degrees of freedom; the seeds are fixed, so this is no lottery.
        assert sum((faces.count(face) - 500) ** 2 / 500 for face in range(1, 7)) < 20.5
    assert len(dealers._throws(min(count, dealers.MOST_AT_ONCE))) <= 6**6


@pytest.mark.parametrize(
    ("ask", "values", "said"),
    [
        (DICE, (1, 2), "dice due: 3, told: 2"),
        (DEAL, (1, 2), "cards due: 4, told: 2"),
        (DICE, (1, 2, 0), "not 0"),
        (DICE, (1, 2, "3"), "not 3"),
        (DICE, (1, 2, True), "not True"),
        (DICE, (1, 2, 2.0), "not 2.0"),
        (DEAL, (1, 2, 3, 11), "card 11 is not among"),
        (DEAL, (1, 2, 3, 3), "card 3 is not among"),
        (DEAL, (1, 2, 3, None), "card None is not among"),
    ],
)
def test_an_outcome_that_cannot_be_is_refused_with_its_value(
    ask: Chance, values: tuple[int, ...], said: str
) -> None:
    with pytest.raises(Illegal, match=said):
        check_outcome(ask, values)
