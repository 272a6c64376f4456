"""What a server writes down of itself: one JSON object a line, and in none of them a token, a name, or where a table is."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlencode

from websockets.sync.client import connect

from tests.web.process import ROOT, Program

FIELDS = {"at", "level", "from", "what", "method", "route", "status", "ms", "kind", "table", "trace"}


def visited(port: int) -> list[str]:
    """Do everything in which a secret travels; returns the secrets."""
    elif_, yannis, phone = Program(port), Program(port), Program(port)
    form = {"game": "racko", "chair-0": "person", "name-0": "Elif-Su", "chair-1": "open"}
    _, headers, _ = elif_.form("/tables", form)
    table = headers["location"].removeprefix("/t/")
    sit = {"seat": 1, "command": "s", "name": "Yannis-Su"}
    assert yannis.form(f"/t/{table}/sit", sit)[0] == 303
    assert elif_.form(f"/t/{table}/words", {"seat": 0, "command": "w", "words": "Serendip"})[0] == 303
    assert elif_.form(f"/t/{table}/start", {"command": "go"})[0] == 303
    secret = "the-secret-of-a-link-to-a-chair"
    link = {"seat": 1, "command": "l", "secret": secret}
    assert yannis.form(f"/t/{table}/link", link)[0] == 200
    assert phone.ask("GET", f"/t/{table}/chair/1?key={secret}")[0] == 200
    wrong = secret.swapcase()
    assert phone.form(f"/t/{table}/claim", {"seat": 1, "command": "c0", "secret": wrong})[0] == 403
    assert phone.form(f"/t/{table}/claim", {"seat": 1, "command": "c", "secret": secret})[0] == 303
    assert phone.ask("GET", f"/t/{table}/nowhere?key={secret}")[0] == 405
    assert phone.ask("GET", f"/nowhere/{secret}/{table}")[0] == 404
    with connect(
        f"ws://127.0.0.1:{port}/t/{table}/stream?as=json", additional_headers={"Cookie": phone.cookie}
    ) as socket:
        assert json.loads(socket.recv())["seat"] == 1
        socket.send("{" + secret)
        assert "refused" in str(socket.recv())
    # What is no request at all.
    phone.close()
    assert phone.ask("POST", f"/t/{table}/do", b"{" + secret.encode(), "application/json")[0] == 400
    for person in (elif_, yannis, phone):
        person.close()
    tokens = [person.cookie.partition("=")[2] for person in (elif_, yannis, phone)]
    return [table, secret, wrong, "Elif-Su", "Yannis-Su", "Serendip", urlencode({"x": "Serendip"}), *tokens]


def test_a_talkative_server_writes_down_no_secret(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sofra", "serve", "--port", "0", "--data", str(tmp_path), "--verbose"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=log, text=True, env=environment) as server,
    ):
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rpartition(":")[2])
        secrets = visited(port)
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
    text = (tmp_path / "log").read_text("utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert {line["route"] for line in lines if "route" in line} >= {
        "/tables",
        "/t/{id}/{verb}",
        "/t/{id}/chair/{seat:int}",
        "-",
    }
    assert all(set(line) <= FIELDS for line in lines)
    for secret in secrets:
        assert len(secret) > 5
        assert secret not in text, [line for line in text.splitlines() if secret in line]
