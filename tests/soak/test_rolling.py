"""Two nodes behind nginx as ``docs/deploy.md`` sets it up, restarted in turn under load: nobody is sent away, nothing is lost.

It needs nginx (``apt-get install nginx``), and takes the configuration from the page word for word.
"""

import asyncio
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.soak import logs
from tests.soak.bad_network import places
from tests.soak.test_bad_network import nats_program, say
from tests.soak.test_nodes import GOOD, HOUSES, is_over
from tests.table.postgres_server import postgres
from tests.web.process import Server, free_port

PAGE = Path(__file__).parents[2] / "docs" / "deploy.md"
WHOLE = """
daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 1024; }}
http {{
    access_log off;
    client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
    uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
    {upstream}
    server {{ listen 127.0.0.1:{port}; {location} }}
}}
"""


def configuration(folder: Path, port: int, nodes: list[int]) -> str:
    """The page's nginx with these nodes behind it."""
    location, upstream, further = re.findall(r"```nginx\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert upstream.count("server 10.0.0.") == len(nodes)
    for number, node in enumerate(nodes, 3):
        upstream = upstream.replace(f"10.0.0.{number}:8000", f"127.0.0.1:{node}")
    passed = "    proxy_pass http://127.0.0.1:8000;\n"
    assert passed in location
    return WHOLE.format(
        folder=folder, port=port, upstream=upstream, location=location.replace(passed, further)
    )


@contextmanager
def nginx(folder: Path, nodes: list[int]) -> Iterator[str]:
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/local/bin:/usr/bin")
    assert program, "install nginx: this soak runs nodes behind it"
    port = free_port()
    (folder / "nginx.conf").write_text(configuration(folder, port, nodes), "utf-8")
    running = subprocess.Popen([program, "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
    try:
        while not answers(port):
            assert running.poll() is None, (folder / "error.log").read_text("utf-8")
            time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        running.terminate()
        running.wait(20)


def answers(port: int) -> bool:
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


class Rolling:
    """The nodes, of which one after the other is stopped in peace and started again at its port."""

    def __init__(self, folder: Path, database: str, bus: str) -> None:
        self._folder, self._database, self._bus = folder, database, bus
        self.ports = [free_port(), free_port()]
        self._nodes = [self._start(port) for port in self.ports]
        self.restarts = 0

    def _start(self, port: int) -> Server:
        return Server(self._folder, port, database=self._database, bus=self._bus)

    async def roll(self) -> None:
        for number, port in enumerate(self.ports):
            await asyncio.sleep(1)
            status, log = await asyncio.to_thread(self._nodes[number].stop)
            assert status == 0
            assert "Traceback" not in log
            self._nodes[number] = await asyncio.to_thread(self._start, port)
            self.restarts += 1

    def end(self) -> None:
        for node in self._nodes:
            node.__exit__()


async def under_load(rolling: Rolling, address: str, database: str, game: str, rounds: int) -> None:
    """Play matches, one after the other at twelve tables, until all nodes have been restarted so many times."""
    rng, pages, over, acted = Random(rounds), Counter[int | str](), 0, 0
    ended = asyncio.Event()

    async def play() -> None:
        nonlocal over, acted
        while not ended.is_set():
            # Tables are made, seats taken and matches begun by forms, which nobody sends again.
            (place,) = await places([address], game, 1, rng=rng, weather=GOOD, moves=10**9, **HOUSES[game])
            place.hurry = True
            moves = place.check(await place.play(120, logs.reader(Path(), database)))
            over, acted = over + is_over(place), acted + moves

    def look() -> int | str:
        try:
            with urllib.request.urlopen(f"{address}/open", timeout=20) as page:
                return int(page.status)
        except OSError as error:
            return repr(error)

    async def watch() -> None:
        while not ended.is_set():
            pages[await asyncio.to_thread(look)] += 1
            await asyncio.sleep(0.1)

    async def roll() -> None:
        for _ in range(rounds):
            await rolling.roll()
        ended.set()

    await asyncio.gather(roll(), watch(), *(play() for _ in range(12)))
    say(
        f"{game}: {rolling.restarts} restarts, {over} matches to their end, {acted} moves, pages {dict(pages)}"
    )
    assert over >= 12
    assert set(pages) == {200}


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("game", "by_nats"), [("farkle", False), ("racko", True), ("raks", False)])
def test_nodes_restarted_in_turn_behind_nginx_send_nobody_away(
    tmp_path: Path, game: str, by_nats: bool
) -> None:
    with postgres() as database, ExitStack() as running:
        bus = ""
        if by_nats:
            port = free_port()
            nats = nats_program(port)
            running.callback(nats.wait, 20)
            running.callback(nats.kill)
            bus = f"nats://127.0.0.1:{port}"
        rolling = Rolling(tmp_path, database.address, bus)
        running.callback(rolling.end)
        address = running.enter_context(nginx(tmp_path, rolling.ports))
        asyncio.run(under_load(rolling, address, database.address, game, 5))
