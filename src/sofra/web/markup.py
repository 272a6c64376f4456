"""The shell's templates: one environment, everything escaped."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import urlencode

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sofra.core.rules import Option
from sofra.games.parts import Speak
from sofra.table.reactions import REACTIONS
from sofra.web import assets, shortcuts
from sofra.web.agreed import CLOCKS, WINDOWS
from sofra.web.room import Site
from sofra.web.setup import texts

MARK_NAMES = (
    ("navy", "Navy"),
    ("vermillion", "Vermillion, striped"),
    ("sky", "Sky blue, ring"),
    ("cream", "Cream, cross"),
    ("moss", "Moss green, dots"),
    ("plum", "Plum, diamond"),
    ("amber", "Amber, half"),
    ("slate", "Slate, waves"),
)
"""Marks by key, as people choose them: colour and shape together."""

HEADINGS = ("Numbers", "Ways of counting", "Yes or no")
"""Groups of house rules in the form for a new table."""


def value_of(option: Option, value: Any, speak: Speak) -> str:
    """The value of a house rule as a reader sees it: a word of the game's catalogue, or a number as written here."""
    if option.kind == "whole" or (isinstance(value, int) and option.kind == "choice"):
        return speak.number(value)
    if option.kind == "per seat":
        return " / ".join(map(speak.number, value))
    return speak(option.write(value))


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("sofra.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(
        asset=assets.address,
        worker=worker,
        value_of=value_of,
        safe=Markup,
        preset_texts=texts,
        marks=MARK_NAMES,
        keys_of=shortcuts.of,
        movable_keys=shortcuts.movable,
        headings=HEADINGS,
        windows=WINDOWS,
        reactions=REACTIONS,
        clocks=CLOCKS,
    )
    return made


def source(name: str) -> str:
    """The text of a template."""
    environment = _environment()
    assert environment.loader is not None, "set above"
    return environment.loader.get_source(environment, name)[0]


def worker(site: Site) -> str:
    """The address of the worker that keeps the page for times without a server, as this reader has it."""
    looks = {
        "lang": site.speak.lang,
        "theme": site.theme,
        "motion": site.motion,
        "contrast": "on" if site.contrast else "off",
    }
    return f"/worker.js?{urlencode({**looks, 'v': _version()})}"


@cache
def _version() -> str:
    """Another one whenever that page, what it names or its worker has changed."""
    names = [
        assets.address(name) for name in ("worker.js", "offline.js", "sofra.css", "first.js", "icon.svg")
    ]
    texts = [source(name) for name in ("base.html", "offline.html", "drawings/candle.svg")]
    return sha256("\n".join(names + texts).encode()).hexdigest()[:12]


def render(name: str, site: Site, **values: Any) -> str:
    """A template with the reader's language as ``speak``."""
    return _environment().get_template(name).render(site=site, speak=site.speak, **values)
