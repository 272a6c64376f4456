"""An expert at Rack-O: for every move the chance to be first in order, as learnt and, with two players, reckoned on.

The reckoning (``kernel_ahead.py``, ``kernel_value.py``; ``kernel_expert.py`` or ``kernel_playouts.py`` where nothing was
learnt) runs in a program of its own (``thinker.py``), one for each process that asks: started when an expert sits down, ended
with it. Under ``min_run`` the expert weighs all chains with a run (``kernel_runs.py``); where no compiler is installed it plays
like the chain player. How strong it is stands in ``docs/players.md``.
"""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from dataclasses import dataclass, field
from queue import Empty, Queue
from random import Random
from threading import Lock, Thread
from typing import IO

from sofra.core.players import Sight
from sofra.games.racko import world
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.layout import MOVES, flat
from sofra.games.racko.memory import remember, retrace
from sofra.games.racko.moves import TAKE, Move
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.stakes import stakes
from sofra.games.racko.state import State

FIRST_WAIT = 30.0
"""Seconds that the first choice waits for the thinker. Compiled once on a machine, it is there in about two; until it is,
the expert plays like the chain player."""

WAIT = 30.0
"""Seconds that an answer may take before the thinker is given up."""


@dataclass
class _Thinker:
    """The program, and who may talk to it: one question at a time."""

    process: subprocess.Popen[str] | None = None
    lines: Queue[str] = field(default_factory=Queue)
    lock: Lock = field(default_factory=Lock)
    ready: bool = False
    wait: float = FIRST_WAIT

    def begin(self) -> None:
        """Start the program, if it never was."""
        with self.lock:
            if self.process is None:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "sofra.games.racko.thinker"],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    text=True,
                )
                Thread(target=self._listen, args=(self.process.stdout,), daemon=True).start()
                atexit.register(self.end)

    def ask(self, question: str) -> str | None:
        """The answer to a line; None if there is none."""
        self.begin()
        with self.lock:
            process, pipe = self.process, self.process.stdin if self.process else None
            if process is None or pipe is None or process.poll() is not None:
                return None
            if not self.ready:
                self.ready = self._line(self.wait) == "ready"
                self.wait = 0.0
                if not self.ready:
                    return None
            try:
                pipe.write(question + "\n")
                pipe.flush()
            except OSError:
                return None
            answer = self._line(WAIT)
            if not answer.startswith("["):
                process.kill()
                return None
            return answer

    def idle(self) -> bool:
        """Whether an answer would come at once, or none ever will."""
        if not self.lock.acquire(blocking=False):
            return self.ready
        try:
            if not self.ready and not self.lines.empty():
                self.ready = self._line(0.0) == "ready"
            return self.ready or self.process is None or self.process.poll() is not None
        finally:
            self.lock.release()

    def end(self) -> None:
        """End the program."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout):
                if pipe is not None:
                    pipe.close()

    def _line(self, seconds: float) -> str:
        """The next line of the program, "" if it does not come in time."""
        try:
            return self.lines.get(timeout=seconds) if seconds else self.lines.get_nowait()
        except Empty:
            return ""

    def _listen(self, output: IO[str]) -> None:
        for line in output:
            self.lines.put(line.strip())


_thinker = _Thinker()


@dataclass(frozen=True, slots=True)
class Judged:
    """A move, the chance that it makes its seat (or side) the first in order, and the standard error of that."""

    move: Move
    first: float
    se: float


def prepare() -> bool:
    """Start the thinker if it never was, and return at once. True once there is nothing to wait for."""
    _thinker.begin()
    return _thinker.idle()


def judge(rules: RackoRules, sight: Sight, worlds: int, rng: Random) -> tuple[Judged, ...]:
    """The moves that are worth a thought, best first; () where the expert has no judgement (no thinker)."""
    state = flat(next(world.worlds(sight.view, rng)))
    remember(state, sight.told)
    question: dict[str, object] = {
        "house": rules.write(),
        "state": state,
        "worlds": worlds,
        "seed": rng.getrandbits(63),
    }
    traced = retrace(state, sight.told) if sight.view.seats == 2 else None
    if traced:
        question["begun"], question["moves"] = traced
    answer = _thinker.ask(json.dumps(question))
    if answer is None:
        return ()
    found = [Judged(MOVES[number], first, se) for number, first, se in json.loads(answer)]
    offered = set(sight.moves)
    return tuple(sorted((j for j in found if j.move in offered), key=lambda j: -j.first))


def first(rules: RackoRules, state: State) -> tuple[float, ...]:
    """Each seat's chance to go first in a round that is being played, all racks lying open; () where the expert has no
    judgement (no thinker)."""
    answer = _thinker.ask(json.dumps({"house": rules.write(), "state": flat(state)}))
    return tuple(json.loads(answer)) if answer is not None else ()


def weighed(rules: RackoRules, sight: Sight, appetite: float, rng: Random) -> Move | None:
    """The move of one who weighs all chains with a run, where ``min_run`` asks for one; None if there is no thinker. The
    ``appetite`` is how much more, as a logarithm, a card on the discards weighs to it."""
    state = flat(next(world.worlds(sight.view, rng)))
    answer = _thinker.ask(json.dumps({"house": rules.write(), "state": state, "appetite": appetite}))
    return MOVES[json.loads(answer)[0]] if answer is not None else None


RUN_LEAN = 40.0
"""How much more a card weighs under ``min_run``, as a logarithm, for each whole chance that it seems likelier to make first."""

RACE_WORLDS, AHEAD_WORLDS = 400, 100
"""Worlds for a choice: with two at most some 50 ms; with three and more only where somebody is out, some 20 ms."""


class Expert:
    """Chooses for one seat, looking at so many ``worlds`` for a choice. ``lean`` is how much likelier to be first it takes
    itself to be with a card from the discards than it is. The same sight and seed give the same choice."""

    def __init__(self, rules: RackoRules, worlds: int | None = None, *, lean: float = 0.0) -> None:
        self._rules = rules
        self._worlds = worlds
        self._lean = lean
        self._plain = GapFiller(rules, Bent(appetite=10.0 * lean))
        _thinker.begin()

    def choose(self, sight: Sight, rng: Random) -> Move:
        if self._rules.min_run:
            move = weighed(self._rules, sight, RUN_LEAN * self._lean, rng)
            return move if move is not None and move in sight.moves else self._plain.choose(sight, rng)
        usual = AHEAD_WORLDS if sight.view.seats == 2 else RACE_WORLDS
        found = judge(self._rules, sight, self._worlds or usual, rng)
        if not found:
            return self._plain.choose(sight, rng)
        if self._rules.bonus_runs == "off":
            worth = {j.move: j.first for j in found}
        else:
            round_ = stakes(self._rules, sight.view, sight.seat)
            worth = {j.move: round_.win(j.move, j.first) for j in found}
        return max(worth, key=lambda move: worth[move] + (self._lean if move == TAKE else 0.0))
