"""The envelopes of a table: sealing the next match, the dealer of the one that is played, opening at the end."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from sofra import dealing
from sofra.core import Chance
from sofra.core.errors import Malformed, Unknown
from sofra.dealing.sealed import LONGEST_WORDS, Given, Seal, SealedDealer, match_key
from sofra.dealing.seals import Envelope as Sealing
from sofra.table import entries as e
from sofra.table.fold import Table


@dataclass(slots=True)
class Vault:
    """The server's seeds of one table, by envelope number, and the dealers made from them. Never leaves the service."""

    seeds: dict[int, bytes] = field(default_factory=dict)
    dealers: dict[int, SealedDealer] = field(default_factory=dict)

    def dealer(self, table: Table, envelope: int) -> SealedDealer:
        """The dealer of an envelope into which nothing more can be put."""
        if envelope not in self.dealers:
            if envelope not in self.seeds:
                raise Unknown("the seed of this match is not here, so its dice cannot be thrown")
            self.dealers[envelope] = SealedDealer(match_key(self.seeds[envelope], seal(table, envelope)))
        return self.dealers[envelope]


def place(table: str, envelope: int) -> str:
    """Where an envelope lies: what commitments and promises are bound to."""
    return f"{table}/{envelope}"


def seal(table: Table, envelope: int) -> Seal:
    """What an envelope is bound to. Devices stand in the order of their promises and typed words in the order of their
    bytes: an order that the server could choose would let it try several keys."""
    found = table.envelopes[envelope]
    revealed = {given.who: given.seed for given in found.given if given.kind == "device"}
    devices = [
        Given("device", bytes.fromhex(revealed[device]), promise)
        for device, promise in found.promised
        if device in revealed
    ]
    typed = sorted(bytes.fromhex(given.seed) for given in found.given if given.kind == "typed")
    given = (*devices, *(Given("typed", words) for words in typed))
    return Seal(place(table.id, envelope), table.fingerprint, table.seats, given)


def seal_next(table_id: str, number: int, rules: str, seats: int, seed: bytes) -> e.Sealed:
    """The entry that publishes an envelope before anybody puts anything into the match."""
    return e.Sealed(number, dealing.commitment(seed, Seal(place(table_id, number), rules, seats)))


def rooted(dealer: SealedDealer, ask: Chance, known: Collection[str]) -> list[e.Rooted]:
    """The root that has to be published before this ask is answered, if it begins a shuffle."""
    tree = dealer.tree(ask)
    if tree is None or tree.shuffle in known:
        return []
    return [e.Rooted(tree.shuffle, tree.cards, tree.root)]


def is_hash(text: str) -> bool:
    """Whether a text is a SHA-256 hash as it is published: 64 small hexadecimal digits."""
    return re.fullmatch(r"[0-9a-f]{64}", text) is not None


def keeps(seed: str, where: str, promised: str) -> bool:
    """Whether a revealed seed (64 small hexadecimal digits) is the one that was promised."""
    return is_hash(seed) and dealing.promise(bytes.fromhex(seed), where) == promised


def typed(words: str) -> str:
    """Words that somebody puts in, as the hex of their UTF-8; Malformed if there are none or too many."""
    text = " ".join(words.split()).encode("utf-8", "replace")
    if not 1 <= len(text) <= LONGEST_WORDS:
        raise Malformed("put in 1 to {most} letters of your own", most=LONGEST_WORDS)
    return text.hex()


def opened(table: Table, envelope: int) -> Sealing:
    """The seal of a match for its record; without the seed while the envelope is closed."""
    found = table.envelopes[envelope]
    seed = bytes.fromhex(found.seed)
    return Sealing(seal(table, envelope), found.commitment, seed, found.roots, found.restarts)
