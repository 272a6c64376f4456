"""What others see of a table: the card beside an invitation, the app on a home screen, and whether pictures are in date."""

from __future__ import annotations

import json
import struct
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from sofra.games import boxes
from sofra.lang import LANGS
from sofra.web import assets, pages
from tests.pages import rooms
from tests.pages.markup import Reader, read

ROOT = Path(__file__).parents[2]


def meta(found: Reader) -> dict[str, str]:
    return {e.attributes["property"]: e.attributes["content"] for e in found.elements if e.has("property")}


@pytest.mark.parametrize("lang", LANGS)
def test_an_invitation_shows_the_game_its_house_rules_its_people_and_a_picture(lang: str) -> None:
    room = rooms.lobby(rooms.site(lang))
    shown = meta(read(pages.lobby(room)))
    speak = room.site.speak
    assert "Farkle" in shown["og:title"]
    for part in ("500", "Ayşe", speak("Penny"), speak.many("{count} chair is still free", "", 1)):
        assert part in shown["og:description"]
    assert shown["og:url"] == rooms.LINK
    assert shown["og:image"].startswith("https://table.example/games/farkle/static/card.jpg?v=")


@pytest.mark.parametrize("game", list(boxes()))
def test_the_card_of_every_game_is_a_picture_of_the_size_that_is_promised(game: str) -> None:
    file = assets.find("card.jpg", game)
    assert file is not None
    assert jpeg_size(file.read_bytes()) == (1200, 630)
    assert file.stat().st_size < 120_000


def jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height from the frame header of a JPEG."""
    at = 2
    while data[at + 1] not in (0xC0, 0xC1, 0xC2):
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    height, width = struct.unpack(">HH", data[at + 5 : at + 9])
    return width, height


def test_the_manifest_has_what_a_browser_needs_to_install_the_app() -> None:
    manifest = json.loads((rooms.assets_folder() / "sofra.webmanifest").read_text("utf-8"))
    assert manifest["name"]
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    assert manifest["display"] == "standalone"
    sizes: dict[str, set[str]] = {}
    for icon in manifest["icons"]:
        file = assets.find(icon["src"])
        assert file is not None, icon
        sizes.setdefault(icon["purpose"], set()).add(icon["sizes"])
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", file.read_bytes()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"192x192", "512x512"} <= sizes["any"]
    assert "512x512" in sizes["maskable"]


def maker() -> ModuleType:
    """The script that makes the pictures."""
    spec = spec_from_file_location("pictures", ROOT / "scripts" / "pictures.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_pictures_are_made_from_the_drawings_as_they_are() -> None:
    script = maker()
    kept = script.SUMS.read_text("utf-8")
    assert kept == script.written(script.sources()), "run scripts/pictures.py"
    assert kept != script.written({**script.sources(), "web/static/icon.svg": "another drawing"})
