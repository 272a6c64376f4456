"""``run``: the server as a process. It prints its address when it answers, and stops in peace on SIGINT and SIGTERM."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from sofra.table.service import Manner
from sofra.web.app import USUAL_LIMITS, make_app
from sofra.web.limits import Limits
from sofra.web.nodes import Opening
from sofra.web.stream import LARGEST_FRAME

LAST_REQUESTS = 0.2
"""Seconds in which those who have connected before the end may still send their request."""
FIELDS = ("method", "route", "status", "ms", "kind", "table")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and a few named fields. No addresses, names or tokens."""

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
        }
        found.update({name: record.__dict__[name] for name in FIELDS if name in record.__dict__})
        if record.exc_info:
            found["trace"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


class _Server(uvicorn.Server):
    """Opens what it keeps before it serves, and says where it listens once it does; to be stopped is no failure, and
    ``listening`` (streams of events, which would go on for ever) ends with it."""

    def __init__(self, config: uvicorn.Config, opening: Opening, listening: set[asyncio.Task[Any]]) -> None:
        super().__init__(config)
        self._opening = opening
        self._listening = listening

    async def serve(self, sockets: Any = None) -> None:
        try:
            await self._opening.begin()
            await super().serve(sockets)
        finally:
            self._opening.end()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Not raised once more after everything has ended in peace: whoever stops a server has not lost it.
        if self.should_exit and sig == signal.SIGINT:
            self.force_exit = True
        else:
            self.should_exit = True

    async def shutdown(self, sockets: Any = None) -> None:
        # A balancer may have connected a moment ago: what it is about to ask is still answered, and nothing new is taken.
        for server in self.servers:
            server.close()
        await asyncio.sleep(LAST_REQUESTS)
        for stream in tuple(self._listening):
            stream.cancel()
        await super().shutdown(sockets)

    async def startup(self, sockets: Any = None) -> None:
        await super().startup(sockets)
        if not self.started:
            return
        _collect_seldom()
        for server in self.servers:
            for socket in server.sockets:
                host, port = socket.getsockname()[:2]
                shown = f"[{host}]" if ":" in host else host
                sys.stdout.write(f"http://{shown}:{port}\n")
        sys.stdout.flush()


def _collect_seldom() -> None:
    """A server's objects are logs and states, which hold no cycles and live long: looking through all of them for cycles
    again and again took a fifth of its time. What was made up to now is never looked through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 50)


def run(
    host: str,
    port: int,
    data: str | Path,
    *,
    database: str = "",
    bus: str = "",
    manner: Manner | None = None,
    limits: Limits | None = USUAL_LIMITS,
    verbose: bool = False,
) -> int:
    """Serve until stopped; returns the exit status. ``port`` 0 takes a free one. ``database`` and ``bus`` are addresses for
    many nodes (see ``nodes``). ``limits`` None lets everybody be as fast as they can. Raises SofraError, before it listens,
    where tables cannot be kept."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True)
    # It would name each stream with its address, and that is the link to a table.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    listening: set[asyncio.Task[Any]] = set()
    opening = Opening(Path(data), database, bus)
    config = uvicorn.Config(
        make_app(opening.both, manner, limits, listening),
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=30,
        lifespan="on",
    )
    server = _Server(config, opening, listening)
    server.run()
    return 0 if server.started else 1
