"""No table's log grows for ever: near its end nothing new begins, and at its end the table closes itself, whole and openly."""

import asyncio
from pathlib import Path

import pytest

from sofra.dealing import verify
from sofra.table import bounds
from sofra.table import commands as c
from sofra.table import service as service_module
from sofra.table.entries import Policy
from sofra.table.fold import Table
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.table.store import Row
from tests.table.support import ELIF, YANNIS, a_move, run, serving, two_at_a_table, until, who_holds


async def play_to(live: LiveTable, version: int) -> None:
    """Moves until the log is so long, or the table takes no more."""
    while live.table.version < version and live.table.phase == "playing":
        seat = live.table.asked[0]
        command = c.Move(f"m{live.table.version}", seat, live.table.version, a_move(live, seat))
        if not (await live.submit(who_holds(live, seat), command)).good:
            return


def test_near_the_end_of_its_log_a_match_is_played_on_and_nothing_new_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            assert (await live.submit(ELIF, c.React("hello", 0, "luck"))).good
            monkeypatch.setattr(bounds, "ENOUGH", live.table.version)
            for new in (c.React("e", 0, "luck"), c.SetPolicy("p", Policy(undo=False)), c.Rematch("r")):
                answer = await live.submit(ELIF, new)
                assert "set up a new one" in str(answer.error), new
            await play_to(live, live.table.version + 10)
            assert live.table.version >= bounds.ENOUGH + 10
            for seat, who in enumerate((ELIF, YANNIS)):
                assert (await live.submit(who, c.Agree("e", seat))).good
            await until(lambda: not live.table.envelopes[live.table.envelope].seed)
            assert "set up a new one" in str((await live.submit(ELIF, c.Rematch("r2"))).error)
            assert (await live.submit(ELIF, c.Close("c"))).good

    run(main())


@pytest.mark.parametrize("game", ["farkle", "racko", "raks"])
def test_at_the_end_of_its_log_a_table_closes_itself_and_opens_its_envelope(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service, game)
            monkeypatch.setattr(bounds, "MOST", live.table.version + 12)
            while live.table.version < bounds.MOST:
                await play_to(live, 10**6)
                # The first match may be over before that: a match of Rak's can end after a few moves.
                if live.table.phase == "over":
                    assert (await live.submit(ELIF, c.Rematch(f"r{live.table.version}"))).good
            await until(lambda: live.table.phase == "closed")
            assert live.table.reason == "full"
            # What was stored with the last move, and the two entries of the end.
            assert live.table.version <= bounds.MOST + 10
            verdict = verify(record_of(live.table), live.table.box.game)
            assert (verdict.good, verdict.over) == (True, False)
            ended = live.table.version
            assert not (await live.submit(ELIF, c.Leave("l", 0))).good
            assert live.table.version == ended

    run(main())


def test_a_log_that_is_too_long_already_is_closed_when_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
        monkeypatch.setattr(bounds, "MOST", live.table.version)
        async with serving(tmp_path) as service:
            again = await service.open(live.table.id)
            await until(lambda: again.table.phase == "closed")
            assert again.table.reason == "full"

    run(main())


def test_while_a_long_log_is_read_others_have_their_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "AT_ONCE", 5)
    turns = 0
    seen: list[int] = []
    take = Table.take

    def noted(table: Table, row: Row) -> None:
        seen.append(turns)
        take(table, row)

    async def others() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            await play_to(live, 60)
        async with serving(tmp_path) as service:
            busy = asyncio.create_task(others())
            monkeypatch.setattr(Table, "take", noted)
            again = await service.open(live.table.id)
            busy.cancel()
            assert again.table.version == len(seen) >= 60
            assert len(set(seen)) >= len(seen) // 5

    run(main())
