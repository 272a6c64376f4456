"""The rates of bluffing and doubting: one command learns the kept ones again, and who uses them is hard to exploit."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from sofra.games.raks import bluff, judgement, learning, training
from sofra.games.raks.kernel_contest import LEARNER, STRONG
from sofra.games.raks.kernel_matches import company
from sofra.games.raks.players import SKILLS
from sofra.games.raks.rules import RaksRules

LAYOUTS = ("line", "ring", "rows", "grid")


def test_the_kept_rates_cover_every_situation() -> None:
    kept = json.loads(learning.RATES.read_text(encoding="utf-8"))["rates"]
    assert {one["skill"] for one in kept} <= set(SKILLS)
    assert sorted((one["layout"], one["seats"]) for one in kept) == sorted(learning.PLANS)
    for one in kept:
        assert (len(one["bluff"]), len(one["doubt"])) == (bluff.BLUFFS, bluff.DOUBTS)
        assert all(bluff.NEVER <= odds <= learning.MOST for odds in one["bluff"] + one["doubt"])
    bluffs, doubts = set(), set()
    for more, honest, left, hard in product(
        (-9, 1, 2, 5, 7, 9, 99), (bluff.LEAVING, 0), (1, 20, 36), range(3)
    ):
        bluffs.add(bluff.bluff_place(honest + more, honest, left, hard))
        for lost, most in product((0, 4, 9), (False, True)):
            doubts.add(bluff.doubt_place(honest + more, honest, lost, left, hard, most))
    assert bluffs == set(range(bluff.BLUFFS))
    assert doubts == set(range(bluff.DOUBTS))


def test_a_bead_that_is_never_doubted_is_bluffed_and_one_that_is_always_false_is_doubted() -> None:
    professor, trusted = SKILLS["professor"], list(bluff.zones_by_trust(SKILLS["professor"], "all"))
    worth = {}
    for bluffs, doubts in ((bluff.NEVER, bluff.NEVER), (bluff.NEVER, 9.0), (4.0, bluff.NEVER)):
        rates = bluff.Rates([bluffs] * bluff.BLUFFS, [doubts] * bluff.DOUBTS, trusted)
        regrets = learning.Regrets()
        regrets.play(company(RaksRules(), 2, professor, rates), (0, 0), 12, 1)
        worth[bluffs, doubts] = regrets.more.sum(axis=1) / regrets.counts.sum(axis=1)
    assert worth[bluff.NEVER, bluff.NEVER][0] > 0.01
    assert worth[bluff.NEVER, 9.0][0] < -0.01
    assert worth[4.0, bluff.NEVER][1] > 0.02
    assert worth[bluff.NEVER, bluff.NEVER][1] < -0.01


def test_a_few_rounds_of_regret_find_that_sure_lies_are_doubted() -> None:
    rates = learning.learn(RaksRules(), 2, "professor", learning.Course(24, 24, 0.25)).rates
    # Nothing honest to place, a rare zone, worth much: bluffed seldom and doubted mostly.
    assert bluff.rate_of(rates.bluff[bluff.bluff_place(12.0, bluff.LEAVING, 6, 0)]) < 0.1
    assert bluff.rate_of(rates.doubt[bluff.doubt_place(12.0, bluff.LEAVING, 1.0, 6, 0, True)]) > 0.3


def test_one_command_learns_rates_and_keeps_them_and_does_so_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = learning.Plan((learning.Course(3, 4, 0.5), learning.Course(2, 4, 0.5, seed=7)), 1.0, 0.5)
    monkeypatch.setitem(learning.PLANS, ("rows", 2), plan)
    monkeypatch.setattr(learning, "RATES", tmp_path / "rates.json")
    training.main(["rates", "--layout", "rows", "--seats", "2", "--workers", "1"])
    assert "rows, 2 seats" in capsys.readouterr().out
    (made,) = json.loads(learning.RATES.read_text(encoding="utf-8"))["rates"]
    assert (made["layout"], made["seats"], made["skill"]) == ("rows", 2, "professor")
    rules = RaksRules(layout="rows")
    learned = [learning.learn(rules, 2, "professor", course) for course in plan.courses]
    again = learning.settled([one.rates for one in learned], plan)
    assert (made["bluff"], made["doubt"]) == (again.bluff, again.doubt)
    assert made["openings"] == [one.opening for one in learned]


@pytest.mark.parametrize("table", learning.PLANS, ids=str)
def test_the_kept_rates_are_those_that_today_s_players_begin_to_learn(table: learning.Table) -> None:
    kept = json.loads(learning.RATES.read_text(encoding="utf-8"))["rates"]
    (held,) = (one for one in kept if (one["layout"], one["seats"]) == table)
    plan = learning.PLANS[table]
    rules, short = RaksRules(layout=table[0]), [one._replace(rounds=learning.OPENING) for one in plan.courses]
    begun = [learning.learn(rules, table[1], held["skill"], course).opening for course in short]
    assert held["openings"] == begun


def test_an_opening_tells_other_players_from_these(monkeypatch: pytest.MonkeyPatch) -> None:
    course = learning.Course(learning.OPENING, 12, 0.25)
    usual = learning.learn(RaksRules(), 2, "professor", course).opening
    assert learning.learn(RaksRules(), 2, "professor", course).opening == usual
    monkeypatch.setitem(judgement.DENIAL, 2, 1.05)
    assert learning.learn(RaksRules(), 2, "professor", course).opening != usual


def test_a_learner_beats_who_never_doubts_and_not_the_strong_player() -> None:
    leaky = training.exploit(RaksRules(), "professor", "believer", 1_000, judged=400)
    assert leaky.mean > 0.65
    strong = training.exploit(RaksRules(), "professor", "strong", 1_000, judged=1_000)
    assert strong.fixed()[0] < 0.53
    strong = training.respond(RaksRules(), "professor", 150, judged=1_000)
    assert strong.fixed()[0] < 0.53


def late_bluffer(rules: RaksRules, rates: bluff.Rates) -> float:
    """What somebody wins of strong players with these rates who late in a match, with nothing honest to place, puts a bead
    wherever it is worth a good deal and the zone is rather trusted; all else as they mostly do."""
    lesson = training.Lesson()
    lesson.values[:] = 0.0
    lesson.values[0, : bluff.BLUFFS, 1], lesson.values[1, :, 1] = rates.bluff, rates.doubt
    for more, hard in ((5.0, 1), (8.0, 0), (8.0, 1)):
        lesson.values[0, bluff.bluff_place(bluff.LEAVING + more, bluff.LEAVING, 6, hard), 1] = 1.0
    table = company(rules, 2, SKILLS["professor"], rates)
    return lesson.play(table, (LEARNER, STRONG), 400, 9).mean


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nobody_wins_by_bluffing_late_where_nothing_honest_is_left(layout: str) -> None:
    rules = RaksRules(layout=layout)
    assert late_bluffer(rules, bluff.rates_for(SKILLS["professor"], rules, 2)) < 0.53


def test_who_believes_late_beads_on_the_grid_loses_to_a_late_bluffer() -> None:
    rules = RaksRules(layout="grid")
    rates = bluff.rates_for(SKILLS["professor"], rules, 2)
    trusting = list(rates.doubt)
    for hard in range(2):
        trusting[bluff.doubt_place(bluff.LEAVING + 5.0, bluff.LEAVING, 4.0, 6, hard, True)] = -2.0
    assert late_bluffer(rules, rates._replace(doubt=trusting)) > 0.58


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_best_response_gains_next_to_nothing(layout: str) -> None:
    strong = training.exploit(RaksRules(layout=layout), "professor", "strong", 200_000)
    assert strong.fixed()[0] <= 0.53


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_best_response_gains_much_against_who_never_doubts() -> None:
    leaky = training.exploit(RaksRules(), "professor", "believer", 200_000)
    assert leaky.mean >= 0.65
