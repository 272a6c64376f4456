"""Whoever is quicker than an answer: a tap on what the stream has brought already counts, a second tap on the same does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.rolling import choose_all
from tests.e2e.situation import presses, see, sends_nothing, turn, until

pytestmark = pytest.mark.browser


def test_a_tap_on_what_came_before_the_answer_counts_once(visit: Callable[..., Page]) -> None:
    # What a worker fetches passes by what is held back here on the line.
    page = visit("/new/farkle", worker=False)
    page.locator("#chair-1").select_option("none")
    page.get_by_role("button", name="Set the table").click()
    known = turn(page)
    held: list[Callable[[], None]] = []
    holding = True

    def hold(route: Route) -> None:
        answer = route.fetch()
        if holding:
            held.append(lambda: route.fulfill(response=answer))
        else:
            route.fulfill(response=answer)

    page.route("**/do", hold)
    page.keyboard.press("r")
    sent = see(page).sent
    page.keyboard.press("r")
    assert see(page).sent == sent, "a second tap on the same"
    came = until(page, lambda now: now.version > known.version)
    assert came.underway == 1, "the stream was quicker than the answer"
    if came.phase == "keep":
        choose_all(page)
    assert sends_nothing(page, presses(page, "b" if came.phase == "keep" else "r", "r")), "it waits"
    holding = False
    for answered in held:
        answered()
    now = until(page, lambda now: not now.underway and now.version > came.version)
    # Roll; then keep and bank, or after a Farkle roll once more.
    assert see(page).sent == now.sent == known.sent + (3 if came.phase == "keep" else 2)


@pytest.mark.parametrize("by_key", [False, True])
def test_news_in_the_middle_of_a_press_waits_until_it_is_done(
    visit: Callable[..., Page], by_key: bool
) -> None:
    host = visit("/new/racko")
    host.locator("#chair-1").select_option("open")
    host.get_by_role("button", name="Set the table").click()
    guest = visit(host.locator("#link").input_value())
    guest.locator("input[name=name]").fill("Νίκος")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("button", name="Start")).to_be_enabled()
    host.get_by_role("button", name="Start").click()
    seen = {page: until(page, lambda now: now.rack) for page in (host, guest)}
    mover, other = (host, guest) if seen[host].mine else (guest, host)
    # Whatever is told next puts another button there.
    mover.evaluate("document.querySelector('#match').dataset.older = 'yes'")
    button = mover.locator("#match [data-key=P]")
    if by_key:
        button.focus()
        mover.keyboard.down("Space")
    else:
        box = button.bounding_box()
        assert box
        mover.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mover.mouse.down()
    before = see(mover).version
    other.evaluate("document.querySelector('form[action$=react] button').click()")
    until(other, lambda now: now.version > before)
    assert see(mover).version == before, "it waits"
    if by_key:
        mover.keyboard.up("Space")
    else:
        mover.mouse.up()
    now = until(mover, lambda now: now.sent and not now.underway and now.version > before + 1)
    assert now.phase == "drawn"
