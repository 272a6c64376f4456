"""The score sheet of a finished match: every line of it in three languages, for whoever may read the record, on paper and in
a spreadsheet."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest

from sofra.core import record as records
from sofra.core.match import Act, Match, Undo
from sofra.core.record import SeatLine
from sofra.games import boxes, open_box
from sofra.games.farkle.view import Banked, Farkled
from sofra.games.parts import Names
from sofra.lang import score_sheet, speak
from tests.pages.markup import read
from tests.pages.rooms import farkle
from tests.pages.walks import walked
from tests.web.support import Person, app, two_people
from tests.web.test_import import bring
from tests.web.test_review import finished

TITLES = {"en": "What happened", "tr": "Neler oldu", "el": "Τι έγινε"}
TRICKY = ("=1+2", "@Ada", "-Can")


def whole(game: str, seats: int = 3) -> Match:
    """A match from its first throw to its end."""
    match = walked(game, 4000, seats)
    assert match.over
    return match


def record_of(match: Match, names: tuple[str, ...]) -> str:
    return records.write(records.of(match, tuple(map(SeatLine, names)), "seed a page"))


@pytest.mark.parametrize("lang", list(TITLES))
@pytest.mark.parametrize("game", list(boxes()))
def test_a_whole_match_stands_on_its_sheet_in_three_languages(tmp_path: Path, game: str, lang: str) -> None:
    match = whole(game)
    with app(tmp_path) as client:
        table = bring(Person(client), record_of(match, ("Elif", "Can", "Νίκος")))
        reader = Person(client, **{"accept-language": lang})
        page = reader.get(f"/t/{table}/sheet")
        assert page.status_code == 200, page.text
        assert read(page.text).faults == []
        sheet = reader.get(f"/t/{table}/sheet", accept="application/json").json()
        assert TITLES[lang] in page.text
        for said in (*(line["says"] for line in sheet["lines"]), sheet["outcome"], *sheet["players"]):
            assert said.replace("'", "&#39;") in page.text
        assert f'href="/t/{table}/sheet"' in reader.get(f"/t/{table}").text


@pytest.mark.parametrize("game", list(boxes()))
def test_the_lines_add_up_to_the_result(game: str) -> None:
    match = whole(game)
    box = open_box(game)
    lines = score_sheet.lines(match, box, speak("en", box), Names(("Elif", "Can", "Νίκος")))
    totals = [sum(line.gained[seat] for line in lines) for seat in range(3)]
    assert tuple(totals) == lines[-1].points == match.ask.result.scores  # type: ignore[union-attr]
    assert all(line.says for line in lines)


def test_every_turn_of_farkle_is_a_line_and_what_was_taken_back_is_none() -> None:
    match = whole("farkle")
    box = open_box("farkle")
    say, names = speak("en", box), Names(("Elif", "Can", "Νίκος"))
    turns = [tell for tell in match.told(None) if isinstance(tell, Banked | Farkled)]
    assert len(score_sheet.lines(match, box, say, names)) == len(turns)
    short = farkle([(1, 1, 1, 4, 6, 2)], ["roll", "keep 1 1 1"])
    before = short.version
    short.do(Act(0, short.game.read("bank")))
    assert [line.gained[0] for line in score_sheet.lines(short, box, say, names)] == [1000]
    short.do(Undo(before))
    assert score_sheet.lines(short, box, say, names) == ()


def cells(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"))))


def test_no_name_becomes_a_formula_in_a_spreadsheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def formulas(rows: list[list[str]]) -> list[str]:
        return [cell for row in rows for cell in row if cell.startswith(score_sheet.FORMULA)]

    with app(tmp_path) as client:
        reader = Person(client)
        table = bring(reader, record_of(whole("farkle"), TRICKY))
        answer = reader.get(f"/t/{table}/sheet?as=csv")
        assert answer.headers["content-type"] == "text/csv; charset=utf-8"
        assert answer.headers["content-disposition"] == 'attachment; filename="sofra-farkle.csv"'
        rows = cells(answer.text)
        assert rows[0][2:] == [f"'{name}" for name in TRICKY]
        assert formulas(rows) == []
        sheet = reader.get(f"/t/{table}/sheet", accept="application/json").json()
        assert [list(map(int, row[2:])) for row in rows[1:-1]] == [line["points"] for line in sheet["lines"]]
        assert list(map(int, rows[-1][2:])) == sheet["scores"]
        monkeypatch.setattr(score_sheet, "_plain", lambda text: text)
        assert formulas(cells(reader.get(f"/t/{table}/sheet?as=csv").text)), "the check sees a formula"


def test_the_sheet_is_for_whoever_may_read_the_record_and_only_then(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, _, table = two_people(client)
        for kind in ("text/html", "application/json"):
            for path in ("sheet", "sheet?as=csv", "record"):
                assert elif_.get(f"/t/{table}/{path}", accept=kind).status_code == 409
        assert elif_.get("/t/nowhere/sheet").status_code == elif_.get("/t/nowhere/record").status_code == 404
        over = finished(Person(client))
        friend = Person(client)
        for path in ("sheet", "sheet?as=csv", "record"):
            assert friend.get(f"/t/{over}/{path}").status_code == 200
        sheet = friend.get(f"/t/{over}/sheet", accept="application/json").json()
        assert sheet["sealed"] in friend.get(f"/t/{over}/record").text
        page = friend.get(f"/t/{over}/sheet").text
        assert sheet["sealed"] in page
        assert f'<time datetime="{sheet["played"]}">' in page
