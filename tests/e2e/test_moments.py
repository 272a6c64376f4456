"""What moves at a table: each moment is there, is over within 0.7 s, is at its end with the first tap or key, and is absent
where nothing shall move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from sofra.web import pages
from tests.e2e.conftest import PHONE
from tests.e2e.still import serve, show, sockets_of, tell
from tests.pages import more_rooms, rooms

pytestmark = pytest.mark.browser

LONGEST = 700
"""Milliseconds."""
MOVING = """() => document.getAnimations()
  .filter((one) => !one.effect.pseudoElement?.startsWith("::view-transition"))
  .map((one) => [one.animationName ?? "flight", one.effect.getComputedTiming().endTime, one.playState])
  .filter(([name, end]) => end > 0 && end !== Infinity)"""
"""Name, end (milliseconds) and state of whatever moves and comes to an end; what a script moves is a flight."""


@dataclass(frozen=True)
class Moment:
    """How a table looks before and after; what is chosen before; the movements that tell what happened."""

    before: Callable[[], pages.Room]
    after: Callable[[], pages.Room]
    names: frozenset[str]
    choose: str = ""


def _farkle(throws: list[tuple[int, ...]], before: list[str], move: str, *names: str) -> Moment:
    def at(moves: list[str]) -> Callable[[], pages.Room]:
        return lambda: rooms.room(rooms.farkle(throws, moves), seat=0)

    choose = "[data-take-all]" if move.startswith("keep") else ""
    return Moment(at(before), at([*before, move]), frozenset(names), choose)


def _raks(before: list[str], moves: list[str], *names: str) -> Moment:
    def at(done: list[str]) -> Callable[[], pages.Room]:
        return lambda: more_rooms.raks(done, rooms.site("en"), seat=0, last=(6, 6, 6))

    return Moment(at(before), at([*before, *moves]), frozenset(names))


def _racko(before: str, after: str, *names: str) -> Moment:
    def found() -> tuple[pages.Room, pages.Room]:
        made = [rooms.walk("racko", n, rooms.site("en")) for n in range(1, 40)]
        return next(
            (one, two)
            for one, two in pairwise(made)
            if (one.scene.view.phase, two.scene.view.phase) == (before, after)
        )

    return Moment(lambda: found()[0], lambda: found()[1], frozenset(names))


MOMENTS = {
    "a throw": _farkle([(1, 4, 4, 4, 6, 2)], [], "roll", "tumble"),
    "dice set aside": _farkle([(1, 4, 4, 4, 6, 2)], ["roll"], "keep 1 4 4 4", "flight"),
    "hot dice": _farkle([(1, 1, 1, 5, 5, 5)], ["roll"], "keep 1 1 1 5 5 5", "arrive", "kindle", "flicker"),
    "a Farkle": _farkle(
        [(1, 1, 1, 4, 6, 2), (2, 3, 4)], ["roll", "keep 1 1 1"], "roll", "slump", "arrive", "shake"
    ),
    "banked": _farkle([(1, 1, 1, 4, 6, 2)], ["roll", "keep 1 1 1"], "bank", "arrive", "fill"),
    "a bead": _raks([], ["place 7"], "drop"),
    "a string": _raks([], ["place 21"], "drop", "glow", "pop"),
    "a challenge": _raks(["place 7"], ["challenge", "pass"], "arrive", "close-in"),
    "a bead comes off": _raks(["place 7", "challenge", "pass"], ["concede"], "arrive", "lift"),
    "a triple": _raks(["place 7", "pass"], ["pass"], "raks-fall", "nod", "arrive"),
    "a card taken": _racko("turn", "taken", "flight"),
    "a card drawn": _racko("turn", "drawn", "flight"),
}


@pytest.fixture
def still(browser: Browser) -> Callable[..., BrowserContext]:
    return lambda motion: browser.new_context(viewport=PHONE, reduced_motion=motion)  # type: ignore[arg-type]


def changed(context: BrowserContext, moment: Moment) -> Page:
    """The page just after the moment, while time goes a thousand times more slowly there."""
    page = context.new_page()
    before, after = moment.before(), moment.after()
    serve(page, {"table": pages.table(before)})
    sockets = sockets_of(page)
    show(page, "table")
    if moment.choose:
        page.locator(moment.choose).click()
    session = context.new_cdp_session(page)
    session.send("Animation.enable")
    session.send("Animation.setPlaybackRate", {"playbackRate": 0.001})
    tell(page, sockets[-1], after)
    return page


@pytest.mark.parametrize("name", list(MOMENTS))
def test_a_moment_is_there_is_short_is_skipped_and_can_be_switched_off(
    still: Callable[..., BrowserContext], name: str
) -> None:
    context = still("no-preference")
    page = changed(context, MOMENTS[name])
    moving = page.evaluate(MOVING)
    assert MOMENTS[name].names <= {one for one, _, _ in moving}
    assert max(end for _, end, _ in moving) <= LONGEST
    page.keyboard.press("Shift")
    assert [one for one, _, state in page.evaluate(MOVING) if state == "running"] == []
    context.close()
    context = still("reduce")
    assert changed(context, MOMENTS[name]).evaluate(MOVING) == []
    context.close()
