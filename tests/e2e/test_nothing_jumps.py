"""A match that goes on moves nothing on the page: what comes and goes has its place kept for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from sofra.cli.browsing import WATCH
from sofra.core.errors import Illegal
from sofra.games import boxes
from sofra.web import pages
from tests.e2e.conftest import PHONE
from tests.e2e.looks import FRAMES
from tests.e2e.still import serve, show, sockets_of, tell
from tests.pages import more_rooms, rooms
from tests.pages.walks import walking

pytestmark = pytest.mark.browser

STEPS = 40
SIZES = {"small": {"width": 320, "height": 640}, "phone": PHONE, "desk": {"width": 1440, "height": 900}}


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(boxes()))
@pytest.mark.parametrize(("lang", "seat"), [("en", 0), ("el", None)], ids=["player", "watcher"])
def test_a_match_that_goes_on_moves_nothing(
    browser: Browser, game: str, size: str, lang: str, seat: int | None
) -> None:
    reader = rooms.site(lang)
    made = [rooms.room(match, reader, seat=seat) for match in walking(game, STEPS, 2)]
    with shown(browser, made[0], SIZES[size]) as (page, socket):
        jumps: dict[str, object] = {}
        table = place(page)
        for room in made[1:]:
            tell(page, socket, room)
            if moved := shift(page):
                jumps[f"{room.scene.version}: {room.scene.view.phase}"] = moved
            # What is swapped for another element is no shift to the browser.
            if place(page) != table:
                jumps[f"{room.scene.version}: {pages.headline(room)}"] = place(page)
        assert jumps == {}
        # The observer hears of what does move.
        page.evaluate("document.querySelector('#ask').style.marginTop = '200px'")
        page.wait_for_function("() => window.shift > 0.01")


@contextmanager
def shown(browser: Browser, room: pages.Room, size: dict[str, int]) -> Iterator[tuple[Page, WebSocketRoute]]:
    """A table that has come to rest, and the socket that brings it news; from now on its shift is counted."""
    context = browser.new_context(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    serve(page, {"table": pages.table(room)})
    sockets = sockets_of(page)
    show(page, "table")
    page.evaluate(WATCH)
    shift(page)  # How a page loads is looked at elsewhere.
    yield page, sockets[-1]
    context.close()


def place(page: Page) -> tuple[int, ...]:
    """Where the table begins on the page, and how wide it is: whole pixels."""
    box = page.locator("#match").bounding_box()
    assert box
    return round(box["x"]), round(box["y"]), round(box["width"])


def shift(page: Page) -> float:
    """What has moved by itself since it was asked last."""
    page.evaluate(FRAMES)
    return float(page.evaluate("() => { const moved = window.shift; window.shift = 0; return moved; }"))


def round_ends(reader: pages.Site, seat: int | None) -> list[pages.Room]:
    """Rack-O from the last choice of its first round to the second choice of the next."""
    made: list[pages.Room] = []
    for match in walking("racko", 200, 2):
        room = rooms.room(match, reader, seat=seat)
        made = [*made, room] if room.scene.view.sheet else [room]
        if len(made) == 4:
            return made
    raise AssertionError("no round ended")


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize(("lang", "seat"), [("en", 0), ("tr", 1), ("el", None)])
def test_the_end_of_a_round_moves_nothing_and_its_sheet_gives_way(
    browser: Browser, size: str, lang: str, seat: int | None
) -> None:
    made = round_ends(rooms.site(lang), seat)
    assert [len(room.scene.view.sheet) for room in made] == [0, 1, 1, 1]
    with shown(browser, made[0], SIZES[size]) as (page, socket):
        sheet = page.locator(".round-end")
        jumps = {}
        for room in made[1:]:
            tell(page, socket, room)
            jumps[room.scene.version] = shift(page)
            if room is made[1]:
                expect(sheet).to_have_attribute("open", "")
                there = page.locator("[data-place=pile]").bounding_box()
                assert there
                # By script: half a second after somebody's own deed no shift is counted.
                page.evaluate("document.querySelector('[data-shut]').click()")
                expect(sheet).not_to_have_attribute("open", "")
                assert page.locator("[data-place=pile]").bounding_box() == there
                shift(page)  # Of the sheet itself, which was put away.
        assert not any(jumps.values()), jumps
        page.add_style_tag(content=".round-end[open] { position: static !important; }")
        page.evaluate("document.getElementById('match').prepend(document.querySelector('.round-end'))")
        assert shift(page), "the check sees a sheet that pushes the table down"


READERS = (("tr", 0), ("el", None))
"""Whoever sits on the first chair, and whoever watches."""


@cache
def match_ends(game: str) -> dict[tuple[str, int | None], list[pages.Room]]:
    """The last three choices of a match and its end, as each of ``READERS`` sees them."""
    length = sum(1 for _ in walking(game, 4000, 2))
    found: dict[tuple[str, int | None], list[pages.Room]] = {reader: [] for reader in READERS}
    for at, match in enumerate(walking(game, 4000, 2)):
        if at >= length - 4:
            for (lang, seat), made in found.items():
                opened = more_rooms.OPENED if match.over else ""
                made.append(rooms.room(match, lang, seat, opened=opened))
    return found


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(boxes()))
@pytest.mark.parametrize("reader", READERS, ids=["player", "watcher"])
def test_the_end_of_a_match_moves_nothing_and_its_sheet_gives_way(
    browser: Browser, game: str, size: str, reader: tuple[str, int | None]
) -> None:
    made = match_ends(game)[reader]
    assert [room.scene.over for room in made] == [False, False, False, True]
    with shown(browser, made[0], SIZES[size]) as (page, socket):
        sheet = page.locator(".finish")
        jumps = {}
        before = place(page)
        for room in made[1:]:
            tell(page, socket, room)
            jumps[pages.headline(room)] = (shift(page), place(page))
        assert set(jumps.values()) == {(0, before)}, jumps
        expect(sheet).to_have_attribute("open", "")
        # By script: half a second after somebody's own deed no shift is counted.
        page.evaluate("document.querySelector('.finish summary').click()")
        expect(sheet).not_to_have_attribute("open", "")
        expect(page.locator(".finish .winner")).to_be_in_viewport()
        assert place(page) == before
        bar = sheet.bounding_box()
        assert bar
        assert bar["y"] + bar["height"] <= before[1] + 1, "put away, it leaves the table free"
        # News that comes later leaves it where it was put.
        tell(
            page, socket, replace(made[-1], scene=replace(made[-1].scene, version=made[-1].scene.version + 1))
        )
        expect(sheet).not_to_have_attribute("open", "")
        page.add_style_tag(content="#result { grid-area: auto !important; order: -1; }")
        assert shift(page), "the check sees a result that pushes the table down"


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", list(boxes()))
def test_a_refused_move_moves_nothing_and_its_slip_goes_when_something_else_is_done(
    browser: Browser, game: str, size: str
) -> None:
    reader = rooms.site("el")
    room = next(
        room
        for room in (rooms.walk(game, choices, reader) for choices in range(2, 30))
        if room.my_turn and not room.scene.over
    )
    why = Illegal("the {die} does not score: a {die} counts only in a set, and it is in none here", die=6)
    with shown(browser, room, SIZES[size]) as (page, socket):
        slip = page.locator(".refused")
        for _ in range(2):
            refuse(socket, replace(room, refused=why))
            expect(slip).to_be_visible()
            assert shift(page) == 0
            page.evaluate("document.querySelector('#match').click()")
            expect(slip).to_have_count(0)
        refuse(socket, replace(room, refused=why))
        expect(slip).to_be_visible()
        slip.evaluate("(slip) => { slip.style.position = 'static'; }")
        assert shift(page), "the check sees a slip that pushes the table down"


def refuse(socket: WebSocketRoute, room: pages.Room) -> None:
    """Answer the page that its move was refused."""
    update = {"version": room.scene.version, "regions": pages.regions(room), "error": {"message": "no"}}
    socket.send(json.dumps(update))
