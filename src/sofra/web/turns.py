"""When somebody who hears the table is to be told that it is their turn, by the table or by a friend, or that the match is over."""

from __future__ import annotations

from sofra.core.asks import Ask, Choice
from sofra.core.match import Match
from sofra.table.fold import Table
from sofra.table.reactions import NUDGE
from sofra.web.room import Room


def begun(table: Table, seat: int | None, since: int) -> bool:
    """Whether, after a version of the table, the match has ended or a turn of ``seat`` has begun, or a throw is waited for
    that anybody who sits there may tell.

    Within a turn every throw and card is told anyhow, and what may follow is not said again. Where several seats are asked
    at once there are no turns: there every new question is told.
    """
    if table.played is None or since >= table.version:
        return False
    at, match = table.played.at, table.played.match
    known = sum(version <= since for version in at)
    if since >= table.played.started and known == match.version:
        return False
    if match.over:
        return True
    if seat is not None and table.due is not None:
        return table.due_since > since
    if seat is None or seat not in match.asked:
        return False
    if match.game.facts.simultaneous:
        return table.asked_since(seat) > since
    asks = (_ask(match, version) for version in range(known, match.version))
    asked = [ask.seats for ask in asks if isinstance(ask, Choice)]
    return not asked or any(seat not in seats for seats in asked)


def nudges(table: Table, room: Room, since: int) -> list[str]:
    """What those who wait have said to whoever sits here and is asked, after a version of the table; not of those who are
    muted here."""
    here = set(room.hot_seats)
    if not here & set(room.asked):
        return []
    spoke = [seat for seat, said in table.reactions.items() if said.say == NUDGE and said.version > since]
    return [
        room.site.speak("{name}: it’s your turn!", name=room.scene.names[seat])
        for seat in spoke
        if seat not in here and not room.chairs[seat].muted
    ]


def _ask(match: Match, version: int) -> Ask:
    ask: Ask = match.game.ask(match.state_at(version))
    return ask
