"""The engine's Farkle helpers: what they answer, and how strictly they read."""

from __future__ import annotations

from typing import Any

import pytest

from sofra.core.errors import Malformed
from sofra.games.box import open_box
from sofra.games.farkle.odds import throws
from sofra.games.farkle.rules import PRESETS
from sofra.games.farkle.scoring import score_table


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
