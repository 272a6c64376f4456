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
from sofra.web.by_hand import DueThrow
from sofra.web.programs import AskedTable, MadeTable
from sofra.web.proving import MOST, CardLeaves
from sofra.web.replies import STATUS, TITLES
from sofra.web.sheets import Sheet
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
    the seats that would end the match now. ``undo`` is the ``to`` of an Undo by this seat, null where there is nothing to take
    back. ``chance`` says where dice and cards come from ("manual": people throw their own, then there is no envelope), and
    ``throw`` is the throw that is waited for there."""

    table: str
    game: str
    rules: str
    phase: Phase
    version: int
    seat: int | None
    asked: tuple[int, ...]
    agreed: tuple[int, ...]
    undo: int | None
    chairs: tuple[TableChair, ...]
    sealed: str
    opened: str
    envelope: TableEnvelope | None
    chance: Literal["sealed", "manual", "seed"]
    throw: DueThrow | None
    view: dict[str, Any] = {}
    moves: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


class Health(msgspec.Struct):
    """Whether the store answers, and how many tables are in memory."""

    ok: bool
    tables: int


TYPES = (
    AnyCommand,
    CommandAnswer,
    Problem,
    TableState,
    Update,
    Health,
    AskedTable,
    MadeTable,
    CardLeaves,
    Sheet,
)
TABLE = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id of a table, as it stands in its link.",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"},
}
SINCE = {"name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0}}
CARDS = {
    "name": "card",
    "in": "query",
    "description": "The number of a card; one for each card that is asked for.",
    "schema": {"type": "array", "items": {"type": "integer", "minimum": 0, "maximum": 999}, "maxItems": MOST},
}
AS_JSON = {"name": "accept", "in": "header", "required": True, "schema": {"const": "application/json"}}
ABOUT = (
    "Tables for programs. Whoever makes a table or sits down gets a cookie, and is known by it from then on."
)

Json = dict[str, Any]


@cache
def document() -> Json:
    """The whole document: every address that answers programs. What answers people is pages and forms, and stands in no
    description."""
    schemas, components = msgspec.json.schema_components(TYPES, ref_template="#/components/schemas/{name}")
    command, answer, problem, table, update, health, asked, made, leaves, sheet = schemas
    return {
        "openapi": "3.1.0",
        "info": {"title": "sofra", "version": sofra.__version__, "description": ABOUT},
        "paths": {
            "/tables": {"post": _make(asked, made, problem)},
            "/import": {"post": _import(problem)},
            "/t/{id}": {"parameters": [TABLE], "get": _see(table, problem)},
            "/t/{id}/do": {"parameters": [TABLE], "post": _do(command, answer, problem)},
            "/t/{id}/stream": {"parameters": [TABLE], "get": _stream(update)},
            "/t/{id}/events": {"parameters": [TABLE], "get": _events(problem)},
            "/t/{id}/cards": {"parameters": [TABLE], "get": _cards(leaves, problem)},
            "/t/{id}/record": {"parameters": [TABLE], "get": _record(problem)},
            "/t/{id}/sheet": {"parameters": [TABLE], "get": _sheet(sheet, problem)},
            "/healthz": {"get": _health(health)},
            "/metrics": {"get": _metrics(problem)},
            "/openapi.json": {"get": _itself(problem)},
        },
        "components": {"schemas": components},
    }


def _make(asked: Json, made: Json, problem: Json) -> Json:
    return {
        "operationId": "make",
        "summary": "A new table; its maker is the host",
        "requestBody": {"required": True, "content": {"application/json": {"schema": asked}}},
        "responses": {"201": _said("It stands", made), **_refused(problem, *_statuses(), 413, 429, 503)},
    }


def _import(problem: Json) -> Json:
    return {
        "operationId": "import",
        "summary": "The record of a finished match becomes a table to look at; whoever brings it is its host",
        "parameters": [AS_JSON],
        "requestBody": {"required": True, "content": {"text/plain": {"schema": {"type": "string"}}}},
        "responses": {
            "303": {
                "description": "It stands; ``location`` is its address",
                "headers": {"location": {"schema": {"type": "string"}}},
            },
            **_refused(problem, *_statuses(), 413, 429, 503),
        },
    }


def _see(table: Json, problem: Json) -> Json:
    return {
        "operationId": "see",
        "summary": "The table as this browser sees it",
        "parameters": [AS_JSON],
        "responses": {"200": _said("The table", table), **_refused(problem, 404, 429)},
    }


def _do(command: Json, answer: Json, problem: Json) -> Json:
    return {
        "operationId": "do",
        "summary": "One command; sent again with the same id it acts once",
        "requestBody": {"required": True, "content": {"application/json": {"schema": command}}},
        "responses": {
            "200": _said("Done", answer),
            **_refused({"anyOf": [answer, problem]}, *_statuses(), 403, 429, 503),
            **_refused(problem, 413),
        },
    }


def _stream(update: Json) -> Json:
    return {
        "operationId": "stream",
        "summary": "A WebSocket: updates since a version come, commands may be sent",
        "parameters": [
            SINCE,
            {
                "name": "hash",
                "in": "query",
                "description": "That of the view which the client has; if it should see another one, it begins anew.",
                "schema": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            },
            {"name": "as", "in": "query", "schema": {"enum": ["json", "html"]}},
            {"name": "view", "in": "query", "schema": {"enum": ["on", "off"]}},
        ],
        "responses": {"101": _said("One such message whenever something was stored", update)},
    }


def _events(problem: Json) -> Json:
    return {
        "operationId": "events",
        "summary": "What a spectator sees, as server-sent events: the data of each is an Update, its id the version",
        "parameters": [
            AS_JSON,
            SINCE,
            {"name": "last-event-id", "in": "header", "schema": {"type": "integer", "minimum": 0}},
        ],
        "responses": {
            "200": _text("Events, one whenever something was stored", "text/event-stream"),
            **_refused(problem, 404, 429, 503),
        },
    }


def _cards(leaves: Json, problem: Json) -> Json:
    return {
        "operationId": "cards",
        "summary": "The leaves of cards that this browser sees, to prove each under the root that was published",
        "parameters": [AS_JSON, CARDS],
        "responses": {"200": _said("The leaves", leaves), **_refused(problem, 400, 404, 429)},
    }


def _record(problem: Json) -> Json:
    return {
        "operationId": "record",
        "summary": "The record of the last match, once its envelope is open",
        "parameters": [AS_JSON],
        "responses": {"200": _text("The record", "text/plain"), **_refused(problem, 404, 409, 429)},
    }


def _sheet(sheet: Json, problem: Json) -> Json:
    return {
        "operationId": "sheet",
        "summary": "The score sheet of the last match, for whoever may read its record",
        "parameters": [AS_JSON],
        "responses": {"200": _said("The sheet", sheet), **_refused(problem, 404, 409, 429)},
    }


def _health(health: Json) -> Json:
    return {
        "operationId": "health",
        "summary": "Whether the node is well",
        "responses": {"200": _said("It is", health), "503": _said("The store does not answer", health)},
    }


def _metrics(problem: Json) -> Json:
    return {
        "operationId": "metrics",
        "summary": "Counters and histograms for Prometheus, for the machine itself only",
        "parameters": [AS_JSON],
        "responses": {"200": _text("In Prometheus' text format", "text/plain"), **_refused(problem, 404)},
    }


def _itself(problem: Json) -> Json:
    return {
        "operationId": "openapi",
        "summary": "This description",
        "parameters": [AS_JSON],
        "responses": {"200": _said("It", {"type": "object"}), **_refused(problem, 429)},
    }


def _refused(schema: Json, *statuses: int) -> Json:
    return {str(status): _said(TITLES[status], schema) for status in statuses}


def _statuses() -> list[int]:
    return sorted(set(STATUS.values()))


def _said(what: str, schema: Json) -> Json:
    return {"description": what, "content": {"application/json": {"schema": schema}}}


def _text(what: str, kind: str) -> Json:
    return {"description": what, "content": {kind: {"schema": {"type": "string"}}}}


async def show(_: Request) -> Response:
    """GET /openapi.json"""
    return replies.json(document())
