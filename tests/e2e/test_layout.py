"""On every page and in every state nothing that can be pressed lies over something else, and no word leaves its box."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.e2e.still import serve, show
from tests.pages import asides, more_rooms, rooms

pytestmark = pytest.mark.browser

PLACES = [
    ("el", 320),
    pytest.param("tr", 390, marks=pytest.mark.soak),
    pytest.param("el", 768, marks=pytest.mark.soak),
    ("en", 1440),
]
"""A language and a width in CSS pixels: the longest words where there is least room."""

FAULTS = """() => {
  const found = [];
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const named = (one) => `${one.tagName.toLowerCase()} "${(one.innerText || one.getAttribute("aria-label") || one.name || "").trim().slice(0, 30)}"`;

  // What lies over the page by intent (a slip, a sheet, buttons that stay in reach) may lie over what is below.
  const floats = (one) => {
    for (let at = one; at && at !== document.body; at = at.parentElement)
      if (["fixed", "sticky", "absolute"].includes(getComputedStyle(at).position) && !at.matches("input") || at.matches(".finish")) return true;
    return false;
  };
  const boxes = [...document.querySelectorAll("main :is(a[href], button, summary, select, textarea, input:not([type=hidden])), header a[href]")]
    .map((one) => one.matches("input[type=radio], input[type=checkbox]") ? one.closest("label") || one.parentElement : one)
    .filter((one) => seen(one) && !floats(one))
    .flatMap((one) => [...one.getClientRects()].map((box) => [one, box]))
    .filter(([, box]) => box.width > 1 && box.height > 1)
    .sort(([, a], [, b]) => a.top - b.top);
  boxes.forEach(([one, a], place) => {
    for (const [other, b] of boxes.slice(place + 1)) {
      if (b.top >= a.bottom - 2) break;
      if (one.contains(other) || other.contains(one)) continue;
      if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - b.top > 2)
        found.push(`${named(one)} and ${named(other)} overlap`);
    }
  });

  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (words.nextNode()) {
    const text = words.currentNode;
    let box = text.parentElement;
    if (!text.data.trim() || box.closest("svg, .vh, option, textarea, script, style") || !seen(box)) continue;
    while (box && getComputedStyle(box).display.startsWith("inline") && getComputedStyle(box).display === "inline") box = box.parentElement;
    range.selectNodeContents(text);
    const said = range.getBoundingClientRect(), room = box.getBoundingClientRect();
    if (!said.width || room.width < 2) continue;
    if (said.left < room.left - 2 || said.right > room.right + 2) found.push(`"${text.data.trim().slice(0, 40)}" leaves its box`);
  }
  return found;
}"""


@pytest.mark.parametrize(("lang", "width"), PLACES)
def test_nothing_lies_over_what_can_be_pressed_and_no_word_leaves_its_box(
    browser: Browser, lang: str, width: int
) -> None:
    made = rooms.pages_of(lang) | asides.asides_of(lang) | more_rooms.more_pages_of(lang)
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, made)
    faults = {}
    for name in made:
        show(page, name)
        if found := page.evaluate(FAULTS):
            faults[name] = found
    show(page, "new-wrong")
    planted = []
    for fault in (
        ".field { margin-top: -3rem !important; }",
        "h1, h2 { width: 2rem !important; white-space: nowrap; }",
    ):
        page.add_style_tag(content=fault)
        planted.append(" ".join(page.evaluate(FAULTS)))
    context.close()
    assert "overlap" in planted[0], "the check sees fields that lie over each other"
    assert "leaves its box" not in planted[0]
    assert "leaves its box" in planted[1], "the check sees a word that is too long"
    assert faults == {}
