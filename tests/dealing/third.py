"""A verifier written from docs/sealed-dice.md alone: it shares no code with the project's, and plays no game.

``third_verdict`` says what is wrong with a record's luck: None, or where ("envelope", "device 1", "root deal:1", a label).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass, field


def third_envelope(seed: bytes, place: str, rules: str, seats: int) -> str:
    return hashlib.sha256(f"sofra envelope 1\n{place}\n{rules}\n{seats}\n".encode() + seed).hexdigest()


def third_promise(seed: bytes, place: str) -> str:
    return hashlib.sha256(f"sofra device 1\n{place}\n".encode() + seed).hexdigest()


def third_key(seed: bytes, place: str, rules: str, seats: int, given: list[tuple[str, str]]) -> bytes:
    text = f"sofra key 1\n{place}\n{rules}\n{seats}\n" + "".join(f"{kind} {hex_}\n" for kind, hex_ in given)
    return hmac.new(seed, text.encode(), hashlib.sha512).digest()


def third_number(key: bytes, label: str, below: int) -> int:
    block = 0
    while True:
        for byte in hmac.new(key, f"{label}#{block}".encode(), hashlib.sha512).digest():
            if byte < 256 - 256 % below:
                return byte % below
        block += 1


def third_dice(key: bytes, label: str, count: int) -> list[int]:
    return [1 + third_number(key, f"{label}:{i}", 6) for i in range(1, count + 1)]


def third_cards(key: bytes, shuffle: str, deck: list[int]) -> list[int]:
    own = hmac.new(key, f"shuffle {shuffle}".encode(), hashlib.sha512).digest()
    left = sorted(deck)
    return [left.pop(third_number(own, f"{shuffle}:{place}", len(left))) for place in range(1, len(deck) + 1)]


def third_root(key: bytes, shuffle: str, order: list[int]) -> str:
    own = hmac.new(key, f"shuffle {shuffle}".encode(), hashlib.sha512).digest()
    level = []
    for place, card in enumerate(order, 1):
        salt = hmac.new(own, f"salt:{shuffle}:{place}".encode(), hashlib.sha512).digest()[:32]
        level.append(hashlib.sha256(b"\x00" + salt + f"{shuffle}:{place}={card}".encode()).digest())
    while len(level) > 1:
        pairs = [level[i : i + 2] for i in range(0, len(level), 2)]
        level = [
            hashlib.sha256(b"\x01" + b"".join(pair)).digest() if len(pair) == 2 else pair[0] for pair in pairs
        ]
    return level[0].hex()


@dataclass
class Read:
    head: dict[str, str] = field(default_factory=dict)
    seats: int = 0
    devices: list[tuple[str, str]] = field(default_factory=list)
    typed: list[str] = field(default_factory=list)
    roots: list[tuple[str, str, str]] = field(default_factory=list)
    luck: list[tuple[str, list[int]]] = field(default_factory=list)


def read(text: str) -> Read:
    found = Read()
    for line in text.split("\n"):
        if seal := re.fullmatch(r"seal (\w+): (.*)", line):
            name, value = seal.groups()
            if name == "device":
                promise, _, seed = value.partition(" ")
                found.devices.append((promise, seed))
            elif name == "typed":
                found.typed.append(value)
            elif name == "root":
                shuffle, cards, root = value.split(" ")
                found.roots.append((shuffle, cards, root))
            else:
                found.head[name] = value
        elif line.startswith("seats: "):
            found.seats = int(line[7:])
        elif luck := re.fullmatch(r"\* (\S+) = ([\d ]+)", line):
            found.luck.append((luck[1], [int(value) for value in luck[2].split()]))
    return found


def deck_of(runs: str) -> list[int]:
    cards: list[int] = []
    for run in runs.split(","):
        low, _, high = run.partition("-")
        cards += range(int(low), int(high or low) + 1)
    return cards


def third_verdict(text: str) -> str | None:
    record = read(text)
    seed, place, rules = bytes.fromhex(record.head["seed"]), record.head["place"], record.head["rules"]
    if third_envelope(seed, place, rules, record.seats) != record.head["commitment"]:
        return "envelope"
    for number, (promise, device) in enumerate(record.devices, 1):
        if third_promise(bytes.fromhex(device), place) != promise:
            return f"device {number}"
    given = [("device", device) for _, device in record.devices] + [
        ("typed", words) for words in record.typed
    ]
    key = third_key(seed, place, rules, record.seats, given)
    decks = [(name, third_cards(key, name, deck_of(cards)), root) for name, cards, root in record.roots]
    for name, order, root in decks:
        if third_root(key, name, order) != root:
            return f"root {name}"
    left: list[int] = []
    for label, values in record.luck:
        if not record.roots:
            due = third_dice(key, label, len(values))
        else:
            if decks and (label == decks[0][0] or len(values) > len(left)):
                left = list(decks.pop(0)[1])
            due, left = left[: len(values)], left[len(values) :]
        if due != values:
            return label
    return None
