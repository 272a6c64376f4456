"""Optional clocks: where a table chose one, a computer player makes the move of a person who takes too long.

It makes that one move and no more; nobody loses a chair or a match by it. Whoever asks for time (**Wait**) has it until they
have moved. Off by default; the moment is public, by an injected clock.
"""

from __future__ import annotations

from sofra.table import windows
from sofra.table.live import LiveTable

TIMER = "clock"


def look(live: LiveTable) -> None:
    """Set the clock for the persons who are asked now, or stop it."""
    live.stop_timers(TIMER)
    if waits := [_left(live, seat) for seat in _timed(live)]:
        live.set_timer(TIMER, max(0.0, min(waits)), lambda: _due(live))


def _due(live: LiveTable) -> None:
    live.timers.pop(TIMER, None)
    for seat in _timed(live):
        if _left(live, seat) <= 0:
            live.play_for(live, seat)
    # Whoever still has time is looked at when that is over; what the others owe is being thought about.
    if waits := [left for seat in _timed(live) if (left := _left(live, seat)) > 0]:
        live.set_timer(TIMER, min(waits), lambda: _due(live))


def _timed(live: LiveTable) -> list[int]:
    """The persons whose clock runs: asked, without more time, and not in a window that closes by itself."""
    table, match = live.table, live.table.match
    if match is None or table.policy.clock <= 0:
        return []
    closing = bool(windows.seconds(table))
    return [
        seat
        for seat in table.asked
        if not table.chairs[seat].played_by
        and seat not in table.holding
        and not (closing and match.game.silence(match.state, seat) is not None)
    ]


def _left(live: LiveTable, seat: int) -> float:
    """Seconds until a computer player makes this seat's move."""
    return live.table.policy.clock - (live.clock.now() - live.table.asked_at(seat)) / 1000
