"""The list of open tables: only those whose people chose it, only as long as there is something to come for."""

from pathlib import Path

import pytest

from sofra.table.service import Manner
from tests.web.support import Person, app, new_table

SHOWN = {"policy": "shown", "clock": "0"}


def listed(person: Person, name: str = "Elif", *more: str) -> str:
    chairs = {"chair-0": "person", "name-0": name, "chair-1": "open"}
    sent = {"game": "farkle", **chairs, **SHOWN, "listed": "on"}
    return str(person.post("/tables", sent).headers["location"]).removeprefix("/t/")


def test_a_table_is_found_only_if_its_people_chose_that(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, stranger = Person(client), Person(client)
        found, hidden = listed(elif_), new_table(elif_, "farkle", "Can", "open")
        page = stranger.get("/open").text
        assert f"/t/{found}" in page
        assert f"/t/{hidden}" not in page
        assert "1 chair is still free" in page
        # The host changes their mind, and back.
        assert elif_.post(f"/t/{found}/settings", {"command": "p1", **SHOWN}).status_code == 303
        assert f"/t/{found}" not in stranger.get("/open").text
        assert (
            elif_.post(f"/t/{hidden}/settings", {"command": "p2", **SHOWN, "listed": "on"}).status_code == 303
        )
        assert f"/t/{hidden}" in stranger.get("/open").text
        assert 'href="/open"' in stranger.get("/").text


def test_free_chairs_come_first_and_closed_tables_not_at_all(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis = Person(client), Person(client)
        waiting, playing, closed = listed(elif_, "A"), listed(elif_, "B"), listed(elif_, "C")
        sent = {"seat": 1, "command": "s", "name": "Yannis", "mark": "sky"}
        assert yannis.post(f"/t/{playing}/sit", sent).status_code == 303
        assert elif_.post(f"/t/{playing}/start", {"command": "go"}).status_code == 303
        assert elif_.post(f"/t/{closed}/close", {"command": "c"}).status_code == 303
        page = Person(client).get("/open").text
        assert page.index(f"/t/{waiting}") < page.index(f"/t/{playing}")
        assert f"/t/{closed}" not in page
        assert "you can watch" in page


def test_a_table_that_nobody_comes_back_to_is_listed_no_more_and_the_list_survives_a_restart(
    tmp_path: Path,
) -> None:
    with app(tmp_path) as client:
        table = listed(Person(client))
    with app(tmp_path, Manner(pace=0, sweep_every=3600)) as client:
        assert f"/t/{table}" in Person(client).get("/open").text
        live = client.app._app.state.service._tables[table]  # type: ignore[attr-defined]
        live.table.at -= 3 * 3_600_000
        assert f"/t/{table}" not in Person(client).get("/open").text


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_an_empty_list_says_what_to_do(tmp_path: Path, lang: str) -> None:
    with app(tmp_path) as client:
        page = Person(client).get("/open", **{"accept-language": lang}).text
        assert f'<html lang="{lang}"' in page
        assert "/new/farkle" in page


def test_names_in_the_list_play_no_tricks(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        for name in ("\u202eevil", "a\u200bb", "\u2066x\u2069", "<script>"):
            person = Person(client)
            sent = {
                "game": "farkle",
                "chair-0": "person",
                "name-0": name,
                "chair-1": "open",
                **SHOWN,
                "listed": "on",
            }
            person.post("/tables", sent)
        page = Person(client).get("/open").text
        assert not set("\u202e\u200b\u2066\u2069") & set(page)
        assert "<script>" not in page.split("<main")[1].split("</main>")[0]
        assert "<bdi>&lt;script&gt;</bdi>" in page
