"""Whole matches of Farkle in a real browser: with scripts and without, on phone and desktop, alone and in company."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import DESKTOP, PHONE, picture
from tests.e2e.ears import assert_told, watch_live_region
from tests.e2e.rolling import choose_all, plain_step, play_to_the_end, step, throw_dice
from tests.e2e.situation import Situation, at_table, do, presses, see, turn, two_browsers

pytestmark = pytest.mark.browser

Visit = Callable[..., Page]


TITLES = """() => {
  window.titles = new Set();
  const note = () => {
    const asked = document.querySelector("#ask .mine") !== null;
    window.titles.add(JSON.stringify([asked, document.querySelector("#result .winner")?.textContent ?? "", document.title]));
  };
  note();
  new MutationObserver(note).observe(document.getElementById("main"), { childList: true, subtree: true });
}"""


def set_up(page: Page, *people: str, target: int = 500, bots: int = 0) -> Situation:
    """A short table from the form: people on this device, then computer players."""
    page.goto("/new/farkle")
    kinds = ["person"] * len(people) + ["bot:bold"] * bots
    for chair in range(4):
        page.locator(f"#chair-{chair}").select_option(kinds[chair] if chair < len(kinds) else "none")
    for chair, name in enumerate(people):
        page.locator(f"#name-{chair}").fill(name)
        if chair:
            page.locator(f"#mark-{chair}").select_option(index=chair)
    page.locator("summary", has_text="Change rules one by one").click()
    page.locator("#rule-target").fill(str(target))
    page.get_by_role("button", name="Set the table").click()
    return at_table(page)


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_two_people_play_a_whole_match_on_one_device_without_scripts(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", scripts=False, size=size)
    set_up(page, "Ayşe", "Νίκος")
    play_to_the_end(page, plain_step)
    picture(page, f"farkle-over-plain-{size['width']}")
    assert page.locator("#result tbody tr").count() == 2
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_role("button", name=re.compile("^Roll"))).to_be_visible()


def test_a_match_against_a_computer_player_without_scripts(visit: Visit) -> None:
    page = visit("/", scripts=False, size=PHONE)
    set_up(page, "Ayşe", bots=1)
    assert play_to_the_end(page, plain_step).over


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_a_whole_match_against_a_computer_player_by_keyboard_alone(
    visit: Visit, size: dict[str, int]
) -> None:
    page = visit("/", size=size)
    set_up(page, "Ayşe", bots=1)
    heard = watch_live_region(page)
    page.evaluate(TITLES)
    throw_dice(page)
    choose_all(page)
    picture(page, f"farkle-chosen-{size['width']}")
    play_to_the_end(page, step)
    picture(page, f"farkle-over-{size['width']}")
    assert_told(page, heard)
    assert "rolled" in " ".join(heard())
    assert heard()[-1].startswith("Winner")
    titles = [json.loads(one) for one in page.evaluate("[...window.titles]")]
    assert any(asked for asked, *_ in titles)
    for asked, winner, title in titles:
        first = winner or "Your turn" if asked or winner else ""
        assert title == " – ".join(filter(None, (first, "Farkle", "sofra")))
    assert page.title() == f"{heard()[-1]} – Farkle – sofra"


@pytest.mark.parametrize("motion", [False, True], ids=["still", "moving"])
def test_roll_and_bank_set_the_chosen_dice_aside_in_one_tap(visit: Visit, motion: bool) -> None:
    page = visit("/", motion=motion)
    known = set_up(page, "Ayşe", "Νίκος")
    do(page, known, page.locator("#match [data-key=R]").click)
    throw_dice(page)
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
    known = see(page)
    now = do(page, known, page.locator("[data-then=bank]").click)
    assert now.phase in ("turn", "over")
    assert now.version == known.version + 2


def test_a_die_that_does_not_score_is_refused_by_name_with_scripts_and_without(visit: Visit) -> None:
    for scripts in (True, False):
        page = visit("/", scripts=scripts)
        set_up(page, "Ayşe", target=50_000)
        lone = page.locator(".group.rest input")
        now = turn(page)
        while not lone.count():
            assert not now.over, "every throw scored with all its dice"
            (step if scripts else plain_step)(page, now)
            now = turn(page)
        die = lone.first
        face = die.get_attribute("value")
        die.check(force=True)
        if scripts:
            expect(page.locator("#why-keep")).to_contain_text(f"the {face} does not score")
        else:
            page.get_by_role("button", name="Set aside the ticked dice").click()
            expect(page.get_by_role("alert")).to_contain_text(f"the {face} does not score")


def test_what_one_browser_does_another_sees_and_undo_takes_it_back(visit: Visit) -> None:
    mover, other = two_browsers(visit, "farkle")
    # Whoever is asked throws, until some of the dice score without the others: the sixth is not needed for it.
    some = ".ticket[data-take]:not([data-take*='6'])"
    now = turn(mover)
    while now.phase != "keep" or not mover.locator(some).count():
        if not step(mover, now).mine:
            mover, other = other, mover
        now = turn(mover)
        assert not now.over
    expect(other.locator(".throw .die").first).to_be_visible()
    take = mover.locator(some).first
    faces = take.get_attribute("value") or ""
    take.click()
    undo = mover.locator("#controls .undo button")
    expect(undo).to_be_disabled()
    mover.evaluate(
        """(faces) => fetch(document.getElementById('match').action, {method: 'POST', headers: {'X-Sofra': 'regions'},
             body: new URLSearchParams({seat: document.querySelector('#match [name=seat]').value, command: 'one-group',
             ask: document.querySelector('#match [name=ask]').value, take: faces})}).then((answer) => answer.json())""",
        faces,
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
    thrown = throw_dice(page).dice
    assert len(thrown) == 6
    page.reload()
    assert at_table(page).dice == thrown


def test_the_table_turns_round_for_the_player_opposite(visit: Visit) -> None:
    page = visit("/", size=PHONE)
    set_up(page, "Ayşe", "Νίκος", target=10_000)
    page.get_by_label("We sit opposite each other").check(force=True)
    turned: dict[str, bool] = {}
    while len(turned) < 2:
        seat, there = page.evaluate(
            "() => [document.querySelector('#match').dataset.seat, document.querySelector('#main').matches('.turned')]"
        )
        turned[seat] = there
        step(page, turn(page))
    assert turned == {"0": False, "1": True}


def test_a_preset_fills_in_the_single_rules_and_mistakes_stand_beside_their_fields(visit: Visit) -> None:
    page = visit("/new/farkle")
    page.get_by_label("Zilch").check(force=True)
    page.locator("summary", has_text="Change rules one by one").click()
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
    throw_dice(player)
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
        asked: list[str] = []
        page.on("request", lambda request, asked=asked: asked.append(request.url))
        set_up(page, "Ayşe", target=10_000)
        known = throw_dice(page)
        choose_all(page)
        if wanted:
            page.wait_for_function("() => window.played > 0")
        # What is asked for because of the dice is asked for before the next move is.
        do(page, known, presses(page, "b"))
        assert any("/sound.js" in address for address in asked) is wanted
        assert (page.evaluate("window.played") > 0) is wanted
