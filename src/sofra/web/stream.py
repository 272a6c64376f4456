"""Live updates: a WebSocket for whoever plays or watches, server-sent events for whoever only watches.

A client says which version it knows (``since=v``) and gets the gap, or a snapshot; then one message whenever something was
stored. Who names the hash of the view it has as well (``hash=h``) begins anew where that is not what it should see. Messages
that a slow client has not taken yet become one. Programs may send commands over the same socket.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from sofra.core.errors import SofraError
from sofra.lang import LANGS
from sofra.table import ids
from sofra.table.commands import Answer, AnyCommand, Forbidden, React
from sofra.table.judging import Who
from sofra.table.live import LiveTable, Unavailable
from sofra.table.service import Service
from sofra.web import forms, replies, rooms, tables, updates
from sofra.web.browser import Browser
from sofra.web.guard import same_origin
from sofra.web.limits import TooFast, Traffic, address_of

LOG = logging.getLogger("sofra.web")

LARGEST_FRAME = 16_384
HEARTBEAT = 20.0
NOT_HERE, FOREIGN, LATER, TOO_BIG = 4404, 4403, 4429, 1009

_encode = msgspec.json.Encoder().encode


class Connection:
    """One socket at one table, and which version its client knows. Raises Malformed for a query that is none."""

    def __init__(self, live: LiveTable, browser: Browser, scope: Scope) -> None:
        query = forms.fields(scope["query_string"])
        self.live = live
        self.device = browser.device
        # What is sent goes into a page that is there already: in its language, whatever this request prefers.
        lang = forms.one(query, "lang")
        self._browser = browser = replace(browser, lang=lang) if lang in LANGS else browser
        self._who = Who(browser.device)
        self._traffic: Traffic = scope["app"].state.traffic
        self._address = address_of(scope)
        self._since = forms.number(query, "since") if "since" in query else 0
        self._hash = forms.one(query, "hash")
        self._as_html = forms.one(query, "as", "html") == "html"
        self._with_view = forms.one(query, "view", "on") != "off"
        self._answers: list[dict[str, Any]] = []
        self._speak = browser.site("/", live.table.box).speak
        self._due = False
        self._idle: asyncio.Future[None] | None = None

    async def enter(self) -> None:
        """From now on be woken. A client that comes from another node may know more than this one: then that is read first,
        so that nobody is shown what was before what they know. Raises Unavailable."""
        live = self.live
        await live.read_to(self._since)
        if self._since == live.table.version and self._hash and self._hash != self._right():
            self._since = 0  # Whatever went wrong: it gets everything once more.
        if self._since != live.table.version:
            self._due = True
        live.enter(self, self.device)

    def _right(self) -> str:
        """The hash of the view that this client should have."""
        return updates.view(self.live, rooms.viewer(self.live.table, self._browser))[1]

    def wake(self) -> None:
        self._due = True
        idle, self._idle = self._idle, None
        if idle is not None and not idle.done():
            idle.set_result(None)

    def take(self, frame: str | bytes) -> None:
        """A command over the socket; its answer comes with the next message."""
        try:
            self._traffic.command(self.device, self._address)
            command = _read(frame)
            if isinstance(command, React):
                self._traffic.reaction(self.device, self._address)
        except SofraError as error:
            self._say({"outcome": "refused", "error": replies.refusal(error, self._speak)})
            return
        self.live.submit(self._who, command).add_done_callback(self._answered)

    def _answered(self, done: asyncio.Future[Answer]) -> None:
        if error := done.exception():
            LOG.error("fault", exc_info=error)
            self._say(
                {
                    "outcome": "refused",
                    "error": {"kind": "unsupported", "message": self._speak("something broke here")},
                }
            )
        else:
            self._say(replies.answer(done.result(), self._speak))

    def _say(self, answer: dict[str, Any]) -> None:
        self._answers.append(answer)
        self.wake()

    async def message(self) -> str:
        """The next message, as soon as one is due."""
        if not self._due:
            self._idle = self.live.loop.create_future()
            await self._idle
        self._due = False
        answers, self._answers = self._answers, []
        return self._html(answers) if self._as_html else self._json(answers)

    def _json(self, answers: list[dict[str, Any]]) -> str:
        live = self.live
        if self._since == live.table.version:
            return _encode({"version": self._since, "answers": answers}).decode()
        seat, since = rooms.viewer(live.table, self._browser), self._since
        self._since = live.table.version
        if not answers:
            return updates.text(live, seat, since, with_view=self._with_view)
        update = updates.update(live, seat, since, with_view=self._with_view)
        update.answers = answers
        return updates.encode(update)

    def _html(self, answers: list[dict[str, Any]]) -> str:
        table, since = self.live.table, self._since
        self._since = table.version
        if since > table.version or (table.played is not None and since < table.played.started):
            # The page shows the lobby or the match before: its parts are others. Or it shows what nobody knows any more, as
            # after a back-up was restored.
            return _encode({"version": table.version, "reload": True, "regions": {}, "say": []}).decode()
        if since == table.version and not answers:
            # Nothing has happened but that somebody came or went.
            parts = tables.regions(self.live, self._browser, since, only=tables.AROUND)["regions"]
            return _encode({"version": table.version, "presence": True, "regions": parts, "say": []}).decode()
        found = tables.regions(self.live, self._browser, since)
        if answers:
            found["answers"] = answers
        return _encode(found).decode()


def _read(frame: str | bytes) -> AnyCommand:
    command: AnyCommand = forms.decode(frame, AnyCommand)
    ids.check_command(command.command)
    return command


class Stream:
    """WebSocket /t/{id}/stream?since=v&as=html|json&view=off"""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        traffic: Traffic = scope["app"].state.traffic
        address = address_of(scope)
        try:
            if not same_origin(scope):
                raise Forbidden("this was sent from a page of another site, so it was not done")
            traffic.request(address)
            traffic.connect(address)
        except SofraError as error:
            await _close(send, LATER if isinstance(error, TooFast) else FOREIGN, error)
            return
        try:
            await self._serve(scope, receive, send)
        finally:
            traffic.disconnect(address)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        service: Service = scope["app"].state.service
        try:
            live = await service.open(scope["path_params"]["id"])
            connection = Connection(live, Browser.of(scope), scope)
            await connection.enter()
        except SofraError as error:
            await _close(send, LATER if isinstance(error, Unavailable) else NOT_HERE, error)
            return
        writer = asyncio.get_running_loop().create_task(_write(connection, send))
        try:
            await _read_frames(connection, receive, send)
        finally:
            writer.cancel()
            live.leave(connection, connection.device)
            with suppress(asyncio.CancelledError, Exception):
                await writer


async def _close(send: Send, code: int, error: SofraError) -> None:
    await send({"type": "websocket.close", "code": code, "reason": error.kind})


async def _read_frames(connection: Connection, receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        frame = message.get("text") or message.get("bytes") or ""
        if len(frame) > LARGEST_FRAME:
            await send(
                {"type": "websocket.close", "code": TOO_BIG, "reason": "a command is smaller than that"}
            )
            return
        connection.take(frame)


async def _write(connection: Connection, send: Send) -> None:
    while True:
        await send({"type": "websocket.send", "text": await connection.message()})


async def events(request: Request) -> Response:
    """GET /t/{id}/events: what a spectator sees, as server-sent events; the id of each is the table's version."""
    service: Service = request.app.state.service
    live = await service.open(request.path_params["id"])
    known = request.headers.get("last-event-id", "") or request.query_params.get("since", "")
    since = int(known) if known.isascii() and known.isdecimal() and len(known) < 10 else 0
    await live.read_to(since)
    traffic: Traffic = request.app.state.traffic
    address = address_of(request.scope)
    traffic.connect(address)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return _Counted(
        _events(live, since),
        lambda: traffic.disconnect(address),
        request.app.state.listening,
        headers=headers,
        media_type="text/event-stream",
    )


class _Counted(StreamingResponse):
    """A stream that counts among the open ones, of its address and of all, until it ends, however it ends."""

    def __init__(
        self,
        content: AsyncIterator[str],
        ended: Callable[[], None],
        listening: set[asyncio.Task[Any] | None],
        **more: Any,
    ) -> None:
        super().__init__(content, **more)
        self._ended = ended
        self._listening = listening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        task = asyncio.current_task()
        self._listening.add(task)
        try:
            await super().__call__(scope, receive, send)
        except asyncio.CancelledError:
            # The server stops: whoever listens hears the end of it, and asks again.
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._listening.discard(task)
            self._ended()


class _Bell:
    """Wakes one reader of events."""

    def __init__(self) -> None:
        self.rung = asyncio.Event()

    def wake(self) -> None:
        self.rung.set()


async def _events(live: LiveTable, since: int) -> AsyncIterator[str]:
    bell = _Bell()
    live.watchers.add(bell)
    try:
        yield "retry: 2000\n\n"
        while True:
            if since != live.table.version:
                text = updates.text(live, None, since)
                since = live.table.version
                yield f"id: {since}\ndata: {text}\n\n"
            bell.rung.clear()
            if since == live.table.version:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await bell.rung.wait()
                except TimeoutError:
                    yield ": still here\n\n"
    finally:
        live.watchers.discard(bell)
