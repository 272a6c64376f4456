"""The store keeps logs in order, all or nothing, and upgrades what older versions wrote."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from sofra.core.errors import Unsupported
from sofra.table import checkpoints
from sofra.table import entries as e
from sofra.table.migrate import Migration, migrate, migrations
from sofra.table.sqlite import TIME_STEP, SqliteStore
from sofra.table.store import Append, Conflict, Gone, Row
from tests.table.support import run

ENTRIES: tuple[e.AnyEntry, ...] = (
    e.Created("farkle", 1, "target=5000", 2, "host", e.Policy(absence="sit in", absence_after=45)),
    e.Sat(0, 'Ayşe "Ω" 🎲', "navy", "device"),
    e.Filled(1, "careful", "Penny", ""),
    e.Emptied(1),
    e.Emptied(0, "bold"),
    e.Joined(0, "d2"),
    e.Linked(0, "f" * 64, alone=True),
    e.Host(0),
    e.Agrees(0),
    e.Agrees(0, no=True),
    e.Policed(e.Policy(undo=False, listed=True)),
    e.Sealed(1, "a" * 64),
    e.Promised("device", "b" * 64),
    e.Gave("typed", "0", "c3b6"),
    e.Sealing(rotated=True),
    e.Started(),
    e.Rooted("deal:1", "1-40", "c" * 64),
    e.Dealt("roll:1:1", (1, 2, 3)),
    e.Moved(0, "keep 1"),
    e.Waits(1),
    e.TakenBack(3),
    e.StoodIn(1, "bot careful"),
    e.Ended(),
    e.Opened(1, "d" * 64),
    e.Reacted(1, "bravo"),
    e.Imported("sofra record 1\n", "device"),
    e.Closed("idle"),
)


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: type(entry).__name__)
def test_every_entry_reads_back_as_it_was_written(entry: e.AnyEntry) -> None:
    assert e.read(e.write(entry)) == entry


def test_every_kind_of_entry_is_tried_above() -> None:
    assert {type(entry) for entry in ENTRIES} == set(e.Entry.__subclasses__())


def test_what_was_appended_is_there_in_order_after_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        rows = tuple(Row(i, 1000 + i, entry, -1, f"c{i}") for i, entry in enumerate(ENTRIES, 1))
        await store.append(Append("t", rows[:5], ((1, b"seed"),), ("device",)))
        await store.append(Append("t", rows[5:]))
        await store.close()
        store = SqliteStore(tmp_path)
        stored = await store.load("t")
        assert stored.rows == rows
        assert stored.secrets == ((1, b"seed"),)
        assert (await store.load("t", after=10)).rows == rows[10:]
        assert await store.tables_of("device") == ["t"]
        assert (await store.load("nobody")).rows == ()
        await store.close()

    run(main())


def test_a_taken_seq_or_command_is_a_conflict_and_leaves_nothing_behind(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        await store.append(Append("t", (Row(1, 0, ENTRIES[0], 0, "one"),)))
        for rows in (
            (Row(1, 0, e.Ended()),),
            (Row(2, 0, e.Ended()), Row(1, 0, e.Ended())),
            (Row(2, 0, e.Ended()), Row(3, 0, e.Ended(), 0, "one")),
        ):
            with pytest.raises(Conflict):
                await store.append(Append("t", rows, ((9, b"x"),), ("someone",)))
        stored = await store.load("t")
        assert len(stored.rows) == 1
        assert stored.secrets == ()
        assert await store.tables_of("someone") == []
        # The same command id of another seat, or at another table, is another command.
        await store.append(Append("t", (Row(2, 0, e.Ended(), 1, "one"),)))
        await store.append(Append("u", (Row(1, 0, ENTRIES[0], 0, "one"),)))
        await store.close()

    run(main())


def test_one_conflict_in_a_group_does_not_harm_the_others_of_the_group(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        await store.append(Append("bad", (Row(1, 0, ENTRIES[0]),)))
        waiting = [
            store.append(Append("bad" if i == 50 else f"t{i}", (Row(1, 0, ENTRIES[0]),))) for i in range(100)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [i == 50 for i in range(100)]
        assert [(await store.load(f"t{i}")).rows[0].seq for i in range(100) if i != 50] == [1] * 99
        await store.close()

    run(main())


def test_a_closed_store_takes_nothing_more(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        waiting = [store.append(Append(f"t{i}", (Row(1, 0, ENTRIES[0]),))) for i in range(50)]
        await store.close()
        assert await asyncio.gather(*waiting) == [None] * 50
        with pytest.raises(Gone):
            await store.append(Append("late", (Row(1, 0, ENTRIES[0]),)))
        assert not await store.healthy()

    run(main())


def test_tables_are_found_by_when_they_moved_last_and_forgotten_for_good(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        await store.append(Append("old", (Row(1, 100, ENTRIES[0]),), ((1, b"x"),), ("d",)))
        await store.append(Append("new", (Row(1, 900, ENTRIES[0]),), (), ("d",)))
        await store.append(Append("shut", (Row(1, 50, ENTRIES[0]), Row(2, 60, e.Closed("host")))))
        assert await store.idle(500) == ["old"]
        assert await store.live(500) == ["new"]
        assert await store.closed(500) == ["shut"]
        assert await store.tables_of("d") == ["new", "old"]
        await store.delete("old")
        assert await store.idle(500) == []
        assert (await store.load("old")).secrets == ()
        assert await store.tables_of("d") == ["new"]
        await store.close()

    run(main())


def test_each_commit_is_synced_to_the_disk(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        database = store._connect()
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        database.close()
        await store.close()

    run(main())


def test_migrations_run_once_in_order_and_keep_old_data(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    first = Migration(
        1, "one", "CREATE TABLE a (x INTEGER);\n-- a remark; with a semicolon\nINSERT INTO a VALUES (1);\n"
    )
    second = Migration(2, "two", "ALTER TABLE a ADD COLUMN y TEXT DEFAULT 'new';\n")
    assert migrate(database, (first,)) == 1
    assert migrate(database, (first,)) == 1
    assert migrate(database, (first, second)) == 2
    assert database.execute("SELECT * FROM a").fetchall() == [(1, "new")]
    with pytest.raises(Unsupported, match="newer version"):
        migrate(database, (first,))
    database.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "x.db", isolation_level=None)
    bad = Migration(1, "bad", "CREATE TABLE a (x INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
    with pytest.raises(sqlite3.OperationalError):
        migrate(database, (bad,))
    assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    database.close()


def test_a_gap_in_the_numbers_of_migrations_is_refused(tmp_path: Path) -> None:
    (tmp_path / "0001_one.sql").write_text("SELECT 1;")
    (tmp_path / "0003_three.sql").write_text("SELECT 1;")
    with pytest.raises(ValueError, match="without gaps"):
        migrations(tmp_path)
    assert migrations()


@pytest.mark.parametrize("count", [1, 3, 4, 17, 256, 700])
def test_a_group_of_any_size_is_stored_row_by_row(tmp_path: Path, count: int) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        rows = tuple(
            Row(number, 1000 + number, e.Waits(number % 4), 0, f"c{number}") for number in range(1, count + 1)
        )
        tables = [Append(f"table-{number}", rows[: number % 5 + 1]) for number in range(40)]
        await asyncio.gather(store.append(Append("one", rows)), *map(store.append, tables))
        assert (await store.load("one")).rows == rows
        for append in tables:
            assert (await store.load(append.table)).rows == append.rows
        await store.close()

    run(main())


def test_the_time_of_a_table_is_as_late_as_its_last_rows_to_a_few_seconds(tmp_path: Path) -> None:
    async def main() -> None:
        store = SqliteStore(tmp_path)
        for number, at in enumerate((100_000, 101_000, 150_000, 150_001), 1):
            await store.append(Append("one", (Row(number, at, e.Waits(0)),)))
        assert await store.live(150_000 - TIME_STEP) == ["one"]
        assert await store.idle(150_000 - TIME_STEP) == []
        await store.append(Append("one", (Row(5, 150_002, e.Closed("host")),)))
        assert await store.live(0) == []
        assert await store.closed(150_003) == ["one"]
        await store.close()

    run(main())


def test_the_log_of_changes_is_copied_beside_the_writer_and_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied_by: list[str] = []
    copy = checkpoints.copy

    def noted(database: sqlite3.Connection) -> None:
        copied_by.append(threading.current_thread().name)
        copy(database)

    monkeypatch.setattr(checkpoints, "copy", noted)
    monkeypatch.setattr(checkpoints.Checkpoints.__init__, "__defaults__", (100,))

    async def main() -> int:
        store = SqliteStore(tmp_path)
        largest = 0
        for seq in range(1, 1201):
            await store.append(Append("one", (Row(seq, seq, e.Gave("typed", "0", "c3b6" * 100)),)))
            largest = max(largest, (tmp_path / "sofra.db-wal").stat().st_size)
        assert [row.seq for row in (await store.load("one")).rows] == list(range(1, 1201))
        await store.close()
        return largest

    largest = run(main())
    assert any(name.startswith("sofra-copy") for name in copied_by)
    # 1,200 commits of some pages each are 10 MB and more; the log is begun anew long before.
    assert largest < 4_000_000
