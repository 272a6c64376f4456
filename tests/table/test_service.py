"""The service: tables come back from their logs, idle ones are swept, failing stores lose nothing that was acknowledged."""

import asyncio
import gc
import weakref
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sofra.core.errors import Unknown
from sofra.games import open_box
from sofra.table import commands as c
from sofra.table import live as live_module
from sofra.table import memory, presence
from sofra.table.live import LiveTable, Unavailable
from sofra.table.making import NewSeat
from sofra.table.service import Service
from sofra.table.sqlite import SqliteStore
from sofra.table.store import Append, Gone, Row, Stored
from tests.table.support import (
    AT_ONCE,
    ELIF,
    YANNIS,
    ZOE,
    HeldClock,
    a_move,
    new,
    play,
    run,
    serving,
    two_at_a_table,
    until,
    who_holds,
)

DAYS = 86_400.0


def test_a_table_nobody_uses_leaves_memory_and_comes_back_as_it_was(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = await two_at_a_table(service)
            await play(live, live.table.asked[0], "m")
            match = live.table.match
            assert match is not None
            clock.move_on(200)
            await service.sweep()
            assert service.warm == 1
            clock.move_on(200)
            await service.sweep()
            assert service.warm == 0
            again = await service.open(live.table.id)
            assert again is not live
            assert again.table.match is not None
            assert again.table.match.log == match.log
            assert again.table.version == live.table.version

    run(main())


def test_a_table_that_somebody_watches_stays_in_memory(tmp_path: Path) -> None:
    class Somebody:
        def wake(self) -> None:
            pass

    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = await two_at_a_table(service)
            live.watchers.add(Somebody())
            clock.move_on(10_000)
            await service.sweep()
            assert service.warm == 1

    run(main())


def test_a_table_left_alone_for_long_is_closed_and_in_the_end_deleted(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = await two_at_a_table(service)
            clock.move_on(29 * DAYS)
            await service.sweep()
            assert (await service.open(live.table.id)).table.phase == "playing"
            clock.move_on(2 * DAYS)
            await service.sweep()
            closed = await service.open(live.table.id)
            assert (closed.table.phase, closed.table.reason) == ("closed", "idle")
            assert closed.table.envelopes[1].seed, "also then the envelope is opened"
            clock.move_on(366 * DAYS)
            await service.sweep()
            with pytest.raises(Unknown):
                await service.open(live.table.id)

    run(main())


def test_ten_thousand_opened_and_swept_tables_leave_nothing_behind(tmp_path: Path) -> None:
    """The same with fewer tables; the soak opens ten thousand and weighs the process."""

    async def main() -> None:
        def alive() -> list[LiveTable]:
            gc.collect()
            return [found for found in gc.get_objects() if isinstance(found, LiveTable)]

        clock = HeldClock()
        # What failed before in this process may be kept for its report.
        others = alive()
        async with serving(tmp_path, clock=clock) as service:
            for _ in range(50):
                await service.create(new(), ELIF.device)
            assert len(alive()) == len(others) + 50, "the check sees tables"
            clock.move_on(400)
            await service.sweep()
            assert service.warm == 0
            assert len(alive()) == len(others)

    run(main())


class Forgetful:
    """A store that takes what it is given and loses everything that was not synced when the power goes."""

    def __init__(self) -> None:
        self.synced: list[Append] = []
        self.waiting: list[tuple[Append, asyncio.Future[None]]] = []

    def append(self, append: Append) -> asyncio.Future[None]:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.waiting.append((append, future))
        return future

    def sync(self) -> None:
        for append, future in self.waiting:
            self.synced.append(append)
            future.set_result(None)
        self.waiting = []

    def lose_power(self) -> None:
        for _, future in self.waiting:
            future.set_exception(Gone("power"))
        self.waiting = []

    async def load(self, table: str, after: int = 0) -> Stored:
        rows = tuple(
            row for append in self.synced for row in append.rows if append.table == table and row.seq > after
        )
        return Stored(rows, tuple(secret for append in self.synced for secret in append.secrets))

    async def close(self) -> None:
        pass


def test_nothing_is_acknowledged_or_shown_before_it_is_synced(tmp_path: Path) -> None:
    async def main() -> None:
        store: Any = Forgetful()
        service = Service(store, manner=AT_ONCE)
        making = asyncio.create_task(service.create(new(), ELIF.device))
        await until(lambda: bool(store.waiting))
        assert not making.done()
        while not making.done():
            store.sync()
            await until(lambda: bool(store.waiting) or making.done())
        live = await making
        version, seat = live.table.version, live.table.asked[0]
        woken = []

        class Watching:
            def wake(self) -> None:
                woken.append(live.table.version)

        live.watchers.add(Watching())
        future = live.submit(ELIF, c.Move("m", seat, version, "roll"))
        await until(lambda: bool(store.waiting))
        assert not future.done()
        assert (live.table.version, woken) == (version, [])
        store.lose_power()
        answer = await future
        assert isinstance(answer.error, Unavailable)
        assert (live.table.version, woken) == (version, [])
        again = live.submit(ELIF, c.Move("m", seat, version, "roll"))
        await until(lambda: bool(store.waiting))
        store.sync()
        assert (await again).outcome == "accepted"
        assert woken == [live.table.version]
        await service.close()

    run(main())


def test_a_table_that_could_not_be_stored_does_not_exist(tmp_path: Path) -> None:
    async def main() -> None:
        store: Any = Forgetful()
        service = Service(store, manner=AT_ONCE)
        making = asyncio.create_task(service.create(new(), ELIF.device))
        await until(lambda: bool(store.waiting))
        store.lose_power()
        with pytest.raises(Unavailable):
            await making
        assert service.warm == 0
        await service.close()

    run(main())


def test_two_writers_of_one_log_agree_and_none_acts_twice(tmp_path: Path) -> None:
    """Two services on one database, as two nodes are: the players of a table are on different ones."""

    async def main() -> None:
        one = Service(SqliteStore(tmp_path), manner=AT_ONCE)
        two = Service(SqliteStore(tmp_path), manner=AT_ONCE)
        here = await two_at_a_table(one)
        there = await two.open(here.table.id)
        for number in range(80):
            # Whoever acts does not know yet what the other node has stored.
            seat = here.table.asked[0] if here.table.asked else 0
            if here.table.phase != "playing":
                break
            live = (here, there)[number % 2]
            command = c.Move(f"m{number}", seat, here.table.version, a_move(here, seat))
            who = who_holds(here, seat)
            answers = await asyncio.gather(
                live.submit(who, command), (there, here)[number % 2].submit(who, command)
            )
            await here.read_to(here.table.version + 1)
            await there.read_to(there.table.version + 1)
            assert sorted(answer.outcome for answer in answers) in (
                ["accepted", "already done"],
                ["accepted", "refused"],
                ["already done", "already done"],
            )
        assert here.table.version == there.table.version > 60
        assert here.table.match is not None
        assert there.table.match is not None
        assert here.table.match.log == there.table.match.log
        await one.close()
        await two.close()

    run(main())


def test_unknown_tables_are_unknown_without_asking_the_store_for_nonsense(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            for table in ("", "x", "A" * 21, "A" * 23, "A" * 21 + "/", "A" * 22, "A" * 5000):
                with pytest.raises(Unknown):
                    await service.open(table)
            assert service.warm == 0

    run(main())


def test_many_who_open_one_table_at_once_share_one(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
        async with serving(tmp_path) as service:
            found = await asyncio.gather(*(service.open(live.table.id) for _ in range(20)))
            assert len(set(map(id, found))) == 1

    run(main())


def test_the_role_of_the_host_is_passed_on_and_follows_the_chair(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await service.create(
                new("farkle", NewSeat("person", "Elif"), NewSeat("open")), ELIF.device
            )
            await live.submit(YANNIS, c.Sit("s", 1, "Yannis"))
            assert not (await live.submit(YANNIS, c.PassHost("h", 1))).good
            assert (await live.submit(ELIF, c.PassHost("h", 1))).good
            assert not (await live.submit(ELIF, c.Start("go"))).good
            assert (await live.submit(YANNIS, c.Start("go"))).good
            for seat, who in ((0, ELIF), (1, YANNIS)):
                assert (await live.submit(who, c.Agree("e", seat))).good
            await until(lambda: live.table.phase == "over")
            assert (await live.submit(ELIF, c.Rematch("r"))).good
            assert live.table.chairs[0].name == "Yannis"
            assert live.table.is_host(YANNIS.device)
            assert not live.table.is_host(ELIF.device)

    run(main())


def test_the_role_of_a_host_who_leaves_goes_to_somebody_who_sits_there(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            # In a match: Elif made the table and leaves it.
            live = await two_at_a_table(service)
            assert (await live.submit(ELIF, c.Leave("l", 0))).good
            assert live.table.is_host(YANNIS.device)
            assert not live.table.is_host(ELIF.device)
            # Before one: Yannis has the role and gets up; it falls back to her, who sits there.
            seats = NewSeat("person", "Elif"), NewSeat("open"), NewSeat("open")
            live = await service.create(new("farkle", *seats), ELIF.device)
            for seat, who in ((1, YANNIS), (2, ZOE)):
                assert (await live.submit(who, c.Sit("s", seat, f"Guest {seat}"))).good
            assert (await live.submit(ELIF, c.PassHost("h", 1))).good
            assert (await live.submit(YANNIS, c.Leave("l", 1))).good
            assert live.table.is_host(ELIF.device)
            # Whoever made a table may get up before the match, and sit down elsewhere, without losing the role.
            assert (await live.submit(ELIF, c.Leave("l2", 0))).good
            assert live.table.is_host(ELIF.device)
            # Had she gone for good, it would be of those who sit there.
            assert (await live.submit(ELIF, c.PassHost("h2", 2))).good
            assert (await live.submit(YANNIS, c.Sit("s2", 0, "Yannis"))).good
            assert (await live.submit(ZOE, c.Leave("l", 2))).good
            assert live.table.is_host(YANNIS.device)

    run(main())


def test_the_host_removes_a_player_and_a_computer_player_plays_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            assert not (await live.submit(YANNIS, c.Remove("r", 0))).good
            assert (await live.submit(ELIF, c.Remove("r", 1))).good
            assert live.table.chairs[1].kind == "bot"
            match = live.table.match
            assert match is not None
            assert any(type(entry).__name__ == "StandIn" for entry in match.log)

    run(main())


def test_a_policy_out_of_bounds_is_refused_and_one_within_is_kept(tmp_path: Path) -> None:
    from sofra.table.entries import Policy

    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            assert not (await live.submit(ELIF, c.SetPolicy("p", Policy(absence_after=1)))).good
            assert not (await live.submit(YANNIS, c.SetPolicy("p", Policy(undo=False)))).good
            assert (await live.submit(ELIF, c.SetPolicy("p2", Policy(undo=False)))).good
            seat = live.table.asked[0]
            refused = await live.submit(who_holds(live, seat), c.Undo("u", seat, 0))
            assert "without undo" in str(refused.error)

    run(main())


def test_rows_that_do_not_follow_are_refused_by_the_fold() -> None:
    from sofra.table.fold import Table

    with pytest.raises(ValueError, match="cannot follow"):
        Table("t").take(Row(2, 0, c.Policy()))  # type: ignore[arg-type]


def test_a_fault_in_a_game_is_told_to_its_caller_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path, replace(AT_ONCE)) as service:
            live = await two_at_a_table(service)
            seat = live.table.asked[0]
            game = type(live.table.box.game)
            with monkeypatch.context() as patch:
                patch.setattr(game, "read", lambda *_: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await live.submit(who_holds(live, seat), c.Move("m", seat, live.table.version, "roll"))
            assert (await play(live, seat, "m2")).good

    run(main())


def test_a_node_that_has_not_heard_reads_on_before_it_judges_or_shows_what_a_client_knows_from_another(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as one, serving(tmp_path) as two:
            here = await two_at_a_table(one)
            there = await two.open(here.table.id)
            await play(here, here.table.asked[0], "m1")
            assert there.table.version < here.table.version
            await asyncio.gather(*(there.read_to(here.table.version) for _ in range(3)))
            assert there.table.version == here.table.version
            await play(here, here.table.asked[0], "m2")
            seat = here.table.asked[0]
            assert there.table.version < here.table.version
            command = c.Move("m3", seat, here.table.version, a_move(here, seat))
            assert (await there.submit(who_holds(here, seat), command)).outcome == "accepted"
            # What nobody stored is asked for once and not waited for.
            await there.read_to(10**9)
            await there.store.close()
            with pytest.raises(Unavailable):
                await there.read_to(10**9)

    run(main())


class HeldStore(SqliteStore):
    """A store whose answers to ``load`` are on their way for as long as a test likes."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.let_go = asyncio.Event()

    async def load(self, table: str, after: int = 0) -> Stored:
        found = await super().load(table, after)
        await self.let_go.wait()
        return found


@pytest.mark.parametrize("news", ["a version", "something was missed"])
def test_what_another_node_stores_while_a_table_is_being_read_is_heard(tmp_path: Path, news: str) -> None:
    async def main() -> None:
        held = HeldStore(tmp_path)
        two = Service(held, manner=AT_ONCE)
        async with serving(tmp_path) as one:
            here = await two_at_a_table(one)
            opening = asyncio.create_task(two.open(here.table.id))
            await asyncio.sleep(0.1)
            assert not opening.done()
            await play(here, here.table.asked[0], "m1")
            if news == "a version":
                two._heard(here.table.id, here.table.version)
            else:
                two._missed()
            held.let_go.set()
            there = await opening
            await until(lambda: there.table.version == here.table.version)
            await two.close()

    run(main())


class FailingStore(SqliteStore):
    """A store that does not answer ``load`` as long as a test likes."""

    away = False

    async def load(self, table: str, after: int = 0) -> Stored:
        if self.away:
            raise Gone("away")
        return await super().load(table, after)


def test_what_could_not_be_read_when_it_was_heard_of_is_read_when_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "READ_AGAIN", 0.01)

    async def main() -> None:
        store = FailingStore(tmp_path)
        two = Service(store, manner=AT_ONCE)
        async with serving(tmp_path) as one:
            here = await two_at_a_table(one)
            there = await two.open(here.table.id)
            store.away = True
            await play(here, here.table.asked[0], "m1")
            there.hear(here.table.version)
            await asyncio.sleep(0.1)
            assert there.table.version < here.table.version
            store.away = False
            await until(lambda: there.table.version == here.table.version)
            await two.close()

    run(main())


class SlowStore(SqliteStore):
    """A store that takes nothing in before a test lets it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.let_go = asyncio.Event()
        self.let_go.set()

    def append(self, append: Append) -> asyncio.Future[None]:
        async def later() -> None:
            await self.let_go.wait()
            await super(SlowStore, self).append(append)

        return asyncio.ensure_future(later())


def test_whoever_waits_for_a_version_that_this_node_itself_is_storing_is_not_forgotten(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        store = SlowStore(tmp_path)
        service = Service(store, manner=AT_ONCE)
        live = await two_at_a_table(service)
        for number in range(5):
            store.let_go.clear()
            moving = asyncio.create_task(play(live, live.table.asked[0], f"m{number}"))
            await asyncio.sleep(0)
            # As a device does that has heard of it from another node, and comes to this one.
            coming = asyncio.create_task(live.read_to(live.table.version + 1))
            await asyncio.sleep(0)
            assert not coming.done()
            store.let_go.set()
            assert (await moving).good
            await asyncio.wait_for(coming, 20)
        await service.close()

    run(main())


class FullStore(SqliteStore):
    """A store that takes nothing as long as a test likes."""

    full = False

    def append(self, append: Append) -> asyncio.Future[None]:
        if self.full:
            refused: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            refused.set_exception(Gone("full"))
            return refused
        return super().append(append)


def test_computer_players_go_on_when_the_store_takes_moves_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "READ_AGAIN", 0.01)

    async def main() -> None:
        store = FullStore(tmp_path)
        service = Service(store, manner=AT_ONCE)
        persona = next(iter(open_box("farkle").players))
        seats = NewSeat("person", "Elif"), NewSeat("bot", persona=persona)
        live = await service.create(new("farkle", *seats), ELIF.device)
        assert (await live.submit(ELIF, c.Leave("bye", 0))).good
        store.full = True
        await until(lambda: service.meter.answers["refused"] > 0)
        stopped = live.table.version
        waits = not live.idle or service.bots.thinks(live.table.id)
        assert waits, "a table that has something to store is not forgotten"
        store.full = False
        await until(lambda: live.table.version > stopped + 5 or live.table.phase == "over")
        await service.close()

    run(main())


def test_passers_by_are_forgotten_and_those_who_sit_there_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(presence, "MOST", 10)

    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = await two_at_a_table(service)
            clock.move_on(5)
            for who in (ELIF, YANNIS):
                live.seen(who.device)
            at = clock.now()
            for number in range(100):
                clock.move_on(1)
                live.seen(f"passer-by-{number}")
                assert len(live.presence.seen_at) <= 11
            assert {live.presence.last_seen(seat) for seat in (0, 1)} == {at}

    run(main())


class Knot:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.me = self


def test_many_tables_that_were_dropped_give_their_memory_back_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back: list[int] = []
    monkeypatch.setattr(memory, "MANY", 3)
    monkeypatch.setattr(memory, "give_back", lambda: given_back.append(service.warm))

    async def main() -> None:
        nonlocal service
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            for count in (2, 1, 2):
                for _ in range(count):
                    await two_at_a_table(service)
                clock.move_on(400)
                await service.sweep()

    service: Any = None
    run(main())
    assert given_back == [0]


def test_what_is_given_back_includes_what_only_holds_itself() -> None:
    gc.disable()
    try:
        gone = weakref.ref(Knot())
        assert gone() is not None
        memory.give_back()
        assert gone() is None
    finally:
        gc.enable()
