"""How long a table's log may become: nobody's does by playing, but programs that never end a match would fill the disk.

A table is read and folded again whenever it was out of memory, so a log without end would also keep its server busy. First
nothing new begins there and nothing beside the match is written down; much later the table closes itself, as if its host had.
"""

from __future__ import annotations

from sofra.core.errors import Turn
from sofra.table import commands as c
from sofra.table.fold import Table

ENOUGH = 50_000
"""Entries after which the match that is played is the last one: those of some thirty long ones."""
MOST = 100_000
"""Entries after which a table closes itself, in the middle of whatever it is."""

NEW = (c.Start, c.Rematch, c.React, c.SetPolicy, c.Mend)
"""What begins something, is said beside the match, or writes much of it down once more."""


def need_room(table: Table, command: c.Command) -> None:
    """Refuse (Turn) what the log has no room for."""
    if table.version >= MOST or (table.version >= ENOUGH and isinstance(command, NEW)):
        raise Turn("so much has happened at this table that nothing more fits in; set up a new one")


def is_full(table: Table) -> bool:
    """Whether a table has to close itself."""
    return table.version >= MOST and table.phase != "closed"
