"""Every device puts a seed of its own into the envelope by itself, and sees at once when it was left out."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from sofra.core import record as records
from sofra.dealing import seals, verify
from sofra.games import open_box
from tests.dealing.third import third_verdict
from tests.e2e.situation import do, turn, until_true

pytestmark = pytest.mark.browser
Visit = Callable[..., Page]


def table_of(page: Page) -> str:
    return page.url.split("/t/")[1].partition("#")[0]


def two_in_a_lobby(visit: Visit) -> tuple[Page, Page]:
    """Elif's browser made a table of Farkle, Yannis sat down with another."""
    elif_ = visit("/new/farkle")
    elif_.fill("#name-0", "Elif")
    elif_.locator("#chair-1").select_option("open")
    elif_.locator(".setup .btn.primary").click()
    expect(elif_.locator(".inside [data-promise]")).to_have_count(1)
    yannis = visit("/t/" + table_of(elif_))
    yannis.fill("#name-1", "Yannis")
    yannis.locator("form.sit .btn").click()
    for page in (elif_, yannis):
        expect(page.locator(".inside [data-promise]")).to_have_count(2)
    return elif_, yannis


def played_out(page: Page) -> str:
    """The record of the match of a page, ended here and now by closing the table."""
    table = f"/t/{table_of(page)}"
    page.evaluate(
        """(table) => fetch(table + "/close", {method: "POST", body: new URLSearchParams({command: "close"})})""",
        table,
    )
    return page.request.get(f"{table}/record").text()


def test_two_browsers_promise_and_reveal_seeds_of_their_own_and_find_them_in_the_envelope(
    visit: Visit,
) -> None:
    elif_, yannis = two_in_a_lobby(visit)
    seeds = [
        page.evaluate("JSON.parse(localStorage[Object.keys(localStorage)[0]]).seed")
        for page in (elif_, yannis)
    ]
    elif_.locator("form[action$='/start'] button:not([disabled])").click()
    for page in (elif_, yannis):
        expect(page.locator("#match")).to_be_visible()
        expect(page.locator(".own-seed")).to_have_count(1)
        expect(page.locator("#seed-missing")).to_have_count(0)
    text = played_out(elif_)
    record = records.parse(text)
    assert [given.seed.hex() for given in seals.read(record).seal.given] == seeds
    verdict = verify(record, open_box("farkle").game)
    assert (verdict.good, verdict.given) == (True, 2)
    assert third_verdict(text) is None
    # The page checks it alone, and the server says how many took part.
    yannis.goto(f"/verify?table={table_of(elif_)}")
    yannis.get_by_role("button", name="Check in this browser alone").click()
    expect(yannis.locator("form[data-check] [role=status]")).to_contain_text("All of it fits")
    yannis.get_by_role("button", name="Check", exact=True).click()
    expect(yannis.locator(".moment.good").first).to_contain_text("2 seeds of the players")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_start_waits_a_little_for_who_has_only_just_sat_down(visit: Visit, scripts: bool) -> None:
    host = visit("/new/farkle")
    host.locator("#chair-1").select_option("open")
    host.locator(".setup .btn.primary").click()
    expect(host.locator(".inside [data-promise]")).to_have_count(1)
    # What a worker fetches passes by what is held back here on the line.
    guest = visit("/t/" + table_of(host), scripts=scripts, worker=False)
    held: list[Callable[[], None]] = []
    holding = True
    guest.route("**/do", lambda route: held.append(route.continue_) if holding else route.continue_())
    guest.fill("#name-1", "Yannis")
    guest.locator("form.sit .btn").click()
    start = host.locator("form[action$='/start'] button:not([disabled])")
    expect(start).to_be_visible()
    if scripts:
        until_true(guest, lambda: bool(held))
        host.evaluate("Date.now = () => 0")  # A little is as long as it takes here.
    start.click(no_wait_after=True)
    if scripts:
        expect(start).to_have_attribute("aria-busy", "true")
        assert host.locator("#match").count() == 0
    holding = False
    for go_on in held:
        go_on()
    expect(host.locator("#match")).to_be_visible()
    expect(host.locator(".inside [data-promise]")).to_have_count(1 + scripts)
    if scripts:
        expect(guest.locator(".own-seed")).to_have_count(1)
    expect(guest.locator("#seed-missing")).to_have_count(0)


def test_a_match_against_computer_players_begins_with_a_seed_of_the_device_too(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play at once: Farkle").click()
    expect(page.locator("#match")).to_be_visible()
    expect(page.locator(".own-seed")).to_have_count(1)
    assert "#" not in page.url


def test_a_device_whose_seed_was_left_out_warns_and_refuses_to_play_on(visit: Visit) -> None:
    page = visit("/")
    page.get_by_role("button", name="Play at once: Farkle").click()
    expect(page.locator(".own-seed")).to_have_count(1)
    # To the device it is the same whether its seed is missing in the envelope or the envelope's in its memory; and a page
    # that was changed on its way has no address of its own to the browser, which refuses it the stream of a local server.
    page.evaluate(
        """Object.entries(localStorage).filter(([key]) => key.startsWith("seed ")).forEach(([key, kept]) =>
            localStorage.setItem(key, JSON.stringify({ ...JSON.parse(kept), seed: "00".repeat(32) })))"""
    )
    page.reload()
    warning = page.locator("#seed-missing")
    expect(warning).to_contain_text("not in the envelope")
    expect(page.locator(".ask.mine")).to_be_visible()
    version = page.locator("#main").get_attribute("data-version")
    page.locator("#match button:not([disabled])").first.click()
    page.wait_for_timeout(300)
    assert page.locator("#main").get_attribute("data-version") == version
    warning.get_by_role("button").click()
    expect(warning).to_have_count(0)
    page.locator("#match button:not([disabled])").first.click()
    expect(page.locator("#main")).not_to_have_attribute("data-version", str(version))


def test_words_are_typed_into_the_envelope_without_scripts(visit: Visit) -> None:
    page = visit("/new/farkle", scripts=False, lang="tr")
    page.fill("#name-0", "Elif")
    page.locator("#chair-1").select_option("open")
    page.locator(".setup .btn.primary").click()
    page.fill("#words", "  bol   şans ")
    page.locator("form.words button").click()
    expect(page.locator(".put-in")).to_contain_text("bol şans")
    expect(page.locator(".put-in")).to_contain_text("söz verilmedi")
    expect(page.locator("form.words")).to_have_count(0)


def sent(page: Page, answer: Callable[[Route], None]) -> list[str]:
    """What a page's device does before a match, as it comes; promises are answered as said."""
    deeds: list[str] = []

    def hear(route: Route) -> None:
        # Its own commands are JSON; those of the page are forms.
        form = "json" not in route.request.headers.get("content-type", "")
        deed = "" if form else json.loads(route.request.post_data or "{}")["do"]
        deeds.extend(filter(None, [deed]))
        if deed == "promise":
            answer(route)
        else:
            route.continue_()

    page.route("**/do", hear)
    return deeds


def refuse(route: Route) -> None:
    route.fulfill(status=409, json={"outcome": "refused", "error": {"kind": "turn", "message": "not now"}})


def test_a_match_does_not_begin_before_the_seed_of_the_device_is_in_however_long_that_takes(
    visit: Visit,
) -> None:
    page = visit("/", worker=False)
    away = True
    deeds = sent(page, lambda route: route.abort() if away else route.continue_())
    page.get_by_role("button", name="Play at once: Farkle").click()
    warning = page.locator("#seed-late")
    expect(warning).to_contain_text("not in the envelope")
    assert deeds
    assert set(deeds) == {"promise"}
    away = False
    # The next attempt gets through: then it begins by itself, with the seed.
    expect(page.locator("#match")).to_be_visible()
    expect(page.locator(".own-seed")).to_have_count(1)


def test_whoever_wants_to_plays_all_the_same_without_a_seed_that_was_refused(visit: Visit) -> None:
    page = visit("/", worker=False)
    deeds = sent(page, refuse)
    page.get_by_role("button", name="Play at once: Farkle").click()
    expect(page.locator("#seed-late")).to_be_visible()
    assert "start" not in deeds
    page.locator("#seed-late button").click()
    expect(page.locator("#match")).to_be_visible()
    # That was asked already.
    expect(page.locator("#seed-missing")).to_have_count(0)
    now = turn(page)
    do(page, now, page.locator("#match button:not([disabled])").first.click)


def test_the_button_waits_for_the_seed_of_the_device_too(visit: Visit) -> None:
    elif_ = visit("/new/farkle", worker=False)
    deeds = sent(elif_, refuse)
    elif_.fill("#name-0", "Elif")
    elif_.locator("#chair-1").select_option("open")
    elif_.locator(".setup .btn.primary").click()
    yannis = visit("/t/" + table_of(elif_))
    yannis.fill("#name-1", "Yannis")
    yannis.locator("form.sit .btn").click()
    expect(yannis.locator(".inside [data-promise]")).to_have_count(1)
    elif_.locator("form[action$='/start'] button:not([disabled])").click()
    expect(elif_.locator("#seed-late")).to_be_visible()
    expect(elif_.locator("#match")).to_have_count(0)
    assert deeds == ["promise"]
    elif_.locator("#seed-late button").click()
    for page in (elif_, yannis):
        expect(page.locator("#match")).to_be_visible()
    expect(yannis.locator(".own-seed")).to_have_count(1)


def test_a_device_whose_promise_was_turned_down_warns_when_the_match_begins_without_it(visit: Visit) -> None:
    elif_ = visit("/new/farkle")
    elif_.fill("#name-0", "Elif")
    elif_.locator("#chair-1").select_option("open")
    elif_.locator(".setup .btn.primary").click()
    expect(elif_.locator(".inside [data-promise]")).to_have_count(1)
    yannis = visit("/t/" + table_of(elif_), worker=False)
    deeds = sent(yannis, refuse)
    yannis.fill("#name-1", "Yannis")
    yannis.locator("form.sit .btn").click()
    with yannis.expect_navigation():
        until_true(yannis, lambda: "promise" in deeds)
        elif_.locator("form[action$='/start'] button:not([disabled])").click()
    expect(yannis.locator("#seed-missing")).to_contain_text("it came too late, or it was left out")
    expect(elif_.locator("#seed-missing")).to_have_count(0)


@pytest.mark.soak
def test_who_does_not_reveal_is_left_out_after_a_while_and_the_match_begins_by_itself(visit: Visit) -> None:
    elif_, yannis = two_in_a_lobby(visit)
    # Yannis's device promises and then says nothing more.
    yannis.route("**/do", lambda route: route.abort())
    elif_.locator("form[action$='/start'] button:not([disabled])").click()
    expect(elif_.locator(".inside")).to_contain_text("Waiting for: Yannis")
    expect(elif_.locator("#match")).to_be_visible()
    expect(elif_.locator(".own-seed")).to_have_count(1)
    record = records.parse(played_out(elif_))
    verdict = verify(record, open_box("farkle").game)
    assert (verdict.good, verdict.given, verdict.restarts) == (True, 1, 1)
    assert third_verdict(records.write(record)) is None
