"""What a browser sends along: its token, its language, its settings, the seat in front of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Any, cast

from sofra.games import Box, boxes
from sofra.lang import LANGS, negotiate, speak_for
from sofra.lang.catalogue import shell_folders
from sofra.table import ids
from sofra.web import shortcuts
from sofra.web.room import Motion, Site, Theme

TOKEN = "sofra"  # noqa: S105 -- the name of a cookie
FRONT = "front"
LONG = 400 * 86_400
THEMES = ("auto", "light", "dark")
MOTIONS = ("on", "quick", "off")
SWITCHES = ("sound", "shortcuts", "hints", "contrast")

Headers = list[tuple[bytes, bytes]]


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """The first header of this (lower-case) name, "" if there is none."""
    for key, value in cast(Headers, scope["headers"]):
        if key == name:
            return value.decode("latin-1")
    return ""


def cookies(scope: Mapping[str, Any]) -> dict[str, str]:
    """The cookies of a request; what is not a cookie is passed over."""
    found: dict[str, str] = {}
    for part in header(scope, b"cookie")[:8000].split(";"):
        name, equals, value = part.strip().partition("=")
        if equals:
            found.setdefault(name, value)
    return found


@dataclass(frozen=True, slots=True)
class Browser:
    """Whoever sent a request. ``device`` is the hash of its token, "" without one."""

    device: str
    lang: str
    settings: Mapping[str, str]
    front: int | None
    secure: bool
    origin: str

    @staticmethod
    def of(scope: Mapping[str, Any]) -> Browser:
        """The browser of an ASGI scope."""
        jar = cookies(scope)
        token = jar.get(TOKEN, "")
        lang = jar.get("lang", "")
        front = jar.get(FRONT, "")
        scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
        return Browser(
            device=ids.hashed(token) if 22 <= len(token) <= 100 else "",
            lang=lang if lang in LANGS else negotiate(header(scope, b"accept-language")),
            settings=jar,
            front=int(front) if front.isascii() and front.isdecimal() and len(front) < 3 else None,
            secure=scheme == "https",
            origin=f"{scheme}://{header(scope, b'host')}",
        )

    @property
    def token(self) -> str:
        """Its own token (a secret: only the browser's cookie holds it), or a fresh one for a browser without."""
        return self.settings[TOKEN] if self.device else ids.token()

    def site(self, here: str, box: Box | None = None) -> Site:
        """What every page knows of its reader; with a game's own words first where one is shown."""
        first = (box.folder / "locale",) if box is not None else ()
        others = tuple(other.folder / "locale" for other in boxes().values())
        theme = self.settings.get("theme", "auto")
        motion = self.settings.get("motion", "on")
        switches: dict[str, Any] = {
            name: self.settings[name] == "on" for name in SWITCHES if self.settings.get(name) in ("on", "off")
        }
        speak = speak_for(self.lang, *first, *shell_folders(), *others)
        return Site(
            speak,
            here,
            cast(Theme, theme if theme in THEMES else "auto"),
            cast(Motion, motion if motion in MOTIONS else "on"),
            keys=shortcuts.parse(self.settings.get("keys", "")),
            **switches,
        )

    def cookie(
        self, name: str, value: str, *, path: str = "/", private: bool = False, age: int = LONG
    ) -> str:
        """A Set-Cookie header. ``private`` ones can't be read by scripts."""
        jar: SimpleCookie = SimpleCookie()
        try:
            jar[name] = value
        except CookieError:
            return ""
        crumb = jar[name]
        crumb["path"] = path
        crumb["samesite"] = "Lax"
        crumb["max-age"] = age
        if private:
            crumb["httponly"] = True
        if self.secure:
            crumb["secure"] = True
        return crumb.OutputString()
