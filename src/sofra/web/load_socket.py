"""A WebSocket client that costs next to nothing, so that the load tool measures the server and not itself.

It speaks to our own server over a good line only: text messages, no extensions, pings answered, fragments not expected.
"""

from __future__ import annotations

import asyncio
import base64
import os
from asyncio import Protocol, Transport
from collections.abc import Callable, Mapping
from typing import Self, cast
from urllib.parse import urlsplit

_TEXT, _CLOSE, _PING, _PONG = 0x1, 0x8, 0x9, 0xA
# Clients have to mask what they send; with a mask of zeros that costs nothing.
_NO_MASK = bytes(4)


class LoadSocket(Protocol):
    """An open socket. ``heard`` is called with each message, ``gone`` is done when the socket is closed."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None]) -> None:
        loop = asyncio.get_running_loop()
        self.opened: asyncio.Future[None] = loop.create_future()
        self.gone: asyncio.Future[None] = loop.create_future()
        self._request = request
        self._heard = heard
        self._buffer = b""

    @classmethod
    async def open(cls, url: str, headers: Mapping[str, str], heard: Callable[[bytes], None]) -> Self:
        """Connect to an address such as ``ws://host:port/path``. Raises ConnectionError if it is not taken."""
        parts = urlsplit(url)
        where = f"{parts.path}?{parts.query}" if parts.query else parts.path
        lines = [
            f"GET {where} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *(f"{name}: {value}" for name, value in headers.items()),
        ]
        request = ("\r\n".join(lines) + "\r\n\r\n").encode()
        loop = asyncio.get_running_loop()
        host, port = parts.hostname or "127.0.0.1", parts.port or 80
        _, socket = await loop.create_connection(lambda: cls(request, heard), host, port)
        try:
            await socket.opened
        except BaseException:
            socket.close()
            raise
        return socket

    def send(self, text: bytes) -> None:
        """Send a message of less than 65,536 bytes."""
        self._send(_TEXT, text)

    def close(self) -> None:
        """Hang up."""
        if not self.gone.done():
            self.gone.set_result(None)
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))
        if not self.gone.done():
            self.gone.set_result(None)

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.opened.done():
            head, end, buffer = buffer.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self.opened.set_exception(ConnectionError(head.decode("latin-1")[:80]))
                self._transport.close()
                return
            self.opened.set_result(None)
        at = 0
        while (found := _frame(buffer, at)) is not None:
            code, start, at = found
            self._take(code, buffer[start:at])
        self._buffer = buffer[at:]

    def _take(self, code: int, payload: bytes) -> None:
        if code == _TEXT:
            self._heard(payload)
        elif code == _PING:
            self._send(_PONG, payload)
        elif code == _CLOSE:
            self._transport.close()

    def _send(self, code: int, payload: bytes) -> None:
        size = len(payload)
        if size < 126:
            head = bytes((0x80 | code, 0x80 | size))
        else:
            head = bytes((0x80 | code, 0xFE)) + size.to_bytes(2, "big")
        self._transport.write(head + _NO_MASK + payload)


def _frame(buffer: bytes, at: int) -> tuple[int, int, int] | None:
    """Code, start and end of the payload of the frame that begins at ``at``; None if it is not all there."""
    left = len(buffer) - at
    if left < 2:
        return None
    size, start = buffer[at + 1] & 0x7F, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if left < 2 + wide:
            return None
        size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
    end = start + size
    return (buffer[at] & 0x0F, start, end) if len(buffer) >= end else None
