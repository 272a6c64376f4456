"""Drives `sofra engine` as other programs do: a process of its own, one JSON object a line each way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from types import TracebackType
from typing import Any, Self

COMMAND = [sys.executable, "-m", "sofra", "engine"]


class Engine:
    """A running engine. ``ask`` sends a request and answers the answer; leaving the context checks exit code 0."""

    def __init__(self, **environment: str) -> None:
        self._process = subprocess.Popen(
            COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._process.kill()
        out, err = self._process.communicate(timeout=300)
        if kind is None:
            assert (self._process.returncode, out, err) == (0, b"", b"")

    def raw(self, line: bytes) -> bytes:
        """The answer to a line as bytes."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request, which must not be an error."""
        answer = self.try_to(do, **fields)
        assert "error" not in answer, answer
        return answer

    def try_to(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a request, error or not, without its id."""
        answer: dict[str, Any] = json.loads(self.raw(json.dumps({"do": do, **fields}).encode()))
        assert answer.pop("id") is None
        return answer


def refused(answer: dict[str, Any], kind: str) -> str:
    """The sentence of an answer that must be an error of this kind."""
    assert set(answer) == {"error"}, answer
    assert set(answer["error"]) == {"kind", "message"}
    assert answer["error"]["kind"] == kind, answer
    message: str = answer["error"]["message"]
    assert message
    assert "Traceback" not in message
    return message
