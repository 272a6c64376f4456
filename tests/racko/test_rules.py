"""O1, O2, O5, O7 to O10, O12: the house rules as a value, and which seats they go with."""

from __future__ import annotations

import pytest

from sofra.core import Malformed, Unknown
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import DECKS, PRESETS, RackoRules


def test_o1_the_deck_grows_with_the_seats_and_other_numbers_of_seats_are_refused() -> None:
    assert {seats: (cards[0], cards[-1], len(cards)) for seats, cards in DECKS.items()} == {
        2: (1, 40, 40),
        3: (1, 50, 50),
        4: (1, 60, 60),
    }
    for seats in (0, 1, 5, 8):
        with pytest.raises(Malformed, match="2 to 4 players"):
            RACKO.start(RackoRules(), seats)


def test_o12_presets_are_what_the_page_lists() -> None:
    assert {name: rules.differing() for name, rules in PRESETS.items()} == {
        "Classic": {},
        "Two-player run": {"min_run": 3},
        "Partners": {"partners": True},
        "Bonus": {"bonus_runs": "caller"},
        "Greek partners": {"partners": True, "bonus_runs": "team", "losers": "rising"},
        "350": {"target": 350},
    }
    assert RackoRules().values() == {
        "target": 500,
        "tie": "play",
        "first_dealer": "highest",
        "losers": "prefix",
        "declare": "auto",
        "false_call": "refused",
        "min_run": 0,
        "partners": False,
        "bonus_runs": "off",
        "recycle": "flip",
        "stall": 60,
    }
    with pytest.raises(Unknown, match="Classic"):
        RACKO.preset("classic")


def test_o5_calls_are_due_where_runs_earn_a_bonus_unless_the_table_says_otherwise() -> None:
    assert RackoRules.of({"bonus_runs": "caller"}).declare == "call"
    assert RackoRules.of({"bonus_runs": "caller", "declare": "auto"}).declare == "auto"
    assert RackoRules.of({"bonus_runs": "caller"}, PRESETS["Classic"]).declare == "call"
    assert RackoRules.of({"bonus_runs": "off"}, PRESETS["Bonus"]).declare == "auto"
    assert RackoRules.of({"bonus_runs": "caller"}, RackoRules(declare="call")).declare == "call"
    assert RackoRules.of({"target": 350}, RackoRules(bonus_runs="caller", declare="auto")).declare == "auto"


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        RackoRules(bonus_runs="caller", declare="auto"),
        RackoRules(declare="call", false_call="out", stall=20),
        RackoRules(target=75, tie="share", first_dealer="lowest", recycle="shuffle"),
    ],
)
def test_house_rules_survive_their_text(rules: RackoRules) -> None:
    assert RackoRules.read(rules.write()) == rules
    assert RackoRules.of(rules.values()) == rules


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"target": 70}, "target: 70"),
        ({"target": 501}, "steps of 5"),
        ({"target": True}, "target: true"),
        ({"stall": 19}, "20 to 200"),
        ({"stall": 201}, "20 to 200"),
        ({"min_run": 1}, "one of 0, 3, 4, 5, 6"),
        ({"min_run": 7}, "min_run: 7"),
        ({"declare": ""}, "one of auto, call"),
        ({"declare": "maybe"}, "one of auto, call"),
        ({"partners": 1}, "on or off"),
        ({"bonus_runs": "team"}, "partners"),
        ({"colour": "red"}, "there is no house rule"),
    ],
)
def test_a_wrong_value_is_refused_with_the_field_and_what_is_allowed(
    values: dict[str, object], said: str
) -> None:
    with pytest.raises(Malformed, match=said):
        RackoRules.of(values)


@pytest.mark.parametrize(
    ("rules", "seats", "said"),
    [
        (RackoRules(min_run=3), 3, "two players"),
        (RackoRules(min_run=6), 4, "two players"),
        (RackoRules(partners=True), 2, "four players"),
        (RackoRules(partners=True), 3, "four players"),
    ],
)
def test_o8_o9_rules_that_do_not_go_with_the_seats_are_refused(
    rules: RackoRules, seats: int, said: str
) -> None:
    with pytest.raises(Malformed, match=said):
        RACKO.start(rules, seats)
