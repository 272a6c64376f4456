"""What the house asks of its files beyond what formatter, linter and types can see.

Each check takes a folder, so that the tests can show it one with a fault, and returns sentences.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

MOST_LINES = 400
CODE = frozenset({".css", ".html", ".js", ".py", ".sh", ".sql"})
TEXT = CODE | {".cfg", ".ini", ".json", ".md", ".po", ".svg", ".toml", ".txt", ".yaml", ".yml"}
PAGE = frozenset({".css", ".html", ".js", ".json", ".svg", ".webmanifest"})

# Written with one letter in brackets, so that this file does not find itself.
PROMISES = re.compile(r"\b(?:TOD[O]|FIXM[E]|XX[X]|HAC[K])\b")
STUBS = re.compile(r"\braise NotImplementedErro[r]")
UNTESTED = re.compile(
    r"pytest\.(?:ski[p]|importorski[p]|xfai[l])|mark\.(?:ski[p]|skipi[f]|xfai[l])|unittest\.ski[p]"
)
ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://|@ *(?:file|git)\b|^\s*(?:-i|-f|--(?:extra-)?index-url|--find-links)\b",
    re.MULTILINE,
)
# An XML namespace is a name, nothing is fetched from it; so is the identifier of a JSON Schema dialect.
NAMES = re.compile(r"http://www\.w3\.org/(?:1999|2000)/[a-zA-Z/]*|https?://json-schema\.org/[a-z0-9/.-]*")
ELSEWHERE = re.compile(
    r"\b(?:https?|wss?|ftp):/?/(?!\$\{|\{\{)[^\s\"'<>)]*|(?<=[\"'(=])//[a-z0-9][a-z0-9.-]*\.[a-z]{2,}",
    re.IGNORECASE,
)


def files(folder: Path, kinds: Iterable[str]) -> Iterator[tuple[str, Path, str]]:
    """Every file of some kinds below a folder, with its short name, its path and its text."""
    for path in sorted(folder.rglob("*")):
        if path.suffix in kinds and "__pycache__" not in path.parts and path.is_file():
            yield path.relative_to(folder).as_posix(), path, path.read_text("utf-8")


def _found(folder: Path, kinds: Iterable[str], pattern: re.Pattern[str], why: str) -> list[str]:
    return [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()!r}: {why}"
        for name, _, text in files(folder, kinds)
        for hit in pattern.finditer(text)
    ]


def too_long(folder: Path) -> list[str]:
    """A file of code holds one concept, and none needs more than 400 lines."""
    return [
        f"{name} has {lines} lines; at most {MOST_LINES} are allowed: split it where its second concept begins"
        for name, _, text in files(folder, CODE)
        if (lines := len(text.splitlines())) > MOST_LINES
    ]


def promises(folder: Path) -> list[str]:
    """Nothing is left for later in the text of the project: it belongs into an issue, or is done now."""
    return _found(folder, TEXT, PROMISES, "nothing is left for later; do it or leave it out")


def stubs(folder: Path) -> list[str]:
    """No function stands there only to say that it is missing."""
    return _found(folder, {".py"}, STUBS, "write it, or make it a protocol's method")


def untested(folder: Path) -> list[str]:
    """Every test runs and is believed."""
    return _found(folder, {".py"}, UNTESTED, "every test runs on every machine, and its answer counts")


def addresses(folder: Path) -> list[str]:
    """The requirement files name packages, versions and hashes, and no place to get them from."""
    return _found(folder, {".txt"}, ADDRESS, "requirement files name no place")


def loose(folder: Path) -> list[str]:
    """Every package in the requirement files is pinned to one version and has hashes."""
    return [
        f"{name}: {entry.splitlines()[0]!r} needs a version (==) and hashes (sha256)"
        for name, _, text in files(folder, {".txt"})
        for entry in re.split(r"\n(?=\S)", text.strip())
        if not re.match(r"[a-z0-9.-]+==[^\s;]+", entry) or "--hash=sha256:" not in entry
    ]


def elsewhere(folder: Path) -> list[str]:
    """No page, style, drawing or module of ours names another host."""
    return [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1}: {hit.group()!r}: a page asks nobody but its own server"
        for name, _, text in files(folder, PAGE)
        for hit in ELSEWHERE.finditer(NAMES.sub(lambda name: "-" * len(name.group()), text))
    ]
