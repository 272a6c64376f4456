"""The pad counts rounds with real cards as the game does, says what is missing, and keeps nothing but its own form."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from random import Random

import pytest

from sofra.core import Act, Chance, Match
from sofra.core.dealers import Fast
from sofra.core.players import Sight
from sofra.games import open_box
from sofra.games.racko.page.pad import PAGES, match_of, rounds_of, totals
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.scoring import Cards, Line, in_order
from sofra.games.racko.state import Round
from sofra.web.forms import fields as parsed
from tests.pages.rooms import site

Fields = dict[str, list[str]]
BOX = open_box("racko")
HOUSES = (
    (2, RackoRules(target=150)),
    (3, RackoRules(target=150, losers="rising", tie="share")),
    (2, RackoRules(target=200, min_run=3)),
    (4, RackoRules(target=200, partners=True, bonus_runs="team", losers="rising", declare="auto")),
    (4, RackoRules(target=200, bonus_runs="caller", declare="auto")),
)


def shown(fields: Fields, lang: str = "en") -> str:
    return PAGES["pad"].draw(date(2026, 12, 1), fields, site(lang).speak)


def sent(page: str) -> Fields:
    """What a browser sends of the form on this page."""
    found: Fields = {}
    for tag in re.findall(r"<input [^>]*>", page):
        at = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
        if at.get("type") != "checkbox" or " checked" in tag:
            found[at["name"]] = [unescape(at["value"])]
    for name, body in re.findall(r'<select [^>]*name="([\w-]+)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', body)
        found[name] = [unescape(chosen[1]) if chosen else ""]
    return found


def finished_rounds(seats: int, rules: RackoRules, rng: Random) -> list[Round]:
    """The rounds of a match between computer players, each as it stood when it was over."""
    match = Match(BOX.game, rules, seats)
    players = [BOX.players["chain"].make(rules, seats) for _ in range(seats)]
    dealer, found = Fast(rng), []
    while not match.over:
        if isinstance(ask := match.ask, Chance):
            match.do(dealer.answer(ask))
        else:
            (seat,) = match.asked
            told = tuple(match.tell(version, seat) for version in range(1, match.version + 1))
            sight = Sight(seat, match.view(seat), told, match.moves(seat), match.forms(seat))
            match.do(Act(seat, players[seat].choose(sight, rng)))
        if len(match.state.round.sheet) > len(found):
            found.append(match.state.round)
    return found


def written(rules: RackoRules, cards: Cards, line: Line, seat: int, rng: Random) -> str:
    """A rack as somebody writes it down: all of it, or as little as these rules allow."""
    text = cards
    if seat == line.caller and rules.bonus_runs == "off":
        text = rng.choice([cards, ()])
    elif rules.losers == "prefix" and seat != line.caller:
        text = rng.choice([cards, cards[: in_order(cards)]])
    return rng.choice([" ", ", ", ";"]).join(map(str, text))


@pytest.mark.parametrize(("seats", "rules"), HOUSES)
def test_the_pad_counts_whole_matches_as_the_game_does(seats: int, rules: RackoRules) -> None:
    rng = Random(f"{seats} {rules.write()}")
    rounds = finished_rounds(seats, rules, rng)
    fields: Fields = {"house": [rules.write()], "seats": [str(seats)], "name-0": ["Ayşe <b>"]}
    for number, ended in enumerate(rounds, 1):
        line = ended.sheet[-1]
        fields[f"went-{number}"] = ["nobody" if line.caller is None else str(line.caller)]
        for seat, cards in enumerate(ended.last):
            fields[f"rack-{number}-{seat}"] = [written(rules, cards, line, seat, rng)]
        match = match_of(fields)
        counted = rounds_of(match, fields)
        assert match.rules == rules
        assert [one.line.points for one in counted if one.line] == [one.points for one in ended.sheet]
        assert not any(one.wrong for one in counted)
        own = tuple(map(sum, zip(*(one.points for one in ended.sheet), strict=True)))
        pooled = [own[seat] + (own[(seat + 2) % 4] if rules.partners else 0) for seat in range(seats)]
        assert totals(match, counted) == tuple(pooled)
        page = shown(fields)
        assert ("Winner" in page) is (number == len(rounds))
        assert "<b>" not in page.replace("<b>", "", page.count('<td class="r"><b>'))
        # The form brings all of it back.
        again = sent(page)
        assert {name: value for name, value in again.items() if value != [""]} == {
            name: value for name, value in fields.items() if value != [""]
        }


@pytest.mark.parametrize(
    ("house", "fields", "said"),
    [
        ("", {"rack-1-0": "1 2"}, "say who went Rack-O"),
        ("", {"went-1": "0"}, "write what counts of this rack"),
        ("", {"went-1": "0", "rack-1-1": "one two"}, "write the cards as numbers"),
        ("", {"went-1": "0", "rack-1-1": "41"}, "card 41 is not in this deck: it goes from 1 to 40"),
        ("", {"went-1": "0", "rack-1-1": "0 3"}, "card 0 is not in this deck"),
        ("", {"went-1": "0", "rack-1-1": "3 3"}, "card 3 stands in two places"),
        ("", {"went-1": "nobody", "rack-1-0": "3 5", "rack-1-1": "5"}, "card 5 stands in two places"),
        ("", {"went-1": "0", "rack-1-1": "1 2 3 4 5 6 7 8 9 10 11"}, "at most ten cards"),
        ("", {"went-1": "0", "rack-1-0": "1 2 3", "rack-1-1": "4"}, "that is no Rack-O"),
        ("", {"went-1": "0", "rack-1-0": "1 2 3 4 5 6 7 8 10 9", "rack-1-1": "11"}, "that is no Rack-O"),
        (
            "min_run=3",
            {"went-1": "0", "rack-1-0": "1 3 5 7 9 11 13 15 17 19", "rack-1-1": "2"},
            "Rack-O needs 3",
        ),
        ("losers=rising", {"went-1": "0", "rack-1-1": "1 2"}, "write all ten cards"),
        ("bonus_runs=caller", {"went-1": "0", "rack-1-1": "1 2"}, "write all ten cards"),
        (
            "declare=call, false_call=out",
            {"went-1": "0", "out-1-0": "yes", "rack-1-1": "1"},
            "called nothing falsely",
        ),
    ],
)
def test_what_cannot_be_or_is_missing_is_said_at_its_field_and_not_counted(
    house: str, fields: dict[str, str], said: str
) -> None:
    given = {name: [value] for name, value in {"house": house, **fields}.items()}
    page = shown(given)
    assert said in page
    assert 'aria-invalid="true"' in page
    assert "<tfoot>" not in page
    (first, *_) = rounds_of(match_of(given), given)
    assert first.line is None
    for lang in ("tr", "el"):
        shown(given, lang)


def test_a_false_call_scores_nothing_and_needs_no_cards() -> None:
    given = {
        "house": ["declare=call, false_call=out"],
        "went-1": ["nobody"],
        "out-1-0": ["yes"],
        "rack-1-1": ["4 9"],
    }
    (first, *_) = rounds_of(match_of(given), given)
    assert first.line is not None
    assert first.line.points == (0, 10)


def test_a_round_before_is_mended_in_its_own_fields() -> None:
    given = {"went-1": ["0"], "rack-1-1": ["4 9"], "went-2": ["1"], "rack-2-0": ["7"]}
    assert totals(match_of(given), rounds_of(match_of(given), given)) == (80, 85)
    given["rack-1-1"] = ["4 9 12"]
    assert totals(match_of(given), rounds_of(match_of(given), given)) == (80, 90)
    given["rack-1-1"] = ["4 9 twelve"]
    assert totals(match_of(given), rounds_of(match_of(given), given)) == (5, 75)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("house=target%3D7", "target"),
        ("house=min_run%3D3&seats=3", "min_run"),
        ("house=%3Cb%3E", "value"),
        ("preset=Partners&seats=2", "partners"),
    ],
)
def test_rules_that_cannot_be_are_said_and_the_usual_ones_stand(query: str, said: str) -> None:
    found = match_of(parsed(query.encode()))
    assert found.wrong is not None
    assert said in str(found.wrong)
    assert found.rules == RackoRules()
    page = shown(dict(parsed(query.encode())))
    assert 'role="alert"' in page
    assert "<b>" not in page


@pytest.mark.parametrize("lang", ["en", "tr", "el"])
def test_the_pad_is_there_in_three_languages(lang: str) -> None:
    page = shown({"went-1": ["0"], "rack-1-1": ["4 9"]}, lang)
    assert "<tfoot>" in page
    assert page.count("<label") == page.count(' id="') - page.count('id="wrong')


def test_however_much_is_sent_so_many_rounds_are_counted() -> None:
    given = {f"went-{number}": ["nobody"] for number in range(1, 200)}
    given |= {f"rack-{number}-{seat}": [str(1 + seat)] for number in range(1, 200) for seat in (0, 1)}
    assert len(rounds_of(match_of(given), given)) == 60
    given = {
        name: [value * 10_000] for name, value in {"house": "x", "name-0": "y", "rack-1-0": "1 "}.items()
    }
    assert len(shown(given)) < 20_000
