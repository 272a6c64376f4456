"""Tables with real dice over the wire: told once by whoever sits there, seen by everybody, without a word of an envelope."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sofra.core import Act, Match, Outcome
from sofra.core import record as records
from sofra.core.plain import told as plain
from sofra.games import open_box
from sofra.web.openapi import document
from tests.web.process import Program, Server, free_port
from tests.web.support import Person, app, hidden_fields
from tests.web.test_openapi import validator

RULES = {"farkle": {"target": 500}, "raks": {}}
PLACES = {
    "farkle": [{"kind": "person", "name": "Elif"}, {"kind": "open"}],
    "raks": [{"kind": "person", "name": "Elif"}, {"kind": "open"}],
}


def make(person: Person, game: str = "farkle", **more: Any) -> Any:
    asked = {"game": game, "chairs": PLACES.get(game, PLACES["farkle"]), "chance": "manual", **more}
    return person.send("/tables", asked)


def two(client: Any, game: str = "farkle") -> tuple[Person, Person, str]:
    elif_, yannis = Person(client), Person(client)
    table = str(make(elif_, game, rules=RULES[game]).json()["table"])
    sat = {"do": "sit", "command": "s", "seat": 1, "name": "Yannis"}
    assert yannis.send(f"/t/{table}/do", sat).status_code == 200
    assert elif_.send(f"/t/{table}/do", {"do": "start", "command": "go"}).status_code == 200
    return elif_, yannis, table


def throw(person: Person, table: str, told: list[int], command: str, **changed: Any) -> Any:
    seen = person.see(table)
    body = {"do": "throw", "seat": seen["seat"], "ask": seen["version"], "command": command, "dice": told}
    return person.send(f"/t/{table}/do", {**body, **changed})


@pytest.mark.parametrize("game", ["farkle", "raks"])
def test_a_match_over_the_wire_is_that_of_a_match_told_the_same_outcomes(tmp_path: Path, game: str) -> None:
    rng = Random(game)
    with app(tmp_path) as client:
        people = two(client, game)
        table, box = people[2], open_box(game)
        twin = Match(box.game, box.game.rules.read(people[0].see(table)["rules"]), 2, undo_chance=True)
        watching = Person(client)
        for number in range(150):
            seen = people[0].see(table)
            validator("TableState").validate(seen)
            if seen["phase"] == "over":
                break
            if (due := seen["throw"]) is not None:
                dice = [rng.randint(1, 6) for _ in range(due["dice"])]
                who = rng.choice(people[:2])
                body = {
                    "do": "throw",
                    "seat": who.see(table)["seat"],
                    "ask": due["ask"],
                    "command": f"t{number}",
                    "dice": dice,
                }
                for again in range(rng.choice([1, 2, 3])):
                    answer = who.send(f"/t/{table}/do", body).json()
                    assert answer["outcome"] == ("already done" if again else "accepted"), answer
                other = people[1 - people.index(who)]
                late = {**body, "seat": other.see(table)["seat"], "command": f"late{number}"}
                if people[0].see(table)["throw"] is None:
                    assert other.send(f"/t/{table}/do", late).status_code == 409
                twin.do(Outcome(due["label"], tuple(dice)))
            else:
                seat = rng.choice(seen["asked"])
                mine = people[seat].see(table)
                move = rng.choice(mine["moves"])
                body = {"seat": seat, "ask": mine["version"], "command": f"m{number}", "move": move}
                assert people[seat].send(f"/t/{table}/do", body).status_code == 200
                twin.do(Act(seat, box.game.read(move)))
            for person in (*people[:2], watching):
                now = person.see(table)
                view = json.loads(json.dumps(plain(twin.view(now["seat"]))))
                view.pop("what")
                assert now["view"] == view
                assert now["asked"] == list(twin.asked)


def test_throws_come_over_the_stream_and_are_told_over_it(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two(client)
        watching = Person(client)
        with elif_.stream(table) as stream, watching.stream(table) as quiet:
            first = json.loads(stream.receive_text())
            validator("Update").validate(first)
            due = first["throw"]
            assert (due["label"], due["dice"], due["seats"]) == ("start:1", 2, [0, 1])
            assert json.loads(quiet.receive_text())["throw"] == due
            stream.send_text(
                json.dumps({"do": "throw", "command": "a", "seat": 0, "ask": due["ask"], "dice": [6, 1]})
            )
            now = json.loads(stream.receive_text())
            assert now["answers"][0]["outcome"] == "accepted"
            assert "throw" not in now
            assert now["asked"] == [0]


def test_cards_have_no_table_with_real_dice_and_nothing_is_kept_of_the_wish(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_ = Person(client)
        refused = make(elif_, "racko")
        assert refused.status_code == 422
        assert refused.json()["error"]["kind"] == "unsupported"
        assert "open dice" in refused.json()["error"]["message"]
        assert "set-cookie" not in refused.headers
        form = {
            "game": "racko",
            "preset": "",
            "chair-0": "person",
            "name-0": "Elif",
            "chair-1": "open",
            "chance": "manual",
        }
        page = elif_.post("/tables", form)
        assert page.status_code == 400
        assert 'id="wrong-chance"' in page.text
        assert client.app._app.state.service.warm == 0
        for game, offered in (("farkle", True), ("raks", True), ("racko", False)):
            assert ('name="chance"' in elif_.get(f"/new/{game}").text) is offered
        assert make(elif_, chance="loaded").status_code == 400


def test_refused_throws_say_why_and_change_nothing(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two(client)
        before = elif_.see(table)
        for number, (changed, status, said) in enumerate(
            [
                ({"dice": [1]}, 409, "dice due: 2"),
                ({"dice": [7, 1]}, 409, "1 to 6"),
                ({"dice": "61"}, 400, "dice"),
                ({"dice": [1.5, 2]}, 400, "dice"),
                ({"dice": [True, 2]}, 400, "dice"),
                ({"ask": before["version"] + 5}, 409, "moved on"),
                ({"ask": 1}, 409, "moved on"),
                ({"seat": 1}, 403, "another browser"),
                ({"seat": 9}, 404, "seat"),
            ]
        ):
            refused = throw(elif_, table, [6, 1], f"x{number}", **changed)
            assert refused.status_code == status, (changed, refused.text)
            assert said in refused.json()["error"]["message"]
        assert throw(Person(client), table, [6, 1], "s", seat=0).status_code == 403
        assert elif_.see(table) == before


def test_a_whole_match_with_forms_alone_and_no_page_claims_an_envelope(tmp_path: Path) -> None:
    rng = Random(3)
    with app(tmp_path) as client:
        elif_ = Person(client)
        form = {
            "game": "farkle",
            "chair-0": "person",
            "name-0": "Elif",
            "chair-1": "person",
            "name-1": "Can",
            "rule-target": "500",
            "chance": "manual",
            "seed": "device",
        }
        made = elif_.post("/tables", form)
        table = made.headers["location"].removeprefix("/t/")
        assert "#" not in table
        for number in range(400):
            page = elif_.get(f"/t/{table}").text
            claims = page.replace("nothing is sealed here", "")
            assert "ealed" not in claims
            assert "nvelope" not in claims
            seen = elif_.see(table)
            if seen["phase"] == "over":
                break
            fields = {**hidden_fields(page), "command": f"c{number}"}
            if (due := seen["throw"]) is not None:
                assert 'id="thrown"' in page
                faces = [str(rng.randint(1, 6)) for _ in range(due["dice"])]
                fields["thrown"] = rng.choice(["", " ", ", "]).join(faces)
            else:
                assert 'id="thrown"' not in page
                fields["move"] = rng.choice([move for move in seen["moves"] if move != "roll"] or ["roll"])
            assert elif_.post(f"/t/{table}/do", fields).status_code == 303
        assert elif_.see(table)["phase"] == "over"
        assert "/verify?table" not in page
        record = elif_.get(f"/t/{table}/record").text
        assert records.parse(record).chance == "manual"
        checked = elif_.post("/verify", {"record": record})
        assert "not sealed" in checked.text
        assert elif_.post("/import", {"record": record}).status_code == 303


def test_what_was_told_wrongly_is_taken_back_or_mended_with_a_form(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two(client)
        assert throw(yannis, table, [6, 1], "t").status_code == 200
        page = yannis.get(f"/t/{table}").text
        assert 'id="mend"' in page
        assert 'id="mend"' not in Person(client).get(f"/t/{table}").text
        wrong = yannis.post(f"/t/{table}/mend", {"seat": 1, "command": "m1", "line": 1, "dice": "6 seven"})
        assert wrong.status_code == 400
        assert "digits from 1 to 6" in wrong.text
        assert (
            yannis.post(f"/t/{table}/mend", {"seat": 1, "command": "m2", "line": 1, "dice": "26"}).status_code
            == 303
        )
        assert elif_.see(table)["asked"] == [1]
        assert re.search(r'name="to" value="2"', elif_.get(f"/t/{table}").text)
        assert elif_.post(f"/t/{table}/undo", {"seat": 0, "to": 2, "command": "u"}).status_code == 303
        assert elif_.see(table)["throw"]["dice"] == 2
        assert elif_.see(table)["undo"] is None


def test_what_is_told_again_after_a_mended_throw_is_not_all_spoken_again(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two(client)
        assert throw(elif_, table, [6, 1], "t").status_code == 200
        for turn, (person, dice) in enumerate(((elif_, 1), (yannis, 5), (elif_, 1), (yannis, 5))):
            for number, text in enumerate(("roll", "", f"keep {dice}", "bank")):
                name = f"{turn}-{number}"
                if text:
                    seen = person.see(table)
                    body = {"seat": seen["seat"], "ask": seen["version"], "command": name, "move": text}
                    assert person.send(f"/t/{table}/do", body).status_code == 200
                else:
                    assert throw(person, table, [dice, 2, 3, 3, 4, 6], name).status_code == 200
        before = elif_.see(table)
        mend = {"do": "mend", "command": "mend", "seat": 1, "line": 3, "dice": [1, 2, 2, 3, 4, 6]}
        assert yannis.send(f"/t/{table}/do", mend).status_code == 200
        now = elif_.see(table)
        assert now["version"] - before["version"] == 1 + 15
        assert now["view"]["scores"] == before["view"]["scores"]
        with elif_.stream(table, f"as=html&since={before['version']}") as stream:
            heard = json.loads(stream.receive_text())["say"]
        assert 0 < len(heard) <= 7, heard


def test_a_throw_is_spoken_to_those_who_sit_there_in_their_language(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two(client)
        yannis.headers["accept-language"] = "el"
        assert throw(elif_, table, [6, 1], "t").status_code == 200
        seen = elif_.see(table)
        form = {"seat": 0, "ask": seen["version"], "command": "r", "move": "roll"}
        told = elif_.post(f"/t/{table}/do", form, **{"x-sofra": "regions"}).json()
        assert told["say"][-1] == "Your turn: throw 6 dice and tap them in"
        assert 'id="throw"' in told["regions"]["match"]
        with yannis.stream(table, f"as=html&since={seen['version']}&lang=el") as stream:
            heard = json.loads(stream.receive_text())
            assert heard["say"][-1] == "Elif: ρίξε 6 ζάρια και πέρασέ τα"
        with Person(client).stream(table, f"as=html&since={seen['version']}") as stream:
            heard = json.loads(stream.receive_text())
            assert not any("tap" in line for line in heard["say"])
            assert "Elif: throws 6 dice" in heard["regions"]["ask"]
            assert 'id="throw"' not in heard["regions"]["match"]


def test_the_description_has_the_throw() -> None:
    text = json.dumps(document())
    assert '"DueThrow"' in text
    assert '"Throw"' in text
    assert '"Mend"' in text


def test_a_killed_server_waits_for_the_same_throw_and_a_throw_that_is_sent_again_counts_once(
    tmp_path: Path,
) -> None:
    rng, port = Random(9), free_port()
    program = Program(port)
    server = Server(tmp_path, port)
    asked = {
        "game": "farkle",
        "chance": "manual",
        "rules": {"target": 500},
        "chairs": [{"kind": "person", "name": "Elif"}, {"kind": "bot", "persona": "careful"}],
    }
    table = program.send("/tables", asked)[1]["table"]
    thrown: list[list[int]] = []
    try:
        while len(thrown) < 4:
            seen = waited_for(program, table)
            if (due := seen["throw"]) is None:
                body = {
                    "seat": 0,
                    "ask": seen["version"],
                    "command": f"m{seen['version']}",
                    "move": seen["moves"][-1],
                }
                assert program.send(f"/t/{table}/do", body)[0] == 200
                continue
            thrown.append([rng.randint(1, 6) for _ in range(due["dice"])])
            told = {
                "do": "throw",
                "seat": 0,
                "ask": due["ask"],
                "command": f"t{due['ask']}",
                "dice": thrown[-1],
            }
            assert program.send(f"/t/{table}/do", told)[1]["outcome"] == "accepted"
            before = waited_for(program, table)
            server.kill()
            program.close()
            server = Server(tmp_path, port)
            assert waited_for(program, table) == before
            assert program.send(f"/t/{table}/do", told)[1]["outcome"] == "already done"
            assert waited_for(program, table) == before
        closed = program.send(f"/t/{table}/do", {"do": "close", "command": "close"})
        assert closed[1]["outcome"] == "accepted"
        _, _, text = program.ask("GET", f"/t/{table}/record")
        entries = records.parse(text.decode()).entries
        assert [list(entry.values) for entry in entries if isinstance(entry, Outcome)] == thrown
    finally:
        program.close()
        server.kill()


def waited_for(program: Program, table: str) -> dict[str, Any]:
    """The table as soon as its person is asked, or a throw is due."""
    while (seen := program.see(table))["throw"] is None and seen["asked"] != [0]:
        time.sleep(0.02)
    return seen
