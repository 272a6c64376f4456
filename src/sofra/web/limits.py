"""How fast anybody may ask for things. A bucket fills at a steady rate and holds a burst; an empty one says wait."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sofra.core.errors import SofraError

MOST_KEYS = 20_000
MESSAGES = ("that was too fast; wait a moment and try again",)


@dataclass(frozen=True, slots=True)
class Rate:
    """``per_second`` on the average, ``burst`` at once."""

    per_second: float
    burst: float


@dataclass(frozen=True, slots=True)
class Limits:
    """The rates of a node: requests, new tables and what has to be worked out (``checks``) by address, commands, and reactions among them, by browser (or address
    without a token), and commands by address too: whoever likes can have many browsers. ``sockets`` are the streams that an
    address may have open."""

    requests: Rate = Rate(60, 400)
    tables: Rate = Rate(0.2, 30)
    checks: Rate = Rate(0.5, 20)
    commands: Rate = Rate(20, 80)
    commands_of_all: Rate = Rate(400, 2000)
    reactions: Rate = Rate(0.4, 5)
    sockets: int = 200


class TooFast(SofraError):
    """Somebody asks for more than their share; ``wait`` is in seconds."""

    kind = "unsupported"

    def __init__(self, wait: float) -> None:
        super().__init__(MESSAGES[0])
        self.wait = wait


class Buckets:
    """One bucket a key. Those that are full again are forgotten when there are many."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._now = now
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, key: str) -> float:
        """Take one; returns 0, or the seconds to wait when the bucket is empty."""
        now = self._now()
        left, at = self._left.get(key, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - at) * self._rate.per_second)
        if left < 1:
            return (1 - left) / self._rate.per_second
        if len(self._left) >= MOST_KEYS:
            self._forget(now)
        self._left[key] = (left - 1, now)
        return 0.0

    def __len__(self) -> int:
        return len(self._left)

    def _forget(self, now: float) -> None:
        rate = self._rate
        kept = {
            k: (left, at)
            for k, (left, at) in self._left.items()
            if left + (now - at) * rate.per_second < rate.burst
        }
        # Somebody who comes from very many addresses only makes us forget the oldest of them.
        self._left = kept if len(kept) < MOST_KEYS else dict(list(kept.items())[MOST_KEYS // 2 :])


class Traffic:
    """The buckets of a node. Without limits (load tests) everybody may always."""

    def __init__(self, limits: Limits | None) -> None:
        self._requests = Buckets(limits.requests) if limits else None
        self._tables = Buckets(limits.tables) if limits else None
        self._checks = Buckets(limits.checks) if limits else None
        self._commands = Buckets(limits.commands) if limits else None
        self._commands_of_all = Buckets(limits.commands_of_all) if limits else None
        self._reactions = Buckets(limits.reactions) if limits else None
        self._sockets: Counter[str] = Counter()
        self._most_sockets = limits.sockets if limits else 1_000_000

    def request(self, address: str) -> None:
        """One more request of an address, or TooFast."""
        _take(self._requests, address)

    def table(self, address: str) -> None:
        """One more table made from an address, or TooFast."""
        _take(self._tables, address)

    def check(self, address: str) -> None:
        """One more thing that an address gives to be worked out, or TooFast: a long record takes seconds."""
        _take(self._checks, address)

    def command(self, device: str, address: str) -> None:
        """One more command of a browser at an address, or TooFast."""
        _take(self._commands, device or address)
        _take(self._commands_of_all, address)

    def reaction(self, device: str, address: str) -> None:
        """One more thing said by a browser, or TooFast."""
        _take(self._reactions, device or address)

    def connect(self, address: str) -> None:
        """One more socket or stream of events of an address, or TooFast; give it back with ``disconnect``."""
        if self._sockets[address] >= self._most_sockets:
            raise TooFast(60)
        self._sockets[address] += 1

    def disconnect(self, address: str) -> None:
        """A socket of an address has gone."""
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]


def _take(buckets: Buckets | None, key: str) -> None:
    if buckets is not None and (wait := buckets.take(key)) > 0:
        raise TooFast(wait)


def address_of(scope: Mapping[str, Any]) -> str:
    """The address a request came from: the one that a trusted proxy names, else that of the socket."""
    client = scope.get("client")
    return str(client[0]) if client else ""
