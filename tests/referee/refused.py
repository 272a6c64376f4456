"""How a referee says no, and how it reads house rules."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A move, an outcome or a house rule that the rules do not allow; nothing was changed.

    ``kind`` is one of the protocol's words: malformed, illegal, turn, unsupported.
    """

    def __init__(self, reason: str, kind: str = "illegal") -> None:
        super().__init__(reason)
        self.reason = reason
        self.kind = kind


class Steps:
    """Whole numbers from ``least`` to ``most`` in steps of ``step``."""

    def __init__(self, least: int, most: int, step: int = 1) -> None:
        self.least, self.most, self.step = least, most, step

    def holds(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int):
            return False
        return self.least <= value <= self.most and (value - self.least) % self.step == 0

    def __str__(self) -> str:
        return f"{self.least} to {self.most} in steps of {self.step}"


class OneOf:
    """One of a few listed values."""

    def __init__(self, *values: Any) -> None:
        self.values = values

    def holds(self, value: Any) -> bool:
        return any(value == one and type(value) is type(one) for one in self.values)

    def __str__(self) -> str:
        return "one of " + ", ".join(repr(one) for one in self.values)


YES_OR_NO = OneOf(False, True)


def read_rules(given: dict[str, Any], allowed: dict[str, tuple[Any, Any]]) -> dict[str, Any]:
    """Every field with its value; a missing one gets its default. ``allowed``: name -> (default, bounds)."""
    for name in given:
        if name not in allowed:
            raise Refused(
                f"there is no house rule {name!r}; there are {', '.join(sorted(allowed))}", "unsupported"
            )
    values = {}
    for name, (default, bounds) in allowed.items():
        values[name] = given.get(name, default)
        if name in given and not bounds.holds(given[name]):
            raise Refused(f"{name} = {given[name]!r} is not allowed; allowed is {bounds}", "unsupported")
    return values
