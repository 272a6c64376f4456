"""A node that is cut off from its database and its fellows: nothing acknowledged is lost, and it finds back by itself."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.soak import cutting, logs
from tests.soak.bad_network import Weather, places
from tests.soak.cutting import Forwarder, OwnNetwork
from tests.table.postgres_server import Postgres, postgres
from tests.web.process import Server


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


async def cuts(line: Forwarder | OwnNetwork, times: int, rng: Random) -> None:
    """Cut the line so many times, for some seconds each."""
    for _ in range(times):
        await asyncio.sleep(rng.uniform(0.3, 1.5))
        line.cut()
        await asyncio.sleep(rng.uniform(0.5, 4))
        line.mend()


async def play_through(
    addresses: list[str],
    database: str,
    line: Forwarder | OwnNetwork,
    *,
    times: int,
    moves: int,
    tables: int = 2,
) -> None:
    rng = Random(4)
    found = await places(addresses, "farkle", tables, rng=rng, weather=Weather(cut=0.002), moves=moves)
    cutting_off = asyncio.create_task(cuts(line, times, rng))
    read = logs.reader(Path(), database)
    logged = await asyncio.gather(*(place.play(400, read) for place in found))
    await cutting_off
    for place, rows in zip(found, logged, strict=True):
        place.check(rows)


@pytest.mark.slow
def test_a_node_whose_line_goes_silent_finds_back_and_nothing_is_lost(
    tmp_path: Path, database: Postgres
) -> None:
    async def main() -> None:
        line = Forwarder(database.folder)
        address = await line.start()
        with ExitStack() as running:
            whole = running.enter_context(Server(tmp_path, database=database.address))
            cut = await asyncio.to_thread(Server, tmp_path, database=address)
            running.enter_context(cut)
            await play_through([whole.address, cut.address], database.address, line, times=1, moves=60)
        await line.stop()

    asyncio.run(main())


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_a_node_in_a_network_of_its_own_is_cut_off_again_and_again(
    tmp_path: Path, database: Postgres
) -> None:
    async def main() -> None:
        with ExitStack() as running:
            # A machine that allows no network of its own ends this with a PermissionError that says so.
            line = running.enter_context(cutting.own_network())
            forwarder = Forwarder(database.folder, cutting.DATABASE_SIDE)
            address = await forwarder.start()
            whole = running.enter_context(Server(tmp_path, database=database.address))
            cut = await asyncio.to_thread(
                Server, tmp_path, database=address, host=cutting.SERVING_SIDE, inside=cutting.INSIDE
            )
            running.enter_context(cut)
            await play_through(
                [whole.address, cut.address], database.address, line, times=8, moves=500, tables=4
            )
            await forwarder.stop()

    asyncio.run(main())
