"""When SQLite's log of changes is copied into the database: beside the writer, so that no move waits for it.

SQLite would copy inside the commit that makes the log too long, and everybody would wait for tens of milliseconds. Here a
thread of its own copies what there is, and then the writer copies only the few pages that came meanwhile, after which
SQLite begins the log anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

ROWS = 8_000
# If the thread cannot keep up, SQLite copies inside a commit after all: 64,000 pages are 256 MB.
MOST_PAGES = 64_000


class Checkpoints:
    """Told by the writer, after each commit, how many rows it was. Used by the writer's thread alone."""

    def __init__(self, connect: Callable[[], sqlite3.Connection], rows: int = ROWS) -> None:
        self._connect = connect
        self._rows = rows
        self._since = 0
        self._helper = ThreadPoolExecutor(1, "sofra-copy")
        self._copying: Future[None] | None = None

    def stored(self, database: sqlite3.Connection, rows: int) -> None:
        """So many more rows were committed."""
        self._since += rows
        if self._copying is not None:
            if self._copying.done():
                self._copying = None
                copy(database)
        elif self._since >= self._rows:
            self._since = 0
            self._copying = self._helper.submit(self._copy_beside)

    def close(self) -> None:
        """Wait for what is under way."""
        self._helper.shutdown(wait=True)

    def _copy_beside(self) -> None:
        database = self._connect()
        try:
            copy(database)
        finally:
            database.close()


def copy(database: sqlite3.Connection) -> None:
    """Copy what can be copied without keeping anybody from reading or writing."""
    try:
        database.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.OperationalError:
        # Somebody else copies right now, or the disk refuses: what is acknowledged stands in the log all the same.
        return
