"""What many tables and many who watch weigh: memory that is given back, and news that reaches everybody in time."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from sofra.web.load import seat as seat_two
from sofra.web.load_socket import LoadSocket
from tests.soak.bad_network import Message, _encode, _read
from tests.soak.test_bad_network import say
from tests.soak.weighing import many_files, rss, stop
from tests.web.process import Program, Server

KIB = 1024


async def open_tables(address: str, count: int, rng: Random) -> None:
    """Make so many tables with two players, and let each look at it over a socket once."""

    async def one() -> None:
        table, first, second = await seat_two(
            address, rng.choice(("farkle", "racko", "raks")), rng.getrandbits(120)
        )
        for cookie in (first, second):
            heard = asyncio.Event()
            where = f"ws{address.removeprefix('http')}/t/{table}/stream?as=json&since=0"
            socket = await LoadSocket.open(where, {"cookie": cookie}, lambda _, heard=heard: heard.set())
            await asyncio.wait_for(heard.wait(), 30)
            socket.close()

    for start in range(0, count, 20):
        await asyncio.gather(*(one() for _ in range(min(20, count - start))))


def warm_tables(server: Server) -> int:
    program = Program(server.port)
    lines = program.ask("GET", "/metrics")[2].decode().splitlines()
    program.close()
    return int(next(line for line in lines if line.startswith("sofra_tables ")).split()[1])


def swept(server: Server) -> None:
    """Wait until the server has forgotten every table."""
    end = time.monotonic() + 60
    while warm_tables(server):
        assert time.monotonic() < end, f"{warm_tables(server)} tables are still in memory"
        time.sleep(0.2)


def weigh(folder: Path, before: int, count: int) -> float:
    """KiB that the server has grown by for each of ``count`` tables, after ``before`` of them."""
    rng = Random(count)
    with Server(folder, warm=0.2, sweep_every=0.5) as server:
        asyncio.run(open_tables(server.address, before, rng))
        swept(server)
        empty = rss(server.process.pid)
        asyncio.run(open_tables(server.address, count, rng))
        swept(server)
        grown = (rss(server.process.pid) - empty) / KIB / count
        say(f"{count} tables opened and swept: {grown:.2f} KiB each")
        stop(server)
    return grown


def test_tables_that_were_opened_and_swept_leave_less_than_20_kib_each(tmp_path: Path) -> None:
    assert weigh(tmp_path, 150, 150) < 20


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_ten_thousand_tables_that_were_opened_and_swept_leave_less_than_20_kib_each(tmp_path: Path) -> None:
    assert weigh(tmp_path, 500, 10_000) < 20


async def watch(server: Server, count: int) -> list[float]:
    """Let so many watch a table in silence, then make a move; returns after how many seconds each heard of it."""
    table, first, second = await seat_two(server.address, "farkle", 1)
    where = f"ws{server.address.removeprefix('http')}/t/{table}/stream?as=json&since="
    on_turn: asyncio.Future[Message] = asyncio.get_running_loop().create_future()

    def seen(text: bytes) -> None:
        message = _read(text)
        if message.moves and not on_turn.done():
            on_turn.set_result(message)

    players = [await LoadSocket.open(where + "0", {"cookie": cookie}, seen) for cookie in (first, second)]
    asked = await asyncio.wait_for(on_turn, 20)
    heard: list[float] = []
    everybody = asyncio.Event()

    def hear(text: bytes) -> None:
        if _read(text).version > asked.version:
            heard.append(time.perf_counter())
            if len(heard) == count:
                everybody.set()

    watching: list[LoadSocket] = []
    for start in range(0, count, 50):
        watching += await asyncio.gather(
            *(LoadSocket.open(f"{where}{asked.version}", {}, hear) for _ in range(min(50, count - start)))
        )
    await asyncio.sleep(1)
    assert not heard
    assert asked.seat is not None
    move = {"do": "move", "command": "m", "seat": asked.seat, "ask": asked.ask, "move": asked.moves[0]}
    began = time.perf_counter()
    players[asked.seat].send(_encode(move))
    await asyncio.wait_for(everybody.wait(), 60)
    for socket in (*players, *watching):
        socket.close()
    return [at - began for at in heard]


def news(folder: Path, count: int) -> float:
    with Server(folder) as server:
        waits = asyncio.run(watch(server, count))
        say(f"{count} spectators heard of a move within {max(waits):.3f} s")
        stop(server)
    assert len(waits) == count
    return max(waits)


def test_whoever_watches_in_silence_hears_of_a_move(tmp_path: Path) -> None:
    # How fast is for the soak to say: other tests run at the same time.
    assert news(tmp_path, 200) < 60


@pytest.mark.soak
@pytest.mark.timeout(600)
def test_five_thousand_who_watch_in_silence_hear_of_a_move_within_two_seconds(tmp_path: Path) -> None:
    assert many_files(12_000), "this machine allows too few open files"
    assert news(tmp_path, 5_000) < 2
