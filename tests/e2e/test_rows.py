"""What belongs together stands in one line: the buttons of the games, the opponents of a rack, the dice of a turn."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from sofra.web import pages
from tests.e2e.still import serve, show
from tests.pages import asides, rooms

pytestmark = pytest.mark.browser

TOPS = """part => [...document.querySelectorAll(part)].map((one) => Math.round(one.getBoundingClientRect().top))"""
RIGHT = """part => Math.round(document.querySelector(part).getBoundingClientRect().right)"""
WIDTHS = """part => [...document.querySelectorAll(part)].filter((one) => one.scrollWidth > one.clientWidth + 1).length"""


def opened(browser: Browser, width: int, made: dict[str, str], name: str, height: int = 900) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, made)
    show(page, name)
    return page


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize(("width", "row"), [(768, 2), (1060, 3), (1440, 3)])
def test_the_buttons_of_all_games_in_a_row_stand_in_one_line(
    browser: Browser, lang: str, width: int, row: int
) -> None:
    page = opened(browser, width, rooms.pages_of(lang), "start-first")
    tops = page.evaluate(TOPS, ".game .btn.primary")
    assert len(set(tops[:row])) == 1, tops
    page.add_style_tag(content=".game .rules-link { min-height: 0 !important; }")
    page.evaluate("document.querySelector('.game .rules-link a').closest('li, a').remove()")
    assert len(set(page.evaluate(TOPS, ".game .btn.primary")[:row])) > 1, (
        "the check sees a card with fewer links"
    )
    page.context.close()


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize(("width", "rows"), [(768, 2), (1440, 1)])
def test_three_opponents_fill_their_rows_and_their_cards_fit(
    browser: Browser, lang: str, width: int, rows: int
) -> None:
    page = opened(browser, width, asides.asides_of(lang), "racko-partners")
    assert len(page.evaluate(TOPS, ".other")) == 3
    assert len(set(page.evaluate(TOPS, ".other .mini"))) == rows
    assert page.evaluate(WIDTHS, ".other .mini li") == 0
    assert page.evaluate(RIGHT, ".other:last-child") == page.evaluate(RIGHT, ".others")
    page.add_style_tag(
        content=".others { grid-template-columns: 1fr 1fr !important; } .other { grid-column: auto !important; }"
    )
    assert page.evaluate(RIGHT, ".other:last-child") < page.evaluate(RIGHT, ".others"), "the check sees a gap"
    page.context.close()


KEPT = {
    "of one throw": ([(1, 1, 1, 5, 5, 2)], ["roll", "keep 1 1 1 5 5"]),
    "of five throws": ([(1, 2, 3, 4, 6, 2)[: 6 - n] for n in range(5)], ["roll", "keep 1"] * 5),
}


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize(("width", "height"), [(320, 568), (320, 900), (390, 780)])
def test_five_kept_dice_lie_in_one_row_on_a_phone(
    browser: Browser, lang: str, width: int, height: int
) -> None:
    for throws, moves in KEPT.values():
        made = {"kept": pages.table(rooms.room(rooms.farkle(throws, moves), lang))}
        page = opened(browser, width, made, "kept", height)
        assert len(page.evaluate(TOPS, ".kept .die")) == 5
        assert len(set(page.evaluate(TOPS, ".kept .die"))) == 1
        page.add_style_tag(content=".turn-line .total { max-width: none !important; min-width: 45%; }")
        assert len(set(page.evaluate(TOPS, ".kept .die"))) > 1, "the check sees a tray that is too narrow"
        page.context.close()
