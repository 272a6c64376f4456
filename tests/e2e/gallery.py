"""Every page and state in every language, theme and width, as pictures on one sheet: ``artefacts/gallery/index.html``.

``python -m tests.e2e.gallery [--only TEXT] [--langs en,tr,el] [--themes light,dark] [--widths 320,390,768,1440]``
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from collections.abc import Iterator
from html import escape
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.conftest import ARTEFACTS, FLAGS, chromium
from tests.e2e.still import serve, show
from tests.pages import asides, more_rooms, rooms

FOLDER = ARTEFACTS / "gallery"
HEIGHTS = {320: 640, 390: 780, 768: 1024, 1440: 900, 1920: 1080}
_LOST = """const slip = document.getElementById("lost");
slip.textContent = document.getElementById("main").dataset.lost; slip.hidden = false;"""
_ENVELOPE = "document.getElementById('seal').open = true"
_WARNED = """import(document.querySelector("script[type=module]").src.replace(/table\\.js.*/, "voice.js"))
  .then(({ warn }) => warn(document.getElementById("main"), "warned", document.getElementById("main").dataset.seedMissing, { anyway: "…" }))"""
DEEDS = {
    "farkle-decide-lost": ("farkle-decide", _LOST),
    "farkle-decide-tv": ("farkle-decide", "location.hash = 'tv'"),
    "racko-middle-tv": ("racko-middle", "location.hash = 'tv'"),
    "raks-late-tv": ("raks-late", "location.hash = 'tv'"),
    "farkle-two-here-turned": ("farkle-two-here", "document.getElementById('main').classList.add('turned')"),
    "farkle-over-envelope": ("farkle-over", _ENVELOPE),
    "farkle-both-seeds-envelope": ("farkle-both-seeds", _ENVELOPE),
    "farkle-over-table": ("farkle-over", "document.querySelector('.finish').open = false"),
    "racko-over-table": ("racko-over", "document.querySelector('.finish').open = false"),
    "raks-over-table": ("raks-over", "document.querySelector('.finish').open = false"),
    "farkle-wish-away": ("farkle-wish", "document.querySelector('.wish').open = false"),
    "farkle-decide-open": (
        "farkle-decide",
        "for (const one of document.querySelectorAll('details')) one.open = true",
    ),
    "farkle-throw-chosen": ("farkle-throw", "document.querySelector('[data-take-all]').click()"),
    "racko-drawn-chosen": ("racko-drawn", "document.querySelector('[name=slot]').click()"),
    "racko-drawn-warned": ("racko-drawn", _WARNED),
    "raks-early-chosen": ("raks-early", "document.querySelector('[name=zone]').click()"),
    "lobby-copied": ("lobby", "document.querySelector('[data-copy]').click()"),
    "lobby-share": ("lobby", "document.documentElement.classList.add('shares')"),
    "settings-keys": ("settings", "document.querySelector('details').open = true"),
}
"""What is done on a page, by script, for a state that comes of itself only in the course of things."""
HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>sofra: every page</title>
<style>body{font:16px/1.4 system-ui;background:#777;margin:1rem}section{display:flex;gap:1rem;overflow-x:auto;align-items:flex-start}
figure{margin:0 0 2rem;flex:none}img{display:block;max-height:900px}h2{position:sticky;left:0}</style>"""


def pictures(browser: Browser, lang: str, theme: str, width: int, only: str) -> Iterator[tuple[str, Path]]:
    """Take a picture of each page in one setting."""
    size = {"width": width, "height": HEIGHTS.get(width, 900)}
    context = browser.new_context(viewport=size, color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    page = context.new_page()
    made = rooms.pages_of(lang) | more_rooms.more_pages_of(lang) | asides.asides_of(lang)
    serve(page, made)
    for name, (shown, deed) in ({name: (name, "") for name in made} | DEEDS).items():
        if only in name:
            show(page, shown)
            page.evaluate(deed)
            # What is far below is laid out when it comes into view: on a picture all of it is.
            page.add_style_tag(content="section { content-visibility: visible !important; }")
            file = FOLDER / f"{name}-{lang}-{theme}-{width}.jpg"
            page.screenshot(path=file, full_page=True, type="jpeg", quality=80)
            yield name, file
    context.close()


def main(arguments: list[str]) -> int:
    """Make the sheet; says where it is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="pages whose name holds this text")
    parser.add_argument("--langs", default="en,tr,el")
    parser.add_argument("--themes", default="light,dark")
    parser.add_argument("--widths", default="320,390,768,1440")
    chosen = parser.parse_args(arguments)
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    begun = time.monotonic()
    found: dict[str, list[Path]] = {}
    settings = product(chosen.langs.split(","), chosen.themes.split(","), map(int, chosen.widths.split(",")))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for lang, theme, width in settings:
            for name, file in pictures(browser, lang, theme, width, chosen.only):
                found.setdefault(name, []).append(file)
        browser.close()
    parts = [HEAD]
    for name, files in found.items():
        parts.append(f"<h2>{escape(name)}</h2><section>")
        parts += [
            f'<figure><img loading="lazy" src="{escape(file.name)}" alt=""><figcaption>{escape(file.stem)}</figcaption></figure>'
            for file in files
        ]
        parts.append("</section>")
    (FOLDER / "index.html").write_text("\n".join(parts), "utf-8")
    count = sum(map(len, found.values()))
    sys.stdout.write(f"{count} pictures in {time.monotonic() - begun:.0f} s: {FOLDER / 'index.html'}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
