"""Through a bad network and past servers that die, everything acknowledged is there once, in order, on every device."""

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from sofra.table.entries import Waits
from sofra.table.store import Row
from tests.soak import logs
from tests.soak.bad_network import Place, Weather, places
from tests.table.postgres_server import Postgres, postgres
from tests.web.process import Server, free_port

GAMES = ("farkle", "racko", "raks")
# Bad runs would be added here, so that they are tried for ever.
SEEDS = (1,)


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


def say(text: str) -> None:
    """Shown with ``pytest -s``: what a long run has done."""
    sys.stdout.write(f"\n{text}\n")


class Trouble:
    """Servers at fixed ports, of which one or another is killed at random moments and started again."""

    def __init__(self, folder: Path, database: str, nodes: int, rng: Random) -> None:
        self._folder, self._database, self._rng = folder, database, rng
        self._ports = [free_port() for _ in range(nodes)]
        self._servers = [Server(folder, port, database=database) for port in self._ports]
        self.addresses = [server.address for server in self._servers]
        self.kills = 0

    async def kill(self, times: int) -> None:
        """SIGKILL so many times, each followed by a new start."""
        for _ in range(times):
            await asyncio.sleep(self._rng.uniform(0.05, 0.8))
            await asyncio.to_thread(self._kill_one)

    def _kill_one(self) -> None:
        which = self._rng.randrange(len(self._servers))
        self._servers[which].kill()
        self._servers[which] = Server(self._folder, self._ports[which], database=self._database)
        self.kills += 1

    def stop(self) -> None:
        for server in self._servers:
            server.__exit__()


def storm(
    folder: Path,
    database: str,
    *games: str,
    tables: int,
    moves: int,
    seed: int,
    commands: int,
    kills: int = 0,
) -> tuple[int, int]:
    """Play on one server with SQLite or two with PostgreSQL until so many commands were sent and so many servers killed;
    returns how many commands were sent and how many acted."""
    rng = Random(seed)

    async def main(trouble: Trouble) -> tuple[int, int]:
        sent = acted = 0
        while sent < commands or trouble.kills < kills:
            found: list[Place] = []
            for game in games:
                found += await places(
                    trouble.addresses, game, tables, rng=rng, weather=Weather(), moves=moves
                )
            killing = asyncio.create_task(trouble.kill(min(5, kills - trouble.kills)))
            read = logs.reader(folder, database)
            logged = await asyncio.gather(*(place.play(240, read) for place in found))
            await killing
            for place, rows in zip(found, logged, strict=True):
                acted += place.check(rows)
                sent += place.commands
        return sent, acted

    trouble = Trouble(folder, database, 2 if database else 1, rng)
    with ExitStack() as running:
        running.callback(trouble.stop)
        found = asyncio.run(main(trouble))
    say(f"{games}: {found[0]} commands were sent, {found[1]} acted, {trouble.kills} servers killed")
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_commands_doubled_dropped_delayed_and_reordered_act_once_and_are_seen_alike(
    tmp_path: Path, database: Postgres, store: str, seed: int
) -> None:
    address = database.address if store == "postgres" else ""
    sent, acted = storm(tmp_path, address, *GAMES, tables=2, moves=25, seed=seed, commands=1)
    assert acted >= 6 * 20
    assert sent > acted


@pytest.mark.parametrize(("store", "game", "kills"), [("sqlite", "raks", 3), ("postgres", "racko", 3)])
def test_servers_killed_at_random_moments_lose_nothing_that_any_device_was_told(
    tmp_path: Path, database: Postgres, store: str, game: str, kills: int
) -> None:
    address = database.address if store == "postgres" else ""
    storm(tmp_path, address, game, tables=2, moves=60, seed=2, commands=1, kills=kills)


def restarts(folder: Path, database: Postgres, game: str, *, tables: int, moves: int, times: int) -> None:
    """Play on two nodes that hear of each other over NATS, while PostgreSQL and NATS crash and come back in turn."""
    rng, port = Random(times), free_port()
    buses = [nats_program(port)]

    def crash_and_come_back(number: int) -> None:
        if number % 2:
            database.stop()
            database.start()
        else:
            buses[-1].kill()
            buses[-1].wait(20)
            time.sleep(rng.uniform(0, 1))
            buses.append(nats_program(port))

    async def crashes() -> None:
        for number in range(times):
            await asyncio.sleep(rng.uniform(0.5, 2))
            await asyncio.to_thread(crash_and_come_back, number)

    async def main(addresses: list[str]) -> None:
        found = await places(addresses, game, tables, rng=rng, weather=Weather(), moves=moves)
        crashing = asyncio.create_task(crashes())
        read = logs.patient(logs.reader(folder, database.address))
        logged = await asyncio.gather(*(place.play(240, read) for place in found))
        await crashing
        acted = [place.check(rows) for place, rows in zip(found, logged, strict=True)]
        say(f"{game}: {sum(acted)} moves through {times} crashes of PostgreSQL and NATS")

    def end() -> None:
        buses[-1].kill()
        buses[-1].wait(20)

    with ExitStack() as running:
        running.callback(end)
        bus = f"nats://127.0.0.1:{port}"
        servers = [
            running.enter_context(Server(folder, database=database.address, bus=bus)) for _ in range(2)
        ]
        asyncio.run(main([server.address for server in servers]))


def nats_program(port: int) -> subprocess.Popen[bytes]:
    program = Path(sys.executable).parent / "nats-server"
    return subprocess.Popen(
        [str(program), "-a", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.slow
def test_databases_and_buses_that_crash_under_load_lose_nothing(tmp_path: Path, database: Postgres) -> None:
    restarts(tmp_path, database, "farkle", tables=2, moves=50, times=2)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
def test_databases_and_buses_that_crash_again_and_again_lose_nothing(
    tmp_path: Path, database: Postgres, game: str
) -> None:
    restarts(tmp_path, database, game, tables=4, moves=400, times=20)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_a_hundred_thousand_commands_through_a_bad_network(
    tmp_path: Path, database: Postgres, store: str, game: str
) -> None:
    address = database.address if store == "postgres" else ""
    seed = int.from_bytes(os.urandom(4), "big")
    say(f"seed {seed}")
    storm(tmp_path, address, game, tables=12, moves=150, seed=seed, commands=17_000)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_two_hundred_kills_under_load(tmp_path: Path, database: Postgres, store: str, game: str) -> None:
    address = database.address if store == "postgres" else ""
    seed = int.from_bytes(os.urandom(4), "big")
    say(f"seed {seed}")
    storm(tmp_path, address, game, tables=6, moves=150, seed=seed, commands=1, kills=34)


def spoil(place: Place, rows: list[Row], fault: str) -> list[Row]:
    """The log with a fault in it, or as it is, with the fault at the place."""
    named = [number for number, row in enumerate(rows) if row.seat >= 0 and row.command]
    device, again = place.devices[0], rows[named[-1]]
    if fault == "lost":
        return rows[: named[-1]]
    if fault == "doubled":
        return [*rows, Row(len(rows) + 1, again.at, Waits(again.seat), again.seat, again.command)]
    if fault == "late":
        player = next(player for player in place.players if player.acknowledged)
        player.acknowledged[next(iter(player.acknowledged))] += 1
    elif fault == "told":
        device.told[3], device.told[4] = device.told[4], device.told[3]
    elif fault == "hash":
        device.hashes[max(device.hashes)] = "0" * 16
    else:
        device.version -= 1
    return rows


def test_the_check_after_a_storm_sees_every_kind_of_fault(tmp_path: Path) -> None:
    async def main(address: str) -> None:
        faults = ("lost", "doubled", "late", "told", "hash", "behind")
        found = await places([address], "racko", len(faults), rng=Random(3), weather=Weather(), moves=10)
        logged = await asyncio.gather(*(place.play(120, logs.reader(tmp_path, "")) for place in found))
        for place, rows, fault in zip(found, logged, faults, strict=True):
            assert place.check(rows) >= 10
            spoilt = spoil(place, rows, fault)
            with pytest.raises(AssertionError):
                place.check(spoilt)

    with Server(tmp_path) as server:
        asyncio.run(main(server.address))
