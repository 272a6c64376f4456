"""Every message that the shell and Farkle's page can show, found in the code and in the templates."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import jinja2
from jinja2 import nodes

import sofra

SOURCE = Path(sofra.__file__).parent
SHELL = ("core", "games", "table", "web")
"""Rooms whose sentences reach a page through the shell's catalogue (a game's own folder has its own)."""

ERRORS = {
    "Malformed",
    "Illegal",
    "Turn",
    "Unknown",
    "Unsupported",
    "Forbidden",
    "Stale",
    "Unavailable",
    "NothingToDeal",
}
LISTS = {"MESSAGES", "TITLES", "MARK_NAMES", "KEYS", "HEADINGS"}


def of_python(file: Path) -> Iterator[str]:
    """Literals given to ``speak``, ``speak.many`` (the first form) and errors, and the lists of messages."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Call) and node.args:
            func = node.func
            name = (
                func.id
                if isinstance(func, ast.Name)
                else func.attr
                if isinstance(func, ast.Attribute)
                else ""
            )
            if name in ERRORS | {"speak", "many"} and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name) and target.id in LISTS and node.value is not None:
                    yield from _listed(node.value)


def _listed(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.Dict):
        found: list[ast.expr] = list(value.values)
    elif isinstance(value, ast.Tuple):
        found = list(value.elts)
    else:
        return
    for item in found:
        last = item.elts[-1] if isinstance(item, ast.Tuple) else item
        if isinstance(last, ast.Constant) and isinstance(last.value, str):
            yield last.value


def of_template(file: Path) -> Iterator[str]:
    """Literals given to ``speak`` and ``speak.many`` (the first form)."""
    tree = jinja2.Environment().parse(file.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        func = call.node
        named = isinstance(func, nodes.Name) and func.name == "speak"
        many = isinstance(func, nodes.Getattr) and func.attr == "many"
        if (named or many) and call.args and isinstance(call.args[0], nodes.Const):
            yield str(call.args[0].value)


def of_shell() -> set[str]:
    """Every message of the shell's catalogue."""
    found: set[str] = set()
    for room in SHELL:
        files = (SOURCE / room).glob("*.py") if room == "games" else (SOURCE / room).rglob("*.py")
        for file in files:
            found.update(of_python(file))
    for file in (SOURCE / "web" / "templates").rglob("*.html"):
        found.update(of_template(file))
    return {message for message in found if message}


def of_farkle_page() -> set[str]:
    """Every message of Farkle's page part."""
    folder = SOURCE / "games" / "farkle" / "page"
    found: set[str] = set()
    for file in folder.rglob("*.py"):
        found.update(of_python(file))
    for file in folder.rglob("*.html"):
        found.update(of_template(file))
    return found
