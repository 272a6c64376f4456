"""A careful player of Farkle: takes all that scores and banks it; with keys, or with nothing but buttons."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page

from tests.e2e.situation import Situation, do, presses, see, turn


def choose_all(page: Page) -> Situation:
    """Choose every die that scores; nothing is sent yet."""
    page.keyboard.press("a")
    return see(page)


def step(page: Page, now: Situation) -> Situation:
    """One deed with keys: roll, or set aside all that scores and bank, in one; roll on where banking is not allowed."""
    chosen = choose_all(page) if now.phase == "keep" else now
    return do(page, now, presses(page, "b" if chosen.on("B") else "r"))


def plain_step(page: Page, now: Situation) -> Situation:
    """One deed with the first button that can be pressed, each a page of its own."""
    name = next(name for name in ("Take all", "Bank", "Roll") if now.named(name))
    return do(page, now, page.get_by_role("button", name=re.compile(f"^{name}")).first.click)


def play_to_the_end(page: Page, step: Callable[[Page, Situation], Situation]) -> Situation:
    """Play for whoever is asked, until there is a winner."""
    now = turn(page)
    while not now.over:
        step(page, now)
        now = turn(page)
    return now


def throw_dice(page: Page, wanted: Callable[[Situation], object] = lambda now: True) -> Situation:
    """Play until dice lie before whoever is asked here, as wanted."""
    now = turn(page)
    while now.phase != "keep" or not wanted(now):
        assert not now.over, "the match was over before"
        step(page, now)
        now = turn(page)
    return now
