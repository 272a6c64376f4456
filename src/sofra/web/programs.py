"""How a program comes to a table: it makes one with JSON, as people do with the form of a new table."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from sofra.games import open_box
from sofra.table.entries import Source
from sofra.table.making import NewSeat, NewTable
from sofra.web import endpoints, forms, replies
from sofra.web.browser import Browser


class AskedChair(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A chair of a table to be made: one that this program plays (``person``, with a name), one that waits for whoever has
    the link (``open``), or a computer player (``bot``, with the key of its ``persona``)."""

    kind: Literal["person", "open", "bot"]
    name: str = ""
    mark: str = ""
    persona: str = ""


class AskedTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A table to be made: a game, its house rules (a preset's name, the usual one if left out, and single ``rules`` that
    differ from it) and its chairs. The match begins at once when no chair is open. ``chance`` is "manual" for a table at which
    people throw dice of their own and tell what fell."""

    game: str
    chairs: tuple[AskedChair, ...]
    preset: str = ""
    rules: dict[str, Any] = {}
    chance: Source = "sealed"


class MadeTable(msgspec.Struct, frozen=True):
    """The id of the table that was made, and its address, which is also the link to pass on."""

    table: str
    address: str


async def create(request: Request) -> Response:
    """POST /tables: a form from a person's page, or JSON from a program. Whoever has no cookie yet gets one."""
    if not forms.is_json(request):
        return await endpoints.create(request)
    browser = Browser.of(request.scope)
    asked = forms.convert(await forms.json(request), AskedTable, strict=True)
    box = open_box(asked.game)
    base = box.game.preset(asked.preset) if asked.preset else next(iter(box.game.presets.values()))
    rules = box.game.rules.of(asked.rules, base)
    chairs = tuple(NewSeat(chair.kind, chair.name, chair.mark, chair.persona) for chair in asked.chairs)
    live, cookie = await endpoints.set_up(request, browser, NewTable(box, rules, chairs, chance=asked.chance))
    address = f"/t/{live.table.id}"
    made = replies.json(MadeTable(live.table.id, f"{browser.origin}{address}"), 201)
    made.headers["location"] = address
    made.headers.append("set-cookie", cookie)
    return made
