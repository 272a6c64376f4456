"""Tables that anybody may find: those whose people chose it, as long as there is something to come for.

The list is kept like that of a browser's own tables, under a name that no browser can have. What a table is now, its own log
says: whoever is on the list and does not belong there any more is passed over.
"""

from __future__ import annotations

from sofra.table.entries import Policy
from sofra.table.fold import Table

LISTED = "listed"
MOST = 60
WAITS_FOR = 2 * 3_600_000
"""A table at which nothing has happened for so long (milliseconds) is listed no more."""


def kept_under(policy: Policy) -> tuple[str, ...]:
    """Under which further names a table with this policy is kept."""
    return (LISTED,) if policy.listed else ()


def is_open(table: Table, now: int) -> bool:
    """Whether somebody who finds this table can sit down or watch."""
    return table.policy.listed and table.phase in ("lobby", "playing") and now - table.at < WAITS_FOR


def place(table: Table) -> tuple[bool, int]:
    """Where it stands in the list: tables with free chairs come first, each kind with the latest first."""
    return free_chairs(table) == 0, -table.at


def free_chairs(table: Table) -> int:
    """How many chairs a newcomer could take now."""
    return sum(chair.kind == "open" for chair in table.chairs) if table.phase == "lobby" else 0
