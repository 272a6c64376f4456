"""An evening at the server, shortened: people come, play, refresh, fall asleep, leave. Memory stays level, no table gets stuck."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from sofra.web.load import _post as post
from tests.soak import logs
from tests.soak.bad_network import Place, Weather, places
from tests.soak.test_bad_network import GAMES, say
from tests.soak.weighing import rss, stop
from tests.web.process import Server

PHONES = Weather(copies=2, drop=0.05, stale=0.05, delay=0.05, cut=0.02, sleep=2.0, patience=1.0)


async def look(server: Server, path: str, cookie: str) -> None:
    """Load a page as a browser does that was refreshed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    lines = [f"GET {path} HTTP/1.1", "Host: here", "Connection: close", f"Cookie: {cookie}"]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    async with asyncio.timeout(60):
        answer = await reader.read()
    writer.close()
    assert answer.startswith(b"HTTP/1.1 200"), answer[:200]


class Evening:
    """So many groups of people for so many seconds; ``weights`` are (seconds, bytes) of the server."""

    def __init__(self, server: Server, folder: Path, seconds: float, seed: int) -> None:
        self.server, self.folder, self.seconds = server, folder, seconds
        self.rng = Random(seed)
        self.began = time.monotonic()
        self.weights: list[tuple[float, int]] = []
        self.tables = self.moves = self.looks = 0

    @property
    def over(self) -> bool:
        return time.monotonic() - self.began > self.seconds

    async def group(self) -> None:
        """One table after the other."""
        while not self.over:
            await asyncio.sleep(self.rng.uniform(0, 2))
            moves = self.rng.randint(5, 60)
            (place,) = await places(
                [self.server.address], self.rng.choice(GAMES), 1, rng=self.rng, weather=PHONES, moves=moves
            )
            looking = asyncio.create_task(self.refresh(place))
            rows = await place.play(240, logs.reader(self.folder, ""))
            looking.cancel()
            with suppress(asyncio.CancelledError):
                await looking
            self.tables += 1
            self.moves += place.check(rows)
            if self.rng.random() < 0.5:
                await self.leave(place)

    async def refresh(self, place: Place) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.2, 2))
            await look(self.server, f"/t/{place.table}", self.rng.choice(place.devices).cookie)
            self.looks += 1

    async def leave(self, place: Place) -> None:
        """One gets up, and a computer player plays on; nobody may be left."""
        seat = self.rng.randrange(2)
        fields = {"seat": str(seat), "command": "bye"}
        await post(self.server.address, f"/t/{place.table}/leave", fields, place.devices[2 * seat].cookie)

    async def weigh(self) -> None:
        while not self.over:
            await asyncio.sleep(min(5, self.seconds / 20))
            self.weights.append((time.monotonic() - self.began, rss(self.server.process.pid)))

    def weight_at(self, share: float) -> float:
        """The middle of what was weighed around a share of the time."""
        around = [w for at, w in self.weights if abs(at - share * self.seconds) <= self.seconds / 15]
        return float(sorted(around)[len(around) // 2])


def evening(folder: Path, seconds: float, groups: int, seed: int) -> Evening:
    async def main(found: Evening) -> None:
        await asyncio.gather(found.weigh(), *(found.group() for _ in range(groups)))

    with Server(folder, warm=3, sweep_every=2) as server:
        found = Evening(server, folder, seconds, seed)
        asyncio.run(main(found))
        stop(server)
    grown = found.weight_at(1) / found.weight_at(0.3)
    megabytes = [round(weight / 2**20, 1) for _, weight in found.weights[:: max(1, len(found.weights) // 20)]]
    say(
        f"{found.tables} tables, {found.moves} moves, {found.looks} refreshes in {seconds:.0f} s; the server weighs"
        f" {grown:.3f} of what it did after three tenths of the time: {megabytes} MiB"
    )
    return found


def test_people_come_and_go_for_a_while_and_no_table_gets_stuck(tmp_path: Path) -> None:
    found = evening(tmp_path, 12, 6, 1)
    assert found.tables >= 6
    # So soon after the start caches still fill; the soak is strict.
    assert found.weight_at(1) <= 1.3 * found.weight_at(0.3)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_ten_minutes_leave_memory_level_and_no_table_stuck(tmp_path: Path) -> None:
    found = evening(tmp_path, 600, 15, int(time.time()))
    assert found.weight_at(1) <= 1.05 * found.weight_at(0.3)
