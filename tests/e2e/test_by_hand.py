"""Tables with real dice in a real browser: the keypad on a phone, digits on a keyboard, a text field without scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region
from tests.e2e.rolling import plain_step, step
from tests.e2e.situation import Situation, at_table, do, presses, see, until
from tests.e2e.test_pages import faults
from tests.e2e.test_raks import honest

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

Visit = Callable[..., Page]
WIDE = {"width": 1440, "height": 900}


def set_up(page: Page, game: str, *people: str, bot: str = "", target: int = 0) -> None:
    """A table with the dice of those who play, from the form."""
    page.goto(f"/new/{game}")
    kinds = ["person"] * len(people) + [f"bot:{bot}"] * bool(bot)
    for chair in range(4):
        page.locator(f"#chair-{chair}").select_option(kinds[chair] if chair < len(kinds) else "none")
    for chair, name in enumerate(people):
        page.locator(f"#name-{chair}").fill(name)
    if target:
        page.locator("details", has=page.locator("#rule-target")).locator("summary").click()
        page.locator("#rule-target").fill(str(target))
    page.locator("input[name=chance][value=manual]").check(force=True)
    page.locator("form.setup .actions button").click()


def due(page: Page) -> int:
    """How many dice are to be thrown now, 0 if none are."""
    return int(page.evaluate("Number(document.getElementById('throw')?.dataset.count ?? 0)"))


def tap(page: Page, faces: list[int]) -> Callable[[], None]:
    def deed() -> None:
        for face in faces:
            page.locator(f"#throw [data-number='{face}']").click()
        page.locator("#throw [data-send]").click()

    return deed


def types(page: Page, faces: list[int]) -> Callable[[], None]:
    return presses(page, *map(str, faces), "Enter")


def writes(page: Page, faces: list[int]) -> Callable[[], None]:
    def deed() -> None:
        page.locator("#thrown").fill(", ".join(map(str, faces)))
        page.locator("#throw [data-send]").click()

    return deed


Tell = Callable[[Page, list[int]], Callable[[], None]]


def ready(page: Page) -> Situation:
    """A throw is waited for, somebody here is asked, or the match is over."""
    return until(page, lambda now: now.over or now.mine)


def play(
    page: Page, rng: Random, tell: Tell, move: Callable[[Page, Situation], object], most: int = 400
) -> Situation:
    """Throw and play until the match is over, or for so many deeds."""
    now = ready(page)
    for _ in range(most):
        if now.over:
            break
        if count := due(page):
            do(page, now, tell(page, [rng.randint(1, 6) for _ in range(count)]))
        else:
            move(page, now)
        now = ready(page)
    return now


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_whole_match_of_farkle_on_a_phone_with_the_keypad(visit: Visit, theme: str) -> None:
    page = visit("/", size=PHONE, theme=theme)
    set_up(page, "farkle", "Ayşe", "Νίκος", target=500)
    now = at_table(page)
    keypad = page.locator("#throw")
    expect(keypad).to_contain_text("In this order: Ayşe, Νίκος")
    picture(page, f"by-hand-start-{theme}")
    assert faults(page) == []
    do(page, now, tap(page, [6, 2]))
    now = ready(page)
    do(page, now, page.locator("#match [data-key=R]").click)
    ready(page)
    expect(page.locator("#ask")).to_contain_text("throw 6 dice and tap them in")
    send, erase = page.locator("#throw [data-send]"), page.locator("#throw [data-erase]")
    expect(send).to_be_disabled()
    for face in (1, 4, 4):
        page.locator(f"#throw [data-number='{face}']").click()
    expect(page.locator("#why-throw")).to_have_text("1 4 4. 3 dice are missing.")
    expect(send).to_be_disabled()
    picture(page, f"by-hand-half-{theme}")
    assert faults(page) == []
    erase.click()
    expect(page.locator("#thrown")).to_have_value("1 4")
    for face in (4, 6, 2, 5):
        page.locator(f"#throw [data-number='{face}']").click()
    # More than are due cannot be told.
    expect(page.locator("#throw [data-number='1']")).to_be_disabled()
    presses(page, "1")()
    expect(page.locator("#thrown")).to_have_value("1 4 4 6 2 5")
    expect(page.locator("#why-throw")).to_contain_text("All dice are told.")
    do(page, see(page), send.click)
    expect(page.locator("#match .throw [aria-label]").first).to_be_visible()
    # A slip: the throw is taken back, and told anew.
    now = ready(page)
    do(page, now, page.locator("form.undo button").click)
    expect(keypad).to_be_visible()
    expect(page.locator("#thrown")).to_have_value("")
    now = play(page, Random(5), tap, step)
    assert now.over
    picture(page, f"by-hand-over-{theme}")
    assert faults(page) == []
    expect(page.locator("#result")).not_to_contain_text("Check this game")


def test_a_whole_match_of_farkle_by_keyboard_in_turkish(visit: Visit) -> None:
    page = visit("/", size=WIDE, lang="tr")
    set_up(page, "farkle", "Elif", bot="bold", target=500)
    at_table(page)
    picture(page, "by-hand-tr-start")
    heard = watch_live_region(page)
    now = play(page, Random(8), types, step)
    assert now.over
    assert_told(page, heard)
    said = " ".join(heard())
    assert re.search(r"Sıra sende: \d zar at ve gir", said), said
    assert "zar at ve gir" in said
    picture(page, "by-hand-tr-over")
    assert faults(page) == []


def test_backspace_and_digits_belong_to_the_keypad_and_only_whole_throws_are_sent(visit: Visit) -> None:
    page = visit("/", size=DESKTOP)
    set_up(page, "farkle", "Elif", "Can", target=500)
    before = at_table(page)
    field = page.locator("#thrown")
    presses(page, "5", "Enter", "7", "0")()
    expect(field).to_have_value("5")
    presses(page, "Backspace", "Backspace", "3", "3", "3")()
    expect(field).to_have_value("3 3")
    assert (see(page).version, see(page).sent) == (before.version, before.sent)
    # What is typed into the field itself is held to the same.
    field.fill("4x9, 2 6")
    expect(field).to_have_value("4 2")
    do(
        page,
        see(page),
        presses(page, "Enter") if field.evaluate("one => one.focus()") is None else presses(page),
    )
    expect(page.locator("#ask")).to_contain_text("Elif")
    assert due(page) == 0


def raks_step(page: Page, now: Situation) -> None:
    zone = honest(now, "any") if now.act == "move" else None
    if zone is not None:
        page.locator(f"#zone-{zone}").check(force=True)
        do(page, now, presses(page, "p"))
    elif now.act == "move":
        do(page, now, presses(page, "n"))
    elif now.act in ("placed", "passed"):
        do(page, now, presses(page, "p"))
    else:
        # A bead has to be withdrawn.
        page.locator("input[name=zone]").first.check(force=True)
        do(page, now, presses(page, "w"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_raks_with_real_dice_in_greek(visit: Visit, theme: str) -> None:
    page = visit("/", size=PHONE if theme == "light" else WIDE, lang="el", theme=theme)
    set_up(page, "raks", "Ελένη", "Γιώργος")
    at_table(page)
    expect(page.locator("#throw")).to_contain_text("Με αυτή τη σειρά: Ελένη, Γιώργος")
    play(page, Random(4), tap, raks_step, most=1)
    until(page, lambda _: due(page) == 3)
    expect(page.locator("#ask")).to_contain_text("ρίξε 3 ζάρια και πέρασέ τα")
    picture(page, f"by-hand-raks-{theme}")
    assert faults(page) == []
    play(page, Random(4), tap, raks_step, most=12)
    picture(page, f"by-hand-raks-played-{theme}")
    assert faults(page) == []


def test_a_whole_match_without_scripts(visit: Visit) -> None:
    page = visit("/", scripts=False, size=PHONE)
    set_up(page, "farkle", "Ayşe", "Can", target=500)
    picture(page, "by-hand-plain")
    now = play(page, Random(6), writes, plain_step)
    assert now.over
    page.locator("form.undo button").click()
    expect(page.locator("#thrown").or_(page.locator("#match button[name]")).first).to_be_visible()


def test_whoever_watches_sees_the_scores_live_and_has_no_keys(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    set_up(page, "farkle", "Ayşe", "Can", target=500)
    now = at_table(page)
    watching = visit(page.url, size=WIDE)
    at_table(watching)
    expect(watching.locator("#throw")).to_have_count(0)
    do(page, now, tap(page, [5, 2]))
    do(page, ready(page), page.locator("#match [data-key=R]").click)
    expect(watching.locator("#ask")).to_contain_text("Ayşe: throws 6 dice")
    do(page, ready(page), tap(page, [1, 1, 1, 2, 3, 4]))
    do(page, ready(page), lambda: step(page, see(page)))
    expect(watching.locator("#scores")).to_contain_text("1,000")
    picture(watching, "by-hand-watching")
    assert faults(watching) == []


def test_an_earlier_throw_is_mended_in_the_page(visit: Visit) -> None:
    page = visit("/", size=DESKTOP)
    set_up(page, "farkle", "Ayşe", "Can", target=500)
    now = at_table(page)
    do(page, now, tap(page, [5, 2]))
    ready(page)
    page.locator("#mend summary").click()
    page.locator("#mend-dice").fill("5 6")
    picture(page, "by-hand-mend")
    page.locator("#mend button").click()
    expect(page.locator("#ask")).to_contain_text("Can")
