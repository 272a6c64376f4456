"""Whoever is quicker than an answer: a tap on what the stream has brought already counts, a second tap on the same does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route

from tests.e2e.rolling import choose_all
from tests.e2e.situation import at_table, do, presses, see, sends_nothing, turn, two_browsers, until

pytestmark = pytest.mark.browser


def say_something(page: Page) -> None:
    """Something that is told to everybody and changes nothing in the match."""
    before = see(page).version
    page.evaluate("document.querySelector('form[action$=react] button').click()")
    until(page, lambda now: now.version > before)


def test_a_tap_on_what_came_before_the_answer_counts_once(visit: Callable[..., Page]) -> None:
    # What a worker fetches passes by what is held back here on the line.
    page = visit("/new/farkle", worker=False)
    page.locator("#chair-1").select_option("none")
    page.get_by_role("button", name="Set the table").click()
    known = turn(page)
    held: list[Callable[[], None]] = []
    holding = True

    def hold(route: Route) -> None:
        answer = route.fetch()
        if holding:
            held.append(lambda: route.fulfill(response=answer))
        else:
            route.fulfill(response=answer)

    page.route("**/do", hold)
    page.keyboard.press("r")
    sent = see(page).sent
    page.keyboard.press("r")
    assert see(page).sent == sent, "a second tap on the same"
    came = until(page, lambda now: now.version > known.version)
    assert came.underway == 1, "the stream was quicker than the answer"
    if came.phase == "keep":
        choose_all(page)
    assert sends_nothing(page, presses(page, "b" if came.phase == "keep" else "r", "r")), "it waits"
    holding = False
    for answered in held:
        answered()
    now = until(page, lambda now: not now.underway and now.version > came.version)
    # Roll; then keep and bank, or after a Farkle roll once more.
    assert see(page).sent == now.sent == known.sent + (3 if came.phase == "keep" else 2)


@pytest.mark.parametrize("by_key", [False, True])
def test_news_in_the_middle_of_a_press_waits_until_it_is_done(
    visit: Callable[..., Page], by_key: bool
) -> None:
    mover, other = two_browsers(visit, "racko")
    # Whatever is told next puts another button there.
    mover.evaluate("document.querySelector('#match').dataset.older = 'yes'")
    button = mover.locator("#match [data-key=P]")
    if by_key:
        button.focus()
        mover.keyboard.down("Space")
    else:
        box = button.bounding_box()
        assert box
        mover.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        mover.mouse.down()
    before = see(mover).version
    say_something(other)
    assert see(mover).version == before, "it waits"
    if by_key:
        mover.keyboard.up("Space")
    else:
        mover.mouse.up()
    now = until(mover, lambda now: now.sent and not now.underway and now.version > before + 1)
    assert now.phase == "drawn"


@pytest.mark.parametrize(
    ("game", "key", "choice"), [("farkle", "R", "die"), ("racko", "O", "slot"), ("raks", "", "zone")]
)
def test_what_is_being_chosen_outlives_the_first_news_of_a_page(
    visit: Callable[..., Page], game: str, key: str, choice: str
) -> None:
    mover, other = two_browsers(visit, game)
    if key:
        do(mover, see(mover), mover.locator(f"#match [data-key={key}]").click)
    mover.reload()
    at_table(mover)
    chosen = mover.locator(f"#match input[name={choice}]:enabled").last
    chosen.check(force=True)
    say_something(other)
    until(mover, lambda now: now.version == see(other).version)
    assert chosen.is_checked()
