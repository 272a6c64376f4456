"""Without a server an installed app shows a page of its own, in its reader's language, and goes back to the table by itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import PHONE, free_port, picture, serve_at
from tests.e2e.test_pages import faults
from tests.pages.rooms import site

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
  return found;
}"""


READY = """async (lang) => {
  for (let tries = 0; tries < 600; tries++) {
    const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
    const names = await caches.keys();
    if (active?.state === "activated" && active.scriptURL.includes(`lang=${lang}`) && names.length === 1 && names[0].includes(`lang=${lang}`)) return true;
    await new Promise((done) => setTimeout(done, 100));
  }
  return false;
}"""


def kept(page: Page, lang: str) -> None:
    """Wait until a worker with the page in that language, and no other, stands before every page."""
    assert page.evaluate(READY, lang)


def test_a_reload_without_a_server_shows_a_page_for_it_and_comes_back_to_the_table(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    lang, port = "el", free_port()
    server = serve_at(tmp_path, port)
    try:
        page = visit(f"http://127.0.0.1:{port}/", lang=lang, size=PHONE)
        page.locator("form:has([name=game][value=racko]) button").first.click()
        expect(page.locator("#match")).to_be_visible()
        table = page.url
        kept(page, lang)
        # All that is kept: the page and what it is drawn with. No table, no answer of the server to a question.
        names = page.evaluate(KEPT)
        assert "/offline" in names
        assert all(name == "/offline" or name.startswith("/static/") for name in names), names
        server.kill()
        page.reload()
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text(site(lang).speak("No connection"))
        assert page.locator("html").get_attribute("lang") == lang
        assert page.url == table
        assert page.evaluate("getComputedStyle(document.querySelector('.wood')).borderTopLeftRadius") != "0px"
        assert faults(page) == []
        picture(page, f"offline-{lang}")
        server = serve_at(tmp_path, port)
        expect(page.locator("#match")).to_be_visible()
        assert page.url == table
        assert page.evaluate(KEPT) == names
    finally:
        server.kill()


def test_another_language_keeps_the_page_in_that_language_and_drops_the_old_one(
    visit: Callable[..., Page],
) -> None:
    page = visit("/")
    kept(page, "en")
    page.locator(".langs [lang=tr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    kept(page, "tr")
    page.context.set_offline(True)
    page.goto("/settings")
    expect(page.get_by_role("heading", level=1)).to_have_text("Bağlantı yok")
    page.context.set_offline(False)
    expect(page.locator("main")).not_to_have_class("narrow problem")
