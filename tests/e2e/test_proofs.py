"""While Rack-O is played, the browser proves every card that it shows; a card that was exchanged is found at once."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.e2e.situation import do, turn, until_true

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def at_racko(visit: Visit) -> Page:
    # What a worker fetches passes by the lies that are told here on the line.
    page = visit("/", worker=False)
    page.get_by_role("button", name="Play at once: Rack-O").click()
    expect(page.locator("#match")).to_be_visible()
    expect(page.locator(".proved")).to_have_count(1)
    return page


def test_every_card_is_proved_while_it_is_played(visit: Visit) -> None:
    page = at_racko(visit)
    for _ in range(4):
        now = do(page, turn(page), page.locator("#match button[value=draw]:visible").last.click)
        page.locator("#match input[name=slot]").first.check(force=True)
        now = do(page, now, page.locator("#match button[value=put]").click)
        assert not now.slots
    turn(page)
    expect(page.locator(".proved")).to_have_count(1)
    expect(page.locator("#card-unproved")).to_have_count(0)


def test_a_card_that_was_exchanged_is_found(visit: Visit) -> None:
    page = at_racko(visit)
    turn(page)  # While it is this player's turn nothing moves on.
    seen = page.request.get(page.url, headers={"accept": "application/json"}).json()["view"]
    known = {card for rack in seen["racks"] for card in rack if card} | set(seen["discards"])
    other = next(card for card in range(1, 41) if card not in known)

    def lie(route: Route) -> None:
        answer = route.fetch()
        exchanged = f'data-proof="{other}">{other}<'
        route.fulfill(
            response=answer, body=re.sub(r'data-proof="\d+">\d+<', exchanged, answer.text(), count=1)
        )

    page.route("**/t/*", lie)
    page.reload()
    expect(page.locator("#card-unproved")).to_contain_text(str(other))


def test_a_leaf_that_leads_to_another_root_is_found(visit: Visit) -> None:
    page = at_racko(visit)

    def lie(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        found["cards"][0]["salt"] = "00" * 32
        route.fulfill(response=answer, json=found)

    page.route("**/cards?*", lie)
    page.reload()
    expect(page.locator("#card-unproved")).to_be_visible()


def test_a_draw_that_does_not_take_the_next_place_is_found(visit: Visit) -> None:
    page = at_racko(visit)
    do(page, turn(page), page.locator("#match button[value=draw]:visible").last.click)
    expect(page.locator("#match [data-nth]")).to_have_count(1)
    place = int(page.locator("#match [data-nth]").get_attribute("data-nth") or "")
    expect(page.locator("#card-unproved")).to_have_count(0)

    def lie(route: Route) -> None:
        # As if a card had gone missing from the pile, or this one came from below the top.
        answer = route.fetch()
        told = answer.text().replace(f'data-nth="{place}"', f'data-nth="{place - 1}"')
        route.fulfill(response=answer, body=told)

    page.route("**/t/*", lie)
    page.reload()
    expect(page.locator("#card-unproved")).to_be_visible()


def test_a_root_that_changes_after_it_was_shown_is_found(visit: Visit) -> None:
    page = at_racko(visit)
    root = re.findall(
        r"deal:1=([0-9a-f]{64})", page.locator(".inside[data-roots]").get_attribute("data-roots") or ""
    )[0]

    def lie(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(root, "00" * 32))

    page.route("**/t/*", lie)
    page.reload()
    expect(page.locator("#card-unproved")).to_contain_text("not the one that this device saw before")


NOTED = """window.noted = 0; new MutationObserver((changes) => {
  for (const { addedNodes } of changes) for (const one of addedNodes) window.noted += one.className === "note proved";
}).observe(document, { childList: true, subtree: true });"""
"""Counts how often a page says that everything is proved."""


def test_cards_that_the_server_owes_a_leaf_are_not_called_proved(visit: Visit) -> None:
    page = at_racko(visit)
    turn(page)
    page.add_init_script(NOTED)
    owed: list[int] = []
    asked = 0
    owing = True

    def late(route: Route) -> None:
        # As if the table had moved on, for one and the same of the cards.
        nonlocal asked
        asked += 1
        answer = route.fetch()
        if not owing:
            route.fulfill(response=answer)
            return
        found = answer.json()
        owed[:] = owed or [found["cards"][-1]["card"]]
        cards = [leaf for leaf in found["cards"] if leaf["card"] not in owed]
        route.fulfill(response=answer, json={"version": found["version"] + 1, "cards": cards})

    page.route("**/cards?*", late)
    page.reload()
    now = do(page, turn(page), page.locator("#match button[value=draw]:visible").last.click)
    # The second question comes when the first one has been dealt with.
    until_true(page, lambda: asked >= 2)
    assert page.evaluate("window.noted") == 0
    expect(page.locator("#card-unproved")).to_have_count(0)
    # The server brings it after all: the next change asks for what is missing.
    owing = False
    page.locator("#match input[name=slot]").first.check(force=True)
    do(page, now, page.locator("#match button[value=put]").click)
    expect(page.locator(".proved")).to_have_count(1)
