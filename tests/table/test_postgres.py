"""Many nodes on one PostgreSQL: the same logs, each event once, and nothing lost when the database goes away."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import asyncpg
import pytest

from sofra.core.errors import Unsupported
from sofra.table import commands as c
from sofra.table import entries
from sofra.table import entries as e
from sofra.table import postgres as postgres_module
from sofra.table.bus import Bus
from sofra.table.live import Unavailable
from sofra.table.making import NewSeat
from sofra.table.migrate import Migration
from sofra.table.nats import NatsBus
from sofra.table.postgres import PostgresBus, PostgresStore, migrate
from sofra.table.service import Service
from sofra.table.store import Append, Conflict, Gone, Row
from tests.soak.cutting import Forwarder
from tests.table.postgres_server import Postgres, postgres
from tests.table.support import (
    AT_ONCE,
    ELIF,
    YANNIS,
    a_move,
    new,
    play,
    run,
    two_at_a_table,
    until,
    who_holds,
)
from tests.table.test_store import ENTRIES
from tests.web.process import Server, free_port
from tests.web.test_kill import sit_down


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


async def node(address: str, bus: Bus | None = None) -> tuple[Service, asyncio.Task[None]]:
    store = await PostgresStore.open(address)
    service = Service(store, manner=AT_ONCE, bus=bus or PostgresBus(address))
    return service, asyncio.create_task(service.run())


async def leave(*nodes: tuple[Service, asyncio.Task[None]]) -> None:
    for service, running in nodes:
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await service.close()


def test_what_was_appended_is_there_in_order_and_conflicts_leave_nothing(server: Postgres) -> None:
    async def main() -> None:
        store = await PostgresStore.open(server.address)
        rows = tuple(Row(i, 1000 + i, entry, -1, f"c{i}") for i, entry in enumerate(ENTRIES, 1))
        await store.append(Append("t", rows[:5], ((1, b"\0seed"),), ("device",)))
        await store.append(Append("t", rows[5:]))
        for taken in ((Row(1, 0, e.Ended()),), (Row(30, 0, e.Ended(), -1, "c1"),)):
            with pytest.raises(Conflict):
                await store.append(Append("t", taken, ((9, b"x"),)))
        waiting = [
            store.append(Append("t" if i == 7 else f"g{i}", (Row(1, 0, ENTRIES[0]),))) for i in range(20)
        ]
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [i == 7 for i in range(20)]
        await store.close()
        store = await PostgresStore.open(server.address)
        stored = await store.load("t")
        assert stored.rows == rows
        assert stored.secrets == ((1, b"\0seed"),)
        assert (await store.load("t", after=10)).rows == rows[10:]
        assert await store.tables_of("device") == ["t"]
        assert "t" in await store.closed(5000)
        assert await store.healthy()
        await store.delete("t")
        assert (await store.load("t")).rows == ()
        await store.close()
        with pytest.raises(Gone):
            await store.append(Append("late", rows[:1]))

    run(main())


def test_an_old_schema_is_upgraded_once_and_a_newer_one_refused(server: Postgres) -> None:
    async def main() -> None:
        connection = await asyncpg.connect(server.address)
        await connection.execute("CREATE SCHEMA other; SET search_path TO other")
        first = Migration(1, "one", "CREATE TABLE a (x INTEGER NOT NULL, y BLOB) WITHOUT ROWID;\n")
        second = Migration(2, "two", "ALTER TABLE a ADD COLUMN z TEXT;\n")
        assert await migrate(connection, (first,)) == 1
        await connection.execute("INSERT INTO a VALUES (5000000000, $1)", b"\1")
        assert await migrate(connection, (first, second)) == 2
        assert await migrate(connection, (first, second)) == 2
        assert tuple(await connection.fetchrow("SELECT * FROM a")) == (5_000_000_000, b"\1", None)
        with pytest.raises(Unsupported):
            await migrate(connection, (first,))
        await connection.close()

    run(main())


def test_players_of_one_table_on_two_nodes_see_one_match(server: Postgres) -> None:
    async def main() -> None:
        one, two = await node(server.address), await node(server.address)
        await asyncio.sleep(0.2)
        here = await two_at_a_table(one[0])
        there = await two[0].open(here.table.id)
        rng = Random(5)
        accepted = 0
        for number in range(120):
            if here.table.phase != "playing":
                break
            await until(lambda: here.table.version == there.table.version)
            seat = here.table.asked[0]
            near, far = (here, there) if seat else (there, here)
            command = c.Move(f"m{number}", seat, near.table.version, a_move(near, seat))
            who = who_holds(near, seat)
            # Now and then a client does not wait for its answer and asks the other node.
            both = [near.submit(who, command)] + ([far.submit(who, command)] if rng.random() < 0.3 else [])
            answers = await asyncio.gather(*both)
            assert [answer.outcome for answer in answers].count("accepted") == 1
            accepted += 1
        await until(lambda: here.table.version == there.table.version)
        assert accepted > 60
        assert here.table.match is not None
        assert there.table.match is not None
        assert here.table.match.log == there.table.match.log
        named = [row.command for row in (await one[0].store.load(here.table.id)).rows if row.command]
        assert len([name for name in named if name.startswith("m")]) == accepted
        await leave(one, two)

    run(main())


class DeafBus(PostgresBus):
    """Hears nothing, as a node does whose word from the others is still on its way."""

    def listen(self, heard: Any, missed: Any, noticed: Any) -> None:
        pass


def test_a_node_that_has_not_heard_yet_refuses_nothing_that_is_good(server: Postgres) -> None:
    async def main() -> None:
        one, two = (
            await node(server.address, DeafBus(server.address)),
            await node(server.address, DeafBus(server.address)),
        )
        here = await one[0].create(new("farkle", NewSeat("person", "Elif"), NewSeat("open")), ELIF.device)
        there = await two[0].open(here.table.id)
        assert (await here.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
        # The other node knows of no second player, and must not say so.
        assert there.table.chairs[1].kind == "open"
        assert (await there.submit(ELIF, c.Start("start"))).good
        # Nor does it say that a seat is somebody else's, or that a match has not begun.
        assert (await here.submit(YANNIS, c.React("hello", 1, "bravo"))).good
        assert here.table.phase == "playing"
        refused = await there.submit(ELIF, c.Start("again"))
        assert refused.error is not None
        assert refused.version == here.table.version
        # Whoever is shown the table sees what any node has answered.
        seat = here.table.asked[0]
        assert (await play(here, seat, "m1")).good
        assert there.table.version < here.table.version
        await there.refresh()
        assert there.table.version == here.table.version
        await there.refresh()
        await asyncio.gather(there.refresh(), there.refresh(), there.read_to(there.table.version))
        assert there.table.version == here.table.version
        await leave(one, two)

    run(main())


def test_a_page_is_shown_as_it_is_known_while_the_database_is_away(server: Postgres) -> None:
    async def main() -> None:
        one = await node(server.address, DeafBus(server.address))
        here = await two_at_a_table(one[0])
        server.stop()
        version = here.table.version
        await here.refresh()
        assert here.table.version == version
        await asyncio.to_thread(server.start)
        await leave(one)

    run(main())


def test_a_database_that_restarts_loses_nothing_that_was_acknowledged(server: Postgres) -> None:
    async def main() -> None:
        one, two = await node(server.address), await node(server.address)
        here = await two_at_a_table(one[0])
        there = await two[0].open(here.table.id)
        accepted: list[str] = []
        for number in range(60):
            if here.table.phase != "playing":
                break
            if number in (10, 30):
                server.stop()
            seat = here.table.asked[0]
            command = c.Move(f"m{number}", seat, here.table.version, a_move(here, seat))
            answer = await here.submit(who_holds(here, seat), command)
            if number in (10, 30):
                assert isinstance(answer.error, Unavailable)
                assert not await one[0].store.healthy()
                await asyncio.to_thread(server.start)
            while isinstance(answer.error, Unavailable):
                await asyncio.sleep(0.05)
                answer = await here.submit(who_holds(here, seat), command)
            assert answer.good, answer.error
            accepted.append(command.command)
        # The other node hears again by itself, also of what happened while it could not.
        await until(lambda: there.table.version == here.table.version)
        named = [row.command for row in (await one[0].store.load(here.table.id)).rows]
        assert [name for name in named if name in accepted] == accepted
        await leave(one, two)

    run(main())


@pytest.mark.parametrize("forgotten", [1.0, 0.0])
def test_a_line_that_dies_in_the_middle_of_a_transaction_keeps_no_table_locked(
    server: Postgres, monkeypatch: pytest.MonkeyPatch, forgotten: float
) -> None:
    monkeypatch.setattr(postgres_module, "PATIENCE", 0.5)
    monkeypatch.setattr(
        postgres_module, "FORGOTTEN", forgotten
    )  # 0: the database waits for ever, as it does by itself.
    whole_store, table = postgres_module._store, f"locked {forgotten}"

    async def main() -> None:
        line = Forwarder(server.folder)

        async def cut_off(connection: Any, appends: Sequence[Append]) -> None:
            async with connection.transaction():
                row = appends[0].rows[0]
                values = [table], [row.seq], [row.at], [row.seat], [row.command], [entries.write(row.entry)]
                await connection.execute(postgres_module._LOG, *values)
                line.cut()
                await asyncio.Event().wait()

        cut = await PostgresStore.open(await line.start())
        whole = await PostgresStore.open(server.address)
        one = Append(table, (Row(1, 0, ENTRIES[0], -1, "c"),))
        monkeypatch.setattr(postgres_module, "_store", cut_off)
        with pytest.raises(Gone):
            await cut.append(one)
        monkeypatch.setattr(postgres_module, "_store", whole_store)
        failed = 0
        while failed < (8 if not forgotten else 60):
            try:
                await whole.append(one)
                break
            except Gone:
                failed += 1
        found = await whole.load(table)
        assert len(found.rows) == bool(forgotten), "the check sees a table that stays locked"
        line.mend()
        for store in (cut, whole):
            await store.close()
        await line.stop()

    run(main())


@contextmanager
def nats_server(port: int) -> Iterator[subprocess.Popen[bytes]]:
    program = Path(sys.executable).parent / "nats-server"
    running = subprocess.Popen(
        [str(program), "-a", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield running
    finally:
        running.kill()
        running.wait(20)


def test_nodes_hear_of_each_other_over_nats_also_after_it_was_away(server: Postgres) -> None:
    async def main() -> None:
        port = free_port()
        address = f"nats://127.0.0.1:{port}"
        with nats_server(port):
            one = await node(server.address, NatsBus(address))
            two = await node(server.address, NatsBus(address))
            here = await two_at_a_table(one[0])
            there = await two[0].open(here.table.id)
            await asyncio.sleep(1)
            await play(here, here.table.asked[0], "m1")
            await until(lambda: there.table.version == here.table.version)
        # Nobody hears anything now, and nothing is lost: whoever judges a command reads on first.
        await play(here, here.table.asked[0], "m2")
        await play(there, here.table.asked[0], "m3")
        await asyncio.sleep(0.2)
        with nats_server(port):
            await until(lambda: there.table.version == here.table.version)
            await play(there, there.table.asked[0], "m4")
            await until(lambda: there.table.version == here.table.version)
            await leave(one, two)

    run(main())


def test_two_servers_on_one_database_show_one_table(server: Postgres, tmp_path: Path) -> None:
    with (
        Server(tmp_path, database=server.address) as one,
        Server(tmp_path, database=server.address) as two,
    ):
        (first, second), table = sit_down(one.port)
        second.close()
        second.port = two.port
        people = (first, second)
        moves = 0
        for number in range(400):
            seen = people[number % 2].see(table)
            if seen["phase"] != "playing" or moves > 40:
                break
            if "moves" not in seen:
                continue
            body = {
                "seat": seen["seat"],
                "ask": seen["version"],
                "command": f"m{number}",
                "move": seen["moves"][0],
            }
            # A node that has not heard yet offers what has passed; then it says so.
            status, _ = people[number % 2].send(f"/t/{table}/do", body)
            assert status in (200, 409)
            moves += status == 200
        assert moves > 10
        listed = subprocess.run(
            [sys.executable, "-m", "sofra", "tables", "--database", server.address],
            check=True,
            capture_output=True,
            text=True,
        )
        assert f"{table}: Farkle" in listed.stdout
        # One of them is stopped; its player goes on at the other, with the same cookie.
        assert one.stop()[0] == 0
        first.close()
        first.port = two.port
        assert first.see(table)["seat"] == 0
        assert first.see(table)["version"] == second.see(table)["version"] > moves
        first.close()
        second.close()
