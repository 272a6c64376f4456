"""The coach at a table: what each choice of the seat in front is worth, if the table allows it, and why."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Illegal, Turn, Unsupported
from sofra.core.players import Sight
from sofra.web import pages, replies, rooms
from sofra.web.browser import Browser
from sofra.web.endpoints import table_of


async def show(request: Request) -> Response:
    """GET /t/{id}/coach: the choices of the seat in front of this browser, best first, never cached."""
    browser = Browser.of(request.scope)
    live = await table_of(request)
    table = live.table
    seat = rooms.viewer(table, browser)
    coach, match = table.box.coach, table.match
    if coach is None:
        raise Unsupported("this game has no coach")
    if not table.policy.coach:
        raise Illegal("this table plays without the coach")
    if match is None or seat is None or seat not in table.asked:
        raise Turn("the coach answers whoever has a move to make")
    sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
    await asyncio.to_thread(coach.prepare, table.rules, match.seats)
    advice = await asyncio.to_thread(coach.advise, table.rules, sight, budget_ms=500)
    site = browser.site(f"/t/{table.id}/coach", table.box)
    return replies.html(
        pages.coach(rooms.room(live, browser, site), advice), headers={"cache-control": "no-store"}
    )
