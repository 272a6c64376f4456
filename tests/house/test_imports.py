"""Imports point only downwards, and what is heavy stays out until it is asked for.

Each check is shown a house with a fault built in as well, because a check that cannot fail says nothing.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.house.imports import (
    core_leans_on_others,
    game_folders,
    games_know_each_other,
    imports,
    modules,
    rules_lean_on_others,
)

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"

Check = Callable[[Path], list[str]]

# Imports everything that the server may import, each game's parts too, and names what should not be there.
SERVER_LOAD = """
import importlib, pkgutil, sys
import sofra.web
for package in ("sofra.web", "sofra.table", "sofra.engine", "sofra.lang"):
    rooms = getattr(importlib.import_module(package), "__path__", [])
    for module in pkgutil.walk_packages(rooms, package + "."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
from sofra.games.box import boxes
assert boxes(), "no game is registered"
for box in boxes().values():
    for part in (box.game, box.words, box.players, box.coach, box.tools, box.page):
        pass
print(" ".join(sorted({"dask", "matplotlib", "numba", "numpy", "scipy"} & set(sys.modules))))
"""

# Imports the whole core with neither site-packages nor the rest of sofra in sight.
CORE_LOAD = """
import importlib, pkgutil, sys
sys.path.insert(0, sys.argv[1])
import sofra.core
for module in pkgutil.walk_packages(sofra.core.__path__, "sofra.core."):
    importlib.import_module(module.name)
print(" ".join(sorted(n for n in sys.modules if n.startswith("sofra.") and not n.startswith("sofra.core"))))
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of ``src`` to build faults into."""
    shutil.copytree(SRC, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "src"


def plant(src: Path, module: str, line: str) -> None:
    """Adds one line to the end of a module, making the module and its package if they are missing."""
    path = src / (module.replace(".", "/") + ".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    if not (path.parent / "__init__.py").exists():
        (path.parent / "__init__.py").write_text("", "utf-8")
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{line}\n")


def run(code: str, src: Path, *flags: str) -> "subprocess.CompletedProcess[str]":
    """Runs a piece of Python in a process of its own that finds sofra in ``src``."""
    return subprocess.run(
        [sys.executable, *flags, "-c", code, str(src)],
        env=os.environ | {"PYTHONPATH": str(src), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def lint_imports(src: Path) -> "subprocess.CompletedProcess[str]":
    """Runs import-linter with the house's contract on the package in ``src``."""
    script = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", script, "--no-cache", "--config", str(ROOT / ".importlinter")],
        cwd=src,
        env=os.environ | {"PYTHONPATH": str(src), "PYTHONDONTWRITEBYTECODE": "1", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


@pytest.mark.parametrize("check", [core_leans_on_others, games_know_each_other, rules_lean_on_others])
def test_the_house_keeps_its_import_rules(check: Check) -> None:
    assert check(SRC) == []


@pytest.mark.parametrize(
    ("check", "module", "line", "said"),
    [
        (core_leans_on_others, "sofra.core.planted", "import msgspec", "not msgspec"),
        (core_leans_on_others, "sofra.core.planted", "from sofra import games", "not sofra.games"),
        (core_leans_on_others, "sofra.core.planted", "from .. import table", "not sofra.table"),
        (core_leans_on_others, "sofra.core.planted", "def f():\n    import numpy", "not numpy"),
        (games_know_each_other, "sofra.games.farkle.planted", "from sofra.games.chess import box", "chess"),
        (games_know_each_other, "sofra.games.farkle.planted", "from ..chess import box", "chess"),
        (rules_lean_on_others, "sofra.games.farkle.play", "import rich", "not rich"),
        (
            rules_lean_on_others,
            "sofra.games.farkle.rules",
            "from sofra.games.parts import Words",
            "sofra.games.parts",
        ),
        (
            rules_lean_on_others,
            "sofra.games.farkle.view.planted",
            "from sofra.players import careful",
            "players",
        ),
    ],
)
def test_each_import_rule_sees_a_planted_fault(
    copy: Path, check: Check, module: str, line: str, said: str
) -> None:
    plant(copy, "sofra.games.chess.play", "")
    plant(copy, module, line)
    complaints = check(copy)
    assert len(complaints) == 1
    assert said in complaints[0]


def test_the_import_reader_sees_every_room_and_both_ways_to_write_an_import(copy: Path) -> None:
    assert {"sofra", "sofra.__main__", "sofra.core", "sofra.games.farkle.play"} <= set(modules(SRC))
    assert "sofra.games.farkle" in game_folders(SRC)
    plant(copy, "sofra.planted", "import json as j, sofra.core.asks\nfrom .core import asks as a")
    assert [found.target for found in imports(copy) if found.importer == "sofra.planted"] == [
        "json",
        "sofra.core.asks",
        "sofra.core.asks",
    ]


def test_imports_point_only_downwards() -> None:
    done = lint_imports(SRC)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("module", "line", "said"),
    [
        (
            "sofra.core.planted",
            "import sofra.games.farkle",
            "sofra.core is not allowed to import sofra.games",
        ),
        (
            "sofra.games.planted",
            "def f():\n    import sofra.table",
            "sofra.games is not allowed to import sofra.table",
        ),
        ("sofra.table.planted", "import sofra.web", "sofra.table is not allowed to import sofra.web"),
        ("sofra.table.planted", "import sofra.lab", "sofra.table is not allowed to import sofra.lab"),
        ("sofra.cellar.planted", "import json", "sofra.cellar"),
    ],
)
def test_the_layers_see_a_planted_fault(copy: Path, module: str, line: str, said: str) -> None:
    for room in ("web", "table", "lab"):
        plant(copy, f"sofra.{room}.room", "")
    plant(copy, module, line)
    done = lint_imports(copy)
    assert done.returncode == 1, done.stdout
    assert said in " ".join(done.stdout.split())


def test_the_core_needs_no_other_package() -> None:
    done = run(CORE_LOAD, SRC, "-I", "-S")
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_the_core_run_alone_sees_a_planted_fault(copy: Path) -> None:
    plant(copy, "sofra.core.planted", "import msgspec")
    done = run(CORE_LOAD, copy, "-I", "-S")
    assert done.returncode == 1
    assert "No module named 'msgspec'" in done.stderr


def test_the_server_starts_without_numpy_and_the_compiler() -> None:
    done = run(SERVER_LOAD, SRC)
    assert (done.returncode, done.stdout.strip()) == (0, ""), done.stderr


def test_the_server_load_sees_a_planted_fault(copy: Path) -> None:
    plant(copy, "sofra.web.planted", "import numpy")
    done = run(SERVER_LOAD, copy)
    assert (done.returncode, done.stdout.strip()) == (0, "numpy"), done.stderr
