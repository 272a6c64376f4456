"""What people type: numbers, texts, beginnings of texts, words to the terminal, dice and cards."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.cli.answers import COMMANDS, Offer, chosen, command, drawn, keys, thrown
from sofra.core.errors import Malformed
from sofra.lang import LANGS, speak

OFFERS = (
    Offer("keep 1", "Ayır: 1"),
    Offer("keep 1 5", "Ayır: 1 5"),
    Offer("keep 5", "Ayır: 5"),
    Offer("bank", "Kasaya koy"),
    Offer("no move", "Hamle yok"),
)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1", "keep 1"),
        ("05", "no move"),
        ("keep 1", "keep 1"),
        ("KEEP  1   5", "keep 1 5"),
        ("b", "bank"),
        ("kas", "bank"),
        ("hamle yok", "no move"),
        ("ayır: 5", "keep 5"),
        ("no", "no move"),
        ("", None),
        ("keep 5 1", None),
        ("roll", None),
    ],
)
def test_a_line_means_one_offer_or_none(text: str, move: str | None) -> None:
    assert chosen(text, OFFERS) == move


@pytest.mark.parametrize("text", ["0", "6", "99999999999999999999"])
def test_a_number_that_is_not_in_the_list_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="choose 1 to 5"):
        chosen(text, OFFERS)


@pytest.mark.parametrize("text", ["k", "keep", "ayır"])
def test_a_beginning_that_several_have_names_them(text: str) -> None:
    with pytest.raises(Malformed, match="keep 1, keep 1 5"):
        chosen(text, OFFERS)


ZONES = (
    Offer("no move", "Hamle yok"),
    *(Offer(f"place {zone}", f"Boncuk koy: {zone}") for zone in (1, 2, 17, 36)),
)
SLOTS = (
    Offer("toss", "At"),
    *(Offer(f"put {slot}", f"Put it into slot {slot}") for slot in range(5, 55, 5)),
    *(Offer(f"put {slot} rack-o", f"Slot {slot}, and Rack-O!") for slot in (5, 10)),
)


@pytest.mark.parametrize(
    ("text", "offers", "move"),
    [
        ("1", ZONES, "place 1"),
        ("17", ZONES, "place 17"),
        ("036", ZONES, "place 36"),
        ("a", ZONES, "no move"),
        ("n", ZONES, "no move"),
        ("A", ZONES, "no move"),
        ("5", SLOTS, "put 5"),
        ("50", SLOTS, "put 50"),
        ("b", SLOTS, "toss"),
        ("t", SLOTS, "toss"),
        ("c", SLOTS, "put 5 rack-o"),
        ("put 10 rack-o", SLOTS, "put 10 rack-o"),
        ("9", (Offer("play 9", "Play 9"),), "play 9"),
    ],
)
def test_a_number_is_the_zone_or_slot_that_it_names(text: str, offers: tuple[Offer, ...], move: str) -> None:
    assert chosen(text, offers) == move


@pytest.mark.parametrize(("text", "offers"), [("3", ZONES), ("0", ZONES), ("12", SLOTS)])
def test_a_number_that_names_no_zone_or_slot_is_refused(text: str, offers: tuple[Offer, ...]) -> None:
    with pytest.raises(Malformed, match=f"no number {text} in the list"):
        chosen(text, offers)


@given(st.lists(st.sampled_from([*OFFERS, *ZONES, *SLOTS]), min_size=1, unique=True))
def test_every_offer_has_a_key_of_its_own_that_means_it(offers: list[Offer]) -> None:
    typed = keys(offers)
    assert len(set(typed)) == len(offers)
    assert [chosen(key, offers) for key in typed] == [offer.text for offer in offers]


@given(st.text(max_size=30))
def test_any_line_means_an_offer_or_nothing_or_is_refused(text: str) -> None:
    with suppress(Malformed):
        move = chosen(text, OFFERS)
        assert move is None or move in {offer.text for offer in OFFERS}


@pytest.mark.parametrize("lang", LANGS)
def test_words_to_the_terminal_are_understood_in_english_and_in_the_language_spoken(lang: str) -> None:
    say = speak(lang)
    for name in COMMANDS:
        assert command(name, say) == name
        assert command(say(name).upper() if lang == "en" else say(name), say) == name
    assert command("?", say) == "help"
    assert command("keep 1", say) is None
    assert len({say(name) for name in COMMANDS}) == len(COMMANDS)


@pytest.mark.parametrize(
    ("lang", "text", "due"),
    [
        ("tr", "ÇIK", "quit"),
        ("tr", "cik", "quit"),
        ("tr", "İPUCU", "hint"),
        ("tr", "ipucu", "hint"),
        ("el", "ΕΞΟΔΟΣ", "quit"),
        ("el", "εξοδος", "quit"),
        ("el", "Υπόδειξη", "hint"),
    ],
)
def test_capitals_accents_and_dots_do_not_matter(lang: str, text: str, due: str) -> None:
    assert command(text, speak(lang)) == due


def test_a_move_may_be_typed_without_accents_and_dots() -> None:
    assert chosen("AYIR: 5", OFFERS) == chosen("ayir: 5", OFFERS) == "keep 5"


def test_dice_may_stand_close_together() -> None:
    assert thrown("144462") == thrown("1 4 4 4 6 2") == thrown(" 1,4, 4 462") == [1, 4, 4, 4, 6, 2]
    assert thrown("") == []


def test_cards_stand_apart() -> None:
    assert drawn("12 3,40") == [12, 3, 40]


@pytest.mark.parametrize("text", ["one", "1.5", "-3", "¹", "1_0", "٣"])
def test_what_is_no_number_is_refused(text: str) -> None:
    for read in (thrown, drawn):
        with pytest.raises(Malformed, match="is no number"):
            read(text)
