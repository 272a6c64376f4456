"""Strict reading of what the engine's Farkle helpers are given: the right fields, the right types, faces of dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sofra.core.errors import Malformed
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import Throw


def check_names(
    tool: str, given: Mapping[str, Any], needs: tuple[str, ...], may_have: tuple[str, ...]
) -> None:
    """Refuse unknown and missing fields by name."""
    for name in given:
        if name not in needs and name not in may_have:
            raise Malformed(
                '{tool} knows no field "{field}"; it takes {allowed}',
                tool=tool,
                field=str(name)[:40],
                allowed=", ".join(needs + may_have),
            )
    for name in needs:
        if name not in given:
            raise Malformed('{tool} needs the field "{field}"', tool=tool, field=name)


def whole(value: Any) -> bool:
    """Whether a JSON value is a whole number (true and 1.0 are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def _show(value: Any) -> str:
    return json.dumps(value, default=str, ensure_ascii=False)[:80]


def dice(value: Any) -> Throw:
    """One to six faces, as a throw (ascending)."""
    if not isinstance(value, list | tuple) or not 1 <= len(value) <= 6:
        raise Malformed(
            "dice must be a list of one to six faces such as [1, 1, 5], not {value}", value=_show(value)
        )
    for face in value:
        if not whole(face) or not 1 <= face <= 6:
            raise Malformed("a die shows a whole number from 1 to 6, not {value}", value=_show(face))
    return tuple(sorted(value))


def house_rules(value: Any) -> FarkleRules:
    """House rules from their names and values; what is not named is at its default."""
    if not isinstance(value, Mapping):
        raise Malformed(
            "rules must be an object of house rules such as {example}, not {value}",
            example='{"target": 5000}',
            value=_show(value),
        )
    return FarkleRules.of(value)


def number(name: str, value: Any, low: int | None, high: int, step: int = 1) -> int:
    """A whole number between bounds (no lower one if None), in steps."""
    if not whole(value) or (low is not None and value < low) or value > high or value % step:
        raise Malformed(
            "{field} must be a whole number {bounds}, not {value}",
            field=name,
            bounds=_bounds(low, high, step),
            value=_show(value),
        )
    return int(value)


def _bounds(low: int | None, high: int, step: int) -> str:
    span = f"up to {high}" if low is None else f"from {low} to {high}"
    return f"{span} in steps of {step}" if step > 1 else span


def pair(name: str, value: Any) -> tuple[Any, Any]:
    """Two values, the mover's first."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Malformed(
            "{field} must be a list of two, the mover's first, not {value}", field=name, value=_show(value)
        )
    return value[0], value[1]


def switches(name: str, value: Any) -> tuple[bool, bool]:
    """Two booleans."""
    first, second = pair(name, value)
    if not isinstance(first, bool) or not isinstance(second, bool):
        raise Malformed("{field} must be a list of two booleans, not {value}", field=name, value=_show(value))
    return first, second
