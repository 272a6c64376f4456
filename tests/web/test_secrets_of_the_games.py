"""Nobody is sent what they may not know, at tables of Rack-O and Rak's: two matches that differ only in that (O11, R11) give a
viewer the same bytes.

The pairs of matches come from the twins of the kit: where chance deals unseen, or another seat seals an answer, the second
match has something else; both go on alike until the rules tell the viewer of it. Here each of the two is played at a table
of its own and told to an engine, and everything that reaches the viewer is compared: pages, the table as JSON, the stream in
both its forms, the journal, refusals, what the server logs, and what an engine says to that seat.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sofra.core import Act, Chance, Outcome
from sofra.engine.server import answer_line
from sofra.engine.session import Session
from sofra.games import open_box
from sofra.table import ids
from sofra.table.envelopes import Vault
from sofra.table.service import Manner
from sofra.testing.twins import TwinStep, twins
from sofra.web import rooms
from tests.web.listening import Ears
from tests.web.support import Person, app, new_table

LONGEST = 36
TRIES = 30
NAMES = ("Elif", "Yannis", "Zoe")
Happened = tuple[Act | Outcome, ...]
TABLES = [("racko", 2, 0), ("racko", 3, 1), ("racko", 3, None), ("raks", 3, 0), ("raks", 3, None)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two matches that the viewer cannot tell apart, step by step from the start."""

    key: str
    seats: int
    viewer: int | None
    steps: tuple[TwinStep, ...]

    @property
    def both(self) -> tuple[Happened, Happened]:
        return tuple(step.one.event for step in self.steps), tuple(step.other.event for step in self.steps)

    @property
    def behind(self) -> int:
        """So many steps go on behind the first that differs, it included."""
        return next((len(self.steps) - at for at, step in enumerate(self.steps) if differs(step)), 0)


def differs(step: TwinStep) -> bool:
    return bool(step.one.event != step.other.event)


def pair(key: str, seats: int, viewer: int | None, number: int) -> Pair:
    """One pair, for as long as the viewer cannot tell its two apart. At a table chance answers at once, so it ends where
    a player is asked."""
    game, found = open_box(key).game, list[TwinStep]()
    rng = Random(f"{key} {seats} {viewer} {number}")
    for step in twins(game, game.start(game.rules(), seats), viewer, rng, LONGEST):
        if step.told_apart or (found and step.other.before != found[-1].other.after):
            break
        found.append(step)
    while found and isinstance(game.ask(found[-1].one.after), Chance):
        found.pop()
    return Pair(key, seats, viewer, tuple(found))


def longest_hidden(key: str, seats: int, viewer: int | None) -> Pair:
    """Of some pairs the one that goes on for longest behind its first hidden difference."""
    best = max((pair(key, seats, viewer, n) for n in range(TRIES)), key=lambda found: found.behind)
    assert best.behind >= 1, "no two matches differ in anything hidden"
    return best


class Dealt:
    """A dealer that deals what happened in one of the two matches."""

    def __init__(self, outcomes: dict[str, Outcome]) -> None:
        self._outcomes = outcomes
        self.bots = b"bots"

    def answer(self, ask: Chance) -> Outcome:
        return self._outcomes[ask.label]

    def tree(self, ask: Chance) -> None:
        return None


def at_a_table(
    folder: Path, key: str, viewer: int | None, events: Happened, patch: pytest.MonkeyPatch, *, seats: int
) -> list[Any]:
    """Everything that reaches the viewer while these events are played at a table."""
    numbers = count()
    outcomes = {event.label: event for event in events if isinstance(event, Outcome)}
    write = open_box(key).game.write
    patch.setattr(ids, "token", lambda: f"token-{next(numbers):040}")
    patch.setattr(rooms.secrets, "token_urlsafe", lambda _: "fresh")
    patch.setattr(Vault, "dealer", lambda *_: Dealt(outcomes))
    asked: list[Any] = []

    def overheard(_coach: Any, _rules: Any, sight: Any, **_budget: Any) -> tuple[()]:
        # A coach that searches says more the more time it has. All that it may go by is what it is asked with.
        asked.append(sight)
        return ()

    patch.setattr(type(open_box(key).coach), "advise", overheard)
    manner = Manner(pace=0, sweep_every=3600, new_seed=lambda: b"s" * 32, new_table_id=lambda: "T" * 22)
    with app(folder, manner) as client:
        people = [Person(client) for _ in range(seats)]
        table = new_table(people[0], key, NAMES[0], *["open"] * (seats - 1))
        for seat in range(1, seats):
            form = {"seat": seat, "command": f"sit-{seat}", "name": NAMES[seat]}
            assert people[seat].post(f"/t/{table}/sit", form).status_code == 303
        assert people[0].post(f"/t/{table}/start", {"command": "go"}).status_code == 303
        with Ears(Person(client) if viewer is None else people[viewer], table) as ears:
            ears.listen()
            for number, event in enumerate(events):
                if isinstance(event, Outcome):
                    continue
                mover = people[event.seat]
                command = {"seat": event.seat, "command": f"c{number}", "move": write(event.move)}
                body = {**command, "ask": mover.see(table)["version"]}
                if event.seat == viewer:
                    assert ears.send(**body) == 200
                else:
                    # Whoever tries to move for another seat is told the same, whatever that seat holds.
                    assert ears.send(**body, do="move") == 403
                    assert mover.send(f"/t/{table}/do", body).status_code == 200
                ears.listen()
    return [*ears.heard, *asked]


def at_an_engine(key: str, seats: int, viewer: int, events: Happened) -> list[bytes]:
    """What an engine says to a seat of what it sees and may do."""
    session, write = Session(), open_box(key).game.write

    def ask(**request: Any) -> bytes:
        return answer_line(session, json.dumps(request).encode())

    said = [ask(do="new", game=key, seats=seats, chance="manual")]
    for event in events:
        if isinstance(event, Outcome):
            done = ask(do="chance", outcome=list(event.values))
        else:
            done = ask(do="play", seat=event.seat, move=write(event.move))
        assert b'"error"' not in done, done
        said += [ask(do="view", seat=viewer), ask(do="moves", seat=viewer)]
    return said


def logged(records: list[logging.LogRecord]) -> Iterator[tuple[Any, ...]]:
    """Everything that stands in a log but for times and durations."""
    for record in records:
        extra = {name: getattr(record, name, None) for name in ("method", "route", "status", "table", "seat")}
        yield record.name, record.levelname, record.getMessage(), *extra.items()


@pytest.mark.parametrize(("key", "seats", "viewer"), TABLES)
def test_no_byte_that_reaches_a_viewer_depends_on_what_they_may_not_know(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str, seats: int, viewer: int | None
) -> None:
    heard, logs = [], []
    for number, events in enumerate(longest_hidden(key, seats, viewer).both):
        caplog.clear()
        with caplog.at_level(logging.INFO, logger="sofra"), pytest.MonkeyPatch.context() as patch:
            heard.append(at_a_table(tmp_path / str(number), key, viewer, events, patch, seats=seats))
        logs.append(list(logged(caplog.records)))
        if viewer is not None:
            heard[-1] += at_an_engine(key, seats, viewer, events)
    assert len(heard[0]) == len(heard[1]) > 8
    for one, other in zip(*heard, strict=True):
        assert one == other
    assert logs[0] == logs[1] != []


@pytest.mark.parametrize(("key", "seats", "viewer"), [("racko", 3, 1), ("raks", 3, 0)])
def test_whoever_may_know_it_does_get_other_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str, seats: int, viewer: int
) -> None:
    """The planted fault of the test above: in the place of another seat the viewer would see the two matches differ."""
    found = longest_hidden(key, seats, viewer)
    told_apart = []
    for seat in set(range(seats)) - {viewer}:
        one, other = (
            at_a_table(tmp_path / f"{number}-{seat}", key, seat, events, monkeypatch, seats=seats)
            for number, events in enumerate(found.both)
        )
        told_apart.append(one != other)
    assert any(told_apart)
