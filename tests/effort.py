"""How much work something is, whatever else the machine does meanwhile. How long it takes is the business of ``sofra bench``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def lines_run(deed: Callable[[], object]) -> int:
    """How many lines of Python are run while a deed is done, those of a loop each time; a call of C counts nothing."""
    found = 0

    def trace(_frame: FrameType, event: str, _arg: object) -> Any:
        nonlocal found
        found += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        deed()
    finally:
        sys.settrace(before)
    return found
