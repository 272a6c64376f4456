"""A program that knows nothing but the description comes to a table, plays, and is refused in sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sofra.web.openapi import document
from tests.web.support import Person, app, move, on_turn
from tests.web.test_openapi import validator

CHAIRS = [{"kind": "person", "name": "Ada"}, {"kind": "open"}]


def make(person: Person, **asked: Any) -> Any:
    return person.send("/tables", {"game": "farkle", "chairs": CHAIRS, **asked})


def test_two_programs_meet_at_a_table_and_play_with_no_cookie_to_begin_with(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        ada, bo = Person(client), Person(client)
        made = make(ada, rules={"target": 1000})
        assert made.status_code == 201
        validator("MadeTable").validate(made.json())
        table = made.json()["table"]
        assert made.headers["location"] == f"/t/{table}"
        assert made.json()["address"].endswith(f"/t/{table}")
        sat = bo.send(f"/t/{table}/do", {"do": "sit", "command": "s", "seat": 1, "name": "Bo"})
        assert (sat.status_code, sat.json()["outcome"]) == (200, "accepted")
        # The same cookie, not a new one, each time after.
        assert (
            "set-cookie" not in bo.send(f"/t/{table}/do", {"do": "leave", "command": "l", "seat": 1}).headers
        )
        assert (
            bo.send(f"/t/{table}/do", {"do": "sit", "command": "s2", "seat": 1, "name": "Bo"}).status_code
            == 200
        )
        assert ada.send(f"/t/{table}/do", {"do": "start", "command": "go"}).status_code == 200
        seen = ada.see(table)
        assert (seen["phase"], seen["rules"]) == ("playing", "target=1000")
        person, seen = on_turn((ada, bo), table)
        assert move(person, table, seen, "m").json()["outcome"] == "accepted"


def test_a_match_against_computer_players_begins_at_once(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        ada = Person(client)
        chairs = [{"kind": "person", "name": "Ada", "mark": "sky"}, {"kind": "bot", "persona": "careful"}]
        table = make(ada, chairs=chairs, preset="Zilch").json()["table"]
        seen = ada.see(table)
        assert seen["phase"] == "playing"
        assert [chair["kind"] for chair in seen["chairs"]] == ["person", "bot"]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "chess"}, "chess"),
        ({"chairs": []}, "players"),
        ({"chairs": [{"kind": "bot", "persona": "careful"}] * 2}, "at least one chair is for a person"),
        ({"chairs": [*CHAIRS, {"kind": "bot", "persona": "nobody"}]}, "nobody"),
        ({"chairs": [{"kind": "person", "name": ""}, {"kind": "open"}]}, "name"),
        ({"chairs": [{"kind": "person", "name": "Ada", "mark": "Gold 7"}, {"kind": "open"}]}, "mark"),
        ({"chairs": [{"kind": "throne"}]}, "throne"),
        ({"preset": "Mine"}, "Mine"),
        ({"rules": {"target": 77}}, "target"),
        ({"rules": {"targets": 1000}}, "targets"),
        ({"more": 1}, "more"),
        ({"chairs": CHAIRS * 9}, "players"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused_and_nothing_is_kept(
    tmp_path: Path, asked: dict[str, Any], sentence: str
) -> None:
    with app(tmp_path) as client:
        ada = Person(client)
        refused = make(ada, **asked)
        assert 400 <= refused.status_code < 500
        validator("Problem").validate(refused.json())
        assert sentence in refused.json()["error"]["message"]
        assert "set-cookie" not in refused.headers
        assert client.app._app.state.service.warm == 0  # type: ignore[attr-defined]


def test_whoever_is_refused_a_chair_gets_no_cookie(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        ada, bo = Person(client), Person(client)
        table = make(ada).json()["table"]
        refused = bo.send(f"/t/{table}/do", {"do": "sit", "command": "s", "seat": 0, "name": "Bo"})
        assert refused.status_code == 409
        assert "set-cookie" not in refused.headers


def test_the_description_says_how_to_begin() -> None:
    make_it = document()["paths"]["/tables"]["post"]
    assert make_it["requestBody"]["content"]["application/json"]["schema"]["$ref"].endswith("AskedTable")
    assert "cookie" in document()["info"]["description"]
