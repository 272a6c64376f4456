"""Careless clients: who hangs up in the middle, and who sends what no reader takes. They are no fault of the server's."""

from pathlib import Path
from typing import Any

import pytest

from tests.web.support import ORIGIN, Person, app, new_table


def test_a_number_of_thousands_of_digits_is_refused_in_words_of_ours(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        body = b'{"game":"farkle","chairs":[],"rules":{"target":' + b"9" * 5000 + b"}}"
        said = client.post(
            "/tables", content=body, headers={"content-type": "application/json", "origin": ORIGIN}
        )
    assert said.status_code == 400
    assert said.json()["error"]["message"] == "the body is not valid JSON: a number has too many digits"


@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
@pytest.mark.parametrize("path", ["/tables", "/import", "/t/{}/do", "/t/{}/sit", "/verify"])
def test_whoever_hangs_up_in_the_middle_of_a_request_is_no_fault_of_ours(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, path: str, kind: str
) -> None:
    messages = iter([{"type": "http.request", "body": b"{", "more_body": True}, {"type": "http.disconnect"}])

    async def receive() -> Any:
        return next(messages)

    async def send(_: Any) -> None:
        """Nobody is there any more."""

    with app(tmp_path) as client:
        scope = {
            "type": "http",
            "scheme": "http",
            "method": "POST",
            "path": path.format(new_table(Person(client), "farkle", "Elif", "open")),
            "query_string": b"",
            "headers": [(b"content-type", kind.encode())],
            "client": ("203.0.113.7", 5),
        }
        assert client.portal is not None
        client.portal.call(client.app, scope, receive, send)
    assert not next(messages, None), "the whole request was read"
    assert not [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
