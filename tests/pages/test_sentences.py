"""What people read is written as it should be: sentences begin with a capital, one is no plural, names have one spelling."""

import json
import re
from html import unescape
from pathlib import Path

import pytest

from sofra.games import open_box
from sofra.games.parts import Names
from sofra.games.racko.play import phrase, reason
from sofra.games.racko.scoring import Item
from sofra.lang import LANGS
from sofra.web import pages
from tests.pages import asides, rooms
from tests.pages.markup import read
from tests.web.support import Person, app


def capital(text: str) -> bool:
    """Whether the first letter of a text is no small one."""
    first = next((sign for sign in text if sign.isalnum()), "A")
    return not first.islower()


def test_the_check_sees_a_small_letter() -> None:
    assert not capital("the 2 does not score")
    assert not capital("«αυτό»")
    assert capital("2 zar")
    assert capital("İki")


@pytest.mark.parametrize("lang", LANGS)
def test_refusals_on_a_table_begin_with_a_capital(lang: str) -> None:
    html = pages.table(rooms.FARKLE_STATES["farkle-refused"](lang))
    said = [e.text for e in read(html).elements if e.attributes.get("class") == "said"]
    assert len(said) == 1
    assert capital(said[0]), said
    given = re.search(r"data-refusals='([^']*)'", html)
    assert given
    assert all(map(capital, json.loads(unescape(given[1])).values()))


@pytest.mark.parametrize("lang", LANGS)
def test_pages_for_what_is_not_there_or_not_allowed_begin_with_a_capital(tmp_path: Path, lang: str) -> None:
    with app(tmp_path) as client:
        person = Person(client, **{"accept-language": lang})
        for address in ("/t/AAAAAAAAAAAAAAAAAAAAAA", "/nothing", "/rules/chess", "/t/x/record"):
            answer = person.get(address)
            assert answer.status_code in (400, 403, 404)
            lead = next(
                e for e in read(answer.text).elements if "lead" in e.attributes.get("class", "").split()
            )
            assert capital(lead.text), lead.text
        stranger = Person(client, origin="http://elsewhere.example", **{"accept-language": lang})
        answer = stranger.post("/tables", {"game": "farkle"})
        assert answer.status_code == 403
        lead = next(e for e in read(answer.text).elements if "lead" in e.attributes.get("class", "").split())
        assert capital(lead.text), lead.text


def test_one_card_is_no_plural() -> None:
    assert phrase(Item("in order", 5, 1)) == "one card in order"
    assert phrase(Item("in order", 10, 2)) == "2 cards in order"
    for lang in LANGS:
        speak = rooms.site(lang).speak
        found = reason(Item("rising", 5, 1), 1)
        assert speak(found.what, **dict(found.fields)) != found.what
        assert "1 " not in speak(found.what, **dict(found.fields)).replace("1:", "")


@pytest.mark.parametrize("lang", LANGS)
def test_rak_s_has_one_spelling_and_its_board_counts_without_plurals(lang: str) -> None:
    made = rooms.pages_of(lang)
    assert not [name for name, html in made.items() if "Rak’s" in html]
    match = rooms.played("raks", open_box("raks").game.rules(), 2, [(6, 1), (1, 2, 4)], [])
    board = open_box("raks").words.board(match.view(0), rooms.site(lang).speak, Names(("Elif", "Can")))
    assert not re.search(r"\b1 (points|πόντοι)", board)


@pytest.mark.parametrize("lang", LANGS)
def test_thousands_are_grouped_in_every_sentence_of_farkles_rules(lang: str) -> None:
    speak = rooms.site(lang).speak
    for option in open_box("farkle").game.rules.options():
        for text in (option.meaning, option.example):
            if text:
                assert not re.search(r"\d{4}", speak(text)), speak(text)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Winner: Ayşe, first to have 1,000"),
        ("tr", "Kazanan: Ayşe, 1.000 puana ilk ulaşan"),
        ("el", "Νίκη: Ayşe, έφτασε πρώτα τους 1.000"),
    ],
)
def test_who_wins_with_as_many_points_as_another_is_told_why(lang: str, said: str) -> None:
    ended = read(asides.asides_of(lang)["farkle-tie"])
    assert [e.text for e in ended.elements if e.attributes.get("class") == "winner"] == [said]
