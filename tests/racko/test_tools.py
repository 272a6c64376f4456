"""``racko.score`` of the engine protocol."""

from __future__ import annotations

from typing import Any

import pytest

from racko.rounds import COMPLETE
from sofra.core import Illegal, Malformed
from sofra.games import open_box

SCORE = open_box("racko").tools["racko.score"]
SEVEN = [1, 5, 9, 13, 14, 15, 20, 3, 25, 30]


def score(rack: Any, rules: Any, caller: Any) -> Any:
    return SCORE.run({"rack": rack, "rules": rules, "caller": caller})


def test_o6_seven_in_order_are_35_and_the_caller_has_75() -> None:
    assert score(SEVEN, {}, False) == {"score": 35, "reasons": [{"points": 35, "what": "7 cards in order"}]}
    assert score(list(COMPLETE), {}, True)["score"] == 75
    assert score(list(COMPLETE), {}, False)["score"] == 50
    assert score(SEVEN, {"losers": "rising"}, False)["score"] == 45


def test_o10_the_callers_run_counts_where_runs_do() -> None:
    assert score(list(COMPLETE), {"bonus_runs": "caller"}, True)["reasons"] == [
        {"points": 50, "what": "10 cards in order"},
        {"points": 25, "what": "went Rack-O"},
        {"points": 50, "what": "run of 3 cards"},
    ]
    assert score(list(COMPLETE), {"bonus_runs": "caller"}, False)["score"] == 50
    assert score(list(range(51, 61)), {"bonus_runs": "team", "partners": True}, True)["score"] == 475


@pytest.mark.parametrize(
    ("rack", "rules", "caller", "error", "said"),
    [
        (SEVEN, {}, True, Illegal, "in order"),
        (list(COMPLETE), {"min_run": 4}, True, Illegal, "4 consecutive"),
        (SEVEN[:9], {}, False, Malformed, "ten cards"),
        ("1 2 3", {}, False, Malformed, "ten cards"),
        ([*SEVEN[:9], 61], {}, False, Malformed, "from 1 to 60"),
        ([*SEVEN[:9], True], {}, False, Malformed, "from 1 to 60"),
        ([*SEVEN[:9], 1], {}, False, Malformed, "different"),
        (SEVEN, [], False, Malformed, "object of house rules"),
        (SEVEN, {"target": 1}, False, Malformed, "target"),
        (SEVEN, {}, 1, Malformed, "true or false"),
    ],
)
def test_what_cannot_be_scored_is_refused_in_a_sentence(
    rack: Any, rules: Any, caller: Any, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        score(rack, rules, caller)


def test_unknown_and_missing_fields_are_named() -> None:
    with pytest.raises(Malformed, match='"dice"'):
        SCORE.run({"rack": SEVEN, "rules": {}, "caller": False, "dice": [1]})
    with pytest.raises(Malformed, match='"caller"'):
        SCORE.run({"rack": SEVEN, "rules": {}})
