"""The description of the endpoint for programs: OpenAPI 3.1, made from the types that are decoded and encoded."""

from __future__ import annotations

from functools import cache
from typing import Any, Literal

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import sofra
from sofra.table.commands import AnyCommand
from sofra.web import replies
from sofra.web.programs import AskedTable, MadeTable
from sofra.web.replies import STATUS
from sofra.web.updates import Update

Phase = Literal["lobby", "sealing", "playing", "over", "closed"]


class Refusal(msgspec.Struct):
    """Why something was not done: the kind, and a sentence in the language that was asked for."""

    kind: Literal["malformed", "illegal", "turn", "unknown", "unsupported"]
    message: str


class Problem(msgspec.Struct):
    """A request that never became a command."""

    error: Refusal


class CommandAnswer(msgspec.Struct, omit_defaults=True):
    """What became of a command. ``already done`` is the answer to one that was sent again."""

    command: str
    outcome: Literal["accepted", "already done", "refused"]
    version: int
    error: Refusal | None = None


class TableChair(msgspec.Struct):
    """A chair as everybody sees it."""

    seat: int
    kind: Literal["open", "person", "bot"]
    name: str
    mark: str
    stand_in: str


class PutIn(msgspec.Struct):
    """What was put into an envelope: a device's seed, or typed words (hex of their UTF-8)."""

    kind: Literal["device", "typed"]
    seed: str


class TableEnvelope(msgspec.Struct):
    """The latest envelope: promises are bound to ``place``; ``promised`` are hashes (hex) in order, ``given`` what was
    revealed or typed, ``roots`` shuffle, cards and root of each shuffle that was dealt."""

    place: str
    commitment: str
    restarts: int
    promised: tuple[str, ...]
    given: tuple[PutIn, ...]
    roots: tuple[tuple[str, str, str], ...]


class TableState(msgspec.Struct, omit_defaults=True):
    """A table as one browser sees it: what is public, and the view of its own seat (``view`` is the game's). ``agreed`` are
    the seats that would end the match now."""

    table: str
    game: str
    rules: str
    phase: Phase
    version: int
    seat: int | None
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    chairs: tuple[TableChair, ...]
    sealed: str
    opened: str
    envelope: TableEnvelope
    view: dict[str, Any] = {}
    moves: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


class Health(msgspec.Struct):
    """Whether the store answers, and how many tables are in memory."""

    ok: bool
    tables: int


TYPES = (AnyCommand, CommandAnswer, Problem, TableState, Update, Health, AskedTable, MadeTable)
TABLE = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id of a table, as it stands in its link.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
}


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    (command, answer, problem, table, update, health, asked, made), components = (
        msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    )
    refused = {
        str(status): _said("Refused", {"anyOf": [answer, problem]})
        for status in (*_statuses(), 403, 429, 503)
    }
    unknown = {"404": _said("There is no such table", problem), "429": _said("Too fast", problem)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "sofra",
            "version": sofra.__version__,
            "description": "Tables for programs. Whoever makes a table or sits down gets a cookie, and is known by it from then on.",
        },
        "paths": {
            "/tables": {
                "post": {
                    "operationId": "make",
                    "summary": "A new table; its maker is the host",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
                    "responses": {
                        "201": _said("It stands", made),
                        **{
                            str(status): _said("Refused", problem) for status in (*_statuses(), 413, 429, 503)
                        },
                    },
                },
            },
            "/t/{id}": {
                "parameters": [TABLE],
                "get": {
                    "operationId": "see",
                    "summary": "The table as this browser sees it",
                    "parameters": [_accept()],
                    "responses": {"200": _said("The table", table), **unknown},
                },
            },
            "/t/{id}/do": {
                "parameters": [TABLE],
                "post": {
                    "operationId": "do",
                    "summary": "One command; sent again with the same id it acts once",
                    "requestBody": {"required": True, "content": {"application/json": {"schema": command}}},
                    "responses": {
                        "200": _said("Done", answer),
                        **refused,
                        "413": _said("Too large", problem),
                    },
                },
            },
            "/t/{id}/stream": {
                "parameters": [TABLE],
                "get": {
                    "operationId": "stream",
                    "summary": "A WebSocket: updates since a version come, commands may be sent",
                    "parameters": [
                        {"name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0}},
                        {"name": "as", "in": "query", "schema": {"enum": ["json", "html"]}},
                        {"name": "view", "in": "query", "schema": {"enum": ["on", "off"]}},
                    ],
                    "responses": {"101": _said("One such message whenever something was stored", update)},
                },
            },
            "/healthz": {
                "get": {
                    "operationId": "health",
                    "summary": "Whether the node is well",
                    "responses": {
                        "200": _said("It is", health),
                        "503": _said("The store does not answer", health),
                    },
                }
            },
        },
        "components": {"schemas": components},
    }


def _statuses() -> list[int]:
    return sorted(set(STATUS.values()))


def _said(what: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def _accept() -> dict[str, Any]:
    schema = {"const": "application/json"}
    return {"name": "accept", "in": "header", "required": True, "schema": schema}


async def show(_: Request) -> Response:
    """GET /openapi.json"""
    return replies.json(document())
