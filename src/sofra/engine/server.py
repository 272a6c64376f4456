"""The loop: one JSON object a line in, one out, in order, flushed at once; ends with end of input."""

from __future__ import annotations

import json
import sys
import traceback
from typing import Any, BinaryIO

from sofra.core.errors import Malformed, SofraError
from sofra.engine.lines import LONGEST_LINE, decode
from sofra.engine.session import Session


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of ``source`` on ``sink`` until ``source`` ends."""
    session = Session()
    while line := _read_line(source):
        if len(line) > LONGEST_LINE or line.strip():
            sink.write(answer_line(session, line.rstrip(b"\r\n")))
            sink.flush()


def answer_line(session: Session, line: bytes) -> bytes:
    """The answer to one line, with its newline. Never raises."""
    identity: Any = None
    try:
        request = decode(line)
        identity = _echoed(request)
        body = session.answer(request)
    except SofraError as error:
        body = {"error": {"kind": error.kind, "message": str(error)}}
    except Exception:  # noqa: BLE001
        # The process goes on; the match is as it was, since a match only changes by whole entries.
        traceback.print_exc(file=sys.stderr)
        body = {
            "error": {
                "kind": "unsupported",
                "message": "sofra met a fault of its own; it is on standard error",
            }
        }
    text = json.dumps({"id": identity, **body}, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _echoed(request: dict[str, Any]) -> Any:
    """The id of a request. One that can be read but not written again is refused before anything is done."""
    identity = request.get("id")
    try:
        json.dumps(identity)
    except RecursionError:
        raise Malformed("the id is nested too deeply") from None
    return identity


def _read_line(source: BinaryIO) -> bytes:
    """The next line; of one that is too long just enough to know it, the rest is passed over."""
    line = source.readline(LONGEST_LINE + 2)
    if len(line) == LONGEST_LINE + 2 and not line.endswith(b"\n"):
        while (more := source.readline(LONGEST_LINE)) and not more.endswith(b"\n"):
            pass
    return line
