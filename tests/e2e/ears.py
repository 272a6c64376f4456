"""Whoever only hears a page: everything that its live region says."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page


def watch_live_region(page: Page) -> Callable[[], list[str]]:
    """Everything that the live region will ever say from now on."""
    page.evaluate(
        """() => {
          window.heard = [];
          window.seen = [...document.querySelectorAll("#log li")].map((line) => line.textContent.trim());
          new MutationObserver((changes) => {
            for (const change of changes) for (const node of change.addedNodes) window.heard.push(node.textContent);
          }).observe(document.getElementById("live"), { childList: true });
        }"""
    )
    return lambda: page.evaluate("window.heard")


def assert_told(page: Page, heard: Callable[[], list[str]]) -> None:
    """Every sentence that the page's list of what happened shows, and did not when the listening began, is spoken too, sooner
    or later, and how it ended comes last. The match is over: the list stays as it is."""
    lines = {line.strip() for line in page.locator("#log li").all_text_contents()}
    lines -= set(page.evaluate("window.seen"))
    assert len(lines) > 1
    page.wait_for_function(
        """(lines) => {
          const heard = window.heard.map((line) => line.trim());
          return lines.every((line) => heard.includes(line)) && heard.at(-1) === document.querySelector("#result .winner").innerText;
        }""",
        arg=list(lines),
    )
