"""The daily puzzle: the same for everybody, from the date alone."""

from datetime import date, timedelta

import pytest

from sofra.games import open_box
from sofra.games.raks.page.daily import check, draw, puzzle
from sofra.games.raks.reach import reach
from sofra.lang import LANGS, speak

BOX = open_box("raks")
DAY = date(2026, 3, 1)


def test_a_day_has_one_puzzle_and_days_differ() -> None:
    days = [DAY + timedelta(days=number) for number in range(60)]
    assert [puzzle(day) for day in days] == [puzzle(day) for day in days]
    assert len({puzzle(day).dice for day in days}) > 15
    for day in days:
        found = puzzle(day)
        assert found.zones == len(reach(found.dice, "all")) >= 9
        assert 0.75 * found.zones <= found.goal < found.zones


def test_the_puzzle_of_a_date_never_changes() -> None:
    assert puzzle(date(2025, 1, 1)).dice == (3, 3, 4)
    assert puzzle(date(2025, 1, 5)).dice == (3, 5, 6)


def test_right_expressions_are_found_once_and_wrong_ones_say_why() -> None:
    asked = puzzle(date(2025, 1, 5))
    found = check(asked, "3+5+6\n6+5+3; (6-5)*3 , 3*5+6 = 22\n\n5*6*3\n4+5+6\n3+5\n3++5\n3*5-6=9")
    assert found.right == {3: "(6 − 5) × 3", 9: "3 × 5 − 6", 14: "3 + 5 + 6"}
    said = {written: str(reason) for written, reason in found.wrong}
    assert said == {
        "3 × 5 + 6": "makes 21, not 22",
        "5 × 6 × 3": "makes no zone from 1 to 36",
        "4 + 5 + 6": "4 was not rolled",
        "3 + 5": "needs all three dice: 6 is left over",
        "3++5": "two operations stand side by side: + and +",
    }


def test_all_zones_are_a_solution_and_enough_of_them_keep_the_streak() -> None:
    asked = puzzle(DAY)
    texts = [texts[0] for texts in reach(asked.dice, "all").values()]
    assert len(check(asked, "\n".join(texts)).right) == asked.zones
    assert 'data-solved="yes"' in draw(DAY, "\n".join(texts[: asked.goal]), speak("en", BOX))
    assert 'data-solved="no"' in draw(DAY, "\n".join(texts[: asked.goal - 1]), speak("en", BOX))


@pytest.mark.parametrize("lang", LANGS)
def test_the_puzzle_gives_nothing_away_until_it_is_asked_to(lang: str) -> None:
    asked, say = puzzle(DAY), speak(lang, BOX)
    page = draw(DAY, "", say)
    assert str(asked.zones) in page
    assert "<li>" not in page
    assert page.count("<li>") < draw(DAY, "", say, show_all=True).count("<li>") == asked.zones


def test_what_was_written_is_escaped_and_bounded() -> None:
    page = draw(DAY, "<script>alert(1)</script>", speak("en", BOX))
    assert "<script>" not in page
    assert len(draw(DAY, "1\n" * 100_000, speak("en", BOX))) < 60_000
