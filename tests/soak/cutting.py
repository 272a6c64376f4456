"""Ways to cut a node off from its database: a forwarder that goes silent, or a network of the node's own that goes down."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


class Forwarder:
    """Forwards a TCP port to the socket of a PostgreSQL. ``cut`` makes it swallow every byte without closing anything;
    after ``mend`` new connections work, and those of before stay dead, as behind a firewall that has forgotten them."""

    def __init__(self, folder: Path, host: str = "127.0.0.1") -> None:
        self._socket = str(folder / ".s.PGSQL.5432")
        self._host = host
        self._era = 0
        self._whole = True
        self._tasks: set[asyncio.Task[None]] = set()
        self._ends: list[asyncio.StreamWriter] = []

    async def start(self) -> str:
        """The address for servers."""
        self._server = await asyncio.start_server(self._serve, self._host, 0)
        port = self._server.sockets[0].getsockname()[1]
        return f"postgresql://sofra@{self._host}:{port}/postgres"

    def cut(self) -> None:
        self._whole = False
        self._era += 1

    def mend(self) -> None:
        self._whole = True

    async def stop(self) -> None:
        self._server.close()
        await asyncio.sleep(0)  # Whoever was let in just now has begun, and is ended too.
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for end in self._ends:
            end.close()
            with suppress(OSError):
                await end.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        self._ends.append(writer)
        era = self._era
        try:
            if not self._whole:
                await asyncio.Event().wait()
            there, back = await asyncio.open_unix_connection(self._socket)
            self._ends.append(back)  # The database hears nothing of an end that nobody told it of.
            await asyncio.gather(self._pass(reader, back, era), self._pass(there, writer, era))
        except (OSError, asyncio.CancelledError):
            writer.close()
        finally:
            self._tasks.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, era: int) -> None:
        while data := await reader.read(65_536):
            if era == self._era:
                writer.write(data)
                await writer.drain()
        if era == self._era:
            writer.close()


NAME = "sofra-cut"
# Two lines to the node: one to its database, which can be cut, and one for its players.
DATABASE_SIDE, NODE_SIDE = "10.213.77.1", "10.213.77.2"
PLAYERS_SIDE, SERVING_SIDE = "10.213.78.1", "10.213.78.2"
INSIDE = ("ip", "netns", "exec", NAME)


class OwnNetwork:
    """A network namespace with two lines to this one."""

    def cut(self) -> None:
        _run("ip", "link", "set", "sofradb0", "down")

    def mend(self) -> None:
        _run("ip", "link", "set", "sofradb0", "up")


@contextmanager
def own_network() -> Iterator[OwnNetwork]:
    """Raises PermissionError where this machine does not allow it."""
    if os.geteuid() != 0:
        raise PermissionError("only root may make a network namespace")
    try:
        _run("ip", "netns", "add", NAME)
    except (OSError, subprocess.CalledProcessError) as error:
        raise PermissionError("this machine allows no network namespace") from error
    try:
        _line("sofradb", DATABASE_SIDE, NODE_SIDE)
        _line("sofrapl", PLAYERS_SIDE, SERVING_SIDE)
        _run(*INSIDE, "ip", "link", "set", "lo", "up")
        yield OwnNetwork()
    except subprocess.CalledProcessError as error:
        raise PermissionError(f"this machine allows no lines between networks: {error.stderr!r}") from error
    finally:
        with suppress(subprocess.CalledProcessError):
            _run("ip", "netns", "del", NAME)


def _line(name: str, here: str, there: str) -> None:
    _run("ip", "link", "add", f"{name}0", "type", "veth", "peer", "name", f"{name}1")
    _run("ip", "link", "set", f"{name}1", "netns", NAME)
    _run("ip", "addr", "add", f"{here}/30", "dev", f"{name}0")
    _run("ip", "link", "set", f"{name}0", "up")
    _run(*INSIDE, "ip", "addr", "add", f"{there}/30", "dev", f"{name}1")
    _run(*INSIDE, "ip", "link", "set", f"{name}1", "up")


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=20)
