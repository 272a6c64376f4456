"""What a request carries: forms and JSON, strictly read, with a clear sentence for anything that is not one."""

from __future__ import annotations

import json as plain_json
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NoReturn
from urllib.parse import parse_qs

import msgspec
from starlette.requests import Request

from sofra.core.errors import Malformed

Form = Mapping[str, Sequence[str]]
MOST_FIELDS = 500
_HALF = re.compile(r"\\u[dD][89a-fA-F]")
"""How half of a letter is written in JSON; with its other half behind it, as an emoji has, it is fine."""


def is_json(request: Request) -> bool:
    """Whether the body is JSON; such a client gets JSON back."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower() == "application/json"


async def form(request: Request) -> Form:
    """The fields of a posted form (urlencoded, UTF-8). Raises Malformed."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    body = await request.body()
    if kind != "application/x-www-form-urlencoded" and (kind or body):
        raise Malformed("send a form (application/x-www-form-urlencoded) or JSON (application/json)")
    return fields(body)


def fields(text: bytes) -> Form:
    """The fields of an urlencoded text. Raises Malformed."""
    try:
        found = parse_qs(
            text.decode("ascii"), keep_blank_values=True, errors="strict", max_num_fields=MOST_FIELDS
        )
    except UnicodeDecodeError:
        raise Malformed("the form is not valid UTF-8") from None
    except ValueError:
        raise Malformed("a form has at most {most} fields", most=MOST_FIELDS) from None
    for name, values in found.items():
        if "\0" in name or any("\0" in value for value in values):
            raise Malformed("a form holds no zero characters")
    return found


def one(found: Form, name: str, other: str = "") -> str:
    """The first value of a field, or ``other``."""
    values = found.get(name)
    return values[0] if values else other


def number(found: Form, name: str) -> int:
    """A field that holds a whole number. Raises Malformed."""
    text = one(found, name).strip()
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
        raise Malformed('field "{field}" must hold a whole number', field=name)
    return int(text)


async def json(request: Request) -> dict[str, Any]:
    """The object of a JSON body. Raises Malformed."""
    found: dict[str, Any] = decode(await request.body(), dict[str, Any])
    return found


def decode(text: bytes | str, kind: Any) -> Any:
    """A JSON text as a value of this type, read once and strictly. Raises Malformed with the path of what is wrong, also
    where an object has a key twice (readers do not agree on which of the two counts), where a number is none of JSON's and
    where half a letter stands, which no answer could hold."""
    try:
        plain = text.decode("utf-8") if isinstance(text, bytes) else text
        found = _READER.decode(plain)
        if "\\u" in plain and _HALF.search(plain):
            plain_json.dumps(found, ensure_ascii=False).encode("utf-8")
    except (plain_json.JSONDecodeError, UnicodeError) as error:
        raise Malformed("the body is not valid JSON: {reason}", reason=str(error)) from None
    except ValueError:  # Python converts whole numbers of so many digits only.
        raise Malformed(
            "the body is not valid JSON: {reason}", reason=Malformed("a number has too many digits")
        ) from None
    except RecursionError:
        raise Malformed(
            "the body is not valid JSON: {reason}", reason=Malformed("nested too deeply")
        ) from None
    try:
        return _decoder(kind).decode(plain)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Malformed("the JSON does not fit: {reason}", reason=str(error)) from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    """One for each type: what a union allows is worked out when its decoder is made, and costs far more than a reading."""
    return msgspec.json.Decoder(kind)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Malformed('the key "{key}" stands twice', key=twice[:80])
    return found


def _no_constant(name: str) -> NoReturn:
    raise Malformed("{name} is no JSON number", name=name)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise Malformed("{name} is no JSON number", name=text[:40])
    return number


_READER = plain_json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant, parse_float=_finite)


def convert(values: Mapping[str, Any], kind: Any, *, strict: bool) -> Any:
    """Values by name as a value of this type; not ``strict`` (forms), texts become numbers. Raises Malformed."""
    try:
        return msgspec.convert(values, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise Malformed("the fields do not fit: {reason}", reason=str(error)) from None
