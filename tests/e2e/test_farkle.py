"""Whole matches of Farkle in a real browser: with scripts and without, on phone and desktop, alone and in company."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]


def set_up(page: Page, *people: str, target: int = 500, bots: int = 0) -> None:
    """A short table from the form: people on this device, then computer players."""
    page.goto("/new/farkle")
    kinds = ["person"] * len(people) + ["bot:bold"] * bots
    for chair in range(4):
        page.locator(f"#chair-{chair}").select_option(kinds[chair] if chair < len(kinds) else "none")
    for chair, name in enumerate(people):
        page.locator(f"#name-{chair}").fill(name)
        if chair:
            page.locator(f"#mark-{chair}").select_option(index=chair)
    page.locator("summary", has_text="Change single rules").click()
    page.locator("#rule-target").fill(str(target))
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator("#match")).to_be_visible()


def over(page: Page) -> bool:
    return page.locator("#result .winner").count() > 0


def take_a_turn_without_scripts(page: Page) -> None:
    """One step of a careful player who uses nothing but buttons."""
    for name in ("Take all", "Bank", "Roll"):
        button = page.get_by_role("button", name=re.compile(f"^{name}")).first
        if button.count() and button.is_enabled():
            button.click()
            return
    page.wait_for_timeout(400)
    page.get_by_role("link", name="Refresh").click()


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_people_play_a_whole_match_on_one_device_without_scripts(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", scripts=False, size=size)
    set_up(page, "Ayşe", "Νίκος")
    for _ in range(400):
        if over(page):
            break
        take_a_turn_without_scripts(page)
    assert over(page)
    picture(page, f"farkle-over-plain-{size['width']}")
    assert page.locator("#result tbody tr").count() == 2
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name=re.compile("^Roll"))).to_be_visible()


def test_a_match_against_a_computer_player_without_scripts(visit: Visit) -> None:
    page = visit("/", scripts=False, size=PHONE)
    set_up(page, "Ayşe", bots=1)
    for _ in range(500):
        if over(page):
            break
        take_a_turn_without_scripts(page)
    assert over(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_match_against_a_computer_player_by_keyboard_alone(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", size=size)
    set_up(page, "Ayşe", bots=1)
    heard = watch_live_region(page)
    titles = set()
    for step in range(900):
        titles.add(page.title())
        if over(page):
            break
        phase = page.locator(".farkle").get_attribute("data-phase")
        mine = page.locator("#match .btn:not([disabled]), #match [data-number]").count() > 0
        if not mine:
            page.wait_for_timeout(150)
        elif phase == "keep":
            page.keyboard.press("a")
            if step < 6:
                picture(page, f"farkle-chosen-{size['width']}")
            page.keyboard.press("b")
            page.wait_for_timeout(120)
        else:
            page.keyboard.press("r")
            page.wait_for_timeout(120)
    assert over(page)
    picture(page, f"farkle-over-{size['width']}")
    assert_told(page, heard())
    said = " ".join(heard())
    assert "rolled" in said
    assert "banked" in said
    assert heard()[-1].startswith("Winner")
    assert titles >= {"Your turn – Farkle – sofra", "Farkle – sofra"}
    assert page.title() == f"{heard()[-1]} – Farkle – sofra"


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_roll_and_bank_set_the_chosen_dice_aside_in_one_tap(visit: Visit, motion: bool) -> None:
    page = visit("/", motion=motion)
    set_up(page, "Ayşe", "Νίκος")
    page.locator("#match [data-key=R]").click()
    for _ in range(200):
        phase = page.locator(".farkle").get_attribute("data-phase")
        if phase == "keep":
            break
        page.keyboard.press("r")
        page.wait_for_timeout(150)
    roll = page.locator("[data-then=roll]")
    expect(roll).to_be_disabled()
    expect(page.locator("#why-keep")).to_contain_text("Choose dice that score")
    first = page.locator(".ticket[data-take]").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(roll).to_be_enabled()
    expect(page.locator("[data-strip-slot]")).to_contain_text("safe in")
    first.click()
    expect(roll).to_be_disabled()
    first.click()
    version = int(page.locator("#main").get_attribute("data-version") or 0)
    page.locator("[data-then=bank]").click()
    expect(page.locator(".farkle")).to_have_attribute("data-phase", re.compile("turn|over"))
    assert int(page.locator("#main").get_attribute("data-version") or 0) == version + 2


def test_a_die_that_does_not_score_is_refused_by_name_with_scripts_and_without(visit: Visit) -> None:
    for scripts in (True, False):
        page = visit("/", scripts=scripts)
        set_up(page, "Ayşe", target=5000)
        lone = page.locator(".group.rest input")
        began = time.monotonic()
        while not lone.count() and time.monotonic() - began < 60:
            for name in ("Take all", "Roll"):
                button = page.get_by_role("button", name=re.compile(f"^{name}")).first
                if button.count() and button.is_enabled():
                    button.click()
                    page.wait_for_timeout(150)
                    break
        die = lone.first
        face = die.get_attribute("value")
        die.check(force=True)
        if scripts:
            expect(page.locator("#why-keep")).to_contain_text(f"the {face} does not score")
        else:
            page.get_by_role("button", name="Set aside the ticked dice").click()
            expect(page.get_by_role("alert")).to_contain_text(f"the {face} does not score")


def test_what_one_browser_does_another_sees_and_undo_takes_it_back(visit: Visit) -> None:
    host = visit("/")
    host.goto("/new/farkle")
    host.locator("#chair-1").select_option("open")
    host.get_by_role("button", name="Set the table").click()
    expect(host.locator("#lobby")).to_be_visible()
    link = host.locator("#link").input_value()
    guest = visit(link)
    guest.locator("input[name=name]").fill("Νίκος")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("button", name="Start")).to_be_enabled()
    host.get_by_role("button", name="Start").click()
    expect(guest.locator("#match")).to_be_visible()
    expect(host.locator("#match")).to_be_visible()
    players = [host, guest]
    mover = next(p for p in players if p.locator("#match [data-key=R]").count())
    other = guest if mover is host else host
    for _ in range(40):
        mover.locator("#match [data-key=R]").click()
        mover.wait_for_timeout(200)
        if mover.locator(".throw").count():
            break
        mover, other = other, mover
        expect(mover.locator("#match [data-key=R]")).to_be_visible()
    expect(other.locator(".throw .die").first).to_be_visible()
    take = mover.locator(".ticket[data-take]").first
    take.click()
    undo = mover.locator("#controls .undo button")
    expect(undo).to_be_disabled()
    faces = mover.locator(".throw input:checked").first.get_attribute("value")
    mover.evaluate(
        """(face) => fetch(document.getElementById('match').action, {method: 'POST', headers: {'X-Sofra': 'regions'},
             body: new URLSearchParams({seat: document.querySelector('#match [name=seat]').value, command: 'one-die',
             ask: document.querySelector('#match [name=ask]').value, take: face})})""",
        faces if faces in "15" else " ".join([faces or ""] * 3),
    )
    expect(mover.locator(".kept-set").first).to_be_visible()
    expect(other.locator(".kept-set").first).to_be_visible()
    expect(undo).to_be_enabled()
    undo.click()
    expect(mover.locator(".throw input").first).to_be_visible()
    expect(other.locator(".kept-set")).to_have_count(0)


def test_a_reload_in_mid_turn_shows_the_same_dice(visit: Visit) -> None:
    page = visit("/")
    set_up(page, "Ayşe", target=10_000)
    for _ in range(30):
        page.locator("#match [data-key=R]").click()
        page.wait_for_timeout(150)
        if page.locator(".throw").count():
            break
    dice = page.locator(".throw input").evaluate_all("all => all.map((die) => die.value)")
    page.reload()
    assert page.locator(".throw input").evaluate_all("all => all.map((die) => die.value)") == dice


def test_the_table_turns_round_for_the_player_opposite(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    set_up(page, "Ayşe", "Νίκος", target=10_000)
    page.get_by_label("We sit opposite each other").check(force=True)
    turned: dict[str, bool] = {}
    for _ in range(120):
        seat, turn = page.evaluate(
            "() => [document.querySelector('#match').dataset.seat, document.querySelector('#main').matches('.turned')]"
        )
        turned[seat] = turn
        if len(turned) == 2:
            break
        page.keyboard.press("r" if not page.locator(".throw").count() else "a")
        page.keyboard.press("b")
        page.wait_for_timeout(150)
    assert turned == {"0": False, "1": True}


def test_a_preset_fills_in_the_single_rules_and_mistakes_stand_beside_their_fields(visit: Visit) -> None:
    page = visit("/new/farkle")
    page.get_by_label("Zilch").check(force=True)
    page.locator("summary", has_text="Change single rules").click()
    expect(page.locator("#rule-minimum_bank")).to_have_value("300")
    page.locator("#rule-target").fill("12")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator("#wrong-rule-target")).to_contain_text("from 500 to 50,000 in steps of 50")
    expect(page.locator("#rule-target")).to_have_value("12")
    page.locator("#rule-target").fill("2000")
    page.get_by_role("button", name="Set the table").click()
    expect(page.locator("#scores")).to_contain_text("to 2,000")


def test_a_spectator_sees_the_dice_and_has_nothing_to_press(visit: Visit) -> None:
    player = visit("/")
    set_up(player, "Ayşe", target=10_000)
    for _ in range(60):
        if player.locator(".throw input").count():
            break
        player.keyboard.press("r")
        player.wait_for_timeout(150)
    watcher = visit(player.url)
    expect(watcher.locator(".throw .die").first).to_be_visible()
    assert watcher.locator("#match button, #match input:not([type=hidden])").count() == 0
    assert watcher.locator("#controls .undo").count() == 0


def test_sounds_are_made_in_the_browser_and_only_when_they_are_wanted(visit: Visit) -> None:
    for wanted in (False, True):
        page = visit("/settings")
        label = "Dice, cards and beads can be heard" if wanted else "Silent"
        page.get_by_label(label).check(force=True)
        page.get_by_role("button", name="Save").click()
        page.add_init_script(
            """window.played = 0;
            for (const kind of [AudioScheduledSourceNode, AudioBufferSourceNode]) {
              const start = kind.prototype.start;
              kind.prototype.start = function (...all) { window.played++; return start.apply(this, all); };
            }"""
        )
        set_up(page, "Ayşe", target=10_000)
        for _ in range(60):
            if page.locator(".throw input").count():
                break
            page.keyboard.press("r")
            page.wait_for_timeout(150)
        page.keyboard.press("a")
        page.wait_for_timeout(400)
        assert (page.evaluate("window.played") > 0) is wanted
