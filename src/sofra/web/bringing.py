"""POST /import: a finished record becomes a table to look at, to check and to review."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Malformed, SofraError
from sofra.table import ids
from sofra.web import forms, pages, replies
from sofra.web.browser import TOKEN, Browser
from sofra.web.endpoints import service_of


async def bring(request: Request) -> Response:
    """A form with ``record``, as the page has it, or the record itself as text/plain, as programs send it."""
    browser = Browser.of(request.scope)
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    from_form = kind != "text/plain"
    text = forms.one(await forms.form(request), "record") if from_form else await _plain(request)
    text = text.replace("\r\n", "\n")
    token = browser.token
    try:
        live = await service_of(request).bring(text, ids.hashed(token))
    except SofraError as error:
        if not from_form:
            raise
        site = browser.site("/verify")
        status = replies.status_of(error)
        return replies.html(pages.verify(site, text, replies.sentence(error, site.speak), False), status)
    return replies.to(f"/t/{live.table.id}", browser.cookie(TOKEN, token, private=True))


async def _plain(request: Request) -> str:
    try:
        return (await request.body()).decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed("the record is not valid UTF-8") from None
