"""When browsers asked for a table last: of those who sit there always, of passers-by only lately.

Whoever likes can come with ever new browsers; nobody waits for them, and they must not fill the memory.
"""

from __future__ import annotations

from collections.abc import Iterable

from sofra.table.fold import Chair

MOST = 1000


def note(seen_at: dict[str, int], device: str, now: int, chairs: Iterable[Chair]) -> None:
    """A browser has asked at this moment (milliseconds)."""
    seen_at[device] = now
    if len(seen_at) > MOST:
        sitting = {held for chair in chairs for held in chair.devices}
        for passer_by in seen_at.keys() - sitting - {device}:
            del seen_at[passer_by]
