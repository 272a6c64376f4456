"""The review of a finished match: worked out beside the event loop, once, and shown as a page."""

from __future__ import annotations

import asyncio
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Turn, Unsupported
from sofra.core.match import Match
from sofra.games import Box
from sofra.games.reviewing import Review, refusal, review
from sofra.lang.retelling import Retelling, share
from sofra.lang.sentences import asked
from sofra.table.fold import Table
from sofra.table.live import Unavailable
from sofra.web import replies, rooms
from sofra.web.browser import Browser
from sofra.web.endpoints import table_of
from sofra.web.graph import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, graph
from sofra.web.markup import render
from sofra.web.room import Chair, Site

KEPT = 200
"""Reviews that are kept; the one looked at longest ago goes first."""

WAITING = 20
"""Reviews that may wait for the one that is being worked out."""

PATIENCE = 2.0
"""Seconds that a request waits for a review before it says how far it is."""

LISTED = 10
"""Mistakes that are shown at once; up to ``MOST`` more are behind a word."""

MOST = 60
ROWS = 30
"""Lines of the table that says the same as the drawing."""

Key = tuple[str, int, int]


class _GivenUp(Exception):
    """The desk is closed: what was begun is not needed any more."""


@dataclass(slots=True)
class Job:
    """A review that is due, begun or done; ``share`` of it (0…1) is done."""

    future: Future[Review] = field(default_factory=Future)
    share: float = 0.0


class Desk:
    """Where matches are reviewed: one at a time, in a thread of its own. A finished match never changes, so its review is
    kept under table, number of the match and version."""

    def __init__(self, look: Callable[[Match, Box, Callable[[float], None]], Review] | None = None) -> None:
        self._look = look or _look
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._thread = ThreadPoolExecutor(1, "review")
        self._closed = threading.Event()

    def job(self, key: Key, match: Match, box: Box) -> Job:
        """The review of this match, begun if it was not. Raises Unavailable when too many are waiting."""
        if (job := self._jobs.get(key)) is not None and not _failed(job):
            self._jobs.move_to_end(key)
            return job
        if sum(not job.future.done() for job in self._jobs.values()) > WAITING:
            raise Unavailable("too many matches are being looked at just now; try again in a minute")
        job = self._jobs[key] = Job()
        job.future = self._thread.submit(self._work, job, match, box)
        while len(self._jobs) > KEPT:
            oldest = next(iter(self._jobs))
            self._jobs.pop(oldest).future.cancel()
        return job

    def close(self) -> None:
        """Give up what is not done."""
        self._closed.set()
        self._thread.shutdown(wait=True, cancel_futures=True)

    def _work(self, job: Job, match: Match, box: Box) -> Review:
        def progress(share: float) -> None:
            if self._closed.is_set():
                raise _GivenUp
            job.share = share

        return self._look(match, box, progress)


def _failed(job: Job) -> bool:
    """Whether a review was begun and came to nothing: the next who asks has it tried again."""
    return job.future.done() and (job.future.cancelled() or job.future.exception() is not None)


def _look(match: Match, box: Box, progress: Callable[[float], None]) -> Review:
    coach = box.reviewer
    assert coach is not None, "only the matches of a game whose coach looks back get to the desk"
    return review(match, coach, progress)


async def show(request: Request) -> Response:
    """GET /t/{id}/review: the last match of the table, once it is over. Everything may be told of it then."""
    browser = Browser.of(request.scope)
    live = await table_of(request)
    table = live.table
    site = browser.site(f"/t/{table.id}/review", table.box)
    match, key = reviewed(table)
    desk: Desk = request.app.state.desk
    job = desk.job(key, match, table.box)
    looking = asyncio.wrap_future(job.future)
    # Whoever waited may have gone when it comes to nothing; it is for the next who asks to hear of it.
    looking.add_done_callback(lambda done: done.cancelled() or done.exception())
    try:
        found = await asyncio.wait_for(asyncio.shield(looking), PATIENCE)
    except TimeoutError:
        return replies.html(waiting(site, table.box, table.id, job.share), 202, {"cache-control": "no-store"})
    except (_GivenUp, asyncio.CancelledError) as gone:
        if not job.future.done():
            # It is the request that was cancelled, not the review.
            raise
        raise Unavailable("the server is about to stop; try again in a moment") from gone
    told = Retelling(match, found, table.box, site.speak, rooms.names(table, site.speak))
    return replies.html(page(site, table.id, told, rooms.chairs(live, browser, site.speak)))


def reviewed(table: Table) -> tuple[Match, Key]:
    """The match to look back at and what it is kept under. Raises Unsupported, Turn or Illegal where there is none."""
    if table.box.reviewer is None:
        raise Unsupported(
            "matches of this game can't be looked back at: its coach does not know how, or there is none"
        )
    played = table.played
    if played is None:
        raise Turn("no match has been played at this table yet")
    if (reason := refusal(played.match)) is not None:
        raise reason
    return played.match, (table.id, played.number, played.match.version)


def waiting(site: Site, box: Box, table: str, done: float) -> str:
    """The page while the review is being worked out: how far it is, and a way to look again."""
    return render("review_waiting.html", site, box=box, table=table, done=done)


def page(site: Site, table: str, told: Retelling, chairs: tuple[Chair, ...]) -> str:
    """The review as a page."""
    speak, found = site.speak, told.review
    rows = [
        (told.happened(point.version, None), [share(speak, win, point.se) for win in point.wins])
        for point in told.course(ROWS)
    ]
    return render(
        "review.html",
        site,
        box=told.box,
        table=table,
        told=told,
        review=found,
        chairs=chairs,
        drawn=graph(found, told.sure),
        ended=asked(told.match, told.box.words, None, speak, told.names),
        rows=rows,
        listed=LISTED,
        most=MOST,
        size=(WIDTH, HEIGHT),
        frame=(LEFT, TOP, RIGHT, BOTTOM),
    )
