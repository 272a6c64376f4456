"""A finished record becomes a table: looked at by everybody who has the link, checked, reviewed, and never played on."""

import html
import re
from pathlib import Path

import pytest

from sofra.core import record as records
from tests.dealing.tampering import sealed_text
from tests.web.support import Person, app

GAMES = ("farkle", "racko", "raks")


def bring(person: Person, text: str) -> str:
    response = person.post("/import", {"record": text})
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).removeprefix("/t/")


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_looked_at_checked_and_given_back_as_it_was(tmp_path: Path, game: str) -> None:
    text = sealed_text(game, 7, 20)
    with app(tmp_path) as client:
        elif_, friend = Person(client), Person(client)
        table = bring(elif_, text.replace("\n", "\r\n"))
        for person in (elif_, friend):
            page = person.get(f"/t/{table}")
            assert page.status_code == 200
            assert "this match was played elsewhere" in page.text
            assert "Elif" in page.text
            assert 'id="result"' in page.text
            assert f"/t/{table}/rematch" not in page.text
            assert records.parse(person.get(f"/t/{table}/record").text) == records.parse(text)
        shown = re.search(
            r"<textarea[^>]*>(.*?)</textarea>", friend.get(f"/verify?table={table}").text, re.DOTALL
        )
        assert shown is not None
        assert "All of it fits" in friend.post("/verify", {"record": html.unescape(shown[1])}).text
        seen = friend.see(table)
        assert (seen["phase"], seen["seat"], seen["asked"]) == ("closed", None, [])
        assert f"/t/{table}" in elif_.get("/").text
        assert f"/t/{table}" not in friend.get("/").text
        if game == "farkle":
            # It is begun beside the event loop; how long it takes is no matter here.
            assert friend.get(f"/t/{table}/review").status_code in (200, 202)
    with app(tmp_path) as client:
        assert "this match was played elsewhere" in Person(client).get(f"/t/{table}").text


def test_nothing_is_played_at_it(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_ = Person(client)
        table = bring(elif_, sealed_text("farkle", 1))
        for verb in ("rematch", "start", "close", "undo", "settings", "leave", "react", "sit"):
            form = {"command": f"c-{verb}", "seat": 0, "to": 0, "name": "X", "say": "bravo"}
            assert elif_.post(f"/t/{table}/{verb}", form).status_code in (400, 403, 409), verb


def test_a_record_that_is_none_is_refused_with_line_and_column(tmp_path: Path) -> None:
    text = sealed_text("farkle", 2)
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("* "))
    broken = "\n".join([*lines[:at], "* roll:1:1 = 1 2 x", *lines[at + 1 :]])
    with app(tmp_path) as client:
        person = Person(client)
        answer = person.post("/import", {"record": broken})
        assert answer.status_code == 400
        assert f"line {at + 1}" in answer.text
        # What was pasted is still there to be mended.
        assert "roll:1:1 = 1 2 x" in answer.text
        plain = person.client.post(
            "/import",
            content=broken.encode(),
            headers={"content-type": "text/plain", "accept": "application/json"},
        )
        assert plain.status_code == 400
        assert f"line {at + 1}" in plain.json()["error"]["message"]


def test_a_record_that_breaks_a_rule_or_a_claim_is_refused(tmp_path: Path) -> None:
    text = re.sub(r"^hash: .*\n", "", sealed_text("farkle", 3), flags=re.MULTILINE)
    with app(tmp_path) as client:
        person = Person(client)
        assert (
            person.post(
                "/import", {"record": re.sub(r"^scores: \d+", "scores: 99999", text, flags=re.MULTILINE)}
            ).status_code
            == 400
        )
        for wrong in (text.replace("game: farkle", "game: chess"), "", "sofra record 1\n"):
            assert person.post("/import", {"record": wrong}).status_code in (400, 404, 422)


@pytest.mark.parametrize("name", ["\u202eElif", "El\u200bif", "x" * 60, " "])
def test_names_that_play_tricks_are_refused(tmp_path: Path, name: str) -> None:
    text = re.sub(r"^hash: .*\n", "", sealed_text("farkle", 4), flags=re.MULTILINE)
    with app(tmp_path) as client:
        answer = Person(client).post("/import", {"record": text.replace("seat 0: Elif", f"seat 0: {name}")})
        assert answer.status_code in (303, 400)
        if answer.status_code == 303:
            assert name.strip() == ""


def test_names_are_escaped_and_a_program_sends_plain_text(tmp_path: Path) -> None:
    text = re.sub(r"^hash: .*\n", "", sealed_text("farkle", 5), flags=re.MULTILINE)
    with app(tmp_path) as client:
        sent = text.replace("seat 0: Elif", 'seat 0: <b>&"x').encode()
        answer = client.post("/import", content=sent, headers={"content-type": "text/plain; charset=utf-8"})
        assert answer.status_code == 303
        page = client.get(answer.headers["location"]).text
        assert "&lt;b&gt;&amp;&#34;x" in page
        assert "<b>&" not in page
        assert (
            client.post("/import", content=b"\xff\xfe", headers={"content-type": "text/plain"}).status_code
            == 400
        )
        assert (
            Person(client, origin="https://elsewhere.example").post("/import", {"record": text}).status_code
            == 403
        )


def test_what_is_too_long_is_refused(tmp_path: Path) -> None:
    text = sealed_text("farkle", 6)
    with app(tmp_path) as client:
        person = Person(client)
        longer = text + "# a remark\n" * 15_000
        answer = person.post("/import", {"record": longer})
        assert answer.status_code == 400
        assert "at most 65,536 bytes" in answer.text
        assert person.post("/import", {"record": "x" * 600_000}).status_code == 413
