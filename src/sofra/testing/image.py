"""What a value holds, read field by field: to see whether it changed, and whether it could."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

PLAIN = (str, int, float, bool, bytes, type(None))


def image(value: Any) -> Any:
    """A picture of a value that later changes cannot touch; equal pictures = nothing changed. Objects that are no
    values (tables, caches) stand for themselves."""
    if isinstance(value, PLAIN):
        return value
    if isinstance(value, tuple | list):
        return (type(value).__name__, *map(image, value))
    if isinstance(value, set | frozenset):
        return (type(value).__name__, *sorted(map(repr, value)))
    if isinstance(value, dict):
        return ("dict", *((repr(key), image(item)) for key, item in value.items()))
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value).__name__, *(image(getattr(value, field.name)) for field in fields(value)))
    return ("object", id(value))


def soft_spots(value: Any, where: str) -> Iterator[str]:
    """Every place in a value that somebody could change, as a sentence."""
    if isinstance(value, list | set | dict | bytearray):
        yield f"{where} is a {type(value).__name__}, which can be changed"
    elif isinstance(value, tuple | frozenset):
        for number, item in enumerate(value):
            yield from soft_spots(item, f"{where}[{number}]")
    elif is_dataclass(value) and not isinstance(value, type):
        kind = type(value)
        if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
            yield f"{where} is a {kind.__name__}, which is not frozen"
        if hasattr(value, "__dict__"):
            yield f"{where} is a {kind.__name__}, which has no slots"
        for field in fields(value):
            yield from soft_spots(getattr(value, field.name), f"{where}.{field.name}")
