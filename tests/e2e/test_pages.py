"""Every page and state: an accessibility engine finds nothing, nothing is wider than a phone, nothing weighs too much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from sofra.cli.browsing import WATCH
from sofra.games import boxes
from sofra.lang import LANGS
from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.looks import FRAMES
from tests.e2e.situation import do, sends_nothing, turn
from tests.e2e.still import serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NARROW = {"width": 320, "height": 640}


def faults(page: Page) -> list[str]:
    """What the accessibility engine finds on the page, in words."""
    found: dict[str, Any] = Axe().run(page, options=RULES).response
    return [
        f"{item['id']}: {item['help']} ({node['html'][:160]})"
        for item in found["violations"]
        for node in item["nodes"]
    ]


@pytest.mark.parametrize("lang", LANGS)
def test_no_accessibility_fault_on_any_page_of_the_route_table(visit: Visit, lang: str) -> None:
    page = visit("/", lang=lang)
    assert page.locator("html").get_attribute("lang") == lang
    addresses = [
        "/",
        "/open",
        "/settings",
        "/verify",
        "/t/AAAAAAAAAAAAAAAAAAAAAA",
        "/nothing-here",
        "/offline",
    ]
    addresses += [f"/{kind}/{game}" for game in boxes() for kind in ("new", "rules", "guide")]
    addresses += [f"/{game}/{name}" for game, box in boxes().items() for name in box.pages]
    found = {}
    for address in addresses:
        page.goto(address)
        if bad := faults(page):
            found[address] = bad
        picture(page, f"page-{lang}-{address.strip('/').replace('/', '-') or 'start'}")
    page.goto("/new/farkle")
    page.locator("#chair-1").select_option("open")
    page.locator(".setup .btn.primary").click()
    expect(page.locator("#lobby")).to_be_visible()
    found["lobby"] = faults(page)
    page.locator(".fill .btn").click()
    page.locator("form[action$='/start'] button:not([disabled])").click()
    turn(page)  # While somebody here is asked nothing changes under the engine's hands.
    page.locator("#say summary").click()
    found["table"] = faults(page)
    table = page.url
    page.locator("#controls a[href$='/agreed']").click()
    found["agreed"] = faults(page)
    for address in ("coach", "review", "host", f"chair/0?key={'k' * 22}"):
        page.goto(f"{table}/{address}")
        found[address] = faults(page)
    assert not {where: bad for where, bad in found.items() if bad}


@pytest.mark.parametrize(("lang", "theme"), [("en", "light"), ("el", "dark")])
def test_no_accessibility_fault_in_any_state(browser: Browser, lang: str, theme: str) -> None:
    context = browser.new_context(viewport=NARROW, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = rooms.pages_of(lang)
    serve(page, made)
    found = {}
    for name in made:
        if name.endswith(("-rules", "-new")) or name in ("settings", "verify", "start-first"):
            continue  # Looked at on the real server, above.
        show(page, name)
        if bad := faults(page):
            found[name] = bad
    context.close()
    assert not found


@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_wider_than_a_small_phone_or_a_tablet_with_text_twice_as_large(
    browser: Browser, lang: str
) -> None:
    context = browser.new_context(viewport=NARROW, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = rooms.pages_of(lang)
    serve(page, made)
    wide = {}
    for name in made:
        show(page, name)
        for size, most in (("100%", 320), ("212%", 640)):
            page.set_viewport_size({"width": most, "height": 640})
            page.evaluate("(size) => { document.documentElement.style.fontSize = size; }", size)
            width = page.evaluate("document.documentElement.scrollWidth")
            if width > most:
                wide[name, size] = width
    context.close()
    assert not wide


def test_every_target_is_44_pixels_or_more_on_a_phone(browser: Browser) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = rooms.pages_of("el")
    serve(page, made)
    small = []
    for name in made:
        show(page, name)
        # A link inside a sentence is no target of its own size; a choice is as large as its label.
        small += page.evaluate(
            """(name) => [...document.querySelectorAll("button, select, summary, input:not([type=hidden]), a.btn, nav a, .seal a")]
              .filter((one) => one.checkVisibility() && !one.closest(".vh"))
              .map((one) => [one, (one.closest("label") ?? one).getBoundingClientRect()])
              .filter(([one, box]) => box.width < 44 || box.height < 44)
              .map(([one, box]) => `${name}: ${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`)""",
            name,
        )
    context.close()
    assert not small


@pytest.mark.parametrize("game", list(boxes()))
def test_the_first_view_of_a_table_weighs_at_most_100_kilobytes_in_few_requests(
    visit: Visit, game: str
) -> None:
    page = visit("/", size=PHONE)
    page.locator(f"form:has([name=game][value={game}]) button").click()
    expect(page.locator("#match")).to_be_visible()
    table = page.url
    # The same seat in a browser whose cache is empty.
    fresh = visit("/healthz", size=PHONE)
    fresh.context.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    answers: list[tuple[str, int]] = []
    fresh.on(
        "requestfinished",
        lambda asked: answers.append((asked.url, asked.sizes()["responseBodySize"])),
    )
    fresh.goto(table, wait_until="networkidle")
    total = sum(size for _, size in answers)
    assert total <= 100_000, answers
    # Where cards are proved, the question for their leaves is the last.
    assert len(answers) <= 13, answers


def test_a_table_that_is_loaded_moves_nothing(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    page.get_by_role("button", name="Play at once: Farkle").click()
    turn(page)
    page.reload(wait_until="networkidle")
    turn(page)
    page.evaluate(WATCH)
    page.evaluate(FRAMES)
    moved = page.evaluate("window.shift")
    assert moved < 0.02
    # The observer hears of what does move.
    page.evaluate("document.querySelector('#ask').style.marginTop = '200px'")
    page.wait_for_function("moved => window.shift > moved + 0.01", arg=moved)


def test_the_language_changes_in_place_without_losing_the_table(visit: Visit) -> None:
    page = visit("/", size=DESKTOP)
    page.get_by_role("button", name="Play at once: Farkle").click()
    expect(page.locator("#match")).to_be_visible()
    table = page.url
    page.locator(".langs [lang=tr]").click()
    expect(page.locator("html")).to_have_attribute("lang", "tr")
    assert page.url == table
    expect(page.locator("#scores")).to_contain_text("Puan çizelgesi")
    page.locator(".langs [lang=el]").click()
    expect(page.locator("#scores")).to_contain_text("Φύλλο σκορ")
    assert page.url == table


def test_settings_are_kept_and_change_the_page(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_label("Lamp low").check(force=True)
    page.get_by_label("Nothing moves").check(force=True)
    page.get_by_label("No single keys").check(force=True)
    page.get_by_role("button", name="Save").click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-motion", "off")
    page.goto("/")
    expect(root).to_have_attribute("data-shortcuts", "off")
    page.get_by_role("button", name="Play at once: Farkle").click()
    known = turn(page)
    assert known.on("R")
    assert sends_nothing(page, lambda: page.keyboard.press("r"))
    do(page, known, page.locator("#match [data-key=R]").click)
