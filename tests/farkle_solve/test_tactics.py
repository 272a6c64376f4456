"""Every figure of the tactics page is recomputed from the solved table."""

from __future__ import annotations

from pathlib import Path

import pytest

from sofra.games.farkle.exact import solution_of
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Solution
from sofra.games.farkle.tactics import Bank, chart, fair_head_start, fewer_dice

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
    throw, kept, lost = found[0]
    assert (throw, kept) == ((1, 2, 2, 3, 5, 5), (1,))
    assert f"loses {100 * lost:.1f} % of the chance to win" in PAGE


def test_the_head_start_that_makes_it_even() -> None:
    points, chance = fair_head_start(FarkleRules())
    assert f"With {points} points of head start" in PAGE
    assert f"the first player then wins {100 * chance:.2f} %" in PAGE
