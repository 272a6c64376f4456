"""A finished game is checked in the browser alone: it agrees with the other two verifiers, and finds what was changed."""

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from sofra.core import record as records
from tests.dealing.tampering import sealed_text, tampered, vector
from tests.dealing.test_sealed import given, sealed_record
from tests.dealing.third import third_verdict

pytestmark = pytest.mark.browser

CHECK = """async (texts) => {
  const { check } = await import("/static/check.js");
  return texts.map((text) => check(text));
}"""


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
    expect(verdict).to_contain_text("All of it fits")
    label, value = re.findall(r"^\* (\S+) = (\d+)", text, re.MULTILINE)[0]
    check(text.replace(f"* {label} = {value}", f"* {label} = {int(value) % 6 + 1}", 1))
    expect(verdict).to_contain_text(label)
    check(text.replace("seal seed: ", "seal seed: 00", 1))
    expect(verdict).to_contain_text("does not fit")
    check("nothing of the kind")
    expect(verdict).to_contain_text("no record")
    assert "POST" not in asked


def test_the_browser_finds_every_kind_of_tampering_where_it_was_done(visit: Callable[..., Page]) -> None:
    page = visit("/verify")
    for game in ("farkle", "racko"):
        kinds = tampered(game, 0)
        found = page.evaluate(CHECK, [sealed_text(game, 0), *(text for text, _ in kinds.values())])
        assert found[0] is None
        assert dict(zip(kinds, found[1:], strict=True)) == {name: due for name, (_, due) in kinds.items()}


def agree(page: Page, count: int, seed: int) -> None:
    """The browser and the verifier written from the text say the same of good and of changed records."""
    rng = Random(seed)
    for _ in range(0, count, 20):
        vectors = [vector(rng) for _ in range(20)]
        assert page.evaluate(CHECK, [good for good, _, _ in vectors]) == [None] * 20
        changed = page.evaluate(CHECK, [text for _, text, _ in vectors])
        assert changed == [third_verdict(text) for _, text, _ in vectors] == [label for *_, label in vectors]


def test_browser_and_third_verifier_agree_on_made_up_records(visit: Callable[..., Page]) -> None:
    agree(visit("/verify"), 40, 1)


@pytest.mark.soak
def test_browser_and_third_verifier_agree_on_a_thousand_made_up_records(visit: Callable[..., Page]) -> None:
    agree(visit("/verify"), 1000, 2)
