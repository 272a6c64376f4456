"""What was wrong with the words of a command line, as a refusal of our own that every language can say."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin

from cyclopts import (
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownOptionError,
)
from cyclopts.exceptions import UnusedCliTokensError

from sofra.core.errors import Malformed

KINDS: dict[Any, Malformed] = {
    int: Malformed("a whole number"),
    float: Malformed("a number"),
    bool: Malformed("on or off"),
}


def refusal(command: str, error: CycloptsError) -> Malformed:
    """The refusal that a reader of flags' error means."""
    return Malformed("{command}: {reason}", command=command, reason=_reason(error))


def _reason(error: CycloptsError) -> Malformed | str:
    if isinstance(error, UnusedCliTokensError) and error.unused_tokens:
        return Malformed('"{word}" is one word too many', word=error.unused_tokens[0][:80])
    if isinstance(error, UnknownOptionError):
        return _unknown(error)
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        name = error.keyword or error.argument.name
        if name.startswith("-"):
            return Malformed("{flag} needs a value behind it", flag=name)
        return Malformed("{argument} is missing", argument=name)
    if isinstance(error, RepeatArgumentError):
        return Malformed("{flag} may be given once only", flag=error.token.keyword or error.token.value)
    if isinstance(error, CoercionError) and error.token is not None and error.msg is None:
        where = error.token.keyword or (error.argument.name if error.argument is not None else "")
        if (kind := _kind(error.target_type)) is not None:
            return Malformed(
                "{flag} is {kind}, not {value}", flag=where, kind=kind, value=error.token.value[:80]
            )
    return " ".join(str(error).split())


def _unknown(error: UnknownOptionError) -> Malformed:
    flag = (error.token.keyword or error.token.value).partition("=")[0]
    known = [name for argument in error.argument_collection for name in argument.names]
    near = get_close_matches(flag, known, n=1, cutoff=0.6)
    if near:
        return Malformed("there is no {flag}; {nearest} is the nearest", flag=flag[:80], nearest=near[0])
    return Malformed("there is no {flag}; --help lists what there is", flag=flag[:80])


def _kind(target: Any) -> Malformed | None:
    if get_origin(target) is Literal:
        return Malformed("one of {values}", values=", ".join(map(str, get_args(target))))
    return KINDS.get(target)
