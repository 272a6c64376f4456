"""Views and tells as plain JSON values, from their declared fields alone. Full states never pass here."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

_NAMES: dict[type, tuple[str, ...]] = {}


def plain(value: Any) -> Any:
    """Numbers, texts, booleans and None as they are; tuples and lists as lists; values as objects of their fields."""
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if is_dataclass(value):
        kind = type(value)
        names = _NAMES.get(kind)
        if names is None:
            names = _NAMES[kind] = tuple(f.name for f in fields(value))
        return {name: plain(getattr(value, name)) for name in names}
    raise TypeError(f"{type(value).__name__} has no plain form: views and tells hold values only")


def told(tell: Any) -> Any:
    """A tell as a JSON object with ``"what"``: the name of its type in words (``RoundEnded`` -> "round ended")."""
    if tell is None:
        return None
    name = type(tell).__name__
    words = "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
    return {"what": words, **plain(tell)}
