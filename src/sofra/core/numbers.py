"""Numbers by address: the same key and label give the same number, whatever was asked before.

Derivation (public, so that anyone can write a third verifier): block j of label L is
HMAC-SHA-512(key, L + "#" + j) with j = 0, 1, …; its 64 bytes are read in order. A number below n <= 256 is the
first byte below 256 - 256 mod n, modulo n. A die is that number for n = 6, plus 1: bytes from 252 on are passed over.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashlib import _Hash

_BLOCK = 128
_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def seed_key(text: str) -> bytes:
    """The 64-byte key of a seed text: SHA-512 of "sofra seed 1", NUL, the text in UTF-8."""
    return hashlib.sha512(b"sofra seed 1\0" + text.encode("utf-8")).digest()


@lru_cache(maxsize=1024)
def _begun(key: bytes) -> tuple[_Hash, _Hash]:
    """Both hashes of an HMAC (RFC 2104) with the key read already: a number then costs half as much. Never updated, only copied."""
    padded = (key if len(key) <= _BLOCK else hashlib.sha512(key).digest()).ljust(_BLOCK, b"\0")
    return hashlib.sha512(padded.translate(_INNER)), hashlib.sha512(padded.translate(_OUTER))


def _block(key: bytes, label: str, number: int) -> bytes:
    inner, outer = _begun(key)
    within = inner.copy()
    within.update(f"{label}#{number}".encode())
    whole = outer.copy()
    whole.update(within.digest())
    return whole.digest()


def below(key: bytes, label: str, n: int) -> int:
    """A uniform number 0 … n-1 (1 <= n <= 256) at this label."""
    if not 1 <= n <= 256:
        raise ValueError(f"a labelled number lies below 1 to 256, not below {n}")
    limit, number = 256 - 256 % n, 0
    while True:
        for byte in _block(key, label, number):
            if byte < limit:
                return byte % n
        number += 1


def dice(key: bytes, label: str, count: int) -> tuple[int, ...]:
    """Faces of ``count`` dice; die i (from 1) has the address ``label:i``."""
    return tuple(1 + below(key, f"{label}:{i}", 6) for i in range(1, count + 1))


def cards(key: bytes, shuffle: str, at: int, of: Sequence[int], count: int) -> tuple[int, ...]:
    """``count`` cards of a shuffle of which ``at`` are out: a selection shuffle of ``of`` in ascending order, in
    which card i of the shuffle (from 1) is picked by the number at ``shuffle:i`` below the cards that are left.

    So the whole order of a shuffle is fixed by its key and its set, however the cards are asked for.
    """
    left = sorted(of)
    return tuple(left.pop(below(key, f"{shuffle}:{at + i}", len(left))) for i in range(1, count + 1))
