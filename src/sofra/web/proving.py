"""GET /t/{id}/cards?card=35&card=12: the leaves of cards that this browser sees, for the page to check by itself."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Malformed
from sofra.table.proofs import proofs
from sofra.web import forms, replies, rooms
from sofra.web.browser import Browser
from sofra.web.endpoints import service_of

MOST = 60


async def cards(request: Request) -> Response:
    """The proofs of up to 60 cards, and the version of the table at which they are seen."""
    live = await service_of(request).open(request.path_params["id"])
    texts = forms.fields(request.scope["query_string"]).get("card", ())
    if len(texts) > MOST or not all(text.isascii() and text.isdecimal() and len(text) < 4 for text in texts):
        raise Malformed("ask for at most {most} cards by their numbers", most=MOST)
    table = live.table
    seat = rooms.viewer(table, Browser.of(request.scope))
    found = proofs(table, live.vault, seat, frozenset(map(int, texts)))
    told = [
        {
            "shuffle": proof.opening.shuffle,
            "place": proof.opening.place,
            "card": proof.opening.card,
            "salt": proof.opening.salt,
            "path": proof.opening.path,
            "root": proof.root,
        }
        for proof in found
    ]
    return replies.json({"version": table.version, "cards": told})
