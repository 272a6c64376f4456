"""What is malformed, foreign or too large gets a 4xx with a clear sentence, and nothing changes."""

import json
import re
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some

from sofra.core.errors import Malformed
from sofra.web import forms
from sofra.web.guard import CSP
from tests.soak.fuzzing import json_case
from tests.soak.test_fuzzing import COMMANDS
from tests.table.support import tiny_on_the_shelf
from tests.web.support import ORIGIN, Person, app, move, new_table, on_turn, two_people

NOWHERE = "A" * 22


def sentence(response: Any) -> str:
    """The sentence of a refusal, from JSON or from the page."""
    if response.headers["content-type"].startswith("application/json"):
        text = response.json()["error"]["message"]
    else:
        found = re.search(r'<p class="(?:lead said|moment bad[^"]*)"[^>]*>(.*?)</p>', response.text)
        assert found is not None, response.text
        text = found[1]
    assert len(text) > 10
    assert "{" not in text
    assert "Traceback" not in text
    return text


BAD_MOVES = [
    ({"seat": "0"}, 400, "seat"),
    ({"seat": 0.5}, 400, "seat"),
    ({"seat": None}, 400, "seat"),
    ({"seat": -1}, 404, "seat"),
    ({"seat": 2}, 404, "seat"),
    ({"seat": 10**30}, 404, "seat"),
    ({"ask": "now"}, 400, "ask"),
    ({"ask": -1}, 409, "moved on"),
    ({"ask": 10**6}, 409, "moved on"),
    ({"move": 5}, 400, "move"),
    ({"move": ["roll"]}, 400, "move"),
    ({"move": ""}, 400, ""),
    ({"move": "keep 7"}, 400, "7"),
    ({"move": "keep 6 6 6 6 6 6 6"}, 400, "keep"),
    ({"move": "fly " * 1000}, 400, "fly"),
    ({"command": ""}, 400, "command id"),
    ({"command": "x" * 65}, 400, "command id"),
    ({"command": "a b"}, 400, "command id"),
    ({"command": 7}, 400, "command"),
    ({"more": 1}, 400, "more"),
    ({"do": "fly"}, 400, "fly"),
]


@pytest.mark.parametrize(("changed", "status", "words"), BAD_MOVES)
def test_a_malformed_move_is_refused_with_a_sentence_and_changes_nothing(
    tmp_path: Path, changed: dict[str, Any], status: int, words: str
) -> None:
    with app(tmp_path) as client:
        people = two_people(client)
        person, seen = on_turn(people[:2], people[2])
        response = move(person, people[2], seen, **{"command": "m", **changed})
        assert response.status_code == status, response.text
        assert words in sentence(response)
        assert person.see(people[2])["version"] == seen["version"]


def test_dice_that_were_not_rolled_cannot_be_kept(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for number in range(40):
            person, seen = on_turn((elif_, yannis), table)
            if seen["view"]["phase"] == "keep":
                break
            assert move(person, table, seen, f"m{number}").status_code == 200
        dice = seen["view"]["dice"]
        missing = next(face for face in range(1, 7) if face not in dice) if len(set(dice)) < 6 else 1
        wrong = f"keep {missing}" if len(set(dice)) < 6 else "keep 1 1"
        response = move(person, table, seen, "cheat", move=wrong)
        assert response.status_code == 409
        sentence(response)
        assert person.see(table)["version"] == seen["version"]


def test_a_foreign_seat_is_refused_as_form_and_as_json_and_tells_nothing_of_it(tmp_path: Path) -> None:
    with tiny_on_the_shelf(), app(tmp_path) as client:
        elif_, yannis, table = two_people(client, "tiny")
        seen = elif_.see(table)
        stranger = Person(client)
        body = {"seat": 0, "ask": seen["version"], "command": "m", "move": seen["moves"][0]}
        for person in (stranger, yannis):
            answer = person.send(f"/t/{table}/do", body)
            assert answer.status_code == 403
            form = person.post(f"/t/{table}/do", body)
            assert form.status_code == 403
            sentence(form)
        # A legal and an impossible card of the foreign seat are answered alike: the refusal is no oracle.
        for card in range(1, 21):
            answer = yannis.send(f"/t/{table}/do", {**body, "move": f"play {card}", "command": f"c{card}"})
            assert (
                answer.json()["error"]
                == yannis.send(f"/t/{table}/do", {**body, "command": f"d{card}"}).json()["error"]
            )
        assert elif_.see(table)["version"] == seen["version"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"seat": "\xff"}',
        b"[" * 30_000,
        b'{"seat":0}',
        b"{}" * 9,
    ],
)
def test_a_body_that_is_no_command_is_refused(tmp_path: Path, body: bytes) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = elif_.see(table)["version"]
        response = elif_.send(f"/t/{table}/do", body)
        assert response.status_code == 400
        sentence(response)
        assert elif_.see(table)["version"] == before


FORMS = [
    (b"seat=%FF&ask=1&command=c&move=roll", "application/x-www-form-urlencoded"),
    ("seat=0&ask=1&command=ö".encode("latin-1"), "application/x-www-form-urlencoded"),
    (b"&".join(b"a%d=1" % i for i in range(2000)), "application/x-www-form-urlencoded"),
    (b"seat=0%00&ask=1", "application/x-www-form-urlencoded"),
    (b"seat=0", "multipart/form-data; boundary=x"),
    (b"seat=0", "text/plain"),
    (b"", "application/x-www-form-urlencoded"),
]


@pytest.mark.parametrize(("body", "kind"), FORMS)
def test_a_form_that_is_none_is_refused(tmp_path: Path, body: bytes, kind: str) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = elif_.see(table)["version"]
        for verb in ("do", "undo", "leave"):
            response = elif_.send(f"/t/{table}/{verb}", body, **{"content-type": kind})
            assert response.status_code == 400, (verb, response.text)
            sentence(response)
        assert elif_.see(table)["version"] == before


def test_a_huge_body_is_refused_whether_or_not_it_says_its_length(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = elif_.see(table)["version"]
        response = elif_.send(f"/t/{table}/do", b"x" * 70_000)
        assert response.status_code == 413
        assert "65,536" in sentence(response)

        def pieces() -> Any:
            for _ in range(40):
                yield b"y" * 4096

        headers = elif_._sent({"content-type": "application/json"})
        streamed = client.post(f"/t/{table}/do", content=pieces(), headers=headers)
        assert streamed.status_code == 413
        assert elif_.see(table)["version"] == before


@pytest.mark.parametrize(
    "address",
    [
        f"/t/{NOWHERE}",
        "/t/short",
        "/t/" + "x" * 300,
        f"/t/{NOWHERE}/record",
        f"/t/{NOWHERE}/events",
        "/nothing",
    ],
)
def test_an_unknown_table_or_page_is_not_found(tmp_path: Path, address: str) -> None:
    with app(tmp_path) as client:
        response = Person(client).get(address)
        assert response.status_code == 404
        sentence(response)


@pytest.mark.parametrize("verb", ["do", "sit", "start", "fly", "front"])
def test_nothing_can_be_done_at_an_unknown_table(tmp_path: Path, verb: str) -> None:
    with app(tmp_path) as client:
        response = Person(client).post(
            f"/t/{NOWHERE}/{verb}", {"seat": 0, "ask": 1, "command": "c", "move": "roll"}
        )
        assert response.status_code == 404
        sentence(response)


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/new/chess", 404),
        ("/rules/chess", 404),
        ("/rules/farkle?house=target=7", 400),
        ("/rules/farkle?house=nonsense", 400),
        ("/rules/farkle?house=" + "x" * 3000, 400),
        ("/rules/farkle?seats=99", 400),
        ("/rules/racko?seats=x", 400),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static/nothing.css", 404),
        ("/games/farkle/static/../../play.py", 404),
        ("/games/chess/static/x.css", 404),
        ("/static/%00", 404),
    ],
)
def test_an_address_that_means_nothing_is_refused(tmp_path: Path, address: str, status: int) -> None:
    with app(tmp_path) as client:
        response = Person(client).get(address)
        assert response.status_code == status
        sentence(response)


def test_a_get_never_does_anything(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = elif_.see(table)
        for verb in ("do", "sit", "start", "leave", "end", "undo", "front", "close"):
            assert elif_.get(f"/t/{table}/{verb}?seat=0&command=c").status_code == 405
        assert elif_.get("/tables").status_code == 405
        assert elif_.see(table) == before


FOREIGN = [
    {"origin": "http://evil.example"},
    {"origin": "null"},
    {"origin": "http://testserver.evil.example"},
    {"origin": "http://testserver:81"},
    {"origin": ORIGIN, "sec-fetch-site": "cross-site"},
    {"origin": ORIGIN, "sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_a_page_of_another_site_can_do_nothing(tmp_path: Path, headers: dict[str, str]) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = elif_.see(table)
        for verb in ("do", "leave", "end", "front"):
            response = elif_.post(
                f"/t/{table}/{verb}", {"seat": 0, "command": "x", "ask": 1, "move": "roll"}, **headers
            )
            assert response.status_code == 403
            sentence(response)
        assert elif_.post("/settings", {"lang": "tr"}, **headers).status_code == 403
        assert elif_.post("/tables", {"game": "farkle"}, **headers).status_code == 403
        assert elif_.see(table) == before


def test_our_own_page_is_taken_also_when_the_browser_hides_its_origin(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client, origin="null", **{"sec-fetch-site": "same-origin"})
        assert new_table(person)
        program = Person(client)
        del program.headers["origin"]
        assert new_table(program)


PAGES = [
    "/",
    "/new/farkle",
    "/rules/farkle",
    "/settings",
    "/verify",
    "/offline?lang=tr&theme=dark",
    "/healthz",
    "/nothing",
    "/static/sofra.css",
]


@pytest.mark.parametrize("address", PAGES)
def test_every_answer_has_the_strict_headers(tmp_path: Path, address: str) -> None:
    with app(tmp_path) as client:
        headers = Person(client).get(address).headers
        assert headers["content-security-policy"] == CSP
        assert "unsafe" not in CSP
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["x-frame-options"] == "DENY"
        assert "set-cookie" not in headers
        assert headers["cache-control"] == ("no-cache" if address.startswith("/static") else "no-store")


def test_pages_hold_no_inline_script_or_style_and_name_no_other_host(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        lobby = new_table(Person(client), "farkle", "Elif", "open")
        for address in (*PAGES[:6], f"/t/{table}", f"/t/{lobby}"):
            text = elif_.get(address).text
            assert not re.search(r"<script(?![^>]*\ssrc=)", text), address
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=", text), address
            assert not re.search(r'(?:src|href|action)="(?:https?:)?//(?!testserver)', text), address


def test_the_cookie_of_a_seat_is_out_of_reach_of_scripts_and_other_sites(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        form = {"game": "farkle", "chair-0": "person", "name-0": "Elif", "chair-1": "person", "name-1": "Can"}
        line = client.post("/tables", data=form).headers["set-cookie"]
        assert "HttpOnly" in line
        assert "SameSite=Lax" in line
        assert "Secure" not in line
        token = line.partition(";")[0].partition("=")[2]
        assert len(token) >= 43
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert token.encode() not in stored


def test_a_static_file_is_for_ever_cacheable_under_its_hash_only(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        address = re.search(r'href="(/static/sofra\.css\?v=\w+)"', person.get("/").text)
        assert address is not None
        assert "immutable" in person.get(address[1]).headers["cache-control"]
        assert person.get("/static/sofra.css?v=0").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("wish", "coded"), [("gzip, br", "gzip"), ("br;q=1, GZIP;q=0.5", "gzip"), ("gzip;q=0", None), ("", None)]
)
def test_a_static_file_comes_compressed_to_whoever_takes_it_so(
    tmp_path: Path, wish: str, coded: str | None
) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        for address in ("/static/sofra.css", "/games/farkle/static/farkle.js"):
            plain = person.get(address, **{"accept-encoding": "identity"})
            got = person.get(address, **{"accept-encoding": wish})
            assert got.headers.get("content-encoding") == coded
            assert got.headers["vary"].lower() == "accept-encoding"
            assert got.content == plain.content
            assert (int(got.headers["content-length"]) < len(plain.content) / 2) == (coded is not None)
        picture = person.get("/static/icon-512.png", **{"accept-encoding": "gzip"})
        assert int(picture.headers["content-length"]) <= 60_000


def test_settings_are_kept_in_cookies_and_lead_nowhere_else(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        response = person.post("/settings", {"lang": "el", "next": "/rules/farkle"})
        assert (response.status_code, response.headers["location"]) == (303, "/rules/farkle")
        assert '<html lang="el"' in person.get("/").text
        for there in (
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/\r\nx: y",
            "javascript:x",
        ):
            assert person.post("/settings", {"theme": "dark", "next": there}).headers["location"] == "/"
        assert person.post("/settings", {"lang": "xx"}).status_code == 400


NAMES = [
    "",
    " ",
    "x" * 25,
    "a\u200bb",
    "\u202eabc",
    "a\u0000b",
    "a\ud83d",
    "e\u0301\u0301\u0301\u0301",
    "\ufeff",
    "\u3164",
    "a\u0007b",
    "a\u2066b",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_plays_tricks_is_refused(tmp_path: Path, name: str) -> None:
    with app(tmp_path) as client:
        host, friend = Person(client), Person(client)
        table = new_table(host, "farkle", "Elif", "open")
        raw = name.encode("utf-8", "surrogatepass")
        body = b"seat=1&command=s&mark=sky&name=" + b"".join(b"%%%02X" % byte for byte in raw)
        kind = {"content-type": "application/x-www-form-urlencoded"}
        response = friend.send(f"/t/{table}/sit", body, **kind)
        assert response.status_code == 400, response.text
        sentence(response)
        assert host.see(table)["chairs"][1]["kind"] == "open"


def test_a_name_of_markup_is_shown_as_it_is(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        host, friend = Person(client), Person(client)
        table = new_table(host, "farkle", "Elif", "open")
        name = '<b onclick="x">&\'"'
        assert friend.post(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": name}).status_code == 303
        page = host.get(f"/t/{table}").text
        assert "<b onclick" not in page
        assert "&lt;b onclick" in page


class Pairs(list[tuple[str, Any]]):
    """An object as it is written: with keys that may stand twice."""


WRITTEN = some.recursive(
    some.none() | some.integers(-99, 99) | some.text(max_size=3),
    lambda inner: (
        some.lists(inner, max_size=3)
        | some.lists(some.tuples(some.sampled_from("abé"), inner), max_size=3).map(Pairs)
    ),
    max_leaves=8,
)


def written(value: Any) -> str:
    if isinstance(value, Pairs):
        return "{" + ",".join(f"{json.dumps(name)}:{written(inner)}" for name, inner in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    return json.dumps(value)


def twice(value: Any) -> bool:
    if isinstance(value, Pairs):
        names = [name for name, _ in value]
        return len(set(names)) < len(names) or any(twice(inner) for _, inner in value)
    return isinstance(value, list) and any(map(twice, value))


@given(WRITTEN)
def test_json_is_read_unless_an_object_has_a_key_twice(value: Any) -> None:
    text = written(value).encode()
    if twice(value):
        with pytest.raises(Malformed, match="stands twice"):
            forms.decode(text, Any)
    else:
        assert forms.decode(text, Any) == json.loads(text)


def read(text: bytes) -> tuple[Any, str]:
    """The value of a JSON text, or why it is none."""
    try:
        return forms.decode(text, Any), ""
    except Malformed as error:
        return None, error.template


def test_json_is_what_another_strict_reader_takes_for_it() -> None:
    taken = refused = 0
    for seed in range(3000):
        text = json_case(Random(seed), COMMANDS)
        due: Any = Malformed
        with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            due = msgspec.json.decode(text)
        found, reason = read(text)
        if reason:
            assert due is Malformed or "stands twice" in reason, text
            refused += 1
        else:
            assert found == due, text
            taken += 1
    assert taken > 1000
    assert refused > 500


@pytest.mark.parametrize(
    "text", [b'{"a":NaN}', b"[1e999]", b'["\\ud800"]', b'{"\\uDFFF":1}', b'"\xff"', b"\xef\xbb\xbf{}"]
)
def test_what_no_answer_could_hold_is_no_json(text: bytes) -> None:
    with pytest.raises(Malformed):
        forms.decode(text, Any)
    assert forms.decode(b'"\\ud83c\\udfb2"', str) == "🎲"


DOUBLED = '{"do":"move","command":"d","seat":0,"ask":%d,"move":"roll","move":"roll"}'


def test_a_key_that_stands_twice_is_refused_over_http_and_over_the_socket(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        body = (DOUBLED % seen["version"]).replace('"seat":0', f'"seat":{seen["seat"]}')
        refused = person.send(f"/t/{table}/do", body.encode())
        assert refused.status_code == 400
        assert '"move" stands twice' in sentence(refused)
        turkish = person.send(f"/t/{table}/do", body.encode(), **{"accept-language": "tr"})
        assert "“move” anahtarı iki kez" in sentence(turkish)
        made = b'{"game":"farkle","chairs":[{"kind":"open","kind":"open"},{"kind":"open"}]}'
        assert '"kind" stands twice' in sentence(person.send("/tables", made))
        with person.stream(table, f"as=json&since={seen['version']}") as socket:
            socket.send_text(body)
            (answer,) = socket.receive_json()["answers"]
            assert answer["error"]["kind"] == "malformed"
            assert "stands twice" in answer["error"]["message"]
        assert person.see(table)["version"] == seen["version"]
        assert move(person, table, seen, "d").status_code == 200
