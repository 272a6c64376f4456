"""What stands before every endpoint: strict headers, no foreign origins, no bodies without end, no crash without a log."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sofra.web.browser import header

LOG = logging.getLogger("sofra.web")

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'; manifest-src 'self'"
)
# Not no-referrer: then browsers would send "Origin: null" with our own forms. Other sites learn nothing either way.
HEADERS: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
)
NO_STORE = (b"cache-control", b"no-store")
HSTS = (b"strict-transport-security", b"max-age=31536000")

LARGEST_BODY = 65_536
# A record to be checked may be long; nothing else is.
LARGEST = {"/verify": 2_000_000, "/import": 500_000}


class TooLarge(Exception):
    """The body of a request is larger than its address takes."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


def same_origin(scope: Mapping[str, Any]) -> bool:
    """Whether a request comes from our own pages, or from a program that is no browser.

    Browsers name their origin with every POST and every WebSocket; a page of another site can't hide it.
    """
    site = header(scope, b"sec-fetch-site")
    if site and site not in ("same-origin", "none"):
        return False
    origin = header(scope, b"origin")
    if not origin:
        return True
    if origin == "null":
        return site == "same-origin"
    return urlsplit(origin).netloc.lower() == header(scope, b"host").lower()


class Guard:
    """The outermost layer. ``count`` is told the status of every answer."""

    def __init__(self, app: ASGIApp, count: Callable[[int], None]) -> None:
        self._app = app
        self._count = count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        secure = scope["scheme"] == "https"

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = [*message.get("headers", ()), *HEADERS]
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append(NO_STORE)
                if secure:
                    headers.append(HSTS)
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, _limited(scope, receive), guarded)
        finally:
            self._count(status)
            if LOG.isEnabledFor(logging.INFO):
                route = getattr(scope.get("route"), "path", "-")
                # The route, never the address: ids and secrets of tables stand in no log.
                took = round((time.perf_counter() - started) * 1000, 1)
                LOG.info(
                    "request", extra={"method": scope["method"], "route": route, "status": status, "ms": took}
                )


def _limited(scope: Scope, receive: Receive) -> Receive:
    most = LARGEST.get(scope["path"], LARGEST_BODY)
    length = header(scope, b"content-length")
    declared = int(length) if length.isascii() and length.isdecimal() and len(length) < 19 else 0
    got = 0

    async def limited() -> Message:
        nonlocal got
        if declared > most:
            raise TooLarge(most)
        message = await receive()
        if message["type"] == "http.request":
            got += len(message.get("body", b""))
            if got > most:
                raise TooLarge(most)
        return message

    return limited
