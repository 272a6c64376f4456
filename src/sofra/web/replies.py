"""Answers to requests: which status a refusal has, and how it looks for a page, a script or a program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from starlette.responses import Response

from sofra.core.errors import SofraError
from sofra.games.parts import Speak
from sofra.table.commands import Answer, Forbidden
from sofra.table.live import Unavailable
from sofra.web import pages
from sofra.web.limits import TooFast
from sofra.web.room import Site

STATUS = {"malformed": 400, "illegal": 409, "turn": 409, "unknown": 404, "unsupported": 422}
TITLES = {
    400: "That was not understood",
    403: "Not for this browser",
    404: "Not found",
    405: "Not possible this way",
    409: "Not possible now",
    413: "Too large",
    422: "Not possible here",
    429: "Too fast",
    500: "Something broke",
    503: "Not right now",
}
"""What a page with a problem is called, by status; messages of the shell's catalogue."""

_encoder = msgspec.json.Encoder()


def status_of(error: SofraError) -> int:
    """The HTTP status of a refusal."""
    if isinstance(error, Forbidden):
        return 403
    if isinstance(error, Unavailable):
        return 503
    if isinstance(error, TooFast):
        return 429
    return STATUS[error.kind]


def html(text: str, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A page."""
    return Response(text, status, headers, "text/html; charset=utf-8")


def json(value: Any, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(_encoder.encode(value), status, None, "application/json")


def to(address: str, *cookies: str) -> Response:
    """303: go on at another address."""
    response = Response(status_code=303, headers={"location": address})
    for cookie in cookies:
        response.headers.append("set-cookie", cookie)
    return response


def sentence(error: SofraError, speak: Speak) -> str:
    """The refusal in the reader's language."""
    fields = {
        name: sentence(value, speak) if isinstance(value, SofraError) else value
        for name, value in error.fields.items()
    }
    return speak(error.template, **fields) if fields else speak(error.template)


def refusal(error: SofraError, speak: Speak) -> dict[str, Any]:
    """A refusal as programs read it."""
    return {"kind": error.kind, "message": sentence(error, speak)}


def answer(found: Answer, speak: Speak) -> dict[str, Any]:
    """A command's answer as programs read it."""
    told: dict[str, Any] = {"command": found.command, "outcome": found.outcome, "version": found.version}
    if found.error is not None:
        told["error"] = refusal(found.error, speak)
    return told


def problem(site: Site, status: int, text: str) -> Response:
    """A page that says what went wrong."""
    return html(pages.problem(site, status, site.speak(TITLES[status]), text), status)
