"""Nobody takes more than their share, and what a node counts of itself holds no names."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from sofra.games import boxes
from sofra.web.limits import MOST_KEYS, Buckets, Limits, Rate, TooFast, Traffic
from tests.web.support import Person, app, move, new_table, on_turn, two_people


class Now:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    now = Now()
    buckets = Buckets(Rate(2, 3), now)
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0
    now.at = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0
    now.at = 100
    assert [buckets.take("a") for _ in range(4)][:3] == [0, 0, 0]


def test_a_flood_of_addresses_does_not_fill_the_memory() -> None:
    now = Now()
    buckets = Buckets(Rate(1, 3), now)
    for number in range(MOST_KEYS * 3):
        buckets.take(str(number))
        assert len(buckets) <= MOST_KEYS
    now.at = 1000
    for number in range(MOST_KEYS + 1):
        buckets.take(f"x{number}")
    assert len(buckets) <= MOST_KEYS


def test_sockets_of_an_address_are_counted_and_given_back() -> None:
    traffic = Traffic(Limits(sockets=2))
    traffic.connect("a")
    traffic.connect("a")
    with pytest.raises(TooFast):
        traffic.connect("a")
    traffic.connect("b")
    traffic.disconnect("a")
    traffic.connect("a")


def test_whoever_is_too_fast_is_told_to_wait_and_nothing_happens(tmp_path: Path) -> None:
    limits = Limits(commands=Rate(0.001, 6), tables=Rate(0.001, 2))
    with app(tmp_path, limits=limits) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        codes = [move(person, table, {**seen, "version": 1}, f"m{number}").status_code for number in range(8)]
        assert codes[-1] == 429
        response = move(person, table, seen, "late")
        assert response.status_code == 429
        assert int(response.headers["retry-after"]) >= 1
        assert "wait" in response.json()["error"]["message"]
        assert person.see(table)["version"] == seen["version"]
        with person.stream(table, f"as=json&since={seen['version']}") as socket:
            socket.send_json({"do": "move", "seat": 0, "ask": 1, "command": "s", "move": "roll"})
            assert "wait" in socket.receive_json()["answers"][0]["error"]["message"]
        assert new_table(yannis)
        form = {"game": "farkle", "chair-0": "person", "name-0": "A", "chair-1": "person", "name-1": "B"}
        assert yannis.post("/tables", form).status_code == 429


def test_what_has_to_be_worked_out_is_limited_by_address(tmp_path: Path) -> None:
    with app(tmp_path, limits=Limits(checks=Rate(0.001, 2))) as client:
        person, other = Person(client), Person(client)
        puzzle = next(f"/{key}/{name}" for key, box in boxes().items() for name in box.pages)
        assert person.post("/verify", {"record": "x"}).status_code == 400
        assert person.post(puzzle, {}).status_code == 200
        # Another browser is still the same address, and looking costs nothing.
        for address in ("/verify", puzzle):
            assert other.post(address, {"record": "x"}).status_code == 429
            assert other.get(address).status_code == 200


def test_too_many_sockets_of_one_address_are_closed(tmp_path: Path) -> None:
    with app(tmp_path, limits=Limits(sockets=1)) as client:
        elif_, yannis, table = two_people(client)
        with elif_.stream(table) as first:
            first.receive_text()
            with yannis.stream(table) as second, pytest.raises(WebSocketDisconnect) as closed:
                second.receive_text()
            assert closed.value.code == 4429


def test_many_browsers_of_one_address_share_its_commands() -> None:
    traffic = Traffic(Limits(commands_of_all=Rate(0.001, 5)))
    for number in range(5):
        traffic.command(f"browser-{number}", "a")
    with pytest.raises(TooFast):
        traffic.command("browser-5", "a")
    traffic.command("browser-5", "b")


def test_streams_of_events_count_among_the_sockets_of_an_address(tmp_path: Path) -> None:
    with app(tmp_path, limits=Limits(sockets=1)) as client:
        _, _, table = two_people(client)

        async def listen(gone: asyncio.Event, begun: asyncio.Future[int]) -> None:
            sent = [{"type": "http.request"}]

            async def receive() -> Any:
                if sent:
                    return sent.pop()
                await gone.wait()
                return {"type": "http.disconnect"}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    begun.set_result(message["status"])

            scope = {
                "type": "http",
                "method": "GET",
                "scheme": "http",
                "path": f"/t/{table}/events",
                "query_string": b"",
                "headers": [],
                "client": ("203.0.113.7", 5),
            }
            await client.app(scope, receive, send)

        async def main() -> list[int]:
            loop, found = asyncio.get_running_loop(), []
            gone, begun = asyncio.Event(), loop.create_future()
            first = loop.create_task(listen(gone, begun))
            found.append(await begun)
            for _ in range(2):
                begun, over = loop.create_future(), asyncio.Event()
                over.set()
                await listen(over, begun)
                found.append(await begun)
                gone.set()
                await first
            return found

        assert client.portal is not None
        assert client.portal.call(main) == [200, 429, 200]


def test_metrics_count_what_happens_for_the_machine_itself_only(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        person, seen = on_turn((elif_, yannis), table)
        assert move(person, table, seen, "m").status_code == 200
        assert move(person, table, seen, "m").status_code == 200
        assert move(person, table, seen, "m2").status_code == 409
        text = person.get("/metrics").text
        assert 'sofra_commands_total{outcome="already done"} 1' in text
        assert 'sofra_refused_total{kind="turn"} 1' in text
        assert "sofra_tables 1" in text
        assert 'sofra_store_seconds_bucket{le="+Inf"}' in text
        assert 'sofra_requests_total{status="409"} 1' in text
        for secret in (table, "Elif", "Yannis", *elif_.cookies.values()):
            assert secret not in text
        assert person.get("/metrics", **{"x-forwarded-for": "203.0.113.9"}).status_code == 404


def test_others_see_when_somebody_has_gone_and_come_back(tmp_path: Path) -> None:
    with app(tmp_path) as client:
        elif_, yannis, table = two_people(client)
        known = elif_.see(table)["version"]
        with (
            elif_.stream(table, f"since={known}") as watching,
            yannis.stream(table, f"since={known}"),
        ):
            update = watching.receive_json()
            assert update["presence"]
            assert set(update["regions"]) == {"ask", "chairs"}
            assert update["version"] == known
