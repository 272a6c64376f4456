"""Whoever is quicker than an answer: a tap on what the stream has brought already counts, a second tap on the same does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

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
