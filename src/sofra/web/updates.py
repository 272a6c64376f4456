"""What is told of a table to programs: an update for one viewer, encoded once however many connections show that view."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from sofra.core.plain import told as plain_told
from sofra.table.live import LiveTable
from sofra.web import agreeing, by_hand
from sofra.web.by_hand import DueThrow

T = TypeVar("T")

_encode = msgspec.json.Encoder().encode
NEAR = 32
"""Versions back from the latest one for which what is sent is made once for all."""
_KINDS: dict[type, bytes] = {}


class SaidHere(msgspec.Struct, frozen=True):
    """A reaction: which seat said what, by its name."""

    seat: int
    say: str


class Update(msgspec.Struct, omit_defaults=True):
    """One message of the stream. ``told`` has an item for each entry since the client's version, None where something hidden
    happened; with ``snapshot`` there is no such list, and the view alone counts. ``hash`` is that of the viewer's own view
    as it was sent (SHA-256 over its JSON text, 16 hex digits). ``ask`` is what a command of the viewer's seat names, and
    ``throw`` the throw that people owe at a table with real dice. ``agreed``
    are the seats that would end the match now, ``said`` what was said last by each seat that spoke since the client's
    version (a client that comes anew, with version 0, has missed nothing)."""

    version: int
    phase: str
    asked: tuple[int, ...]
    agreed: tuple[int, ...] = ()
    said: tuple[SaidHere, ...] = ()
    seat: int | None = None
    ask: int = 0
    told: list[msgspec.Raw] | None = None
    snapshot: bool = False
    view: msgspec.Raw | None = None
    moves: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    hash: str = ""
    throw: DueThrow | None = None
    answers: list[dict[str, Any]] = []


def encode(update: Update) -> str:
    """The text of an update."""
    return _encode(update).decode()


def view(live: LiveTable, seat: int | None) -> tuple[msgspec.Raw, str]:
    """A viewer's view as JSON, and its hash."""
    key = ("view", seat)
    found: tuple[msgspec.Raw, str] | None = live.cache.get(key)
    if found is None:
        match = live.table.match
        text = _encode(match.view(seat)) if match is not None else b"null"
        found = live.cache[key] = (msgspec.Raw(text), hashlib.sha256(text).hexdigest()[:16])
    return found


def told(live: LiveTable, seat: int | None, since: int) -> list[msgspec.Raw] | None:
    """What a viewer was told since a version, encoded; None if only a snapshot will do. Where nothing is private it is made
    once for all."""
    table = live.table
    who = seat if table.box.game.facts.private else None

    def make() -> list[msgspec.Raw] | None:
        gap = table.told_since(since, who) if since <= table.version else None
        return None if gap is None else [msgspec.Raw(tell_json(tell)) for _, tell in gap]

    return _kept(live, since, ("told", who, since), make)


def _kept(live: LiveTable, since: int, key: Hashable, make: Callable[[], T]) -> T:
    """What was made of this version of the table already, else ``make()``. It is kept where nearly all know one of the last
    versions, or come anew; kept for whatever version anybody names, it would fill the memory."""
    if key in live.cache:
        kept: T = live.cache[key]
        return kept
    found = make()
    if since == 0 or 0 <= live.table.version - since < NEAR:
        live.cache[key] = found
    return found


def tell_json(tell: Any) -> bytes:
    """A tell as JSON, the same object as ``sofra.core.plain.told`` makes."""
    if tell is None:
        return b"null"
    kind = type(tell)
    head = _KINDS.get(kind)
    if head is None:
        head = _KINDS[kind] = b'{"what":' + _encode(plain_told(tell)["what"])
    # The encoder writes a value's fields as an object by itself.
    body = _encode(tell)[1:]
    return head + b"," + body if body != b"}" else head + body


def update(live: LiveTable, seat: int | None, since: int, *, with_view: bool = True) -> Update:
    """The update of a viewer who knows the table as it was at version ``since``."""
    table = live.table
    seen, mark = view(live, seat)
    gap = told(live, seat, since)
    found = Update(
        table.version,
        table.phase,
        table.asked,
        agreeing.agreed(table),
        _said(live, since),
        seat,
        told=gap,
        snapshot=gap is None,
        hash=mark,
        throw=by_hand.due(table),
    )
    if with_view or gap is None:
        found.view = seen
    match = table.match
    if match is not None and seat is not None and seat in found.asked:
        found.ask = table.asked_since(seat)
        found.moves, found.forms = _offers(live, seat)
    return found


def _said(live: LiveTable, since: int) -> tuple[SaidHere, ...]:
    if not since or not live.table.reactions:
        return ()
    found = sorted(live.table.reactions.items(), key=lambda item: item[1].version)
    return tuple(SaidHere(seat, said.say) for seat, said in found if said.version > since)


def text(live: LiveTable, seat: int | None, since: int, *, with_view: bool = True) -> str:
    """The same as text, made once for all who know the same and sit on the same chair, or on none."""
    return _kept(
        live,
        since,
        ("text", seat, since, with_view),
        lambda: encode(update(live, seat, since, with_view=with_view)),
    )


def _offers(live: LiveTable, seat: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    key = ("offers", seat)
    found: tuple[tuple[str, ...], tuple[str, ...]] | None = live.cache.get(key)
    if found is None:
        match = live.table.match
        assert match is not None, "only a running match asks a seat"
        write = match.game.write
        found = live.cache[key] = (tuple(write(move) for move in match.moves(seat)), match.forms(seat))
    return found
