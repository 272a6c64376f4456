"""What the keys say that only read: in sentences of every game, figures with their columns, no letters of marks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page

from sofra.web import pages, shortcuts
from tests.e2e.conftest import DESKTOP
from tests.e2e.still import serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

READERS = ("S", "T", "L", "D")


def said(page: Page, key: str) -> str:
    """What the live region adds when a key is pressed."""
    page.evaluate("document.getElementById('live').replaceChildren()")
    page.keyboard.press(key.lower())
    page.wait_for_function("() => document.getElementById('live').textContent !== ''")
    return page.locator("#live").inner_text()


@pytest.mark.parametrize("lang", ["en", "el"])
def test_keys_that_read_say_whole_sentences_at_every_table(browser: Browser, lang: str) -> None:
    reader = rooms.site(lang)
    at = {key: rooms.walk(key, 24, reader) for key in ("farkle", "racko", "raks")}
    at["farkle"] = rooms.FARKLE_STATES["farkle-throw"](reader)
    context = browser.new_context(viewport=DESKTOP, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    page.route_web_socket("**/*", lambda _: None)
    serve(page, {name: pages.table(room) for name, room in at.items()})
    for game, room in at.items():
        show(page, game)
        listed = {key for key, _ in shortcuts.of(room.box)}
        assert set(READERS) <= listed, (game, listed)
        assert said(page, "T") == pages.headline(room)
        assert said(page, "L") == pages.sentences(room)[0]
        scores = said(page, "S")
        for name in room.scene.names.seats:
            assert name in scores
        # No figure stands alone, and no letter of a mark is read.
        assert not re.search(r"(^|[,.] )[\d.,]+(?=[,. ]|$)", scores), scores
        assert not re.search(r"(^|[,.] )\w (?=\w)", scores), scores
        assert len(said(page, "D")) > 10
    context.close()
