"""Live updates: gap or snapshot, one version for everybody, the hash of the viewer's own view, commands over the socket."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from sofra.core import StandIn
from sofra.core.plain import told as plain_told
from sofra.games.farkle.view import Banked, Rolled, ThrownForStart
from sofra.web import updates
from tests.table import tiny
from tests.table.support import tiny_on_the_shelf
from tests.web.support import Person, app, move, new_table, on_turn, two_people


def message(socket: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(socket.receive_text())
    return found


def test_a_client_that_knows_nothing_gets_a_snapshot_and_one_that_knows_a_version_gets_the_gap(
    tmp_path: Path,
) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for number in range(6):
            person, seen = on_turn((elif_, yannis), table)
            known = seen["version"]
            assert move(person, table, seen, f"m{number}").status_code == 200
        now = elif_.see(table)
        with elif_.stream(table) as socket:
            first = message(socket)
            assert first["snapshot"]
            assert "told" not in first
            assert first["view"] == now["view"]
        with elif_.stream(table, f"as=json&since={known}") as socket:
            gap = message(socket)
            assert "snapshot" not in gap
            assert len(gap["told"]) == now["version"] - known
            assert all("what" in tell for tell in gap["told"])
        with elif_.stream(table, f"as=json&since={now['version'] + 5}") as socket:
            assert message(socket)["snapshot"]


def test_whatever_versions_clients_name_little_is_kept_for_them(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for number in range(60):
            person, seen = on_turn((elif_, yannis), table)
            assert move(person, table, seen, f"m{number}").status_code == 200
        version = elif_.see(table)["version"]
        for since in (*range(version + 1), *(10**6 - number for number in range(100))):
            with Person(client).stream(table, f"as=json&since={since}") as socket:
                if since != version:
                    assert message(socket)["version"] == version
        kept = client.app._app.state.service._tables[table].cache  # type: ignore[attr-defined]
        assert len(kept) <= 2 * (updates.NEAR + 2) < version


def test_whoever_knows_the_latest_version_hears_nothing_until_something_happens(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        other = yannis if person is elif_ else elif_
        with other.stream(table, f"as=json&since={seen['version']}") as socket:
            assert move(person, table, seen, "m").status_code == 200
            update = message(socket)
            assert update["version"] == person.see(table)["version"]
            assert update["told"][0]["what"] == "rolls"


def test_the_hash_in_an_update_is_that_of_the_view_as_it_was_sent(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        with elif_.stream(table) as socket:
            update = message(socket)
        text = json.dumps(update["view"], separators=(",", ":"), ensure_ascii=False)
        assert update["hash"] == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_commands_over_the_socket_are_answered_and_act_once(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        people = two_people(client)
        person, seen = on_turn(people[:2], people[2])
        command = {"do": "move", "seat": seen["seat"], "ask": seen["version"], "command": "m", "move": "roll"}
        with person.stream(people[2], f"as=json&since={seen['version']}") as socket:
            answers: list[dict[str, Any]] = []
            for _ in range(3):
                socket.send_text(json.dumps(command))
            while len(answers) < 3:
                answers += message(socket).get("answers", [])
            assert [answer["outcome"] for answer in answers] == ["accepted", "already done", "already done"]
            assert len({answer["version"] for answer in answers}) == 1


BAD_FRAMES = [
    "",
    "{",
    "[]",
    "null",
    '"x"',
    '{"do":"fly"}',
    '{"do":"move"}',
    "[" * 9000,
    "\u0000",
    '{"do":"move","command":"a b","seat":0,"ask":1,"move":"roll"}',
]


@pytest.mark.parametrize("frame", BAD_FRAMES)
def test_a_frame_that_is_no_command_is_refused_and_the_socket_lives_on(tmp_path: Path, frame: str) -> None:
    with app(tmp_path) as client:
        people = two_people(client)
        person, seen = on_turn(people[:2], people[2])
        with person.stream(people[2], f"as=json&since={seen['version']}") as socket:
            socket.send_text(frame)
            (answer,) = message(socket)["answers"]
            assert answer["outcome"] == "refused"
            assert len(answer["error"]["message"]) > 10
            command = {
                "do": "move",
                "seat": seen["seat"],
                "ask": seen["version"],
                "command": "m",
                "move": "roll",
            }
            socket.send_text(json.dumps(command))
            assert message(socket)["answers"][0]["outcome"] == "accepted"


def test_a_frame_of_bytes_that_are_no_text_is_refused(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        with elif_.stream(table, f"as=json&since={elif_.see(table)['version']}") as socket:
            socket.send_bytes(b"\xff\xfe\x00")
            assert message(socket)["answers"][0]["outcome"] == "refused"


def test_a_frame_without_end_closes_the_socket(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        with elif_.stream(table, f"as=json&since={elif_.see(table)['version']}") as socket:
            socket.send_text("x" * 20_000)
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == 1009


@pytest.mark.parametrize(
    ("table", "query", "headers", "code"),
    [
        ("A" * 22, "as=json", {}, 4404),
        (None, "since=x", {}, 4404),
        (None, "as=json", {"origin": "http://evil.example"}, 4403),
        (None, "as=json", {"sec-fetch-site": "cross-site"}, 4403),
    ],
)
def test_a_socket_to_nowhere_or_from_elsewhere_is_closed(
    tmp_path: Path, table: str | None, query: str, headers: dict[str, str], code: int
) -> None:
    with app(tmp_path) as client:
        elif_, _, mine = two_people(client)
        with elif_.stream(table or mine, query, **headers) as socket:
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_text()
            assert closed.value.code == code


def test_a_page_gets_its_regions_and_the_sentences_to_say(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        other = yannis if person is elif_ else elif_
        with other.stream(table, f"since={seen['version']}") as socket:
            form = {"seat": seen["seat"], "ask": seen["version"], "command": "m", "move": "roll"}
            mine = person.post(f"/t/{table}/do", form, **{"x-sofra": "regions"})
            theirs = message(socket)
        for update in (mine.json(), theirs):
            assert {"ask", "match", "scores", "chairs", "log", "controls", "result"} == set(update["regions"])
            assert all(f'id="{name}"' in html for name, html in update["regions"].items())
            assert update["say"]
        assert mine.json()["version"] == theirs["version"]


def test_a_page_of_the_lobby_is_told_to_reload_when_the_match_begins(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        host, friend = Person(client), Person(client)
        table = new_table(host, "farkle", "Elif", "open")
        with host.stream(table, f"since={host.see(table)['version']}") as socket:
            friend.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis"})
            assert "Yannis" in message(socket)["regions"]["lobby"]
            host.post(f"/t/{table}/start", {"command": "go"})
            assert message(socket)["reload"]


def test_a_page_that_shows_what_nobody_knows_any_more_is_told_to_reload(tmp_path: Path) -> None:
    # As after a back-up was restored: programs get a snapshot then, a page would wait for what it has already.
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        version = elif_.see(table)["version"]
        with elif_.stream(table, f"as=html&since={version + 5}") as socket:
            assert message(socket) == {"version": version, "reload": True, "regions": {}, "say": []}
        with elif_.stream(table, f"as=html&since={version - 1}") as socket:
            assert "reload" not in message(socket)


@pytest.mark.parametrize("as_", ["json", "html"])
def test_a_client_that_has_another_view_than_it_should_begins_anew(tmp_path: Path, as_: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        with elif_.stream(table) as socket:
            right = message(socket)["hash"]
        with elif_.stream(table, f"as={as_}&since={seen['version']}&hash={'0' * 16}") as socket:
            update = message(socket)
            assert update["version"] == seen["version"]
            assert update["view"] if as_ == "json" else update["reload"]
        with elif_.stream(table, f"as={as_}&since={seen['version']}&hash={right}") as socket:
            # It is right, so the next it hears is what happens next.
            assert move(person, table, seen, "m").status_code == 200
            assert message(socket)["version"] > seen["version"]


def test_a_page_and_all_that_comes_to_it_carry_the_hash_of_its_view(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)

        def hash_now() -> str:
            with person.stream(table) as socket:
                return str(message(socket)["hash"])

        assert f'data-hash="{hash_now()}"' in person.get(f"/t/{table}").text
        with person.stream(table, f"as=html&since={seen['version']}") as socket:
            form = {"seat": seen["seat"], "ask": seen["version"], "command": "m", "move": "roll"}
            answer = person.post(f"/t/{table}/do", form, **{"x-sofra": "regions"}).json()
            assert answer["hash"] == message(socket)["hash"] == hash_now()


def test_a_hidden_answer_ticks_the_version_for_everybody_with_nothing_in_it(tmp_path: Path) -> None:
    with tiny_on_the_shelf(), app(tmp_path) as client:
        elif_, yannis, table = two_people(client, "tiny")
        seen = elif_.see(table)
        with (
            yannis.stream(table, f"as=json&since={seen['version']}") as theirs,
            Person(client).stream(table, f"as=json&since={seen['version']}") as watching,
        ):
            assert move(elif_, table, seen, "m").status_code == 200
            for socket in (theirs, watching):
                update = message(socket)
                assert update["version"] == seen["version"] + 1
                assert update["told"] == [None]


@pytest.mark.parametrize(
    "tell",
    [
        None,
        ThrownForStart((0, 1), (3, 5), 1),
        Rolled(0, (1, 2, 3, 4, 6, 6), (((1,), 100),), 50),
        Banked(1, 300, 1300, False, False),
        StandIn(1, "bot careful"),
        tiny.Shown((3, 9), 1),
    ],
)
def test_a_tell_is_written_as_the_core_writes_it(tell: Any) -> None:
    assert json.loads(updates.tell_json(tell)) == plain_told(tell)


def test_events_for_spectators_carry_the_version_as_their_id(tmp_path: Path) -> None:
    from tests.web.process import Program, Server
    from tests.web.test_kill import sit_down

    with Server(tmp_path) as server:
        people, table = sit_down(server.port)
        import http.client

        watching = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        watching.request("GET", f"/t/{table}/events", headers={"last-event-id": "0"})
        response = watching.getresponse()
        assert response.headers["content-type"].startswith("text/event-stream")

        def event() -> dict[str, str]:
            lines: dict[str, str] = {}
            while (line := response.readline().decode().rstrip("\n")) or not lines:
                name, _, value = line.partition(": ")
                if name:
                    lines[name] = value
            return lines

        assert event() == {"retry": "2000"}
        first = event()
        seen = Program(server.port).see(table)
        assert first["id"] == str(seen["version"])
        seat = seen["asked"][0]
        mine = people[seat].see(table)
        body = {"seat": seat, "ask": mine["version"], "command": "m", "move": "roll"}
        assert people[seat].send(f"/t/{table}/do", body)[0] == 200
        second = event()
        assert int(second["id"]) > int(first["id"])
        assert json.loads(second["data"])["told"][0]["what"] == "rolls"
        watching.close()
        for person in people:
            person.close()


def test_what_is_sent_into_a_page_is_in_the_language_of_the_page(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        since = elif_.see(table)["version"] - 1
        words = {"tr": "Puan çizelgesi", "el": "Φύλλο σκορ", "en": "Score sheet", "xx": "Score sheet"}
        for lang, word in words.items():
            with elif_.stream(table, f"as=html&since={since}&lang={lang}") as socket:
                assert word in socket.receive_json()["regions"]["scores"], lang
