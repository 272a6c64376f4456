"""Where a node keeps its tables, and how it hears from others: from the addresses it was started with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from urllib.parse import urlsplit

from sofra.core.errors import Malformed, Unsupported
from sofra.table.bus import Bus, LocalBus
from sofra.table.sqlite import SqliteStore
from sofra.table.store import Store

Opener = Callable[[], Awaitable[tuple[Store, Bus]]]


def opener(data: Path, database: str = "", bus: str = "") -> Opener:
    """What opens the store and the bus: SQLite in the folder ``data``, or PostgreSQL and its own bus, or NATS beside it.

    Raises Malformed for an address of another kind, Unsupported where the package for it is not installed.
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
            return SqliteStore(data), LocalBus()
        from sofra.table.postgres import PostgresBus, PostgresStore

        store = await PostgresStore.open(database)
        if not bus:
            return store, PostgresBus(database)
        from sofra.table.nats import NatsBus

        return store, NatsBus(bus)

    return open_both


def _kind(address: str) -> str:
    """The scheme of an address: the rest may hold a password."""
    return f'"{address.partition(":")[0][:20]}:…"'


def _need(address: str, module: str, extra: str) -> None:
    if not address:
        return
    from importlib.util import find_spec

    if find_spec(module) is None:
        raise Unsupported('this needs a further package: pip install "sofra[{extra}]"', extra=extra)
