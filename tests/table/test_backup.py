"""The back-ups of ``docs/deploy.md``, as the page has them: taken while people play, restored whole, and played on."""

import asyncio
import os
import re
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sofra.table.live import LiveTable
from sofra.table.postgres import PostgresStore
from sofra.table.service import Service
from sofra.table.sqlite import SqliteStore
from sofra.table.store import Row
from tests.table.postgres_server import Postgres, postgres
from tests.table.support import AT_ONCE, play, run, two_at_a_table

PAGE = (Path(__file__).parents[2] / "docs" / "deploy.md").read_text("utf-8")


def commands(name: str) -> list[str]:
    """The lines of shell that follow the words **Back up** <name> on the page."""
    found = re.search(rf"\*\*Back up\*\* {name}.*?```sh\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None, name
    return [line.strip() for line in found[1].splitlines() if line.strip()]


async def played(live: LiveTable, stop: asyncio.Event) -> None:
    number = 0
    while not stop.is_set() and live.table.phase == "playing":
        number += 1
        assert (await play(live, live.table.asked[0], f"more{number}")).good


async def backed_up(live: LiveTable, take: Callable[[], object]) -> int:
    """Take a back-up while moves are made; returns the version that stood before."""
    before, stop = live.table.version, asyncio.Event()
    playing = asyncio.create_task(played(live, stop))
    await asyncio.to_thread(take)
    stop.set()
    await playing
    assert live.table.version > before
    return before


def shell(command: str, where: Path) -> None:
    done = subprocess.run(command, shell=True, cwd=where, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def is_whole(rows: tuple[Row, ...], original: tuple[Row, ...], least: int) -> bool:
    """Whether rows are the beginning of a log, as far at least as it stood when the back-up began."""
    return least <= len(rows) and rows == original[: len(rows)]


def test_a_copy_of_sqlite_that_is_taken_in_mid_match_is_restored_over_what_came_later(tmp_path: Path) -> None:
    copy, *rest = commands("SQLite")
    folder = tmp_path / "lib"
    # Those that belong to the service manager and to root are left out, and the folder is one of the test's.
    restore = [
        line.removeprefix("sudo ").replace("/var/lib/sofra", str(folder))
        for line in rest
        if "systemctl" not in line
    ]
    assert [line.split()[0] for line in restore] == ["rm", "cp", "chown"]
    assert copy == 'sudo sqlite3 /var/lib/sofra/sofra.db ".backup copy.db"'

    def take() -> None:
        # What the program of that name does at ".backup".
        with (
            closing(sqlite3.connect(folder / "sofra.db")) as source,
            closing(sqlite3.connect(tmp_path / "copy.db")) as target,
        ):
            source.backup(target)

    async def main() -> None:
        service = Service(SqliteStore(folder), manner=AT_ONCE)
        live = await two_at_a_table(service)
        least = await backed_up(live, take)
        assert (await play(live, live.table.asked[0], "lost")).good
        original = (await service.store.load(live.table.id)).rows
        await service.close()
        for line in restore:
            shell(line, tmp_path)
        service = Service(SqliteStore(folder), manner=AT_ONCE)
        rows = (await service.store.load(live.table.id)).rows
        assert is_whole(rows, original, least)
        assert len(rows) < len(original)
        again = await service.open(live.table.id)
        assert (await play(again, again.table.asked[0], "on")).good
        await service.close()

    run(main())


@pytest.fixture
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


def test_a_copy_of_postgresql_that_is_taken_in_mid_match_is_restored_into_an_empty_database(
    server: Postgres, tmp_path: Path
) -> None:
    dump, restore = commands("PostgreSQL")
    programs = f"PATH={server._bin}:{os.environ['PATH']}"
    fresh = server.address.replace("/postgres?", "/restored?")

    def here(line: str, address: str) -> str:
        assert "postgresql://sofra@db/sofra" in line
        return f"{programs} {line.replace('postgresql://sofra@db/sofra', repr(address))}"

    async def main() -> None:
        service = Service(await PostgresStore.open(server.address), manner=AT_ONCE)
        live = await two_at_a_table(service)
        least = await backed_up(live, lambda: shell(here(dump, server.address), tmp_path))
        original = (await service.store.load(live.table.id)).rows
        await service.close()
        shell(f"{programs} createdb --host {server.folder} --username sofra restored", tmp_path)
        shell(here(restore, fresh), tmp_path)
        service = Service(await PostgresStore.open(fresh), manner=AT_ONCE)
        assert is_whole((await service.store.load(live.table.id)).rows, original, least)
        again = await service.open(live.table.id)
        assert (await play(again, again.table.asked[0], "on")).good
        await service.close()

    run(main())
