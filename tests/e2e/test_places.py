"""From one moment to the next, the table, its board and its buttons stay where they are under the thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import PHONE
from tests.e2e.still import serve, show
from tests.pages import asides, more_rooms, rooms

pytestmark = pytest.mark.browser

TOP = """part => Math.round(document.querySelector(part).getBoundingClientRect().top)"""


def places(page: Page, pages: dict[str, str], part: str) -> dict[str, int]:
    """How far below the top of the screen a part of each page is, in CSS pixels."""
    found = {}
    for name in pages:
        show(page, name)
        found[name] = page.evaluate(TOP, part)
    return found


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_whatever_happens_the_table_and_the_board_stay_where_they_are_on_a_phone(
    browser: Browser, lang: str
) -> None:
    made = {
        name: page
        for name, page in more_rooms.more_pages_of(lang).items()
        if "raks-" in name or "racko-" in name
    }
    made = {name: page for name, page in made.items() if not name.endswith("-over")}
    plain = rooms.pages_of(lang)
    made |= {
        name: plain[name] for name in ("farkle-hot", "farkle-throw", "farkle-last-round", "farkle-refused")
    }
    beside = asides.asides_of(lang)
    made |= {
        name: beside[name]
        for name in ("farkle-away", "farkle-wish", "farkle-wished", "farkle-said", "farkle-sitting-in")
    }
    clocks = {name: beside[name] for name in ("farkle-clock", "farkle-clock-other")}
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    serve(page, made | clocks)
    tables = places(page, made, "#match")
    with_clock = places(page, clocks, "#match")
    boards = places(page, {name: text for name, text in made.items() if "raks-" in name}, ".board-wrap")
    page.evaluate("document.querySelector('.throw-line').style.marginTop = '1rem'")
    moved = page.evaluate(TOP, ".board-wrap")
    context.close()
    assert len(set(tables.values())) == 1, tables
    assert len(set(with_clock.values())) == 1, with_clock
    assert len(set(boards.values())) == 1, boards
    assert moved not in boards.values(), "the check sees what does move"


OVER = """() => {
  const [sheet, asked] = [".wish", "#ask .ask > span"].map((one) => document.querySelector(one).getBoundingClientRect());
  return Math.round(Math.max(0, sheet.bottom - asked.top));
}"""
"""By how many CSS pixels a wish to end lies over the sentence."""


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize("width", [320, 390, 1440])
def test_a_wish_to_end_that_was_put_away_leaves_the_sentence_free(
    browser: Browser, lang: str, width: int
) -> None:
    made = asides.asides_of(lang)
    context = browser.new_context(viewport={"width": width, "height": 780}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, {name: made[name] for name in ("farkle-wish", "farkle-wished")})
    # Whoever said it reads the sentence at once, and can take the wish back behind its first line.
    show(page, "farkle-wished")
    sheet = page.locator(".wish")
    expect(sheet).not_to_have_attribute("open", "")
    assert page.evaluate(OVER) == 0
    page.locator(".wish summary").click()
    expect(page.locator(".wish button")).to_be_in_viewport()
    # Whoever is asked sees both answers before anything is opened, and can put them away.
    show(page, "farkle-wish")
    expect(sheet).to_have_attribute("open", "")
    assert page.locator(".wish button").count() == 2
    expect(page.locator(".wish button").last).to_be_in_viewport(ratio=1)
    over = page.evaluate(OVER)
    page.locator(".wish summary").click()
    expect(sheet).not_to_have_attribute("open", "")
    assert page.evaluate(OVER) == 0
    context.close()
    assert over > 0 or width == 1440, "the check sees a wish that lies over the sentence"


SEEN = """part => {
  const one = document.querySelector(part);
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const corners = [[left + 9, top + 9], [right - 9, top + 9], [left + 9, bottom - 9], [right - 9, bottom - 9]];
  return corners.map(([x, y]) => one.contains(document.elementFromPoint(x, y)));
}"""
"""Whether each corner of a part can be seen, and nothing lies over it."""


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
@pytest.mark.parametrize("size", [(360, 740), (390, 780), (412, 915)])
def test_a_call_stands_whole_above_the_buttons_on_a_phone(
    browser: Browser, lang: str, size: tuple[int, int]
) -> None:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, reduced_motion="reduce"
    )
    page = context.new_page()
    serve(page, {"racko-call": asides.asides_of(lang)["racko-call"]})
    show(page, "racko-call")
    assert page.evaluate(SEEN, ".racko .call") == [True] * 4
    assert page.evaluate(SEEN, "button[value=put]") == [True] * 4
    page.add_style_tag(content=".racko .call { position: relative; z-index: -1; top: 1.5rem; }")
    under = page.evaluate(SEEN, ".racko .call")
    context.close()
    assert under != [True] * 4, "the check sees a call behind the buttons"


def test_beside_the_rack_of_a_small_phone_there_is_no_shelf_and_the_call_stands_below(
    browser: Browser,
) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, {"racko-call": asides.asides_of("tr")["racko-call"]})
    show(page, "racko-call")
    shelf = "getComputedStyle(document.querySelector('.shelf'), '::before').display"
    assert page.evaluate(shelf) == "none"
    page.locator(".racko .call").scroll_into_view_if_needed()
    assert page.evaluate(SEEN, ".racko .call") == [True] * 4
    rack, call = (page.locator(part).bounding_box() for part in (".rack", ".racko .call"))
    assert rack
    assert call
    assert call["y"] >= rack["y"] + rack["height"]
    page.set_viewport_size({"width": 390, "height": 780})
    assert page.evaluate(shelf) == "block", "where there is a shelf it is seen"
    context.close()


ENVELOPE = """() => {
  const [sheet, rim, asked] = [".finish", ".rim", "#ask .ask"].map((one) => document.querySelector(one).getBoundingClientRect());
  const beside = (one) => one.bottom <= sheet.top + 1 || one.top >= sheet.bottom - 1;
  return [beside(rim), beside(asked)];
}"""
"""Whether a match's result leaves the rim of the table with its envelope free, and whether it leaves the sentence free."""


@pytest.mark.parametrize("turned", [False, True], ids=["as usual", "turned round"])
@pytest.mark.parametrize("width", [390, 1440])
def test_the_result_lies_over_the_sentence_and_leaves_the_envelope_free(
    browser: Browser, width: int, turned: bool
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    serve(page, rooms.pages_of("en"))
    show(page, "farkle-over")
    if turned:
        page.evaluate("document.getElementById('main').classList.add('turned')")
    assert page.evaluate(ENVELOPE) == [True, False]
    page.locator(".finish summary").click()
    assert page.evaluate(ENVELOPE) == [True, False], "put away, its line lies where the sentence was"
    page.add_style_tag(
        content="#result { margin: 0 !important; align-self: stretch !important; } .finish { height: 100%; }"
    )
    covered = page.evaluate(ENVELOPE)
    context.close()
    assert covered == [False, False], "the check sees an envelope that is covered"
