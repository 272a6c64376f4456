"""House rules are bounded, frozen, and have a text form."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.core import HouseRules, Malformed, choice, per_seat, switch, whole


@dataclass(frozen=True, slots=True)
class TeaRules(HouseRules):
    """One option of every kind."""

    cups: int = whole(2, low=-4, high=10, step=2, meaning="Cups a guest", example="4 is a lot.")
    sugar: bool = switch(True, meaning="With sugar")
    colour: str = choice("dark", "light", "rabbit", meaning="The colour of the tea")
    price: int = choice(10, 5, 0, meaning="What it costs")
    spoons: tuple[int, ...] = per_seat(low=0, high=3, meaning="Spoons a seat", only_with="sugar")

    def agree(self) -> None:
        if any(self.spoons) and not self.sugar:
            raise Malformed("house rule spoons: there is no sugar to stir")


ANY = st.builds(
    TeaRules,
    cups=st.integers(-2, 5).map(lambda n: 2 * n),
    sugar=st.just(True),
    colour=st.sampled_from(["dark", "light", "rabbit"]),
    price=st.sampled_from([10, 5, 0]),
    spoons=st.lists(st.integers(0, 3), max_size=4).map(tuple),
)


@given(ANY)
def test_rules_read_back_from_their_text_and_their_values(rules: TeaRules) -> None:
    assert TeaRules.read(rules.write()) == rules
    assert TeaRules.of(rules.values()) == rules
    assert TeaRules.of(rules.differing()) == rules


def made_or_refused(make: Callable[[], TeaRules]) -> TeaRules | str:
    """The rules, or the sentence that refuses them."""
    try:
        return make()
    except Malformed as error:
        return str(error)


@given(st.text(max_size=60) | st.text("cupsgrlo=,/ -019onf", max_size=40))
def test_any_text_is_read_as_rules_or_refused_in_a_sentence(text: str) -> None:
    made = made_or_refused(lambda: TeaRules.read(text))
    assert TeaRules.read(made.write()) == made if isinstance(made, TeaRules) else len(made.split()) > 3


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3),
)


@given(st.sampled_from(["cups", "sugar", "colour", "price", "spoons", "milk"]), JSON)
def test_any_value_is_taken_or_refused_in_a_sentence(name: str, value: Any) -> None:
    made = made_or_refused(lambda: TeaRules.of({name: value}))
    assert made.values()[name] == value if isinstance(made, TeaRules) else name in made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "cups=3",
            "house rule cups: 3 is not allowed; it must be a whole number from -4 to 10 in steps of 2",
        ),
        ("cups=12", "house rule cups: 12 is not allowed"),
        ("cups=1_0", 'house rule cups: "1_0" is not allowed'),
        ("cups=٢", 'house rule cups: "٢" is not allowed'),
        ("cups", 'house rule "cups" has no value; write name=value'),
        ("cups=2, cups=2", "house rule cups is given twice"),
        ("sugar=yes", 'house rule sugar: "yes" is not allowed; it must be on or off'),
        ("colour=green", 'house rule colour: "green" is not allowed; it must be one of dark, light, rabbit'),
        ("price=7", 'house rule price: "7" is not allowed; it must be one of 10, 5, 0'),
        ("spoons=1/4", "house rule spoons: .* it must be for each seat a whole number from 0 to 3"),
        ("milk=on", 'there is no house rule "milk"; there are cups, sugar, colour, price, spoons'),
        ("spoons=1, sugar=off", "there is no sugar to stir"),
        ("", "has no value"),
    ],
)
def test_a_wrong_text_is_refused_with_field_value_and_what_is_allowed(text: str, said: str) -> None:
    with pytest.raises(Malformed, match=said):
        TeaRules.read(text)


@pytest.mark.parametrize(
    "wrong",
    [
        {"cups": True},
        {"cups": 2.0},
        {"sugar": 1},
        {"colour": 10},
        {"price": "10"},
        {"price": False},
        {"spoons": 1},
    ],
)
def test_a_value_of_another_type_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        TeaRules.of(wrong)


def test_rules_on_top_of_others_keep_what_is_not_named() -> None:
    assert TeaRules.of({"cups": 4}, base=TeaRules(colour="light")) == TeaRules(cups=4, colour="light")


def test_values_a_seat_fit_the_number_of_seats_or_are_none() -> None:
    TeaRules(spoons=(1, 2)).fit(2)
    TeaRules().fit(7)
    with pytest.raises(Malformed, match="spoons has 2 values; it must have one for each of the 3 seats"):
        TeaRules(spoons=(1, 2)).fit(3)


def test_rules_are_frozen_and_their_options_are_data() -> None:
    rules = TeaRules()
    with pytest.raises(FrozenInstanceError):
        rules.cups = 4  # type: ignore[misc]
    cups = TeaRules.options()[0]
    assert (cups.name, cups.kind, cups.default, cups.low, cups.high, cups.step) == (
        "cups",
        "whole",
        2,
        -4,
        10,
        2,
    )
    assert [option.only_with for option in TeaRules.options()][-1] == "sugar"


def test_a_fingerprint_changes_with_every_field_and_the_version() -> None:
    prints = {
        TeaRules(**field).fingerprint("tea", version)
        for version in (1, 2)
        for field in ({}, {"cups": 4}, {"sugar": False}, {"colour": "light"}, {"price": 5}, {"spoons": (1,)})
    }
    assert len(prints) == 12
    assert TeaRules().fingerprint("tea", 1) != TeaRules().fingerprint("coffee", 1)
