"""What stands over a table that is closed, by the reason in its log; messages of this folder's catalogue."""

from __future__ import annotations

from collections.abc import Mapping

from sofra.table.fold import Table

CLOSED: Mapping[str, str] = {
    "host": "The host has closed this table.",
    "idle": "This table was closed because nobody had come for a long time.",
    "full": "So much has happened at this table that nothing more fits in: it is closed.",
}

MESSAGES = tuple(CLOSED.values())


def closed(table: Table) -> str:
    """Why nothing more happens at a table; "" where something can, or where it only shows a record."""
    return CLOSED.get(table.reason, "") if table.phase == "closed" and table.imported is None else ""
