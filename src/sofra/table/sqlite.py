"""The store of one machine: SQLite in WAL mode, one writer thread, many appends to one synced transaction.

While the disk syncs one group, the next one gathers, so the rate grows with the load. A group goes in as few statements of
many rows: the interpreter lock changes hands a few times a group instead of three times a row.
"""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from asyncio import AbstractEventLoop, Future
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from sofra.table import entries
from sofra.table.checkpoints import MOST_PAGES, Checkpoints
from sofra.table.entries import Closed
from sofra.table.migrate import migrate
from sofra.table.store import Append, Conflict, Gone, Row, Stored

T = TypeVar("T")
Group = list[tuple[Append, "Future[None]"]]

LARGEST_GROUP = 512

# A table's time says when it can be swept, in days: for less than this many milliseconds it is not written anew.
TIME_STEP = 10_000
# Rows go in as one statement of many rows; these are the sizes that are prepared.
CHUNKS = (256, 64, 16, 4, 1)


class SqliteStore:
    """Opens (and makes or upgrades) ``folder/sofra.db``. To be made inside a running event loop."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "sofra.db"
        self._loop: AbstractEventLoop = asyncio.get_running_loop()
        self._queue: queue.SimpleQueue[tuple[Append, Future[None]] | None] = queue.SimpleQueue()
        self._closed = False
        database = self._connect()
        try:
            migrate(database)
        finally:
            database.close()
        self._readers = ThreadPoolExecutor(1, "sofra-read")
        self._reader = threading.local()
        self._writer = threading.Thread(target=self._write, name="sofra-write", daemon=True)
        self._writer.start()

    def append(self, append: Append) -> Future[None]:
        future: Future[None] = self._loop.create_future()
        if self._closed:
            future.set_exception(Gone("the store is closed"))
        else:
            self._queue.put((append, future))
        return future

    async def load(self, table: str, after: int = 0) -> Stored:
        def read(database: sqlite3.Connection) -> Stored:
            # One transaction, so that the log and its secrets are of the same moment.
            database.execute("BEGIN")
            try:
                rows = database.execute(
                    "SELECT seq, at, entry, seat, command FROM log WHERE table_id = ?1 AND seq > ?2 ORDER BY seq",
                    (table, after),
                ).fetchall()
                secrets = database.execute(
                    "SELECT envelope, seed FROM secrets WHERE table_id = ?1 ORDER BY envelope", (table,)
                ).fetchall()
            finally:
                database.execute("COMMIT")
            return Stored(
                tuple(Row(r[0], r[1], entries.read(r[2]), r[3], r[4]) for r in rows), tuple(secrets)
            )

        return await self._read(read)

    async def tables_of(self, device: str, most: int = 50) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM devices JOIN tables USING (table_id) WHERE device = ?1 ORDER BY at DESC LIMIT ?2",
            (device, most),
        )

    async def idle(self, before: int, most: int = 1000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 0 AND at < ?1 ORDER BY at LIMIT ?2", (before, most)
        )

    async def closed(self, before: int, most: int = 1000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 1 AND at < ?1 ORDER BY at LIMIT ?2", (before, most)
        )

    async def live(self, since: int, most: int = 10_000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 0 AND at >= ?1 ORDER BY at DESC LIMIT ?2",
            (since, most),
        )

    async def delete(self, table: str) -> None:
        def drop(database: sqlite3.Connection) -> None:
            database.execute("BEGIN IMMEDIATE")
            for name in ("log", "tables", "secrets", "devices"):
                database.execute(f"DELETE FROM {name} WHERE table_id = ?1", (table,))  # noqa: S608 -- our own names
            database.execute("COMMIT")

        await self._read(drop)

    async def healthy(self) -> bool:
        try:
            await self._read(lambda database: database.execute("SELECT 1 FROM tables LIMIT 1").fetchall())
        except (sqlite3.Error, Gone):
            return False
        return self._writer.is_alive()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._writer.join)
        await self._loop.run_in_executor(self._readers, self._close_reader)
        self._readers.shutdown(wait=True)

    def _connect(self) -> sqlite3.Connection:
        database = sqlite3.connect(self.path, timeout=30, isolation_level=None, check_same_thread=False)
        database.execute("PRAGMA journal_mode = WAL")
        # FULL: each commit is synced before it is acknowledged (NORMAL could lose the last ones with the power).
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute(f"PRAGMA wal_autocheckpoint = {MOST_PAGES}")
        return database

    async def _ids(self, sql: str, parameters: tuple[Any, ...]) -> Sequence[str]:
        def read(database: sqlite3.Connection) -> Sequence[str]:
            return [row[0] for row in database.execute(sql, parameters)]

        return await self._read(read)

    async def _read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def run() -> T:
            connection: sqlite3.Connection | None = getattr(self._reader, "connection", None)
            if connection is None:
                connection = self._reader.connection = self._connect()
            return work(connection)

        if self._closed:
            raise Gone("the store is closed")
        return await self._loop.run_in_executor(self._readers, run)

    def _close_reader(self) -> None:
        if connection := getattr(self._reader, "connection", None):
            connection.close()

    def _write(self) -> None:
        database, checkpoints = self._connect(), Checkpoints(self._connect)
        try:
            while (first := self._queue.get()) is not None:
                group = [first]
                ended = False
                while len(group) < LARGEST_GROUP and not ended:
                    try:
                        further = self._queue.get_nowait()
                    except queue.Empty:
                        break
                    if further is None:
                        ended = True
                    else:
                        group.append(further)
                self._tell(group, self._commit(database, group))
                checkpoints.stored(database, sum(len(append.rows) for append, _ in group))
                if ended:
                    break
        finally:
            checkpoints.close()
            database.close()

    def _commit(self, database: sqlite3.Connection, group: Group) -> list[Exception | None]:
        """Store a group in one transaction; if one append of it cannot be, each in a transaction of its own."""
        try:
            _store(database, [append for append, _ in group])
        except sqlite3.Error as error:
            if len(group) > 1:
                return [self._commit(database, [one])[0] for one in group]
            return [_failure(error)]
        return [None] * len(group)

    def _tell(self, group: Group, results: list[Exception | None]) -> None:
        def finish() -> None:
            for (_, future), error in zip(group, results, strict=True):
                if future.done():
                    continue
                if error is None:
                    future.set_result(None)
                else:
                    future.set_exception(error)

        try:
            self._loop.call_soon_threadsafe(finish)
        except RuntimeError:
            # The loop is closed: nobody waits any more, and what was stored is found at the next start.
            return


def _failure(error: sqlite3.Error) -> Exception:
    if isinstance(error, sqlite3.IntegrityError):
        return Conflict(str(error))
    return Gone(str(error))


def _store(database: sqlite3.Connection, appends: Sequence[Append]) -> None:
    log: list[Any] = []
    moved: dict[str, tuple[int, int]] = {}
    for append in appends:
        table = append.table
        for row in append.rows:
            log += (table, row.seq, row.at, row.seat, row.command, entries.write(row.entry))
        last = append.rows[-1]
        before = moved.get(table)
        closed = int(isinstance(last.entry, Closed))
        moved[table] = (last.at, closed if before is None else max(before[1], closed))
    times = [value for table, (at, closed) in moved.items() for value in (table, at, closed)]
    secrets = [(append.table, envelope, seed) for append in appends for envelope, seed in append.secrets]
    devices = [(device, append.table) for append in appends for device in append.devices]
    database.execute("BEGIN IMMEDIATE")
    try:
        for statement, values in _chunks(_log, 6, log):
            database.execute(statement, values)
        for statement, values in _chunks(_times, 3, times):
            database.execute(statement, values)
        if secrets:
            database.executemany("INSERT INTO secrets VALUES (?1, ?2, ?3)", secrets)
        if devices:
            database.executemany("INSERT OR IGNORE INTO devices VALUES (?1, ?2)", devices)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _chunks(
    statement: Callable[[int], str], width: int, values: list[Any]
) -> Iterator[tuple[str, list[Any]]]:
    """Statements and their values for rows of ``width`` values each, as few as there can be."""
    at = 0
    for rows in CHUNKS:
        size = rows * width
        while len(values) - at >= size:
            yield statement(rows), values[at : at + size]
            at += size


@cache
def _log(rows: int) -> str:
    return f"INSERT INTO log (table_id, seq, at, seat, command, entry) VALUES {_marks(rows, 6)}"  # noqa: S608


@cache
def _times(rows: int) -> str:
    return (
        f"INSERT INTO tables (table_id, at, closed) VALUES {_marks(rows, 3)}"  # noqa: S608
        " ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, closed = max(closed, excluded.closed)"
        f" WHERE excluded.at >= at + {TIME_STEP} OR excluded.closed > closed"
    )


def _marks(rows: int, width: int) -> str:
    """Places for values and nothing else, so no statement ever holds what somebody sent."""
    return ", ".join(["(" + ", ".join("?" * width) + ")"] * rows)
