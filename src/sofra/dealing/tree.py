"""A hash tree over the cards of a shuffle: its root is published before the deal, and each card can be proved alone."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass

SALT_BYTES = 32


def leaf(salt: bytes, shuffle: str, place: int, card: int) -> bytes:
    """SHA-256 of byte 0, the salt, and the text ``shuffle:place=card``."""
    return hashlib.sha256(b"\0" + salt + f"{shuffle}:{place}={card}".encode()).digest()


def node(left: bytes, right: bytes) -> bytes:
    """SHA-256 of byte 1 and both children."""
    return hashlib.sha256(b"\1" + left + right).digest()


@dataclass(frozen=True, slots=True)
class Opening:
    """One card proved: its place (from 1), its salt, and the neighbours on the way up, each with its side ("l" or "r")."""

    shuffle: str
    place: int
    card: int
    salt: str
    path: tuple[str, ...]

    def root(self) -> str:
        """The root that this opening leads to (hex)."""
        now = leaf(bytes.fromhex(self.salt), self.shuffle, self.place, self.card)
        for step in self.path:
            other = bytes.fromhex(step[1:])
            now = node(other, now) if step[0] == "l" else node(now, other)
        return now.hex()


def runs(numbers: Sequence[int]) -> str:
    """Ascending numbers in short: ``1-40`` or ``3,5-7``."""
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(low) if low == high else f"{low}-{high}" for low, high in found)


class Tree:
    """The tree of a shuffle. Salts come from the shuffle's key, one a place; a node without a neighbour goes up as it is."""

    def __init__(self, key: bytes, shuffle: str, order: Sequence[int]) -> None:
        self.shuffle = shuffle
        self._order = tuple(order)
        self._salts = tuple(
            hmac.digest(key, f"salt:{shuffle}:{place}".encode(), "sha512")[:SALT_BYTES]
            for place in range(1, len(self._order) + 1)
        )
        level = [
            leaf(salt, shuffle, place, card)
            for place, (salt, card) in enumerate(zip(self._salts, self._order, strict=True), 1)
        ]
        self._levels = [level]
        while len(level) > 1:
            level = [
                node(*level[i : i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)
            ]
            self._levels.append(level)

    @property
    def cards(self) -> str:
        """The set of its cards in short: runs of numbers, ascending (``1-40`` or ``3,5-7``)."""
        return runs(sorted(self._order))

    @property
    def root(self) -> str:
        """The root (hex)."""
        return self._levels[-1][0].hex()

    def opening(self, place: int) -> Opening:
        """The proof of the card at this place (from 1)."""
        index = place - 1
        path = []
        for level in self._levels[:-1]:
            other = index ^ 1
            if other < len(level):
                path.append(("l" if other < index else "r") + level[other].hex())
            index //= 2
        return Opening(self.shuffle, place, self._order[place - 1], self._salts[place - 1].hex(), tuple(path))
