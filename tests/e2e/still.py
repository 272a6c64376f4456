"""Pages made from scripted rooms, shown in a real browser without a server: every state, exactly repeatable."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Mapping

from playwright.sync_api import Page, Route

from sofra.web import assets
from tests.e2e.situation import PATIENCE

HOST = "http://sofra.test"


def serve(page: Page, pages: Mapping[str, str]) -> None:
    """Answer every request of this page from ``pages`` (by name) and the static folders; anything else is a 404."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
        game, _, rest = path.removeprefix("games/").partition("/static/")
        if path in pages:
            route.fulfill(body=pages[path], content_type="text/html; charset=utf-8")
            return
        file = (
            assets.find(path.removeprefix("static/"))
            if path.startswith("static/")
            else assets.find(rest, game)
        )
        if file is None:
            route.fulfill(status=404, body="")
            return
        kind = {".js": "text/javascript", ".svg": "image/svg+xml"}.get(file.suffix)
        route.fulfill(
            body=assets.content(file), content_type=kind or mimetypes.guess_type(file.name)[0] or "text/plain"
        )

    page.context.set_default_timeout(PATIENCE)
    page.route("**/*", answer)
    # The table's stream stays open and says nothing: without one a page would soon say that it is reconnecting.
    page.route_web_socket(re.compile(".*"), lambda _: None)


def show(page: Page, name: str) -> None:
    """Go to one of the pages; its scripts have come to rest when this returns."""
    page.goto(f"{HOST}/{name}")
    if page.evaluate("document.documentElement.matches('.js:has(main[data-table])')"):
        page.wait_for_function("performance.getEntriesByName('table').length > 0")
