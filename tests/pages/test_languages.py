"""No English is left on a Turkish or Greek page, and no message lacks a translation."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from sofra.games.parts import Speak
from sofra.web import pages
from tests.pages import messages, rooms
from tests.pages.markup import read

OTHERS = ("tr", "el")

SAME = {
    "Farkle",
    "Farkle!",
    "+{points}",
    "{group} = {points}",
    "{group}: {points}",
    "Zilch",
    "{row}: {points}",
    "{row} ({dice}): {points}",
    "{name}: {points}",
}
"""Proper names and messages without a word: equal to the English on purpose."""


@cache
def all_messages() -> tuple[str, ...]:
    return tuple(sorted(messages.of_shell() | messages.of_farkle_page()))


@pytest.mark.parametrize("lang", OTHERS)
def test_every_message_of_the_pages_is_translated(lang: str) -> None:
    speak = rooms.site(lang).speak
    missing = [message for message in all_messages() if not speak.knows(message)]  # type: ignore[attr-defined]
    assert missing == []


@pytest.mark.parametrize("lang", OTHERS)
def test_no_translation_is_the_english_sentence(lang: str) -> None:
    speak = rooms.site(lang).speak
    same = [m for m in all_messages() if m not in SAME and re.search("[A-Za-z]{2}", m) and speak(m) == m]
    assert same == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_translation_has_the_places_of_its_message(lang: str) -> None:
    from sofra.lang.catalogue import load

    for folder in (messages.SOURCE / "web" / "locale", messages.SOURCE / "games" / "farkle" / "locale"):
        for message, forms in load(folder, lang).texts.items():
            wanted = set(re.findall(r"\{(\w+)\}", message))
            for form in forms:
                got = set(re.findall(r"\{(\w+)\}", form))
                # A plural's own number may be in words in one form ("one die") and a figure in the other.
                assert got - {"count"} == wanted - {"count"}, (message, form)


class Pseudo:
    """A language in which everything translated stands in ⟦brackets⟧, so that what is not is seen."""

    def __init__(self, other: Speak) -> None:
        self._other = other

    @property
    def lang(self) -> str:
        return self._other.lang

    def __call__(self, message: str, /, **fields: Any) -> str:
        return f"⟦{self._other(message, **fields)}⟧"

    def many(self, one: str, other: str, count: int, /, **fields: Any) -> str:
        return f"⟦{self._other.many(one, other, count, **fields)}⟧"

    def number(self, value: float) -> str:
        return self._other.number(value)

    def percent(self, share: float, digits: int = 0) -> str:
        return self._other.percent(share, digits)


FREE = {
    "sofra",
    "EN",
    "TR",
    "ΕΛ",
    "English",
    "Türkçe",
    "Ελληνικά",
    "Ayşe",
    "Νίκος",
    "Guðrún",
    "Ósk",
    "Penny",
    "Ada",
    "Elif",
}
"""Words that stand on pages without being messages: names of people, languages and of the project."""


def test_no_text_on_any_page_stands_outside_the_catalogues() -> None:
    reader = replace(rooms.site("en"), speak=Pseudo(rooms.site("en").speak))
    for name, html in rooms.pages_with(reader).items():
        found = read(html)
        for element in found.elements:
            for attribute in ("aria-label", "placeholder", "title", "alt"):
                check(name, element.attributes.get(attribute, ""))
        check(name, found.elements[0].text)


def check(name: str, text: str) -> None:
    bare = text
    while "⟦" in bare:
        shorter = re.sub(r"⟦[^⟦⟧]*⟧", " ", bare)
        if shorter == bare:
            break
        bare = shorter
    words = set(re.findall(r"[^\W\d_]{2,}", bare)) - FREE
    assert words == set(), (name, sorted(words))


@pytest.mark.parametrize(
    ("lang", "one", "many", "share"),
    [
        ("en", "1 player", "2 players", "97.7%"),
        ("tr", "1 oyuncu", "2 oyuncu", "%97,7"),
        ("el", "1 παίκτης", "2 παίκτες", "97,7%"),
    ],
)
def test_plurals_percent_and_numbers_are_as_the_language_has_them(
    lang: str, one: str, many: str, share: str
) -> None:
    speak = rooms.site(lang).speak
    assert speak.many("{count} player", "{count} players", 1) == one
    assert speak.many("{count} player", "{count} players", 2) == many
    rules = rooms.pages_of(lang)["farkle-rules"]
    assert share in rules
    points = "10,000" if lang == "en" else "10.000"
    assert points in pages.table(rooms.FARKLE_STATES["farkle-turn"](lang))
