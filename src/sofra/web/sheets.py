"""The score sheet of a finished match to keep: a page made for paper, a table for spreadsheets, JSON for programs."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime

from babel.dates import format_date
from starlette.requests import Request
from starlette.responses import Response

from sofra.core import Over
from sofra.core.errors import Turn
from sofra.core.match import Match
from sofra.games import Box
from sofra.games.parts import Names, Speak
from sofra.lang import score_sheet
from sofra.lang.score_sheet import Line
from sofra.lang.sentences import asked
from sofra.table.fold import Table
from sofra.table.keeping import record_of
from sofra.web import replies, rooms
from sofra.web.browser import Browser
from sofra.web.endpoints import table_of
from sofra.web.markup import render
from sofra.web.room import Chair, Site


@dataclass(frozen=True, slots=True)
class Sheet:
    """What stands on a sheet, in the reader's language. ``played`` is the day on which the match ended (ISO 8601, "" where
    nobody knows), ``rules`` the house rules as text, ``sealed`` the mark of its envelope ("" where there was none)."""

    game: str
    played: str
    rules: str
    players: tuple[str, ...]
    outcome: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    sealed: str
    lines: tuple[Line, ...]


async def show(request: Request) -> Response:
    """GET /t/{id}/sheet: the sheet of the last match, for whoever may read its record: as a page, as CSV (``as=csv``), or as
    JSON for who accepts that. Raises Turn while the match is played."""
    live = await table_of(request)
    record_of(live.table)
    browser = Browser.of(request.scope)
    site = browser.site(f"/t/{live.table.id}/sheet", live.table.box)
    sheet = await asyncio.to_thread(of_table, live.table, site)
    if request.query_params.get("as") == "csv":
        kept = {"content-disposition": f'attachment; filename="sofra-{sheet.game}.csv"'}
        return Response(spread(sheet, site), 200, kept, "text/csv; charset=utf-8")
    if "application/json" in request.headers.get("accept", ""):
        return replies.json(asdict(sheet))
    chairs = rooms.chairs(live, browser, site.speak)
    return replies.html(page(site, live.table.id, live.table.box, sheet, chairs))


def of_table(table: Table, site: Site) -> Sheet:
    """The sheet of the match that a table has played. Raises Turn where there is none."""
    if table.played is None:
        raise Turn("no match has been played at this table yet")
    envelope = table.envelopes.get(table.played.envelope)
    sealed = envelope.commitment if envelope is not None and envelope.seed else ""
    played = day(table.played.ended).isoformat() if table.played.ended else ""
    return of(
        table.played.match,
        table.box,
        site.speak,
        rooms.names(table, site.speak),
        played=played,
        sealed=sealed,
    )


def of(match: Match, box: Box, speak: Speak, names: Names, *, played: str = "", sealed: str = "") -> Sheet:
    """The sheet of a match as it stands."""
    result = match.ask.result if isinstance(match.ask, Over) else None
    return Sheet(
        game=box.key,
        played=played,
        rules=match.rules.write(),
        players=names.seats,
        outcome=asked(match, box.words, None, speak, names),
        scores=result.scores if result else match.game.score(match.state).points,
        winners=result.winners if result else (),
        sealed=sealed,
        lines=score_sheet.lines(match, box, speak, names),
    )


def day(at: int) -> date:
    """The day of a moment in milliseconds, as it was in Greenwich."""
    return datetime.fromtimestamp(at / 1000, UTC).date()


def spread(sheet: Sheet, site: Site) -> str:
    """The sheet as CSV. With its mark in front a spreadsheet reads Greek and Turkish letters as what they are."""
    heads = ("", site.speak("What happened"), *sheet.players)
    rows = [(number, line.says, *line.points) for number, line in enumerate(sheet.lines, 1)]
    total = ("", sheet.outcome, *sheet.scores)
    return "\ufeff" + score_sheet.as_csv(heads, [*rows, total])


def page(site: Site, table: str, box: Box, sheet: Sheet, chairs: tuple[Chair, ...]) -> str:
    """The sheet as a page."""
    when = date.fromisoformat(sheet.played) if sheet.played else None
    return render(
        "sheet.html",
        site,
        box=box,
        table=table,
        house=box.game.rules.read(sheet.rules),
        sheet=sheet,
        chairs=chairs,
        day=format_date(when, "long", locale=site.speak.lang) if when else "",
    )
