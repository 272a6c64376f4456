"""Dice are there to be seen: on every page and in every state, the daily puzzle included, at a phone's width and a desk's."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.still import serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

LEAST = 18
SMALL = """(least) => [...document.querySelectorAll(".die")]
  .filter((die) => !die.closest(".js-only, .no-js, details:not([open])") || die.checkVisibility())
  .map((die) => [die, die.getBoundingClientRect(), die.querySelector("svg").getBoundingClientRect()])
  .filter(([die, box, pips]) => Math.min(box.width, box.height, pips.width, pips.height) < least)
  .map(([die, box]) => `${die.className}: ${box.width} x ${box.height}`)"""


def too_small(page: Page) -> list[str]:
    """Dice of the page that are less than ``LEAST`` pixels wide or high."""
    found: list[str] = page.evaluate(SMALL, LEAST)
    return found


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_every_die_of_every_page_has_a_size(browser: Browser, size: dict[str, int]) -> None:
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = {name: html for name, html in rooms.pages_of("en").items() if 'class="die ' in html}
    assert "raks-daily" in made
    serve(page, made)
    lost = {}
    for name in made:
        show(page, name)
        if small := too_small(page):
            lost[name] = small
    if size == PHONE:
        # The fault that is looked for: dice without a width of their own.
        show(page, "raks-daily")
        page.add_style_tag(content=".daily .die { --die: 0px; }")
        assert too_small(page)
    context.close()
    assert not lost
