"""The examples that rules pages draw: worked out from the house rules of the table, not written down."""

from __future__ import annotations

import re

import pytest

from sofra.core.rules import HouseRules
from sofra.games import open_box
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.words import EXAMPLES
from sofra.games.raks.scoring import bonus
from sofra.web import pages
from tests.pages import rooms
from tests.pages.markup import Element, read


def examples(game: str, house: HouseRules) -> list[Element]:
    found = read(pages.rules(rooms.site("en"), open_box(game), house, 4))
    return [
        e
        for e in found.elements
        if e.tag == "li" and "examples" in e.parents[-1].attributes.get("class", "").split()
    ]


@pytest.mark.parametrize("preset", ["Table", "Zilch", "Kingdom"])
def test_examples_of_farkle_are_worth_what_the_score_table_says(preset: str) -> None:
    house = open_box("farkle").game.presets[preset]
    table = score_table(house)  # type: ignore[arg-type]
    drawn = examples("farkle", house)
    assert len(drawn) == len(EXAMPLES)
    for item, dice in zip(drawn, EXAMPLES, strict=True):
        points = table.score(tuple(sorted(dice)))
        if points is None:
            assert "cannot be set aside together" in item.text
        else:
            assert f"= {points:,}" in item.text


def test_examples_of_farkle_change_with_the_house_rules() -> None:
    presets = open_box("farkle").game.presets
    shown = {
        preset: [item.text for item in examples("farkle", presets[preset])] for preset in ("Table", "Zilch")
    }
    assert shown["Table"] != shown["Zilch"]


@pytest.mark.parametrize(("preset", "first"), [("Classic", "35"), ("Greek partners", "45")])
def test_examples_of_racko_count_as_the_house_rules_say(preset: str, first: str) -> None:
    drawn = examples("racko", open_box("racko").game.presets[preset])
    assert re.search(rf"\b{first}\b", drawn[0].text)
    assert "Rack-O!" in drawn[-1].text
    assert "Rack-O!" not in drawn[0].text


@pytest.mark.parametrize("long_runs", ["flat", "split"])
def test_strings_of_raks_bring_what_the_house_rules_say(long_runs: str) -> None:
    house = open_box("raks").game.rules.of({"long_runs": long_runs})
    strings = [item.text for item in examples("raks", house) if "string of" in item.text]
    assert [int(re.search(r": (\d+)", text)[1]) for text in strings] == [  # type: ignore[index]
        length + bonus(length, long_runs) for length in (2, 3, 4, 5, 7)
    ]
