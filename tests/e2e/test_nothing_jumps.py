"""A match that goes on moves nothing on the page: what comes and goes has its place kept for it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, WebSocketRoute

from sofra.cli.browsing import WATCH
from sofra.games import boxes
from sofra.web import pages
from tests.e2e.conftest import PHONE
from tests.e2e.looks import FRAMES
from tests.e2e.still import serve, show, sockets_of, tell
from tests.pages import rooms
from tests.pages.walks import walking

pytestmark = pytest.mark.browser

STEPS = 40
SIZES = {"small": {"width": 320, "height": 640}, "phone": PHONE, "desk": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(boxes()))
@pytest.mark.parametrize(("lang", "seat"), [("en", 0), ("el", None)], ids=["player", "watcher"])
def test_a_match_that_goes_on_moves_nothing(
    browser: Browser, game: str, size: str, lang: str, seat: int | None
) -> None:
    context = browser.new_context(viewport=SIZES[size], reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    sockets: list[WebSocketRoute] | None = None
    jumps: dict[str, float] = {}
    reader = rooms.site(lang)
    for match in walking(game, STEPS, 2):
        room = rooms.room(match, reader, seat=seat)
        if sockets is None:
            serve(page, {"table": pages.table(room)})
            sockets = sockets_of(page)
            show(page, "table")
            page.evaluate(WATCH)
            page.evaluate(FRAMES)
            page.evaluate("window.shift = 0")  # How a page loads is looked at elsewhere.
            continue
        tell(page, sockets[-1], room)
        page.evaluate(FRAMES)
        if moved := page.evaluate("() => { const moved = window.shift; window.shift = 0; return moved; }"):
            jumps[f"{room.scene.version}: {room.scene.view.phase}"] = moved
    assert jumps == {}
    # The observer hears of what does move.
    page.evaluate("document.querySelector('#ask').style.marginTop = '200px'")
    page.wait_for_function("() => window.shift > 0.01")
    context.close()
