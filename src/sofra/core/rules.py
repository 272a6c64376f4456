"""House rules as one frozen, bounded value per game, from which schemas, flags, forms and rule cards are made.

A game derives a frozen dataclass from ``HouseRules`` and declares each field with ``whole``, ``switch``, ``choice``
or ``per_seat``. Wrong values are refused with the field, the value and what is allowed; a refused value never exists.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any, Literal, Self

from sofra.core.errors import Malformed

Kind = Literal["whole", "switch", "choice", "per seat"]


@dataclass(frozen=True, slots=True)
class Option:
    """One field of a game's house rules: its bounds, what it means, and an example, as data.

    ``meaning`` and ``example`` are English sentences and the keys of their translations in the game's catalogue.
    ``only_with`` says in words what else must hold ("two players", "partners").
    """

    name: str
    kind: Kind
    default: Any
    meaning: str
    example: str = ""
    low: int = 0
    high: int = 0
    step: int = 1
    values: tuple[str | int, ...] = ()
    only_with: str = ""

    @property
    def allowed(self) -> Malformed:
        """What a value may be, as the part of a message."""
        if self.kind == "switch":
            return Malformed("on or off")
        if self.kind == "choice":
            return Malformed("one of {values}", values=", ".join(map(str, self.values)))
        bounds = {"low": self.low, "high": self.high}
        if self.step > 1:
            number = Malformed(
                "a whole number from {low} to {high} in steps of {step}", step=self.step, **bounds
            )
        else:
            number = Malformed("a whole number from {low} to {high}", **bounds)
        return number if self.kind == "whole" else Malformed("for each seat {number}", number=number)

    def check(self, value: Any) -> Any:
        """The value in its own type, or Malformed."""
        if self.kind == "switch" and isinstance(value, bool):
            return value
        if self.kind == "choice" and type(value) is type(self.default) and value in self.values:
            return value
        if self.kind == "whole" and self._whole(value):
            return value
        if self.kind == "per seat" and isinstance(value, list | tuple) and all(map(self._whole, value)):
            return tuple(value)
        raise Malformed(
            "house rule {field}: {value} is not allowed; it must be {allowed}",
            field=self.name,
            value=json.dumps(value, default=str, ensure_ascii=False),
            allowed=self.allowed,
        )

    def _whole(self, value: Any) -> bool:
        return (
            isinstance(value, int)
            and not isinstance(value, bool)
            and self.low <= value <= self.high
            and (value - self.low) % self.step == 0
        )

    def write(self, value: Any) -> str:
        """The value as it stands in a record or a flag."""
        if self.kind == "switch":
            return "on" if value else "off"
        if self.kind == "per seat":
            return "/".join(map(str, value))
        return str(value)

    def read(self, text: str) -> Any:
        """The value of such a text, or Malformed."""
        if self.kind == "switch" and text in ("on", "off"):
            return text == "on"
        if self.kind == "choice":
            return self.check(next((value for value in self.values if str(value) == text), text))
        parts = text.split("/") if self.kind == "per seat" else [text]
        if self.kind in ("whole", "per seat"):
            if text == "" and self.kind == "per seat":
                return ()
            # int() alone would also take " 1", "1_0" and digits of other scripts.
            if all(
                part.removeprefix("-").isdecimal() and part.isascii() and len(part) < 10 for part in parts
            ):
                numbers = tuple(map(int, parts))
                return self.check(numbers if self.kind == "per seat" else numbers[0])
        return self.check(text)


def _option(kind: Kind, default: Any, meaning: str, **more: Any) -> Any:
    return field(default=default, metadata={"kind": kind, "meaning": meaning, **more})


def whole(
    default: int, *, low: int, high: int, step: int = 1, meaning: str, example: str = "", only_with: str = ""
) -> Any:
    """A whole number between bounds, in steps counted from ``low``."""
    return _option(
        "whole", default, meaning, low=low, high=high, step=step, example=example, only_with=only_with
    )


def switch(default: bool, *, meaning: str, example: str = "", only_with: str = "") -> Any:
    """On or off."""
    return _option("switch", default, meaning, example=example, only_with=only_with)


def choice(
    default: str | int, *values: str | int, meaning: str, example: str = "", only_with: str = ""
) -> Any:
    """One of a few named readings, or of a few whole numbers."""
    return _option(
        "choice", default, meaning, values=(default, *values), example=example, only_with=only_with
    )


def per_seat(
    *, low: int, high: int, step: int = 1, meaning: str, example: str = "", only_with: str = ""
) -> Any:
    """A whole number for each seat; empty means ``low`` for all."""
    return _option(
        "per seat", (), meaning, low=low, high=high, step=step, example=example, only_with=only_with
    )


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The base of every game's house rules."""

    def __post_init__(self) -> None:
        for option in self.options():
            object.__setattr__(self, option.name, option.check(getattr(self, option.name)))
        self.agree()

    def agree(self) -> None:
        """Refuse (Malformed) options that do not go together."""

    def fit(self, seats: int) -> None:
        """Refuse (Malformed) rules that do not go with this number of seats."""
        for option in self.options():
            value = getattr(self, option.name)
            if option.kind == "per seat" and value and len(value) != seats:
                raise Malformed(
                    "house rule {field} has {got} values; it must have one for each of the {seats} seats, or none",
                    field=option.name,
                    got=len(value),
                    seats=seats,
                )

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The fields as data, in order."""
        found = _OPTIONS.get(cls)
        if found is None:
            found = tuple(Option(name=f.name, default=f.default, **f.metadata) for f in fields(cls))
            _OPTIONS[cls] = found
        return found

    @classmethod
    def of(cls, values: Mapping[str, Any], base: Self | None = None) -> Self:
        """Rules from names and values (JSON types), on top of ``base`` or the defaults."""
        named = {option.name: option for option in cls.options()}
        for name in values:
            if name not in named:
                raise Malformed(
                    'there is no house rule "{field}"; there are {allowed}',
                    field=name,
                    allowed=", ".join(named),
                )
        start = {} if base is None else {name: getattr(base, name) for name in named}
        return cls(**{**start, **values})

    def values(self) -> dict[str, Any]:
        """Every field by name, in JSON types."""
        plain = {option.name: getattr(self, option.name) for option in self.options()}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in plain.items()}

    def differing(self) -> dict[str, Any]:
        """The fields that are not at their default."""
        return {o.name: getattr(self, o.name) for o in self.options() if getattr(self, o.name) != o.default}

    def write(self) -> str:
        """The text form: what differs from the defaults ("target=5000, opening=500"), or "default"."""
        return _written(self)

    @classmethod
    def read(cls, text: str) -> Self:
        """The rules of a text form; ``read(rules.write()) == rules``."""
        if text == "default":
            return cls()
        named = {option.name: option for option in cls.options()}
        values: dict[str, Any] = {}
        for part in text.split(","):
            name, equals, value = part.strip().partition("=")
            if not equals:
                raise Malformed('house rule "{part}" has no value; write name=value', part=part.strip())
            if name in values:
                raise Malformed("house rule {field} is given twice", field=name)
            values[name] = named[name].read(value) if name in named else value
        return cls.of(values)

    def fingerprint(self, game: str, version: int) -> str:
        """SHA-256 (hex) over game, rules version and every field: what a commitment or a solved table is bound to."""
        text = json.dumps([game, version, self.values()], separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(text.encode("utf-8")).hexdigest()


@lru_cache(maxsize=1024)
def _written(rules: HouseRules) -> str:
    # Every view carries the text of its rules, and a table's rules never change.
    named = {option.name: option for option in rules.options()}
    return ", ".join(f"{n}={named[n].write(v)}" for n, v in rules.differing().items()) or "default"


_OPTIONS: dict[type[HouseRules], tuple[Option, ...]] = {}
