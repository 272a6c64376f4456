"""Make the pictures that cannot be drawn where they are shown, from our own drawings: icons for a phone's home screen, and
the card that a messenger shows beside an invitation. ``.venv/bin/python scripts/pictures.py`` needs a Chromium."""

from __future__ import annotations

import os
import shutil
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Template
from playwright.sync_api import Browser, sync_playwright

SOURCE = Path(__file__).parents[1] / "src" / "sofra"
WEB = SOURCE / "web"
GAMES = {"farkle": "Farkle", "racko": "Rack-O", "raks": "Rak’s"}
SUMS = Path(__file__).parent / "pictures.txt"
"""What the pictures were made from; a test compares it with the drawings as they are."""

ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("icon-maskable-512.png", 512, "maskable"),
)
CARD = (1200, 630)

_ICON = """<style>body{{margin:0;background:{ground}}}svg{{display:block;width:{share}%;margin:{edge}% auto}}</style>{drawing}"""
_CARD = """<style>
body {{ margin: 0; width: 1200px; height: 630px; overflow: hidden; display: grid; grid-template-columns: 1fr 1fr; align-items: center;
  background: radial-gradient(80% 90% at 30% 0, rgb(255 226 170 / .5), transparent 70%), url(data:image/svg+xml;base64,{grain}), linear-gradient(170deg, #cf9a63, #a8713f); }}
.game svg {{ width: 560px; height: 460px; margin-left: 30px; filter: drop-shadow(0 14px 16px rgb(40 20 4 / .4)); }}
.paper {{ background: linear-gradient(#fffaf0, #f6ecda); border-radius: 22px 22px 22px 46px; padding: 56px 60px; margin-right: 60px; box-shadow: 0 18px 40px -12px rgb(40 20 4 / .6); rotate: -1.5deg;
  font: 700 104px/1 "DejaVu Serif Condensed", serif; color: #2a1a0f; }}
.brand {{ display: flex; align-items: center; gap: 18px; font-size: 50px; margin-top: 44px; color: #674f3c; }}
.brand svg {{ width: 84px; height: 84px; }}
</style><div class="game">{drawing}</div><div class="paper">{name}<div class="brand">{logo} sofra</div></div>"""


def sources() -> dict[str, str]:
    """The hash of every drawing that a picture is made from, by its place."""
    files = [WEB / "static" / "icon.svg", *(WEB / "templates" / "drawings" / f"{game}.svg" for game in GAMES)]
    return {str(file.relative_to(SOURCE)): sha256(file.read_bytes()).hexdigest() for file in files}


def written(found: dict[str, str]) -> str:
    """The list of hashes as it is kept."""
    return "".join(f"{digest}  {name}\n" for name, digest in sorted(found.items()))


def icons(browser: Browser) -> None:
    """The icons: round ones as they are, and one that may be cut to any shape."""
    drawing = (WEB / "static" / "icon.svg").read_text("utf-8")
    for name, size, purpose in ICONS:
        page = browser.new_page(viewport={"width": size, "height": size})
        share = 76 if purpose == "maskable" else 100
        ground = "#3b2515" if purpose == "maskable" else "transparent"
        page.set_content(_ICON.format(ground=ground, share=share, edge=(100 - share) / 2, drawing=drawing))
        page.screenshot(path=WEB / "static" / name, omit_background=True)
        page.close()


def cards(browser: Browser) -> None:
    """The card of each game."""
    logo = (WEB / "static" / "icon.svg").read_text("utf-8")
    grain = b64encode((WEB / "static" / "wood.svg").read_bytes()).decode()
    for game, name in GAMES.items():
        drawing = Template((WEB / "templates" / "drawings" / f"{game}.svg").read_text("utf-8")).render()
        page = browser.new_page(viewport={"width": CARD[0], "height": CARD[1]})
        page.set_content(_CARD.format(grain=grain, drawing=drawing, logo=logo, name=name))
        file = SOURCE / "games" / game / "page" / "static" / "card.jpg"
        page.screenshot(path=file, type="jpeg", quality=72)
        page.close()


def main() -> int:
    """Make all of them."""
    path = next(
        (
            p
            for p in map(
                shutil.which, (os.environ.get("CHROMIUM") or "chromium", "chromium", "google-chrome")
            )
            if p
        ),
        None,
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        icons(browser)
        cards(browser)
        browser.close()
    SUMS.write_text(written(sources()), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
