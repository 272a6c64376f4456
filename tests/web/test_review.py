"""The review of a finished match on the page: for everybody who has the link, in every language, worked out once."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sofra.core.match import Match
from sofra.games import Box
from sofra.games.reviewing import Review, review
from sofra.table.live import Unavailable
from sofra.web import reviews
from tests.pages.markup import read
from tests.pages.rooms import farkle
from tests.web.support import Person, app

SHORT = {"rule-target": "500", "shown-target": "10000", "rule-last_round": ""}


def begun(person: Person, game: str = "farkle", **rules: str) -> str:
    """A table of two at one device, at which the match has begun."""
    form = {"game": game, "preset": "", "chair-0": "person", "name-0": "Elif"}
    response = person.post("/tables", {**form, "chair-1": "person", "name-1": "Can", **rules})
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).removeprefix("/t/")


def finished(person: Person) -> str:
    """A table of Farkle to 500 points, played to its end: take what scores, bank what can be banked."""
    table = begun(person, **SHORT)
    for number in range(400):
        seen = person.see(table)
        if seen["phase"] != "playing":
            return table
        move = max(seen["moves"], key=lambda text: (text == "bank", len(text)))
        body = {"seat": seen["seat"], "ask": seen["version"], "command": f"m{number}", "move": move}
        assert person.send(f"/t/{table}/do", body).status_code == 200
    raise AssertionError("the match never ended")


def test_a_finished_match_is_looked_at_again_by_anybody_with_the_link_in_three_languages(
    tmp_path: Path,
) -> None:
    titles = {"en": "Luck and choices", "tr": "Şans ve seçimler", "el": "Τύχη και επιλογές"}
    with app(tmp_path) as client:
        table = finished(Person(client))
        for lang, title in titles.items():
            reader = Person(client, **{"accept-language": lang})
            assert f'href="/t/{table}/review"' in reader.get(f"/t/{table}").text
            page = reader.get(f"/t/{table}/review")
            assert page.status_code == 200, page.text
            found = read(page.text)
            assert found.faults == []
            assert [e.text for e in found.elements if e.attributes.get("id") == "luck-title"] == [title]
            assert sum(e.attributes.get("id", "").startswith("line-") for e in found.elements) == 2
            # Everything of the drawing stands in the table too, for whoever cannot see it.
            assert any(e.tag == "table" for e in found.elements)


def test_nothing_is_reviewed_before_the_end_and_not_without_a_match(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        table = begun(person)
        page = person.get(f"/t/{table}")
        assert "/review" not in page.text
        refused = person.get(f"/t/{table}/review")
        assert refused.status_code == 409
        assert "a review needs a finished match; this one is still being played" in refused.text
        form = {"game": "farkle", "preset": "", "chair-0": "person", "name-0": "Elif", "chair-1": "open"}
        lobby = person.post("/tables", form).headers["location"]
        refused = person.get(f"{lobby}/review")
        assert refused.status_code == 409
        assert "no match has been played at this table yet" in refused.text
        assert person.get("/t/AAAAAAAAAAAAAAAAAAAAAA/review").status_code == 404


def test_a_match_is_reviewed_once_however_often_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Match] = []

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        looked.append(match)
        assert box.reviewer is not None
        return review(match, box.reviewer, progress)

    monkeypatch.setattr(reviews, "_look", look)
    with app(tmp_path) as client:
        table = finished(Person(client))
        pages = {Person(client).get(f"/t/{table}/review").text for _ in range(3)}
    assert len(looked) == len(pages) == 1


def test_a_long_review_says_how_far_it_is_and_the_server_answers_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, half = threading.Event(), threading.Event()

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        progress(0.5)
        half.set()
        assert go_on.wait(60)
        assert box.reviewer is not None
        return review(match, box.reviewer, progress)

    monkeypatch.setattr(reviews, "_look", look)
    monkeypatch.setattr(reviews, "PATIENCE", 0.05)
    with app(tmp_path) as client:
        person = Person(client)
        table = finished(person)
        assert person.get(f"/t/{table}/review").status_code == 202
        assert half.wait(60)
        page = person.get(f"/t/{table}/review")
        assert page.status_code == 202
        assert "50% of the match is done" in page.text
        assert page.headers["cache-control"] == "no-store"
        assert person.get(f"/t/{table}").status_code == 200
        go_on.set()
        monkeypatch.setattr(reviews, "PATIENCE", 60)
        assert person.get(f"/t/{table}/review").status_code == 200


def test_a_closed_desk_gives_up_what_is_not_done() -> None:
    begun_, stopped = threading.Event(), threading.Event()

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        begun_.set()
        try:
            while True:
                progress(0.1)
                threading.Event().wait(0.005)
        finally:
            stopped.set()

    match: Any = farkle([], [])
    desk = reviews.Desk(look)
    jobs = [desk.job(("table", number, 1), match, match) for number in range(3)]
    assert begun_.wait(60)
    desk.close()
    assert stopped.is_set()
    assert all(job.future.done() for job in jobs)


def test_a_review_that_failed_is_tried_again() -> None:
    tries = []

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        tries.append(match)
        raise OSError("the coach's program has gone")

    match: Any = farkle([], [])
    desk = reviews.Desk(look)
    for _ in range(3):
        with pytest.raises(OSError, match="has gone"):
            desk.job(("table", 1, 1), match, match).future.result(60)
    desk.close()
    assert len(tries) == 3


def test_only_so_many_reviews_wait() -> None:
    gate = threading.Event()

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        gate.wait(60)
        raise AssertionError("not needed")

    match: Any = farkle([], [])
    desk = reviews.Desk(look)
    with pytest.raises(Unavailable, match="too many"):  # noqa: PT012
        for number in range(reviews.WAITING + 2):
            desk.job(("table", number, 1), match, match)
    gate.set()
    desk.close()


def test_a_server_that_stops_while_somebody_has_waited_for_a_review_complains_of_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun_ = threading.Event()

    def look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
        begun_.set()
        while True:
            progress(0.1)
            threading.Event().wait(0.005)

    monkeypatch.setattr(reviews, "_look", look)
    monkeypatch.setattr(reviews, "PATIENCE", 0.05)

    def one_life() -> None:
        with app(tmp_path) as client:
            person = Person(client)
            table = finished(person)
            assert person.get(f"/t/{table}/review").status_code == 202
            assert begun_.wait(60)

    one_life()
    gc.collect()
    assert "never retrieved" not in caplog.text
