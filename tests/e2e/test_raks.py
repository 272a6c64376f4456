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
from tests.e2e.test_pages import faults

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

Visit = Callable[..., Page]
MOST_STEPS = 2500


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


def over(page: Page) -> bool:
    return page.locator("#result .winner").count() > 0


def dice(page: Page) -> tuple[int, ...]:
    names = page.locator("#match .throw [aria-label^='die:']").evaluate_all(
        "all => all.map(one => one.ariaLabel)"
    )
    return tuple(int(name.split()[-1]) for name in names)


def act(page: Page) -> str:
    return page.locator(".raks").get_attribute("data-act") or ""


def zones(page: Page) -> list[int]:
    """The zones that can be chosen."""
    return [
        int(value)
        for value in page.locator("input[name=zone]").evaluate_all("all => all.map(one => one.value)")
    ]


def honest(page: Page, use: str) -> int | None:
    """A zone that the dice make and that is open."""
    free = zones(page)
    return next((zone for zone in sorted(reach(dice(page), use), reverse=True) if zone in free), None)


def asked_zone(page: Page) -> int:
    return int(re.search(r"\d+", page.locator("[data-main]").inner_text()).group())  # type: ignore[union-attr]


def version(page: Page) -> str:
    return page.locator("#main").get_attribute("data-version") or ""


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


def keyboard_step(page: Page, use: str) -> None:
    """One step with keys alone."""
    known = version(page)
    doing = act(page)
    if doing == "move":
        zone = honest(page, use)
        if zone is None:
            page.keyboard.press("n")
        else:
            choose_by_arrows(page, zone)
            page.keyboard.press("Enter")
    elif doing in ("placed", "passed"):
        page.keyboard.press("p")
    elif doing == "show":
        zone = asked_zone(page)
        tab_to(page, "#expression")
        page.keyboard.type(reach(dice(page), use)[zone][0])
        page.keyboard.press("Enter")
    elif doing and (open_zones := zones(page)):
        # On a slow machine the answer to the last key may come between the question and its zones.
        choose_by_arrows(page, open_zones[0])
        page.keyboard.press("Enter")
    if doing:
        # However slow the machine is: the next step begins on the page that follows from this one.
        page.wait_for_function(
            "known => document.querySelector('#main').dataset.version !== known", arg=known
        )
    settled(page, doing)


def settled(page: Page, doing: str) -> None:
    page.wait_for_timeout(60 if doing else 120)


def plain_step(page: Page, use: str) -> None:
    """One step with radios, text field and buttons, each a page of its own."""
    doing = act(page)
    if doing == "move":
        zone = honest(page, use)
        if zone is None:
            page.get_by_role("button", name=re.compile("^No move")).click()
        else:
            page.locator(f"#zone-{zone}").check(force=True)
            page.get_by_role("button", name=re.compile("^Place a bead")).click()
    elif doing in ("placed", "passed"):
        page.locator("[data-main]").click()
    elif doing == "show":
        page.locator("#expression").fill(reach(dice(page), use)[asked_zone(page)][0])
        page.get_by_role("button", name=re.compile("^Show it")).click()
    elif doing:
        page.locator("input[name=zone]").first.check(force=True)
        page.get_by_role("button", name=re.compile("^Withdraw")).click()
    else:
        page.wait_for_timeout(150)
        page.get_by_role("link", name="Refresh").click()


def play_to_the_end(page: Page, step: Callable[[Page, str], None]) -> None:
    for _ in range(MOST_STEPS):
        if over(page):
            return
        step(page, "any")
    raise AssertionError("the match did not end")


def test_two_people_and_two_computer_players_play_a_whole_match_by_keyboard_alone(visit: Visit) -> None:
    page = visit(size=DESKTOP)
    set_up(page, ("Ayşe", "Mehmet"), 2)
    expect(page.locator(".board")).to_be_visible()
    heard = watch_live_region(page)
    play_to_the_end(page, keyboard_step)
    assert_told(page, heard())
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
    page.locator("#zone-36").check(force=True)
    page.locator("[data-main]").click()
    expect(page.locator(".asked")).to_have_count(1)
    # A taken zone has no input and no id of its own, so nothing but its place says where the keyboard was.
    taken = "[...document.querySelectorAll('[data-cell]')][35]"
    page.evaluate(f"{taken}.tabIndex = 0; {taken}.focus()")
    assert page.evaluate(f"document.activeElement === {taken}")
    version = page.locator("main").get_attribute("data-version")
    other = page.context.new_page()
    other.goto(page.url)
    other.locator("#match button[value=pass], #match [data-main]").first.click()
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
    page.set_default_timeout(60_000)
    page.goto("/new/raks")
    page.locator("#chair-1").select_option("person")
    for chair, name in enumerate(("Ayşe", "Ελένη")):
        page.locator(f"#name-{chair}").fill(name)
    page.locator("main form button.primary").click()
    expect(page.locator(".board")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    boxes = page.locator("label.zone input").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return Math.min(box.width, box.height); })"
    )
    assert len(boxes) == 36
    assert min(boxes) >= 44
    found = {"move": faults(page)}
    page.locator("#zone-36").check(force=True)
    page.locator("[data-main]").click()
    expect(page.locator(".asked")).to_have_count(1)
    found["placed"] = faults(page)
    page.locator("[value=challenge]").click()
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
