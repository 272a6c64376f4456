"""JavaScript modules sent as one: an entry together with everything that it imports at once, so that a page asks once.

Sources stay small modules of their own, and nothing is built beforehand: a file is put together when it is first asked for.
What is imported later (``import("./sound.js")``) is a request of its own; such a module holds nothing that a page must have
only once, because it is put together with copies of its own.
"""

from __future__ import annotations

import re
from pathlib import Path

_IMPORT = re.compile(r'^import (?:\{ ([\w, ]+) \} from )?"\./(\w+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const|let) (\w+))", re.MULTILINE)
_AT_ONCE = re.compile(r"^(?:import\b(?! *\()|export *[*{]).*$", re.MULTILINE)


def joined(entry: Path) -> str:
    """The text of a module with those that it imports at once in front of it, each in a scope of its own; the entry keeps
    its exports. Raises ValueError for an import in a form that is neither ``import { a, b } from "./name.js";`` nor ``import "./name.js";``."""
    parts: dict[str, str] = {}
    own = _body(entry, parts)
    return "".join([*parts.values(), own])


def _body(file: Path, parts: dict[str, str]) -> str:
    """The text of a module whose imports have become constants, after its imports have been put into ``parts``."""
    text = file.read_text("utf-8")
    for line in _AT_ONCE.findall(text):
        if not _IMPORT.match(line):
            raise ValueError(f"{file.name}: this import can't be put into one file: {line}")
    for _, name in _IMPORT.findall(text):
        if name not in parts:
            made = _scope(file.with_name(f"{name}.js"), parts)
            parts[name] = made
    return _IMPORT.sub(lambda found: f"const {{ {found[1]} }} = ${found[2]};" if found[1] else "", text)


def _scope(file: Path, parts: dict[str, str]) -> str:
    body = _body(file, parts)
    given = ", ".join(_EXPORT.findall(body))
    return f"const ${file.stem} = (() => {{\n{_EXPORT.sub('', body)}\nreturn {{ {given} }};\n}})();\n"
