"""Computer players at a table: they see what their seat sees, think outside the event loop, and answer at a moment that
depends on public data only."""

from __future__ import annotations

import hmac
from asyncio import AbstractEventLoop
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from sofra.core.match import Match
from sofra.core.players import Sight
from sofra.games.parts import Persona
from sofra.table import ids, seating
from sofra.table.clock import Clock
from sofra.table.commands import Move
from sofra.table.decide import decide
from sofra.table.entries import StoodIn
from sofra.table.fold import Table
from sofra.table.judging import SERVER, Case, Decision
from sofra.table.live import LiveTable

SHORTEST_GRID = 0.05


@dataclass(slots=True)
class _Thought:
    """A choice under way: for which seat and ask, and its move's text once it is there. ``stands_in`` is the persona that
    makes this one move for a person."""

    seat: int
    ask: int
    seconds: float
    stands_in: str = ""
    move: str | None = None
    failed: bool = False
    due: bool = False


@dataclass(slots=True)
class Bots:
    """Looks after every chair that a computer player answers for. ``pace`` scales how long they take (0 in tests)."""

    executor: Executor
    clock: Clock
    loop: AbstractEventLoop
    pace: float = 1.0
    _thoughts: dict[tuple[str, int], _Thought] = field(default_factory=dict)

    def look(self, live: LiveTable) -> None:
        """Set every asked computer player thinking that does not think yet."""
        table = live.table
        for seat in table.asked:
            if key := table.chairs[seat].played_by:
                self.think(live, seat, key)

    def think(self, live: LiveTable, seat: int, key: str) -> None:
        """One choice of a computer player for a seat that is asked now."""
        table = live.table
        ask = table.asked_since(seat)
        now = self._thoughts.get((table.id, seat))
        if now is not None and now.ask == ask:
            return
        persona = seating.persona(table, key)
        stands_in = "" if table.chairs[seat].played_by else key
        thought = _Thought(seat, ask, self._seconds(table, persona), stands_in)
        self._thoughts[table.id, seat] = thought
        choose = partial(_choose, persona, Position.of(table), seat, self._rng(live, seat, ask))
        future = self.loop.run_in_executor(self.executor, choose)
        future.add_done_callback(lambda done: self._thought(live, thought, done))
        self.clock.later(thought.seconds, lambda: self._due(live, thought))

    def thinks(self, table: str) -> bool:
        """Whether a computer player of this table has a choice under way."""
        return any(name == table for name, _ in self._thoughts)

    def _seconds(self, table: Table, persona: Persona) -> float:
        """How long the answer takes: the persona's pace, by nothing but the number of the ask (public)."""
        rhythm = (1.0, 1.3, 0.8, 1.1, 0.9)[table.version % 5]
        return persona.pace * rhythm * self.pace

    def _rng(self, live: LiveTable, seat: int, ask: int) -> Random:
        """Private chance, addressed by match, seat and ask: the same choice whichever node makes it."""
        played = live.table.played
        assert played is not None, "only a running match asks a seat"
        key = live.vault.dealer(live.table, played.envelope).bots
        return Random(hmac.digest(key, f"bot:{seat}:{ask}".encode(), "sha512"))

    def _thought(self, live: LiveTable, thought: _Thought, done: Any) -> None:
        if done.cancelled() or done.exception() is not None:
            thought.failed = True
        else:
            thought.move = done.result()
        if thought.due and self.pace == 0:
            self._release(live, thought)

    def _due(self, live: LiveTable, thought: _Thought) -> None:
        if thought.move is None and not thought.failed:
            # Not ready: the next moments at which it may answer lie on a fixed grid, however long it thinks.
            thought.due = True
            if self.pace > 0:
                self.clock.later(max(thought.seconds, SHORTEST_GRID), lambda: self._due(live, thought))
            return
        self._release(live, thought)

    def _release(self, live: LiveTable, thought: _Thought) -> None:
        table = live.table
        if self._thoughts.get((table.id, thought.seat)) is thought:
            del self._thoughts[table.id, thought.seat]
        if thought.seat not in table.asked or table.asked_since(thought.seat) != thought.ask:
            # Somebody else has answered, or the ask was taken back: look once more.
            self.look(live)
            return
        move = thought.move or _any_move(table, thought.seat, self._rng(live, thought.seat, thought.ask))
        name = ids.own_command("bot", thought.ask)
        command = Move(name, thought.seat, thought.ask, move)
        live.run(SERVER, thought.seat, name, lambda case: _judge(case, command, thought.stands_in))


def _judge(case: Case, command: Move, stands_in: str) -> Decision:
    """A move by a computer player; one that it makes for a person says so in the log, before and after it."""
    decision = decide(case, command)
    if stands_in:
        seat, (moved, *rest) = command.seat, decision.entries
        decision.entries = [StoodIn(seat, f"bot {stands_in}"), moved, StoodIn(seat, ""), *rest]
    return decision


@dataclass(frozen=True, slots=True)
class Position:
    """A moment of a match that another thread may look at while the match goes on."""

    match: Match
    version: int
    state: Any

    @staticmethod
    def of(table: Table) -> Position:
        """The moment now."""
        match = table.match
        assert match is not None, "only a running match asks a seat"
        return Position(match, match.version, match.state)

    def sight(self, seat: int) -> Sight:
        """All that a player on this seat has before it: what its seat was told and sees, and what it may do."""
        game = self.match.game
        told = tuple(self.match.tell(version, seat) for version in range(1, self.version + 1))
        moves, forms = game.moves(self.state, seat), game.forms(self.state, seat)
        return Sight(seat, game.view(self.state, seat), told, moves, forms)


def _choose(persona: Persona, position: Position, seat: int, rng: Random) -> str:
    match = position.match
    player = persona.make(match.rules, match.seats)
    return match.game.write(player.choose(position.sight(seat), rng))


def _any_move(table: Table, seat: int, rng: Random) -> str:
    """What is played when a computer player fails: any move that is allowed."""
    match = table.match
    assert match is not None, "only a running match asks a seat"
    moves = match.moves(seat)
    if moves:
        return match.game.write(rng.choice(moves))
    form = rng.choice(match.forms(seat))
    return match.game.write(match.game.made_up(match.view(seat), form, rng))
