"""Pages made from scripted rooms, shown in a real browser without a server: every state, exactly repeatable."""

from __future__ import annotations

import json
import mimetypes
import re
from collections.abc import Mapping

from playwright.sync_api import Page, Route, WebSocketRoute

from sofra.web import assets, pages
from tests.e2e.situation import PATIENCE

HOST = "http://sofra.test"


def serve(page: Page, made: Mapping[str, str]) -> None:
    """Answer every request of this page from ``made`` (by name) and the static folders; anything else is a 404."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(f"{HOST}/").partition("?")[0]
        game, _, rest = path.removeprefix("games/").partition("/static/")
        if path in made:
            route.fulfill(body=made[path], content_type="text/html; charset=utf-8")
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


def sockets_of(page: Page) -> list[WebSocketRoute]:
    """The sockets that the page opens from now on; to be called after ``serve``."""
    found: list[WebSocketRoute] = []

    def opened(socket: WebSocketRoute) -> None:
        found.append(socket)

    # Of several routes for an address the last one is asked.
    page.route_web_socket("**/*", opened)
    return found


def tell(page: Page, socket: WebSocketRoute, room: pages.Room) -> None:
    """Send a table's page the news that its room looks like this now; it does when this returns."""
    update = {"version": room.scene.version, "regions": pages.regions(room), "say": []}
    socket.send(json.dumps(update))
    page.wait_for_function(
        "version => document.getElementById('main').dataset.version === version",
        arg=str(room.scene.version),
    )
