"""Random matches of every preset through core, record, replay and engine, with the second referee beside them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from referee import farkle as referee
from sofra.core import Act, Chance, Choice, Fast, Match, Outcome, Over, record
from sofra.core.record import SeatLine
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS
from tests.engine.driving import Engine

FEW = 12
"""Of every preset; a thousand each are played in ``tests/engine/test_thousand_matches.py`` when asked for."""


@pytest.fixture(autouse=True)
def _quick_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    """The referee's own score, worked out once for each set of dice and house rules."""
    slow = referee.score
    known: dict[Any, int | None] = {}

    def score(given: list[int], rules: dict[str, Any]) -> int | None:
        key = (
            tuple(sorted(given)),
            *(rules[n] for n in ("three_pairs", "kinds", "small_straights", "four_and_pair")),
        )
        key = (*key, rules["two_triplets"])
        if key not in known:
            known[key] = slow(sorted(given), rules)
        return known[key]

    monkeypatch.setattr(referee, "score", score)


def played(preset: str, number: int) -> Match:
    """A random match, in which the second referee takes every event too and says the same after each."""
    rng = Random(f"{preset} {number}")
    seats = 1 + number % 8
    rules = PRESETS[preset]
    match, other = Match(FARKLE, rules, seats), referee.Referee(rules.values(), seats)
    dealer = Fast(rng)
    while True:
        ask, said = match.ask, other.ask()
        if isinstance(ask, Chance):
            assert (said["kind"], said["label"], said["dice"]) == ("chance", ask.label, ask.what.count)
            outcome = dealer.answer(ask)
            match.do(outcome)
            other.chance(list(outcome.values))
        elif isinstance(ask, Choice):
            assert said == {"kind": "choice", "seats": list(ask.seats)}
            seat = ask.seats[0]
            texts = [FARKLE.write(move) for move in match.moves(seat)]
            assert sorted(texts) == other.moves(seat)
            text = rng.choice(texts)
            match.do(Act(seat, FARKLE.read(text)))
            other.play(seat, text)
        else:
            assert said == {
                "kind": "over",
                "scores": list(ask.result.scores),
                "winners": list(ask.result.winners),
            }
            return match
        assert list(FARKLE.score(match.state).points) == other.scores()


def replayed(match: Match) -> str:
    """The record of a match as text; its replay ends in the same state."""
    seats = tuple(SeatLine(f"Player {seat + 1}") for seat in range(match.seats))
    text = record.write(record.of(match, seats, "manual"))
    again = record.replay(record.parse(text), FARKLE)
    assert again.state == match.state
    assert again.log == match.log
    return text


def matches(preset: str, count: int) -> Iterator[tuple[Match, str]]:
    for number in range(count):
        match = played(preset, number)
        yield match, replayed(match)


def through_the_engine(engine: Engine, preset: str, match: Match, text: str) -> None:
    """The engine plays the match event by event with dice typed in, and loads its record: both end in the same record."""
    engine.ask("new", game="farkle", preset=preset, seats=match.seats, chance="manual")
    answer: dict[str, Any] = {}
    for entry in match.log:
        if isinstance(entry, Outcome):
            answer = engine.ask("chance", outcome=list(entry.values))
        else:
            assert isinstance(entry, Act)
            answer = engine.ask("play", seat=entry.seat, move=FARKLE.write(entry.move))
    assert answer["version"] == match.version
    assert isinstance(match.ask, Over)
    assert answer["ask"]["scores"] == list(match.ask.result.scores)
    assert answer["ask"]["winners"] == list(match.ask.result.winners)
    mine, its = record.parse(text), record.parse(engine.ask("record")["record"])
    assert (its.entries, its.scores, its.winners) == (mine.entries, mine.scores, mine.winners)
    engine.ask("load", record=text)
    assert record.parse(engine.ask("record")["record"]).entries == mine.entries


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_agree_with_the_second_referee_and_replay_to_the_same_state(preset: str) -> None:
    for match, _ in matches(preset, FEW):
        assert match.over


@pytest.mark.parametrize("preset", PRESETS)
def test_random_matches_go_through_the_engine_as_text(preset: str) -> None:
    with Engine() as engine:
        for match, text in matches(preset, 2):
            through_the_engine(engine, preset, match, text)
