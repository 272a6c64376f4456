"""The end by agreement: everybody hears that somebody wants it, can say yes or no to it, and reads how it stood."""

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sofra.core import Agreed
from sofra.core.asks import Result
from sofra.games import boxes, open_box
from sofra.games.parts import Names
from sofra.lang.sentences import asked, by_agreement
from tests.pages.markup import Element, read
from tests.pages.rooms import site
from tests.pages.walks import walked
from tests.web.support import Person, app, new_table, on_turn, two_people
from tests.web.test_stream import message


def region(page: str, ident: str) -> Element:
    return next(e for e in read(page).elements if e.attributes.get("id") == ident)


def ask_of(person: Person, table: str, **headers: str) -> str:
    return " ".join(region(person.get(f"/t/{table}", **headers).text, "ask").text.split())


def end(person: Person, table: str, seat: int, command: str, **more: str) -> int:
    status: int = person.post(f"/t/{table}/end", {"seat": seat, "command": command, **more}).status_code
    return status


def html_news(
    client: TestClient, person: Person, table: str, act: list[tuple[Person, int, str, dict[str, str]]]
) -> list[str]:
    """What the live region of one page says while others speak of the end."""
    version = person.see(table)["version"]
    said: list[str] = []
    with person.stream(table, f"as=html&since={version}") as socket:
        for who, seat, command, more in act:
            assert end(who, table, seat, command, **more) == 303
            said += message(socket)["say"]
    return said


@pytest.mark.parametrize("game", list(boxes()))
def test_who_is_asked_hears_it_sees_it_after_a_reload_and_may_say_no(tmp_path: Path, game: str) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, game)
        said = html_news(client, yannis, table, [(elif_, 0, "e1", {})])
        assert said == ["Elif: would like to end the match now, as it stands."]
        for person, mine, other in (
            (yannis, "End the match", "Take it back"),
            (elif_, "Take it back", "End the match"),
        ):
            text = ask_of(person, table)
            assert "Would end the match now, as it stands: Elif." in text
            assert "Waiting for: Yannis." in text
            assert mine in text
            assert other not in text
        assert "End the match" not in ask_of(Person(client), table)
        said = html_news(client, elif_, table, [(yannis, 1, "n1", {"no": "1"})])
        assert said == ["Yannis: would rather play on."]
        for person in (elif_, yannis):
            assert "Would end" not in ask_of(person, table)
        again = yannis.post(f"/t/{table}/end", {"seat": 1, "command": "n2", "no": "1"})
        assert again.status_code == 409
        assert "nobody wants to end the match now" in again.text
        # It takes both again; the first "yes" does not lie in wait.
        assert end(yannis, table, 1, "e2") == 303
        assert elif_.see(table)["phase"] == "playing"


def test_whoever_asked_for_the_end_takes_it_back(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert end(elif_, table, 0, "a") == 303
        assert end(elif_, table, 0, "b", no="1") == 303
        assert end(yannis, table, 1, "c") == 303
        assert yannis.see(table)["phase"] == "playing"
        assert "Waiting for: Elif." in ask_of(elif_, table)


def test_two_on_one_device_answer_each_by_name(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        person = Person(client)
        table = new_table(person, "farkle", "Elif", "Can")
        assert end(person, table, 0, "a") == 303
        text = ask_of(person, table)
        assert "End the match: Can" in text
        assert "Take it back: Elif" in text
        assert end(person, table, 1, "b") == 303
        assert person.see(table)["phase"] == "over"


ENDED = {
    "en": ("Ended by agreement. Level: Elif, Yannis", "Your turn"),
    "tr": ("Anlaşarak bitti. Berabere: Elif, Yannis", "Sıra"),
    "el": ("Τέλος με συμφωνία. Ισοπαλία: Elif, Yannis", "Σειρά σου"),
}


@pytest.mark.parametrize("lang", list(ENDED))
@pytest.mark.parametrize("game", list(boxes()))
def test_the_result_of_an_agreed_end_is_no_question_and_marks_no_turn(
    tmp_path: Path, game: str, lang: str
) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client, game)
        assert ' class="now"' in elif_.get(f"/t/{table}").text or game == "racko"
        for seat, person in enumerate((elif_, yannis)):
            assert end(person, table, seat, "e") == 303
        wanted, stale = ENDED[lang]
        for person in (elif_, yannis, Person(client)):
            page = person.get(f"/t/{table}", **{"accept-language": lang}).text
            winner = next(e for e in read(page).elements if e.attributes.get("class") == "winner")
            assert winner.text == wanted
            assert stale not in region(page, "ask").text
            assert wanted in region(page, "ask").text
            for element in read(region_html(page)).elements:
                assert "now" not in element.attributes.get("class", "").split(), element


def region_html(page: str) -> str:
    """The part of a page from the table to its foot, where turns are marked."""
    start = page.index('<form id="match"')
    return page[start : page.index("</main>")].rsplit("</div>", 2)[0]


def test_who_is_ahead_at_an_agreed_end_is_named(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        for number in range(200):
            person, seen = on_turn((elif_, yannis), table)
            if max(seen["view"]["scores"]) > 0:
                break
            keeps = [move for move in seen["moves"] if move.startswith("keep")]
            text = "bank" if "bank" in seen["moves"] else keeps[0] if keeps else "roll"
            body = {"seat": seen["seat"], "ask": seen["version"], "command": f"m{number}", "move": text}
            assert person.send(f"/t/{table}/do", body).status_code == 200
        scores = elif_.see(table)["view"]["scores"]
        assert max(scores) > 0
        for seat, person in enumerate((elif_, yannis)):
            assert end(person, table, seat, "e") == 303
        ahead = ("Elif", "Yannis")[scores.index(max(scores))]
        assert f"Ended by agreement. Ahead: {ahead}" in ask_of(elif_, table)


@pytest.mark.parametrize("game", list(boxes()))
def test_terminal_and_review_name_the_agreed_end_too(game: str) -> None:
    match = walked(game, 4)
    assert (
        asked(match, open_box(game).words, None, site("en").speak, Names(("Elif", "Can", "Ada", "Ece"))) != ""
    )
    match.do(Agreed())
    names = Names(("Elif", "Can", "Ada", "Ece")[: match.seats])
    told = asked(match, open_box(game).words, None, site("en").speak, names)
    assert told.startswith("Ended by agreement. ")


def test_partners_who_are_ahead_together_are_not_level() -> None:
    speak, names = site("en").speak, Names(("Elif", "Can", "Ada", "Ece"))
    ahead = Result((9, 3, 9, 3), (0, 2), (0, 2, 1, 3), ((0, 2), (1, 3)))
    level = Result((9, 9, 3, 3), (0, 1), (0, 1, 2, 3))
    assert by_agreement(ahead, speak, names) == "Ended by agreement. Ahead: Elif, Ada"
    assert by_agreement(level, speak, names) == "Ended by agreement. Level: Elif, Can"
    assert by_agreement(Result((7,), (0,), (0,)), speak, Names(("Elif",))) == "Ended by agreement"


def test_programs_read_who_would_end_the_match_from_the_table_and_the_stream(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        assert yannis.see(table)["agreed"] == []
        with yannis.stream(table, f"as=json&since={yannis.see(table)['version']}") as socket:
            assert end(elif_, table, 0, "e1") == 303
            assert socket.receive_json()["agreed"] == [0]
            assert Person(client).see(table)["agreed"] == [0]
            assert end(yannis, table, 1, "e2", no="1") == 303
            assert "agreed" not in socket.receive_json()
            assert yannis.see(table)["agreed"] == []
            assert end(elif_, table, 0, "e3") == 303
            assert end(yannis, table, 1, "e4") == 303
        seen = yannis.see(table)
        assert (seen["phase"], seen["agreed"]) == ("over", [])
