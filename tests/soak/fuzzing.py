"""Makes cases to throw at whatever reads text from outside: well-formed ones, spoiled step by step. A case is made from its
number alone, so that what was found can be tried again for ever."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any

SCRAPS = (
    b"\0", b"\xff", b"\xc3", b"\xf0\x9f\x8e\xb2", "Σ".encode(), b"\xe2\x80\xae", b"\xe2\x80\x8b", b"\r", b"\t", b'"', b"\\", b"{", b"}",
    b"[", b"]", b":", b",", b";", b"=", b"-", b"1e999", b"NaN", b"null", b"true", b"-0", b"9" * 30, b"\\ud800", b"\\u0000", b"[" * 200,
    b"sofra record 1", b"hash: ", b"undo to ", b"keep 1 1 5", b"roll",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, -1, 10**6, 2**53, 2**63, 2**64, -(2**63) - 1, 10**40, 0.5, 1e308, "", "0", "roll", "keep 1", "draw",
    "é" * 300, "\0", "\u202e", "x" * 5000, [], {}, [[]], {"a": {}}, [1, 2, 3], ["move"], {"do": "move"},
)  # fmt: skip


def spoiled(rng: Random, text: bytes) -> bytes:
    """A text with one to five things wrong with it."""
    found = bytearray(text)
    for _ in range(rng.randint(1, 5)):
        at = rng.randint(0, len(found))
        upto = min(len(found), at + rng.choice((0, 0, 1, 1, 2, 8, 60)))
        kind = rng.randrange(5)
        if kind == 0:
            found[at:upto] = b""
        elif kind == 1:
            found[at:upto] = rng.choice(SCRAPS)
        elif kind == 2:
            found[at:upto] = rng.randbytes(rng.randint(1, 4))
        elif kind == 3 and found:
            other = rng.randrange(len(found))
            found[at:upto] = found[other : other + rng.randint(1, 40)]
        else:
            found[at:at] = found[at:upto] * rng.randint(1, 3)
    return bytes(found)


def _changed(rng: Random, value: dict[str, Any], names: Sequence[str]) -> dict[str, Any]:
    found = dict(value)
    for _ in range(rng.randint(0, 3)):
        name = rng.choice((*found, *names))
        if rng.random() < 0.3:
            found.pop(name, None)
        else:
            found[name] = rng.choice(VALUES)
    return found


def json_case(rng: Random, examples: Sequence[dict[str, Any]]) -> bytes:
    """A JSON object like one of the examples, with wrong fields, or no JSON at all."""
    names = sorted({name for example in examples for name in example})
    text = json.dumps(_changed(rng, rng.choice(examples), names)).encode()
    return spoiled(rng, text) if rng.random() < 0.4 else text
