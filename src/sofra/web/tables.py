"""The table page and everything that is done at a table: one way in for every command, as form, script or program."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from sofra.core import record as records
from sofra.core.errors import SofraError, Unknown
from sofra.table import commands as c
from sofra.table import ids
from sofra.table.commands import Answer, AnyCommand
from sofra.table.judging import Who
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.web import agreed, agreeing, by_hand, forms, pages, replies, rooms, turns
from sofra.web.browser import FRONT, TOKEN, Browser
from sofra.web.endpoints import table_of
from sofra.web.limits import Traffic, address_of
from sofra.web.room import Room

AROUND = ("ask", "chairs", "lobby")
"""The parts of the page that are about people, not about the match."""

SPOKEN = 6
"""The latest entries of a match with real dice that are spoken, however many are new."""

VERBS: Mapping[str, type[c.Command]] = {
    "sit": c.Sit,
    "start": c.Start,
    "leave": c.Leave,
    "rematch": c.Rematch,
    "end": c.Agree,
    "undo": c.Undo,
    "fill": c.Fill,
    "remove": c.Remove,
    "link": c.Link,
    "claim": c.Claim,
    "host": c.PassHost,
    "sit-in": c.SitIn,
    "back": c.Back,
    "nudge": c.Nudge,
    "close": c.Close,
    "promise": c.Promise,
    "give": c.Give,
    "words": c.Words,
    "settings": c.SetPolicy,
    "react": c.React,
    "mend": c.Mend,
}
"""What a form at ``/t/{id}/<verb>`` does; its fields are those of the command."""


async def _live(request: Request, browser: Browser) -> LiveTable:
    live = await table_of(request)
    if browser.device:
        live.seen(browser.device)
    return live


async def show(request: Request) -> Response:
    """GET /t/{id}: the table for this browser's seats, the lobby, the curtain, or what a spectator sees."""
    browser = Browser.of(request.scope)
    live = await _live(request, browser)
    if "application/json" in request.headers.get("accept", ""):
        return replies.json(told(live, browser))
    return page(live, browser)


def page(live: LiveTable, browser: Browser, refused: SofraError | None = None) -> Response:
    """The page of a table; with the reason if a command was just refused."""
    table = live.table
    site = browser.site(f"/t/{table.id}", table.box)
    room = rooms.room(live, browser, site, refused)
    status = replies.status_of(refused) if refused is not None else 200
    if room.closed and not room.started:
        return replies.problem(site, 409, site.speak(room.closed))
    if not room.started:
        return replies.html(pages.lobby(room), status)
    seat = rooms.curtain(table, browser)
    if seat is not None:
        return replies.html(pages.curtain(room, seat), status)
    return replies.html(pages.table(room), status)


def told(live: LiveTable, browser: Browser) -> dict[str, Any]:
    """The table as a program reads it: what is public of the table, and this browser's own view."""
    table = live.table
    seat = rooms.viewer(table, browser)
    found = dict(rooms.state(table, seat))
    match = table.match
    if match is not None:
        found["view"] = match.view(seat)
        if seat is not None and seat in table.asked:
            found["moves"] = [match.game.write(move) for move in match.moves(seat)]
            found["forms"] = match.forms(seat)
    return found


async def do(request: Request) -> Response:
    """POST /t/{id}/do: the command endpoint. JSON is any command; a form is a move of the game's page."""
    browser = Browser.of(request.scope)
    live = await _live(request, browser)
    if forms.is_json(request):
        values = await forms.json(request)
        command = forms.convert({"do": "move", **values}, AnyCommand, strict=True)
        ids.check_command(command.command)
        if isinstance(command, c.React):
            _said(request, browser)
        # Whoever sits down without a cookie gets one, as people do.
        new = not browser.device and isinstance(command, c.Sit | c.Claim)
        token = ids.token() if new else ""
        answer = await live.submit(Who(ids.hashed(token) if new else browser.device), command)
        site = browser.site(f"/t/{live.table.id}", live.table.box)
        status = replies.status_of(answer.error) if answer.error is not None else 200
        response = replies.json(replies.answer(answer, site.speak), status)
        if new and answer.good:
            response.headers.append("set-cookie", browser.cookie(TOKEN, token, private=True))
        return response
    found = await forms.form(request)
    try:
        first, *others = _moves(live, browser, found)
    except SofraError as error:
        return _refused(request, live, browser, error)
    answer = await live.submit(Who(browser.device), first)
    for command in others:
        # Where the first answer has closed an open window, the others have nothing left to answer.
        if answer.good:
            await live.submit(Who(browser.device), command)
    return _answered(request, live, browser, answer, first.ask)


def _moves(live: LiveTable, browser: Browser, found: forms.Form) -> list[c.Move | c.Wait | c.Throw]:
    """The move that a form means, or that its seat wants time (``wait``), or what people threw (``thrown``); or, where a window asks several seats of this browser and the game's page has one panel
    for them (``answers(view, form, seats)``: seat -> move, the decisive one first), the answers of all of them."""
    seat, ask = forms.number(found, "seat"), forms.number(found, "ask")
    command = ids.check_command(forms.one(found, "command"))
    match = live.table.match
    mine = seat in live.table.seats_of(browser.device)
    # Only the seat's own view is ever read for it; of a foreign seat the answer says whose it is, and nothing else.
    view = match.view(seat) if match is not None and mine else None
    if "wait" in found:
        return [c.Wait(command, seat, ask)]
    if "thrown" in found and live.table.manual and live.table.due is not None:
        return [c.Throw(command, seat, ask, by_hand.read(forms.one(found, "thrown")))]
    if view is None:
        return [c.Move(command, seat, ask, forms.one(found, "move", "-"))]
    panel = getattr(live.table.box.page, "answers", None)
    if panel is not None:
        held = [other for other in live.table.seats_of(browser.device) if other in live.table.asked]
        if answers := panel(view, found, held):
            each = [(ids.check_command(f"{command}.{other}"), other, text) for other, text in answers.items()]
            return [c.Move(name, other, ask, text) for name, other, text in each]
    return [c.Move(command, seat, ask, pages.move_of(live.table.box, view, found))]


async def act(request: Request) -> Response:
    """POST /t/{id}/{verb}: every other command, as a form."""
    verb = request.path_params["verb"]
    browser = Browser.of(request.scope)
    live = await _live(request, browser)
    found = await forms.form(request)
    if verb == "front":
        return _open_curtain(live, browser, found)
    if verb == "mute":
        return _mute(live, browser, found)
    kind = VERBS.get(verb)
    if kind is None:
        raise Unknown("there is nothing of that name to do at a table")
    token = browser.token
    if kind is c.Link:
        return await _make_link(request, live, browser, found)
    try:
        if kind is c.React:
            _said(request, browser)
        command = _command(kind, found)
        answer = await live.submit(Who(ids.hashed(token)), command)
    except SofraError as error:
        return _refused(request, live, browser, error)
    known = forms.one(found, "ask")
    since = int(known) if known.isascii() and known.isdecimal() and len(known) < 10 else answer.version - 1
    response = _answered(request, live, browser, answer, since)
    if answer.good:
        if kind in (c.Sit, c.Claim):
            response.headers.append("set-cookie", browser.cookie(TOKEN, token, private=True))
        if kind is c.Leave and live.table.match is not None:
            response.headers["location"] = "/"
    return response


async def _make_link(request: Request, live: LiveTable, browser: Browser, found: forms.Form) -> Response:
    """A fresh link to a chair. Its secret is shown once, here, and only its hash is kept."""
    secret = forms.one(found, "secret") or ids.token()
    try:
        command = _command(c.Link, {**found, "secret": [secret]})
        answer = await live.submit(Who(browser.device), command)
    except SofraError as error:
        return _refused(request, live, browser, error)
    if answer.outcome != "accepted":
        return _answered(request, live, browser, answer, answer.version)
    seat = forms.number(found, "seat")
    address = f"/t/{live.table.id}"
    room = rooms.room(live, browser, browser.site(address, live.table.box))
    return replies.html(pages.chair_link(room, seat, f"{browser.origin}{address}/chair/{seat}?key={secret}"))


async def chair(request: Request) -> Response:
    """GET /t/{id}/chair/{seat}?key=<secret>: the page behind a link to a chair. It seats nobody."""
    browser = Browser.of(request.scope)
    live = await _live(request, browser)
    seat, secret = request.path_params["seat"], request.query_params.get("key", "")
    if not 0 <= seat < live.table.seats or not 22 <= len(secret) <= 100:
        raise Unknown("there is no such chair; check the link")
    room = rooms.room(live, browser, browser.site(f"/t/{live.table.id}", live.table.box))
    return replies.html(pages.chair(room, seat, secret))


def _command(kind: type[c.Command], found: forms.Form) -> AnyCommand:
    """A form's fields as a command; switches are on when they are there."""
    values: dict[str, Any] = {name: texts[0] for name, texts in found.items()}
    ids.check_command(values.get("command", ""))
    if kind is c.SetPolicy:
        return c.SetPolicy(values["command"], agreed.read(found))
    if kind is c.Mend:
        values["dice"] = by_hand.read(values.get("dice", ""))
    known = _fields(kind)
    values = {name: value for name, value in values.items() if name in known}
    for name in ("no", "alone"):
        if name in values:
            values[name] = values[name] in ("1", "on", "true")
    command: AnyCommand = forms.convert(values, kind, strict=False)
    return command


@cache
def _fields(kind: type[c.Command]) -> frozenset[str]:
    return frozenset(field.encode_name for field in msgspec.structs.fields(kind))


def _open_curtain(live: LiveTable, browser: Browser, found: forms.Form) -> Response:
    """The device was passed on: from now on this seat is in front. Kept in the browser alone."""
    seat = forms.number(found, "seat")
    if seat not in live.table.seats_of(browser.device):
        raise c.Forbidden("this chair is held by another browser; ask for its link to go on from here")
    path = f"/t/{live.table.id}"
    return replies.to(path, browser.cookie(FRONT, str(seat), path=path, private=True))


def _said(request: Request, browser: Browser) -> None:
    traffic: Traffic = request.app.state.traffic
    traffic.reaction(browser.device, address_of(request.scope))


def _mute(live: LiveTable, browser: Browser, found: forms.Form) -> Response:
    """What one player says is shown here no more, or again. Kept in the browser alone, by the mark, which goes along when
    chairs rotate."""
    seat = forms.number(found, "seat")
    if not 0 <= seat < live.table.seats:
        raise Unknown("there is no such chair; check the link")
    path = f"/t/{live.table.id}"
    muted = rooms.muted(browser) ^ {rooms.marked(live.table)[seat]}
    return replies.to(path, browser.cookie(rooms.MUTED, ".".join(sorted(muted)), path=path, private=True))


def _wants_regions(request: Request) -> bool:
    return request.headers.get("x-sofra") == "regions"


def _answered(request: Request, live: LiveTable, browser: Browser, answer: Answer, since: int) -> Response:
    if answer.error is not None:
        return _refused(request, live, browser, answer.error)
    if _wants_regions(request):
        return replies.json(regions(live, browser, since))
    return replies.to(f"/t/{live.table.id}")


def _refused(request: Request, live: LiveTable, browser: Browser, error: SofraError) -> Response:
    if _wants_regions(request):
        return replies.json(regions(live, browser, live.table.version, error), replies.status_of(error))
    return page(live, browser, error)


def regions(
    live: LiveTable,
    browser: Browser,
    since: int,
    refused: SofraError | None = None,
    only: Collection[str] = pages.REGIONS,
) -> dict[str, Any]:
    """The page's parts by element id, and a sentence for each thing told since a version, oldest first; the last says what
    is asked when that has become the viewer's turn, or how the match ended."""
    table = live.table
    site = browser.site(f"/t/{table.id}", table.box)
    if rooms.curtain(table, browser) is not None or (table.phase == "closed" and table.match is None):
        return {"version": table.version, "reload": True, "regions": {}, "say": []}
    room = rooms.room(live, browser, site, refused)
    gap = table.told_since(since, room.scene.seat) or ()
    if table.manual:
        # Where a throw was mended, all that followed it is told again; whoever listens has heard that.
        gap = gap[-SPOKEN:]
    said = [pages.sentence(table.box, tell, room.scene.speak, room.scene.names) for _, tell in gap]
    if refused is None and table.calm <= since < table.version:
        # Somebody said something, and that is all: nobody's half-made choice is touched.
        only = AROUND
    found: dict[str, Any] = {
        "version": table.version,
        "hash": room.hash,
        "regions": pages.regions(room, only),
        "say": [
            *(text for text in said if text),
            *agreeing.news(table, since, site.speak, room.scene.names),
            *turns.nudges(table, room, since),
            *([pages.headline(room)] if turns.begun(table, room.scene.seat, since) else ()),
        ],
    }
    if refused is not None:
        found["error"] = replies.refusal(refused, site.speak)
    return found


async def policy(request: Request) -> Response:
    """GET /t/{id}/agreed: what was agreed on beside the rules, for the host to change."""
    return replies.html(pages.policy(await _for_the_host(request)))


async def host(request: Request) -> Response:
    """GET /t/{id}/host: what only the host does."""
    return replies.html(pages.host(await _for_the_host(request)))


async def _for_the_host(request: Request) -> Room:
    browser = Browser.of(request.scope)
    live = await _live(request, browser)
    room = rooms.room(live, browser, browser.site(request.url.path, live.table.box))
    if not room.host:
        raise c.Forbidden("only the host of this table may do that")
    return room


async def record(request: Request) -> Response:
    """GET /t/{id}/record: the record of the last match, once its envelope is open."""
    live = await _live(request, Browser.of(request.scope))
    text = records.write(record_of(live.table))
    name = f"sofra-{live.table.box.key}.txt"
    return PlainTextResponse(text, headers={"content-disposition": f'inline; filename="{name}"'})
