"""Who hears the table is told when their turn has come, once, and how the match ended; the title says it too."""

import re
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sofra.games import boxes
from tests.web.support import Person, app, new_table, on_turn, two_people
from tests.web.test_stream import message

ASKS = {"en": "Your turn", "tr": "Sıra sende", "el": "Σειρά σου"}


def play(person: Person, table: str, seen: dict[str, Any], number: int, rng: Random) -> None:
    text = rng.choice(seen["moves"])
    body = {"seat": seen["seat"], "ask": seen["version"], "command": f"m{number}", "move": text}
    assert person.send(f"/t/{table}/do", body).status_code == 200


def title(person: Person, table: str, **headers: str) -> str:
    found = re.search("<title>(.*?)</title>", person.get(f"/t/{table}", **headers).text)
    assert found
    return unescape(found[1])


@pytest.mark.parametrize("lang", list(ASKS))
@pytest.mark.parametrize("game", list(boxes()))
def test_whose_turn_has_come_hears_so_and_the_other_does_not(tmp_path: Path, game: str, lang: str) -> None:
    with app(tmp_path) as client:
        people = two_people(client, game)
        table, rng = people[2], Random(7)
        heard = 0
        # One listens and never acts first: every update tells what the other has done, and what is asked of the listener.
        for number in range(16):
            asked = people[0].see(table)["asked"]
            listener, mover = (people[1], people[0]) if asked[0] == 0 else (people[0], people[1])
            seen = mover.see(table)
            if not seen.get("moves"):
                break
            query = f"as=html&since={seen['version']}"
            with listener.stream(table, query, **{"accept-language": lang}) as socket:
                play(mover, table, seen, number, rng)
                told = message(socket)
            now = listener.see(table)
            mine = now["seat"] in now["asked"]
            said = told["say"]
            assert said.count(said[-1]) == 1
            if game != "raks":
                assert any(ASKS[lang] in line for line in said) == mine
            if mine:
                heard += 1
                page = listener.get(f"/t/{table}", **{"accept-language": lang}).text
                assert said[-1] in unescape(page)
                assert title(listener, table, **{"accept-language": lang}).startswith(ASKS[lang] + " – ")
            else:
                assert not title(listener, table, **{"accept-language": lang}).startswith(ASKS[lang])
        assert heard >= 1


def test_within_a_turn_of_ones_own_the_question_is_not_said_again(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        people = two_people(client)
        person, seen = on_turn(people[:2], people[2])
        with person.stream(people[2], f"as=html&since={seen['version']}") as socket:
            play(person, people[2], seen, 0, Random(1))
            said = message(socket)["say"]
        assert said
        now = person.see(people[2])
        if now["seat"] in now["asked"]:
            assert not any("Your turn" in line for line in said)


def test_at_one_device_the_turn_goes_to_a_name_and_so_does_the_title(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person, rng = Person(client), Random(3)
        table = new_table(person, "farkle", "Elif", "Can")
        names = ("Elif", "Can")
        turns = 0
        for number in range(30):
            seen = person.see(table)
            who = seen["seat"]
            assert title(person, table) == f"Turn: {names[who]} – Farkle – sofra"
            with person.stream(table, f"as=html&since={seen['version']}") as socket:
                play(person, table, seen, number, rng)
                said = message(socket)["say"]
            after = person.see(table)["seat"]
            assert (said[-1] == f"{names[after]}: roll the dice") == (after != who)
            turns += after != who
        assert turns >= 2


def test_the_end_is_told_last_and_stands_in_the_title(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert elif_.post(f"/t/{table}/end", {"seat": 0, "command": "e"}).status_code == 303
        with elif_.stream(table, f"as=html&since={elif_.see(table)['version']}") as socket:
            assert yannis.post(f"/t/{table}/end", {"seat": 1, "command": "e"}).status_code == 303
            said = message(socket)["say"]
        assert said == ["The match was ended by agreement.", "Ended by agreement. Level: Elif, Yannis"]
        assert title(elif_, table) == "Ended by agreement. Level: Elif, Yannis – Farkle – sofra"
