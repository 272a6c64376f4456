"""The engine's Farkle helpers: what they answer, and how strictly they read."""

from __future__ import annotations

from typing import Any

import pytest

from sofra.core.errors import Illegal, Malformed, SofraError, Unsupported
from sofra.games.box import open_box
from sofra.games.farkle.odds import throws
from sofra.games.farkle.rules import PRESETS
from sofra.games.farkle.scoring import score_table
from sofra.games.farkle.turns import reach_table


def ask(tool: str, **given: Any) -> Any:
    return open_box("farkle").tools[tool].run(given)


def test_score_counts_exactly_these_dice() -> None:
    assert ask("farkle.score", dice=[5, 1, 1], rules={}) == {"score": 250}
    assert ask("farkle.score", dice=[1, 1, 2], rules={}) == {"score": None}
    assert ask("farkle.score", dice=[2] * 6, rules={"kinds": "multiples"}) == {"score": 2500}  # F4


def test_keeps_are_every_set_aside_once_best_first() -> None:
    assert ask("farkle.keeps", dice=[5, 1, 1], rules={}) == {
        "keeps": [
            {"dice": [1, 1, 5], "score": 250},
            {"dice": [1, 1], "score": 200},
            {"dice": [1, 5], "score": 150},
            {"dice": [1], "score": 100},
            {"dice": [5], "score": 50},
        ]
    }


def test_a_farkle_has_no_keeps() -> None:
    assert ask("farkle.keeps", dice=[2, 3, 4], rules={}) == {"keeps": []}


def test_keeps_agree_with_score_for_every_throw_of_four_dice() -> None:
    for name, rules in PRESETS.items():
        for throw in throws(4):
            keeps = ask("farkle.keeps", dice=list(throw), rules=rules.values())["keeps"]
            assert {tuple(k["dice"]): k["score"] for k in keeps} == score_table(rules).keeps(throw), name
            assert [k["score"] for k in keeps] == sorted((k["score"] for k in keeps), reverse=True)


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"dice": [1]}, 'needs the field "rules"'),
        ({"dice": [1], "rules": {}, "colour": 3}, 'knows no field "colour"'),
        ({"dice": [], "rules": {}}, "one to six faces"),
        ({"dice": [1] * 7, "rules": {}}, "one to six faces"),
        ({"dice": 5, "rules": {}}, "one to six faces"),
        ({"dice": [0], "rules": {}}, "from 1 to 6, not 0"),
        ({"dice": [1.0], "rules": {}}, "from 1 to 6, not 1.0"),
        ({"dice": [True], "rules": {}}, "from 1 to 6, not true"),
        ({"dice": ["1"], "rules": {}}, 'from 1 to 6, not "1"'),
        ({"dice": [1], "rules": []}, "rules must be an object"),
        ({"dice": [1], "rules": {"target": 5010}}, "steps of 50"),
        ({"dice": [1], "rules": {"goal": 5000}}, 'no house rule "goal"'),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(given: dict[str, Any], sentence: str) -> None:
    for tool in ("farkle.score", "farkle.keeps"):
        with pytest.raises(Malformed) as refused:
            ask(tool, **given)
        assert sentence in str(refused.value)


def test_value_is_exact_at_the_start_of_a_turn() -> None:
    win = ask("farkle.value", scores=[0, 0], rules={})["win"]
    assert win == [pytest.approx(0.5321919084, abs=1e-9), pytest.approx(0.4678080916, abs=1e-9)]
    assert ask("farkle.value", scores=[5000, 5000], rules={}) == ask(
        "farkle.value", scores=[0, 0], rules={"target": 5000}
    )


def test_value_against_a_closer_is_the_chance_to_pass_it_in_one_turn() -> None:
    win = ask("farkle.value", scores=[9950, 10_000], rules={})["win"]
    # 100 points are needed: short of that one goes on, so only a Farkle on the way loses.
    assert win[0] == pytest.approx(float(reach_table(PRESETS["Table"]).chance(100, 6)), abs=1e-12)


def test_value_knows_who_is_on_the_board() -> None:
    rules = {"opening": 500}
    none = ask("farkle.value", scores=[0, 0], rules=rules)["win"][0]
    assert none == ask("farkle.value", scores=[0, 0], rules=rules, on_board=[False, False])["win"][0]
    assert none < ask("farkle.value", scores=[0, 0], rules=rules, on_board=[True, False])["win"][0]


def test_plan_values_every_set_aside_and_agrees_with_value() -> None:
    choices = ask("farkle.plan", scores=[4500, 6000], rules={}, dice=[1, 1, 5, 3, 2, 2])["choices"]
    assert {c["move"] for c in choices} == {"keep 1", "keep 5", "keep 1 1", "keep 1 5", "keep 1 1 5"}
    wins = [c["win"] for c in choices]
    assert wins == sorted(wins, reverse=True)
    start = ask("farkle.plan", scores=[4500, 6000], rules={}, left=6)["choices"]
    assert [c["move"] for c in start] == ["roll"]
    assert start[0]["win"] == pytest.approx(
        ask("farkle.value", scores=[4500, 6000], rules={})["win"][0], abs=1e-9
    )


def test_plan_of_bank_or_roll_is_what_follows() -> None:
    choices = {
        c["move"]: c["win"] for c in ask("farkle.plan", scores=[0, 0], rules={}, turn=650, left=2)["choices"]
    }
    assert set(choices) == {"bank", "roll"}
    assert choices["bank"] == pytest.approx(
        ask("farkle.value", scores=[0, 650], rules={})["win"][1], abs=1e-9
    )
    # After a set-aside the better of the two counts.
    kept = ask("farkle.plan", scores=[0, 0], rules={}, turn=550, dice=[1, 2, 3])["choices"]
    assert kept == [{"move": "keep 1", "win": max(choices.values())}]


def test_plan_offers_a_bank_only_where_the_rules_do() -> None:
    rules = {"opening": 500, "hot_dice_must_roll": True, "target": 1000}
    moves = [
        [c["move"] for c in ask("farkle.plan", scores=[0, 0], rules=rules, turn=turn, left=left)["choices"]]
        for turn, left in ((450, 3), (500, 3), (900, 6))
    ]
    assert moves[0] == moves[2] == ["roll"]
    assert sorted(moves[1]) == ["bank", "roll"]


def test_plan_of_a_farkle_has_no_choices() -> None:
    assert ask("farkle.plan", scores=[0, 0], rules={}, turn=300, dice=[2, 3])["choices"] == []


@pytest.mark.parametrize(
    ("tool", "given", "kind", "sentence"),
    [
        ("value", {"scores": [0]}, Malformed, "list of two"),
        ("value", {"scores": [0, 25]}, Malformed, "steps of 50"),
        ("value", {"scores": [0, 0.5]}, Malformed, "whole number"),
        ("value", {"scores": [-50, 0]}, Malformed, "from 0"),
        ("value", {"scores": [0, 0], "on_board": [True, True]}, Malformed, "opening above 0"),
        ("value", {"scores": [0, 0], "farkles": [1, 0]}, Malformed, "three_farkles above 0"),
        ("value", {"scores": [10_000, 0]}, Illegal, "the target is 10000"),
        ("value", {"scores": [0, 0], "rules": {"pass_on": True}}, Unsupported, "pass_on"),
        ("value", {"scores": [0, 10_000], "rules": {"last_round": False}}, Illegal, "match is over"),
        ("plan", {"scores": [0, 0]}, Malformed, "either dice"),
        ("plan", {"scores": [0, 0], "dice": [1] * 6, "left": 6}, Malformed, "either dice"),
        ("plan", {"scores": [0, 0], "left": 3}, Illegal, "begins with six dice"),
        ("plan", {"scores": [0, 0], "dice": [1, 1, 1]}, Illegal, "begins with six dice"),
        ("plan", {"scores": [0, 0], "left": 7}, Malformed, "from 1 to 6"),
        ("plan", {"scores": [0, 0], "left": 6, "turn": -50}, Malformed, "from 0"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_the_reason(
    tool: str, given: dict[str, Any], kind: type[SofraError], sentence: str
) -> None:
    with pytest.raises(kind) as refused:
        ask(f"farkle.{tool}", **{"rules": {}, **given})
    assert sentence in str(refused.value)
