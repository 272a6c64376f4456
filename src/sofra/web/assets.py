"""Where static files stand and under which address they are served: with a hash of their content, for ever cacheable."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from sofra.games import boxes
from sofra.web import modules

STATIC = Path(__file__).parent / "static"


def folder(game: str | None = None) -> Path | None:
    """The folder of the shell's static files, or of a game's (``<game>/page/static``); None if there is no such game."""
    if game is None:
        return STATIC
    box = boxes().get(game)
    return box.folder / "page" / "static" if box else None


def find(path: str, game: str | None = None) -> Path | None:
    """The file of an address, or None. Never a file outside the folder."""
    base = folder(game)
    if base is None:
        return None
    file = (base / path).resolve()
    return file if file.is_relative_to(base.resolve()) and file.is_file() else None


@cache
def address(path: str, game: str | None = None) -> str:
    """``/static/sofra.css?v=<hash>``, or "" if there is no such file."""
    file = find(path, game)
    if file is None:
        return ""
    mark = sha256(content(file)).hexdigest()[:12]
    return f"/games/{game}/static/{path}?v={mark}" if game else f"/static/{path}?v={mark}"


def content(file: Path) -> bytes:
    """What is sent for a file: its bytes, and a script together with the modules that it imports at once."""
    return _content(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _content(file: Path, _changed: int) -> bytes:
    return modules.joined(file).encode() if file.suffix == ".js" else file.read_bytes()


def compressed(file: Path) -> bytes | None:
    """The content as gzip sends it, or None where that is no shorter (pictures are compressed already)."""
    return _compressed(file, file.stat().st_mtime_ns)


@lru_cache(maxsize=256)
def _compressed(file: Path, _changed: int) -> bytes | None:
    plain = content(file)
    short = gzip.compress(plain, 9, mtime=0)
    return short if len(short) < len(plain) else None
