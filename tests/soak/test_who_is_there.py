"""Who is there, told between real servers: nobody sits in for a player who is at another node, until they have gone or it died."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sofra.web.load_socket import LoadSocket
from tests.soak.test_bad_network import say
from tests.table.postgres_server import Postgres, postgres
from tests.table.test_postgres import nats_server
from tests.web.process import Program, Server, free_port
from tests.web.test_kill import sit_down

SOON = {"absence": "sit in", "absence_after": 10}


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


class Seated:
    """A table at which the player who is asked comes to the second server, and the other to the first."""

    def __init__(self, first: Server, second: Server) -> None:
        self.people, self.table = sit_down(first.port)
        self.first, self.second = first, second
        policy = {"do": "policy", "command": "p", "policy": SOON}
        status, answer = self.people[0].send(f"/t/{self.table}/do", policy)
        assert status == 200, answer
        (self.seat,) = self.people[0].see(self.table)["asked"]

    async def connect(self) -> None:
        self.far = await self._open(self.second, self.people[self.seat])
        self.near = await self._open(self.first, self.people[1 - self.seat])

    async def _open(self, server: Server, person: Program) -> LoadSocket:
        where = f"ws{server.address.removeprefix('http')}/t/{self.table}/stream?as=json&since=0"
        return await LoadSocket.open(where, {"cookie": person.cookie}, lambda _: None)

    def stood_in_for(self, server: Server) -> bool:
        """Whether a computer player sits in for the far player, as that server tells a stranger."""
        stranger = Program(server.port)
        seen: dict[str, Any] = stranger.see(self.table)
        stranger.close()
        return bool(seen["chairs"][self.seat]["stand_in"])

    async def wait_for_stand_in(self, server: Server) -> float:
        began = time.monotonic()
        while not await asyncio.to_thread(self.stood_in_for, server):
            assert time.monotonic() - began < 200, "nobody sits in for a player who has gone"
            await asyncio.sleep(0.5)
        return time.monotonic() - began


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("bus", ["postgres", "nats"])
def test_a_player_at_another_server_is_there_until_they_leave_or_it_dies(
    tmp_path: Path, database: Postgres, bus: str
) -> None:
    async def main(first: Server, second: Server) -> None:
        leaving, dying = Seated(first, second), Seated(first, second)
        for seated in (leaving, dying):
            await seated.connect()
        # Longer than a table waits for who is away, and than the servers take to tell once more.
        await asyncio.sleep(30)
        for seated in (leaving, dying):
            assert not seated.stood_in_for(first)
            assert not seated.stood_in_for(second)
        leaving.far.close()
        left = await leaving.wait_for_stand_in(first)
        assert not dying.stood_in_for(first), "the player of the other table is there as before"
        await asyncio.to_thread(second.kill)
        died = await dying.wait_for_stand_in(first)
        say(f"{bus}: sat in {left:.0f} s after a player left, {died:.0f} s after their server was killed")
        for seated in (leaving, dying):
            seated.near.close()
            for person in seated.people:
                person.close()

    with ExitStack() as running:
        address = ""
        if bus == "nats":
            port = free_port()
            running.enter_context(nats_server(port))
            address = f"nats://127.0.0.1:{port}"
        first = running.enter_context(Server(tmp_path, database=database.address, bus=address))
        # It ends by SIGKILL.
        second = running.enter_context(Server(tmp_path, database=database.address, bus=address))
        asyncio.run(main(first, second))
