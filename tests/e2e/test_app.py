"""The page as an app: a browser finds nothing that stands in the way of installing it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, picture
from tests.e2e.situation import at_table, do, sends_nothing

pytestmark = pytest.mark.browser

OURS = {"in-incognito", "platform-not-supported-on-android"}
"""What Chromium says of the private window that the tests open, not of the page."""


def test_chromium_would_install_it(visit: Callable[..., Page]) -> None:
    page = visit("/")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].partition("?")[0].endswith("/static/sofra.webmanifest")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= OURS, errors
    # The check itself sees what is missing.
    page.evaluate("document.querySelector('link[rel=manifest]').remove()")
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert "no-manifest" in {error["errorId"] for error in errors}


def test_keys_can_be_moved_and_a_greek_keyboard_plays_too(visit: Callable[..., Page]) -> None:
    page = visit("/settings")
    page.locator("summary", has_text="Choose other keys").click()
    page.locator("[name=key-R]").fill("z")
    page.get_by_role("button", name="Save").click()
    page.goto("/new/farkle")
    page.locator("#chair-1").select_option("person")
    page.locator("#name-1").fill("Νίκος")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator("#match [data-key=R] .kbd")).to_have_text("Z")
    known = at_table(page)
    assert sends_nothing(page, lambda: page.keyboard.press("r"))
    # With a Greek keyboard the Z key writes a zeta.
    zeta = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ζ', code: 'KeyZ', bubbles: true, cancelable: true}))"
    do(page, known, lambda: page.evaluate(zeta))


def test_the_big_picture_shows_the_table_alone_and_goes_back_without_scripts(
    visit: Callable[..., Page],
) -> None:
    page = visit("/", scripts=False, size={"width": 1920, "height": 1080})
    page.get_by_role("button", name="Play at once: Rak").click()
    page.get_by_role("link", name="Big picture, for a TV").click()
    expect(page.locator("#match")).to_be_visible()
    expect(page.locator("#scores")).to_be_visible()
    for hidden in (".top", ".foot", "#controls", "#log", "#chairs"):
        expect(page.locator(hidden)).to_be_hidden()
    picture(page, "tv-raks")
    page.get_by_role("link", name="Close the big picture").click()
    expect(page.locator("#controls")).to_be_visible()


def test_the_invitation_is_sent_the_way_the_device_has_for_it(visit: Callable[..., Page]) -> None:
    page = visit("/new/farkle", size=PHONE)
    page.locator("#chair-1").select_option("open")
    page.locator(".setup .btn.primary").click()
    send = page.get_by_role("button", name="Send the link")
    expect(page.get_by_role("button", name="Copy the link")).to_be_visible()
    expect(send).to_be_hidden()  # This browser has no way of its own.
    page.add_init_script("navigator.share = async (what) => { window.sent = what; }")
    page.reload()
    send.click()
    assert page.evaluate("window.sent.url") == page.locator("#link").input_value()
