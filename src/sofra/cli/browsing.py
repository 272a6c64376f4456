"""How a table page behaves in a real browser that is held down to a phone of the middle range: a quarter of this machine's
speed and WebPageTest's "4G" (170 ms to and fro, 9 Mbit/s). Needs Playwright and a Chromium (CHROMIUM names one).

Times on the clock are the best of several visits, because other work on the machine only ever adds to them. A task's time is
its processor time at full speed, multiplied by the slow-down: a clock would count the other work too.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from sofra.cli.row import Row
from sofra.cli.weight import BUDGET, server
from sofra.games import boxes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Request

VISITS, MATCHES, STEPS = 5, 3, 25
SLOWER = 4
PATIENCE = 120_000
"""Milliseconds that a busy machine may take for what is not measured."""
PHONE = {"width": 390, "height": 780}
NETWORK = {"offline": False, "latency": 170, "downloadThroughput": 9e6 / 8, "uploadThroughput": 9e6 / 8}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
]
LONGEST_TASK, LONGEST_WAIT = 50.0, 1000.0
"""Milliseconds that a task in play may last, and within which a table can be played."""

_BARE = "a bare answer of the same server, held down alike"
_LOOP = "a loop of ten million additions, as slow"

WATCH = """() => { window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries())
  if (!one.hadRecentInput) window.shift += one.value; }).observe({ type: "layout-shift", buffered: true }); }"""
"""Adds up in ``window.shift`` what moves on a page by itself, from its first moment on."""

PLAY = """() => {
  const table = document.getElementById("match");
  const all = table.querySelector("[data-take-all]");
  const choice = [...table.querySelectorAll("input[type=radio]")].at(-1);
  if (all) all.click();
  else choice?.click();
  [...table.querySelectorAll(".actions button, button.btn")].find((one) => !one.disabled && one.checkVisibility())?.click();
  return document.getElementById("main").dataset.version;
}"""
"""Takes one step at a table, a good one or not, and tells the version from before it."""

_COUNT = """() => { const begun = performance.now(); let sum = 0;
  for (let i = 0; i < 1e7; i++) sum = (sum + i) | 0;
  return performance.now() - begun + (sum === 1 ? 1 : 0); }"""


def found() -> str | None:
    """The Chromium to measure in, or None where it or Playwright is missing."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    path = next((path for name in names if name and (path := shutil.which(name))), None)
    return path if find_spec("playwright") else None


@dataclass
class Seen:
    """What was measured of one table page: milliseconds, bytes, requests."""

    interactive: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    shift: float = 0.0
    longest: list[float] = field(default_factory=list)


def rows() -> list[Row]:
    """A table of every game in the held-down browser; none without one."""
    chromium = found()
    if chromium is None:
        return []
    from playwright.sync_api import sync_playwright

    made: list[Row] = []
    with server() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        bare, loop = min(_bare(browser, place) for _ in range(VISITS)), _loop(browser)
        for key in boxes():
            seen = _table(browser, place, key)
            weight, wait, longest = sum(seen.sizes), min(seen.interactive), min(seen.longest)
            made += [
                Row(
                    f"page {key} first view",
                    weight / 1000,
                    "kB",
                    f"the budget, {BUDGET // 1000} kB",
                    weight / BUDGET,
                ),
                Row(f"page {key} first view", len(seen.sizes), "requests"),
                Row(f"page {key} interactive", wait, "ms", _BARE, wait / bare),
                Row(f"page {key} layout shift", seen.shift, "shift"),
                Row(f"page {key} longest task in play", longest, "ms", _LOOP, longest / loop),
            ]
        browser.close()
    return made


@contextmanager
def _phone(
    browser: Browser, cookies: Any = (), slower: int = SLOWER
) -> Iterator[tuple[BrowserContext, Page]]:
    """A fresh browser, held down, and its page."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    if cookies:
        context.add_cookies(cookies)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", NETWORK)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    yield context, page
    context.close()


def _bare(browser: Browser, place: str) -> float:
    with _phone(browser) as (_, page):
        page.goto(f"{place}/healthz")
        return float(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))


def _loop(browser: Browser) -> float:
    with _phone(browser, slower=1) as (_, page):
        return SLOWER * min(float(page.evaluate(_COUNT)) for _ in range(VISITS))


def _table(browser: Browser, place: str, key: str) -> Seen:
    """A fresh table against a computer player: looked at first by browsers that know nothing of it, then played on."""
    seen = Seen()
    context = browser.new_context(viewport=PHONE)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{place}/")
    page.locator(f"form:has([name=game][value={key}]) button").first.click()
    page.wait_for_selector("#match")
    table, cookies = page.url, context.cookies()
    context.close()
    for _ in range(VISITS):
        wait, seen.sizes = _visit(browser, cookies, table)
        seen.interactive.append(wait)
    for _ in range(MATCHES):
        with _phone(browser, cookies, slower=1) as (_, fresh):
            fresh.add_init_script(f"({WATCH})()")
            fresh.goto(table, wait_until="networkidle")
            fresh.wait_for_function("() => true")  # What steers the page is read by it here, not in play.
            browser.start_tracing(page=fresh, categories=["toplevel"])
            _play(fresh)
            seen.longest.append(max(tasks(browser.stop_tracing()), default=0.0) * SLOWER)
            seen.shift = max(seen.shift, float(fresh.evaluate("window.shift")))
    return seen


def _visit(browser: Browser, cookies: Any, table: str) -> tuple[float, list[int]]:
    """A first view: milliseconds until the table can be played, and the bytes of every answer."""
    with _phone(browser, cookies) as (_, page):
        asked: list[Request] = []
        page.on("requestfinished", lambda one: asked.append(one))  # noqa: PLW0108 -- a built-in method will not do
        page.goto(table, wait_until="networkidle")
        page.wait_for_function("() => performance.getEntriesByName('table').length")
        wait = float(page.evaluate("performance.getEntriesByName('table')[0].startTime"))
        return wait, [one.sizes()["responseBodySize"] for one in asked]


def _play(page: Page) -> None:
    for _ in range(STEPS):
        version = page.evaluate(PLAY)
        try:
            page.wait_for_function(
                "known => document.querySelector('#main').dataset.version !== known",
                arg=version,
                timeout=1500,
            )
        except Exception as error:
            if "Timeout" not in type(error).__name__:
                raise
        page.wait_for_timeout(100)


def tasks(trace: bytes) -> list[float]:
    """Milliseconds of processor time of every task on a page's main thread, from a Chromium trace of ``toplevel``."""
    events = json.loads(trace)["traceEvents"]
    mains = {
        (e["pid"], e["tid"])
        for e in events
        if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    return [
        e["tdur"] / 1000
        for e in events
        if e.get("tdur") and "RunTask" in e["name"] and (e["pid"], e["tid"]) in mains
    ]
