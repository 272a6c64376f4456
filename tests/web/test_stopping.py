"""A server that stops leaves nobody without an answer: what it gives up is refused in words, and streams end."""

import asyncio
import http.client
import json
from pathlib import Path
from typing import Any

import pytest

from sofra.table.service import Service
from tests.web.process import Server
from tests.web.support import Person, app, new_table
from tests.web.test_kill import sit_down


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
@pytest.mark.parametrize(("method", "path"), [("GET", "/t/{}"), ("POST", "/t/{}/do"), ("POST", "/tables")])
def test_what_is_given_up_is_answered_with_503(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str, path: str, accept: str
) -> None:
    with app(tmp_path) as client:
        table = new_table(Person(client), "farkle", "Elif", "open")
        waiting = asyncio.Event()

        async def for_ever(*_: Any) -> None:
            waiting.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(Service, "open", for_ever)
        monkeypatch.setattr(Service, "create", for_ever)
        form = b"game=farkle&chair-0=person&name-0=Elif&chair-1=open"
        heard: list[Any] = []

        async def send(message: Any) -> None:
            heard.append(message)

        async def receive() -> Any:
            return {"type": "http.request", "body": form if method == "POST" else b""}

        async def main() -> None:
            scope = {
                "type": "http",
                "scheme": "http",
                "method": method,
                "path": path.format(table),
                "query_string": b"",
                "headers": [
                    (b"accept", accept.encode()),
                    (b"content-type", b"application/x-www-form-urlencoded"),
                ],
                "client": ("203.0.113.7", 5),
            }
            asked = asyncio.ensure_future(client.app(scope, receive, send))
            await waiting.wait()
            asked.cancel()
            await asked

        assert client.portal is not None
        client.portal.call(main)
        assert heard[0]["status"] == 503
        body = b"".join(message.get("body", b"") for message in heard[1:])
        assert b"being restarted" in body
        if accept == "application/json":
            assert json.loads(body)["error"]["kind"] == "unsupported"


def test_a_stream_of_events_ends_whole_when_the_server_stops(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        people, table = sit_down(server.port)
        watching = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        watching.request("GET", f"/t/{table}/events")
        answer = watching.getresponse()
        assert answer.readline().startswith(b"retry")
        for person in people:
            person.close()
        status, log = server.stop()
        # An end that is none would raise IncompleteRead here.
        assert b"id: " in answer.read()
        # What had not ended by itself would have been waited for, and then torn off; uvicorn complains of that.
        assert "exceeded" not in log
        watching.close()
        assert status == 0
        assert "Traceback" not in log
        assert "ASGI" not in log
