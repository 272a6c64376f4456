"""The pages that are not a table: start, a new table, rules, settings, check a game, static files, health."""

from __future__ import annotations

import asyncio
import mimetypes
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from starlette.requests import Request
from starlette.responses import Response

from sofra.core import record as records
from sofra.core.errors import Malformed, SofraError, Unknown
from sofra.dealing import Verdict, verify
from sofra.games import Box, boxes, open_box
from sofra.games.parts import Speak
from sofra.lang import LANGS
from sofra.table import ids, listing
from sofra.table.entries import Policy
from sofra.table.fold import Table
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat, NewTable
from sofra.table.service import Service
from sofra.web import agreed, assets, forms, pages, replies, rooms, shortcuts
from sofra.web.browser import MOTIONS, SWITCHES, THEMES, TOKEN, Browser
from sofra.web.limits import address_of
from sofra.web.room import Setup

FOR_EVER = "public, max-age=31536000, immutable"
SHORT = "no-cache"

for suffix, kind in (
    (".js", "text/javascript"),
    (".svg", "image/svg+xml"),
    (".webmanifest", "application/manifest+json"),
):
    # Machines disagree about these, and browsers run no module that is not JavaScript by name.
    mimetypes.add_type(kind, suffix)


def service_of(request: Request) -> Service:
    """The tables behind a request."""
    return cast(Service, request.app.state.service)


async def table_of(request: Request) -> LiveTable:
    """The table of a request's address, as new as any node knows it. Raises Unknown."""
    live = await service_of(request).open(request.path_params["id"])
    if not forms.is_json(request):
        # Programs say which version they know; a page may follow what another node has just answered.
        await live.refresh()
    return live


async def start(request: Request) -> Response:
    """GET /"""
    browser = Browser.of(request.scope)
    site = browser.site("/")
    tables = await service_of(request).tables_of(browser.device) if browser.device else []
    lines = [rooms.line(live.table, browser, site.speak) for live in tables if _shown(live.table)]
    return replies.html(pages.start(site, boxes(), lines))


def _shown(table: Table) -> bool:
    """Whether there is still something to come for, for those who sat there."""
    return table.phase != "closed" or table.imported is not None


async def open_tables(request: Request) -> Response:
    """GET /open: the tables that anybody may find."""
    browser = Browser.of(request.scope)
    site = browser.site("/open")
    found = [rooms.line(live.table, browser, site.speak) for live in await service_of(request).listed()]
    return replies.html(pages.open_tables(site, boxes(), found))


async def new_table(request: Request) -> Response:
    """GET /new/{game}"""
    box = open_box(request.path_params["game"])
    site = Browser.of(request.scope).site(request.url.path, box)
    setup = pages.first_setup(box, request.query_params.get("preset"))
    return replies.html(pages.new_table(site, box, setup))


async def create(request: Request) -> Response:
    """POST /tables: a form as ``/new/{game}`` has it."""
    found = await forms.form(request)
    box = open_box(forms.one(found, "game"))
    browser = Browser.of(request.scope)
    setup = pages.read_setup(box, found)
    if not setup.good or setup.rules is None:
        site = browser.site(f"/new/{box.key}", box)
        return replies.html(pages.new_table(site, box, setup, agreed.read(found)), 400)
    # A browser with scripts puts a seed of its own in before it lets the match begin.
    waits = forms.one(found, "seed") == "device" and setup.chance == "sealed"
    new = replace(_new(box, setup, agreed.read(found)), waits=waits)
    live, cookie = await set_up(request, browser, new)
    begin = "#start" if waits and not listing.free_chairs(live.table) else ""
    return replies.to(f"/t/{live.table.id}{begin}", cookie)


async def set_up(request: Request, browser: Browser, new: NewTable) -> tuple[LiveTable, str]:
    """A new table with its coach prepared, and the cookie by which its maker is known from then on."""
    token = browser.token
    live = await service_of(request).create(new, ids.hashed(token))
    if new.policy.coach and new.box.coach is not None:
        await asyncio.to_thread(new.box.coach.prepare, new.rules, len(new.seats))
    return live, browser.cookie(TOKEN, token, private=True)


def _new(box: Box, setup: Setup, policy: Policy) -> NewTable:
    assert setup.rules is not None, "only a good set-up makes a table"
    seats, taken = [], set[str]()
    for chair in setup.chairs:
        if chair.kind == "none":
            continue
        # A mark that two chairs wish for goes to the first; the other gets a free one when it is drawn.
        mark = "" if chair.mark in taken or chair.kind == "open" else chair.mark
        taken.add(mark)
        seats.append(NewSeat(chair.kind, chair.name, mark, chair.persona))
    return NewTable(box, setup.rules, tuple(seats), policy, chance=setup.chance)


async def rules(request: Request) -> Response:
    """GET /rules/{game}?house=<text>&seats=<number>"""
    box = open_box(request.path_params["game"])
    site = Browser.of(request.scope).site(request.url.path, box)
    text = request.query_params.get("house", "")
    if len(text) > 2000:
        raise Malformed("house rules have at most {most} letters", most=2000)
    house = box.game.rules.read(text) if text else next(iter(box.game.presets.values()))
    least, most = box.game.facts.seats
    seats = request.query_params.get("seats", "") or str(min(max(2, least), most))
    if not (seats.isascii() and seats.isdecimal() and len(seats) < 3 and least <= int(seats) <= most):
        raise Malformed(
            "the number of seats is a whole number from {least} to {most}", least=least, most=most
        )
    return replies.html(pages.rules(site, box, house, int(seats)))


async def extra(request: Request) -> Response:
    """GET and POST /{game}/{name}: a page of a game's own that needs no table; its form may stand in the address as well.
    Nothing is kept."""
    box = open_box(request.path_params["game"])
    name = request.path_params["name"]
    if name not in box.pages:
        raise Unknown("there is nothing here")
    query = forms.fields(request.scope["query_string"])
    found = {**query, **await forms.form(request)} if request.method == "POST" else query
    site = Browser.of(request.scope).site(request.url.path, box)
    # A game may have to work its page out; nobody else waits for that.
    day = datetime.now(UTC).date()
    return replies.html(await asyncio.to_thread(pages.own_page, site, box, box.pages[name], day, found))


async def settings(request: Request) -> Response:
    """GET /settings"""
    site = Browser.of(request.scope).site("/settings")
    return replies.html(pages.settings(site, saved="saved" in request.query_params))


async def change_settings(request: Request) -> Response:
    """POST /settings: any of the settings, and ``next``, the page to come back to."""
    found = await forms.form(request)
    browser = Browser.of(request.scope)
    allowed = {"lang": LANGS, "theme": THEMES, "motion": MOTIONS, **dict.fromkeys(SWITCHES, ("on", "off"))}
    crumbs = []
    for name, values in allowed.items():
        value = forms.one(found, name)
        if value:
            if value not in values:
                raise Malformed(
                    'setting "{field}" must be one of {allowed}', field=name, allowed=", ".join(values)
                )
            crumbs.append(browser.cookie(name, value))
    if any(name.startswith("key-") for name in found):
        crumbs.append(browser.cookie("keys", shortcuts.read(found)))
    return replies.to(_local(forms.one(found, "next", "/settings")), *crumbs)


def _local(address: str) -> str:
    """The address if it leads nowhere but here, else the start page."""
    good = address.startswith("/") and not address.startswith("//") and len(address) < 500
    return address if good and address.isascii() and address.isprintable() and "\\" not in address else "/"


async def verify_page(request: Request) -> Response:
    """GET /verify, with the record of a finished table for ``?table=<id>``"""
    site = Browser.of(request.scope).site("/verify")
    text = ""
    if table := request.query_params.get("table"):
        live = await service_of(request).open(table)
        text = records.write(record_of(live.table))
    return replies.html(pages.verify(site, text))


async def check_record(request: Request) -> Response:
    """POST /verify: check a record, in a thread of its own."""
    found = await forms.form(request)
    text = forms.one(found, "record").replace("\r\n", "\n")
    site = Browser.of(request.scope).site("/verify")
    try:
        verdict = await asyncio.to_thread(_verdict, text)
    except SofraError as error:
        return replies.html(pages.verify(site, text, replies.sentence(error, site.speak), False), 400)
    return replies.html(pages.verify(site, text, verdict_in_words(verdict, site.speak), verdict.good))


def _verdict(text: str) -> Verdict:
    record = records.parse(text)
    return verify(record, open_box(record.game).game)


def verdict_in_words(verdict: Verdict, speak: Speak) -> str:
    """What a check has found, in a sentence."""
    if verdict.reason is None:
        found = [
            speak(
                "All of it fits: {dice} dice and {cards} cards came from the envelope that was sealed before the match.",
                dice=verdict.dice,
                cards=verdict.cards,
            )
        ]
        if verdict.given:
            found.append(
                speak.many(
                    "{count} seed of the players went into it.",
                    "{count} seeds of the players went into it.",
                    verdict.given,
                )
            )
        if verdict.restarts:
            found.append(
                speak.many(
                    "It was sealed anew {count} time before.",
                    "It was sealed anew {count} times before.",
                    verdict.restarts,
                )
            )
        if not verdict.over:
            found.append(speak("The match was not played to its end, or the record has lost its end."))
        return " ".join(found)
    reason = replies.sentence(verdict.reason, speak)
    if verdict.entry:
        return speak(
            "This does not fit, at entry {entry} of the record: {reason}", entry=verdict.entry, reason=reason
        )
    return speak("This does not fit: {reason}", reason=reason)


async def static(request: Request) -> Response:
    """GET /static/{path} and /games/{game}/static/{path}; with the hash of the content for ever cacheable."""
    game = request.path_params.get("game")
    path = request.path_params["path"]
    file = assets.find(path, game) if "\0" not in path else None
    if file is None:
        raise Unknown("there is no such file")
    marked = f"v={request.query_params.get('v', '')}"
    cached = FOR_EVER if assets.address(path, game).endswith(marked) else SHORT
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    headers = {"cache-control": cached, "vary": "accept-encoding"}
    short = assets.compressed(file) if _takes_gzip(request) else None
    if short is not None:
        return Response(short, headers={**headers, "content-encoding": "gzip"}, media_type=kind)
    return Response(assets.content(file), headers=headers, media_type=kind)


def _takes_gzip(request: Request) -> bool:
    """Whether the browser takes gzip. Static files only go compressed: what is secret on a page must not show in its size."""
    for wish in request.headers.get("accept-encoding", "").split(","):
        name, _, weight = wish.partition(";")
        if name.strip().lower() == "gzip":
            return weight.replace(" ", "").lower() not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False


async def health(request: Request) -> Response:
    """GET /healthz: whether the store answers."""
    good = await service_of(request).store.healthy()
    return replies.json({"ok": good, "tables": service_of(request).warm}, 200 if good else 503)


async def metrics(request: Request) -> Response:
    """GET /metrics, for the machine itself only (a proxy in front passes nobody on to it)."""
    here = address_of(request.scope) in ("127.0.0.1", "::1", "testclient")
    if not here or "x-forwarded-for" in request.headers or "forwarded" in request.headers:
        raise Unknown("there is no page at this address")
    service = service_of(request)
    text = service.meter.text({"tables": service.warm, "connections": service.connections})
    return Response(text, media_type="text/plain; version=0.0.4")
