"""Three languages say everything: no message is missing, left in English, or short of one of its places."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from sofra.lang.catalogue import shell_folders
from tests.lang.messages import SOURCE, Message, constants, messages

LANGS = ("tr", "el")
FOLDERS = sorted(SOURCE.rglob("locale"))

NAMES = frozenset(
    {"Farkle", "Rack-O", "Rak's", "Zilch", "sofra", "English", "Türkçe", "Ελληνικά", "Farkle!", "Rack-O!"}
)
"""Proper names, which stay what they are."""


@cache
def read(folder: Path, lang: str) -> Catalog:
    with (folder / f"{lang}.po").open("rb") as stream:
        return read_po(stream, locale=lang, abort_invalid=True)


@cache
def texts(folder: Path, lang: str) -> dict[str, tuple[tuple[str, ...], str | None]]:
    """Each message of a catalogue with its forms, and the plural it is filed under."""
    found: dict[str, tuple[tuple[str, ...], str | None]] = {}
    for message in read(folder, lang):
        if not message.id:
            continue
        if isinstance(message.id, str):
            found[message.id] = ((str(message.string),), None)
        else:
            found[message.id[0]] = (tuple(message.string), message.id[1])
    return found


@cache
def known(game: str | None, lang: str) -> dict[str, tuple[tuple[str, ...], str | None]]:
    """Everything that a message of this game, or of no game, can be looked up in."""
    folders = [folder for folder in shell_folders() if (folder / f"{lang}.po").is_file()]
    if game is not None and (SOURCE / "games" / game / "locale" / f"{lang}.po").is_file():
        folders.append(SOURCE / "games" / game / "locale")
    found: dict[str, tuple[tuple[str, ...], str | None]] = {}
    for folder in folders:
        found.update(texts(folder, lang))
    return found


def places(text: str) -> set[str]:
    """The named places of a message."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def has_words(text: str) -> bool:
    """Whether anything but places, numbers and marks stands in a message."""
    return re.search(r"[^\W\d_]", re.sub(r"{\w*}", "", text)) is not None


FOUND = messages()


def test_messages_are_found_everywhere() -> None:
    where = {message.where.partition("/")[0] for message in FOUND}
    assert {"core", "cli", "dealing", "games", "web"} <= where
    assert len({message.text for message in FOUND}) > 300
    assert any(message.plural for message in FOUND)


@pytest.mark.parametrize("lang", LANGS)
def test_every_message_is_translated(lang: str) -> None:
    catalogues = {game: known(game, lang) for game in {message.game for message in FOUND}}
    missing = sorted(
        {f"{m.where}: {m.text!r}" for m in FOUND if has_words(m.text) and m.text not in catalogues[m.game]}
    )
    assert missing == []


@pytest.mark.parametrize("lang", LANGS)
def test_what_counts_has_all_its_forms(lang: str) -> None:
    forms = {"tr": 1, "el": 2}[lang]
    wrong = []
    for message in FOUND:
        if message.plural is None:
            continue
        entry = known(message.game, lang).get(message.text)
        if entry is None or entry[1] != message.plural or len(entry[0]) != forms or not all(entry[0]):
            wrong.append(f"{message.where}: {message.text!r} / {message.plural!r}: {entry}")
    assert wrong == []


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(SOURCE)))
def test_every_entry_is_whole(folder: Path, lang: str) -> None:
    """Nothing empty, fuzzy or twice; nothing left in English; the places are those of the message."""
    catalogue = read(folder, lang)
    assert [message.id for message in catalogue if message.fuzzy and message.id] == []
    source = (folder / f"{lang}.po").read_text("utf-8")
    ids = re.findall(r'^msgid "(.+)"$', source, re.MULTILINE)
    assert sorted({name for name in ids if ids.count(name) > 1}) == []
    wrong = []
    for text, (forms, plural) in texts(folder, lang).items():
        due = places(text) | (places(plural) if plural else set())
        for form in forms:
            if not form.strip():
                wrong.append(f"{text!r} is not translated")
            elif form in (text, plural) and has_words(text) and text not in NAMES:
                wrong.append(f"{text!r} is left in English")
            elif places(form) - due or (due - places(form)) - {"count"}:
                wrong.append(f"{text!r} has the places {sorted(due)}, its translation {sorted(places(form))}")
    assert wrong == []


@pytest.mark.parametrize("lang", LANGS)
def test_no_catalogue_holds_what_nobody_says(lang: str) -> None:
    said = {message.text for message in FOUND} | constants()
    unsaid = {
        f"{folder.relative_to(SOURCE)}: {text!r}"
        for folder in FOLDERS
        for text in texts(folder, lang)
        if text not in said
    }
    assert sorted(unsaid) == []


def test_the_checks_see_a_missing_message() -> None:
    planted = Message("Nobody has translated this sentence.", "planted")
    assert planted.text not in known(None, "tr")
    assert has_words(planted.text)
    assert not has_words("{name}: {points}")
    assert places("{name}: {points} {0}") == {"name", "points", "0"}
