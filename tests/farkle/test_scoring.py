"""What dice are worth, against the second referee and by counting: all throws under all scoring options."""

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from math import factorial, prod
from typing import Any

import pytest

from referee import farkle as referee
from sofra.core import Illegal
from sofra.games.farkle.moves import Keep
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.farkle.scoring import score_table
from tests.farkle.table import Table, dice

THROWS = [throw for count in range(1, 7) for throw in combinations_with_replacement(range(1, 7), count)]
OPTIONS = {
    "three_pairs": (1500, 750, 0),
    "kinds": ("fixed", "multiples", "doubling"),
    "small_straights": (False, True),
    "four_and_pair": (True, False),
    "two_triplets": (True, False),
}
COMBINATIONS = [dict(zip(OPTIONS, values, strict=True)) for values in product(*OPTIONS.values())]


@pytest.fixture
def quick_referee(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The referee, asked for each set of dice only once: its recursion goes through its own name."""
    slow = referee.score
    known: dict[tuple[int, ...], int | None] = {}

    def score(given: list[int], rules: dict[str, Any]) -> int | None:
        key = tuple(sorted(given))
        if key not in known:
            known[key] = slow(list(key), rules)
        return known[key]

    monkeypatch.setattr(referee, "score", score)
    return referee


def test_there_are_923_throws_of_one_to_six_dice_and_72_combinations_of_options() -> None:
    assert len(THROWS) == 923
    assert len(COMBINATIONS) == 72


@pytest.mark.parametrize("options", COMBINATIONS, ids=str)
def test_all_throws_score_and_may_be_kept_as_the_second_referee_says(
    options: dict[str, Any], quick_referee: Any
) -> None:
    """F3, F4, F9, F10, F12."""
    table = score_table(FarkleRules(**options))
    rules = referee.farkle_rules(options)
    for throw in THROWS:
        assert table.score(throw) == quick_referee.score(list(throw), rules), throw
    for throw in THROWS:
        scoring = set(map(tuple, quick_referee.keeps(list(throw), rules)))
        assert set(table.keeps(throw)) == scoring, throw
        assert table.offers[throw] == tuple(map(Keep, sorted(scoring)))


@pytest.mark.parametrize(
    ("kept", "points"),
    [("1111", 1100), ("11111", 2000), ("555511", 1500), ("222333", 2500), ("222222", 3000), ("112233", 1500),
     ("111122", 1500), ("123456", 1500)],
)  # fmt: skip
def test_a_set_aside_is_worth_its_best_split(kept: str, points: int) -> None:
    """F4, the examples of the rules page."""
    assert score_table(FarkleRules()).score(tuple(sorted(dice(kept)))) == points


@pytest.mark.parametrize(("kept", "points"), [("222222", 2500), ("111155", 2100)])
def test_equal_faces_may_fill_different_parts_of_a_row(kept: str, points: int) -> None:
    """F4 under F10 ``multiples``."""
    assert score_table(FarkleRules(kinds="multiples")).score(dice(kept)) == points


def test_the_rows_of_a_split_use_every_die_and_add_up_to_the_score() -> None:
    """F4."""
    for preset in PRESETS.values():
        table = score_table(preset)
        for throw in THROWS:
            split = table.split(throw)
            if table.score(throw) is not None:
                assert sorted(die for row in split for die in row.dice) == list(throw)
                assert sum(row.points for row in split) == table.score(throw)
            else:
                assert split == ()


def ways(throw: tuple[int, ...]) -> int:
    """How many ordered throws show this multiset."""
    return factorial(len(throw)) // prod(factorial(throw.count(face)) for face in range(1, 7))


def test_the_chance_of_a_farkle_is_exact() -> None:
    """F5, the facts of the rules page: counted over all ordered throws."""
    table = score_table(FarkleRules())
    farkles = [0] * 7
    throws = [0] * 7
    for throw in THROWS:
        throws[len(throw)] += ways(throw)
        farkles[len(throw)] += ways(throw) * (not table.keeps(throw))
    assert throws[1:] == [6**count for count in range(1, 7)]
    assert farkles[1:] == [4, 16, 60, 204, 600, 1080]
    for count in (1, 2, 3, 4):
        ordered = product(range(1, 7), repeat=count)
        assert sum(not table.keeps(tuple(sorted(throw))) for throw in ordered) == farkles[count]


def test_three_pairs_alone_are_no_farkle_unless_the_row_is_gone() -> None:
    """F5, F9."""
    assert score_table(FarkleRules()).keeps(dice("223344")) == {dice("223344"): 1500}
    assert score_table(FarkleRules(three_pairs=0)).keeps(dice("223344")) == {}


@pytest.mark.parametrize(
    ("thrown", "kept", "said"),
    [
        ("115322", "1 3", "the 3 does not score: a 3 counts only in a set, and it is in none here"),
        ("115322", "2 2", "the 2 does not score: a 2 counts only in a set, and it is in none here"),
        ("115322", "1 1 1", "only 2 of the dice show 1, and you set aside 3"),
        ("115322", "4", "4 was not rolled; the dice show 1 1 2 2 3 5"),
        ("222334", "2 2 2 3", "the 3 does not score: a 3 counts only in a set, and it is in none here"),
        ("123455", "1 2 3 4 5", "the 2 does not score: a 2 counts only in a set, and it is in none here"),
    ],
)
def test_a_set_aside_that_is_not_allowed_names_the_die_and_the_reason(
    thrown: str, kept: str, said: str
) -> None:
    """F2, F4."""
    table = Table()
    table.play("roll")
    table.throw(thrown)
    with pytest.raises(Illegal) as refused:
        table.play(f"keep {kept}")
    assert str(refused.value) == said


def test_every_refused_set_aside_names_a_die_of_it_that_is_to_blame() -> None:
    """F2: over all throws of four dice and all set-asides from them."""
    scores, rules = score_table(FarkleRules()), referee.farkle_rules({})
    for throw in combinations_with_replacement(range(1, 7), 4):
        for mask in range(1, 16):
            kept = tuple(die for at, die in enumerate(throw) if mask >> at & 1)
            if scores.score(kept) is None:
                assert scores.refuse(throw, kept).fields["die"] in referee.idle_dice(list(kept), rules), kept
