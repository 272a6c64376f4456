"""The coach at a table: only where it is allowed, only for whoever has a move, and in every language."""

from pathlib import Path

import pytest

from sofra.games.farkle import background
from sofra.games.farkle.rules import FarkleRules
from tests.web.support import AT_ONCE, Person, app


def table(person: Person, **more: str) -> str:
    form = {"game": "farkle", "preset": "Table", "policy": "shown", "chair-0": "person", "name-0": "Elif"}
    response = person.post("/tables", {**form, "chair-1": "person", "name-1": "Can", **more})
    assert response.status_code == 303, response.text
    return str(response.headers["location"])


@pytest.mark.parametrize(
    ("lang", "title", "share"), [("en", "The coach", "%"), ("tr", "Koç", "%"), ("el", "Ο προπονητής", "%")]
)
def test_whoever_has_a_move_is_told_what_it_is_worth(
    tmp_path: Path, lang: str, title: str, share: str
) -> None:
    with app(tmp_path, AT_ONCE) as client:
        person = Person(client, **{"accept-language": lang})
        address = table(person, coach="on")
        assert f'href="{address}/coach"' in person.get(address).text
        page = person.get(address + "/coach")
        assert page.status_code == 200
        assert page.headers["cache-control"] == "no-store"
        assert f"<h1>{title}</h1>" in page.text
        assert share in page.text


@pytest.mark.parametrize("coach", ["on", ""])
def test_own_house_rules_are_given_to_be_solved_where_the_coach_may_be_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, coach: str
) -> None:
    asked: list[FarkleRules] = []
    monkeypatch.setattr(background, "begin", lambda rules: bool(asked.append(rules)))
    with app(tmp_path, AT_ONCE) as client:
        own = {"rule-opening": "350", "shown-opening": "0"}
        table(Person(client), **own, **({"coach": coach} if coach else {}))
    assert [rules.opening for rules in asked] == ([350] if coach else [])


def test_a_table_can_play_without_the_coach(tmp_path: Path) -> None:
    with app(tmp_path, AT_ONCE) as client:
        person = Person(client)
        address = table(person)
        assert "/coach" not in person.get(address).text
        refused = person.get(address + "/coach")
        assert refused.status_code == 409
        assert "this table plays without the coach" in refused.text


def test_the_coach_answers_nobody_but_the_seat_that_is_asked(tmp_path: Path) -> None:
    with app(tmp_path, AT_ONCE) as client:
        address = table(Person(client), coach="on")
        stranger = Person(client).get(address + "/coach")
        assert stranger.status_code == 409
        assert "the coach answers whoever has a move to make" in stranger.text
