"""Checks a finished record against its seals: the envelope, what was put in, every roll and every card."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.core import record as records
from sofra.core.asks import Chance, Over
from sofra.core.errors import Malformed, SofraError, Unsupported
from sofra.core.events import Outcome
from sofra.core.game import AnyGame
from sofra.core.match import Entry, Match
from sofra.core.record import Record
from sofra.dealing import seals
from sofra.dealing.sealed import SealedDealer, commitment, match_key, promise


@dataclass(frozen=True, slots=True)
class Verdict:
    """``good`` when everything fits; ``over`` says whether the match went to its end (one that was given up has its
    envelope opened too; a record that was cut short looks like one). ``reason`` is the first thing that does not (a sentence with its fields, for any
    language), ``entry`` the entry at which it stands (from 1; 0: before the match). The counts say what was checked."""

    good: bool
    reason: SofraError | None = None
    entry: int = 0
    dice: int = 0
    cards: int = 0
    given: int = 0
    restarts: int = 0
    over: bool = True


class Tampered(SofraError):
    """Something in the record is not what the seals say it must be."""

    kind = "illegal"


def verify(record: Record, game: AnyGame) -> Verdict:
    """The verdict on a record of sealed dice and cards. Raises Unsupported if its chance was not sealed; the match
    itself is judged too, so that a record in which the rules were broken is no good either."""
    if record.chance == "manual":
        raise Unsupported(
            "the dice of this record were not sealed: they were thrown at the table, by hand; sofra replay checks it move by move"
        )
    if record.chance != "sealed":
        raise Unsupported(
            "the dice and cards of this record were not sealed, so it has no envelope to open; sofra replay checks it move by move"
        )
    try:
        envelope = seals.read(record)
        _check_envelope(envelope, record, game)
    except SofraError as error:
        return Verdict(False, error)
    dealer = SealedDealer(match_key(envelope.seed, envelope.seal))
    return _Checker(record, game, envelope, dealer).run()


def _check_envelope(envelope: seals.Envelope, record: Record, game: AnyGame) -> None:
    rules = game.rules.read(record.house_rules)
    if rules.fingerprint(record.game, record.rules_version) != envelope.seal.rules:
        raise Tampered("the envelope was sealed for other house rules")
    if commitment(envelope.seed, envelope.seal) != envelope.commitment:
        raise Tampered("the seed does not fit the commitment that was published before the match")
    for number, given in enumerate(envelope.seal.given, 1):
        if given.kind == "device" and promise(given.seed, envelope.seal.place) != given.promise:
            raise Tampered("device seed {number} does not fit the hash that was promised", number=number)


class _Checker:
    """Plays a record once more, asking the sealed dealer for every outcome."""

    def __init__(self, record: Record, game: AnyGame, envelope: seals.Envelope, dealer: SealedDealer) -> None:
        self._record = record
        self._game = game
        self._envelope = envelope
        self._dealer = dealer
        self._roots = list(envelope.roots)
        self._dice = 0
        self._cards = 0
        self._over = False

    def run(self) -> Verdict:
        record = self._record
        number = 0
        try:
            match = Match(self._game, self._game.rules.read(record.house_rules), len(record.seats))
            for number, entry in enumerate(record.entries, 1):  # noqa: B007 -- where it stopped is told below
                self._step(match, records.as_played(match, entry))
            number = 0
            records.replay(record, self._game)
            self._over = isinstance(match.ask, Over)
            if self._roots:
                raise Tampered(
                    "the record has a root for a shuffle that was never dealt: {name}", name=self._roots[0][0]
                )
        except SofraError as error:
            return self._verdict(error, number)
        return self._verdict(None, 0)

    def _step(self, match: Match, entry: Entry) -> None:
        if isinstance(entry, Outcome):
            ask = match.ask
            if not isinstance(ask, Chance):
                raise Malformed("chance answers here, but nothing was asked of it")
            self._check_root(ask)
            due = self._dealer.answer(ask)
            if due != entry:
                raise Tampered(
                    "{label} was {got}; the seal says {due}",
                    label=ask.label,
                    got=" ".join(map(str, entry.values)),
                    due=" ".join(map(str, due.values)),
                )
            if self._dealer.tree(ask) is None:
                self._dice += len(entry.values)
            else:
                self._cards += len(entry.values)
        match.do(entry)

    def _check_root(self, ask: Chance) -> None:
        tree = self._dealer.tree(ask)
        if tree is None or getattr(ask.what, "at", 0) != 0:
            return
        shuffle = getattr(ask.what, "shuffle", "")
        if not self._roots or self._roots[0][0] != shuffle:
            raise Tampered("the root of shuffle {name} was not published before it was dealt", name=shuffle)
        if self._roots.pop(0)[1:] != (tree.cards, tree.root):
            raise Tampered("the root published for shuffle {name} is not that of its cards", name=shuffle)

    def _verdict(self, reason: SofraError | None, entry: int) -> Verdict:
        given, restarts = len(self._envelope.seal.given), self._envelope.restarts
        return Verdict(reason is None, reason, entry, self._dice, self._cards, given, restarts, self._over)
