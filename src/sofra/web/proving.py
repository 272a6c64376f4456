"""GET /t/{id}/cards?card=35&card=12: the leaves of cards that this browser sees, for the page to check by itself."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Malformed
from sofra.table.proofs import proofs
from sofra.web import forms, replies, rooms
from sofra.web.browser import Browser
from sofra.web.endpoints import table_of

MOST = 60


class CardLeaf(msgspec.Struct, frozen=True):
    """A card, its place in the shuffle it was dealt from (from 1), and the way from its leaf to the root: salt, neighbours
    (hex, with ``l`` or ``r`` before each for its side) and root, as docs/sealed-dice.md says."""

    shuffle: str
    place: int
    card: int
    salt: str
    path: tuple[str, ...]
    root: str


class CardLeaves(msgspec.Struct, frozen=True):
    """The leaves of those of the cards that this browser sees, and the version of the table at which it sees them."""

    version: int
    cards: tuple[CardLeaf, ...]


async def cards(request: Request) -> Response:
    """The proofs of up to 60 cards, and the version of the table at which they are seen."""
    live = await table_of(request)
    texts = forms.fields(request.scope["query_string"]).get("card", ())
    if len(texts) > MOST or not all(text.isascii() and text.isdecimal() and len(text) < 4 for text in texts):
        raise Malformed("ask for at most {most} cards by their numbers", most=MOST)
    table = live.table
    seat = rooms.viewer(table, Browser.of(request.scope))
    found = proofs(table, live.vault, seat, frozenset(map(int, texts)))
    told = tuple(
        CardLeaf(leaf.shuffle, leaf.place, leaf.card, leaf.salt, tuple(leaf.path), proof.root)
        for proof in found
        for leaf in (proof.opening,)
    )
    return replies.json(CardLeaves(table.version, told))
