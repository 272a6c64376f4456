"""How pages look: as they were approved, in a language half as long again, to eyes that see other colours, and at rest."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from sofra.games.parts import Speak
from tests.e2e import looks
from tests.e2e.conftest import DESKTOP, PHONE
from tests.e2e.still import serve, show
from tests.pages import rooms

pytestmark = pytest.mark.browser

NEAR = 0.4
"""Greys a cell by which a picture may differ: fonts of another machine, not another drawing."""


def test_states_look_as_they_were_approved(browser: Browser) -> None:
    approved = json.loads(looks.APPROVED.read_text("utf-8"))
    away = {}
    for name, page, tool in looks.looks(browser):
        distance = looks.apart(looks.look(page, tool), approved.pop(name))
        if distance > NEAR:
            away[name] = round(distance, 2)
        if name.startswith(("farkle-throw 390", "raks-late 1280")):
            # The comparison sees what it is for: the table without its dice, beads and cards.
            page.add_style_tag(
                content=".wood { background: none !important; } .dice, .board { visibility: hidden; }"
            )
            seen = looks.apart(looks.look(page, tool), looks.look(page, tool))
            assert seen == 0
            assert (
                looks.apart(looks.look(page, tool), json.loads(looks.APPROVED.read_text("utf-8"))[name])
                > NEAR
            )
    assert away == {}, "if this is how it should look: python -m tests.e2e.looks"
    assert approved == {}


class Long:
    """A language whose every message is half as long again, with accents on its letters."""

    ACCENTS = str.maketrans("aeiouyAEIOUY", "áéíóúýÁÉÍÓÚÝ")

    def __init__(self, other: Speak) -> None:
        self._other = other
        self.lang = other.lang

    def _stretch(self, text: str) -> str:
        words = text.translate(self.ACCENTS).split(" ")
        return " ".join(words + ["ñandú"] * max(1, round(len(text) / 12))) if text else text

    def __call__(self, message: str, /, **fields: Any) -> str:
        return self._stretch(self._other(message, **fields))

    def many(self, one: str, other: str, count: int, /, **fields: Any) -> str:
        return self._stretch(self._other.many(one, other, count, **fields))

    def number(self, value: float) -> str:
        return self._other.number(value)

    def percent(self, share: float, digits: int = 0) -> str:
        return self._other.percent(share, digits)


CUT_OFF = """() => [...document.querySelectorAll("h1, h2, p, a, button, label, summary, legend, td, th, li, .slip, .moment, dd, dt")]
  .filter((one) => one.checkVisibility() && !one.closest(".vh, svg") && getComputedStyle(one).position !== "absolute")
  .filter((one) => one.scrollWidth > one.clientWidth + 2 && one.clientWidth > 0 && getComputedStyle(one).display !== "inline")
  .map((one) => `${one.tagName}.${one.className}: ${one.innerText.slice(0, 60)}`)"""


@pytest.mark.parametrize("width", [320, 1280])
def test_a_language_half_as_long_again_still_fits(browser: Browser, width: int) -> None:
    plain = rooms.site("en")
    made = rooms.pages_with(replace(plain, speak=Long(plain.speak)))
    context = browser.new_context(viewport={"width": width, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, made)
    wrong: dict[str, Any] = {}
    for name in made:
        show(page, name)
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            wrong[name] = wide
        if cut := page.evaluate(CUT_OFF):
            wrong[f"{name} cut off"] = cut[:4]
    show(page, "farkle-turn")
    page.add_style_tag(content=".btn { white-space: nowrap; width: 4rem; max-width: 4rem; }")
    assert page.evaluate(CUT_OFF), "the check sees a button that is too narrow for its words"
    context.close()
    assert wrong == {}


@pytest.mark.parametrize("sight", ["protanopia", "deuteranopia", "tritanopia", "achromatopsia"])
def test_beads_of_two_players_differ_to_every_eye(browser: Browser, sight: str) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    tool = context.new_page()
    serve(page, rooms.pages_of("en"))
    session = context.new_cdp_session(page)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
    show(page, "raks-late")
    beads = page.locator(".board .bead")
    # Without the letters: colour and pattern alone have to do.
    page.evaluate(
        "document.querySelectorAll('.board .bead text, .cords, .tags').forEach((one) => one.remove())"
    )
    found: dict[str, list[str]] = {}
    for place in range(beads.count()):
        bead = beads.nth(place)
        kind = (bead.get_attribute("class") or "").split()[-1]
        if len(found.setdefault(kind, [])) < 3:
            found[kind].append(looks.greys(bead.screenshot(), tool, (16, 16)))
    context.close()
    assert len(found) == 3
    alike = max(looks.apart(*pair) for same in found.values() for pair in combinations(same, 2))
    for one, other in combinations(found.values(), 2):
        differ = min(looks.apart(*pair) for pair in product(one, other))
        assert differ > max(0.7, 1.5 * alike), (differ, alike)


@pytest.mark.parametrize("game", ["Farkle", "Rack-O", "Rak"])
def test_whoever_watches_on_a_phone_sees_nothing_jump(visit: Callable[..., Page], game: str) -> None:
    player = visit("/", size=DESKTOP)
    player.get_by_role("button", name=f"Play at once: {game}").click()
    expect(player.locator("#match")).to_be_visible()
    watcher = visit(player.url, size=PHONE)
    watcher.evaluate(
        """() => { window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())
           window.shift += one.value; }).observe({ type: "layout-shift" }); }"""
    )
    before = watcher.locator("main").get_attribute("data-version")
    for _ in range(24):
        for key in ("r", "a", "b", "n", "p", "x"):
            player.keyboard.press(key)
        player.wait_for_timeout(100)
    expect(watcher.locator("main")).not_to_have_attribute("data-version", before or "")
    jumped = watcher.evaluate("window.shift")
    assert jumped < 0.002
    # The observer hears of what does jump.
    watcher.evaluate("document.querySelector('#ask').style.marginTop = '200px'")
    watcher.wait_for_function("jumped => window.shift > jumped + 0.01", arg=jumped)
