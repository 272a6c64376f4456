"""A finished record as a table: to be looked at, checked and reviewed, not played on."""

from __future__ import annotations

from dataclasses import replace

from sofra.core import record as records
from sofra.core.errors import Malformed
from sofra.core.record import Record
from sofra.table import entries as e
from sofra.table import names
from sofra.table.fold import Table
from sofra.table.store import Append, Row

LONGEST = 65_536
"""Bytes of a record that becomes a table: a long match has half of that, and it is replayed whenever it is looked at."""


def make_imported(text: str, device: str, now: int, table_id: str) -> tuple[Table, Append]:
    """The table of a record's text and what has to be stored; ``device`` (hash) finds it among its tables again.

    Raises Malformed with line and column, or whatever rule the record breaks. May take a while: not for the event loop.
    """
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise Malformed("a record that is put on a table has at most {most} bytes", most=LONGEST)
    record = records.parse(text)
    _check_names(record)
    rows = (
        Row(1, now, e.Imported(records.write(replace(record, lines=())), device)),
        Row(2, now, e.Closed("imported")),
    )
    table = Table(table_id)
    for row in rows:
        table.take(row)
    return table, Append(table_id, rows, (), (device,))


def _check_names(record: Record) -> None:
    for seat, line in enumerate(record.seats):
        if line.name and names.check_name(line.name) != line.name:
            raise Malformed("the name of seat {seat} is not written as names are", seat=seat)
