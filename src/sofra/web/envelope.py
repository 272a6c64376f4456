"""An envelope as a page shows it: what stands on it, who has put something in, and what this browser has to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sofra.games.parts import Speak
from sofra.table import envelopes
from sofra.table.fold import Table
from sofra.table.parts import Envelope

Stage = Literal["open", "sealing", "closed"]


@dataclass(frozen=True, slots=True)
class PutIn:
    """What one device or person put in: a device's promise (hex) and, once revealed, its seed (hex); or typed words.
    ``here``: it was this browser."""

    names: str
    promise: str = ""
    seed: str = ""
    words: str = ""
    here: bool = False


@dataclass(frozen=True, slots=True)
class Sealed:
    """One envelope. ``place`` is what promises are bound to; while it is ``open`` something can be put in, while it is
    ``sealing`` devices reveal what they promised (``waiting`` names those that have not). ``player``: this browser holds
    a chair; ``host``: it has the host's powers. ``typing`` are the seats here that may still put words in; ``silent`` counts
    the people whose devices have promised nothing: scripts do so a moment after their player sits down."""

    place: str
    commitment: str
    stage: Stage
    put_in: tuple[PutIn, ...] = ()
    restarts: int = 0
    roots: tuple[tuple[str, str, str], ...] = ()
    player: bool = False
    host: bool = False
    typing: tuple[tuple[int, str], ...] = ()
    silent: int = 0

    @property
    def own(self) -> PutIn | None:
        """What this browser's device promised."""
        return next((item for item in self.put_in if item.here and item.promise), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """Who has promised a seed and not revealed it yet."""
        return tuple(item.names for item in self.put_in if item.promise and not item.seed)


def played(table: Table, device: str, speak: Speak) -> Sealed | None:
    """The envelope of the match that is played, or was; None before the first, and where people throw their own dice."""
    if table.played is None or table.imported is not None or table.manual:
        return None
    return _sealed(table, table.envelopes[table.played.envelope], "closed", device, speak)


def coming(table: Table, device: str, speak: Speak) -> Sealed | None:
    """The envelope of the next match while something can be put in or is revealed; None while one is played, and where people
    throw their own dice."""
    if table.manual:
        return None
    envelope = table.envelopes[table.envelope]
    if table.phase not in ("lobby", "sealing", "over") or envelope.seed:
        return None
    return _sealed(table, envelope, "sealing" if table.phase == "sealing" else "open", device, speak)


def _sealed(table: Table, envelope: Envelope, stage: Stage, device: str, speak: Speak) -> Sealed:
    mine = table.seats_of(device)
    typed = {item.who for item in envelope.given if item.kind == "typed"}
    typing = tuple((seat, table.chairs[seat].name) for seat in mine if str(seat) not in typed)
    return Sealed(
        envelopes.place(table.id, envelope.number),
        envelope.commitment,
        stage,
        _put_in(table, envelope, device, speak),
        envelope.restarts,
        envelope.roots,
        bool(mine),
        table.is_host(device),
        typing if stage == "open" else (),
        _silent(table, envelope) if stage == "open" else 0,
    )


def _silent(table: Table, envelope: Envelope) -> int:
    promisers = {promiser for promiser, _ in envelope.promised}
    return sum(bool(chair.devices) and promisers.isdisjoint(chair.devices) for chair in table.chairs)


def _put_in(table: Table, envelope: Envelope, device: str, speak: Speak) -> tuple[PutIn, ...]:
    revealed = {item.who: item.seed for item in envelope.given if item.kind == "device"}
    found = []
    for promiser, promise in envelope.promised:
        names = ", ".join(table.chairs[seat].name for seat in table.seats_of(promiser))
        shown = names or speak("somebody who has left")
        found.append(PutIn(shown, promise, revealed.get(promiser, ""), here=promiser == device))
    typed = sorted(bytes.fromhex(item.seed) for item in envelope.given if item.kind == "typed")
    return (*found, *(PutIn("", words=words.decode("utf-8", "replace")) for words in typed))
