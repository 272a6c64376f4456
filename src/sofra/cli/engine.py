"""``sofra engine``: the engine protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sofra.cli.contents import COMMANDS


def run(words: Sequence[str]) -> int:
    if words:
        # Programs start this command hundreds of times; the reader of flags is only imported for people.
        from sofra.cli.flags import run_function

        return run_function("engine", COMMANDS["engine"], engine, words)
    return engine()


def engine() -> int:
    """Answer until the input ends."""
    from sofra.engine import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return 0
