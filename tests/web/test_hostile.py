"""A browser that lies: it names other chairs, sends again what others sent, forges tokens and settings. Nothing comes of it."""

import json
import secrets
from pathlib import Path
from typing import Any

import pytest

from sofra.table import ids
from tests.web.support import Person, app, move, on_turn, two_people

GAMES = ("farkle", "racko", "raks")


class Tapped(Person):
    """Somebody on whose line another listens: everything that they send is noted."""

    def __init__(self, client: Any) -> None:
        super().__init__(client)
        self.sent: list[tuple[str, dict[str, Any]]] = []

    def post(self, address: str, form: Any = None, **headers: str) -> Any:
        self.sent.append((address, {"form": dict(form or {}), **headers}))
        return super().post(address, form, **headers)

    def send(self, address: str, body: Any, **headers: str) -> Any:
        self.sent.append((address, {"json": body, **headers}))
        return super().send(address, body, **headers)


def again(person: Person, address: str, what: dict[str, Any]) -> int:
    headers = {name: value for name, value in what.items() if name not in ("form", "json")}
    if "json" in what:
        return int(person.send(address, what["json"], **headers).status_code)
    return int(person.post(address, what["form"], **headers).status_code)


@pytest.mark.parametrize("game", GAMES)
def test_what_one_browser_sent_does_nothing_when_anybody_sends_it_again(tmp_path: Path, game: str) -> None:
    with app(tmp_path) as client:
        plain, yannis, table = two_people(client, game)
        elif_ = Tapped(client)
        elif_.cookies = plain.cookies
        for number in range(12):
            person, seen = on_turn((elif_, yannis), table)
            assert move(person, table, seen, f"m{number}").status_code == 200
        assert elif_.post(f"/t/{table}/react", {"seat": 0, "say": "luck", "command": "e"}).status_code == 303
        assert elif_.post(f"/t/{table}/end", {"seat": 0, "command": "end"}).status_code == 303
        assert elif_.post(f"/t/{table}/end", {"seat": 0, "command": "no", "no": "1"}).status_code == 303
        assert len(elif_.sent) > 5
        before = plain.see(table), yannis.see(table)
        for address, what in elif_.sent:
            # Whose command it was may hear that it is done; nobody else moves anything by it.
            assert again(plain, address, what) in (200, 303)
            for thief in (yannis, Person(client)):
                assert again(thief, address, what) in (200, 303, 403)
        assert (plain.see(table), yannis.see(table)) == before


def test_a_thief_who_sends_first_uses_up_no_id_of_the_player(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for number in range(12):
            person, seen = on_turn((elif_, yannis), table)
            thief = yannis if person is elif_ else elif_
            assert move(thief, table, seen, f"m{number}").status_code == 403
            assert move(person, table, seen, f"m{number}").json()["outcome"] == "accepted"


def forged(token: str) -> list[str]:
    """Tokens that somebody might try who knows how they are made, or what is stored of one."""
    hashed = ids.hashed(token)
    return [
        secrets.token_urlsafe(32),
        hashed,
        hashed[:43],
        token[:-1],
        token + "A",
        token.swapcase(),
        token[::-1],
        f'"{token}"',
        "A" * 43,
        "%00" * 20,
        "../" * 12,
        "x" * 5000,
        "",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_forged_token_opens_no_chair_and_shows_no_card(tmp_path: Path, game: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, game)
        watching = Person(client).see(table)
        for token in forged(yannis.cookies["sofra"]):
            thief = Person(client)
            thief.cookies = {"sofra": token, "front": "1"}
            seen = thief.see(table)
            assert (seen["seat"], seen["view"]) == (None, watching["view"])
            with thief.stream(table) as socket:
                update = json.loads(socket.receive_text())
                assert ("seat" in update, update["view"]) == (False, watching["view"])
            body = {"do": "agree", "seat": 1, "command": "x"}
            assert thief.send(f"/t/{table}/do", body).status_code == 403
        assert elif_.see(table)["version"] == watching["version"]


@pytest.mark.parametrize("front", ["0", "1", "2", "-1", "x", "0x0", "0; sofra=x"])
def test_a_seat_that_is_named_in_front_is_none_but_ones_own(tmp_path: Path, front: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, "racko")
        mine, theirs = yannis.see(table), elif_.see(table)["view"]
        yannis.cookies["front"] = front
        seen = yannis.see(table)
        assert (seen["seat"], seen["view"]) == (1, mine["view"])
        assert seen["view"] != theirs


def test_a_browser_with_two_tokens_is_the_one_that_it_names_first(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        both = f"sofra={elif_.cookies['sofra']}; sofra={yannis.cookies['sofra']}"
        found = client.get(f"/t/{table}", headers={"accept": "application/json", "cookie": both}).json()
        assert found["seat"] == 0


@pytest.mark.parametrize("game", GAMES)
def test_over_its_own_socket_a_browser_can_do_nothing_for_others(tmp_path: Path, game: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, game)
        seen = elif_.see(table)
        others: list[dict[str, Any]] = [
            {"do": "move", "seat": 0, "ask": seen["version"], "move": move_}
            for move_ in ("roll", "draw", "-")
        ]
        others += [{"do": verb, "seat": 0} for verb in ("agree", "back", "leave", "remove", "host")]
        others += [
            {"do": "start"},
            {"do": "close"},
            {"do": "undo", "seat": 0, "to": 0},
            {"do": "wait", "seat": 0, "ask": seen["version"]},
            {"do": "react", "seat": 0, "say": "luck"},
            {"do": "nudge", "seat": 0, "ask": seen["version"]},
            {"do": "link", "seat": 0, "secret": "s" * 30},
            {"do": "link", "seat": 0, "secret": "s" * 30, "alone": True},
            {"do": "claim", "seat": 0, "secret": "s" * 30},
            {"do": "sit-in", "seat": 0, "persona": "careful"},
            {"do": "words", "seat": 0, "words": "luck"},
            {"do": "sit", "seat": 0, "name": "Thief"},
            {"do": "policy", "policy": {"undo": False}},
        ]
        with yannis.stream(table, f"as=json&since={seen['version']}") as socket:
            for number, command in enumerate(others):
                socket.send_text(json.dumps({"command": f"x{number}", **command}))
                (answer,) = json.loads(socket.receive_text())["answers"]
                assert answer["outcome"] == "refused", command
                assert answer["error"]["message"]
        after = elif_.see(table)
        assert after == seen
