"""House rules as JSON Schema (draft 2020-12), made from the options as data."""

from __future__ import annotations

from typing import Any

from sofra.core.rules import HouseRules, Option


def rules_schema(rules: type[HouseRules]) -> dict[str, Any]:
    """The schema of a game's house rules: an object of optional fields, no others."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: _field(option) for option in rules.options()},
    }


def _field(option: Option) -> dict[str, Any]:
    about: dict[str, Any] = {"description": option.meaning}
    if option.example:
        about["examples"] = [option.example]
    if option.only_with:
        about["$comment"] = f"only with {option.only_with}"
    if option.kind == "switch":
        return {"type": "boolean", "default": option.default, **about}
    if option.kind == "choice":
        kind = "integer" if isinstance(option.default, int) else "string"
        return {"type": kind, "enum": list(option.values), "default": option.default, **about}
    number: dict[str, Any] = {"type": "integer", "minimum": option.low, "maximum": option.high}
    if option.low % option.step == 0:
        number |= {"multipleOf": option.step} if option.step > 1 else {}
    else:
        number = {"type": "integer", "enum": list(range(option.low, option.high + 1, option.step))}
    if option.kind == "whole":
        return {**number, "default": option.default, **about}
    return {"type": "array", "items": number, "default": list(option.default), **about}
