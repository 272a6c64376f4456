"""A finished game is checked in the browser alone: a third hand works it out, and catches what was changed."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sofra.core import record as records
from tests.dealing.test_sealed import given, sealed_record

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", ["farkle", "tiny"])
def test_the_browser_checks_a_record_by_itself_and_catches_a_changed_outcome(
    visit: Callable[..., Page], game: str
) -> None:
    text = records.write(sealed_record(game, 1, given=given(Random(1))))
    page = visit("/verify")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.method))
    verdict = page.locator("form[data-check] [role=status]")

    def check(record: str) -> None:
        page.fill("#record", record)
        page.get_by_role("button", name="Check in this browser alone").click()

    check(text)
    expect(verdict).to_contain_text("All of it fits", timeout=60_000)
    label, value = re.findall(r"^\* (\S+) = (\d+)", text, re.MULTILINE)[0]
    check(text.replace(f"* {label} = {value}", f"* {label} = {int(value) % 6 + 1}", 1))
    expect(verdict).to_contain_text(label, timeout=60_000)
    check(text.replace("seal seed: ", "seal seed: 00", 1))
    expect(verdict).to_contain_text("does not fit", timeout=60_000)
    check("nothing of the kind")
    expect(verdict).to_contain_text("no record", timeout=60_000)
    assert "POST" not in asked
