"""Numbers by address: the same key and label give the same number, whatever was asked before.

Derivation (public, so that anyone can write a third verifier): block j of label L is
HMAC-SHA-512(key, L + "#" + j) with j = 0, 1, …; its 64 bytes are read in order. A number below n <= 256 is the
first byte below 256 - 256 mod n, modulo n. A die is that number for n = 6, plus 1: bytes from 252 on are passed over.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence


def seed_key(text: str) -> bytes:
    """The 64-byte key of a seed text: SHA-512 of "sofra seed 1", NUL, the text in UTF-8."""
    return hashlib.sha512(b"sofra seed 1\0" + text.encode("utf-8")).digest()


def _stream(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(key, f"{label}#{block}".encode(), "sha512")
        block += 1


def below(key: bytes, label: str, n: int) -> int:
    """A uniform number 0 … n-1 (1 <= n <= 256) at this label."""
    if not 1 <= n <= 256:
        raise ValueError(f"a labelled number lies below 1 to 256, not below {n}")
    limit = 256 - 256 % n
    for byte in _stream(key, label):
        if byte < limit:
            return byte % n
    raise AssertionError("the stream of a label has no end")


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
