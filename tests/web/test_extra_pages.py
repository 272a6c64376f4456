"""Pages of a game's own: the daily puzzle stands where the start page says, in every language, without a table."""

from pathlib import Path

import pytest

from tests.web.support import AT_ONCE, Person, app


@pytest.mark.parametrize(
    ("lang", "title"), [("en", "The daily puzzle"), ("tr", "Günün bulmacası"), ("el", "Ο γρίφος της ημέρας")]
)
def test_the_daily_puzzle_is_a_page_found_from_the_start_page(tmp_path: Path, lang: str, title: str) -> None:
    with app(tmp_path, AT_ONCE) as client:
        person = Person(client, **{"accept-language": lang})
        assert 'href="/raks/daily"' in person.get("/").text
        page = person.get("/raks/daily")
        assert page.status_code == 200
        assert f"<h1>{title}</h1>" in page.text


def test_what_is_written_is_judged_and_nonsense_is_answered_in_words(tmp_path: Path) -> None:
    with app(tmp_path, AT_ONCE) as client:
        page = Person(client).post("/raks/daily", {"expressions": "1+, <b>", "show": "all"})
        assert page.status_code == 200
        assert "<b>" not in page.text.partition("<textarea")[2].partition("</textarea>")[0]
        assert 'class="wrong"' in page.text


@pytest.mark.parametrize("address", ["/raks/weekly", "/farkle/daily", "/chess/daily"])
def test_there_is_nothing_where_no_game_has_a_page(tmp_path: Path, address: str) -> None:
    with app(tmp_path, AT_ONCE) as client:
        assert Person(client).get(address).status_code == 404


@pytest.mark.parametrize(("lang", "title"), [("en", "Tactics"), ("tr", "Taktik"), ("el", "Τακτική")])
def test_the_tactics_of_a_standing_are_worked_out_as_asked(tmp_path: Path, lang: str, title: str) -> None:
    with app(tmp_path, AT_ONCE) as client:
        person = Person(client, **{"accept-language": lang})
        assert 'href="/farkle/tactics"' in person.get("/").text
        page = person.get("/farkle/tactics")
        assert page.status_code == 200
        assert f"<h1>{title}</h1>" in page.text
        other = person.post("/farkle/tactics", {"preset": "Zilch", "mine": "9000", "theirs": "4000"})
        assert other.status_code == 200
        assert 'value="9000"' in other.text
        wrong = person.post("/farkle/tactics", {"mine": "<b>", "theirs": "1" * 50})
        assert wrong.status_code == 200
        assert 'role="alert"' in wrong.text
        assert "&lt;b&gt;" not in wrong.text
        assert "<b>" not in wrong.text.partition("<form method")[2].partition("</form>")[0]


@pytest.mark.parametrize(
    ("lang", "title"),
    [("en", "Count real rounds"), ("tr", "Gerçek kartlarla say"), ("el", "Μέτρημα με αληθινές κάρτες")],
)
def test_rounds_with_real_cards_are_counted_under_the_rules_of_the_address(
    tmp_path: Path, lang: str, title: str
) -> None:
    with app(tmp_path, AT_ONCE) as client:
        person = Person(client, **{"accept-language": lang})
        assert 'href="/racko/pad"' in person.get("/").text
        address = "/racko/pad?house=target%3D75&seats=3&name-0=Ay%C5%9Fe"
        page = person.get(address).text
        assert f"<h1>{title}</h1>" in page
        assert 'value="target=75"' in page
        assert 'value="Ayşe"' in page
        form = {"went-1": "0", "rack-1-1": "4 9 2", "rack-1-2": "50", "name-0": "<b>"}
        counted = person.post(address, form).text
        assert "&lt;b&gt;" in counted
        assert "75" in counted.partition("<tfoot>")[2].partition("</tfoot>")[0]
        assert 'class="moment good"' in counted
        assert person.post(address, {"seats": "9", "rack-1-0": "x" * 5000}).status_code == 200
