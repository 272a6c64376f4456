"""A viewer of whom everything that reaches them is kept, byte by byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Self

from tests.web.support import Person

QUERIES = ("as=json&since=0", "as=html&since=0", "view=off&as=json")


class Ears:
    """A person's browser with the streams of a table open in every form. ``heard`` grows with all that is sent to it."""

    def __init__(self, person: Person, table: str) -> None:
        self.person, self.table = person, table
        self.heard: list[Any] = []
        self._sockets = [person.stream(table, query) for query in QUERIES]
        self._open = [socket.__enter__() for socket in self._sockets]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self._sockets:
            socket.__exit__(None, None, None)

    def listen(self) -> None:
        """Keep what the streams say up to the table's version, and all that there is to ask for."""
        version = self.person.see(self.table)["version"]
        for socket in self._open:
            while True:
                text = socket.receive_text()
                self.heard.append(text)
                if json.loads(text)["version"] >= version:
                    break
        own = (f"/t/{self.table}{page}" for page in ("", "/record", "/coach", "/review"))
        for address in (*own, f"/verify?table={self.table}", "/", "/open"):
            got = self.person.get(address)
            self.heard.append((address, got.status_code, sorted(got.headers.items()), got.text))
        self.heard.append(self.person.get(f"/t/{self.table}", accept="application/json").content)

    def post(self, verb: str, form: Mapping[str, Any], **headers: str) -> int:
        """Do something with a form; the status."""
        return self._kept(verb, self.person.post(f"/t/{self.table}/{verb}", form, **headers))

    def send(self, **command: Any) -> int:
        """Send a command as JSON; the status."""
        return self._kept("do", self.person.send(f"/t/{self.table}/do", command))

    def _kept(self, what: str, got: Any) -> int:
        self.heard.append((what, got.status_code, got.text))
        return int(got.status_code)
