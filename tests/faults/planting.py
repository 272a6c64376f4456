"""How a fault is planted: as the one instance of its class, beside the check that has to find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

FAULTS: list[tuple[str, str]] = []
"""(address of the faulty game, the check that it fails)."""


def found_by(check: str) -> Callable[[type[Any]], Any]:
    """Puts one instance of a faulty game in place of its class."""

    def plant(kind: type[Any]) -> Any:
        FAULTS.append((f"{kind.__module__}:{kind.__name__}", check))
        return kind()

    return plant
