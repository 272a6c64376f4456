"""All tables of one node: making and finding them, what follows of itself (computer players, envelopes), sweeping."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from sofra import dealing
from sofra.core.errors import Unknown
from sofra.table import absence, bounds, clocks, ids, listing, memory, windows
from sofra.table import decide as judging
from sofra.table.bots import Bots
from sofra.table.bus import Bus, LocalBus
from sofra.table.clock import Clock, WallClock
from sofra.table.commands import Start
from sofra.table.envelopes import Vault
from sofra.table.fold import Table
from sofra.table.importing import make_imported
from sofra.table.judging import SERVER, Who
from sofra.table.live import LiveTable, Unavailable
from sofra.table.making import NewTable, make
from sofra.table.meter import Meter
from sofra.table.store import Append, Store

REVEAL_WITHIN = 30.0
GREET_EVERY = 20.0
# News of a version that nobody has named.
LATEST = 2**62
DAY = 86_400_000
AT_ONCE = 500
"""Rows that are folded before others have their turn."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How a node goes about it. Times in seconds, days where it says so.

    ``pace`` scales how long computer players take. A table nobody uses is dropped from memory after ``warm``, closed when
    nothing happened for ``idle_days``, and deleted ``kept_days`` after that.
    """

    pace: float = 1.0
    warm: float = 300.0
    sweep_every: float = 60.0
    idle_days: float = 30.0
    kept_days: float = 365.0
    threads: int = max(1, min(4, (os.cpu_count() or 1) - 1))
    new_seed: Callable[[], bytes] = dealing.new_seed
    new_table_id: Callable[[], str] = ids.table_id


class Service:
    """The tables of one node. Everything runs in the event loop that made it."""

    def __init__(
        self,
        store: Store,
        *,
        clock: Clock | None = None,
        manner: Manner | None = None,
        bus: Bus | None = None,
    ) -> None:
        self.store = store
        self.bus = bus or LocalBus()
        self.clock = clock or WallClock()
        self.manner = manner or Manner()
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._news: dict[str, int] = {}
        self._executor = ThreadPoolExecutor(self.manner.threads, "sofra-bot")
        self.bots = Bots(self._executor, self.clock, self._loop, self.manner.pace)
        self.meter = Meter()
        self._closing = False
        self._dropped = 0

    @property
    def warm(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    @property
    def connections(self) -> int:
        """How many sockets and event streams are open."""
        return sum(len(live.watchers) for live in self._tables.values())

    async def create(self, new: NewTable, device: str) -> LiveTable:
        """A new table, stored. It begins at once when no chair is open. Raises Malformed, Illegal or Unavailable."""
        live = await self._keep(
            *make(new, device, self.clock.now(), self.manner.new_seed, self.manner.new_table_id())
        )
        if not new.waits and not listing.free_chairs(live.table):
            await live.submit(Who(device), Start("first"))
        return live

    async def bring(self, record: str, device: str) -> LiveTable:
        """A table that shows a finished record. Raises Malformed (with line and column), Illegal or Unavailable."""
        now, table_id = self.clock.now(), self.manner.new_table_id()
        return await self._keep(*await asyncio.to_thread(make_imported, record, device, now, table_id))

    async def _keep(self, table: Table, append: Append) -> LiveTable:
        try:
            await self.store.append(append)
        except Exception as error:
            raise Unavailable("the table could not be stored; try again in a moment") from error
        return self._live(table, Vault(dict(append.secrets)))

    async def open(self, table: str) -> LiveTable:
        """The table of an id, from memory or from its log. Raises Unknown."""
        live = self._tables.get(table)
        if live is not None:
            live.used_at = self.clock.now()
            return live
        if not ids.is_table_id(table):
            raise Unknown("there is no such table; check the link")
        task = self._loading.get(table)
        if task is None:
            task = self._loading[table] = self._loop.create_task(self._load(table))
            task.add_done_callback(lambda done: self._loaded(table, done))
        return await asyncio.shield(task)

    async def tables_of(self, device: str) -> list[LiveTable]:
        """The tables at which a browser sits, the latest first."""
        found = []
        for table in await self.store.tables_of(device):
            live = await self.open(table)
            if live.table.seats_of(device) or live.table.is_host(device):
                found.append(live)
        return found

    async def listed(self) -> list[LiveTable]:
        """The tables that anybody may find, those with free chairs first."""
        now = self.clock.now()
        found = [await self.open(table) for table in await self.store.tables_of(listing.LISTED, listing.MOST)]
        there = [live for live in found if listing.is_open(live.table, now)]
        return sorted(there, key=lambda live: listing.place(live.table))

    async def run(self) -> None:
        """Resume what was under way when the server stopped, then sweep for ever. Cancel to stop."""
        self.bus.listen(self._heard, self._missed, self._noticed)
        self._greet()
        for table in await self.store.live(self.clock.now() - 2 * DAY):
            live = await self.open(table)
            self._follow(live)
        while True:
            await asyncio.sleep(self.manner.sweep_every)
            await self.sweep()

    async def sweep(self) -> None:
        """Drop tables from memory that nobody uses, and give it back; close and delete those left alone for long."""
        now = self.clock.now()
        for key, live in tuple(self._tables.items()):
            if live.idle and now - live.used_at >= self.manner.warm * 1000 and not self.bots.thinks(key):
                self._drop(key)
        if self._dropped >= memory.MANY:
            self._dropped = 0
            memory.give_back()
        for table in await self.store.idle(now - int(self.manner.idle_days * DAY)):
            live = await self.open(table)
            await live.run(SERVER, -1, "idle", lambda case: judging.close(case, "idle"))
        for table in await self.store.closed(now - int(self.manner.kept_days * DAY)):
            self._drop(table)
            await self.store.delete(table)

    def _drop(self, table: str) -> None:
        if live := self._tables.pop(table, None):
            live.stop_timers(*live.timers)
            live.presence.rest()
            self._dropped += 1

    async def close(self) -> None:
        """Stop thinking and let the store finish what it took."""
        self._closing = True
        self._executor.shutdown(wait=False, cancel_futures=True)
        await self.bus.close()
        await self.store.close()

    def _heard(self, table: str, version: int) -> None:
        """Another node has stored something; only tables in memory want to know, and those that are just being read."""
        if live := self._tables.get(table):
            live.hear(version)
        elif table in self._loading:
            self._news[table] = max(version, self._news.get(table, 0))

    def _noticed(self, table: str, device: str, here: bool) -> None:
        """Another node tells who is there; only tables in memory want to know."""
        if live := self._tables.get(table):
            live.presence.noticed(device, here)

    def _greet(self) -> None:
        """Tell the other nodes who is here, for ever."""
        if self._closing:
            return
        for live in tuple(self._tables.values()):
            live.presence.greet()
        self.clock.later(GREET_EVERY, self._greet)

    def _missed(self) -> None:
        for live in self._tables.values():
            live.hear(live.table.version + 1)
        self._news.update(dict.fromkeys(self._loading, LATEST))

    def _loaded(self, table: str, done: asyncio.Task[LiveTable]) -> None:
        if not done.cancelled():
            done.exception()  # Whoever asked may have gone: nothing is left to complain of.
        self._loading.pop(table, None)
        news = self._news.pop(table, 0)
        if live := self._tables.get(table):
            live.hear(live.table.version + 1 if news == LATEST else news)

    async def _load(self, key: str) -> LiveTable:
        stored = await self.store.load(key)
        if not stored.rows:
            raise Unknown("there is no such table; check the link")
        table = Table(key)
        for row in stored.rows:
            table.take(row)
            if not row.seq % AT_ONCE:
                # Others do not wait for a long log.
                await asyncio.sleep(0)
        live = self._live(table, Vault(dict(stored.secrets)))
        self._follow(live)
        live.presence.look_round_later()
        return live

    def _live(self, table: Table, vault: Vault) -> LiveTable:
        live = LiveTable(
            table,
            vault,
            self.store,
            self.clock,
            self._loop,
            self.manner.new_seed,
            self._follow,
            self._play_for,
            self.bus.tell,
            self.bus.greet,
            alone=isinstance(self.bus, LocalBus),
            used_at=self.clock.now(),
            meter=self.meter,
        )
        self._tables[table.id] = live
        return live

    def _follow(self, live: LiveTable) -> None:
        """What a table does of itself after anything was stored (or when it was loaded): seal the next envelope, begin when
        the last seed is revealed, let computer players think."""
        if self._closing:
            return
        table = live.table
        if table.phase != "playing":
            # What was waited for in a match that is over would keep its table in memory.
            live.stop_timers(absence.TIMER, windows.TIMER, clocks.TIMER)
        if table.phase != "sealing":
            live.stop_timers(*(name for name in live.timers if name.startswith("seal:")))
        if bounds.is_full(table):
            live.run(SERVER, -1, "full", lambda case: judging.close(case, "full"))
        elif table.phase == "playing":
            absence.look(live)
            windows.look(live)
            clocks.look(live)
            self.bots.look(live)
        elif table.phase == "over":
            if table.envelopes[table.envelope].seed:
                live.run(SERVER, -1, f"seal:{table.envelope + 1}", judging.seal_anew)
        elif table.phase == "sealing":
            self._seal(live)

    def _seal(self, live: LiveTable) -> None:
        """Begin when every promised seed is revealed; after a while leave out who did not, and seal anew."""
        table = live.table
        number = table.envelope
        envelope = table.envelopes[number]
        given = {found.who for found in envelope.given if found.kind == "device"}
        if given == {device for device, _ in envelope.promised}:
            live.run(SERVER, -1, f"begin:{number}", judging.begin_sealed)
            return
        if f"seal:{number}" in live.timers:
            return

        def overdue() -> None:
            live.stop_timers(f"seal:{number}")
            if table.phase == "sealing" and table.envelope == number:
                live.run(SERVER, -1, f"seal:{number + 1}", judging.seal_anew)

        waited = (self.clock.now() - table.sealing_since) / 1000
        live.set_timer(f"seal:{number}", max(0.0, REVEAL_WITHIN - waited), overdue)

    def _play_for(self, live: LiveTable, seat: int) -> None:
        key = live.table.chairs[seat].played_by or next(iter(live.table.box.players))
        self.bots.think(live, seat, key)
