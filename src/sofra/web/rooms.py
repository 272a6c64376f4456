"""A table as one browser sees it: which seat is in front, what may be drawn, what was told."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sofra.core import Over
from sofra.core.errors import SofraError
from sofra.games.parts import Names, Scene, Speak
from sofra.table import decide, envelopes, listing, windows
from sofra.table.fold import Table
from sofra.table.live import LiveTable
from sofra.table.parts import Chair as Seat
from sofra.table.reactions import REACTIONS, SHOWN_FOR
from sofra.web import agreeing, by_hand, closing, updates
from sofra.web import envelope as sealing
from sofra.web.browser import Browser
from sofra.web.room import MARKS, Chair, ChairKind, Room, Site, TableLine

LATELY = 40
MUTED = "mute"


def front(table: Table, browser: Browser) -> int | None:
    """The seat in front of this browser: the only one whose cards it is sent. None for a spectator.

    With one seat that one. With several, in a game where nothing is hidden, the one that is asked; where cards are hidden,
    the one for which the curtain was opened last.
    """
    mine = table.seats_of(browser.device)
    if len(mine) <= 1:
        return mine[0] if mine else None
    asked = [seat for seat in mine if seat in table.asked]
    if not table.box.game.facts.hidden:
        if asked:
            return browser.front if browser.front in asked else asked[0]
        return browser.front if browser.front in mine else mine[0]
    return browser.front if browser.front in mine else None


def curtain(table: Table, browser: Browser) -> int | None:
    """The seat to which the device has to be passed before anything is shown, None if there is no need."""
    mine = table.seats_of(browser.device)
    if len(mine) <= 1 or not table.box.game.facts.hidden or table.phase != "playing":
        return None
    asked = [seat for seat in mine if seat in table.asked]
    now = front(table, browser)
    if asked:
        return None if now in asked else asked[0]
    return mine[0] if now is None else None


def viewer(table: Table, browser: Browser) -> int | None:
    """Whose view is drawn. While a curtain is due it is nobody's."""
    return None if curtain(table, browser) is not None else front(table, browser)


def names(table: Table, speak: Speak, here: tuple[int, ...] = ()) -> Names:
    """What the seats are called, computer players in the reader's language; ``here`` are the seats of one browser."""
    called = tuple(_name(table, chair, speak) for chair in table.chairs)
    return Names(called, here[0] if len(here) == 1 else None, here)


def _name(table: Table, chair: Seat, speak: Speak) -> str:
    persona = table.box.players.get(chair.persona) if chair.kind == "bot" else None
    if persona is not None and chair.name.startswith(persona.name):
        return speak(persona.name) + chair.name.removeprefix(persona.name)
    return chair.name


def scene(table: Table, seat: int | None, speak: Speak, here: tuple[int, ...]) -> Scene:
    """What the game's own part draws for a viewer; ``here`` are the seats of their browser."""
    game = table.box.game
    match = table.match
    called = names(table, speak, here)
    if match is None:
        return Scene(None, table.rules, seat, (), (), (), table.version, False, speak, called)
    # A match that was given up still asks, and nobody may answer.
    asked = seat if seat in table.asked else None
    moves = tuple(map(game.write, match.moves(asked))) if asked is not None else ()
    forms = match.forms(asked) if asked is not None else ()
    told = match.told(seat, max(0, match.version - LATELY))
    # Before the next match begins its dice are sealed: until then this one stays on the page.
    over = table.phase != "playing" and match.over
    window = {
        "window": windows.seconds(table),
        "holding": tuple(sorted(table.holding)),
        "allow_hints": table.policy.hints,
    }
    view = match.view(seat)
    return Scene(view, table.rules, seat, moves, forms, told, table.version, over, speak, called, window)


def room(live: LiveTable, browser: Browser, site: Site, refused: SofraError | None = None) -> Room:
    """Everything a table page is drawn from."""
    table = live.table
    seat = viewer(table, browser)
    mine = table.seats_of(browser.device)
    match = table.match
    ask = match.ask if match else None
    envelope = table.envelopes[table.played.envelope if table.played else table.envelope]
    link = f"{browser.origin}/t/{table.id}"
    return Room(
        site=site,
        box=table.box,
        scene=scene(table, seat, site.speak, mine),
        id=table.id,
        chairs=chairs(live, browser, site.speak),
        asked=table.asked,
        command=secrets.token_urlsafe(12),
        undo=decide.undo_target(table, seat) if seat is not None else None,
        refused=refused,
        link=link,
        watch=link,
        hash=updates.view(live, seat)[1],
        host=table.is_host(browser.device) and table.phase != "closed",
        deserted=bool(mine) and table.phase != "closed" and live.presence.deserted(),
        imported=table.imported is not None,
        closed=closing.closed(table),
        started=match is not None,
        result=ask.result if isinstance(ask, Over) else None,
        by_agreement=match is not None and match.agreed,
        wish=agreeing.wish(table),
        score=match.game.score(match.state) if match else None,
        sealed=envelope.commitment,
        opened=envelope.seed,
        policy=table.policy,
        holding=seat in table.holding,
        coach=table.policy.coach and table.box.part("coach") is not None and seat in table.asked,
        inside=sealing.played(table, browser.device, site.speak),
        coming=sealing.coming(table, browser.device, site.speak),
        chance=table.chance,
        throw=by_hand.due(table),
        throws=by_hand.throws(table, seat, site.speak, names(table, site.speak, mine)) if mine else (),
    )


def chairs(live: LiveTable, browser: Browser, speak: Speak) -> tuple[Chair, ...]:
    """The chairs as this browser sees them."""
    table = live.table
    marks = marked(table)
    hushed = muted(browser)
    found = []
    for seat, chair in enumerate(table.chairs):
        here = browser.device in chair.devices
        kind: ChairKind = "here" if here else "elsewhere"
        if chair.kind != "person":
            kind = chair.kind
        host = table.host_seat == seat if table.host_seat is not None else table.host_device in chair.devices
        away = chair.kind == "person" and not here and live.presence.away(seat)
        silent = marks[seat] in hushed
        said = table.reactions.get(seat)
        lately = said is not None and live.clock.now() - said.at < SHOWN_FOR and not silent
        found.append(
            Chair(
                seat,
                kind,
                _name(table, chair, speak),
                marks[seat],
                chair.persona,
                away=away,
                stand_in=bool(chair.stand_in),
                host=host,
                says=REACTIONS.get(said.say, "") if said is not None and lately else "",
                muted=silent,
            )
        )
    return tuple(found)


def muted(browser: Browser) -> frozenset[str]:
    """The marks of those whose reactions are not shown in this browser."""
    return frozenset(browser.settings.get(MUTED, "").split(".")) & set(MARKS)


def marked(table: Table) -> tuple[str, ...]:
    """Every chair's mark: the chosen ones, and free ones for the others."""
    taken = {chair.mark for chair in table.chairs}
    free = iter([mark for mark in MARKS if mark not in taken] or MARKS)
    return tuple(chair.mark if chair.mark in MARKS else next(free, MARKS[0]) for chair in table.chairs)


def line(table: Table, browser: Browser, speak: Speak) -> TableLine:
    """A table in the list on the start page."""
    mine = table.seats_of(browser.device)
    called = names(table, speak).seats
    return TableLine(
        table.id,
        table.box.key,
        tuple(name for name in called if name),
        yours=any(seat in table.asked for seat in mine) or (bool(mine) and table.due is not None),
        over=table.phase in ("over", "closed"),
        open=table.phase == "lobby",
        free=listing.free_chairs(table),
        turn=tuple(called[seat] for seat in table.asked),
    )


def state(table: Table, seat: int | None) -> Mapping[str, Any]:
    """What a program is told of the table itself beside the view: chairs, phase, who is asked, the envelope."""
    envelope = table.envelopes[table.played.envelope if table.played else table.envelope]
    return {
        "table": table.id,
        "game": table.box.key,
        "rules": table.rules.write(),
        "phase": table.phase,
        "version": table.version,
        "seat": seat,
        "asked": list(table.asked),
        "chance": table.chance,
        "throw": by_hand.due(table),
        "agreed": agreeing.agreed(table),
        "undo": decide.undo_target(table, seat) if seat is not None else None,
        "chairs": [
            {
                "seat": number,
                "kind": chair.kind,
                "name": chair.name,
                "mark": chair.mark,
                "stand_in": chair.stand_in,
            }
            for number, chair in enumerate(table.chairs)
        ],
        "sealed": envelope.commitment,
        "opened": envelope.seed,
        "envelope": None if table.manual else _envelope(table),
    }


def _envelope(table: Table) -> Mapping[str, Any]:
    """The latest envelope as a program needs it to put a seed of its own in and to find it again."""
    envelope = table.envelopes[table.envelope]
    return {
        "place": envelopes.place(table.id, envelope.number),
        "commitment": envelope.commitment,
        "restarts": envelope.restarts,
        "promised": [promise for _, promise in envelope.promised],
        "given": [{"kind": given.kind, "seed": given.seed} for given in envelope.given],
        "roots": [list(root) for root in envelope.roots],
    }
