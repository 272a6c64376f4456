"""Only the parts of a table that changed are swapped: whatever was told before, the page is the one that would be loaded now,
and what has not changed is still the same element."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute

from sofra.games import boxes
from sofra.web import assets, pages
from tests.e2e.conftest import PHONE
from tests.e2e.still import serve, show, sockets_of, tell
from tests.pages import asides, more_rooms, rooms
from tests.pages.walks import walking

pytestmark = pytest.mark.browser

STATES = 12
SEEN = """() => {
  const passing = ["fresh", "dropped", "doubted", "lit", "went-now"];
  return Object.fromEntries([...document.querySelectorAll("#ask, #match, #result, #log, #scores, #chairs, #controls, #lobby")].map((region) => {
    const copy = region.cloneNode(true);
    for (const one of [copy, ...copy.querySelectorAll("*")]) {
      one.classList.remove(...passing);
      if (!one.classList.length) one.removeAttribute("class");
      if ("parts" in one.dataset) for (const text of [...one.childNodes]) if (text.nodeType === 3) text.remove();
      one.replaceChildren(...one.childNodes);
    }
    const order = (one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ");
    const written = [copy, ...copy.querySelectorAll("*")].map((one) => [one.localName, order(one), one.childElementCount, one.childElementCount ? "" : one.textContent]);
    const chosen = [...region.querySelectorAll("input")].map((one) => `${one.checked} ${one.value} ${one.disabled}`);
    return [region.id, JSON.stringify([written, copy.textContent, chosen])];
  }));
}"""
"""Every region as it stands: elements, attributes in order, text, what is chosen; without what only moves for a moment."""


def page_of(room: pages.Room) -> str:
    """The page of a table, or of its lobby."""
    return pages.table(room) if room.started else pages.lobby(room)


@contextmanager
def two_pages(browser: Browser, first: pages.Room) -> Iterator[tuple[Page, WebSocketRoute, Page]]:
    """A page that is told news, its socket, and one beside it that can be loaded anew."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page, beside = context.new_page(), context.new_page()
    serve(page, {"table": page_of(first)})
    sockets = sockets_of(page)
    show(page, "table")
    page.wait_for_function("performance.getEntriesByName('table').length > 0")
    yield page, sockets[-1], beside
    context.close()


def told_and_loaded(page: Page, socket: WebSocketRoute, beside: Page, room: pages.Room) -> list[str]:
    """The regions in which a page that is told news differs from the page that is loaded."""
    tell(page, socket, room)
    serve(beside, {"table": page_of(room)})
    show(beside, "table")
    now, anew = page.evaluate(SEEN), beside.evaluate(SEEN)
    assert now.keys() == anew.keys()
    return [name for name in now if now[name] != anew[name]]


def states(key: str, seat: int | None) -> list[pages.Room]:
    """Moments of one match, the last of them its end."""
    made = [rooms.room(match, "en", seat=seat) for match in walking(key, 60, 2)]
    over = rooms.room(walked_to_the_end(key), "en", seat=seat)
    return [*random.Random(key).sample(made, STATES), over]


def walked_to_the_end(key: str) -> rooms.Match:
    *_, last = walking(key, 4000, 2)
    assert last.over
    return last


def in_any_order(made: list[pages.Room], seed: int) -> list[pages.Room]:
    """The same rooms in another order, each newer than the one before."""
    order = list(made)
    random.Random(seed).shuffle(order)
    return [
        replace(room, scene=replace(room.scene, version=10_000 + place), command=f"c{place}")
        for place, room in enumerate(order)
    ]


@pytest.mark.parametrize("game", list(boxes()))
@pytest.mark.parametrize("seat", [0, None], ids=["player", "watcher"])
def test_whatever_was_told_before_the_page_is_the_one_that_would_be_loaded(
    browser: Browser, game: str, seat: int | None
) -> None:
    made = in_any_order(states(game, seat), seed=5)
    with two_pages(browser, made[0]) as (page, socket, beside):
        differ = {}
        for room in made[1:]:
            if found := told_and_loaded(page, socket, beside, room):
                differ[room.scene.version] = found
        assert differ == {}
        page.evaluate("document.querySelector('#chairs .name').textContent = 'older'")
        changed = replace(made[1], scene=replace(made[1].scene, version=20_000))
        assert "chairs" in told_and_loaded(page, socket, beside, changed), "the check sees what stayed behind"


@pytest.mark.parametrize("chance", ["sealed", "manual"])
def test_people_who_come_and_go_change_the_page_as_loading_it_would(browser: Browser, chance: str) -> None:
    tables = [room for _, room in asides.tables(rooms.site("en")) if room.box.key == "farkle"]
    made = in_any_order([room for room in tables if room.chance == chance], seed=2)
    assert len(made) > 1
    with two_pages(browser, made[0]) as (page, socket, beside):
        differ = {
            room.scene.version: found
            for room in made[1:]
            if (found := told_and_loaded(page, socket, beside, room))
        }
        assert differ == {}


def test_a_page_that_takes_other_parts_for_the_same_is_found_out(browser: Browser) -> None:
    made = in_any_order(states("raks", 0), seed=5)
    with two_pages(browser, made[0]) as (page, _, beside):
        script = assets.content(assets.STATIC / "table.js").decode()
        careless = script.replace("one.isEqualNode(next)", "one.localName === next.localName")
        assert careless != script
        page.route(
            "**/static/table.js*", lambda route: route.fulfill(body=careless, content_type="text/javascript")
        )
        sockets = sockets_of(page)
        page.reload()
        page.wait_for_function("performance.getEntriesByName('table').length > 0")
        assert any(told_and_loaded(page, sockets[-1], beside, room) for room in made[1:])


def test_a_bead_swaps_its_zone_alone_and_the_keyboard_stays_on_the_board(browser: Browser) -> None:
    before, after = (
        more_rooms.raks(moves, rooms.site("en"), seat=1, last=(6, 6, 6)) for moves in ([], ["place 7"])
    )
    with two_pages(browser, before) as (page, socket, _):
        page.evaluate("document.querySelectorAll('.board *').forEach((one) => (one.older = true))")
        page.locator("[data-cell]").nth(20).focus()
        tell(page, socket, after)
        fresh = page.evaluate(
            "[...document.querySelectorAll('.board *')].filter((one) => !one.older).map((one) => one.closest('td').cellIndex)"
        )
        assert set(fresh) == {0}, "zone 7 begins the second row"
        assert (
            page.evaluate("[...document.querySelectorAll('[data-cell]')].indexOf(document.activeElement)")
            == 20
        )


def test_a_name_that_is_being_typed_outlives_somebody_who_sits_down(browser: Browser) -> None:
    reader = rooms.site("en")
    waiting = rooms.lobby(reader)
    host, guest, free = waiting.chairs
    before = replace(waiting, chairs=(host, replace(guest, kind="open", name="", persona=""), free))
    one_less = replace(waiting, scene=replace(waiting.scene, version=waiting.scene.version + 1))
    with two_pages(browser, before) as (page, socket, _):
        field = page.locator("#name-2")
        field.press_sequentially("Ele")
        tell(page, socket, one_less)
        page.keyboard.type("ni")
        assert field.input_value() == "Eleni"
