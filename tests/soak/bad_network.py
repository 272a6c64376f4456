"""Players behind a bad network: what they send is doubled, dropped, delayed and reordered, their sockets break, their devices
sleep. Afterwards everything that any device heard is held against the log, and against nothing else."""

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from sofra.table.fold import Table
from sofra.table.store import Row
from sofra.web import updates
from sofra.web.load import seat as seat_two
from sofra.web.load_socket import LoadSocket

_encode = msgspec.json.Encoder().encode


class Message(msgspec.Struct):
    """A message of the stream, as a careful client reads it."""

    version: int
    phase: str = ""
    seat: int | None = None
    ask: int = 0
    told: list[msgspec.Raw] | None = None
    snapshot: bool = False
    view: msgspec.Raw = msgspec.Raw(b"")
    moves: tuple[str, ...] = ()
    hash: str = ""
    answers: tuple[dict[str, Any], ...] = ()


_read = msgspec.json.Decoder(Message).decode


@dataclass
class Weather:
    """How bad the network is: chances by message, times in seconds."""

    copies: int = 3
    drop: float = 0.2
    stale: float = 0.1
    delay: float = 0.02
    cut: float = 0.02
    sleep: float = 0.1
    patience: float = 0.3


@dataclass
class Device:
    """One browser of one seat (or of nobody) with a socket that breaks. ``told`` is all it was told since ``first``."""

    place: "Place"
    seat: int | None
    cookie: str
    first: int = 0
    version: int = 0
    told: list[bytes] = field(default_factory=list)
    hashes: dict[int, str] = field(default_factory=dict)
    socket: LoadSocket | None = None
    faults: list[str] = field(default_factory=list)

    async def live(self) -> None:
        """Connect, listen, and connect again for ever."""
        place, rng = self.place, self.place.rng
        while True:
            server = rng.choice(place.servers).removeprefix("http")
            address = f"ws{server}/t/{place.table}/stream?as=json&since={self.version}"
            try:
                # Not wait_for: in Python 3.11 it can swallow that this is to stop.
                async with asyncio.timeout(5):
                    self.socket = await LoadSocket.open(address, {"cookie": self.cookie}, self.hear)
                await self.socket.gone
            except (OSError, TimeoutError):
                await asyncio.sleep(0.02)
            finally:
                if self.socket is not None:
                    self.socket.close()
                self.socket = None
            await asyncio.sleep(rng.uniform(0, place.weather.sleep))

    def hear(self, text: bytes) -> None:
        """Take a message in, or note what is wrong with it."""
        message = _read(text)
        if message.hash:
            self._take(message)
        if self.seat is not None:
            self.place.players[self.seat].hear(message)
        if self.place.rng.random() < self.place.weather.cut and self.socket is not None:
            self.socket.close()

    def _take(self, message: Message) -> None:
        if message.version < self.version:
            self.faults.append(f"version {message.version} after {self.version}")
            return
        if hashlib.sha256(bytes(message.view)).hexdigest()[:16] != message.hash:
            self.faults.append(f"the hash at {message.version} is not that of the view")
        if self.hashes.setdefault(message.version, message.hash) != message.hash:
            self.faults.append(f"two hashes at {message.version}")
        if message.phase == "lobby":
            # A node that has not heard of the start yet; what comes next can only be a snapshot.
            self.version = message.version
            return
        if not self.first:
            self.first = message.version
        elif message.told is None:
            self.faults.append(f"a snapshot at {message.version} instead of the gap since {self.version}")
        else:
            self.told += [bytes(tell) for tell in message.told]
        self.version = message.version


@dataclass
class Player:
    """Whoever plays a seat: sends each command until it is answered, and sometimes an old one once more."""

    place: "Place"
    seat: int
    acknowledged: dict[str, int] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    sent: list[bytes] = field(default_factory=list)
    waits: dict[str, asyncio.Event] = field(default_factory=dict)
    latest: Message | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, message: Message) -> None:
        for answer in message.answers:
            self._answered(answer)
        if message.hash and (self.latest is None or message.version >= self.latest.version):
            self.latest = message
            self.changed.set()

    def _answered(self, answer: dict[str, Any]) -> None:
        name = answer.get("command", "")
        if answer["outcome"] != "refused":
            before = self.acknowledged.setdefault(name, answer["version"])
            if before != answer["version"]:
                self.place.faults.append(f"{name} acknowledged at {before} and at {answer['version']}")
        elif answer["error"]["kind"] == "unsupported":
            # Nothing has happened: the same command goes out again in a moment.
            return
        else:
            self.refused.setdefault(name, answer["error"]["message"])
        if name in self.waits:
            self.waits[name].set()

    async def play(self) -> None:
        """Answer whatever is asked, until the match is over or enough was played."""
        place, number = self.place, 0
        while not place.enough.is_set():
            await self.changed.wait()
            self.changed.clear()
            seen = self.latest
            if seen is None or not seen.moves:
                continue
            number += 1
            name = f"s{self.seat}-{number}"
            await self._send(name, seen)
            if name in self.refused:
                # Something else was faster; look again.
                self.changed.set()

    def _choose(self, seen: Message) -> str:
        """Anything; or, where a match is played to its end, something that brings the end nearer."""
        moves, rng = seen.moves, self.place.rng
        if not self.place.hurry:
            return rng.choice(moves)
        for short in ("bank", "pass"):
            if short in moves:
                return short
        slots = [move for move in moves if move.startswith("put ")]
        if slots and rng.random() < 0.95:
            # A card of Rack-O goes where a card of its size belongs, whether it was taken or drawn.
            hand = json.loads(bytes(seen.view))["hand"]
            return slots[(hand - 1) * len(slots) // 40]
        return max(moves, key=len) if moves[0].startswith("keep ") else rng.choice(moves)

    async def _send(self, name: str, seen: Message) -> None:
        place, weather, rng = self.place, self.place.weather, self.place.rng
        command = _encode(
            {
                "do": "move",
                "command": name,
                "seat": self.seat,
                "ask": seen.ask,
                "move": self._choose(seen),
            }
        )
        answered = self.waits[name] = asyncio.Event()
        while not answered.is_set() and not place.enough.is_set():
            for _ in range(rng.randint(1, weather.copies)):
                place.post(self.seat, command)
            if self.sent and rng.random() < weather.stale:
                place.post(self.seat, rng.choice(self.sent))
            with suppress(TimeoutError):
                async with asyncio.timeout(weather.patience):
                    await answered.wait()
        self.sent.append(command)
        del self.waits[name]


class Place:
    """One table and everybody at it: two seats with two devices each, and a spectator."""

    def __init__(
        self,
        servers: Sequence[str],
        table: str,
        cookies: Sequence[str],
        *,
        rng: Random,
        weather: Weather,
        moves: int,
    ) -> None:
        self.servers, self.table, self.rng, self.weather, self.moves = servers, table, rng, weather, moves
        self.hurry = False
        self.enough = asyncio.Event()
        self.commands = 0
        self.faults: list[str] = []
        self._patience = self._stuck_at = 0.0
        self._reached: object = None
        self.players = [Player(self, seat) for seat in range(len(cookies))]
        self.devices = [Device(self, seat, cookie) for seat, cookie in enumerate(cookies) for _ in range(2)]
        self.devices.append(Device(self, None, "sofra=" + "w" * 43))

    def post(self, seat: int, command: bytes) -> None:
        """Send over any device of the seat, late, or not at all."""
        self.commands += 1
        if self.rng.random() < self.weather.drop:
            return
        device = self.rng.choice([device for device in self.devices if device.seat == seat])

        def arrive() -> None:
            if device.socket is not None and not device.socket.gone.done():
                device.socket.send(command)

        asyncio.get_running_loop().call_later(self.rng.uniform(0, self.weather.delay), arrive)

    async def play(self, seconds: float, read: Callable[[str], Awaitable[list[Row]]]) -> list[Row]:
        """Play until so many moves are acknowledged or the match is over; then wait until all devices know all of it.
        Returns the table's log, which ``read`` reads from the store. It is stuck when nothing gets on for so many seconds."""
        running = [asyncio.create_task(device.live()) for device in self.devices]
        playing = [asyncio.create_task(player.play()) for player in self.players]
        self._patience = seconds
        try:
            while not self._done():
                self._need_progress()
                await asyncio.sleep(0.02)
            self.enough.set()
            for player in self.players:
                player.changed.set()
            await asyncio.gather(*playing)
            self.weather = Weather(copies=1, drop=0, cut=0, sleep=0.05)
            return await self._settled(read)
        finally:
            for task in (*running, *playing):
                task.cancel()
            await asyncio.gather(*running, *playing, return_exceptions=True)

    def _need_progress(self) -> None:
        now = asyncio.get_running_loop().time()
        known = tuple(device.version for device in self.devices)
        reached = known, sum(len(player.acknowledged) for player in self.players)
        if reached != self._reached:
            self._reached, self._stuck_at = reached, now + self._patience
        assert now < self._stuck_at, self.stuck()

    async def _settled(self, read: Callable[[str], Awaitable[list[Row]]]) -> list[Row]:
        """The log when nothing is under way any more, and every device knows it to its end."""
        quiet, rows = 0, await read(self.table)
        while quiet < 3:
            self._need_progress()
            await asyncio.sleep(0.3)
            before, rows = len(rows), await read(self.table)
            known = all(device.version == len(rows) for device in self.devices)
            quiet = quiet + 1 if known and before == len(rows) else 0
        return rows

    def _done(self) -> bool:
        over = any(player.latest is not None and player.latest.phase == "over" for player in self.players)
        return over or sum(len(player.acknowledged) for player in self.players) >= self.moves

    def stuck(self) -> str:
        heard = [(device.seat, device.version, device.socket is not None) for device in self.devices]
        waits = [list(player.waits) for player in self.players]
        return f"table {self.table} does not get on: devices {heard}, unanswered {waits}"

    def check(self, rows: Sequence[Row]) -> int:
        """Hold everything against the log; returns how many moves were acknowledged."""
        faults = self.faults + [fault for device in self.devices for fault in device.faults]
        assert not faults, faults[:5]
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
        stood = [(row.seat, row.command) for row in rows if row.command is not None]
        assert len(stood) == len(set(stood)), "a command acted twice"
        at = {(row.seat, row.command): row.seq for row in rows if row.command is not None}
        for player in self.players:
            for name, version in player.acknowledged.items():
                assert at.get((player.seat, name)) == version, (
                    f"{name}: {version}, {at.get((player.seat, name))}"
                )
            for name in player.refused:
                if name not in player.acknowledged:
                    assert (player.seat, name) not in at, f"{name} was refused and acted"
        self._check_devices(rows)
        return sum(len(player.acknowledged) for player in self.players)

    def _check_devices(self, rows: Sequence[Row]) -> None:
        table = Table(self.table)
        viewers: list[int | None] = [*range(len(self.players)), None]
        hashes: dict[tuple[int | None, int], str] = {}
        for row in rows:
            table.take(row)
            for viewer in viewers:
                text = _encode(table.match.view(viewer)) if table.match is not None else b"null"
                hashes[viewer, row.seq] = hashlib.sha256(text).hexdigest()[:16]
        for device in self.devices:
            assert device.version == len(rows), (device.seat, device.version, len(rows))
            for version, found in device.hashes.items():
                assert hashes[device.seat, version] == found, f"another view at {version}"
            told = table.told_since(device.first, device.seat)
            assert told is not None
            assert device.told == [updates.tell_json(tell) for _, tell in told], device.seat


async def places(
    servers: Sequence[str], game: str, count: int, *, rng: Random, weather: Weather, moves: int, **form: str
) -> list[Place]:
    """So many tables that have begun, on servers at these addresses."""
    found = []
    for _ in range(count):
        table, *cookies = await seat_two(servers[0], game, rng.getrandbits(120), **form)
        found.append(Place(servers, table, cookies, rng=Random(rng.random()), weather=weather, moves=moves))
    return found
