"""What an installed app shows while nobody answers: a page of its own, and the worker in the browser that keeps it.

The worker's address says how the page looks for this reader (language, light, motion, contrast) and which version it is;
with another language or another version it is another worker, and the old page goes. ``static/worker.js`` is the worker.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import Response

from sofra.lang import LANGS
from sofra.web import assets, markup, replies
from sofra.web.browser import Browser
from sofra.web.room import Site


def shown(site: Site) -> str:
    """The page for a reader."""
    return markup.render("offline.html", site)


async def page(request: Request) -> Response:
    """GET /offline?lang=…&theme=…&motion=…&contrast=…: the page, without a cookie, for the worker to keep."""
    query: Mapping[str, str] = request.query_params
    browser = Browser.of(request.scope)
    lang = query.get("lang", "")
    reader = replace(browser, lang=lang if lang in LANGS else browser.lang, settings=query)
    return replies.html(shown(reader.site("/")))


async def worker(_request: Request) -> Response:
    """GET /worker.js: from here, so that it may stand before every page."""
    file = assets.find("worker.js")
    assert file is not None, "a part of this package"
    headers = {"cache-control": "no-cache"}
    return Response(assets.content(file), headers=headers, media_type="text/javascript")
