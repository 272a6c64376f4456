"""Whole matches of Rack-O in a real browser: on one device behind a curtain, without scripts, on phone and desktop."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region
from tests.e2e.situation import Situation, at_table, do, see, turn, two_browsers

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
    page.locator("summary", has_text="Change rules one by one").click()
    page.locator("#rule-target").fill(str(target))
    page.get_by_role("button", name="Set the table").click()


def rack(now: Situation) -> list[int]:
    """The rack in front, from slot 5 to slot 50, read from the accessible names."""
    assert [name.split(":")[0] for name in now.rack] == [f"slot {slot}" for slot in range(5, 55, 5)]
    return [int(name.split(": ")[1].split(",")[0]) for name in now.rack]


def choice(now: Situation, deck: int = 40) -> tuple[str, int]:
    """What somebody does who keeps each card in its home slot: the beginning of a button's words, and that slot."""

    def home(card: int) -> int:
        return (card - 1) * 10 // deck

    button = now.named("Take the ") or now.main
    assert button is not None, now
    card = int(button.text.split()[2])
    slot, settled = 5 * home(card) + 5, home(rack(now)[home(card)]) == home(card)
    if button is not now.main:
        return ("Draw " if settled else "Take the "), slot
    return ("Discard the " if settled and now.named("Discard the ") else "Put the "), slot


def step(page: Page, now: Situation) -> None:
    """One step with nothing but radios and buttons."""
    if now.curtain:
        assert not now.rack
        do(page, now, page.get_by_role("button", name="open the curtain").click)
        return
    deed, slot = choice(now)
    if deed == "Put the ":
        page.get_by_role("radio", name=re.compile(f"^slot {slot}:")).check(force=True)
    do(page, now, page.get_by_role("button", name=re.compile(rf"^{deed}\w")).click)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_people_play_a_whole_match_behind_a_curtain_without_scripts(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", scripts=False, size=size)
    set_up(page, "Ayşe", "Νίκος")
    placed, now = 0, turn(page)
    while not now.over:
        if now.slots and (placed := placed + 1) == 5:
            picture(page, f"racko-slot-{size['width']}")
        elif placed == 4 and not now.curtain:
            picture(page, f"racko-turn-{size['width']}")
        step(page, now)
        now = turn(page)
    picture(page, f"racko-over-{size['width']}")
    assert page.locator("#result tbody tr").count() == 2
    expect(page.locator(".round-end .mini")).to_have_count(2)
    expect(page.locator(".round-end .stamp")).to_have_count(1)


def test_a_match_against_a_computer_player_on_a_phone(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    set_up(page, "Ayşe", bots=1)
    while not (now := turn(page)).over:
        step(page, now)


def keyboard_step(page: Page, now: Situation) -> None:
    """One step with keys alone: O and P for the piles, Tab and arrows to the slot, Enter to put the card there."""
    deed, slot = choice(now)
    keys = {"Take the ": "o", "Draw ": "p", "Discard the ": "x"}
    if deed in keys:
        do(page, now, lambda: page.keyboard.press(keys[deed]))
    else:
        put_by_arrows(page, now, slot)


def put_by_arrows(page: Page, now: Situation, slot: int) -> None:
    """Nothing but this player's own deed can change the page meanwhile."""
    for _ in range(80):
        if page.evaluate("document.activeElement?.name === 'slot'"):
            break
        page.keyboard.press("Tab")
    for _ in range(12):
        page.keyboard.press("ArrowDown")
        if page.evaluate("document.querySelector('input[name=slot]:checked')?.value") == str(slot):
            break
    do(page, now, lambda: page.keyboard.press("Enter"))


def test_a_whole_match_against_a_computer_player_by_keyboard_alone(visit: Visit) -> None:
    page = visit("/", size=DESKTOP)
    set_up(page, "Ayşe", bots=1)
    at_table(page)
    heard = watch_live_region(page)
    while not (now := turn(page)).over:
        keyboard_step(page, now)
    assert_told(page, heard)


def test_two_browsers_play_one_table_and_neither_sees_the_other_rack(visit: Visit) -> None:
    mover, other = two_browsers(visit, "racko", (PHONE, DESKTOP))
    seen = {page: see(page) for page in (mover, other)}
    assert not set(rack(seen[mover])) & set(rack(seen[other]))
    take = seen[mover].on("O")
    assert take is not None
    card = int(take.text.split()[2])
    do(mover, seen[mover], mover.locator("#match [data-key=O]").click)
    mover.locator("input[name=slot][value='25']").check(force=True)
    mover.reload()
    now = at_table(mover)
    # In mid-turn, after a reload: the card is still in hand, and only the choice of a slot has to be made again.
    mover.locator("input[name=slot][value='25']").check(force=True)
    now = do(mover, now, mover.locator("#match [data-main]").click)
    expect(other.locator(f".other [data-card='{card}']")).to_have_count(1)
    assert turn(other).on("O")
    hidden = set(rack(now)) - {card}
    assert other.locator(".other [data-card]").count() == 1
    assert not {str(number) for number in hidden} & set(
        other.locator("#match [data-card]").evaluate_all("all => all.map((one) => one.dataset.card)")
    )
