"""Windows that close by themselves: who has said nothing after a while is taken to pass, where a table chose it, and as a
rule where all people sit at one device ("pass unless I press Challenge").

Nobody is hurried: elsewhere everybody is waited for, and a seat that holds the window open (**Wait**) keeps it
open for all until it has answered. Computer players answer in their own time. The moments are public, by an injected clock.
"""

from __future__ import annotations

from sofra.core.errors import Turn
from sofra.table import ids
from sofra.table.commands import Move
from sofra.table.decide import decide
from sofra.table.fold import Table
from sofra.table.judging import SERVER, Case, Decision
from sofra.table.live import LiveTable

TIMER = "window"
RETRY = 5.0
USUAL = 20


def seconds(table: Table) -> int:
    """After how many seconds a window of this table closes, 0 if it waits for everybody."""
    if table.policy.window is not None:
        return max(0, table.policy.window)
    people = [chair.devices for chair in table.chairs if chair.kind == "person"]
    return USUAL if people and frozenset.intersection(*people) else 0


def look(live: LiveTable) -> None:
    """Set the clock for the window that is open now, or stop it."""
    live.stop_timers(TIMER)
    if silent := _silent(live):
        waits = [_left(live, seat) for seat in silent]
        live.set_timer(TIMER, max(0.0, *waits), lambda: _due(live))


def _due(live: LiveTable) -> None:
    live.timers.pop(TIMER, None)
    for seat, text in _silent(live).items():
        if _left(live, seat) <= 0:
            _pass(live, seat, text)
    # What was stored makes the table look again at once; this is for a store that took nothing.
    live.set_timer(TIMER, RETRY, lambda: look(live))


def _silent(live: LiveTable) -> dict[int, str]:
    """The persons who have not answered an open window that nobody holds open, with what their silence means."""
    table, match = live.table, live.table.match
    if match is None or not seconds(table) or table.holding:
        return {}
    found = {}
    for seat in table.asked:
        answer = None if table.chairs[seat].played_by else match.game.silence(match.state, seat)
        if answer is not None:
            found[seat] = match.game.write(answer)
    return found


def _left(live: LiveTable, seat: int) -> float:
    """Seconds until the window closes for this seat."""
    return seconds(live.table) - (live.clock.now() - live.table.asked_at(seat)) / 1000


def _pass(live: LiveTable, seat: int, text: str) -> None:
    ask = live.table.asked_since(seat)
    name = ids.own_command("silent", ask)

    def judge(case: Case) -> Decision:
        # Somebody may have asked for time while this waited for the writer.
        if case.table.holding:
            raise Turn("somebody holds the window open")
        return decide(case, Move(name, seat, ask, text))

    live.run(SERVER, seat, name, judge)
