"""How heavy a table page is on its first visit: the page and all that it makes a browser fetch, as they cross the wire."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from urllib.parse import urlencode, urljoin, urlsplit

from sofra.cli.row import Row
from sofra.games import Box, boxes

BUDGET = 100_000
"""Bytes that a table page may weigh in all."""

_IN_HTML = re.compile(
    r"<(?:script|img|use)\b[^>]*?(?:src|href)=\"([^\"#]+)|<link\b[^>]*?href=\"([^\"]+)", re.IGNORECASE
)
_IN_CSS = re.compile(r"url\(\s*[\"']?([^\"')#]+)|@import\s+[\"']([^\"']+)")
_IN_JS = re.compile(r"(?:\bfrom|\bimport)\s*\(?\s*[\"'](\.{0,2}/[^\"']+)[\"']")


class Browser:
    """Just enough of one: cookies, its origin, and an appetite for compressed answers."""

    def __init__(self, place: str) -> None:
        self._origin = place
        self._connection = HTTPConnection(urlsplit(place).netloc, timeout=30)
        self._cookies: dict[str, str] = {}

    def ask(
        self, method: str, address: str, form: dict[str, str] | None = None
    ) -> tuple[int, str, bytes, int]:
        """Status, address to go on to, body as text bytes, and bytes on the wire."""
        import gzip

        headers = {"Origin": self._origin, "Accept": "text/html,*/*", "Accept-Encoding": "gzip"}
        if self._cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        if form is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        self._connection.request(method, address, urlencode(form) if form is not None else None, headers)
        response = self._connection.getresponse()
        body = response.read()
        for line in response.headers.get_all("Set-Cookie") or ():
            name, _, value = line.partition(";")[0].partition("=")
            self._cookies[name] = value
        plain = gzip.decompress(body) if response.headers.get("Content-Encoding") == "gzip" else body
        return response.status, response.headers.get("Location") or address, plain, len(body)


@contextmanager
def server() -> Iterator[str]:
    """The address of a server on a fresh folder."""
    with tempfile.TemporaryDirectory() as data:
        command = [sys.executable, "-m", "sofra", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().strip()
            finally:
                process.terminate()


def rows() -> list[Row]:
    """The weight of every game's table page with a computer player, in kilobytes, beside the budget."""
    with server() as place:
        return [
            Row(f"page {key}", weight / 1000, "kB", f"the budget, {BUDGET // 1000} kB", weight / BUDGET)
            for key, box in boxes().items()
            for weight in (table_weight(place, box),)
        ]


def table_weight(place: str, box: Box) -> int:
    """Bytes that a browser without a cache gets for a fresh table of this game."""
    browser = Browser(place)
    bots = {
        f"chair-{seat}": f"bot:{next(iter(box.players))}"
        for seat in range(1, max(2, box.game.facts.seats[0]))
    }
    form = {"game": box.key, "preset": "", "chair-0": "person", "name-0": "Elif", **bots}
    status, address, body, _ = browser.ask("POST", "/tables", form)
    if status != 303:
        raise RuntimeError(f"a table of {box.key} was not made: {status} {body[:200]!r}")
    found, waiting = {address: 0}, [address]
    while waiting:
        address = waiting.pop()
        status, _, body, found[address] = browser.ask("GET", address)
        if status != 200:
            raise RuntimeError(f"{address} answers {status}")
        for link in links(address, body):
            if link not in found:
                found[link] = 0
                waiting.append(link)
    return sum(found.values())


def links(address: str, body: bytes) -> list[str]:
    """What a browser fetches of its own accord because of this page, style or module."""
    text = body.decode("utf-8", "replace")
    path = urlsplit(address).path
    pattern = _IN_CSS if path.endswith(".css") else _IN_JS if path.endswith(".js") else _IN_HTML
    if path.endswith((".svg", ".png", ".webmanifest", ".woff2")):
        return []
    names = [
        name
        for groups in pattern.findall(text)
        for name in ([groups] if isinstance(groups, str) else groups)
        if name
    ]
    return [urljoin(address, name) for name in names if not name.startswith(("data:", "#"))]
