"""Reads a table's log past the servers, from whichever store it is in."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg

from sofra.table import entries
from sofra.table.store import Row

_ROWS = "SELECT seq, at, entry, seat, command FROM log WHERE table_id = $1 ORDER BY seq"


def reader(folder: Path, database: str) -> Callable[[str], Awaitable[list[Row]]]:
    """What reads the log of a table from that store."""
    return lambda table: read(folder, database, table)


def patient(read: Callable[[str], Awaitable[list[Row]]]) -> Callable[[str], Awaitable[list[Row]]]:
    """The same for a database that may be away for a while."""

    async def again(table: str) -> list[Row]:
        while True:
            try:
                return await read(table)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                await asyncio.sleep(0.2)

    return again


async def read(folder: Path, database: str, table: str) -> list[Row]:
    """All rows of a table's log."""
    if database:
        connection = await asyncpg.connect(database)
        try:
            found = await connection.fetch(_ROWS, table)
        finally:
            await connection.close()
    else:
        file = sqlite3.connect(folder / "sofra.db")
        try:
            found = file.execute(_ROWS.replace("$1", "?1"), (table,)).fetchall()
        finally:
            file.close()
    return [Row(row[0], row[1], entries.read(row[2]), row[3], row[4]) for row in found]
