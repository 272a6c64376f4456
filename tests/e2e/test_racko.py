"""Whole matches of Rack-O in a real browser: on one device behind a curtain, without scripts, on phone and desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]


def set_up(page: Page, *people: str, target: int = 75, bots: int = 0) -> None:
    """A short table from the form: people on this device, then computer players."""
    page.goto("/new/racko")
    kinds = ["person"] * len(people) + ["bot:steady"] * bots
    for chair in range(4):
        page.locator(f"#chair-{chair}").select_option(kinds[chair] if chair < len(kinds) else "none")
    for chair, name in enumerate(people):
        page.locator(f"#name-{chair}").fill(name)
        if chair:
            page.locator(f"#mark-{chair}").select_option(index=chair)
    page.locator("summary", has_text="Change single rules").click()
    page.locator("#rule-target").fill(str(target))
    page.get_by_role("button", name="Set the table").click()


def over(page: Page) -> bool:
    return page.locator("#result .winner").count() > 0


def rack(page: Page) -> list[int]:
    """The rack in front, from slot 5 to slot 50, read from the accessible names."""
    names = page.locator(".rack [aria-label]").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert [name.split(":")[0] for name in names] == [f"slot {slot}" for slot in range(5, 55, 5)]
    return [int(name.split(": ")[1].split(",")[0]) for name in names]


def home(card: int, deck: int) -> int:
    return (card - 1) * 10 // deck


def step(page: Page, deck: int = 40) -> None:
    """One step of somebody who keeps each card in its home slot, with nothing but radios and buttons."""
    curtain = page.get_by_role("button", name="open the curtain")
    if curtain.count():
        assert page.locator(".rack").count() == 0
        curtain.click()
        return
    take = page.get_by_role("button", name=re.compile(r"^Take the \d+"))
    if take.count():
        card = int(take.inner_text().split()[2])
        settled = home(rack(page)[home(card, deck)], deck) == home(card, deck)
        (page.get_by_role("button", name=re.compile("^Draw ")) if settled else take).click()
        return
    put = page.get_by_role("button", name=re.compile(r"^Put the \d+ there$"))
    if put.count():
        card = int(put.inner_text().split()[2])
        at = home(card, deck)
        toss = page.get_by_role("button", name=re.compile("^Discard the"))
        if toss.count() and home(rack(page)[at], deck) == at:
            toss.click()
            return
        page.get_by_role("radio", name=re.compile(f"^slot {5 * at + 5}:")).check(force=True)
        put.click()
        return
    refresh = page.get_by_role("link", name="Refresh")
    page.wait_for_timeout(150)
    if refresh.count() and refresh.is_visible():
        refresh.click()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_people_play_a_whole_match_behind_a_curtain_without_scripts(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", scripts=False, size=size)
    set_up(page, "Ayşe", "Νίκος")
    for number in range(900):
        if over(page):
            break
        if number == 9:
            picture(page, f"racko-turn-{size['width']}")
        if page.locator("input[name=slot]").count() and number > 9:
            picture(page, f"racko-slot-{size['width']}")
        step(page)
    assert over(page)
    picture(page, f"racko-over-{size['width']}")
    assert page.locator("#result tbody tr").count() == 2
    expect(page.locator(".round-end .mini")).to_have_count(2)
    expect(page.locator(".round-end .stamp")).to_have_count(1)


def test_a_match_against_a_computer_player_on_a_phone(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    set_up(page, "Ayşe", bots=1)
    for _ in range(900):
        if over(page):
            break
        step(page)
        page.wait_for_timeout(60)
    assert over(page)


def keyboard_step(page: Page, deck: int = 40) -> None:
    """One step with keys alone: O and P for the piles, Tab and arrows to the slot, Enter to put the card there."""
    # Read in one go: the computer player's move may come at any moment, and what is pressed belongs to this version.
    known, take, put, toss = page.evaluate(
        """() => [document.querySelector("#main").dataset.version,
          ...["[data-key=O]", "[data-main]", "[data-key=X]"].map((one) =>
            document.querySelector("#match " + one)?.innerText ?? ""),
        ]"""
    )
    if take:
        card = int(take.split()[2])
        settled = home(rack(page)[home(card, deck)], deck) == home(card, deck)
        page.keyboard.press("p" if settled else "o")
    elif page.locator("#match input[name=slot]").count():
        card = int(put.split()[2])
        at = home(card, deck)
        if toss and home(rack(page)[at], deck) == at:
            page.keyboard.press("x")
        else:
            put_by_arrows(page, at)
    else:
        page.wait_for_timeout(120)
        return
    # However slow the machine is: the next step begins on the page that follows from this one.
    page.wait_for_function(
        "known => document.querySelector('#main').dataset.version !== known", arg=known, timeout=60_000
    )


def put_by_arrows(page: Page, at: int) -> None:
    for _ in range(80):
        if page.evaluate("document.activeElement?.name === 'slot'"):
            break
        page.keyboard.press("Tab")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.querySelector('input[name=slot]:checked')?.value") == str(5 * at + 5):
            break
    page.keyboard.press("Enter")


def test_a_whole_match_against_a_computer_player_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/", size=DESKTOP)
    set_up(page, "Ayşe", bots=1)
    expect(page.locator("#match")).to_be_visible()
    heard = watch_live_region(page)
    for _ in range(900):
        if over(page):
            break
        keyboard_step(page)
    assert over(page)
    assert_told(page, heard())


def test_two_browsers_play_one_table_and_neither_sees_the_other_rack(visit: Visit) -> None:
    host = visit("/new/racko", size=PHONE)
    host.locator("#chair-1").select_option("open")
    host.get_by_role("button", name="Set the table").click()
    guest = visit(host.locator("#link").input_value(), size=DESKTOP)
    guest.locator("input[name=name]").fill("Νίκος")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("button", name="Start")).to_be_enabled()
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        expect(page.locator(".rack [data-card]")).to_have_count(10)
    mover, other = (host, guest) if host.locator("#match [data-key=O]").count() else (guest, host)
    assert not set(rack(host)) & set(rack(guest))
    card = int(mover.locator("#match [data-key=O]").inner_text().split()[2])
    mover.locator("#match [data-key=O]").click()
    mover.locator("input[name=slot][value='25']").check(force=True)
    mover.reload()
    # In mid-turn, after a reload: the card is still in hand, and only the choice of a slot has to be made again.
    mover.locator("input[name=slot][value='25']").check(force=True)
    mover.locator("#match [data-main]").click()
    expect(other.locator(f".other [data-card='{card}']")).to_have_count(1)
    expect(other.locator("#match [data-key=O]")).to_be_visible()
    hidden = set(rack(mover)) - {card}
    assert other.locator(".other [data-card]").count() == 1
    assert not {str(number) for number in hidden} & set(
        other.locator("#match [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    )
