"""The coach: exact where a table is at hand, one reason for each choice, and every number in a reason is true."""

from __future__ import annotations

import re
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from farkle_solve.test_players import positions, sight
from sofra.core import Act, Match, Outcome
from sofra.games.box import open_box
from sofra.games.farkle import because
from sofra.games.farkle.odds import farkle_chance
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.parts import Advice
from sofra.lang import LANGS, speak
from tests.effort import lines_run

BOX = open_box("farkle")
COACH: Any = BOX.coach


def position(rules: FarkleRules, *happened: Any, seats: int = 2) -> Any:
    """What the mover sees after these throws and moves; seat 0 starts."""
    match = Match(FARKLE, rules, seats)
    if seats > 1:
        match.do(Outcome("start:1", (6, *[1] * (seats - 1))))
    for item in happened:
        if isinstance(item, tuple):
            match.do(Outcome(match.ask.label, item))
        else:
            match.do(Act(match.asked[0], FARKLE.read(item)))
    return sight(match, match.asked[0])


def text(advice: Advice, lang: str = "en") -> str:
    return speak(lang, BOX)(advice.because, **dict(advice.fields))


def test_advice_is_farkle_plan_move_by_move() -> None:
    here = position(FarkleRules(), "roll", (1, 1, 5, 3, 2, 2))
    plan = BOX.tools["farkle.plan"].run({"scores": [0, 0], "rules": {}, "dice": [1, 1, 5, 3, 2, 2]})[
        "choices"
    ]
    advice = COACH.advise(FarkleRules(), here)
    assert {a.move: a.win for a in advice} == {c["move"]: c["win"] for c in plan}
    assert all(a.se == 0.0 for a in advice)
    assert [a.win for a in advice] == sorted((a.win for a in advice), reverse=True)


def test_the_reason_to_bank_has_true_numbers() -> None:
    bank, roll = COACH.advise(
        FarkleRules(), position(FarkleRules(), "roll", (1, 2, 4, 4, 4, 6), "keep 1 4 4 4")
    )
    assert text(bank) == (
        "Bank: with 2 dice you would Farkle 44% of the time, and the 500 at risk are worth more than the 50 that a "
        "throw brings on average."
    )
    assert text(roll).startswith("Roll: a Farkle comes 44% of the time and costs the 500 at risk")
    # 50 is the mean of two dice, all 36 ordered throws counted.
    score = score_table(FarkleRules()).keeps
    best = [max(score(tuple(sorted(t))).values(), default=0) for t in product(range(1, 7), repeat=2)]
    assert sum(best) / 36 == 50


def test_every_number_in_every_reason_is_recomputed() -> None:
    seen: set[str] = set()
    for name, seats in (("Table", 2), ("500 in", 2), ("Kingdom", 2), ("Table", 3)):
        rules = PRESETS[name]
        for here in positions(rules, seats, 2, 17):
            for advice in COACH.advise(rules, here):
                seen.add(advice.because)
                check_numbers(rules, here, advice)
    assert len(seen) >= 10


def check_numbers(rules: FarkleRules, here: Any, advice: Advice) -> None:
    view, fields = here.view, dict(advice.fields)
    total, left = view.total, view.left
    if advice.move.startswith("keep"):
        dice = tuple(map(int, advice.move.split()[1:]))
        points = score_table(rules).keeps(view.dice)[dice]
        assert fields.get("points", points) == points
        total, left = total + points, len(view.dice) - len(dice) or 6
    rivals = max(score for seat, score in enumerate(view.scores) if seat != here.seat)
    truth = {
        "left": left,
        "total": total,
        "risk": round(100 * float(farkle_chance(rules, left))),
        "safe": 100 - round(100 * float(farkle_chance(rules, left))),
        "gain": round(mean_throw(rules, left)),
        "mine": view.scores[here.seat],
        "theirs": rivals,
        "short": rivals + 50 - view.scores[here.seat] - total,
    }
    for name, number in fields.items():
        assert name == "points" or truth[name] == number, (advice, name)
    assert set(re.findall(r"{(\w+)}", advice.because)) == set(fields)


_MEANS: dict[tuple[str, int], float] = {}


def mean_throw(rules: FarkleRules, dice: int) -> float:
    key = (rules.write(), dice)
    if key not in _MEANS:
        keeps = score_table(rules).keeps
        throws = product(range(1, 7), repeat=dice)
        _MEANS[key] = sum(max(keeps(tuple(sorted(t))).values(), default=0) for t in throws) / 6**dice
    return _MEANS[key]


def test_equal_choices_are_called_equal() -> None:
    rules = FarkleRules(last_round=False, target=500)
    # 500 wins at once, by whichever dice.
    here = position(rules, "roll", (1, 5, 5, 5, 2, 3))
    advice = COACH.advise(rules, here)
    equal = [a for a in advice if advice[0].win - a.win < 1e-9]
    assert len(equal) == 2
    assert text(equal[1]) == "Just as good as the first choice: the chance to win is the same."
    assert all(a.because != because.EQUAL_CHOICE for a in advice if a not in equal)


def test_a_chaser_is_told_how_many_points_are_missing() -> None:
    rules = FarkleRules(target=500)
    here = position(
        rules, "roll", (1, 1, 1, 2, 2, 3), "keep 1 1 1", "bank", "roll", (1, 1, 2, 3, 4, 6), "keep 1 1"
    )
    roll, bank = COACH.advise(rules, here)
    assert text(roll) == "Roll: 850 more are needed to pass the leader, and this is your last turn."
    assert text(bank) == "Bank: that leaves you 850 short of passing the leader, and this is your last turn."
    assert bank.win == 0.0


def test_more_than_two_players_and_rules_without_a_table_carry_an_error() -> None:
    for rules, seats in (
        (FarkleRules(), 3),
        (FarkleRules(), 6),
        (FarkleRules(pass_on=True), 2),
        (FarkleRules(target=2050, opening=150), 2),
    ):
        advice = COACH.advise(rules, position(rules, "roll", (1, 2, 4, 4, 4, 6), seats=seats))
        assert all(0 < a.win < 1 and a.se > 0 for a in advice)


def test_alone_the_order_is_that_of_points() -> None:
    bank, roll = COACH.advise(
        FarkleRules(), position(FarkleRules(), "roll", (1, 2, 4, 4, 4, 6), "keep 1 4 4 4", seats=1)
    )
    assert (bank.move, roll.move, bank.win) == ("bank", "roll", 1.0)


def test_one_answer_is_little_work() -> None:
    for rules, seats in ((FarkleRules(), 2), (PRESETS["Zilch"], 2), (FarkleRules(), 6)):
        COACH.advise(rules, position(rules, "roll", (1, 2, 4, 4, 4, 6), seats=seats))
        for points in (3, 4, 6):
            here = position(
                rules,
                "roll",
                (points,) * 3 + (1, 2, 2),
                f"keep 1 {points} {points} {points}",
                "bank",
                "roll",
                (1, 2, 3, 3, 4, 6),
                seats=seats,
            )
            assert 1_000 < lines_run(partial(COACH.advise, rules, here)) < 500_000


@pytest.mark.parametrize("lang", LANGS)
def test_every_reason_is_said_in_every_language(lang: str) -> None:
    language = speak(lang, BOX)
    for message in because.MESSAGES:
        fields = dict.fromkeys(re.findall(r"{(\w+)}", message), 7)
        said = language(message, **fields)
        assert "{" not in said
        assert (said == message.format(**fields)) == (lang == "en")


def test_the_expert_plays_what_the_coach_puts_first() -> None:
    rules = PRESETS["Short"]
    expert = BOX.players["expert"].make(rules, 2)
    for here in positions(rules, 2, 2, 23):
        assert FARKLE.write(expert.choose(here, Random(0))) == COACH.advise(rules, here)[0].move
