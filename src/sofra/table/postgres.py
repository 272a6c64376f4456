"""The store of many nodes: PostgreSQL through asyncpg, the same schema, and the database itself as the bus.

Each node has one connection that writes, group by group: while the server syncs one, the next gathers. A group ends with
one NOTIFY for each table that moved, inside its transaction, so nobody hears of a row that is not there.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import Future, Queue, Task
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import asyncpg

from sofra.core.errors import Unsupported
from sofra.table import entries
from sofra.table.bus import CHANNEL, Heard, Noticed, greeting, hear
from sofra.table.entries import Closed
from sofra.table.migrate import Migration, migrations, statements
from sofra.table.store import Append, Conflict, Gone, Row, Stored

LOG = logging.getLogger("sofra.table")
T = TypeVar("T")
Group = list[tuple[Append, "Future[None]"]]

LARGEST_GROUP = 512
RETRY = 0.5
# How long a statement may take before its connection counts as dead, and how often a quiet one is tried; seconds.
PATIENCE = 10.0
TRY_EVERY = 5.0
# A node that was cut off in the middle of a transaction has hung up long before, yet its line may have died without a word:
# then the database would keep what that transaction had locked, and no other node could write to those tables.
FORGOTTEN = 2 * PATIENCE
MOST_GREETINGS = 10_000
# One node at a time brings the schema up to date.
MIGRATION_LOCK = 4_812_701

_LOG = """
INSERT INTO log (table_id, seq, at, seat, command, entry)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
"""
_TABLES = """
INSERT INTO tables (table_id, at, closed)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])
ON CONFLICT (table_id) DO UPDATE SET at = excluded.at, closed = greatest(tables.closed, excluded.closed)
"""
_NOTIFY = "SELECT pg_notify($1, note) FROM unnest($2::text[]) AS note"


def for_postgres(sql: str) -> str:
    """A migration in PostgreSQL's words: the schema is the same, two types and one clause are called otherwise."""
    return sql.replace(" WITHOUT ROWID", "").replace(" BLOB", " BYTEA").replace(" INTEGER", " BIGINT")


async def migrate(connection: Any, steps: tuple[Migration, ...] | None = None) -> int:
    """Bring a database up to date; returns its version. Nodes that start at once wait for each other."""
    steps = migrations() if steps is None else steps
    async with connection.transaction():
        await connection.execute("SELECT pg_advisory_xact_lock($1)", MIGRATION_LOCK)
        await connection.execute("CREATE TABLE IF NOT EXISTS sofra_schema (version BIGINT NOT NULL)")
        version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM sofra_schema")
        if version > len(steps):
            raise Unsupported(
                "the data was written by a newer version of this program (schema {got}; this one knows {have})",
                got=version,
                have=len(steps),
            )
        for step in steps[version:]:
            for statement in statements(for_postgres(step.sql)):
                await connection.execute(statement)
            await connection.execute("INSERT INTO sofra_schema VALUES ($1)", step.number)
    return len(steps)


class PostgresStore:
    """A store in the database of an address such as ``postgresql://user@host/name``; to be made with ``open``."""

    def __init__(self, address: str, pool: Any) -> None:
        self._address = address
        self._pool = pool
        self._queue: Queue[tuple[Append, Future[None]] | None] = Queue()
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._writer: Task[None] = self._loop.create_task(self._write())

    @staticmethod
    async def open(address: str, patience: float = 30.0) -> PostgresStore:
        """Connect, and bring the schema up to date. A database that is still starting is waited for, so many seconds at most.
        Raises Gone if it does not answer."""
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while True:
            try:
                pool = await asyncpg.create_pool(
                    address, min_size=1, max_size=4, timeout=PATIENCE, server_settings=_settings()
                )
                async with pool.acquire() as connection:
                    await migrate(connection)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
                if loop.time() > end or isinstance(error, asyncpg.InvalidAuthorizationSpecificationError):
                    raise Gone(f"the database does not answer: {error}") from error
                await asyncio.sleep(RETRY)
            else:
                return PostgresStore(address, pool)

    def append(self, append: Append) -> Future[None]:
        future: Future[None] = self._loop.create_future()
        if self._closed:
            future.set_exception(Gone("the store is closed"))
        else:
            self._queue.put_nowait((append, future))
        return future

    async def load(self, table: str, after: int = 0) -> Stored:
        async def read(connection: Any) -> Stored:
            async with connection.transaction(isolation="repeatable_read", readonly=True):
                rows = await connection.fetch(
                    "SELECT seq, at, entry, seat, command FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq",
                    table,
                    after,
                )
                seeds = await connection.fetch(
                    "SELECT envelope, seed FROM secrets WHERE table_id = $1 ORDER BY envelope", table
                )
            return Stored(
                tuple(Row(row[0], row[1], entries.read(row[2]), row[3], row[4]) for row in rows),
                tuple((seed[0], bytes(seed[1])) for seed in seeds),
            )

        return await self._read(read)

    async def tables_of(self, device: str, most: int = 50) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM devices JOIN tables USING (table_id) WHERE device = $1 ORDER BY at DESC LIMIT $2",
            device,
            most,
        )

    async def idle(self, before: int, most: int = 1000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 0 AND at < $1 ORDER BY at LIMIT $2", before, most
        )

    async def closed(self, before: int, most: int = 1000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 1 AND at < $1 ORDER BY at LIMIT $2", before, most
        )

    async def live(self, since: int, most: int = 10_000) -> Sequence[str]:
        return await self._ids(
            "SELECT table_id FROM tables WHERE closed = 0 AND at >= $1 ORDER BY at DESC LIMIT $2", since, most
        )

    async def delete(self, table: str) -> None:
        async def drop(connection: Any) -> None:
            async with connection.transaction():
                for name in ("log", "tables", "secrets", "devices"):
                    await connection.execute(f"DELETE FROM {name} WHERE table_id = $1", table)  # noqa: S608 -- our own names

        await self._read(drop)

    async def healthy(self) -> bool:
        try:
            await asyncio.wait_for(self._ids("SELECT table_id FROM tables LIMIT 1"), 5)
        except (OSError, TimeoutError, Gone, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return not self._writer.done()

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._queue.put_nowait(None)
        await self._writer
        with suppress(TimeoutError):
            await asyncio.wait_for(self._pool.close(), 10)

    async def _read(self, work: Callable[[Any], Coroutine[Any, Any, T]]) -> T:
        if self._closed:
            raise Gone("the store is closed")
        async with self._pool.acquire(timeout=PATIENCE) as connection:
            return await _within(connection, work(connection))

    async def _ids(self, sql: str, *parameters: Any) -> Sequence[str]:
        async def read(connection: Any) -> Sequence[str]:
            return [row[0] for row in await connection.fetch(sql, *parameters)]

        return await self._read(read)

    async def _write(self) -> None:
        connection: Any = None
        while (first := await self._queue.get()) is not None:
            group: Group = [first]
            ended = False
            while len(group) < LARGEST_GROUP and not self._queue.empty():
                further = self._queue.get_nowait()
                if further is None:
                    ended = True
                    break
                group.append(further)
            connection = await self._commit_group(connection, group)
            if ended:
                break
        if connection is not None:
            with suppress(OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
                await connection.close(timeout=5)

    async def _commit_group(self, connection: Any, group: Group) -> Any:
        """Store a group; one that cannot be goes in one by one. Returns the connection to go on with, or None."""
        try:
            if connection is None or connection.is_closed():
                connection = await asyncpg.connect(
                    self._address, timeout=PATIENCE, server_settings=_settings()
                )
            await _within(connection, _store(connection, [append for append, _ in group]))
        except asyncpg.IntegrityConstraintViolationError as error:
            if len(group) == 1:
                _fail(group, Conflict(str(error)))
                return connection
            for one in group:
                connection = await self._commit_group(connection, [one])
            return connection
        except Exception as error:  # noqa: BLE001 -- whatever a driver raises while its server dies, the writer lives on
            # Whether the transaction went through is unknown. Whoever sends again finds out by its command id.
            LOG.error("database", extra={"kind": type(error).__name__})  # noqa: TRY400 -- its text may name the host
            _fail(group, Gone(str(error)))
            if connection is not None:
                connection.terminate()
            return None
        for _, future in group:
            if not future.done():
                future.set_result(None)
        return connection


def _settings() -> dict[str, str]:
    """What the database is told of our connections: after how many milliseconds it ends one that does nothing in the middle of
    a transaction."""
    return {"idle_in_transaction_session_timeout": str(round(FORGOTTEN * 1000))}


async def _within(connection: Any, work: Coroutine[Any, Any, T]) -> T:
    """Do it within ``PATIENCE``, or hang up and raise TimeoutError. The driver's own time limits send a word to the server
    and wait for its answer, on a line that has died without one for ever."""
    task = asyncio.ensure_future(work)
    try:
        done, _ = await asyncio.wait((task,), timeout=PATIENCE)
    except BaseException:
        task.cancel()
        raise
    if done:
        return task.result()
    connection.terminate()
    await asyncio.wait((task,), timeout=PATIENCE)
    task.cancel()
    raise TimeoutError("the database does not answer")


def _fail(group: Group, error: Exception) -> None:
    for _, future in group:
        if not future.done():
            future.set_exception(error)


async def _store(connection: Any, appends: Sequence[Append]) -> None:
    rows = [(append.table, row) for append in appends for row in append.rows]
    moved: dict[str, tuple[int, int]] = {}
    for append in appends:
        last = append.rows[-1]
        before = moved.get(append.table, (0, 0))
        moved[append.table] = (last.at, max(before[1], int(isinstance(last.entry, Closed))))
    notes = {append.table: f"{append.table}:{append.rows[-1].seq}" for append in appends}
    async with connection.transaction():
        await connection.execute(
            _LOG,
            [table for table, _ in rows],
            [row.seq for _, row in rows],
            [row.at for _, row in rows],
            [row.seat for _, row in rows],
            [row.command for _, row in rows],
            [entries.write(row.entry) for _, row in rows],
        )
        # In one order everywhere, so that two nodes never wait for each other.
        names = sorted(moved)
        await connection.execute(_TABLES, names, [moved[n][0] for n in names], [moved[n][1] for n in names])
        secrets = [(append.table, number, seed) for append in appends for number, seed in append.secrets]
        if secrets:
            await connection.executemany("INSERT INTO secrets VALUES ($1, $2, $3)", secrets)
        devices = sorted({(device, append.table) for append in appends for device in append.devices})
        if devices:
            await connection.executemany(
                "INSERT INTO devices VALUES ($1, $2) ON CONFLICT DO NOTHING", devices
            )
        await connection.execute(_NOTIFY, CHANNEL, list(notes.values()))


class PostgresBus:
    """Hears what other nodes have stored, by LISTEN. ``tell`` has nothing to do: the store's own transactions notify."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._task: Task[None] | None = None
        self._greetings: asyncio.Queue[str] = asyncio.Queue(MOST_GREETINGS)

    def listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        self._task = asyncio.get_running_loop().create_task(self._listen(heard, missed, noticed))

    def greet(self, table: str, device: str, here: bool) -> None:
        with suppress(asyncio.QueueFull):
            # Lost ones are made good by the next: who is there is told again and again.
            self._greetings.put_nowait(greeting(table, device, here))

    def tell(self, table: str, seq: int) -> None:
        pass

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _listen(self, heard: Heard, missed: Callable[[], None], noticed: Noticed) -> None:
        while True:
            try:
                connection = await asyncpg.connect(self._address, timeout=10)
            except Exception as error:  # noqa: BLE001 -- whatever it is, this is tried for ever
                LOG.error("bus", extra={"kind": type(error).__name__})  # noqa: TRY400 -- its text may name the host
                await asyncio.sleep(RETRY)
                continue
            lost = asyncio.Event()

            def gone(_: Any, lost: asyncio.Event = lost) -> None:
                lost.set()
                with suppress(asyncio.QueueFull):
                    self._greetings.put_nowait("")  # Wakes whoever waits for one.

            connection.add_termination_listener(gone)
            try:
                await connection.add_listener(CHANNEL, lambda *note: hear(note[3], heard, noticed))
                # What was stored while nobody listened is read now.
                missed()
                await _stay(connection, lost, self._greetings)
            except Exception as error:  # noqa: BLE001 -- as above
                # Lost again before it could listen, as while a database starts.
                LOG.error("bus", extra={"kind": type(error).__name__})  # noqa: TRY400 -- its text may name the host
            finally:
                if not connection.is_closed():
                    connection.terminate()
            await asyncio.sleep(RETRY)


async def _stay(connection: Any, lost: asyncio.Event, greetings: asyncio.Queue[str]) -> None:
    """Pass greetings on, and return when the connection is lost. One that died without a word (a cable, a firewall that
    forgot it) would never say so: it is asked something now and then."""
    while not lost.is_set():
        notes: list[str] = []
        with suppress(TimeoutError):
            # Not wait_for: in Python 3.11 it can swallow the word that everything is to stop.
            async with asyncio.timeout(TRY_EVERY):
                notes.append(await greetings.get())
        while not greetings.empty():
            notes.append(greetings.get_nowait())
        if lost.is_set():
            return
        try:
            await connection.execute(_NOTIFY, CHANNEL, [note for note in notes if note], timeout=TRY_EVERY)
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            LOG.error("bus", extra={"kind": type(error).__name__})  # noqa: TRY400 -- its text may name the host
            return
