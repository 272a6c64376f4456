"""What web tests share: an application over a folder, and people with browsers of their own."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from sofra.table.service import Manner
from sofra.web.app import make_app
from sofra.web.limits import Limits
from sofra.web.nodes import opener

AT_ONCE = Manner(pace=0, sweep_every=3600)
ORIGIN = "http://testserver"


@contextmanager
def app(folder: Path, manner: Manner = AT_ONCE, limits: Limits | None = None) -> Iterator[TestClient]:
    with TestClient(
        make_app(opener(folder), manner, limits), follow_redirects=False, raise_server_exceptions=False
    ) as client:
        yield client


class Person:
    """Somebody with a browser: it keeps its own cookies and names its origin, as browsers do."""

    def __init__(self, client: TestClient, **headers: str) -> None:
        self.client = client
        self.cookies: dict[str, str] = {}
        self.headers = {"origin": ORIGIN, **headers}

    def _sent(self, headers: Mapping[str, str]) -> dict[str, str]:
        jar = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {**self.headers, **({"cookie": jar} if jar else {}), **headers}

    def _kept(self, response: Any) -> Any:
        for line in response.headers.get_list("set-cookie"):
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.client.cookies.clear()
        return response

    def get(self, address: str, **headers: str) -> Any:
        return self._kept(self.client.get(address, headers=self._sent(headers)))

    def post(self, address: str, form: Mapping[str, Any] | None = None, **headers: str) -> Any:
        return self._kept(self.client.post(address, data=dict(form or {}), headers=self._sent(headers)))

    def send(self, address: str, body: Any, **headers: str) -> Any:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        more = {"content-type": "application/json", **headers}
        return self._kept(self.client.post(address, content=content, headers=self._sent(more)))

    def stream(self, table: str, query: str = "as=json", **headers: str) -> Any:
        return self.client.websocket_connect(f"/t/{table}/stream?{query}", headers=self._sent(headers))

    def see(self, table: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"/t/{table}", accept="application/json").json()
        return found


def new_table(person: Person, game: str = "farkle", *chairs: str) -> str:
    """A table as the form makes it; a chair is a name, "open" or "bot:<persona>"."""
    form = {"game": game, "preset": ""}
    for seat, chair in enumerate(chairs or ("Elif", "Can")):
        special = chair == "open" or chair.startswith("bot:")
        form[f"chair-{seat}"] = chair if special else "person"
        form[f"name-{seat}"] = "" if special else chair
    response = person.post("/tables", form)
    assert response.status_code == 303, response.text
    return str(response.headers["location"]).removeprefix("/t/")


def hidden_fields(page: str) -> dict[str, str]:
    """The hidden fields of a page's move form."""
    start = page.index('id="match"')
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', page[start : start + 4000])
    return dict(found[:3])


def two_people(client: TestClient, game: str = "farkle") -> tuple[Person, Person, str]:
    """Elif made a table, Yannis sat down by link, and the match has begun."""
    elif_, yannis = Person(client), Person(client)
    table = new_table(elif_, game, "Elif", "open")
    assert (
        yannis.post(
            f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Yannis", "mark": "sky"}
        ).status_code
        == 303
    )
    assert elif_.post(f"/t/{table}/start", {"command": "go"}).status_code == 303
    return elif_, yannis, table


def on_turn(people: tuple[Person, Person], table: str) -> tuple[Person, dict[str, Any]]:
    """Who is asked now, and what they see."""
    asked = people[0].see(table)["asked"][0]
    person = people[asked]
    return person, person.see(table)


def move(person: Person, table: str, seen: Mapping[str, Any], command: Any, **changed: Any) -> Any:
    """Post a move as a program does."""
    body = {
        "seat": seen["seat"],
        "ask": seen["version"],
        "command": command,
        "move": seen["moves"][0],
        **changed,
    }
    return person.send(f"/t/{table}/do", body)
