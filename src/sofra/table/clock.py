"""Time as the service sees it, so that tests can hold it in their hands."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that was asked to happen later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """What time it is, and a call later on."""

    def now(self) -> int:
        """Milliseconds since 1970."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call once, so many seconds from now, unless cancelled."""


class WallClock:
    """The clock of the machine and the running event loop."""

    def now(self) -> int:
        return time.time_ns() // 1_000_000

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, call)
