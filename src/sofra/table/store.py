"""What a store must do: keep each table's log, in order, and never lose what it has acknowledged."""

from __future__ import annotations

from asyncio import Future
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sofra.table.entries import AnyEntry


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a log. ``seq`` counts from 1 without gaps; ``command`` is the id of the command that brought it
    (on the last row of a command only), unique for its ``seat`` (-1: not a seat's); ``at`` is in milliseconds."""

    seq: int
    at: int
    entry: AnyEntry
    seat: int = -1
    command: str | None = None


@dataclass(frozen=True, slots=True)
class Append:
    """What one command adds to a log, all or nothing. ``secrets`` are the server's own (envelope number, seed): in the
    same transaction, so that a published commitment always has its seed. ``devices`` sit at the table from now on."""

    table: str
    rows: tuple[Row, ...]
    secrets: tuple[tuple[int, bytes], ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as it is stored: its log and the seeds of its envelopes."""

    rows: tuple[Row, ...]
    secrets: tuple[tuple[int, bytes], ...]


class Conflict(Exception):
    """Another writer has taken one of these seq numbers or command ids; read the log on and decide again."""


class Gone(Exception):
    """The store is closed or broken: nothing was appended."""


class Store(Protocol):
    """A place for logs. Nothing is acknowledged before it is synced to the disk."""

    def append(self, append: Append) -> Future[None]:
        """Append in one transaction; appends are stored in the order of the calls. The future is done when the rows
        are synced; it raises Conflict or Gone, and then nothing was appended."""

    async def load(self, table: str, after: int = 0) -> Stored:
        """The rows with ``seq`` > ``after`` (none if there is no such table) and all secrets."""

    async def tables_of(self, device: str, most: int = 50) -> Sequence[str]:
        """Ids of the tables at which a device sits or sat, the latest first."""

    async def idle(self, before: int, most: int = 1000) -> Sequence[str]:
        """Ids of tables that are not closed and to whose log nothing was added since ``before`` (milliseconds)."""

    async def closed(self, before: int, most: int = 1000) -> Sequence[str]:
        """Ids of closed tables to whose log nothing was added since ``before`` (milliseconds)."""

    async def live(self, since: int, most: int = 10_000) -> Sequence[str]:
        """Ids of tables that are not closed and that moved since then: what a server resumes when it starts."""

    async def delete(self, table: str) -> None:
        """Forget a table and its secrets for good."""

    async def healthy(self) -> bool:
        """Whether the store answers."""

    async def close(self) -> None:
        """Finish what is under way and let go of the files."""
