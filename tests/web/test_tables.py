"""Whole matches by form and by program: two browsers, one device, computer players, lobby, rematch, record."""

import re
from pathlib import Path

import pytest

from sofra.core import record as records
from sofra.dealing import verify
from sofra.games import open_box
from tests.table.support import tiny_on_the_shelf
from tests.web.support import Person, app, hidden_fields, move, new_table, on_turn, two_people


def test_a_whole_match_of_two_browsers_by_forms_alone_ends_with_a_record_that_verifies(
    tmp_path: Path,
) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for _ in range(600):
            seen = elif_.see(table)
            if seen["phase"] == "over":
                break
            person = (elif_, yannis)[seen["asked"][0]]
            page = person.get(f"/t/{table}").text
            fields = hidden_fields(page)
            moves = person.see(table)["moves"]
            # Bank as soon as it can be: matches end.
            chosen = "bank" if "bank" in moves else moves[-1]
            response = person.post(f"/t/{table}/do", {**fields, "move": chosen})
            assert response.status_code == 303, response.text
            assert response.headers["location"] == f"/t/{table}"
        assert elif_.see(table)["phase"] == "over"
        text = yannis.get(f"/t/{table}/record").text
        record = records.parse(text)
        verdict = verify(record, open_box("farkle").game)
        assert verdict.good, verdict
        assert verdict.dice > 20
        assert "seed" in dict(record.seals)
        page = elif_.post("/verify", {"record": text})
        assert page.status_code == 200
        changed = elif_.post("/verify", {"record": text.replace("seal seed: ", "seal seed: 0", 1)})
        assert changed.status_code == 400
        assert said(page.text).startswith("All of it fits")
        assert "hash is not that" in said(changed.text)


def said(page: str) -> str:
    """The verdict that stands on the page (what its scripts may say later stands in attributes)."""
    found = re.search(
        r'<p class="moment (?:good|bad)" role="status">(?:<svg.*?</svg>)?(.*?)</p>', page, re.DOTALL
    )
    assert found is not None, page
    return found[1].strip()


def test_the_record_is_not_given_before_the_envelope_is_open(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        assert elif_.get(f"/t/{table}/record").status_code == 409
        assert elif_.get(f"/verify?table={table}").status_code == 409


def test_a_table_without_open_chairs_begins_at_once_and_the_computer_player_answers(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        persona = next(iter(open_box("farkle").players))
        table = new_table(person, "farkle", "Elif", f"bot:{persona}")
        for number in range(400):
            seen = person.see(table)
            if seen["phase"] == "over":
                break
            if seen["asked"] == [0]:
                moves = seen["moves"]
                chosen = "bank" if "bank" in moves else moves[-1]
                assert move(person, table, seen, f"m{number}", move=chosen).status_code == 200
        assert any(number > 50 for number in person.see(table)["view"]["scores"])


def test_a_lobby_fills_by_link_and_with_computer_players_and_only_the_host_starts_it(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        host, friend, third = Person(client), Person(client), Person(client)
        table = new_table(host, "farkle", "Elif", "open", "open")
        assert "Yannis" not in host.get(f"/t/{table}").text
        # Looking seats nobody.
        assert friend.get(f"/t/{table}").status_code == 200
        assert [chair["kind"] for chair in host.see(table)["chairs"]] == ["person", "open", "open"]
        sit = {"seat": 1, "command": "s", "name": "  Yannis  ", "mark": "sky"}
        assert friend.post(f"/t/{table}/sit", sit).status_code == 303
        assert "Yannis" in host.get(f"/t/{table}").text
        assert third.post(f"/t/{table}/sit", {**sit, "command": "t", "name": "Zoe"}).status_code == 409
        assert third.post(f"/t/{table}/sit", {"seat": 2, "command": "t", "name": "yannis"}).status_code == 409
        assert host.post(f"/t/{table}/start", {"command": "go"}).status_code == 409
        persona = next(iter(open_box("farkle").players))
        assert (
            friend.post(f"/t/{table}/fill", {"seat": 2, "command": "f", "persona": persona}).status_code
            == 403
        )
        assert (
            host.post(f"/t/{table}/fill", {"seat": 2, "command": "f", "persona": persona}).status_code == 303
        )
        assert friend.post(f"/t/{table}/start", {"command": "go"}).status_code == 403
        assert host.post(f"/t/{table}/start", {"command": "go2"}).status_code == 303
        assert host.see(table)["phase"] == "playing"


def test_a_rematch_moves_everybody_one_chair_on_and_has_an_envelope_of_its_own(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        first = elif_.see(table)
        assert elif_.post(f"/t/{table}/rematch", {"command": "r"}).status_code == 409
        assert elif_.post(f"/t/{table}/end", {"seat": 0, "command": "e"}).status_code == 303
        assert elif_.see(table)["phase"] == "playing"
        assert yannis.post(f"/t/{table}/end", {"seat": 1, "command": "e"}).status_code == 303
        assert elif_.see(table)["phase"] == "over"
        assert elif_.see(table)["opened"]
        for attempt in range(50):
            response = yannis.post(f"/t/{table}/rematch", {"command": f"r{attempt}"})
            if response.status_code == 303:
                break
        seen = elif_.see(table)
        assert seen["phase"] == "playing"
        assert [chair["name"] for chair in seen["chairs"]] == ["Yannis", "Elif"]
        assert seen["seat"] == 1
        assert seen["sealed"] != first["sealed"]
        assert seen["opened"] == ""


def test_a_move_can_be_taken_back_until_something_new_was_shown(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        people = (elif_, yannis)
        for number in range(60):
            person, seen = on_turn(people, table)
            assert move(person, table, seen, f"m{number}").status_code == 200
            if person.see(table)["view"]["phase"] == "decide":
                break
        person, seen = on_turn(people, table)
        assert seen["view"]["phase"] == "decide"
        # Keeping dice shows nobody anything new; the throw before it does.
        entries = seen["version"] - 5
        page = person.get(f"/t/{table}").text
        target = page.split('name="to" value="')[1].split('"')[0]
        assert target.isdecimal()
        assert int(target) < entries
        assert seen["undo"] == int(target), "programs are told it, too"
        assert (
            person.post(f"/t/{table}/undo", {"seat": seen["seat"], "to": target, "command": "u"}).status_code
            == 303
        )
        assert person.see(table)["view"]["phase"] == "keep"
        assert person.see(table)["undo"] is None
        again = person.post(
            f"/t/{table}/undo", {"seat": seen["seat"], "to": int(target) - 1, "command": "u2"}
        )
        assert again.status_code == 409
        assert person.see(table)["view"]["phase"] == "keep"


def test_a_seat_goes_on_with_another_device_by_a_link_that_serves_once(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        phone, thief = Person(client), Person(client)
        secret = "a-secret-of-its-own-that-is-long"
        assert (
            thief.post(f"/t/{table}/link", {"seat": 1, "secret": secret, "command": "l"}).status_code == 403
        )
        assert (
            yannis.post(f"/t/{table}/link", {"seat": 1, "secret": secret, "command": "l"}).status_code == 200
        )
        wrong = phone.post(f"/t/{table}/claim", {"seat": 1, "secret": "x" * 30, "command": "c"})
        assert wrong.status_code == 403
        assert (
            phone.post(f"/t/{table}/claim", {"seat": 1, "secret": secret, "command": "c"}).status_code == 303
        )
        assert phone.see(table)["seat"] == yannis.see(table)["seat"] == 1
        assert (
            thief.post(f"/t/{table}/claim", {"seat": 1, "secret": secret, "command": "c"}).status_code == 403
        )
        # The host gives a lost chair a new link: it unseats the devices that held it, so that nobody is spied on unnoticed.
        lost = "another-secret-for-a-lost-chair"
        shared = elif_.post(f"/t/{table}/link", {"seat": 1, "secret": lost, "command": "l1"})
        assert shared.status_code == 403
        assert (
            elif_.post(f"/t/{table}/claim", {"seat": 1, "secret": lost, "command": "c1"}).status_code == 403
        )
        assert (
            elif_.post(
                f"/t/{table}/link", {"seat": 1, "secret": lost, "alone": "1", "command": "l2"}
            ).status_code
            == 200
        )
        new = Person(client)
        assert new.post(f"/t/{table}/claim", {"seat": 1, "secret": lost, "command": "c"}).status_code == 303
        assert new.see(table)["seat"] == 1
        assert phone.see(table)["seat"] is None
        assert yannis.see(table)["seat"] is None


def test_whoever_leaves_is_played_on_for_and_does_not_come_back_by_an_old_cookie(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        _, yannis, table = two_people(client)
        response = yannis.post(f"/t/{table}/leave", {"seat": 1, "command": "bye"})
        assert (response.status_code, response.headers["location"]) == (303, "/")
        seen = yannis.see(table)
        assert seen["seat"] is None
        assert seen["chairs"][1]["kind"] == "bot"
        assert seen["chairs"][1]["name"] == "Yannis"


def test_on_one_device_of_a_game_with_hidden_cards_only_the_seat_in_front_is_shown(tmp_path: Path) -> None:
    with tiny_on_the_shelf(), app(tmp_path) as client:
        person = Person(client)
        table = new_table(person, "tiny", "Elif", "Can")
        curtain = person.get(f"/t/{table}")
        assert curtain.headers["cache-control"] == "no-store"
        assert 'name="seat" value="0"' in curtain.text
        assert person.see(table)["view"]["hand"] == []
        assert person.post(f"/t/{table}/front", {"seat": 0}).status_code == 303
        seen = person.see(table)
        assert (seen["seat"], len(seen["view"]["hand"])) == (0, 3)
        fields = hidden_fields(person.get(f"/t/{table}").text)
        assert person.post(f"/t/{table}/do", {**fields, "move": seen["moves"][0]}).status_code == 303
        # Now the other seat of this device is asked: the curtain falls.
        assert person.see(table)["view"]["hand"] == []
        assert 'name="seat" value="1"' in person.get(f"/t/{table}").text
        assert person.post(f"/t/{table}/front", {"seat": 1}).status_code == 303
        assert person.see(table)["seat"] == 1
        stranger = Person(client)
        assert stranger.post(f"/t/{table}/front", {"seat": 0}).status_code == 403


def test_the_start_page_lists_the_tables_of_this_browser_alone(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        page = elif_.get("/").text
        assert f"/t/{table}" in page
        # Whose turn it is can be read there, for matches that last days.
        asked = elif_.see(table)["asked"][0]
        for seat, person in enumerate((elif_, yannis)):
            text = person.get("/").text
            assert ("your turn" in text) == (seat == asked)
            assert (f"Turn: {('Elif', 'Yannis')[asked]}" in text) == (seat != asked)
        assert f"/t/{table}" not in Person(client).get("/").text


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_a_computer_player_is_called_in_the_readers_language(tmp_path: Path, lang: str) -> None:
    with app(tmp_path) as client:
        person = Person(client, **{"accept-language": lang})
        persona = open_box("farkle").players
        key = next(iter(persona))
        table = new_table(person, "farkle", "Elif", f"bot:{key}")
        from sofra.lang import speak

        page = person.get(f"/t/{table}").text
        assert f'<html lang="{lang}"' in page
        assert speak(lang, open_box("farkle"))(persona[key].name) in page


def test_a_link_to_a_chair_is_made_by_form_shown_once_and_looking_at_it_seats_nobody(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        _, yannis, table = two_people(client)
        assert "Go on with another device" in yannis.get(f"/t/{table}").text
        page = yannis.post(f"/t/{table}/link", {"seat": 1, "command": "l"})
        assert page.status_code == 200
        address = page.text.split('value="http://testserver')[1].split('"')[0]
        secret = address.partition("key=")[2]
        assert address.startswith(f"/t/{table}/chair/1?key=")
        assert "<svg" in page.text.split('class="qr"')[1][:200]
        phone = Person(client)
        shown = phone.get(address)
        assert shown.status_code == 200
        assert "set-cookie" not in shown.headers
        assert phone.see(table)["seat"] is None
        assert (
            phone.post(f"/t/{table}/claim", {"seat": 1, "secret": secret, "command": "c"}).status_code == 303
        )
        assert phone.see(table)["seat"] == 1
        # A page that is sent again makes no second link, and a link that is none says so.
        again = yannis.post(f"/t/{table}/link", {"seat": 1, "command": "l"})
        assert again.status_code == 303
        assert phone.get(f"/t/{table}/chair/9?key={secret}").status_code == 404
        assert phone.get(f"/t/{table}/chair/1").status_code == 404
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert secret.encode() not in stored


@pytest.mark.parametrize(
    ("lang", "strength"), [("en", "strength +30"), ("tr", "güç −45"), ("el", "δύναμη +25")]
)
def test_whoever_sets_a_table_up_reads_how_strong_its_computer_players_are(
    tmp_path: Path, lang: str, strength: str
) -> None:
    with app(tmp_path) as client:
        page = Person(client, **{"accept-language": lang}).get("/new/farkle").text
        assert strength in page
