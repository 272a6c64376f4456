"""One line of the protocol in, one value out: strict JSON, whatever the line holds."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn, cast

from sofra.core.errors import Malformed

LONGEST_LINE = 1 << 20
"""Bytes of a line, its newline not counted."""


def decode(line: bytes) -> dict[str, Any]:
    """The object of a line. Malformed for anything else: too long, not UTF-8, not JSON, a key twice, NaN."""
    if len(line) > LONGEST_LINE:
        raise Malformed("a line has at most {most} bytes", most=LONGEST_LINE)
    try:
        value = json.loads(
            line.decode("utf-8"),
            object_pairs_hook=_once,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise Malformed("the line is not UTF-8 (byte {place})", place=error.start) from None
    except json.JSONDecodeError as error:
        raise Malformed(
            "the line is not JSON: column {place}: {reason}", place=error.colno, reason=error.msg
        ) from None
    except RecursionError:
        raise Malformed("the line is nested too deeply") from None
    except ValueError:
        # What is left is Python's own bound on the digits of a whole number.
        raise Malformed("a number of the line has too many digits") from None
    if not isinstance(value, dict):
        raise Malformed(
            "a request is a JSON object such as {example}, not {got}",
            example='{"do":"games"}',
            got=_name(value),
        )
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Malformed('the key "{key}" stands twice', key=key[:80])
        found[key] = value
    return found


def _no_constant(name: str) -> NoReturn:
    raise Malformed("{name} is no JSON number", name=name)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Malformed("{name} is no JSON number", name=text[:40])
    return number


def _name(value: Any) -> str:
    if value is None:
        return "null"
    names = {bool: "a boolean", int: "a number", float: "a number", str: "a text", list: "a list"}
    return names.get(type(value), "an object")


class Fields:
    """The fields of a request, taken one by one with their types; what nobody took is unknown and refused."""

    def __init__(self, request: dict[str, Any], what: str) -> None:
        self._rest = dict(request)
        self._what = what

    def has(self, name: str) -> bool:
        return name in self._rest

    def text(self, name: str) -> str:
        return cast(str, self._take(name, str, "a text"))

    def whole(self, name: str) -> int:
        return cast(int, self._take(name, int, "a whole number"))

    def whole_or_null(self, name: str) -> int | None:
        if self._rest.get(name, 0) is None:
            self._rest.pop(name)
            return None
        return cast(int, self._take(name, int, "a whole number or null"))

    def object(self, name: str) -> dict[str, Any]:
        return cast(dict[str, Any], self._take(name, dict, "an object"))

    def wholes(self, name: str) -> list[int]:
        values = cast(list[int], self._take(name, list, "a list of whole numbers"))
        for value in values:
            if type(value) is not int:
                raise Malformed("{field} must be a list of whole numbers", field=name)
        return values

    def rest(self) -> dict[str, Any]:
        """All fields not taken yet; they count as taken."""
        rest, self._rest = self._rest, {}
        return rest

    def done(self) -> None:
        """Refuse fields that nobody asked for."""
        for name in self._rest:
            raise Malformed('"{what}" takes no field "{field}"', what=self._what, field=name[:80])

    def _take(self, name: str, kind: type, expected: str) -> Any:
        if name not in self._rest:
            raise Malformed(
                '"{what}" needs the field "{field}": {expected}',
                what=self._what,
                field=name,
                expected=expected,
            )
        value = self._rest.pop(name)
        if type(value) is not kind:
            raise Malformed(
                "{field} must be {expected}, not {got}", field=name, expected=expected, got=_name(value)
            )
        return value
