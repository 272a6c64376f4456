"""One line of what ``sofra bench`` prints."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``ratio`` is the figure over that of ``reference``, None where there is none in this run."""

    name: str
    value: float
    unit: str
    reference: str = ""
    ratio: float | None = None
