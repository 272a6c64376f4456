"""Where a node keeps its tables, and how it hears from others: from the addresses it was started with."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from sofra.core.errors import Illegal, Malformed, Unsupported
from sofra.table.bus import Bus, LocalBus
from sofra.table.sqlite import SqliteStore
from sofra.table.store import Gone, Store

Opener = Callable[[], Awaitable[tuple[Store, Bus]]]


def opener(data: Path, database: str = "", bus: str = "") -> Opener:
    """What opens the store and the bus: SQLite in the folder ``data``, or PostgreSQL and its own bus, or NATS beside it.

    Raises Malformed for an address of another kind, Unsupported where the package for it is not installed. To open it raises
    Illegal where the folder cannot be used, and Gone where the database does not answer.
    """
    if database and urlsplit(database).scheme not in ("postgresql", "postgres"):
        raise Malformed(
            "a database has an address such as postgresql://user@host/name, not {got}", got=_kind(database)
        )
    if bus and urlsplit(bus).scheme not in ("nats", "tls"):
        raise Malformed("a bus has an address such as nats://host:4222, not {got}", got=_kind(bus))
    if bus and not database:
        raise Malformed("a bus is for several nodes, and they need a database that all of them reach")
    _need(database, "asyncpg", "postgres")
    _need(bus, "nats", "nats")

    async def open_both() -> tuple[Store, Bus]:
        if not database:
            return _in_folder(data), LocalBus()
        from sofra.table.postgres import PostgresBus, PostgresStore

        store = await PostgresStore.open(database)
        if not bus:
            return store, PostgresBus(database)
        from sofra.table.nats import NatsBus

        return store, NatsBus(bus)

    return open_both


class Opening:
    """The store and the bus of one server, opened before it begins to serve: what goes wrong is a sentence for whoever starts
    it, and no trace among the logs of a server that never was one."""

    def __init__(self, data: Path, database: str = "", bus: str = "") -> None:
        self._data, self._database = data, database
        self._open = opener(data, database, bus)
        self._both: tuple[Store, Bus] | None = None
        self._held: int | None = None

    async def begin(self) -> None:
        """Raises Illegal where tables cannot be kept, or another server keeps them."""
        if not self._database:
            self._held = _hold(self._data)
        try:
            self._both = await self._open()
        except Gone as error:
            raise Illegal(
                "the database does not answer: {reason}", reason=str(error.__cause__ or error)
            ) from None

    async def both(self) -> tuple[Store, Bus]:
        """What was opened."""
        assert self._both is not None, "begin comes first"
        return self._both

    def end(self) -> None:
        """Let go of the folder, once all is closed that was opened. A process that dies lets go by itself."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _in_folder(data: Path) -> SqliteStore:
    try:
        return SqliteStore(data)
    except (OSError, sqlite3.Error) as error:
        raise Illegal(
            "the tables in {path} cannot be opened: {reason}", path=data, reason=str(error)
        ) from None


def _hold(folder: Path) -> int:
    """Be the only server of a folder as long as the descriptor is open: two would each go on from what they remember, and
    neither hears what the other has stored. A disk that knows no locks holds nobody back."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = os.open(folder, os.O_RDONLY)
    except OSError as error:
        raise Illegal(
            "the tables in {path} cannot be opened: {reason}", path=folder, reason=error.strerror
        ) from None
    with suppress(OSError):
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(held)
            raise Illegal(
                "another server has the tables in {path}: stop it first, or give this one a folder of its own (--data)",
                path=folder,
            ) from None
    return held


def _kind(address: str) -> str:
    """The scheme of an address: the rest may hold a password."""
    return f'"{address.partition(":")[0][:20]}:…"'


def _need(address: str, module: str, extra: str) -> None:
    if not address:
        return
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise Unsupported('this needs a further package: pip install "sofra[{extra}]"', extra=extra)
