"""The sealed dealer: a seed in an envelope, what others put in, and every number by its address (docs/sealed-dice.md)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sofra.core import numbers
from sofra.core.asks import Cards, Chance
from sofra.core.events import Outcome
from sofra.dealing.tree import Opening, Tree

SEED_BYTES = 32
LONGEST_WORDS = 400


@dataclass(frozen=True, slots=True)
class Given:
    """What one person put in: a device's seed (32 bytes, its hash promised beforehand) or typed words (UTF-8)."""

    kind: Literal["device", "typed"]
    seed: bytes
    promise: str = ""


@dataclass(frozen=True, slots=True)
class Seal:
    """What a match's numbers are bound to: where it is played (``table id/envelope number``), the rules hash, the
    number of seats, and what was put in, in order."""

    place: str
    rules: str
    seats: int
    given: tuple[Given, ...] = ()

    @property
    def bound(self) -> bytes:
        """The bytes that stand in the commitment and in the key."""
        return f"{self.place}\n{self.rules}\n{self.seats}\n".encode()


def new_seed() -> bytes:
    """A server seed from the operating system."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes, seal: Seal) -> str:
    """The envelope (hex): SHA-256 of "sofra envelope 1", newline, place, rules hash and seats with a newline each, seed."""
    return hashlib.sha256(b"sofra envelope 1\n" + seal.bound + seed).hexdigest()


def promise(seed: bytes, place: str) -> str:
    """A device's promise (hex): SHA-256 of "sofra device 1", newline, place, newline, its seed."""
    return hashlib.sha256(b"sofra device 1\n" + place.encode() + b"\n" + seed).hexdigest()


def match_key(seed: bytes, seal: Seal) -> bytes:
    """The 64-byte key of a match: HMAC-SHA-512 with the server seed as its key over "sofra key 1", newline, the bound
    bytes, and a line "kind hex" for each seed that was put in."""
    lines = "".join(f"{given.kind} {given.seed.hex()}\n" for given in seal.given)
    return hmac.digest(seed, b"sofra key 1\n" + seal.bound + lines.encode(), "sha512")


def shuffle_key(key: bytes, shuffle: str) -> bytes:
    """The key of one shuffle, so that one deal can be opened without opening another."""
    return hmac.digest(key, f"shuffle {shuffle}".encode(), "sha512")


class SealedDealer:
    """Answers asks of chance from a match key. Stateless: the same ask always gets the same outcome."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._trees: dict[str, Tree] = {}

    def answer(self, ask: Chance) -> Outcome:
        what = ask.what
        if isinstance(what, Cards):
            key = shuffle_key(self._key, what.shuffle)
            return Outcome(ask.label, numbers.cards(key, what.shuffle, what.at, what.of, what.count))
        return Outcome(ask.label, numbers.dice(self._key, ask.label, what.count))

    def tree(self, ask: Chance) -> Tree | None:
        """The tree over all cards of the ask's shuffle, made when its first cards are asked for; None for dice."""
        what = ask.what
        if not isinstance(what, Cards):
            return None
        if what.shuffle not in self._trees and what.at == 0:
            key = shuffle_key(self._key, what.shuffle)
            order = numbers.cards(key, what.shuffle, 0, what.of, len(what.of))
            self._trees[what.shuffle] = Tree(key, what.shuffle, order)
        return self._trees.get(what.shuffle)

    def opening(self, shuffle: str, place: int) -> Opening | None:
        """The proof of the card at a place (from 1) of a shuffle whose tree was made."""
        tree = self._trees.get(shuffle)
        return tree.opening(place) if tree else None

    @cached_property
    def bots(self) -> bytes:
        """A key for what is random in computer players: of the match, and no help in guessing its dice."""
        return hmac.digest(self._key, b"bots", "sha512")
