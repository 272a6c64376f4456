"""The seal lines of a record: how an envelope and what was put into it stand in the text."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.core.errors import Malformed
from sofra.core.record import Record
from sofra.dealing.sealed import LONGEST_WORDS, SEED_BYTES, Given, Seal

VERSION = "1"


@dataclass(frozen=True, slots=True)
class Envelope:
    """A seal with its commitment, the server's seed once it is opened, and the shuffles in order: name, cards, root."""

    seal: Seal
    commitment: str
    seed: bytes
    roots: tuple[tuple[str, str, str], ...] = ()
    restarts: int = 0


def write(envelope: Envelope) -> tuple[tuple[str, str], ...]:
    """The seal lines as (name, value)."""
    seal = envelope.seal
    lines = [
        ("version", VERSION),
        ("place", seal.place),
        ("rules", seal.rules),
        ("commitment", envelope.commitment),
    ]
    if envelope.restarts:
        lines.append(("restarts", str(envelope.restarts)))
    lines += [(given.kind, f"{given.promise} {given.seed.hex()}".strip()) for given in seal.given]
    lines += [("root", " ".join(root)) for root in envelope.roots]
    if envelope.seed:
        lines.append(("seed", envelope.seed.hex()))
    return tuple(lines)


def read(record: Record) -> Envelope:
    """The envelope of a record, or Malformed with the seal line that is wrong."""
    single: dict[str, str] = {}
    given: list[Given] = []
    roots: list[tuple[str, str, str]] = []
    for name, value in record.seals:
        if name == "device":
            promised, _, seed = value.partition(" ")
            given.append(Given("device", _bytes(name, seed, SEED_BYTES), promised))
        elif name == "typed":
            typed = _bytes(name, value)
            if len(typed) > LONGEST_WORDS:
                raise Malformed("seal {name}: at most {most} bytes", name=name, most=LONGEST_WORDS)
            given.append(Given("typed", typed))
        elif name == "root":
            roots.append(_root(name, value))
        elif name in single:
            raise Malformed('seal "{name}" is given twice', name=name)
        else:
            single[name] = value
    for name in ("version", "place", "rules", "commitment", "seed"):
        if name not in single:
            raise Malformed('the record has no "seal {name}" line', name=name)
    if single["version"] != VERSION:
        raise Malformed(
            "seal version {got} is not known here, only {have}", got=single["version"], have=VERSION
        )
    _bytes("commitment", single["commitment"], 32)
    restarts = single.pop("restarts", "0")
    for name in single.keys() - {"version", "place", "rules", "commitment", "seed"}:
        raise Malformed('there is no seal called "{name}"', name=name)
    if not (restarts.isascii() and restarts.isdecimal() and len(restarts) < 5):
        raise Malformed("seal {name}: a whole number is expected", name="restarts")
    seal = Seal(single["place"], single["rules"], len(record.seats), tuple(given))
    opened = _bytes("seed", single["seed"], SEED_BYTES)
    return Envelope(seal, single["commitment"], opened, tuple(roots), int(restarts))


def _root(name: str, value: str) -> tuple[str, str, str]:
    words = value.split(" ")
    if len(words) != 3:
        raise Malformed("seal {name}: shuffle, cards and root are expected", name=name)
    _bytes(name, words[2], 32)
    return words[0], words[1], words[2]


def _bytes(name: str, text: str, count: int | None = None) -> bytes:
    if len(text) % 2 == 0 and all(sign in "0123456789abcdef" for sign in text):
        found = bytes.fromhex(text)
        if count is None or len(found) == count:
            return found
    if count is None:
        raise Malformed("seal {name}: hexadecimal digits are expected", name=name)
    raise Malformed("seal {name}: {count} hexadecimal digits are expected", name=name, count=count * 2)
