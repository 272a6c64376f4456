"""For eyes that see little, or other colours: the keyboard is seen in forced colours, letters twice as large cut nothing off,
and a card out of order has a sign that is no colour."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e import looks
from tests.e2e.conftest import FLAGS, PHONE, chromium
from tests.e2e.still import serve, show
from tests.e2e.test_looks import CUT_OFF as CUT
from tests.pages import more_rooms, rooms

pytestmark = pytest.mark.browser

TABLES = ("farkle-throw", "farkle-decide", "racko-drawn", "racko-round", "raks-late", "raks-show")

UNSEEN = """() => {
  const found = [];
  for (const one of document.querySelectorAll("main :is(a[href], button:not([disabled]), input:not([type=hidden]), summary)")) {
    if (!one.checkVisibility() || one.tabIndex < 0) continue;
    one.focus({ focusVisible: true });
    if (document.activeElement !== one) continue;
    const ringed = [one, one.parentElement, one.closest("label")].filter(Boolean).map((each) => getComputedStyle(each))
      .some((style) => style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 3);
    if (!ringed) found.push(one.outerHTML.slice(0, 80));
  }
  return found;
}"""
"""Whatever has the keyboard without a ring of three pixels, by itself or round what holds it, such as its label."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_whatever_has_the_keyboard_is_ringed_in_forced_colours(browser: Browser, theme: str) -> None:
    context = browser.new_context(
        viewport=PHONE,
        forced_colors="active",
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    serve(page, rooms.pages_of("en") | more_rooms.more_pages_of("en"))
    unseen = {}
    for name in (*TABLES, "settings", "lobby"):
        show(page, name)
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        if found := page.evaluate(UNSEEN):
            unseen[name] = found
    page.add_style_tag(content="* { outline: none !important; }")
    assert page.evaluate(UNSEEN), "the check sees a page without rings"
    context.close()
    assert unseen == {}


CUT_OFF = CUT.replace("+ 2", "+ 4")
"""As for letters of the usual size, and everything is twice as large: also what a drawing stands out by."""


@pytest.fixture(scope="module")
def large(browser: Browser) -> Iterator[Browser]:
    """A browser whose reader asked for letters twice as large: 32 pixels, where 16 are usual."""
    made = browser.browser_type.launch(
        executable_path=chromium(), args=[*FLAGS, "--blink-settings=defaultFontSize=32"]
    )
    yield made
    made.close()


BESIDE = (
    "start",
    "lobby",
    "settings",
    "farkle-turn",
    "farkle-banked",
    "farkle-rules",
    "racko-rules",
    "raks-rules",
)


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize("width", [390, 640, 1280])
def test_letters_twice_as_large_cut_nothing_off(large: Browser, lang: str, width: int) -> None:
    context = large.new_context(viewport={"width": width, "height": 1280}, reduced_motion="reduce")
    page = context.new_page()
    made = rooms.pages_of(lang) | more_rooms.more_pages_of(lang)
    serve(page, made)
    wrong: dict[str, object] = {}
    for name in (*TABLES, *BESIDE, "farkle-over", "racko-over", "farkle-refused"):
        show(page, name)
        # What is far below is looked at as well.
        page.add_style_tag(content="section { content-visibility: visible !important; }")
        assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "34px"
        if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
            wrong[f"{name} is wide"] = wide
        if cut := page.evaluate(CUT_OFF):
            wrong[name] = cut[:4]
    page.add_style_tag(content=".btn, .ask { white-space: nowrap; width: 4rem; max-width: 4rem; }")
    assert page.evaluate(CUT_OFF), "the check sees words that do not fit"
    context.close()
    assert wrong == {}


def edges(page: Page, tool: Page) -> dict[bool, list[str]]:
    """The left edge of each card of a rack as greys, by whether it stands out of order."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for card in page.locator(".rack .card").all():
        box = card.bounding_box()
        assert box
        clip = {"x": box["x"] + 1, "y": box["y"] + 6, "width": 10, "height": box["height"] - 12}
        stray = "stray" in (card.get_attribute("class") or "").split()
        found[stray].append(looks.greys(page.screenshot(clip=clip), tool, (10, 16)))  # type: ignore[arg-type]
    return found


@pytest.mark.parametrize("sight", ["protanopia", "achromatopsia"])
def test_a_card_out_of_order_has_a_sign_that_is_no_colour(browser: Browser, sight: str) -> None:
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page, tool = context.new_page(), context.new_page()
    serve(page, more_rooms.more_pages_of("en"))
    context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
    show(page, "racko-drawn")
    # An open card has a sign of its own in that corner.
    page.add_style_tag(content=".card.open::before { display: none; }")
    found = edges(page, tool)
    assert found[True]
    assert found[False]
    apart = min(looks.apart(one, other) for one in found[True] for other in found[False])
    page.add_style_tag(content=".card.stray { background: linear-gradient(#fff3e6, #fbe0c6) !important; }")
    plain = edges(page, tool)
    only_tinted = min(looks.apart(one, other) for one in plain[True] for other in plain[False])
    context.close()
    assert only_tinted < 1
    assert apart > 2
