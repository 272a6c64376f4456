"""Whatever a line holds, the engine answers it, changes nothing that it should not, and goes on."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sofra.engine.server import answer_line
from sofra.engine.session import Session

WORDS = [
    "games",
    "new",
    "load",
    "ask",
    "moves",
    "play",
    "chance",
    "view",
    "score",
    "record",
    "suggest",
    "evaluate",
]
KINDS = {"malformed", "illegal", "turn", "unknown", "unsupported"}
FIELDS = [
    "do",
    "id",
    "game",
    "rules",
    "preset",
    "seats",
    "seed",
    "chance",
    "seat",
    "move",
    "outcome",
    "deck",
    "record",
    "player",
    "budget_ms",
    "budget_sims",
    "tool",
    "dice",
]
VALUES = [
    "farkle",
    "racko",
    "raks",
    "manual",
    "roll",
    "bank",
    "keep 1",
    "draw",
    "farkle.score",
    "farkle.keeps",
    "sofra record 1\ngame: farkle",
    [1, 2, 3, 4, 5, 6],
    {"target": 500},
    0,
    1,
    2,
    -1,
    None,
]

values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20)
    | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
requests = st.fixed_dictionaries(
    {"do": st.sampled_from(WORDS)}, optional={name: values for name in FIELDS if name != "do"}
)


def running(game: str) -> Session:
    """A session with a match of typed-in chance under way."""
    session = Session()
    session.answer({"do": "new", "game": game, "seats": 2, "chance": "manual"})
    session.answer({"do": "chance", "outcome": [6, 1]})
    return session


def ask(session: Session, line: bytes) -> dict[str, Any]:
    """The answer to a line, which has to be one line of strict JSON."""
    text = answer_line(session, line)
    assert text.endswith(b"\n")
    assert text.count(b"\n") == 1
    answer: dict[str, Any] = json.loads(text.decode("utf-8"), parse_constant=lambda name: 1 / 0)
    assert "id" in answer
    if "error" in answer:
        assert set(answer) == {"id", "error"}
        assert answer["error"]["kind"] in KINDS
        assert "fault of its own" not in answer["error"]["message"]
    return answer


def known(session: Session) -> bytes:
    """Everything that the session knows of its match."""
    return answer_line(session, b'{"do":"record"}') + answer_line(session, b'{"do":"ask"}')


def unchanged_if_refused(session: Session, line: bytes) -> None:
    before = known(session)
    if "error" in ask(session, line):
        assert known(session) == before


@given(st.binary(max_size=200))
@settings(max_examples=100)
def test_any_bytes_are_answered(line: bytes) -> None:
    session = running("farkle")
    before = known(session)
    assert "error" in ask(session, line.replace(b"\n", b" "))
    assert known(session) == before


@given(values)
def test_any_json_is_answered(value: Any) -> None:
    unchanged_if_refused(running("farkle"), json.dumps(value).encode())


@given(st.sampled_from(["farkle", "racko", "raks"]), st.lists(requests, min_size=1, max_size=6))
@settings(max_examples=150)
def test_any_request_is_answered_and_a_refused_one_changes_nothing(
    game: str, lines: list[dict[str, Any]]
) -> None:
    session = running(game)
    for line in lines:
        unchanged_if_refused(session, json.dumps(line).encode())


@given(st.data())
@settings(max_examples=80)
def test_requests_with_a_few_bytes_changed_are_answered(data: st.DataObject) -> None:
    line = bytearray(json.dumps(data.draw(requests)).encode())
    for _ in range(data.draw(st.integers(1, 4))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(11, 255))
    unchanged_if_refused(running("farkle"), bytes(line))


@given(st.integers(800, 1100), st.sampled_from(['{"do":"games","id":%s}', '{"do":"ask","x":%s}', "%s"]))
@settings(max_examples=60)
def test_no_depth_of_nesting_breaks_the_answer(depth: int, shape: str) -> None:
    nested = "[" * depth + "]" * depth
    unchanged_if_refused(running("farkle"), (shape % nested).encode())


@given(st.integers(4000, 4400), st.sampled_from(["id", "seat", "seats", "outcome"]))
@settings(max_examples=50)
def test_no_length_of_a_number_breaks_the_answer(digits: int, field: str) -> None:
    line = f'{{"do":"view","{field}":{"9" * digits}}}'
    unchanged_if_refused(running("farkle"), line.encode())


@given(st.text(max_size=200))
@settings(max_examples=80)
def test_a_record_that_loads_is_written_again(text: str) -> None:
    session = running("farkle")
    record = session.answer({"do": "record"})["record"].partition("hash:")[0]
    cut = len(text) * 7 % len(record)
    line = json.dumps({"do": "load", "record": record[:cut] + text + record[cut:]}).encode()
    unchanged_if_refused(session, line)
    assert "error" not in ask(session, b'{"do":"record"}')
