"""A server that is killed loses nothing that it has acknowledged, and nothing happens twice when clients send again."""

import http.client
import resource
import threading
import time
from pathlib import Path
from random import Random

import pytest

from sofra.core import record as records
from sofra.games import open_box
from tests.web.process import Program, Server, free_port

TARGET = "500"


def sit_down(port: int, game: str = "farkle") -> tuple[tuple[Program, Program], str]:
    """Two programs at one table that has begun."""
    first, second = Program(port), Program(port)
    _, headers, _ = first.form(
        "/tables", {"game": game, "chair-0": "person", "name-0": "Elif", "chair-1": "open"}
    )
    table = headers["location"].removeprefix("/t/")
    second.cookie = "sofra=" + "b" * 43
    assert second.form(f"/t/{table}/sit", {"seat": 1, "command": "s", "name": "Can"})[0] == 303
    assert first.form(f"/t/{table}/start", {"command": "go"})[0] == 303
    return (first, second), table


def test_the_server_starts_on_little_and_stops_in_peace(tmp_path: Path) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with Server(tmp_path) as server:
        program = Program(server.port)
        assert program.ask("GET", "/healthz")[0] == 200
        program.close()
        status, log = server.stop()
        assert status == 0
        assert "Traceback" not in log
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Seconds on a processor, starting and stopping: they do not depend on who else uses it.
    assert spent.ru_utime + spent.ru_stime - before.ru_utime - before.ru_stime < 6


def test_a_killed_server_shows_the_same_table_when_it_is_started_again(tmp_path: Path) -> None:
    port = free_port()
    with Server(tmp_path, port) as server:
        people, table = sit_down(port)
        for number in range(25):
            seat = people[0].see(table)["asked"][0]
            seen = people[seat].see(table)
            body = {"seat": seat, "ask": seen["version"], "command": f"m{number}", "move": seen["moves"][0]}
            assert people[seat].send(f"/t/{table}/do", body)[0] == 200
        before = [person.see(table) for person in people]
        stranger = Program(port).see(table)
        server.kill()
    with Server(tmp_path, port):
        for person in people:
            person.close()
        assert [person.see(table) for person in people] == before
        assert Program(port).see(table) == stranger
        again = people[seat].send(f"/t/{table}/do", body)[1]
        assert again["outcome"] == "already done"
        assert people[0].see(table) == before[0]


class Stubborn(threading.Thread):
    """Plays its seat and sends every move again until it has an answer, whatever becomes of the server."""

    def __init__(self, program: Program, table: str, seat: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.program, self.table, self.seat = program, table, seat
        self.rng = Random(seed)
        self.acknowledged: dict[str, int] = {}
        self.acted: dict[str, str] = {}
        self.enough = threading.Event()
        self.twice: list[str] = []

    def run(self) -> None:
        number = 0
        while not self.enough.is_set():
            try:
                seen = self.program.see(self.table)
                if seen["phase"] != "playing":
                    return
                if self.seat not in seen["asked"]:
                    time.sleep(0.002)
                    continue
                number += 1
                name = f"s{self.seat}-{number}"
                move = self.rng.choice(seen["moves"])
                body = {"seat": self.seat, "ask": seen["version"], "command": name, "move": move}
                self._until_answered(name, body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)

    def _until_answered(self, name: str, body: dict[str, object]) -> None:
        while not self.enough.is_set():
            try:
                status, answer = self.program.send(f"/t/{self.table}/do", body)
            except (OSError, http.client.HTTPException):
                time.sleep(0.02)
                continue
            if status == 200:
                self.acknowledged[name] = answer["version"]
                self.acted[name] = str(body["move"])
            return


def kills(folder: Path, game: str, times: int, seed: int) -> None:
    port, rng = free_port(), Random(seed)
    server = Server(folder, port)
    try:
        people, table = sit_down(port, game)
        players = [Stubborn(program, table, seat, seed * 10 + seat) for seat, program in enumerate(people)]
        for player in players:
            player.start()
        for _ in range(times):
            go_on(players, 3)
            time.sleep(rng.uniform(0, 0.1))
            server.kill()
            server = Server(folder, port)
        go_on(players, 3)
        for player in players:
            player.enough.set()
        for player in players:
            player.join(60)
            player.program.close()
        acknowledged = {name for player in players for name in player.acknowledged}
        assert len(acknowledged) > times
        assert logged_commands(folder, table) >= acknowledged
        if people[0].see(table)["phase"] == "playing":
            for seat, program in enumerate(people):
                assert program.form(f"/t/{table}/end", {"seat": seat, "command": "e"})[0] == 303
        _, _, text = people[0].ask("GET", f"/t/{table}/record")
        record = records.parse(text.decode())
        if game == "farkle":
            records.replay(record, open_box(game).game)
        moves = [entry for entry in record.entries if type(entry).__name__ == "Act"]
        # Exactly once: as many moves as commands that stand in the log.
        assert len(moves) == len([name for name in logged_commands(folder, table) if name.startswith("s")])
    finally:
        if server.process.poll() is None:
            server.kill()


def go_on(players: list[Stubborn], moves: int) -> None:
    """Wait until so many more moves were acknowledged, or the match is over."""
    enough = sum(len(player.acknowledged) for player in players) + moves
    end = time.monotonic() + 60
    while sum(len(player.acknowledged) for player in players) < enough and any(p.is_alive() for p in players):
        assert time.monotonic() < end, "the players do not get on"
        time.sleep(0.002)


def logged_commands(folder: Path, table: str) -> set[str]:
    """The ids of all commands in a table's log, read past the server."""
    import sqlite3

    database = sqlite3.connect(folder / "sofra.db")
    try:
        rows = database.execute(
            "SELECT seq, seat, command FROM log WHERE table_id = ? ORDER BY seq", (table,)
        ).fetchall()
    finally:
        database.close()
    assert [row[0] for row in rows] == list(range(1, len(rows) + 1))
    return {row[2] for row in rows if row[2] and row[1] >= 0}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_every_acknowledged_move_is_there_exactly_once_after_kills_at_random_moments(
    tmp_path: Path, seed: int
) -> None:
    kills(tmp_path, "farkle", 5, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
def test_two_hundred_kills_lose_nothing(tmp_path: Path, seed: int) -> None:
    kills(tmp_path, "farkle", 10, 100 + seed)
