"""What waits for a table's writer."""

from __future__ import annotations

import time
from asyncio import Future
from collections.abc import Callable
from dataclasses import dataclass, field

from sofra.table.commands import Answer
from sofra.table.judging import Case, Decision, Who

Judge = Callable[[Case], Decision]


@dataclass(slots=True)
class Job:
    """One command in the writer's queue: ``id`` as its sender made it, ``name`` as it is unique in the log. ``conflicts`` counts how often another
    writer was faster, ``looked`` says that the store was looked at again before it is refused."""

    who: Who
    seat: int
    id: str
    name: str
    judge: Judge
    future: Future[Answer]
    began: float = field(default_factory=time.perf_counter)
    conflicts: int = 0
    looked: bool = False
