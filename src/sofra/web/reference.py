"""What the load tool holds the endpoint against: a bare socket that stores what it hears, group by group, and says it back.

No game, no table, no view: the least that any server of durable moves does on this machine in the same run.
"""

from __future__ import annotations

import asyncio
import queue
import socket
import sqlite3
import sys
import threading
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

Group = list[tuple[str, "asyncio.Future[None]"]]


class Echo:
    """One writer thread, one synced transaction for all that has come in meanwhile."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._queue: queue.SimpleQueue[tuple[str, asyncio.Future[None]]] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    async def __call__(self, client: WebSocket) -> None:
        """Store each text, then send it back."""
        loop = asyncio.get_running_loop()
        await client.accept()
        try:
            while True:
                text = await client.receive_text()
                stored: asyncio.Future[None] = loop.create_future()
                self._queue.put((text, stored))
                await stored
                await client.send_text(text)
        except WebSocketDisconnect:
            return

    def _write(self) -> None:
        database = sqlite3.connect(self._file, isolation_level=None)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("CREATE TABLE IF NOT EXISTS log (id INTEGER PRIMARY KEY, text TEXT NOT NULL)")
        while True:
            group: Group = [self._queue.get()]
            while len(group) < 512 and not self._queue.empty():
                group.append(self._queue.get())
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO log (text) VALUES (?1)", [(text,) for text, _ in group])
            database.execute("COMMIT")
            group[0][1].get_loop().call_soon_threadsafe(_done, group)


def _done(group: Group) -> None:
    for _, stored in group:
        if not stored.done():
            stored.set_result(None)


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        sys.stdout.write(f"http://{host}:{port}\n")
        sys.stdout.flush()


def main(folder: str) -> None:
    """Serve on a free port until stopped, and print the address."""
    app = Starlette(routes=[WebSocketRoute("/", Echo(Path(folder) / "echo.db").__call__)])
    _Server(uvicorn.Config(app, port=0, log_config=None, ws_per_message_deflate=False, lifespan="off")).run()


if __name__ == "__main__":
    main(sys.argv[1])
