"""A player that is a program in any language, spoken to in JSON lines (engine protocol, "External players")."""

from __future__ import annotations

import json
import os
import select
import subprocess
import threading
import time
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
    time limit (seconds) raises ``Forfeit``, and so does a question that the program does not read within it. An answer
    that comes after its question was given up is passed over: it costs one match, not those that follow."""

    def __init__(self, box: Box, command: Sequence[str], limit: float) -> None:
        self._box, self.limit, self._number, self._seen = box, limit, 0, 0
        self._unread = b""
        self._given_up: set[int] = set()
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
        assert self._process.stdin is not None
        # Whoever does not read must not hold up the arena: what does not fit the pipe waits for the next question.
        os.set_blocking(self._process.stdin.fileno(), False)
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
        until = time.monotonic() + self.limit
        self._send(json.dumps(question, ensure_ascii=False, separators=(",", ":")) + "\n", until)
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                raise self._silent() from None
            if not line:
                # The end of its lines stays the end, though its last question may still fit the pipe.
                self._lines.put(line)
                raise Forfeit("it has ended")
            answer = _object(line)
            number = answer.get("id")
            if type(number) is int and number in self._given_up:
                self._given_up.remove(number)
                continue
            if number != self._number or not isinstance(answer.get("move"), str):
                raise Malformed(
                    'an answer without this question\'s id and a text "move": {line}', line=line.strip()[:80]
                )
            return str(answer["move"])

    def _send(self, text: str, until: float) -> None:
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        self._unread += text.encode("utf-8")
        while self._unread:
            if not select.select([], [pipe], [], max(0.0, until - time.monotonic()))[1]:
                raise self._silent()
            try:
                self._unread = self._unread[os.write(pipe, self._unread) :]
            except BlockingIOError:
                continue
            except OSError:
                raise Forfeit("it has ended") from None

    def _silent(self) -> Forfeit:
        self._given_up.add(self._number)
        return Forfeit(f"it was silent for {self.limit:g} s")

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


def _object(line: str) -> dict[str, Any]:
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict):
        raise Malformed("a line that is no JSON object: {line}", line=line.strip()[:80])
    return answer
