"""What happens when the network or the server goes away in the middle of a match, and comes back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.e2e.conftest import free_port, serve_at
from tests.e2e.rolling import choose_all, throw_dice
from tests.e2e.situation import at_table, turn, until

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


ASLEEP = """() => {
  const see = (state) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  see("hidden");
  const now = Date.now;
  Date.now = () => now() + 60000;
  see("visible");
}"""
"""A phone that is out of sight for a minute."""


def test_a_socket_that_died_in_silence_while_a_phone_slept_is_replaced_when_it_wakes(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    dead: list[bool] = []

    def line(socket: WebSocketRoute) -> None:
        number = len(dead)
        dead.append(False)
        server = socket.connect_to_server()
        # A line that forgets what it is given, as one does behind a firewall, and closes nothing.
        server.on_message(lambda text: None if dead[number] else socket.send(text))
        socket.on_message(lambda text: None if dead[number] else server.send(text))

    page.route_web_socket("**/stream?*", line)
    page.get_by_role("button", name="Play at once: Farkle").click()
    at_table(page)
    dead[:] = [True] * len(dead)
    other = page.context.new_page()
    other.goto(page.url)
    want = throw_dice(other).version
    page.evaluate(ASLEEP)
    expect(page.locator("#main")).to_have_attribute("data-version", str(want))
    assert len(dead) >= 2
    expect(page.locator("#lost")).to_be_hidden()


def test_what_was_missed_is_there_after_coming_back_to_the_page(visit: Callable[..., Page]) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play at once: Farkle").click()
    at_table(page)
    other = page.context.new_page()
    other.goto(page.url)
    want = throw_dice(other).version
    expect(page.locator("#main")).to_have_attribute("data-version", str(want))


def test_a_page_that_shows_another_view_than_it_should_is_made_anew_when_it_dials_again(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play at once: Farkle").click()
    whole = turn(page)
    with page.expect_websocket():
        page.evaluate(ASLEEP)
    assert throw_dice(page).document == whole.document, "what is right stays"
    turn(page)
    page.evaluate("document.getElementById('main').dataset.hash = '0'.repeat(16)")
    page.evaluate(ASLEEP)
    until(page, lambda now: now.document != whole.document)
