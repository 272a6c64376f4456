"""Values are frozen and plain; errors are sentences; presets are found by name."""

import json
import pickle
from dataclasses import FrozenInstanceError, field, fields, replace

import pytest

from sofra.core import Act, Illegal, Malformed, Outcome, SofraError, Turn, Unknown, Unsupported
from sofra.core.plain import plain, told
from sofra.core.value import value
from tests.faults.duel import DUEL, Play


@value
class Point:
    """Two numbers and a name."""

    x: int
    y: int = 0
    name: str = "p"


@value
class Weighted(Point):
    """A point with one field more."""

    weight: int = 1


@value
class HandedOver:
    """A tell of two words."""

    to: int
    points: tuple[Point, ...]


def test_a_value_is_made_by_position_and_by_name_with_defaults() -> None:
    assert Point(1) == Point(x=1, y=0, name="p") != Point(1, 2)
    assert repr(Point(1)) == "Point(x=1, y=0, name='p')"
    assert replace(Point(1), y=5) == Point(1, 5)
    assert [f.name for f in fields(Point)] == ["x", "y", "name"]
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Point(1, 2, "p", 4)  # type: ignore[call-arg]


def test_a_value_is_frozen_slotted_hashable_and_copied_by_pickle() -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        point.x = 2  # type: ignore[misc]
    with pytest.raises((AttributeError, TypeError)):
        point.z = 2  # type: ignore[attr-defined]
    assert not hasattr(point, "__dict__")
    assert {point: 1}[Point(1)] == 1
    assert pickle.loads(pickle.dumps(point)) == point


def test_a_value_may_derive_from_a_value() -> None:
    assert Weighted(1, 2, "q", 3) == Weighted(x=1, y=2, name="q", weight=3)
    assert Weighted(1).weight == 1
    assert pickle.loads(pickle.dumps(Weighted(1))) == Weighted(1)


def test_a_value_has_no_default_factories() -> None:
    with pytest.raises(TypeError, match=r"Crowd\.people: a value has no default factories"):

        @value
        class Crowd:
            people: list[int] = field(default_factory=list)


def test_views_and_tells_become_json_and_nothing_else_does() -> None:
    handed = HandedOver(1, (Point(1), Point(2, name="ζ")))
    due = {"to": 1, "points": [{"x": 1, "y": 0, "name": "p"}, {"x": 2, "y": 0, "name": "ζ"}]}
    assert plain(handed) == due
    assert json.loads(json.dumps(plain(handed))) == due
    assert told(handed) == {"what": "handed over", **due}
    assert told(None) is None
    for thing in (object(), {1, 2}, b"bytes", 1j):
        with pytest.raises(TypeError, match="has no plain form"):
            plain(thing)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Malformed, "malformed"),
        (Illegal, "illegal"),
        (Turn, "turn"),
        (Unknown, "unknown"),
        (Unsupported, "unsupported"),
    ],
)
def test_each_error_is_a_sentence_with_named_places_and_a_kind(kind: type[SofraError], word: str) -> None:
    error = kind("there is no seat {seat}", seat=9)
    assert (str(error), error.kind, error.template, error.fields) == (
        "there is no seat 9",
        word,
        "there is no seat {seat}",
        {"seat": 9},
    )
    assert str(kind("braces {stay} where nothing fills them")) == "braces {stay} where nothing fills them"


def test_a_preset_is_found_by_its_name_or_the_names_there_are_are_said() -> None:
    assert DUEL.preset("Low") == DUEL.presets["Low"]
    with pytest.raises(Unknown, match='duel has no preset "High"; there are Table, Low'):
        DUEL.preset("High")


def test_events_are_shown_in_the_words_of_the_rule_book() -> None:
    assert DUEL.write_event(Outcome("die:3", (5,))) == "die 5"
    assert DUEL.write_event(Act(0, Play(7))) == "play 7"
