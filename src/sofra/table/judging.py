"""The words in which commands are judged: who sends one, what a decision adds, what judging needs beside the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from sofra.core import Illegal, Turn
from sofra.core.match import Match
from sofra.table import entries as e
from sofra.table.commands import Forbidden
from sofra.table.envelopes import Vault
from sofra.table.fold import Table
from sofra.table.parts import Chair


@dataclass(frozen=True, slots=True)
class Who:
    """Who sends a command: a browser (hash of its token), or the server itself for a computer player or a clock."""

    device: str = ""
    server: bool = False


SERVER = Who(server=True)


@dataclass(slots=True)
class Decision:
    """What a command adds: entries, seeds to keep, browsers that sit here from now on. ``play_for`` is the seat for which a
    computer player is to make one move."""

    entries: list[e.AnyEntry] = field(default_factory=list)
    secrets: tuple[tuple[int, bytes], ...] = ()
    devices: tuple[str, ...] = ()
    play_for: int | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """What a command is judged with: the table as it stands, who sends it, the table's seeds, where new ones come from, and
    whether a seat's player is ``away`` or the host has ``deserted``. The ``need_…`` methods refuse."""

    table: Table
    who: Who
    vault: Vault
    new_seed: Callable[[], bytes]
    away: Callable[[int], bool]
    deserted: Callable[[], bool]

    def need_seat(self, seat: int) -> Chair:
        """The chair of a seat that this browser holds, or Forbidden."""
        chair = self.table.chairs[seat]
        if not self.who.device or self.who.device not in chair.devices:
            raise Forbidden("this chair is held by another browser; ask for its link to go on from here")
        return chair

    def need_player(self) -> None:
        """Refuse a browser that holds no chair."""
        if not self.table.seats_of(self.who.device):
            raise Forbidden("only those who sit at the table may do that")

    def need_host(self) -> None:
        """Refuse everybody but the host."""
        if not self.who.server and not self.table.is_host(self.who.device):
            raise Forbidden("only the host of this table may do that")

    def need_away(self, seat: int) -> None:
        """Refuse to have a computer player move for somebody who is there."""
        if not self.away(seat):
            raise Illegal(
                "{name} is here: a computer player moves only for somebody who has been away for a minute",
                name=self.table.chairs[seat].name,
            )

    def need_browser(self) -> None:
        """Refuse a browser that sent no token: it could never come back to its chair."""
        if not self.who.device:
            raise Forbidden(
                "this browser has no cookie yet, so it can't hold a chair; allow cookies and try again"
            )

    def need_phase_before_match(self) -> None:
        """Refuse what is for the time before a match."""
        if self.table.phase == "sealing":
            raise Turn("the dice are being sealed; try again in a moment")
        if self.table.phase != "lobby":
            raise Turn("the match has begun already")

    def need_open(self, seat: int) -> None:
        """Refuse a chair that somebody holds."""
        if self.table.chairs[seat].kind != "open":
            raise Illegal("this chair is taken; choose another one")


def playing(table: Table, *, also_over: bool = False) -> Match:
    """The match that is being played (or that is over, where that is good enough), else Turn."""
    match = table.match
    if table.phase == "over" and not also_over:
        raise Turn("the match is over")
    if match is None or table.phase not in ("playing", "over"):
        raise Turn("the match has not begun")
    return match
