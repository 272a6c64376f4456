"""The description for programs says what the endpoint does, and nothing that is sent to it breaks it."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import hypothesis
import jsonschema_rs
import pytest
import schemathesis
from hypothesis import strategies as some
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance
from starlette.routing import Route, WebSocketRoute

from sofra.table.commands import Command
from sofra.web.app import routes
from sofra.web.openapi import document
from tests.soak.test_bad_network import say
from tests.table.support import tiny_on_the_shelf
from tests.web.process import Program, Server
from tests.web.support import app, move, on_turn, two_people
from tests.web.test_kill import sit_down

pytestmark = pytest.mark.filterwarnings("ignore")


def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    schemas = document()["components"]["schemas"]
    return jsonschema_rs.Draft202012Validator(
        {"$ref": f"#/components/schemas/{name}", "components": {"schemas": schemas}}
    )


def test_every_command_is_described() -> None:
    schemas = document()["components"]["schemas"]
    for kind in Command.__subclasses__():
        assert kind.__name__ in schemas
    assert document()["openapi"] == "3.1.0"


# What people see and fill in: pages, forms and what belongs to them. Whatever is neither here nor in the description has
# been forgotten in one of them.
PAGES = {
    "GET /",
    "GET /open",
    "GET /new/{game}",
    "GET /rules/{game}",
    "GET /guide/{game}",
    "GET /offline",
    "GET /worker.js",
    "GET /settings",
    "POST /settings",
    "GET /verify",
    "POST /verify",
    "GET /t/{id}/agreed",
    "GET /t/{id}/host",
    "GET /t/{id}/coach",
    "GET /t/{id}/review",
    "GET /t/{id}/chair/{seat}",
    "POST /t/{id}/{verb}",
    "GET /static/{path}",
    "GET /games/{game}/static/{path}",
    "GET /{game}/{name}",
    "POST /{game}/{name}",
}


def addresses() -> list[str]:
    """Every method and path that the application answers."""
    found = []
    for route in routes():
        assert isinstance(route, Route | WebSocketRoute), (
            "a route of another kind has to be counted here, too"
        )
        methods = (route.methods or set()) - {"HEAD"} if isinstance(route, Route) else {"GET"}
        path = re.sub(r":\w+\}", "}", route.path)
        found += [f"{method} {path}" for method in methods]
    return found


def test_every_address_is_described_for_programs_or_is_a_page() -> None:
    described = [
        f"{method.upper()} {path}"
        for path, item in document()["paths"].items()
        for method in item
        if method != "parameters"
    ]
    assert sorted([*described, *PAGES]) == sorted(addresses())


def test_what_is_answered_is_what_is_described(tmp_path: Path) -> None:
    with tiny_on_the_shelf(), app(tmp_path) as client:
        for game in ("farkle", "tiny"):
            elif_, yannis, table = two_people(client, game)
            for number in range(4):
                person, seen = on_turn((elif_, yannis), table)
                validator("TableState").validate(seen)
                with person.stream(table, "as=json&since=0") as socket:
                    validator("Update").validate(json.loads(socket.receive_text()))
                answer = move(person, table, seen, f"m{number}")
                validator("CommandAnswer").validate(answer.json())
            refused = move(person, table, {**seen, "version": 10**6}, "x")
            validator("CommandAnswer").validate(refused.json())
            validator("Problem").validate(person.send(f"/t/{table}/do", b"{").json())
        elif_, _, table = two_people(client, "racko")
        leaves = elif_.get(f"/t/{table}/cards?" + "&".join(f"card={card}" for card in range(1, 41))).json()
        assert leaves["cards"]
        validator("CardLeaves").validate(leaves)


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str, Program]]:
    with Server(tmp_path_factory.mktemp("openapi")) as server:
        (first, second), table = sit_down(server.port)
        judged.clear()
        yield server, table, first
        say(", ".join(f"{count:,} at {name}" for name, count in judged.most_common()))
        say(f"{judged.total():,} cases were answered as the description says")
        first.close()
        second.close()


judged: Counter[str] = Counter()
schema: Any = schemathesis.openapi.from_dict(document())


# The other two never end by themselves.
TRIED = [
    item[method]["operationId"]
    for item in document()["paths"].values()
    for method in item.keys() - {"parameters"}
    if item[method]["operationId"] not in ("stream", "events")
]


@schema.include(operation_id=TRIED).parametrize()
@hypothesis.settings(max_examples=40, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_whatever_is_sent_is_answered_as_described(case: Any, running: tuple[Server, str, Program]) -> None:
    judge(case, running)


# Runs that find something are kept by hypothesis in its own folder, and tried first the next time.
@pytest.mark.soak
@pytest.mark.timeout(2400)
@schema.include(operation_id=TRIED).parametrize()
@hypothesis.settings(max_examples=2000, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_whatever_is_sent_two_thousand_times_is_answered_as_described(
    case: Any, running: tuple[Server, str, Program]
) -> None:
    judge(case, running)


def judge(case: Any, running: tuple[Server, str, Program]) -> None:
    """Send a case, to a table that is there more often than not, and hold the answer against the description."""
    server, table, program = running
    if "id" in case.path_parameters and Random(str((case.body, case.path_parameters))).random() < 0.7:
        case.path_parameters["id"] = table
        case.headers["cookie"] = program.cookie
    case.headers["accept"] = "application/json"
    case.call_and_validate(
        base_url=server.address,
        checks=[not_a_server_error, status_code_conformance, response_schema_conformance],
    )
    judged[case.path] += 1


@hypothesis.settings(max_examples=100, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
@hypothesis.given(
    body=some.binary(max_size=300),
    kind=some.sampled_from(["application/json", "application/x-www-form-urlencoded", "text/html", ""]),
    verb=some.sampled_from(["do", "sit", "undo", "claim", "settings", "give", "x"]),
)
def test_no_bytes_break_the_endpoint(
    running: tuple[Server, str, Program], body: bytes, kind: str, verb: str
) -> None:
    _, table, program = running
    # An idle connection may have been closed meanwhile.
    program.close()
    before = program.see(table)["version"]
    status, _, _ = program.ask("POST", f"/t/{table}/{verb}", body, kind)
    assert 400 <= status < 500
    assert program.see(table)["version"] == before
