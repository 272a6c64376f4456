"""What happens when the network or the server goes away in the middle of a match, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import free_port, serve_at
from tests.e2e.rolling import choose_all, throw_dice
from tests.e2e.situation import at_table

pytestmark = pytest.mark.browser


def test_a_server_killed_in_mid_turn_is_waited_for_and_the_turn_goes_on(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    port = free_port()
    server = serve_at(tmp_path, port)
    try:
        page = visit(f"http://127.0.0.1:{port}/")
        page.get_by_role("button", name="Play at once: Farkle").click()
        throw_dice(page)
        stood = page.locator("#match").bounding_box()
        server.kill()
        expect(page.locator("#lost")).to_be_visible()
        expect(page.locator("#lost")).to_contain_text("Reconnecting")
        assert page.locator("#match").bounding_box() == stood, "the slip moves nothing"
        choose_all(page)
        page.locator("[data-then=bank]").click()
        server = serve_at(tmp_path, port)
        # The tap made while nobody answered is taken once somebody does, and counts once.
        expect(page.locator("#lost")).to_be_hidden()
        expect(page.locator("#log")).to_contain_text("Guest: banked")
        # All of the log: what the computer player does meanwhile moves the line behind "Earlier".
        assert (page.locator("#log").text_content() or "").count("Guest: banked") == 1
    finally:
        server.kill()


def test_what_was_missed_is_there_after_coming_back_to_the_page(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play at once: Farkle").click()
    at_table(page)
    other = page.context.new_page()
    other.goto(page.url)
    want = throw_dice(other).version
    expect(page.locator("#main")).to_have_attribute("data-version", str(want))
