"""A table as its log tells it: chairs, host, envelope and the match. Only ``take`` changes it, and nothing else is stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar

from sofra.core import Act, Agreed, Chance, Choice, Match, Outcome, Over, StandIn, Undo
from sofra.core import match as core_match
from sofra.core import record as records
from sofra.core.record import Record
from sofra.core.rules import HouseRules
from sofra.games import Box, open_box
from sofra.table import entries as e
from sofra.table.parts import Chair, Envelope, Phase, Played, Said
from sofra.table.store import Row


class Table:
    """The fold of a table's log. Versions are the log's ``seq``; ``version`` is the last one, ``asked`` are the seats that
    owe a move, ``holding`` those of them that hold the window open. ``reactions`` has what each seat said last;
    since version ``calm`` nothing but that has happened. ``chance`` says where dice and cards come from; ``due`` is the throw
    that people owe where that is their own hands, since version ``due_since``. ``agreed`` would end the match now; ``wish`` is what was said of
    that last, at version ``wished_at``."""

    def __init__(self, table: str) -> None:
        self.id = table
        self.version = 0
        self.at = 0
        self.phase: Phase = "lobby"
        self.chairs: list[Chair] = []
        self.policy = e.Policy()
        self.chance = "sealed"
        self.due: Chance | None = None
        self.due_since = 0
        self.host_device = ""
        self.host_seat: int | None = None
        self.envelopes: dict[int, Envelope] = {}
        self.envelope = 0
        self.agreed: frozenset[int] = frozenset()
        self.wish: e.Agrees | None = None
        self.wished_at = 0
        self.played: Played | None = None
        self.asked: tuple[int, ...] = ()
        self.reason = ""
        self.sealing_since = 0
        self.rotated = False
        self.imported: Record | None = None
        self.reactions: dict[int, Said] = {}
        self.calm = 0
        self._done: dict[tuple[int, str], int] = {}
        self.holding: frozenset[int] = frozenset()
        self._since: list[int] = []
        self._since_at: list[int] = []
        self._matches = 0
        self._box: Box | None = None
        self._rules: HouseRules | None = None

    @property
    def box(self) -> Box:
        assert self._box is not None, "a table's log begins with what it plays"
        return self._box

    @property
    def rules(self) -> HouseRules:
        assert self._rules is not None, "a table's log begins with what it plays"
        return self._rules

    @property
    def seats(self) -> int:
        return len(self.chairs)

    @property
    def match(self) -> Match | None:
        """The match that is played, or the last one that was."""
        return self.played.match if self.played else None

    @property
    def manual(self) -> bool:
        """Whether people throw dice of their own: nothing is sealed then, and whatever they told can be taken back."""
        return self.chance == "manual"

    @property
    def fingerprint(self) -> str:
        """The rules hash that envelopes are bound to."""
        facts = self.box.game.facts
        return self.rules.fingerprint(facts.key, facts.rules_version)

    def asked_since(self, seat: int) -> int:
        """The version since which the ask that waits for this seat has waited."""
        return self._since[seat]

    def asked_at(self, seat: int) -> int:
        """The moment (as rows have it) since which the ask that waits for this seat has waited."""
        return self._since_at[seat]

    def done(self, seat: int, command: str) -> int | None:
        """The version at which a command was done, None if it never was."""
        return self._done.get((seat, command))

    def seats_of(self, device: str) -> tuple[int, ...]:
        """The seats that a browser holds."""
        return tuple([seat for seat, chair in enumerate(self.chairs) if device in chair.devices])

    def is_host(self, device: str) -> bool:
        """Whether a browser has the host's powers."""
        return bool(device) and device in self.host_devices

    @property
    def host_devices(self) -> frozenset[str]:
        """The browsers that have the host's powers."""
        if self.host_seat is not None:
            return self.chairs[self.host_seat].devices
        return frozenset((self.host_device,))

    def take(self, row: Row) -> None:
        """Fold one row of the log. Rows come in order and were judged before they were stored."""
        if row.seq != self.version + 1:
            raise ValueError(f"table {self.id}: row {row.seq} cannot follow version {self.version}")
        self.version = row.seq
        self.at = row.at
        if row.command is not None:
            self._done[row.seat, row.command] = row.seq
        if type(row.entry) is not e.Reacted:
            self.calm = row.seq
        self._TAKE[type(row.entry)](self, row.entry)

    def told_since(self, version: int, viewer: int | None) -> tuple[tuple[int, Any], ...] | None:
        """What a viewer was told after a version of the table, as (version, tell or None); None if the gap reaches back
        behind the start of the match that is played (then only a snapshot will do)."""
        if self.played is None or version < self.played.started:
            return None
        at, match = self.played.at, self.played.match
        first = len(at)
        while first > 0 and at[first - 1] > version:
            first -= 1
        return tuple([(at[i], match.tell(i + 1, viewer)) for i in range(first, len(at))])

    def _set(self, seat: int, chair: Chair) -> None:
        self.chairs[seat] = chair

    def _created(self, entry: e.Created) -> None:
        self._box = open_box(entry.game)
        self._rules = self._box.game.rules.read(entry.rules)
        self.chairs = [Chair()] * entry.seats
        self._since = [0] * entry.seats
        self._since_at = [0] * entry.seats
        self.host_device = entry.host
        self.policy = entry.policy
        self.chance = entry.chance
        if self.manual:
            # No envelope was published: this one is empty, and its seed is for what computer players draw for themselves.
            self.envelopes[0] = Envelope(0, "")

    def _imported(self, entry: e.Imported) -> None:
        record = self.imported = records.parse(entry.record)
        self._box = open_box(record.game)
        match = records.replay(record, self._box.game)
        self._rules = match.rules
        self.chairs = [
            Chair("bot" if line.bot else "person", name, persona=line.bot)
            for name, line in zip(record.called, record.seats, strict=True)
        ]
        self.host_device = entry.device
        self.chance = record.chance.partition(" ")[0]
        seals = dict(record.seals)
        self.envelopes[0] = Envelope(0, seals.get("commitment", ""), seed=seals.get("seed", ""))
        self.played = Played(match, 0, 1, self.version, [self.version] * match.version)
        self.phase = "over"

    def _sat(self, entry: e.Sat) -> None:
        self._set(entry.seat, Chair("person", entry.name, entry.mark, devices=frozenset((entry.device,))))

    def _filled(self, entry: e.Filled) -> None:
        self._set(entry.seat, Chair("bot", entry.name, entry.mark, entry.persona))

    def _emptied(self, entry: e.Emptied) -> None:
        old = self.chairs[entry.seat]
        if entry.persona:
            # The name stays in the match; whoever left cannot come back to it by an old cookie.
            self._set(entry.seat, Chair("bot", old.name, old.mark, entry.persona))
        else:
            self._set(entry.seat, Chair())
        left = self.host_seat is None and bool(entry.persona) and self.host_device in old.devices
        if left or self.host_seat == entry.seat:
            self._pass_on()
        self._take_out(str(entry.seat))

    def _pass_on(self) -> None:
        """The host has left: so that no table is without one, the role goes to whoever made it, if they sit there, else to the
        first of those who do."""
        self.host_seat = None
        if not self.seats_of(self.host_device):
            people = [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]
            self.host_seat = people[0] if people else None

    def _take_out(self, seat: str) -> None:
        """Who has no chair any more has nothing in the next envelope: nobody waits for a seed that would never come."""
        envelope = self.envelopes[self.envelope]
        if self.phase not in ("lobby", "over") or envelope.seed:
            return
        promised = tuple(item for item in envelope.promised if self.seats_of(item[0]))
        given = tuple(item for item in envelope.given if item.kind == "device" or item.who != seat)
        self._change_envelope(promised=promised, given=given)

    def _joined(self, entry: e.Joined) -> None:
        old = self.chairs[entry.seat]
        alone = any(alone for _, alone in old.links)
        devices = frozenset((entry.device,)) if alone else old.devices | {entry.device}
        # A link serves once.
        self._set(entry.seat, replace(old, devices=devices, links=()))
        if alone:
            self._take_out("")

    def _linked(self, entry: e.Linked) -> None:
        old = self.chairs[entry.seat]
        self._set(entry.seat, replace(old, links=((entry.secret, entry.alone),)))

    def _host(self, entry: e.Host) -> None:
        self.host_seat = entry.seat

    def _agrees(self, entry: e.Agrees) -> None:
        # One "no" is the end of it: whoever still wants it asks anew.
        self.agreed = frozenset() if entry.no else self.agreed | {entry.seat}
        self.wish, self.wished_at = entry, self.version

    def _policed(self, entry: e.Policed) -> None:
        self.policy = entry.policy
        # Nobody is overrun by a clock that is chosen while they think.
        self._since_at = [self.at] * self.seats

    def _sealed(self, entry: e.Sealed) -> None:
        given_up = self.phase == "sealing"
        restarts = self.envelopes[self.envelope].restarts + 1 if given_up else 0
        self.envelope = entry.envelope
        self.envelopes[entry.envelope] = Envelope(entry.envelope, entry.commitment, restarts=restarts)
        if given_up:
            self.phase = "over" if self.played else "lobby"

    def _change_envelope(self, **changes: Any) -> None:
        self.envelopes[self.envelope] = replace(self.envelopes[self.envelope], **changes)

    def _promised(self, entry: e.Promised) -> None:
        now = self.envelopes[self.envelope].promised
        self._change_envelope(promised=(*now, (entry.device, entry.commitment)))

    def _gave(self, entry: e.Gave) -> None:
        self._change_envelope(given=(*self.envelopes[self.envelope].given, entry))

    def _sealing(self, entry: e.Sealing) -> None:
        self.phase = "sealing"
        self.sealing_since = self.at
        self.rotated = entry.rotated

    def _started(self, entry: e.Started) -> None:
        if entry.rotated:
            self.chairs = [*self.chairs[1:], self.chairs[0]]
            if self.host_seat is not None:
                self.host_seat = (self.host_seat - 1) % self.seats
        self._matches += 1
        match = Match(self.box.game, self.rules, self.seats, undo_chance=self.manual)
        self.played = Played(match, self.envelope, self._matches, self.version)
        self.agreed = frozenset()
        self.phase = "playing"
        self.reactions = {}
        self.asked = match.asked
        self._since = [self.version] * self.seats
        self._since_at = [self.at] * self.seats
        self.holding = frozenset()
        self._wait_for_throw()

    def _wait_for_throw(self) -> None:
        """Chance that is not answered by an envelope is waited for, like a move."""
        if self.manual:
            ask = self.played.match.ask if self.played else None
            self.due, self.due_since = ask if isinstance(ask, Chance) else None, self.version

    def _rooted(self, entry: e.Rooted) -> None:
        self._change_envelope(
            roots=(*self.envelopes[self.envelope].roots, (entry.shuffle, entry.cards, entry.root))
        )

    def _do(self, entry: core_match.Entry) -> None:
        played = self.played
        assert played is not None, "only a match that has started goes on"
        match = played.match
        before = self.asked
        match.do(entry)
        played.at.append(self.version)
        played.ended = self.at if match.over else 0
        if isinstance(entry, StandIn):
            return
        waiting: tuple[int, ...] = ()
        if isinstance(entry, Act) and len(before) > 1:
            # A sealed answer: the same ask still waits for the others, and no answer of theirs is stale.
            waiting = tuple(seat for seat in before if seat != entry.seat)
        after = match.ask
        asked = after.seats if isinstance(after, Choice) else ()
        self.asked = asked
        if not waiting or asked != waiting:
            for seat in asked:
                self._since[seat] = self.version
                self._since_at[seat] = self.at
            self.holding = frozenset()
        self.holding &= frozenset(asked)
        if isinstance(after, Over):
            self.phase = "over"
        elif self.phase == "over":
            # The last line was told wrongly and is taken back: who agreed to the end did so before that.
            self.phase, self.agreed = "playing", frozenset()
        self._wait_for_throw()

    def _dealt(self, entry: e.Dealt) -> None:
        self._do(Outcome(entry.label, entry.values))

    def _moved(self, entry: e.Moved) -> None:
        self._do(Act(entry.seat, self.box.game.read(entry.move)))

    def _waits(self, entry: e.Waits) -> None:
        self.holding |= {entry.seat}

    def _taken_back(self, entry: e.TakenBack) -> None:
        self._do(Undo(entry.to))

    def _stood_in(self, entry: e.StoodIn) -> None:
        who = entry.who.removeprefix("bot ")
        self._set(
            entry.seat, replace(self.chairs[entry.seat], stand_in=who, absent=self.at if entry.absent else 0)
        )
        if self.phase == "playing":
            self._do(StandIn(entry.seat, entry.who))

    def _ended(self, entry: e.Ended) -> None:
        self._do(Agreed())

    def _opened(self, entry: e.Opened) -> None:
        self.envelopes[entry.envelope] = replace(self.envelopes[entry.envelope], seed=entry.seed)

    def _reacted(self, entry: e.Reacted) -> None:
        self.reactions[entry.seat] = Said(entry.say, self.at, self.version)

    def _closed(self, entry: e.Closed) -> None:
        self.phase = "closed"
        self.asked = ()
        self.due = None
        self.reason = entry.reason

    _TAKE: ClassVar[dict[type[e.Entry], Callable[[Table, Any], None]]] = {
        e.Created: _created,
        e.Imported: _imported,
        e.Sat: _sat,
        e.Filled: _filled,
        e.Emptied: _emptied,
        e.Joined: _joined,
        e.Linked: _linked,
        e.Host: _host,
        e.Agrees: _agrees,
        e.Policed: _policed,
        e.Sealed: _sealed,
        e.Promised: _promised,
        e.Gave: _gave,
        e.Sealing: _sealing,
        e.Started: _started,
        e.Rooted: _rooted,
        e.Dealt: _dealt,
        e.Moved: _moved,
        e.Waits: _waits,
        e.TakenBack: _taken_back,
        e.StoodIn: _stood_in,
        e.Ended: _ended,
        e.Opened: _opened,
        e.Reacted: _reacted,
        e.Closed: _closed,
    }
