"""The shell's templates: one environment, everything escaped."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from sofra.web import assets
from sofra.web.room import Site


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("sofra.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(asset=assets.address, safe=Markup)
    return made


def render(name: str, site: Site, **values: Any) -> str:
    """A template with the reader's language as ``speak``."""
    return _environment().get_template(name).render(site=site, speak=site.speak, **values)
