"""Numbered migrations: plain ``.sql`` files, applied in order, each in a transaction of its own."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from sofra.core.errors import Unsupported

FOLDER = Path(__file__).parent / "migrations"


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema: its number (from 1) and its statements."""

    number: int
    name: str
    sql: str


def migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """All steps in order. Their numbers have no gap."""
    found: list[Migration] = []
    for path in sorted(folder.glob("*.sql")):
        name = re.fullmatch(r"(\d{4})_(\w+)\.sql", path.name)
        if name is None or int(name[1]) != len(found) + 1:
            raise ValueError(
                f"{path.name}: migrations are named 0001_what.sql, 0002_what.sql, … without gaps"
            )
        found.append(Migration(int(name[1]), name[2], path.read_text("utf-8")))
    return tuple(found)


def migrate(database: sqlite3.Connection, steps: tuple[Migration, ...] | None = None) -> int:
    """Bring a database up to date; returns its version. Two servers starting at once do not harm each other."""
    steps = migrations() if steps is None else steps
    database.execute("BEGIN IMMEDIATE")
    try:
        version: int = database.execute("PRAGMA user_version").fetchone()[0]
        if version > len(steps):
            raise Unsupported(
                "the data was written by a newer version of this program (schema {got}; this one knows {have})",
                got=version,
                have=len(steps),
            )
        for step in steps[version:]:
            for statement in statements(step.sql):
                database.execute(statement)
            # A pragma takes no parameters; the number is our own.
            database.execute(f"PRAGMA user_version = {step.number}")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    return len(steps)


def statements(sql: str) -> list[str]:
    """The statements of a script: separated by a semicolon at the end of a line."""
    return [part.strip() for part in re.split(r";\s*\n", sql) if re.sub(r"--[^\n]*", "", part).strip()]
