"""A first match to look at: played by the real rules, in three languages, and it shows what its sentences say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sofra.core.errors import Illegal, Unknown
from sofra.games import boxes, open_box
from sofra.games.farkle.view import Farkled
from sofra.games.guides import Guide, Lesson
from sofra.lang import LANGS
from sofra.web import guiding
from tests.pages import rooms
from tests.pages.markup import read

GAMES = [key for key, box in boxes().items() if box.guide is not None]


def guide(key: str) -> Guide:
    found = open_box(key).guide
    assert found is not None
    return found


def test_every_game_of_the_house_has_a_guide() -> None:
    assert set(GAMES) == set(boxes())


@pytest.mark.parametrize("key", GAMES)
def test_every_step_asks_one_seat_for_a_legal_move_and_uses_up_what_chance_had_to_give(key: str) -> None:
    box, found = open_box(key), guide(key)
    for step, lesson in enumerate(found.lessons):
        match = found.at(box.game, step)
        last = step + 1 == len(found.lessons)
        assert last is (lesson.move == "")
        assert last or len(match.asked) == 1
        if lesson.move:
            assert box.game.write(box.game.read(lesson.move)) == lesson.move
    whole = found.at(box.game, len(found.lessons) - 1)
    drawn = [entry for entry in whole.log if hasattr(entry, "values")]
    assert len(drawn) == len(found.chance)


def test_a_move_that_the_rules_do_not_allow_is_refused() -> None:
    found = guide("farkle")
    wrong = replace(found, lessons=(found.lessons[0], Lesson("", "keep 6"), found.lessons[2]))
    with pytest.raises(Illegal):
        wrong.at(open_box("farkle").game, 2)


def test_what_the_sentences_promise_is_what_happens() -> None:
    farkle = guide("farkle").at(open_box("farkle").game, 6)
    assert farkle.view(0).scores == (dict(guide("farkle").lessons[5].fields)["points"], 0)
    assert any(isinstance(tell, Farkled) for tell in farkle.told(0))
    racko = guide("racko").at(open_box("racko").game, 6)
    told = dict(guide("racko").lessons[6].fields)
    assert racko.view(0).totals == (told["won"], told["lost"])
    raks = guide("raks").at(open_box("raks").game, 6)
    assert raks.view(0).points == (2 + dict(guide("raks").lessons[6].fields)["two"], 0)
    assert raks.view(0).board[34] is None


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("key", GAMES)
def test_every_step_is_a_page_with_a_way_on_and_nothing_to_press_on_the_table(key: str, lang: str) -> None:
    box, site = open_box(key), rooms.site(lang)
    steps = len(guide(key).lessons)
    for step in range(steps):
        found = read(guiding.page(site, box, step))
        assert found.faults == []
        ways = [
            e.attributes["href"]
            for e in found.elements
            if e.tag == "a" and "btn" in e.attributes.get("class", "")
        ]
        assert ways[0] == (f"/new/{key}" if step + 1 == steps else f"/guide/{key}?step={step + 2}")
        assert ways[1] == (f"/guide/{key}?step={step}" if step else f"/rules/{key}")
        (table,) = (e for e in found.elements if e.attributes.get("id") == "match")
        assert table.has("inert")


@pytest.mark.parametrize("step", [-1, 99])
def test_a_step_that_is_not_there_is_no_page(step: int) -> None:
    with pytest.raises(Unknown):
        guiding.page(rooms.site("en"), open_box("farkle"), step)
