"""What is agreed on at a table beside the rules: chosen with the table, changed by the host, and kept by the server."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.web.support import Person, app, new_table, two_people

HINTS = "What the dice can do"


def agreed(client: TestClient, table: str) -> Any:
    return client.app._app.state.service._tables[table].table.policy  # type: ignore[attr-defined]


def form(**more: str) -> dict[str, str]:
    return {"command": f"p{len(more)}", "policy": "shown", "window": "usual", "clock": "0", **more}


def test_the_host_changes_what_was_agreed_and_nobody_else_does(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert f'href="/t/{table}/agreed"' in elif_.get(f"/t/{table}").text
        assert f'action="/t/{table}/settings"' in elif_.get(f"/t/{table}/agreed").text
        assert f'href="/t/{table}/agreed"' not in yannis.get(f"/t/{table}").text
        assert yannis.get(f"/t/{table}/agreed").status_code == 403
        assert yannis.post(f"/t/{table}/settings", form(listed="on")).status_code == 403
        assert not agreed(client, table).listed
        sent = form(listed="on", hints="on", sit_in="on", clock="120", absence_after="90")
        assert elif_.post(f"/t/{table}/settings", sent).status_code == 303
        policy = agreed(client, table)
        assert (policy.listed, policy.hints, policy.clock, policy.absence) == (True, True, 120, "sit in")
        assert (policy.undo, policy.coach, policy.window) == (False, False, None)
        assert "More time" in "".join(person.get(f"/t/{table}").text for person in (elif_, yannis))


@pytest.mark.parametrize("wrong", [{"clock": "x"}, {"clock": "1"}, {"window": "-5x"}, {"absence_after": "1"}])
def test_what_cannot_be_agreed_on_is_refused_in_words(tmp_path: Path, wrong: dict[str, str]) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        before = agreed(client, table)
        answer = elif_.post(f"/t/{table}/settings", form(**wrong))
        assert answer.status_code == 400
        assert 'role="alert"' in answer.text
        assert agreed(client, table) == before


@pytest.mark.parametrize(
    "wrong", [{"clock": "1"}, {"window": "-5"}, {"window": "1" + "0" * 8}, {"absence_after": "1"}]
)
def test_a_table_is_not_made_with_what_it_could_not_agree_on_later(
    tmp_path: Path, wrong: dict[str, str]
) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        chairs = {"chair-0": "person", "name-0": "Elif", "chair-1": "open"}
        made = {"game": "farkle", "preset": "Table", **chairs}
        assert person.post("/tables", {**made, **form(**wrong)}).status_code == 400
        assert person.post("/tables", {**made, **form()}).status_code == 303


def test_hints_are_for_the_mover_alone_and_only_where_the_table_allows_them(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, "raks")
        people = (elif_, yannis)
        assert not any(HINTS in person.get(f"/t/{table}").text for person in people)
        assert elif_.post(f"/t/{table}/settings", form(hints="on")).status_code == 303
        mover = elif_.see(table)["asked"][0]
        assert HINTS in people[mover].get(f"/t/{table}").text
        assert HINTS not in people[1 - mover].get(f"/t/{table}").text
        assert HINTS not in Person(client).get(f"/t/{table}").text


def test_the_form_for_a_new_table_offers_hints_only_where_a_game_has_them(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        assert 'name="hints"' in client.get("/new/raks").text
        assert 'name="hints"' not in client.get("/new/farkle").text
        elif_ = Person(client)
        plain = new_table(elif_)
        assert agreed(client, plain).undo
        sent = {"game": "farkle", "chair-0": "person", "name-0": "Elif", "chair-1": "open", **form()}
        table = elif_.post("/tables", sent).headers["location"].removeprefix("/t/")
        assert not agreed(client, table).undo
