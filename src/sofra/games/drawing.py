"""Templates for the games' pages: a game draws its part of the table from templates in its own ``page`` folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def templates(folder: Path) -> Environment:
    """The templates of a folder. Everything is escaped, and a name that is not there is an error, not a blank."""
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
