"""What holds for every page and state in every language, read from the HTML alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest

from sofra.games import boxes, open_box
from sofra.lang import LANGS
from sofra.web import pages
from tests.pages import asides, more_rooms, rooms
from tests.pages.markup import Element, Reader, read


@cache
def made(lang: str) -> Mapping[str, str]:
    return rooms.pages_of(lang) | asides.asides_of(lang) | more_rooms.more_pages_of(lang)


NAMES = tuple(made("en"))
EVERYWHERE = [(lang, name) for lang in LANGS for name in NAMES]


@cache
def page(lang: str, name: str) -> Reader:
    return read(made(lang)[name])


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_html_is_well_formed_with_no_id_twice_and_every_reference_met(lang: str, name: str) -> None:
    found = page(lang, name)
    assert found.faults == []
    ids = [element.attributes["id"] for element in found.elements if element.has("id")]
    assert sorted(ids) == sorted(set(ids))
    for element in found.elements:
        for attribute in ("for", "aria-labelledby", "aria-describedby"):
            for wanted in element.attributes.get(attribute, "").split():
                assert wanted in ids, (element.tag, attribute, wanted)


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_page_is_in_its_language_and_holds_no_inline_script_or_style(lang: str, name: str) -> None:
    found = page(lang, name)
    assert found.elements[0].tag == "html"
    assert found.elements[0].attributes["lang"] == lang
    for element in found.elements:
        assert not any(attribute.startswith("on") for attribute in element.attributes), element
        assert not element.has("style"), element
        if element.tag == "script":
            assert re.match(r"/(games/\w+/)?static/", element.attributes["src"]), element
            assert element.text == ""
        for attribute in ("src", "href", "action"):
            address = element.attributes.get(attribute, "")
            assert not address.startswith("//"), element
            assert not address.startswith("http") or "table.example" in address, element
            assert address or attribute not in element.attributes, element


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_everything_that_can_be_used_has_a_name(lang: str, name: str) -> None:
    found = page(lang, name)
    labelled = {e.attributes["for"] for e in found.elements if e.tag == "label" and e.has("for")}
    for element in found.elements:
        if element.tag in ("input", "select", "textarea") and element.attributes.get("type") != "hidden":
            inside = any(parent.tag == "label" and parent.text.strip() for parent in element.parents)
            assert element.has("aria-label") or inside or element.attributes.get("id") in labelled, element
        if element.tag in ("button", "a", "summary"):
            assert element.text.strip() or element.has("aria-label"), element
        if element.tag == "svg":
            shown = element.attributes.get("role") == "img" and element.has("aria-label")
            assert element.attributes.get("aria-hidden") == "true" or shown, element


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_page_has_one_first_heading_one_live_region_and_a_way_past_the_header(lang: str, name: str) -> None:
    found = page(lang, name)
    assert count(found, "h1") == 1
    polite = [e for e in found.elements if e.attributes.get("aria-live") == "polite"]
    assert [e.attributes["id"] for e in polite] == ["live"]
    links = [e for e in found.elements if e.tag == "a"]
    assert links[0].attributes["href"] == "#main"
    assert count(found, "main") == 1


@pytest.mark.parametrize(("lang", "name"), EVERYWHERE)
def test_every_disabled_control_says_why(lang: str, name: str) -> None:
    found = page(lang, name)
    ids = {e.attributes["id"]: e for e in found.elements if e.has("id")}
    for element in found.elements:
        if element.has("disabled"):
            why = element.attributes.get("aria-describedby", "")
            assert why in ids, element
            assert ids[why].text.strip(), element


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_begins_with_the_dot_that_stands_between_two_facts(lang: str) -> None:
    for name, html in made(lang).items():
        assert not re.search(r">\s*· ", html), name


def count(found: Reader, tag: str) -> int:
    return sum(element.tag == tag for element in found.elements)


@pytest.mark.parametrize("name", NAMES)
def test_every_form_is_sent_by_post_to_this_server_and_names_what_it_sends(name: str) -> None:
    found = page("en", name)
    for element in found.elements:
        if element.tag == "form":
            assert element.attributes["method"] == "post"
            # Without an address a form comes back to the page it stands on.
            assert element.attributes.get("action", "/").startswith("/")
        if element.tag == "button" and element.attributes.get("type") != "button":
            assert any(parent.tag == "form" for parent in element.parents), element


def test_regions_are_the_parts_of_the_page_under_their_ids() -> None:
    for make in rooms.FARKLE_STATES.values():
        room = make("en")
        whole = pages.table(room)
        parts = pages.regions(room)
        assert tuple(parts) == pages.REGIONS
        for name, html in parts.items():
            first = read(html).elements[0]
            assert first.attributes["id"] == name
            assert html in whole


def test_what_people_type_is_escaped_everywhere() -> None:
    evil = "<b x='\">&"
    chairs = (pages.Chair(0, "here", evil, "navy", host=True), pages.Chair(1, "elsewhere", evil, "sky"))
    match = rooms.farkle([(1, 1, 1, 4, 6, 2)], ["roll", "keep 1 1 1", "bank"])
    room = rooms.room(match, "en", chairs=chairs)
    for html in (pages.table(room), pages.lobby(room_of_lobby(room)), pages.curtain(room, 0)):
        found = read(html)
        assert found.faults == []
        assert evil in "".join(element.text for element in found.elements if element.tag == "bdi")
        assert not [element for element in found.elements if element.tag == "b" and "x" in element.attributes]


def room_of_lobby(room: pages.Room) -> pages.Room:
    from dataclasses import replace

    return replace(room, started=False, link=rooms.LINK)


def test_a_form_with_mistakes_marks_each_field_and_says_what_it_takes() -> None:
    found = page("en", "new-wrong")
    marked = {e.attributes["name"]: e for e in found.elements if e.attributes.get("aria-invalid") == "true"}
    assert set(marked) == {"rule-target", "name-0"}
    ids = {e.attributes["id"]: e.text for e in found.elements if e.has("id")}
    assert "from 500 to 50,000 in steps of 50" in ids["wrong-rule-target"]
    assert ids["wrong-name-0"] == "a name is missing for chair 1"
    assert marked["rule-target"].attributes["value"] == "12"


@pytest.mark.parametrize("game", list(boxes()))
def test_the_form_of_every_game_reads_back_to_the_preset_it_shows(game: str) -> None:
    box = open_box(game)
    for preset in box.game.presets:
        setup = pages.first_setup(box, preset)
        found = read(pages.new_table(rooms.site("en"), box, setup))
        assert found.faults == []
        sent = submitted(found)
        if sent["name-0"] == [""]:
            sent["name-0"] = ["Ayşe"]
        back = pages.read_setup(box, sent)
        if back.errors:
            # Some presets need more chairs than the form opens with; nothing else may be wrong.
            assert set(back.errors) == {"chairs"}, back.errors
        else:
            assert back.rules == box.game.presets[preset]


def submitted(found: Reader) -> dict[str, list[str]]:
    """What a browser sends for the form as it stands."""
    sent: dict[str, list[str]] = {}
    select: Element | None = None
    for element in found.elements:
        if not any(p.tag == "form" and p.attributes.get("action") == "/tables" for p in element.parents):
            continue
        kind, name = element.attributes.get("type", ""), element.attributes.get("name", "")
        if element.tag == "input" and (kind not in ("checkbox", "radio") or element.has("checked")):
            sent.setdefault(name, []).append(element.attributes.get("value", "on"))
        if element.tag == "select":
            select = element
        if element.tag == "option" and element.has("selected") and select is not None:
            sent.setdefault(select.attributes["name"], []).append(element.attributes["value"])
    return sent


def test_single_rules_changed_by_hand_count_on_top_of_the_preset() -> None:
    box = open_box("farkle")
    sent = submitted(read(pages.new_table(rooms.site("en"), box, pages.first_setup(box))))
    sent |= {"name-0": ["Ayşe"], "preset": ["Zilch"], "rule-target": ["2000"], "rule-small_straights": ["on"]}
    back = pages.read_setup(box, sent)
    assert not back.errors
    assert back.rules == box.game.rules.of(
        {"target": 2000, "small_straights": True}, box.game.presets["Zilch"]
    )


def test_tokens_of_the_dark_room_are_the_same_by_setting_and_by_the_device() -> None:
    css = (rooms.assets_folder() / "sofra.css").read_text("utf-8")
    by_device = re.search(r':root:not\(\[data-theme="light"\]\) \{(.*?)\n  \}', css, re.DOTALL)
    by_setting = re.search(r':root\[data-theme="dark"\] \{\n(.*?)\n\}', css, re.DOTALL)
    assert by_device
    assert by_setting
    assert by_device[1].split() == by_setting[1].split()


HAD = frozenset("–—−×÷≠±…·“”‘’«»→←\N{NO-BREAK SPACE}")
"""Signs beside letters, digits and ASCII that the fonts of the pages have; any other is drawn."""


def odd_signs(text: str) -> set[str]:
    """The signs in a text for which a browser would have to look through every font of the device."""
    return {sign for sign in text if ord(sign) > 127 and not sign.isalpha() and sign not in HAD}


@pytest.mark.parametrize("lang", LANGS)
def test_no_page_has_a_sign_that_usual_fonts_lack(lang: str) -> None:
    found = {
        name: odd_signs(read(text).elements[0].text) | odd_signs(text) for name, text in made(lang).items()
    }
    assert {name: signs for name, signs in found.items() if signs} == {}
    assert odd_signs("⌫ × ÷") == {"⌫"}
