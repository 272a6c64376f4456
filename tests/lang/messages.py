"""Every message of the project, found in its code, its templates and its data, with the folder it belongs to.

Messages are: what stands literally in ``speak(…)`` and ``speak.many(…)`` (under whatever name a language goes there), the
templates of refusals, the help of the terminal's flags, and what is listed as data: ``MESSAGES``, the options and presets of
house rules, computer players, commands, reasons of a score.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

import jinja2
from jinja2 import nodes

import sofra
from sofra.games import boxes

SOURCE = Path(sofra.__file__).parent
LANGUAGES = frozenset({"speak", "say", "_speak", "_say"})
"""What a language is called where it is used."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message and where it was found; ``plural`` is the second form of one that counts."""

    text: str
    where: str
    game: str | None = None
    plural: str | None = None


def game_of(file: Path) -> str | None:
    """The game in whose folder a file stands."""
    parts = file.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def python_files() -> Iterator[Path]:
    """All modules but those that only programs hear, in English: engine protocol, research adapters, conformance kit."""
    for file in sorted(SOURCE.rglob("*.py")):
        if not any(file.is_relative_to(SOURCE / room) for room in ("engine", "lab/adapters", "testing")):
            yield file


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text("utf-8"))


@cache
def refusals() -> frozenset[str]:
    """The names of all refusals: ``SofraError`` and what derives from it anywhere."""
    found, grown = {"SofraError"}, True
    while grown:
        grown = False
        for file in python_files():
            for node in ast.walk(tree_of(file)):
                if isinstance(node, ast.ClassDef) and node.name not in found:
                    grown |= bool(found & {name_of(base) for base in node.bases})
                    found |= {node.name} if found & {name_of(base) for base in node.bases} else set()
    return frozenset(found)


def name_of(function: ast.expr) -> str:
    """What is called; ``type(error)(…)`` makes another refusal of the same kind."""
    if isinstance(function, ast.Call) and name_of(function.func) == "type":
        return "SofraError"
    if isinstance(function, ast.Name):
        return function.id
    return function.attr if isinstance(function, ast.Attribute) else ""


def literals(node: ast.expr | None) -> Iterator[str]:
    """The text of a literal; both texts of ``"a" if x else "b"``."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from literals(node.body)
        yield from literals(node.orelse)


def of_call(call: ast.Call) -> Iterator[tuple[str, str | None]]:
    """The messages that a call holds, each with its plural."""
    name, arguments = name_of(call.func), call.args
    if name == "many" and len(arguments) >= 3:
        yield from zip(literals(arguments[0]), literals(arguments[1]), strict=True)
    elif (name in LANGUAGES or name in refusals()) and arguments:
        yield from ((text, None) for text in literals(arguments[0]))
    elif name in ("fail", "Reason") and len(arguments) >= 2:
        yield from ((text, None) for text in literals(arguments[1]))
    elif name == "Parameter":
        for keyword in call.keywords:
            if keyword.arg == "help":
                yield from ((text, None) for text in literals(keyword.value))


def in_python() -> Iterator[Message]:
    for file in python_files():
        where, game = str(file.relative_to(SOURCE)), game_of(file)
        lists_messages = False
        for node in ast.walk(tree_of(file)):
            if isinstance(node, ast.Call):
                for text, plural in of_call(node):
                    yield Message(text, f"{where}:{node.lineno}", game, plural)
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                lists_messages |= any(isinstance(t, ast.Name) and t.id == "MESSAGES" for t in targets)
        if lists_messages:
            module = import_module(".".join(("sofra", *file.relative_to(SOURCE).with_suffix("").parts)))
            yield from listed(module, where, game)


def listed(module: ModuleType, where: str, game: str | None) -> Iterator[Message]:
    for item in module.MESSAGES:
        yield Message(item, f"{where} MESSAGES", game)


def in_templates() -> Iterator[Message]:
    reader = jinja2.Environment(autoescape=True)
    for file in sorted(SOURCE.rglob("*.html")):
        for call in reader.parse(file.read_text("utf-8")).find_all(nodes.Call):
            function = call.node
            is_many = isinstance(function, nodes.Getattr) and function.attr == "many"
            if not (is_many or (isinstance(function, nodes.Name) and function.name in LANGUAGES)):
                continue
            texts = [
                a.value for a in call.args[:2] if isinstance(a, nodes.Const) and isinstance(a.value, str)
            ]
            if texts:
                where = f"{file.relative_to(SOURCE)}:{call.lineno}"
                yield Message(texts[0], where, game_of(file), texts[1] if is_many else None)


def in_data() -> Iterator[Message]:
    """What games say by value: options, presets, computer players, commands."""
    for key, box in boxes().items():
        for option in box.game.rules.options():
            where = f"{key} option {option.name}"
            yield Message(option.meaning, where, key)
            yield from (Message(text, where, key) for text in (option.example, option.only_with) if text)
        for preset in box.game.presets:
            yield Message(preset, f"{key} preset", key)
        game = key if box.part("players") is not None else None
        for persona in box.players.values():
            where = f"{key} player {persona.key}"
            for text in (persona.name, persona.temperament, persona.skill, persona.about):
                yield Message(text, where, game)
            for said in persona.talk.values():
                yield from (Message(text, where, game) for text in said)
        for command in box.commands.values():
            yield Message(command.about, f"{key} command", key)


def template_constants() -> set[str]:
    """Every text that a template writes by itself."""
    reader = jinja2.Environment(autoescape=True)
    return {
        constant.value
        for file in sorted(SOURCE.rglob("*.html"))
        for constant in reader.parse(file.read_text("utf-8")).find_all(nodes.Const)
        if isinstance(constant.value, str)
    }


def messages() -> list[Message]:
    """All of them."""
    return [*in_python(), *in_templates(), *in_data()]


def constants(*, but: tuple[str, ...] = ()) -> set[str]:
    """Every text that stands in the code at all, ``but`` in some files or folders: a message that reaches a language by
    value is one of them."""
    return {
        node.value
        for file in python_files()
        if not any(file.is_relative_to(SOURCE / room) for room in but)
        for node in ast.walk(tree_of(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
