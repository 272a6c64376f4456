"""A server as a process of its own, to be killed, and programs that talk to it over real sockets."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlencode

ROOT = Path(__file__).parents[2]

# The tiny game is put on the shelf before the server starts: it is no part of an installation.
LAUNCH = """
import sys
from pathlib import Path
from sofra.games import boxes
from sofra.table.service import Manner
from sofra.web.serve import run
from tests.table.tiny import box
boxes()["tiny"] = box
manner = Manner(pace=float(sys.argv[3]), warm=float(sys.argv[7]), sweep_every=float(sys.argv[8]))
port, folder, database, bus, host = int(sys.argv[1]), Path(sys.argv[2]), *sys.argv[4:7]
sys.exit(run(host, port, folder, database=database, bus=bus, manner=manner, limits=None))
"""


class Server:
    """A running server; ``address`` is what it printed when it answered. ``inside`` is a command that starts it elsewhere."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        pace: float = 0.0,
        database: str = "",
        *,
        bus: str = "",
        host: str = "127.0.0.1",
        inside: tuple[str, ...] = (),
        warm: float = 300,
        sweep_every: float = 60,
    ) -> None:
        words = [str(port), str(folder), str(pace), database, bus, host, str(warm), str(sweep_every)]
        # A file, and no pipe that nobody empties: a server that logs much while its database is away must not stop for it.
        self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115 -- it is closed with the server
        self.process = subprocess.Popen(
            [*inside, sys.executable, "-c", LAUNCH, *words],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line.startswith("http://"), (line, self.process.wait(20), self._logged())
        self.address = line
        self.port = int(line.rpartition(":")[2])

    def kill(self) -> None:
        """SIGKILL: no chance to finish anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()
        self._log.close()

    def stop(self) -> tuple[int, str]:
        """SIGTERM; returns the exit status and what was logged."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=120)
        return self.process.returncode, self._logged()

    def _logged(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
        self._log.close()


class Program:
    """A client with a cookie and one kept connection; it goes on with whatever server stands at its port."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._connection: http.client.HTTPConnection | None = None

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "", accept: str = ""
    ) -> tuple[int, Any, bytes]:
        """Status, headers and body. Raises OSError or HTTPException when the server goes away."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"cookie": self.cookie, "content-type": kind, "accept": accept}
        try:
            self._connection.request(method, path, body, {k: v for k, v in headers.items() if v})
            response = self._connection.getresponse()
            data = response.read()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        if made := response.headers.get("set-cookie"):
            self.cookie = made.partition(";")[0]
        return response.status, response.headers, data

    def form(self, path: str, fields: Mapping[str, Any]) -> tuple[int, Any, bytes]:
        return self.ask("POST", path, urlencode(fields).encode(), "application/x-www-form-urlencoded")

    def send(self, path: str, value: Any) -> tuple[int, dict[str, Any]]:
        status, _, data = self.ask("POST", path, json.dumps(value).encode(), "application/json")
        return status, json.loads(data)

    def see(self, table: str) -> dict[str, Any]:
        status, _, data = self.ask("GET", f"/t/{table}", accept="application/json")
        assert status == 200, data
        found: dict[str, Any] = json.loads(data)
        return found

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
