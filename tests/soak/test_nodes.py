"""Two nodes on one PostgreSQL, the players of one table at different ones: whole matches through the public endpoint."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest

from tests.soak import logs
from tests.soak.bad_network import Place, Weather, places
from tests.soak.test_bad_network import say
from tests.table.postgres_server import Postgres, postgres
from tests.web.process import Server

GOOD = Weather(copies=1, drop=0, stale=0, delay=0, cut=0.003, patience=0.5)
HOUSES = {"farkle": {"rule-target": "1000"}, "racko": {"rule-target": "100"}, "raks": {}}


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


async def matches(servers: list[str], database: str, game: str, count: int, at_once: int) -> tuple[int, int]:
    """Play so many matches to their end; returns how many were over, and how many moves were acknowledged."""
    rng = Random(count)
    over = acted = left = 0

    async def one() -> None:
        nonlocal left, over, acted
        while left < count:
            left += 1
            (place,) = await places(servers, game, 1, rng=rng, weather=GOOD, moves=10**9, **HOUSES[game])
            place.hurry = True
            rows = await place.play(120, logs.reader(Path(), database))
            acted += place.check(rows)
            over += is_over(place)

    await asyncio.gather(*(one() for _ in range(at_once)))
    return over, acted


def is_over(place: Place) -> bool:
    return all(player.latest is not None and player.latest.phase == "over" for player in place.players)


def play(folder: Path, database: str, counts: dict[str, int], at_once: int) -> None:
    with ExitStack() as running:
        servers = [running.enter_context(Server(folder, database=database)) for _ in range(2)]
        addresses = [server.address for server in servers]
        for game, count in counts.items():
            over, acted = asyncio.run(matches(addresses, database, game, count, at_once))
            assert over == count
            say(f"{game}: {over} matches were played to their end, {acted} moves, none lost or doubled")
        for server in servers:
            status, log = server.stop()
            assert status == 0
            assert "Traceback" not in log


def test_matches_on_two_nodes_lose_and_double_nothing(tmp_path: Path, database: Postgres) -> None:
    # The storms of the other games are in the other file.
    play(tmp_path, database.address, {"farkle": 4}, 4)


PARTS = [("farkle", 331), ("raks", 331), ("racko", 338)]


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "count"), PARTS)
def test_a_thousand_matches_on_two_nodes(tmp_path: Path, database: Postgres, game: str, count: int) -> None:
    play(tmp_path, database.address, {game: count}, 24)
