"""Reads which module imports which, and says where that goes against the house.

Everything works on a folder ``src`` that holds the package ``sofra``, so that the tests can show it a folder with a
fault in it as well as the real one. Each check returns sentences, none when all is well.
"""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PURE = ("rules", "play", "view", "notation")
"""The modules of a game that say what is allowed and who sees it: no words, no pages, no players in them."""


@dataclass(frozen=True, slots=True)
class Import:
    """One import: the module it stands in, the full name of what is imported, and where."""

    importer: str
    target: str
    where: str


def module_name(path: Path, src: Path) -> str:
    """``src/sofra/core/asks.py`` is ``sofra.core.asks``; an ``__init__.py`` is its package."""
    parts = path.relative_to(src).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules(src: Path) -> dict[str, Path]:
    """All modules of the package below ``src``, by name."""
    return {module_name(path, src): path for path in sorted((src / "sofra").rglob("*.py"))}


def imports(src: Path) -> Iterator[Import]:
    """Every import in every module, also those inside functions and those for types only."""
    for importer, path in modules(src).items():
        package = importer if path.name == "__init__.py" else importer.rpartition(".")[0]
        for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                base = node.module or ""
                if node.level:
                    home = package.split(".")[: len(package.split(".")) - node.level + 1]
                    base = ".".join([*home, *([base] if base else [])])
                targets = [f"{base}.{alias.name}" for alias in node.names]
            else:
                continue
            for target in targets:
                yield Import(importer, target, f"{path.relative_to(src)}:{node.lineno}")


def inside(name: str, package: str) -> bool:
    """Whether a module or something in it belongs to a package."""
    return name == package or name.startswith(f"{package}.")


def standard(name: str) -> bool:
    """Whether a name belongs to the standard library."""
    return name.partition(".")[0] in sys.stdlib_module_names


def core_leans_on_others(src: Path) -> list[str]:
    """The core imports the standard library and itself, so that it also runs inside a browser."""
    return [
        f"{found.where}: the core may import only the standard library and sofra.core, not {found.target}"
        for found in imports(src)
        if inside(found.importer, "sofra.core")
        and not standard(found.target)
        and not inside(found.target, "sofra.core")
    ]


def game_folders(src: Path) -> list[str]:
    """The built-in games: the folders in ``sofra/games``, as package names."""
    return [
        f"sofra.games.{folder.parent.name}"
        for folder in sorted((src / "sofra" / "games").glob("*/__init__.py"))
    ]


def games_know_each_other(src: Path) -> list[str]:
    """No game imports another."""
    games = game_folders(src)
    return [
        f"{found.where}: {mine} may not import another game's {found.target}"
        for found in imports(src)
        for mine in games
        if inside(found.importer, mine)
        for other in games
        if other != mine and inside(found.target, other)
    ]


def rules_lean_on_others(src: Path) -> list[str]:
    """What is allowed in a game, and who sees it, is said with the standard library, the core and the game alone."""
    pure = [(game, f"{game}.{name}") for game in game_folders(src) for name in PURE]
    return [
        f"{found.where}: {module} may import only the standard library, sofra.core and {game}, not {found.target}"
        for found in imports(src)
        for game, module in pure
        if inside(found.importer, module)
        and not standard(found.target)
        and not inside(found.target, "sofra.core")
        and not inside(found.target, game)
    ]
