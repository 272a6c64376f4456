"""Every figure of the tactics page is recomputed from the solved table."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from sofra.games.box import open_box
from sofra.games.farkle.exact import solution_of
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.solution import Solution
from sofra.games.farkle.tactics import Bank, chart, fair_head_start, fewer_dice, seat_of
from sofra.games.farkle.within import turn_values
from sofra.lang import speak

PAGE = " ".join(
    (Path(__file__).parents[2] / "docs" / "farkle-tactics.md").read_text(encoding="utf-8").split()
)


@pytest.fixture(scope="module")
def table() -> Solution:
    return solution_of(FarkleRules())


def cell(bank: Bank) -> str:
    if not bank.spans:
        return "never"
    spans = [f"{first:,}–{last:,}" for first, last in bank.spans[:-1]]
    return " and ".join([*spans, f"{bank.spans[-1][0]:,}"])


@pytest.mark.parametrize(("mine", "theirs"), [(0, 0), (5000, 5000), (5000, 8000), (8000, 5000), (9000, 9000)])
def test_the_chart_says_when_to_bank(table: Solution, mine: int, theirs: int) -> None:
    cells = " | ".join(map(cell, chart(table, mine, theirs)))
    assert f"| {mine:,} : {theirs:,} | {cells} |" in PAGE


def test_the_ladder_at_9500_is_no_interval(table: Solution) -> None:
    for bank in chart(table, 9500, 9500):
        dice = {0: "hot dice", 1: "1 die"}.get(bank.left, f"{bank.left} dice")
        rungs = [f"{a:,}" if a == b else f"{a:,} to {b:,}" for a, b in bank.spans[:-1]]
        assert f"| {dice} | {'; '.join([*rungs, f'{bank.spans[-1][0]:,} and more'])} |" in PAGE


def test_first_throws_that_are_best_not_taken_whole(table: Solution) -> None:
    found = fewer_dice(table, 0, 0)
    assert f"{len(found)} of the 462 different throws" in PAGE
    assert (found[0].throw, found[0].keep) == ((1, 2, 2, 3, 5, 5), (1,))
    assert f"loses {100 * found[0].lost:.1f} % of the chance to win" in PAGE


def test_the_head_start_that_makes_it_even() -> None:
    points, chance = fair_head_start(FarkleRules())
    assert f"With {points} points of head start" in PAGE
    assert f"the first player then wins {100 * chance:.2f} %" in PAGE


def shown(lang: str = "en", **form: str) -> str:
    """The text of the tactics page as it answers a form."""
    box = open_box("farkle")
    html = box.pages["tactics"].draw(
        date(2026, 7, 1), {name: [text] for name, text in form.items()}, speak(lang, box)
    )
    return " ".join(re.sub("<[^>]*>", " ", html).split())


@pytest.mark.parametrize(
    ("preset", "mine", "theirs"), [("Table", 9500, 9500), ("500 in", 0, 1000), ("Zilch", 4000, 7000)]
)
def test_the_page_says_what_the_solved_table_says(preset: str, mine: int, theirs: int) -> None:
    solution, rules = solution_of(PRESETS[preset]), PRESETS[preset]
    page = shown(preset=preset, mine=str(mine), theirs=str(theirs))
    turn = turn_values(solution, seat_of(rules, mine), seat_of(rules, theirs), 4000)
    assert f"you win {100 * turn.roll(0, 6):.2f}% of the time" in page
    for bank in chart(solution, mine, theirs):
        dice = {0: "Hot dice", 1: "1 die"}.get(bank.left, f"{bank.left} dice")
        row = page.partition(f" {dice} : ")[2]
        for first, last in bank.spans:
            # Every end of a span stands in the row, and is where the choice really changes.
            assert f"{first:,}" in row[:120], (dice, row[:120])
            for points, banks in ((first, True), (first - 50, False), (last, True), (last + 50, False)):
                if 0 < points < 4000:
                    worth = turn.bank(points, bank.left)
                    assert (worth is not None and worth >= turn.roll(points, bank.left)) is banks
    found = fewer_dice(solution, mine, theirs)
    assert f"{len(found)} of the 462" in page
    assert f"taking all that scores costs {100 * found[0].lost:.2f}%" in page


def test_wrong_scores_on_the_page_are_answered_in_words_in_three_languages() -> None:
    said = {"en": "scores here go from 0 to 9,950 in steps of 50", "tr": "50 adımla", "el": "με βήμα 50"}
    for lang, sentence in said.items():
        for text in ("77", "-50", "10000", "many", "1e3", "٥٠"):
            assert sentence in shown(lang, mine=text), text
    assert "At 0 to 0" in shown(preset="no such preset", theirs="")
