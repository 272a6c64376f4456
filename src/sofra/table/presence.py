"""Who is there: which browsers have a socket open at a table, here or at another node, and when each was seen last.

When a player counts as away is decided here alone, by an injected clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from sofra.table.clock import Clock, Timer
from sofra.table.fold import Table
from sofra.table.parts import Chair

AWAY_AFTER = 60_000
DESERTED_AFTER = 180_000
"""So long nobody with the host's powers has to be away before one of the others may take them (milliseconds)."""
THERE_FOR = 50_000
"""How long a browser counts as being at another node without being heard of again (milliseconds)."""
MOST = 1000
"""Whoever likes can come with ever new browsers; nobody waits for them, and they must not fill the memory."""


class Presence:
    """The browsers of one table. ``connected`` counts the sockets of a browser here; ``elsewhere`` says when it was last heard
    to be at another node, and ``greet_nodes`` tells the others of those here; ``seen_at`` says when it last asked for anything.
    ``changed`` is called when somebody came or counts as gone."""

    def __init__(
        self,
        table: Table,
        clock: Clock,
        greet_nodes: Callable[[str, str, bool], None],
        changed: Callable[[], None],
    ) -> None:
        self.connected: Counter[str] = Counter()
        self.elsewhere: dict[str, int] = {}
        self.seen_at: dict[str, int] = {}
        self.loaded_at = clock.now()
        self._table = table
        self._clock = clock
        self._greet_nodes = greet_nodes
        self._changed = changed
        self._timer: Timer | None = None

    def came(self, device: str) -> bool:
        """A socket of this browser was opened. Returns whether a player has come by that: others are to be told."""
        self.connected[device] += 1
        news = self.connected[device] == 1 and bool(self._table.seats_of(device))
        if news:
            self._greet_nodes(self._table.id, device, True)
        self.look_round_later()
        return news

    def went(self, device: str) -> bool:
        """One of its sockets was closed. Returns whether its player has none any more; others are told when they have been away
        for a while, not at once."""
        self.connected[device] -= 1
        if self.connected[device] > 0:
            return False
        del self.connected[device]
        note(self.seen_at, device, self._clock.now(), self._table.chairs)
        news = bool(self._table.seats_of(device))
        if news:
            self._greet_nodes(self._table.id, device, False)
        self.look_round_later()
        return news

    def seen(self, device: str) -> bool:
        """A browser has asked for this table just now. Returns whether it is of a player who was stood in for: they are back."""
        before, now = self.seen_at.get(device, 0), self._clock.now()
        note(self.seen_at, device, now, self._table.chairs)
        if now - before > THERE_FOR / 2 and self._table.seats_of(device):
            # Without scripts nothing but this says that its player is there.
            self._greet_nodes(self._table.id, device, True)
        if self._timer is None:
            self.look_round_later()
        return any(chair.absent and device in chair.devices for chair in self._table.chairs)

    def noticed(self, short: str, here: bool) -> None:
        """Another node says that a browser (the first digits of its hash) is there, or has gone."""
        known = {
            device for chair in self._table.chairs for device in chair.devices if device.startswith(short)
        }
        for device in known:
            came = here and not self._is_elsewhere(device) and not self.connected[device] > 0
            self.seen_at[device] = self._clock.now()
            if here:
                self.elsewhere[device] = self._clock.now()
            else:
                self.elsewhere.pop(device, None)
            if came or not here:
                self._changed()
        if known:
            self.look_round_later()

    def greet(self) -> None:
        """Tell the other nodes once more whose browsers are here."""
        for chair in self._table.chairs:
            for device in chair.devices:
                if self.connected[device] > 0:
                    self._greet_nodes(self._table.id, device, True)

    def look_round_later(self) -> None:
        """Look when the next player counts as gone or away. A node that dies says no more: its people are missed so, too."""
        now = self._clock.now()
        moments: list[int] = []
        for seat, chair in enumerate(self._table.chairs):
            moments += [
                self.elsewhere[device] + THERE_FOR for device in chair.devices & self.elsewhere.keys()
            ]
            if chair.devices and not self.connected_to(seat):
                moments.append(self.last_seen(seat) + AWAY_AFTER)
        if not self._any_connected(self._table.host_devices):
            moments.append(self._last_seen(self._table.host_devices) + DESERTED_AFTER)
        self.rest()
        if ahead := [moment for moment in moments if moment >= now]:
            self._timer = self._clock.later((min(ahead) - now) / 1000 + 0.1, self._look_round)

    def rest(self) -> None:
        """Look no more. Whatever is looked out for here keeps no table in memory."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def last_seen(self, seat: int) -> int:
        """When a browser of this seat's player last asked for anything (milliseconds), or when the table was loaded."""
        return self._last_seen(self._table.chairs[seat].devices)

    def connected_to(self, seat: int) -> bool:
        """Whether a browser of this seat's player has a socket open, here or at another node."""
        return self._any_connected(self._table.chairs[seat].devices)

    def away(self, seat: int) -> bool:
        """Whether no browser of this seat's player is connected, and none has asked for anything for a while."""
        return not self.connected_to(seat) and self._clock.now() - self.last_seen(seat) > AWAY_AFTER

    def deserted(self) -> bool:
        """Whether nobody who has the host's powers is connected, or has asked for anything for a good while."""
        devices = self._table.host_devices
        gone = not self._any_connected(devices)
        return gone and self._clock.now() - self._last_seen(devices) > DESERTED_AFTER

    def back(self, seat: int) -> bool:
        """Whether the player of a seat that is stood in for is there again."""
        chair = self._table.chairs[seat]
        return self.connected_to(seat) or any(self.seen_at.get(d, 0) > chair.absent for d in chair.devices)

    def _last_seen(self, devices: frozenset[str]) -> int:
        return max((self.seen_at.get(device, self.loaded_at) for device in devices), default=self.loaded_at)

    def _any_connected(self, devices: frozenset[str]) -> bool:
        return any(self.connected[device] > 0 or self._is_elsewhere(device) for device in devices)

    def _is_elsewhere(self, device: str) -> bool:
        return self._clock.now() - self.elsewhere.get(device, -THERE_FOR) < THERE_FOR

    def _look_round(self) -> None:
        self._timer = None
        self._changed()
        self.look_round_later()


def note(seen_at: dict[str, int], device: str, now: int, chairs: Iterable[Chair]) -> None:
    """A browser has asked at this moment (milliseconds): those who sit there are remembered always, passers-by lately."""
    seen_at[device] = now
    if len(seen_at) > MOST:
        sitting = {held for chair in chairs for held in chair.devices}
        for passer_by in seen_at.keys() - sitting - {device}:
            del seen_at[passer_by]
