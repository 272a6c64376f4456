"""The load tool: many tables at once through the public endpoint, real games with their views, in a process of its own.

``python -m sofra.web.load`` starts a server on a fresh folder, seats two programs with a socket each at every table, lets
them play, and says how many durable moves were acknowledged, how fast, and what they cost the server.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
import uvicorn

from sofra.web.load_socket import LoadSocket

LAUNCH = """
import sys
from sofra.web.serve import run
run("127.0.0.1", 0, sys.argv[2], limits=None, database=sys.argv[1])
"""


class Heard(msgspec.Struct):
    """What the tool reads of a message; the rest is passed over."""

    version: int
    phase: str = ""
    seat: int | None = None
    ask: int = 0
    moves: tuple[str, ...] = ()
    answers: tuple[dict[str, Any], ...] = ()


_read = msgspec.json.Decoder(Heard).decode
_write = msgspec.json.Encoder().encode


@dataclass(slots=True)
class Tally:
    """What was measured: seconds between a move and its acknowledgement, and what was refused."""

    waits: list[float] = field(default_factory=list)
    refused: int = 0
    counting: bool = False
    over: int = 0
    missing: int = 0
    all_seated: asyncio.Event = field(default_factory=asyncio.Event)

    def sit_down(self) -> None:
        """One more of those who are waited for before anything is counted."""
        self.missing -= 1
        if self.missing <= 0:
            self.all_seated.set()


class Pace:
    """When the moves of one table are due: every ``gap`` seconds on the average, however long an answer takes."""

    def __init__(self, gap: float, seed: int) -> None:
        self._gap = gap
        self._rng = Random(seed)
        self._due = 0.0

    def wait(self) -> float:
        """How long to wait before the next move."""
        now = time.perf_counter()
        self._due = max(now, self._due + self._gap * self._rng.uniform(0.5, 1.5))
        return self._due - now


class Person:
    """One program at one table with a socket of its own. Without a ``pace`` it answers at once."""

    def __init__(self, url: str, cookie: str, tally: Tally, *, pace: Pace | None, seed: int) -> None:
        self._url = url
        self._cookie = cookie
        self._tally = tally
        self._pace = pace
        self._rng = Random(seed)
        self._number = 0
        self._sent: dict[str, float] = {}
        self._asked = 0
        self._socket: LoadSocket | None = None
        self._early = b""

    async def play(self) -> None:
        """Answer whatever is asked, until cancelled or the match is over."""
        socket = await LoadSocket.open(self._url, {"cookie": self._cookie}, self._hear)
        self._socket = socket
        self._tally.sit_down()
        try:
            if self._early:
                self._hear(self._early)
            await socket.gone
        finally:
            socket.close()

    def _hear(self, text: bytes) -> None:
        if self._socket is None:
            # The first message can come with the answer to the handshake.
            self._early = text
            return
        heard = _read(text)
        for answer in heard.answers:
            self._count(answer)
        if heard.phase == "over":
            self._tally.over += 1
            self._socket.close()
        elif heard.moves and heard.ask > self._asked:
            self._asked = heard.ask
            if self._pace is not None:
                asyncio.get_running_loop().call_later(self._pace.wait(), self._move, self._socket, heard)
            else:
                self._move(self._socket, heard)

    def _count(self, answer: dict[str, Any]) -> None:
        began = self._sent.pop(answer["command"], None)
        if not self._tally.counting or began is None:
            return
        if answer["outcome"] == "accepted":
            self._tally.waits.append(time.perf_counter() - began)
        else:
            self._tally.refused += 1

    def _move(self, socket: LoadSocket, heard: Heard) -> None:
        if socket.gone.done():
            return
        self._number += 1
        name = f"n{self._number}"
        self._sent[name] = time.perf_counter()
        # Careless players: most games of Farkle go on for long.
        move = self._rng.choice(heard.moves)
        command = {"do": "move", "command": name, "seat": heard.seat, "ask": heard.ask, "move": move}
        socket.send(_write(command))


async def _post(address: str, path: str, form: dict[str, str], cookie: str = "") -> tuple[str, str]:
    """Post a form; returns where it leads and the cookie that it set."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    body = urlencode(form)
    lines = [
        f"POST {path} HTTP/1.1",
        f"Host: {host}:{port}",
        "Connection: close",
        "Content-Type: application/x-www-form-urlencoded",
        f"Content-Length: {len(body)}",
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n" + body).encode())
    answer = (await reader.read()).decode("utf-8", "replace")
    writer.close()
    said = [line.split(": ", 1) for line in answer.partition("\r\n\r\n")[0].split("\r\n")[1:]]
    head = {name.lower(): value for name, value in said}
    if "location" not in head:
        raise RuntimeError(f"{path}: {answer[:200]}")
    return head["location"], head.get("set-cookie", "").partition(";")[0]


async def seat(address: str, game: str, number: int, **fields: str) -> tuple[str, str, str]:
    """A table with two programs, with these fields of the form for a new one; returns its id and their cookies."""
    form = {"game": game, "chair-0": "person", "name-0": "One", "chair-1": "open", **fields}
    location, first = await _post(address, "/tables", form)
    second = f"sofra={number:043}"
    await _post(address, f"{location}/sit", {"seat": "1", "command": "s", "name": "Two"}, second)
    await _post(address, f"{location}/start", {"command": "go"}, first)
    return location.removeprefix("/t/"), first, second


def _run(main: Coroutine[Any, Any, dict[str, float]]) -> dict[str, float]:
    """Run on the loop that the server runs on, where there is one."""
    factory = uvicorn.Config("").get_loop_factory()
    with asyncio.Runner(loop_factory=factory) as runner:
        return runner.run(main)


def cpu_seconds(pid: int) -> float:
    """Time on a processor that a process's threads have had so far. The kernel counts it in nanoseconds for each thread; the
    process's own account is kept in hundredths of a second, too coarse for a short run."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text("ascii").split()[0]) for thread in threads) / 1e9


def _stream(address: str, table: str) -> str:
    return f"ws{address.removeprefix('http')}/t/{table}/stream?as=json&since=0"


async def measure(
    address: str, pid: int, *, game: str, tables: int, seconds: float, rate: float | None
) -> dict[str, float]:
    """Play on ``tables`` tables for so long, saturated or paced to ``rate`` moves a second in all."""
    seats = []
    for start in range(0, tables, 20):
        seats += await asyncio.gather(
            *(seat(address, game, number) for number in range(start, min(tables, start + 20)))
        )
    tally = Tally(missing=2 * len(seats))
    paces = [Pace(tables / rate, number) if rate else None for number in range(tables)]
    people = [
        asyncio.create_task(
            Person(_stream(address, table), cookie, tally, pace=paces[number], seed=number * 2 + side).play()
        )
        for number, (table, *cookies) in enumerate(seats)
        for side, cookie in enumerate(cookies)
    ]
    await tally.all_seated.wait()
    await asyncio.sleep(min(3.0, seconds / 3))
    tally.counting = True
    spent, began = cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    tally.counting = False
    spent, took = cpu_seconds(pid) - spent, time.perf_counter() - began
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    waits = sorted(tally.waits)
    if not waits:
        raise RuntimeError("no move was acknowledged")
    return {
        "tables": tables,
        "moves": len(waits),
        "moves_per_second": len(waits) / took,
        "cpu_ms_per_move": spent * 1000 / len(waits),
        "server_cpu_share": spent / took,
        "p50_ms": waits[len(waits) // 2] * 1000,
        "p99_ms": waits[len(waits) * 99 // 100] * 1000,
        "refused": tally.refused,
        "matches_over": tally.over,
    }


async def measure_reference(address: str, pid: int, *, sockets: int, seconds: float) -> dict[str, float]:
    """The same for the bare socket of ``reference.py``: everybody sends again as soon as they are answered."""
    waits: list[float] = []

    async def talk() -> None:
        began = 0.0

        def heard(_: bytes) -> None:
            nonlocal began
            now = time.perf_counter()
            waits.append(now - began)
            began = now
            socket.send(b'{"do":"move","command":"n1","seat":0,"ask":17,"move":"keep 1 1 5"}')

        socket = await LoadSocket.open(f"ws{address.removeprefix('http')}/", {}, heard)
        try:
            heard(b"")
            await socket.gone
        finally:
            socket.close()

    people = [asyncio.create_task(talk()) for _ in range(sockets)]
    await asyncio.sleep(min(3.0, seconds / 3))
    waits.clear()
    spent, began = cpu_seconds(pid), time.perf_counter()
    await asyncio.sleep(seconds)
    spent, took = cpu_seconds(pid) - spent, time.perf_counter() - began
    count = len(waits)
    for person in people:
        person.cancel()
    await asyncio.gather(*people, return_exceptions=True)
    return {"moves_per_second": count / took, "cpu_ms_per_move": spent * 1000 / max(1, count)}


def run(
    *, game: str, tables: int, seconds: float, rate: float | None, database: str = ""
) -> dict[str, float]:
    """Start a server on a fresh folder (or a database), measure, stop it; then the reference in the same way."""
    with _running("-c", LAUNCH, database) as (address, pid):
        found = _run(measure(address, pid, game=game, tables=tables, seconds=seconds, rate=rate))
    with _running("-m", "sofra.web.reference") as (address, pid):
        bare = _run(measure_reference(address, pid, sockets=tables, seconds=seconds / 2))
    found.update({f"reference_{name}": value for name, value in bare.items()})
    found["cpu_ratio"] = found["cpu_ms_per_move"] / bare["cpu_ms_per_move"]
    return found


@contextmanager
def _running(*program: str) -> Iterator[tuple[str, int]]:
    with tempfile.TemporaryDirectory(prefix="sofra-load-") as folder:
        server = subprocess.Popen([sys.executable, *program, folder], stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None, "asked for above"
            yield server.stdout.readline().strip(), server.pid
        finally:
            server.terminate()
            server.wait(20)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m sofra.web.load", description=__doc__)
    parser.add_argument("--game", default="farkle")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rate", type=float, help="moves a second in all; without it as many as go")
    parser.add_argument("--database", default="", help="a PostgreSQL database instead of SQLite")
    found = run(**vars(parser.parse_args(arguments)))
    sys.stdout.write("\n".join(f"{name:>26}  {value:,.3f}" for name, value in found.items()) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
