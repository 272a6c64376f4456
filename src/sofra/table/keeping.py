"""The record of a table's match: as text that anybody can keep, replay and check."""

from __future__ import annotations

from sofra.core import record as records
from sofra.core.errors import Turn
from sofra.core.record import Record, SeatLine
from sofra.dealing import seals
from sofra.table import envelopes
from sofra.table.fold import Table


def record_of(table: Table) -> Record:
    """The record of the last match. Raises Turn while it is played: its envelope holds all cards and dice."""
    if table.imported is not None:
        return table.imported
    played = table.played
    if played is None:
        raise Turn("no match has been played at this table yet")
    seats = tuple(SeatLine(chair.name, chair.persona) for chair in table.chairs)
    if table.manual and table.phase in ("over", "closed"):
        return records.of(played.match, seats, "manual")
    if not table.envelopes[played.envelope].seed:
        raise Turn("the record can be read when the match is over")
    return records.of(played.match, seats, "sealed", seals.write(envelopes.opened(table, played.envelope)))
