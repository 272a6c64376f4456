"""The application: routes, the guard before them, and what happens when something is refused."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from sofra.core.errors import SofraError, Unsupported
from sofra.games import boxes
from sofra.lang import LANGS, speak
from sofra.table.commands import Forbidden
from sofra.table.live import Unavailable
from sofra.table.service import Manner, Service
from sofra.web import (
    bringing,
    coaching,
    endpoints,
    forms,
    guiding,
    offline,
    openapi,
    programs,
    proving,
    replies,
    reviews,
    sheets,
    tables,
)
from sofra.web.browser import Browser
from sofra.web.guard import Guard, TooLarge, same_origin
from sofra.web.limits import Limits, TooFast, Traffic, address_of
from sofra.web.nodes import Opener
from sofra.web.stream import Stream, events

LOG = logging.getLogger("sofra.web")

USUAL_LIMITS = Limits()


def make_app(
    open_both: Opener,
    manner: Manner | None = None,
    limits: Limits | None = USUAL_LIMITS,
    listening: set[asyncio.Task[Any]] | None = None,
) -> Guard:
    """The application over a store and a bus that are opened when the server starts and closed when it stops. ``listening``
    will hold the streams of events that are open: they have no end of their own, so who stops the server cancels them."""
    traffic = Traffic(limits)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        store, bus = await open_both()
        service = Service(store, manner=manner, bus=bus)
        app.state.service = service
        app.state.traffic = traffic
        app.state.listening = set() if listening is None else listening
        app.state.desk = desk = reviews.Desk()
        running = asyncio.get_running_loop().create_task(service.run())
        running.add_done_callback(_stopped)
        warming = asyncio.get_running_loop().run_in_executor(None, warm)
        try:
            yield
        finally:
            running.cancel()
            with suppress(asyncio.CancelledError):
                await running
            await asyncio.to_thread(desk.close)
            await service.close()
            await warming

    app = Starlette(routes=routes(), lifespan=lifespan, exception_handlers=HANDLERS)

    def count(status: int) -> None:
        app.state.service.meter.requests[str(status)] += 1

    return Guard(app, count)


def warm() -> None:
    """Load every game's parts and catalogues before somebody waits for them."""
    for box in boxes().values():
        for part in (box.game, box.words, box.players, box.page, box.coach):
            LOG.debug("loaded", extra={"kind": type(part).__name__})
        for lang in LANGS:
            speak(lang, box)


def _stopped(running: asyncio.Task[None]) -> None:
    if not running.cancelled() and (error := running.exception()):
        LOG.error("sweeping has stopped", exc_info=error)


def routes() -> list[BaseRoute]:
    """Every address, the busiest first."""
    return [
        Route("/t/{id}/do", _post(tables.do), methods=["POST"]),
        WebSocketRoute("/t/{id}/stream", Stream()),
        Route("/t/{id}", _get(tables.show), methods=["GET"]),
        Route("/t/{id}/events", _get(events), methods=["GET"]),
        Route("/t/{id}/agreed", _get(tables.policy), methods=["GET"]),
        Route("/t/{id}/host", _get(tables.host), methods=["GET"]),
        Route("/t/{id}/cards", _get(proving.cards), methods=["GET"]),
        Route("/t/{id}/record", _get(tables.record), methods=["GET"]),
        Route("/t/{id}/coach", _get(coaching.show), methods=["GET"]),
        Route("/t/{id}/review", _get(reviews.show), methods=["GET"]),
        Route("/t/{id}/sheet", _get(sheets.show), methods=["GET"]),
        Route("/t/{id}/chair/{seat:int}", _get(tables.chair), methods=["GET"]),
        Route("/t/{id}/{verb}", _post(tables.act), methods=["POST"]),
        Route("/", _get(endpoints.start), methods=["GET"]),
        Route("/import", _post(bringing.bring), methods=["POST"]),
        Route("/open", _get(endpoints.open_tables), methods=["GET"]),
        Route("/new/{game}", _get(endpoints.new_table), methods=["GET"]),
        Route("/tables", _post(programs.create), methods=["POST"]),
        Route("/rules/{game}", _get(endpoints.rules), methods=["GET"]),
        Route("/guide/{game}", _get(guiding.show), methods=["GET"]),
        Route("/settings", _get(endpoints.settings), methods=["GET"]),
        Route("/settings", _post(endpoints.change_settings), methods=["POST"]),
        Route("/verify", _get(endpoints.verify_page), methods=["GET"]),
        Route("/verify", _post(endpoints.check_record), methods=["POST"]),
        Route("/static/{path:path}", _get(endpoints.static), methods=["GET"]),
        Route("/games/{game}/static/{path:path}", _get(endpoints.static), methods=["GET"]),
        Route("/offline", _get(offline.page), methods=["GET"]),
        Route("/worker.js", _get(offline.worker), methods=["GET"]),
        Route("/openapi.json", _get(openapi.show), methods=["GET"]),
        Route("/metrics", endpoints.metrics, methods=["GET"]),
        Route("/healthz", endpoints.health, methods=["GET"]),
        Route("/{game}/{name}", _get(endpoints.extra), methods=["GET"]),
        Route("/{game}/{name}", _post(endpoints.extra), methods=["POST"]),
    ]


Endpoint = Callable[[Request], Awaitable[Response]]


def _post(endpoint: Endpoint) -> Endpoint:
    """An endpoint that changes something: taken from our own pages and from programs, never from other sites' pages."""

    async def guarded(request: Request) -> Response:
        if not same_origin(request.scope):
            raise Forbidden("this was sent from a page of another site, so it was not done")
        traffic: Traffic = request.app.state.traffic
        address = address_of(request.scope)
        traffic.request(address)
        if request.scope["path"] in ("/tables", "/import"):
            traffic.table(address)
        elif "id" in request.path_params:
            traffic.command(Browser.of(request.scope).device, address)
        elif request.scope["path"] == "/verify" or "name" in request.path_params:
            traffic.check(address)
        return await _in_time(request, endpoint)

    return guarded


def _get(endpoint: Endpoint) -> Endpoint:
    """An endpoint that only shows something."""

    async def guarded(request: Request) -> Response:
        traffic: Traffic = request.app.state.traffic
        traffic.request(address_of(request.scope))
        return await _in_time(request, endpoint)

    return guarded


async def _in_time(request: Request, endpoint: Endpoint) -> Response:
    """What an endpoint answers. A server that stops gives up what takes too long: 503 sends a balancer to the next one, and a
    browser knows that it may ask again."""
    try:
        return await endpoint(request)
    except asyncio.CancelledError:
        error = Unavailable("this server is being restarted; send it again in a moment")
        return _refuse(request, replies.status_of(error), error)


def _refuse(request: Request, status: int, error: SofraError) -> Response:
    site = Browser.of(request.scope).site("/")
    wants_json = (
        forms.is_json(request)
        or "application/json" in request.headers.get("accept", "")
        or request.headers.get("x-sofra") == "regions"
    )
    if wants_json:
        return replies.json({"error": replies.refusal(error, site.speak)}, status)
    reason = replies.sentence(error, site.speak)
    return replies.problem(site, status, site.speak("Not possible: {reason}", reason=reason))


async def _sofra_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, SofraError), "registered for refusals only"
    response = _refuse(request, replies.status_of(error), error)
    if isinstance(error, TooFast):
        response.headers["retry-after"] = str(math.ceil(error.wait))
    return response


async def _too_large(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooLarge), "registered for bodies that are too large only"
    # The rest of the body is not read: the connection goes with it.
    response = _refuse(
        request, 413, Unsupported("what was sent is too large: at most {most} bytes", most=error.most)
    )
    response.headers["connection"] = "close"
    return response


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException), "registered for the framework's own refusals only"
    texts = {
        404: "there is no page at this address",
        405: "this address can't be used that way",
    }
    status = error.status_code if error.status_code in replies.TITLES else 400
    response = _refuse(request, status, Unsupported(texts.get(status, "this request was not understood")))
    if error.headers:
        response.headers.update(error.headers)
    return response


async def _hung_up(_: Request, __: Exception) -> Response:
    """Whoever was sending went away in the middle of it: that is no fault of ours, and nobody reads the answer."""
    return Response(status_code=400)


async def _fault(request: Request, error: Exception) -> Response:
    LOG.error("fault", exc_info=error, extra={"route": getattr(request.scope.get("route"), "path", "-")})
    return _refuse(
        request, 500, Unsupported("something broke here; it has been noted. Nothing you did was lost")
    )


HANDLERS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    SofraError: _sofra_error,
    TooLarge: _too_large,
    HTTPException: _http_error,
    ClientDisconnect: _hung_up,
    Exception: _fault,
}
