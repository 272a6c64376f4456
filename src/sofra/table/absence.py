"""Chairs that stay warm: where the table chose it, a computer player sits in for whoever is away, until they are back.

Nobody ever loses for a lost connection. When a chair counts as left is decided here alone, by an injected clock.
"""

from __future__ import annotations

from sofra.table import seating
from sofra.table.entries import StoodIn
from sofra.table.judging import SERVER, Case, Decision
from sofra.table.live import LiveTable

TIMER = "absence"
RETRY = 5.0


def look(live: LiveTable) -> None:
    """Give chairs back to those who are there again; see to it that those who stay away for too long are stood in for."""
    for seat, chair in enumerate(live.table.chairs):
        if chair.absent and live.presence.back(seat):
            _stand(live, seat, "")
    live.stop_timers(TIMER)
    waits = [_left(live, seat) for seat in live.table.asked if _may_be_stood_in_for(live, seat)]
    if waits:
        live.set_timer(TIMER, max(0.0, min(waits)), lambda: _due(live))


def _due(live: LiveTable) -> None:
    live.timers.pop(TIMER, None)
    for seat in live.table.asked:
        if _may_be_stood_in_for(live, seat) and _left(live, seat) <= 0:
            _stand(live, seat, f"bot {seating.first_persona(live.table)}")
    # What was stored makes the table look again at once; this is for a store that took nothing.
    live.set_timer(TIMER, RETRY, lambda: look(live))


def _may_be_stood_in_for(live: LiveTable, seat: int) -> bool:
    chair = live.table.chairs[seat]
    wanted = live.table.policy.absence == "sit in"
    return wanted and chair.kind == "person" and not chair.stand_in and not live.presence.connected_to(seat)


def _left(live: LiveTable, seat: int) -> float:
    """Seconds until a computer player sits in."""
    return live.table.policy.absence_after - (live.clock.now() - live.presence.last_seen(seat)) / 1000


def _stand(live: LiveTable, seat: int, who: str) -> None:
    def judge(case: Case) -> Decision:
        chair = case.table.chairs[seat]
        # Somebody may have come, gone or moved while this waited for the writer.
        if bool(who) == bool(chair.stand_in) or case.table.phase != "playing":
            return Decision()
        return Decision([StoodIn(seat, who, absent=bool(who))])

    live.run(SERVER, -1, f"absence:{seat}:{live.table.version}:{who}", judge)
