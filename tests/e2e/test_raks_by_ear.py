"""A whole match of Rak's by somebody who sees nothing: heard sentences and keys alone, with bluffs that are caught by ear."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from sofra.games.raks.reach import reach
from tests.e2e.conftest import DESKTOP
from tests.e2e.ears import watch_live_region
from tests.e2e.situation import PATIENCE, at_table
from tests.e2e.test_raks import set_up, tab_to
from tests.pages import rooms
from tests.pages.by_ear import Listener

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(900)]

USE = "any"


def go_to(page: Page, zone: int) -> None:
    """To a zone of the board, from wherever the keyboard is: Tab to the board, to its first corner, and from there."""
    tab_to(page, "[data-cell]")
    down, right = divmod(zone - 1, 6)
    for key in ["Home", *["ArrowUp"] * 5, *["ArrowDown"] * down, *["ArrowRight"] * right]:
        page.keyboard.press(key)


def answer(page: Page, ear: Listener) -> None:
    """Do what is asked, as well as somebody can who has only heard: honest beads, doubt of what the dice do not make."""
    if ear.question == "move" and not ear.ways(USE):
        page.keyboard.press("n")
    elif ear.question == "placed":
        page.keyboard.press("p" if ear.zone in reach(ear.dice, USE) else "c")
    elif ear.question == "passed" and not ear.ways(USE):
        page.keyboard.press("p")
    elif ear.question == "passed":
        zone, expression = max(ear.ways(USE).items())
        go_to(page, zone)
        page.keyboard.press("Enter")
        page.keyboard.type(expression)
        tab_to(page, "[data-key=M]")
        page.keyboard.press("Enter")
    elif ear.question == "show":
        tab_to(page, "#expression")
        page.keyboard.type(reach(ear.dice, USE)[ear.zone][0])
        page.keyboard.press("Enter")
    else:
        owner = ear.loser if ear.question == "failed" else ear.me
        go_to(page, max(ear.ways(USE)) if ear.question == "move" else ear.of(owner)[0])
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")


def test_a_whole_match_through_announcements_alone(visit: Callable[..., Page]) -> None:
    page = visit(size=DESKTOP)
    set_up(page, ("Ayşe",), 2)
    at_table(page)
    heard = watch_live_region(page)
    speak = rooms.site("en").speak
    ear = Listener(speak, "Ayşe")
    # What had happened before is read in the list of what happened, and the question is asked for.
    ear.hear(reversed(page.evaluate("window.seen")))
    page.keyboard.press("t")
    taken = 0
    while True:
        page.wait_for_function("taken => window.heard.length > taken", arg=taken, timeout=PATIENCE)
        said = heard()
        ear.hear(said[taken:])
        taken = len(said)
        if ear.question:
            answer(page, ear)
        elif said[-1].startswith(speak("Winner: {name}", name="")) or said[-1].startswith(
            speak("Shared between: {names}", names="")
        ):
            break
    seen = page.locator(".board [data-cell]").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert [label.split(", ")[1] for label in seen] == [ear.beads.get(zone, "open") for zone in range(1, 37)]
    winner = page.locator("#result .winner").inner_text()
    assert winner == said[-1]
