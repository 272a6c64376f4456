"""The end by agreement as people meet it: who would end the match now, who is waited for, what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sofra.games.parts import Names, Speak
from sofra.table.fold import Table


@dataclass(frozen=True, slots=True)
class Wish:
    """Some would end the match now: the seats that ``agreed``, and the people's seats that are still ``waited`` for."""

    agreed: tuple[int, ...]
    waited: tuple[int, ...]


def agreed(table: Table) -> tuple[int, ...]:
    """The seats that would end the match now; none while no match is played."""
    return tuple(sorted(table.agreed)) if table.phase == "playing" else ()


def wish(table: Table) -> Wish | None:
    """The wish that stands at a table, None without one."""
    if not (seats := agreed(table)):
        return None
    people = {seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
    return Wish(seats, tuple(sorted(people - table.agreed)))


def news(table: Table, since: int, speak: Speak, names: Names) -> Sequence[str]:
    """What was said of it after a version of the table, for the live region. The end itself is told by the match."""
    said = table.wish
    if said is None or table.wished_at <= since or table.phase != "playing":
        return ()
    if said.no:
        return (speak("{name}: would rather play on.", name=names[said.seat]),)
    return (speak("{name}: would like to end the match now, as it stands.", name=names[said.seat]),)
