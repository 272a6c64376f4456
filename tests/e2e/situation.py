"""What a table's page shows, read in one go, and deeds that are done when their answer is on the page.

A page is alive: between two questions to it the next player may have moved. So whatever belongs together is read by one
``evaluate``; and whoever does something waits for what follows from it, however long that takes, never for a time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Error, Page, expect

PATIENCE = 120_000
"""Milliseconds that a busy machine may take for what will come; whoever waits for a state gets it as soon as it is there."""
BREATH = 20
"""Milliseconds between two looks at a page."""

LISTEN = """(() => {
  const commands = (window.commands = { sent: 0, underway: 0 });
  const real = window.fetch;
  window.fetch = async (address, how) => {
    if (!how?.headers?.["X-Sofra"]) return real(address, how);
    commands.sent++;
    commands.underway++;
    const done = () => setTimeout(() => commands.underway--); // After whoever reads the answer has done so.
    try {
      const answer = await real(address, how);
      const json = answer.json.bind(answer);
      answer.json = () => {
        const found = json();
        found.then(done, done);
        return found;
      };
      return answer;
    } catch (error) {
      done();
      throw error;
    }
  };
})()"""
"""Run before a page's own scripts: from then on it is known how many commands it sent, and how many wait for an answer."""

_READ = """() => {
  const main = document.getElementById("main");
  const match = document.getElementById("match");
  const all = (selector) => [...(match?.querySelectorAll(selector) ?? [])].filter((one) => one.checkVisibility());
  const labels = (selector) => all(selector).map((one) => one.getAttribute("aria-label"));
  const words = (one) => one.innerText.replace(/\\s+/g, " ").trim();
  const alive = document.documentElement?.classList.contains("js") ?? false;
  return {
    document: performance.timeOrigin,
    alive,
    ready: document.readyState !== "loading" && main !== null &&
      (!alive || !main.dataset.table || performance.getEntriesByName("table").length > 0),
    sent: window.commands?.sent ?? 0,
    underway: window.commands?.underway ?? 0,
    version: Number(main?.dataset.version ?? -1),
    title: document.title,
    table: match !== null,
    curtain: main?.classList.contains("curtain") ?? false,
    seat: match?.dataset.seat ?? "",
    mine: document.querySelector("#ask .mine") !== null,
    over: document.querySelector("#result .winner") !== null,
    phase: match?.querySelector("[data-phase]")?.dataset.phase ?? "",
    act: match?.querySelector("[data-act]")?.dataset.act ?? "",
    buttons: all("button").map((one) =>
      ({ text: words(one), key: one.dataset.key ?? "", main: "main" in one.dataset, enabled: !one.disabled })),
    dice: labels(".throw [aria-label]"),
    rack: labels(".rack [aria-label]"),
    slots: all("input[name=slot]").map((one) => Number(one.value)),
    zones: all("input[name=zone]").map((one) => Number(one.value)),
  };
}"""


@dataclass(frozen=True)
class Button:
    """A button of the match that can be seen: its words, the key it is on ("" for none), whether Enter leads to it."""

    text: str
    key: str
    main: bool
    enabled: bool


@dataclass(frozen=True)
class Situation:
    """One moment of a page. ``document`` is another one after every navigation; ``alive``: scripts are at work on it;
    ``ready``: it can be played; ``underway`` of the ``sent`` commands have no answer yet; ``mine``: a seat of this device
    is asked. ``dice`` and ``rack`` are accessible names."""

    document: float
    alive: bool
    ready: bool
    sent: int
    underway: int
    version: int
    title: str
    table: bool
    curtain: bool
    seat: str
    mine: bool
    over: bool
    phase: str
    act: str
    buttons: tuple[Button, ...]
    dice: tuple[str, ...]
    rack: tuple[str, ...]
    slots: tuple[int, ...]
    zones: tuple[int, ...]

    def on(self, key: str) -> Button | None:
        """The button on a key, if it is there and can be pressed."""
        return next((one for one in self.buttons if one.key == key and one.enabled), None)

    def named(self, beginning: str) -> Button | None:
        """The button whose words begin so, if it is there and can be pressed."""
        return next((one for one in self.buttons if one.text.startswith(beginning) and one.enabled), None)

    @property
    def main(self) -> Button | None:
        """The button that Enter leads to, also while it waits for a choice."""
        return next((one for one in self.buttons if one.main), None)


def see(page: Page) -> Situation:
    """This moment. A page that is just being left is looked at once more."""
    for _ in range(100):
        try:
            found: dict[str, Any] = page.evaluate(_READ)
        except Error as error:
            if "navigat" not in error.message and "context" not in error.message:
                raise
            page.wait_for_timeout(BREATH)
        else:
            buttons = tuple(Button(**one) for one in found.pop("buttons"))
            lists = {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
            return Situation(**(found | lists), buttons=buttons)
    raise AssertionError("the page is left again and again")


def until(page: Page, wanted: Callable[[Situation], object]) -> Situation:
    """The first moment at which a page can be played and is as wanted. Patience begins anew with every news."""
    version, end = None, 0.0
    while True:
        now = see(page)
        if now.ready and wanted(now):
            return now
        if now.version != version:
            version, end = now.version, time.monotonic() + PATIENCE / 1000
        assert time.monotonic() < end, f"this did not come: {now}"
        page.wait_for_timeout(BREATH)


def until_true(page: Page, true: Callable[[], bool]) -> None:
    """Wait for something that is no part of a page."""
    end = time.monotonic() + PATIENCE / 1000
    while not true():
        assert time.monotonic() < end, "this did not come"
        page.wait_for_timeout(BREATH)


def at_table(page: Page) -> Situation:
    """A match is on the page, and it can be played."""
    return until(page, lambda now: now.table)


def two_browsers(
    visit: Callable[..., Page],
    game: str,
    sizes: Sequence[dict[str, int]] = ({"width": 1280, "height": 860},) * 2,
) -> tuple[Page, Page]:
    """A match that begins between two browsers, the host's of the first size; the page of whoever is asked comes first."""
    host = visit(f"/new/{game}", size=sizes[0])
    host.locator("#chair-1").select_option("open")
    host.get_by_role("button", name="Set the table").click()
    guest = visit(host.locator("#link").input_value(), size=sizes[1])
    guest.locator("input[name=name]").fill("Νίκος")
    guest.get_by_role("button", name="Sit down").click()
    expect(host.get_by_role("button", name="Start")).to_be_enabled()
    host.get_by_role("button", name="Start").click()
    for page in (host, guest):
        at_table(page)
    # A deal is several entries of the log: a page may have been read in the middle of it.
    until_true(host, lambda: see(host).mine or see(guest).mine)
    return (host, guest) if see(host).mine else (guest, host)


def turn(page: Page) -> Situation:
    """Somebody in front of this page is asked, or the match is over. Without scripts the page is asked for once more then."""

    def due(now: Situation) -> bool:
        return now.curtain or now.over or (now.table and now.mine)

    now = until(page, lambda now: not now.alive or due(now))
    while not due(now):
        _news(page)
        now = do(page, now, page.get_by_role("link", name="Refresh").click)
    return now


def _news(page: Page) -> None:
    """Wait as a program does until the server asks a seat of this browser, or the match is over."""
    end = time.monotonic() + PATIENCE / 1000
    while True:
        told = page.request.get(page.url, headers={"accept": "application/json"}).json()
        if "moves" in told or told["phase"] != "playing":
            return
        assert time.monotonic() < end, f"nobody here is asked: {told}"
        page.wait_for_timeout(BREATH)


def do(page: Page, known: Situation, deed: Callable[[], object]) -> Situation:
    """Do what sends a command, or leads to another page where there are no scripts; what is seen once it was answered.

    ``known`` is what was seen before: unless something new came meanwhile, the deed has to have changed the table."""
    if not known.alive:
        with page.expect_navigation(wait_until="domcontentloaded"):
            deed()
        return until(page, lambda now: now.document != known.document)
    deed()
    now = until(page, lambda now: not now.underway)
    assert now.sent > known.sent or now.version > known.version, f"nothing was done: {now}"
    return until(page, lambda now: now.version > known.version)


def presses(page: Page, *keys: str) -> Callable[[], None]:
    """The deed of pressing keys, one after the other."""

    def deed() -> None:
        for key in keys:
            page.keyboard.press(key)

    return deed


def sends_nothing(page: Page, deed: Callable[[], object]) -> bool:
    """Whether a deed sends no command. A key or a click has done all that it does when it returns."""
    before = see(page)
    assert before.alive
    assert before.ready
    deed()
    after = see(page)
    return (after.sent, after.version, after.document) == (before.sent, before.version, before.document)
