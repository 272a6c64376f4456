"""A server that cannot keep its tables says so in one sentence before it listens, and two never keep the same ones."""

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sofra.cli.dispatch import NOT_UNDERSTOOD
from sofra.core.errors import Illegal
from sofra.table.postgres import PostgresStore
from sofra.table.store import Gone
from sofra.web.nodes import Opening
from tests.web.process import ROOT, Program, Server


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The command with these words, which is expected to end by itself."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "LANG": "C.UTF-8"}
    return subprocess.run(
        [sys.executable, "-m", "sofra", *words],
        capture_output=True,
        text=True,
        timeout=120,
        env=environment,
        check=False,
    )


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence that a refused command says."""
    assert (done.returncode, done.stdout) == (NOT_UNDERSTOOD, "")
    assert done.stderr.startswith("sofra: ")
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def no_database(file: Path) -> None:
    file.write_bytes(b"not what was expected here" * 200)


def a_folder(file: Path) -> None:
    file.mkdir()


def of_tomorrow(file: Path) -> None:
    with sqlite3.connect(file) as database:
        database.execute("PRAGMA user_version = 9999")


@pytest.mark.parametrize(
    ("spoil", "reason", "commands"),
    [
        (no_database, "cannot be opened: file is not a database", ("serve", "tables")),
        (a_folder, "cannot be opened: unable to open database file", ("serve",)),
        (of_tomorrow, "written by a newer version of this program", ("serve", "tables")),
    ],
)
def test_tables_that_cannot_be_opened_are_one_sentence(
    tmp_path: Path, spoil: Callable[[Path], None], reason: str, commands: tuple[str, ...]
) -> None:
    spoil(tmp_path / "sofra.db")
    for command in commands:
        port = ("--port", "0") if command == "serve" else ()
        assert reason in refused(run(command, *port, "--data", str(tmp_path)))


def test_a_database_that_does_not_answer_is_one_sentence_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(_: str) -> PostgresStore:
        raise Gone("the store does not answer") from OSError("nobody at home")

    monkeypatch.setattr(PostgresStore, "open", silent)
    with pytest.raises(Illegal, match="the database does not answer: nobody at home"):
        asyncio.run(Opening(tmp_path, "postgresql://sofra@db/sofra").begin())


def test_a_second_server_is_refused_the_tables_of_the_first_until_that_is_gone(tmp_path: Path) -> None:
    with Server(tmp_path) as first:
        said = refused(run("serve", "--port", "0", "--data", str(tmp_path)))
        assert "another server" in said
        assert str(tmp_path) in said
        assert Program(first.port).ask("GET", "/healthz")[0] == 200
        # Somebody who only looks is let in beside a server.
        assert run("tables", "--data", str(tmp_path)).returncode == 0
        first.kill()
    with Server(tmp_path) as second:
        assert Program(second.port).ask("GET", "/healthz")[0] == 200
        assert second.stop()[0] == 0
