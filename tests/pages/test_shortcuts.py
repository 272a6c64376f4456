"""Single keys: every game lists its own, they can be moved, and what cannot be meant is refused in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sofra
from sofra.core.errors import Malformed
from sofra.games import boxes, open_box
from sofra.web import pages, shortcuts
from tests.pages import rooms
from tests.pages.markup import read

SOURCE = Path(sofra.__file__).parent


@pytest.mark.parametrize("game", list(boxes()))
def test_every_key_that_a_game_has_on_its_controls_is_on_its_list(game: str) -> None:
    template = (SOURCE / "games" / game / "page" / "table.html").read_text("utf-8")
    used = set(re.findall(r'data-key="(\w)"', template))
    assert used
    listed = {key for key, _ in shortcuts.of(open_box(game))}
    assert used <= listed, used - listed


def test_moved_keys_come_back_from_the_cookie_as_they_were_posted() -> None:
    cookie = shortcuts.read({"key-R": ["b"], "key-B": ["R"], "key-U": [" 9 "]})
    assert dict(shortcuts.parse(cookie)) == {"R": "B", "B": "R", "U": "9"}
    assert shortcuts.read({"key-R": ["r"]}) == ""
    assert shortcuts.parse("") == {}


@pytest.mark.parametrize("text", ["?", "3", "ρ", "ı", "XY", "-"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(Malformed, match="one letter from A to Z"):
        shortcuts.read({"key-R": [text]})


def test_one_key_for_two_things_is_refused_and_such_a_cookie_passed_over() -> None:
    with pytest.raises(Malformed, match='"B" is there twice'):
        shortcuts.read({"key-R": ["B"]})
    assert shortcuts.parse("RB") == {}
    assert shortcuts.parse("RZ.zz.Q.RZZ") == {"R": "Z"}


def test_the_page_carries_moved_keys_and_shows_them_on_its_list() -> None:
    room = rooms.FARKLE_STATES["farkle-turn"](rooms.site("en", keys={"R": "Z"}))
    found = read(pages.table(room))
    assert found.elements[0].attributes["data-keys"] == '{"R": "Z"}'
    keys = [
        e.text
        for e in found.elements
        if e.tag == "kbd" and any(p.attributes.get("id") == "keys" for p in e.parents)
    ]
    assert keys[0] == "Z"
