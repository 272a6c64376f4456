"""Whole matches of Rak's in a real browser: two people on one device against two computer players, by keyboard alone and
without scripts; and the board looked at on phone and desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from sofra.games.raks.reach import reach
from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region
from tests.e2e.situation import Situation, at_table, do, presses, turn
from tests.e2e.test_pages import faults

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

Visit = Callable[..., Page]


def set_up(page: Page, people: tuple[str, ...], bots: int) -> None:
    """A table from the form: people on this device, then novices; any of the dice will do, so that it stays short."""
    page.goto("/new/raks")
    kinds = ["person"] * len(people) + ["bot:novice"] * bots
    for chair in range(4):
        page.locator(f"#chair-{chair}").select_option(kinds[chair] if chair < len(kinds) else "none")
    for chair, name in enumerate(people):
        page.locator(f"#name-{chair}").fill(name)
    page.locator("input[name=preset][value=Learners]").check(force=True)
    page.get_by_role("button", name="Set the table").click()


def dice(now: Situation) -> tuple[int, ...]:
    return tuple(int(name.split()[-1]) for name in now.dice)


def honest(now: Situation, use: str) -> int | None:
    """A zone that the dice make and that is open."""
    return next((zone for zone in sorted(reach(dice(now), use), reverse=True) if zone in now.zones), None)


def proof(now: Situation, use: str) -> str:
    """How the dice make the zone that is asked for."""
    assert now.main is not None
    zone = re.search(r"\d+", now.main.text)
    assert zone is not None
    return reach(dice(now), use)[int(zone.group())][0]


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never comes to {selector}")


def choose_by_arrows(page: Page, zone: int) -> None:
    """From wherever the board's one stop is to a zone, and on to the button that Enter leads to."""
    tab_to(page, "[data-cell]")
    here = page.evaluate("[...document.querySelectorAll('[data-cell]')].indexOf(document.activeElement) + 1")
    down, right = divmod(zone - 1, 6)[0] - divmod(here - 1, 6)[0], (zone - 1) % 6 - (here - 1) % 6
    for key, count in (("ArrowDown", down), ("ArrowUp", -down), ("ArrowRight", right), ("ArrowLeft", -right)):
        for _ in range(max(0, count)):
            page.keyboard.press(key)
    assert page.evaluate("document.activeElement.value") == str(zone)
    page.keyboard.press("Enter")


def keyboard_step(page: Page, now: Situation, use: str) -> None:
    """One step with keys alone. Where a bead or an expression is chosen, only the one who chooses is asked: nothing but
    their own deed can change the page meanwhile."""
    if now.act in ("placed", "passed"):
        do(page, now, presses(page, "p"))
    elif now.act == "show":
        tab_to(page, "#expression")
        page.keyboard.type(proof(now, use))
        do(page, now, presses(page, "Enter"))
    elif now.act == "move" and honest(now, use) is None:
        do(page, now, presses(page, "n"))
    else:
        choose_by_arrows(page, honest(now, use) or now.zones[0])
        do(page, now, presses(page, "Enter"))


def plain_step(page: Page, now: Situation, use: str) -> None:
    """One step with radios, text field and buttons, each a page of its own."""
    button = page.locator("[data-main]")
    if now.act == "show":
        page.locator("#expression").fill(proof(now, use))
    elif now.act == "move" and honest(now, use) is None:
        button = page.get_by_role("button", name=re.compile("^No move"))
    elif now.act not in ("placed", "passed"):
        page.locator(f"#zone-{honest(now, use) or now.zones[0]}").check(force=True)
    do(page, now, button.click)


def play_to_the_end(page: Page, step: Callable[[Page, Situation, str], None]) -> None:
    while not (now := turn(page)).over:
        step(page, now, "any")


def test_two_people_and_two_computer_players_play_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    page = visit(size=DESKTOP)
    set_up(page, ("Ayşe", "Mehmet"), 2)
    at_table(page)
    heard = watch_live_region(page)
    play_to_the_end(page, keyboard_step)
    assert_told(page, heard)
    picture(page, "raks-end")
    expect(page.locator("#result .winner")).to_be_visible()


def test_two_people_and_two_computer_players_play_a_whole_match_without_scripts(visit: Visit) -> None:
    page = visit(scripts=False)
    set_up(page, ("Ayşe", "Mehmet"), 2)
    play_to_the_end(page, plain_step)
    expect(page.locator("#result .winner")).to_be_visible()


def test_news_leaves_the_keyboard_on_the_zone_where_it_was(visit: Visit) -> None:
    page = visit(size=DESKTOP)
    set_up(page, ("Ayşe", "Mehmet"), 0)
    known = at_table(page)
    page.locator("#zone-36").check(force=True)
    do(page, known, page.locator("[data-main]").click)
    expect(page.locator(".asked")).to_have_count(1)
    # A taken zone has no input and no id of its own, so nothing but its place says where the keyboard was.
    taken = "[...document.querySelectorAll('[data-cell]')][35]"
    page.evaluate(f"{taken}.tabIndex = 0; {taken}.focus()")
    assert page.evaluate(f"document.activeElement === {taken}")
    version = page.locator("main").get_attribute("data-version")
    other = page.context.new_page()
    other.goto(page.url)
    do(other, at_table(other), other.locator("#match button[value=pass], #match [data-main]").first.click)
    expect(page.locator("main")).not_to_have_attribute("data-version", version or "")
    assert page.evaluate(f"document.activeElement === {taken}")


@pytest.mark.parametrize(
    "size", [PHONE, DESKTOP, {"width": 320, "height": 640}], ids=["phone", "desktop", "narrow"]
)
@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_the_board_fits_and_its_targets_are_large_enough(
    visit: Visit, size: dict[str, int], lang: str
) -> None:
    page = visit(size=size, lang=lang)
    page.goto("/new/raks")
    page.locator("#chair-1").select_option("person")
    for chair, name in enumerate(("Ayşe", "Ελένη")):
        page.locator(f"#name-{chair}").fill(name)
    page.locator("main form button.primary").click()
    known = at_table(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    boxes = page.locator(".zone input").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert len(boxes) == 36
    assert min(boxes) >= 44
    found = {"move": faults(page)}
    page.locator("#zone-36").check(force=True)
    known = do(page, known, page.locator("[data-main]").click)
    expect(page.locator(".asked")).to_have_count(1)
    found["placed"] = faults(page)
    do(page, known, page.locator("[value=challenge]").click)
    expect(page.locator("#expression")).to_be_visible()
    found["show"] = faults(page)
    assert not {phase: bad for phase, bad in found.items() if bad}
    picture(page, f"raks-show-{lang}-{size['width']}")
    keys = page.locator(".key:visible")
    assert keys.count() == 10
    for key in keys.all():
        box = key.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
