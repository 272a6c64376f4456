"""A player that is a program in any language, spoken to in JSON lines (engine protocol, "External players")."""

from __future__ import annotations

import json
import subprocess
import threading
from collections.abc import Sequence
from queue import Empty, Queue
from random import Random
from types import TracebackType
from typing import Any, Self

from sofra.core.errors import Malformed, SofraError, Unsupported
from sofra.core.plain import plain, told
from sofra.core.players import Sight
from sofra.games import Box


class Forfeit(Exception):
    """A player gave no legal answer; ``reason`` says what it did instead."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Program:
    """Started once for a series of matches, ended with it. Implements ``Player``; what is not a legal answer within the
    time limit raises ``Forfeit``."""

    def __init__(self, box: Box, command: Sequence[str], limit: float) -> None:
        self._box, self._limit, self._number, self._seen = box, limit, 0, 0
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                bufsize=1,
            )
        except OSError as error:
            raise Unsupported(
                "{command} does not start: {reason}", command=command[0], reason=str(error)
            ) from None
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            self._process.stdin.close()
            self._process.wait(2.0)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()

    def begin(self) -> None:
        """A new match: what is told is told from its beginning."""
        self._seen = 0

    def choose(self, sight: Sight, rng: Random) -> Any:
        """Ask the program. Raises Forfeit with what was wrong."""
        self._number += 1
        game = self._box.game
        question = {
            "id": self._number,
            "do": "choose",
            "game": self._box.key,
            "seat": sight.seat,
            "view": plain(sight.view),
            "told": [told(tell) for tell in sight.told[self._seen :]],
            "moves": sorted(map(game.write, sight.moves)),
            "forms": list(sight.forms),
        }
        self._seen = len(sight.told)
        try:
            move = game.read(self._answer(question))
        except SofraError as error:
            raise Forfeit(f"its answer is no move: {error}") from None
        if move not in sight.moves and not sight.forms:
            raise Forfeit(f'"{game.write(move)}" is not among the moves it was offered')
        return move

    def _answer(self, question: dict[str, Any]) -> str:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(question, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._process.stdin.flush()
            line = self._lines.get(timeout=self._limit)
        except (OSError, ValueError):
            raise Forfeit("it has ended") from None
        except Empty:
            raise Forfeit(f"it was silent for {self._limit:g} s") from None
        if not line:
            raise Forfeit("it has ended")
        try:
            answer = json.loads(line)
        except ValueError:
            raise Malformed("a line that is no JSON object: {line}", line=line.strip()[:80]) from None
        if (
            not isinstance(answer, dict)
            or answer.get("id") != question["id"]
            or not isinstance(answer.get("move"), str)
        ):
            raise Malformed(
                'an answer without this question\'s id and a text "move": {line}', line=line.strip()[:80]
            )
        return str(answer["move"])

    def _read(self) -> None:
        assert self._process.stdout is not None
        try:
            for line in self._process.stdout:
                self._lines.put(line)
        except ValueError:
            # The stream was closed with the match series.
            return
        finally:
            self._lines.put("")
