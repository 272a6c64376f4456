"""Pictures boiled down to a few hundred greys, so that a state can be held against the one that was approved.

A picture is drawn very small and kept as one hexadecimal digit a cell: fonts and edges of another machine hardly change it,
a die that is missing or a table that has lost its wood does.

    python -m tests.e2e.looks          approve everything as it looks now
"""

from __future__ import annotations

import json
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import FLAGS, chromium
from tests.e2e.still import serve, show
from tests.pages import rooms

APPROVED = Path(__file__).parent / "looks.json"
STATES = (
    "start-first",
    "lobby",
    "curtain",
    "farkle-throw",
    "farkle-hot",
    "farkle-lost",
    "farkle-over",
    "racko-early",
    "racko-guide-7",
    "raks-middle",
    "raks-late",
)
SETTINGS = ((390, "light"), (1280, "dark"))
CELLS = (20, 30)
_SHRINK = """async ([address, wide, high]) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(wide, high).getContext("2d");
  canvas.imageSmoothingQuality = "high";
  canvas.drawImage(image, 0, 0, wide, high);
  const { data } = canvas.getImageData(0, 0, wide, high);
  let found = "";
  for (let i = 0; i < data.length; i += 4)
    found += Math.floor((data[i] * 0.3 + data[i + 1] * 0.59 + data[i + 2] * 0.11) / 16).toString(16);
  return found;
}"""


FRAMES = (
    "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
)


def look(page: Page, tool: Page) -> str:
    """What the first screen of a page looks like once its scripts have come to rest; ``tool`` is an empty page to shrink the
    picture on."""
    before, seen = "", greys(page.screenshot(), tool, CELLS)
    for _ in range(25):
        if seen == before:
            break
        # Two frames and what waits for them: whatever a script still does after its page is ready is drawn by then.
        page.evaluate(FRAMES)
        before, seen = seen, greys(page.screenshot(), tool, CELLS)
    return seen


def greys(picture: bytes, tool: Page, cells: tuple[int, int]) -> str:
    """A picture as one hexadecimal digit a cell, row by row."""
    address = "data:image/png;base64," + b64encode(picture).decode()
    return str(tool.evaluate(_SHRINK, [address, *cells]))


def apart(one: str, other: str) -> float:
    """How far two looks are apart: greys (of 16) a cell on average."""
    assert len(one) == len(other)
    return sum(abs(int(a, 16) - int(b, 16)) for a, b in zip(one, other, strict=True)) / len(one)


def looks(browser: Browser) -> Iterator[tuple[str, Page, Page]]:
    """Each state in each setting: its name, its page, and a page to shrink pictures on."""
    made = rooms.pages_of("en")
    tool = browser.new_page()
    for width, theme in SETTINGS:
        context = browser.new_context(
            viewport={"width": width, "height": 844 if width < 600 else 800},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
        )
        page = context.new_page()
        serve(page, made)
        for name in STATES:
            show(page, name)
            yield f"{name} {width} {theme}", page, tool
        context.close()
    tool.close()


def main() -> int:
    """Approve."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        found = {name: look(page, tool) for name, page, tool in looks(browser)}
        browser.close()
    APPROVED.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
