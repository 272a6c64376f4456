"""What only the host does has a page of its own, and everything on it works; a closed table says why it is closed."""

import re
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sofra.lang import LANGS, speak
from sofra.web.closing import CLOSED
from tests.web.support import Person, app, new_table, two_people


def forms(page: str) -> dict[tuple[str, str], dict[str, str]]:
    """The forms of a page by verb and seat, each with its fields as a browser would send them."""
    found = {}
    for verb, inside in re.findall(
        r'<form method="post" action="/t/[^/]+/([\w-]+)"[^>]*>(.*?)</form>', page, re.DOTALL
    ):
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', inside))
        if chosen := re.search(r'<select [^>]*name="(\w+)"><option value="(\w+)"', inside):
            fields[chosen[1]] = chosen[2]
        found[verb, fields.get("seat", "")] = fields
    return found


def do(person: Person, table: str, verb: str, seat: str, where: str = "/host") -> Any:
    """Press the button of a page's form."""
    return person.post(f"/t/{table}/{verb}", forms(person.get(f"/t/{table}{where}").text)[verb, seat])


def live_of(client: TestClient, table: str) -> Any:
    return client.app._app.state.service._tables[table]  # type: ignore[attr-defined]


def long_gone(client: TestClient, table: str, milliseconds: int = 100_000) -> None:
    """Nobody has asked for anything for so long."""
    live = live_of(client, table)
    presence = live.presence
    presence.seen_at = dict.fromkeys(presence.seen_at, live.clock.now() - milliseconds)
    presence.loaded_at = live.clock.now() - milliseconds


def test_the_page_is_the_hosts_alone_and_found_from_the_table(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert f'href="/t/{table}/host"' in elif_.get(f"/t/{table}").text
        assert f'href="/t/{table}/host"' not in yannis.get(f"/t/{table}").text
        for person in (yannis, Person(client)):
            assert person.get(f"/t/{table}/host").status_code == 403
        waits = new_table(elif_, "farkle", "Elif", "open")
        assert f'href="/t/{waits}/host"' in elif_.get(f"/t/{waits}").text


def test_the_role_is_passed_on(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert do(elif_, table, "host", "1").status_code == 303
        assert elif_.get(f"/t/{table}/host").status_code == 403
        assert yannis.get(f"/t/{table}/host").status_code == 200
        assert ("host", "1") not in forms(yannis.get(f"/t/{table}/host").text)


@pytest.mark.parametrize("started", [True, False])
def test_a_role_whose_holder_is_gone_is_taken_by_one_of_those_who_are_left(
    tmp_path: Path, started: bool
) -> None:
    with app(tmp_path) as client:
        elif_, yannis, stranger = Person(client), Person(client), Person(client)
        table = new_table(elif_, "farkle", "Elif", "open")
        yannis.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis"})
        if started:
            elif_.post(f"/t/{table}/start", {"command": "go"})
        offered = '<button class="btn small">Be the host</button>'
        assert offered not in yannis.get(f"/t/{table}").text
        refused = yannis.post(f"/t/{table}/host", {"seat": 1, "command": "early"})
        assert refused.status_code == 403
        long_gone(client, table, 200_000)
        assert offered not in stranger.get(f"/t/{table}").text
        assert stranger.post(f"/t/{table}/host", {"seat": 1, "command": "no"}).status_code == 403
        assert yannis.post(f"/t/{table}/host", {"seat": 0, "command": "not-hers"}).status_code == 403
        assert offered in yannis.get(f"/t/{table}").text
        assert do(yannis, table, "host", "1", "").status_code == 303
        assert elif_.get(f"/t/{table}/host").status_code == 403
        assert yannis.get(f"/t/{table}/host").status_code == 200


def test_a_role_is_not_taken_from_a_host_who_looks_at_the_table(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        long_gone(client, table, 200_000)
        elif_.get(f"/t/{table}")
        assert "Be the host" not in yannis.get(f"/t/{table}").text
        assert yannis.post(f"/t/{table}/host", {"seat": 1, "command": "h"}).status_code == 403


def test_a_player_is_taken_off_their_chair_before_the_match_and_in_it(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis = Person(client), Person(client)
        table = new_table(elif_, "farkle", "Elif", "open", "bot:careful")
        yannis.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis"})
        assert set(forms(elif_.get(f"/t/{table}/host").text)) == {
            ("host", "1"),
            ("remove", "1"),
            ("remove", "2"),
            ("close", ""),
        }
        for seat in ("1", "2"):
            assert do(elif_, table, "remove", seat).status_code == 303
        assert [chair["kind"] for chair in elif_.see(table)["chairs"]] == ["person", "open", "open"]
        elif_, yannis, table = two_people(client)
        assert do(elif_, table, "remove", "1").status_code == 303
        assert yannis.see(table)["seat"] is None
        assert elif_.see(table)["chairs"][1]["kind"] == "bot"
        assert ("remove", "1") not in forms(elif_.get(f"/t/{table}/host").text)


def test_a_computer_player_sits_in_for_somebody_away_and_they_take_the_chair_back(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert ("sit-in", "1") not in forms(elif_.get(f"/t/{table}/host").text)
        long_gone(client, table)
        assert do(elif_, table, "sit-in", "1").status_code == 303
        assert elif_.see(table)["chairs"][1]["stand_in"]
        assert ("sit-in", "1") not in forms(elif_.get(f"/t/{table}/host").text)
        assert do(yannis, table, "back", "1", "").status_code == 303
        assert not elif_.see(table)["chairs"][1]["stand_in"]


def test_a_player_lets_a_computer_player_sit_in_for_a_while(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        _, yannis, table = two_people(client)
        assert do(yannis, table, "sit-in", "1", "").status_code == 303
        assert yannis.see(table)["chairs"][1]["stand_in"]
        assert ("sit-in", "1") not in forms(yannis.get(f"/t/{table}").text)
        assert do(yannis, table, "back", "1", "").status_code == 303
        assert not yannis.see(table)["chairs"][1]["stand_in"]


def test_whoever_gets_up_before_the_match_stays_at_the_table(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis = Person(client), Person(client)
        table = new_table(elif_, "farkle", "Elif", "open", "open")
        yannis.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis"})
        # A second device may share the chair already now.
        assert 'class="qr"' in do(yannis, table, "link", "1", "").text
        answer = do(yannis, table, "leave", "1", "")
        assert (answer.status_code, answer.headers["location"]) == (303, f"/t/{table}")
        assert elif_.see(table)["chairs"][1]["kind"] == "open"


@pytest.mark.parametrize("game", ["farkle", "racko", "raks"])
def test_a_table_closed_in_mid_match_says_so_to_everybody_and_asks_nobody(tmp_path: Path, game: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, game)
        with yannis.stream(table, f"as=html&since={yannis.see(table)['version']}") as socket:
            assert do(elif_, table, "close", "").status_code == 303
            told = socket.receive_json()
            assert CLOSED["host"] in told["regions"]["ask"]
        for person in (elif_, yannis, Person(client)):
            for lang in LANGS:
                page = person.get(f"/t/{table}", **{"accept-language": lang}).text
                assert speak(lang)(CLOSED["host"]) in page
                match = page[
                    page.index('<form id="match"') : page.index("</form>", page.index('<form id="match"'))
                ]
                enabled = [tag for tag in re.findall(r"<button[^>]*>", match) if "disabled" not in tag]
                assert not [tag for tag in enabled if 'name="move"' in tag], enabled
                assert not {verb for verb, _ in forms(page)} & {
                    "leave",
                    "end",
                    "sit-in",
                    "rematch",
                    "undo",
                    "react",
                    "link",
                }
        assert elif_.get(f"/t/{table}/host").status_code == 403
        # Its envelope is open, and what was played of the match can be checked.
        text = elif_.get(f"/t/{table}/record").text
        assert elif_.post("/verify", {"record": text}).status_code == 200


def test_a_table_closed_before_a_match_says_so_and_lets_nobody_sit(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis = Person(client), Person(client)
        table = new_table(elif_, "farkle", "Elif", "open")
        with yannis.stream(table, f"as=html&since={elif_.see(table)['version']}") as socket:
            assert do(elif_, table, "close", "").status_code == 303
            assert socket.receive_json()["reload"]
        for person in (elif_, yannis):
            page = person.get(f"/t/{table}")
            assert page.status_code == 409
            assert CLOSED["host"] in page.text
            assert f"/t/{table}/sit" not in page.text
