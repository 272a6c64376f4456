"""The ladder: all pairs play, one rating each comes of it, and what the picker says of strength is what was measured."""

from __future__ import annotations

import json

import pytest

from sofra.cli.dispatch import run as main
from sofra.core.errors import Malformed
from sofra.games import open_box
from sofra.lab.arena import Plan
from sofra.lab.ladder import climb, pairings, rate

QUICK = open_box("farkle").game.rules(target=500, opening=0)


def test_every_pair_plays_once_whoever_is_named_twice() -> None:
    plan = Plan("farkle", QUICK, ("steady", "bold", "steady", "careful"), 2)
    assert [pair.line_up for pair in pairings(plan)] == [
        ("steady", "bold"),
        ("steady", "careful"),
        ("bold", "careful"),
    ]
    with pytest.raises(Malformed, match="two different players"):
        pairings(Plan("farkle", QUICK, ("bold", "bold"), 2))


def test_whoever_gives_points_away_stands_at_the_foot() -> None:
    """Planted: a player that never banks unless it must."""
    plan = Plan("farkle", QUICK, ("careful", "py:tests.lab.test_ladder:reckless", "steady"), 20)
    steps = rate(climb(plan))
    assert steps[-1].name.endswith("reckless")
    assert steps[-1].high < steps[0].low
    assert abs(sum(step.rating for step in steps)) < 1e-6


class _Reckless:
    def choose(self, sight: object, rng: object) -> object:
        return sight.moves[-1]  # type: ignore[attr-defined]


def reckless(_rules: object, _seats: int) -> _Reckless:
    return _Reckless()


def test_the_command_prints_each_game_or_gives_json(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "farkle", "--target", "500", "--games", "4", "--executor", "none", "--player", "bold"]
    assert main([*words, "--player", "steady"]) == 0
    assert "bold" in capsys.readouterr().out
    assert main([*words, "--player", "steady", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["farkle"].keys() == {"bold", "steady"}
    assert found["rules"] == "target=500"


def test_a_program_may_climb_too_and_has_no_rating_told(capsys: pytest.CaptureFixture[str]) -> None:
    mine = "py:tests.lab.test_ladder:reckless"
    words = ["ladder", "farkle", "--target", "500", "--games", "2", "--executor", "none", "--json"]
    assert main([*words, "--player", "bold", "--player", mine]) == 0
    found = json.loads(capsys.readouterr().out)["farkle"]
    assert (found["bold"]["told"], found[mine]["told"]) == (open_box("farkle").players["bold"].rating, None)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("chess",), "chess"),
        (("farkle", "--player", "bold"), "two different players"),
        (("farkle", "--player", "bold", "--player", "nobody", "--executor", "none"), 'no player "nobody"'),
        (("farkle", "--games", "0", "--executor", "none"), "one game at least"),
    ],
)
def test_what_a_ladder_cannot_do_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    assert main(["ladder", *words]) == 2
    assert sentence in capsys.readouterr().err
