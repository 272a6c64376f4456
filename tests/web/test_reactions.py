"""Quick reactions: read by everybody in their own language, seen and not announced, limited, and muted on one's own device."""

from dataclasses import replace
from pathlib import Path
from typing import Any

from sofra.lang import LANGS, speak
from sofra.table.reactions import REACTIONS
from sofra.web.limits import Limits, Rate
from tests.web.support import Person, app, hidden_fields, move, two_people

SAID = '<q class="says">'


def react(person: Person, table: str, seat: int, say: str, command: str = "e", **headers: str):
    return person.post(f"/t/{table}/react", {"command": command, "seat": seat, "say": say}, **headers)


def test_everybody_reads_a_reaction_in_their_own_language(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for key, text in REACTIONS.items():
            assert react(elif_, table, 0, key, f"e-{key}").status_code == 303
            for lang in LANGS:
                page = yannis.get(f"/t/{table}", **{"accept-language": lang}).text
                assert f"{SAID}{speak(lang)(text)}</q>" in page
        assert SAID in Person(client).get(f"/t/{table}").text


def test_only_who_sits_there_says_what_is_on_the_list(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert react(yannis, table, 0, "bravo").status_code == 403
        assert react(Person(client), table, 0, "bravo").status_code == 403
        assert react(yannis, table, 9, "bravo").status_code == 404
        assert react(yannis, table, 1, "<b>anything</b>").status_code == 404
        sent = elif_.send(f"/t/{table}/do", {"do": "react", "command": "x", "seat": 1, "say": "bravo"})
        assert sent.status_code == 403
        assert SAID not in elif_.get(f"/t/{table}").text


def test_a_reaction_touches_no_choice_says_nothing_aloud_and_makes_no_move_stale(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        people = (elif_, yannis)
        asked = elif_.see(table)["asked"][0]
        seen = people[asked].see(table)
        with yannis.stream(table, f"as=html&since={seen['version']}") as socket:
            found = react(elif_, table, 0, "bravo", **{"x-sofra": "regions"}).json()
            told = socket.receive_json()
        for update in (found, told):
            assert set(update["regions"]) == {"ask", "chairs"}
            assert update["say"] == []
            assert SAID in update["regions"]["chairs"]
        # What was seen before it can still be played, and the page's own form too.
        assert move(people[asked], table, seen, "m1").status_code == 200
        assert hidden_fields(elif_.get(f"/t/{table}").text)["ask"]


def test_whoever_is_waited_for_is_nudged_aloud_and_nobody_else(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        people, asked = (elif_, yannis), elif_.see(table)["asked"][0]
        waited, waiting = people[asked], people[1 - asked]
        name = ("Yannis", "Elif")[asked]
        version = elif_.see(table)["version"]
        with (
            waited.stream(table, f"as=html&since={version}") as one,
            waiting.stream(table, f"as=html&since={version}") as other,
            Person(client).stream(table, f"as=html&since={version}") as third,
        ):
            assert react(waiting, table, 1 - asked, "turn").status_code == 303
            told = {n: heard(socket) for n, socket in enumerate((one, other, third))}
        assert told == {0: [f"{name}: it’s your turn!"], 1: [], 2: []}
        # Who does not want to hear from them does not.
        assert waited.post(f"/t/{table}/mute", {"seat": 1 - asked}).status_code == 303
        with waited.stream(table, f"as=html&since={version}") as one:
            assert heard(one) == []


def heard(socket: Any) -> list[str]:
    """What the page says aloud at the next news that is more than somebody's coming or going."""
    while (told := socket.receive_json()).get("presence"):
        pass
    found: list[str] = told["say"]
    return found


def test_too_many_reactions_are_refused_and_moves_go_on(tmp_path: Path) -> None:
    limits = Limits(reactions=Rate(0.001, 3))
    with app(tmp_path, limits=limits) as client:
        elif_, yannis, table = two_people(client)
        answers = [react(elif_, table, 0, "ouch", f"e{n}").status_code for n in range(5)]
        assert answers == [303, 303, 303, 429, 429]
        sent = elif_.send(f"/t/{table}/do", {"do": "react", "command": "j", "seat": 0, "say": "ouch"})
        assert sent.status_code == 429
        assert react(yannis, table, 1, "ouch").status_code == 303
        person = (elif_, yannis)[elif_.see(table)["asked"][0]]
        assert move(person, table, person.see(table), "m1").status_code == 200


def test_a_muted_player_is_muted_on_this_device_alone_and_by_mark_when_chairs_rotate(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert react(elif_, table, 0, "bravo").status_code == 303
        assert yannis.post(f"/t/{table}/mute", {"seat": 0}).status_code == 303
        assert SAID not in yannis.get(f"/t/{table}").text
        assert SAID in Person(client).get(f"/t/{table}").text
        assert "Show again what is said" in yannis.get(f"/t/{table}").text
        assert yannis.post(f"/t/{table}/mute", {"seat": 0}).status_code == 303
        assert SAID in yannis.get(f"/t/{table}").text
        assert yannis.post(f"/t/{table}/mute", {"seat": 7}).status_code == 404


def test_a_reaction_is_gone_after_a_while_and_not_forgotten_by_the_log(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        assert react(elif_, table, 0, "bravo").status_code == 303
        live = client.app._app.state.service._tables[table]  # type: ignore[attr-defined]
        said = live.table.reactions[0]
        live.table.reactions[0] = replace(said, at=said.at - 13_000)
        assert SAID not in elif_.get(f"/t/{table}").text
    with app(tmp_path) as client:
        assert Person(client).get(f"/t/{table}").status_code == 200


def test_programs_hear_reactions_over_the_stream_once_and_no_old_ones(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        before = yannis.see(table)["version"]
        watcher = Person(client)
        with watcher.stream(table, f"as=json&since={before}") as watching:
            assert react(elif_, table, 0, "luck", "e1").status_code == 303
            heard = watching.receive_json()
            assert heard["said"] == [{"seat": 0, "say": "luck"}]
            assert react(yannis, table, 1, "bravo", "e2").status_code == 303
            assert watching.receive_json()["said"] == [{"seat": 1, "say": "bravo"}]
            person = (elif_, yannis)[elif_.see(table)["asked"][0]]
            assert move(person, table, person.see(table), "m1").status_code == 200
            assert "said" not in watching.receive_json()
        # Who missed both hears of both, in order; who has just come hears of none.
        with Person(client).stream(table, f"as=json&since={before}") as late:
            assert late.receive_json()["said"] == [{"seat": 0, "say": "luck"}, {"seat": 1, "say": "bravo"}]
        with Person(client).stream(table, "as=json&since=0") as anew:
            assert "said" not in anew.receive_json()
