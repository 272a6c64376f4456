"""Every pair of option values of every game meets in some match, and the kit holds there too."""

from dataclasses import dataclass, replace
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import pytest

from sofra.core import HouseRules, Malformed, choice, per_seat, switch, whole
from sofra.games import boxes
from sofra.testing import CHECKS, Case, covering

QUICK = (
    "listed moves are accepted",
    "unlisted moves are refused",
    "refusals are sentences",
    "views keep secrets",
    "tells keep secrets",
    "offers follow from views",
    "worlds agree with views",
    "records round trip",
    "house rules round trip",
    "answers in any order",
    "scores add up",
    "results are whole",
    "facts hold",
)
ROWS = [
    pytest.param(Case(box.game_at, rules.write(), seats, budget=10), id=f"{box.key}-{seats}-{rules.write()}")
    for box in boxes().values()
    for rules, seats in covering(box.game).rows
]


@pytest.mark.parametrize("case", ROWS)
def test_the_games_conform_wherever_two_option_values_meet(case: Case) -> None:
    for name in QUICK:
        CHECKS[name](case)


@dataclass(frozen=True, slots=True)
class SmallRules(HouseRules):
    """Three options of which two do not go together."""

    size: int = whole(2, low=0, high=6, step=2, meaning="How big it is")
    odd: bool = switch(False, meaning="Whether it is odd", only_with="size above 0")
    kind: str = choice("plain", "fancy", "silly", meaning="What kind it is")
    start: tuple[int, ...] = per_seat(low=0, high=10, meaning="What each seat starts with")

    def agree(self) -> None:
        if self.odd and self.size == 0:
            raise Malformed("house rule odd: it must be off where size is 0")


def small_game() -> Any:
    """Just what ``covering`` asks of a game."""

    def fit(rules: SmallRules, seats: int) -> None:
        rules.fit(seats)
        if rules.kind == "silly" and seats < 3:
            raise Malformed("house rule kind: silly is for three")

    return SimpleNamespace(rules=SmallRules, facts=SimpleNamespace(seats=(2, 3)), fit=fit)


def test_every_pair_of_values_that_can_meet_does_meet_in_a_few_rows() -> None:
    found = covering(small_game())
    rows = [{"seats": seats, **rules.values()} for rules, seats in found.rows]
    values = {"size": (0, 2, 6), "odd": (False, True), "kind": ("plain", "fancy", "silly"), "seats": (2, 3)}
    missing = {
        frozenset(((a, x), (b, y)))
        for a, b in combinations(values, 2)
        for x, y in product(values[a], values[b])
        if not any(row[a] == x and row[b] == y for row in rows)
    }
    assert missing == {
        frozenset((("size", 0), ("odd", True))),
        frozenset((("kind", "silly"), ("seats", 2))),
    }
    assert set(found.impossible) == {"odd = True with size = 0", "kind = silly with number of seats = 2"}
    assert {tuple(row["start"]) for row in rows if row["seats"] == 3} == {(), (10, 0, 0), (0, 0, 1)}
    assert len(rows) < 30


def test_the_rows_are_the_same_every_time() -> None:
    assert covering(small_game()) == covering(small_game())


@pytest.mark.parametrize("key", boxes())
def test_values_that_never_meet_are_refused_with_the_field_named(key: str) -> None:
    """A pair is called impossible after many tries; here the rules themselves say so for one more seed."""
    game = boxes()[key].game
    assert set(covering(game, "another seed").impossible) == set(covering(game).impossible)


@pytest.mark.parametrize("key", boxes())
def test_each_option_takes_its_bounds_and_refuses_what_lies_beyond(key: str) -> None:
    rules = boxes()[key].game.rules()
    for option in rules.options():
        if option.kind == "whole":
            assert option.check(option.low) == option.low
            assert option.check(option.high) == option.high
            beyond = [option.low - option.step, option.high + option.step]
            beyond += [option.low + 1] if option.step > 1 else []
        elif option.kind == "per seat":
            assert option.check([option.low, option.high]) == (option.low, option.high)
            beyond = [option.low, [option.high + option.step], "0/0"]
        else:
            beyond = ["maybe", 2, None]
        for value in beyond:
            with pytest.raises(Malformed) as refused:
                option.check(value)
            said = str(refused.value)
            assert option.name in said
            assert str(option.allowed) in said


def test_a_case_keeps_what_it_was_made_from() -> None:
    case = Case("sofra.games.farkle.play:FARKLE", "target=5000", 3)
    assert case.rules.write() == "target=5000"
    assert case.game.facts.key == "farkle"
    assert case.rng("a").random() == replace(case).rng("a").random() != case.rng("b").random()
