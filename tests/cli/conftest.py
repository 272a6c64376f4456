"""Runs the terminal as people and scripts do: a process of its own, in a data folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest

from sofra.cli import main

Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]

LANGUAGES = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "LANG")


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """An environment in English with a data folder that nothing else uses."""
    kept = {name: value for name, value in os.environ.items() if name not in (*LANGUAGES, "NO_COLOR")}
    return kept | {"XDG_DATA_HOME": str(tmp_path / "data"), "LANG": "C.UTF-8", "HOME": str(tmp_path)}


@pytest.fixture
def sofra(surroundings: dict[str, str], tmp_path: Path) -> Run:
    """``sofra("play", "farkle", typed="1\\n2\\n")``: what it printed and its exit code."""

    def run(*words: str, typed: str = "", **environment: str) -> Done:
        return subprocess.run(
            [sys.executable, "-m", "sofra", *words],
            input=typed,
            capture_output=True,
            text=True,
            env=surroundings | environment,
            cwd=tmp_path,
            timeout=300,
            check=False,
        )

    return run


@pytest.fixture
def here(
    surroundings: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Run:
    """The same without a process of its own, for what needs none."""
    for name in LANGUAGES:
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)

    def run(*words: str, typed: str = "", **environment: str) -> Done:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setattr("sys.stdin", StringIO(typed))
            capsys.readouterr()
            code = main(list(words))
            out, err = capsys.readouterr()
        return Done(words, code, out, err)

    return run
