"""Strict reading of what the engine's Farkle helpers are given: the right fields, the right types, faces of dice."""

from __future__ import annotations

from typing import Any

from sofra.core.errors import Malformed
from sofra.games.farkle.scoring import Throw
from sofra.games.tools import is_whole, shown


def dice(value: Any) -> Throw:
    """One to six faces, as a throw (ascending)."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
        raise Malformed(
            "dice must be a list of one to six faces such as [1, 1, 5], not {value}", value=shown(value)
        )
    for face in value:
        if not is_whole(face) or not 1 <= face <= 6:
            raise Malformed("a die shows a whole number from 1 to 6, not {value}", value=shown(face))
    return tuple(sorted(value))


def number(name: str, value: Any, low: int | None, high: int, step: int = 1) -> int:
    """A whole number between bounds (no lower one if None), in steps."""
    if not is_whole(value) or (low is not None and value < low) or value > high or value % step:
        raise Malformed(
            "{field} must be a whole number {bounds}, not {value}",
            field=name,
            bounds=_bounds(low, high, step),
            value=shown(value),
        )
    return int(value)


def _bounds(low: int | None, high: int, step: int) -> str:
    span = f"up to {high}" if low is None else f"from {low} to {high}"
    return f"{span} in steps of {step}" if step > 1 else span


def pair(name: str, value: Any) -> tuple[Any, Any]:
    """Two values, the mover's first."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Malformed(
            "{field} must be a list of two, the mover's first, not {value}", field=name, value=shown(value)
        )
    return value[0], value[1]


def switches(name: str, value: Any) -> tuple[bool, bool]:
    """Two booleans."""
    first, second = pair(name, value)
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise Malformed("{field} must be a list of two booleans, not {value}", field=name, value=shown(value))
    return first, second
