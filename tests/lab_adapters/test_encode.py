"""Rows of numbers: of fixed length, made from the view alone, saying what the view says."""

from typing import Literal

import pytest

from sofra.core import Unsupported
from sofra.core.value import value
from sofra.games.box import boxes
from sofra.lab.adapters.encode import Encoder, node_of
from sofra.lab.adapters.setting import setting
from tests.lab_adapters.plays import KEYS, choices, states, twins


@value
class Bead:
    zone: int
    shown: bool


@value
class Glimpse:
    score: int
    phase: str
    hand: int | None
    dice: tuple[int, ...]
    pair: tuple[int, str]
    beads: tuple[Bead, ...]
    found: Bead | int | None
    layout: Literal["line", "ring"]


MET = (
    Glimpse(3, "draw", None, (1, 2), (4, "a"), (), None, "line"),
    Glimpse(5, "put", 7, (), (4, "b"), (Bead(9, True),), Bead(8, False), "line"),
)
LABELS = [
    *(
        "score",
        "phase = draw",
        "phase = put",
        "hand is int",
        "hand",
        "dice count",
        "dice 0",
        "dice 1",
        "pair 0",
    ),
    *("pair 1 = a", "pair 1 = b", "beads count", "beads 0 zone", "beads 0 shown"),
    *("found is Bead", "found zone", "found shown", "found is int", "found"),
    *("layout = line", "layout = ring"),
]


def row(glimpse: Glimpse) -> list[float]:
    node = node_of(Glimpse)
    for met in MET:
        node.note(met)
    assert list(node.labels("")) == LABELS
    numbers: list[float] = []
    node.writer()(glimpse, numbers)
    return numbers


@pytest.mark.parametrize(
    ("glimpse", "numbers"),
    [
        (MET[0], [3, 1, 0, 0, 0, 2, 1, 2, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0]),
        (MET[1], [5, 0, 1, 1, 7, 0, 0, 0, 4, 0, 1, 1, 9, 1, 1, 8, 0, 0, 0, 1, 0]),
        # A longer list keeps its last items and its length; a text that was never met has no mark.
        (
            Glimpse(-1, "toss", 0, (6, 5, 4), (0, "c"), (Bead(1, True), Bead(2, False)), 6, "ring"),
            [-1, 0, 0, 1, 0, 3, 5, 4, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 6, 0, 1],
        ),
    ],
)
def test_each_declared_type_has_its_places(glimpse: Glimpse, numbers: list[float]) -> None:
    assert row(glimpse) == numbers


def test_a_text_that_is_ever_new_takes_no_place() -> None:
    node = node_of(str)
    for number in range(40):
        node.note(f"move {number}")
    assert list(node.labels("text")) == []


def test_a_type_that_views_do_not_hold_is_named() -> None:
    with pytest.raises(Unsupported, match=r"dict.* has no place in a row of numbers"):
        node_of(dict[str, int])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_view_has_a_row_of_the_same_length(key: str, seats: int) -> None:
    at = setting(key, "default", seats)
    assert len(at.encoder.labels) == len(set(at.encoder.labels)) == at.encoder.size
    for state in states(at.game, at.rules, seats, seed=11):
        for viewer in (None, *range(seats)):
            assert len(at.row(state, viewer)) == at.encoder.size


@pytest.mark.parametrize("key", KEYS)
def test_an_encoder_made_again_is_the_same(key: str) -> None:
    at = setting(key, "default", 2)
    again = Encoder(at.game, at.rules, 2)
    assert again.labels == at.encoder.labels
    for state in states(at.game, at.rules, 2, seed=12, most=50):
        assert again.row(at.game.view(state, 0)) == at.row(state, 0)


@pytest.mark.parametrize("key", KEYS)
def test_states_that_a_seat_cannot_tell_apart_give_it_the_same_row(key: str) -> None:
    at = setting(key, "default", 3)
    differed = 0
    for state, asked in choices(at.game, at.rules, 3, seed=13, most=200):
        for seat in range(3):
            for twin in twins(at.game, state, seat, seed=asked):
                differed += twin != state
                assert at.row(twin, seat) == at.row(state, seat)
    facts = at.game.facts
    assert (differed > 0) == (facts.hidden or facts.simultaneous)


@pytest.mark.parametrize("key", [key for key in KEYS if boxes()[key].game.facts.hidden])
def test_a_spectator_row_knows_no_more_than_every_seat_does(key: str) -> None:
    at = setting(key, "default", 2)
    for state, _ in choices(at.game, at.rules, 2, seed=14, most=100):
        for seat in range(2):
            for twin in twins(at.game, state, seat, seed=seat):
                assert at.row(twin, None) == at.row(state, None)


def test_a_row_says_what_the_view_says() -> None:
    at = setting("racko", "default", 2)
    hands = {}
    for state, seat in choices(at.game, at.rules, 2, seed=15):
        view = at.game.view(state, seat)
        said = dict(zip(at.encoder.labels, at.row(state, seat), strict=True))
        assert said["viewer"] == seat
        assert said["hand"] == (view.hand or 0)
        assert [said[f"racks {seat} {slot}"] for slot in range(10)] == list(view.racks[seat])
        hands[view.hand] = True
    assert len(hands) > 10
