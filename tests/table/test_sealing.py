"""Envelopes: sealed before anybody puts anything in, opened at the end or when a match is given up; devices' own seeds."""

import hashlib
from pathlib import Path

from sofra.core import record as records
from sofra.dealing import promise, verify
from sofra.dealing.sealed import Seal, commitment
from sofra.table import commands as c
from sofra.table.envelopes import place
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat
from sofra.table.service import REVEAL_WITHIN, Service
from tests.table.support import (
    ELIF,
    YANNIS,
    ZOE,
    HeldClock,
    new,
    play,
    run,
    serving,
    tiny_on_the_shelf,
    two_at_a_table,
    until,
)

SEEDS = {ELIF: bytes([1]) * 32, YANNIS: bytes([2]) * 32}


async def lobby(service: Service, game: str = "tiny") -> LiveTable:
    live = await service.create(new(game, NewSeat("person", "Elif"), NewSeat("open")), ELIF.device)
    assert (await live.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
    return live


def promised(live: LiveTable, seed: bytes) -> str:
    return promise(seed, place(live.table.id, live.table.envelope))


async def play_out(live: LiveTable) -> None:
    number = 0
    while live.table.phase == "playing":
        number += 1
        assert (await play(live, live.table.asked[0], f"p{number}")).good


def test_the_envelope_is_there_before_anybody_sits_down_and_fits_the_seed_at_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await service.create(new("tiny", NewSeat("open"), NewSeat("open")), ELIF.device)
                envelope = live.table.envelopes[1]
                assert len(envelope.commitment) == 64
                assert envelope.seed == ""
                live = await two_at_a_table(service, "tiny")
                before = live.table.envelopes[1].commitment
                assert live.table.envelopes[1].roots, "the cards were dealt, so their root is there"
                await play_out(live)
                await until(lambda: live.table.envelope == 2)
                opened = live.table.envelopes[1]
                seal = Seal(f"{live.table.id}/1", live.table.fingerprint, 2)
                assert commitment(bytes.fromhex(opened.seed), seal) == before
                assert live.table.envelopes[2].seed == ""
                assert verify(record_of(live.table), live.table.box.game).good

    run(main())


def test_seeds_of_devices_are_promised_then_revealed_and_stand_in_the_record(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await lobby(service)
                assert not (await live.submit(ZOE, c.Promise("p", promised(live, SEEDS[ELIF])))).good
                assert not (await live.submit(ELIF, c.Promise("p0", "nonsense"))).good
                for who in (YANNIS, ELIF):
                    assert (await live.submit(who, c.Promise("p", promised(live, SEEDS[who])))).good
                    assert not (await live.submit(who, c.Promise("p2", promised(live, SEEDS[who])))).good
                assert (await live.submit(ELIF, c.Words("w", 0, "  şans   bizimle "))).good
                assert not (await live.submit(ELIF, c.Give("g0", SEEDS[ELIF].hex()))).good
                assert (await live.submit(ELIF, c.Start("go"))).good
                assert live.table.phase == "sealing"
                assert not (await live.submit(ELIF, c.Give("g1", SEEDS[YANNIS].hex()))).good
                assert not (await live.submit(ZOE, c.Give("g1", SEEDS[YANNIS].hex()))).good
                assert (await live.submit(ELIF, c.Give("g", SEEDS[ELIF].hex()))).good
                assert live.table.phase == "sealing"
                assert (await live.submit(YANNIS, c.Give("g", SEEDS[YANNIS].hex()))).good
                await until(lambda: live.table.phase == "playing")
                await play_out(live)
                record = record_of(live.table)
                # In the order of the promises, whoever revealed first.
                given = [value for name, value in record.seals if name in ("device", "typed")]
                assert given[0].endswith(SEEDS[YANNIS].hex())
                assert given[1].endswith(SEEDS[ELIF].hex())
                assert bytes.fromhex(given[2]).decode() == "şans bizimle"
                verdict = verify(records.parse(records.write(record)), live.table.box.game)
                assert (verdict.good, verdict.given) == (True, 3)

    run(main())


def test_who_does_not_reveal_in_time_is_left_out_and_the_restart_is_counted(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        with tiny_on_the_shelf():
            async with serving(tmp_path, clock=clock) as service:
                live = await lobby(service)
                for who in (ELIF, YANNIS):
                    await live.submit(who, c.Promise("p", promised(live, SEEDS[who])))
                await live.submit(ELIF, c.Start("go"))
                await live.submit(ELIF, c.Give("g", SEEDS[ELIF].hex()))
                clock.move_on(REVEAL_WITHIN - 1)
                assert live.table.phase == "sealing"
                clock.move_on(2)
                await until(lambda: live.table.envelope == 2)
                assert live.table.phase == "lobby"
                assert live.table.envelopes[1].seed, "the envelope that is not used is opened"
                assert live.table.envelopes[2].promised == ()
                await live.submit(ELIF, c.Promise("p2", promised(live, SEEDS[ELIF])))
                await live.submit(ELIF, c.Start("go2"))
                await live.submit(ELIF, c.Give("g2", SEEDS[ELIF].hex()))
                await until(lambda: live.table.phase == "playing")
                await play_out(live)
                record = record_of(live.table)
                assert dict(record.seals)["restarts"] == "1"
                verdict = verify(record, live.table.box.game)
                assert (verdict.good, verdict.restarts, verdict.given) == (True, 1, 1)

    run(main())


def test_sealing_goes_on_after_a_restart_of_the_server(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await lobby(service)
                await live.submit(ELIF, c.Promise("p", promised(live, SEEDS[ELIF])))
                await live.submit(ELIF, c.Start("go"))
            async with serving(tmp_path) as service:
                live = await service.open(live.table.id)
                assert live.table.phase == "sealing"
                await live.submit(ELIF, c.Give("g", SEEDS[ELIF].hex()))
                await until(lambda: live.table.phase == "playing")

    run(main())


def test_a_match_that_is_given_up_has_its_envelope_opened_too(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await two_at_a_table(service, "tiny")
                await play(live, 0, "m")
                assert not (await live.submit(YANNIS, c.Close("close"))).good
                assert (await live.submit(ELIF, c.Close("close"))).good
                assert live.table.phase == "closed"
                record = record_of(live.table)
                assert record.scores is None
                assert verify(record, live.table.box.game).good
                assert not (await live.submit(ELIF, c.Rematch("r"))).good

    run(main())


def test_the_seed_is_never_in_the_log_before_the_envelope_is_opened(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await two_at_a_table(service)
            seed = live.vault.seeds[1]
            stored = await service.store.load(live.table.id)
            assert seed.hex() not in repr(stored.rows)
            assert hashlib.sha256(seed).hexdigest() not in repr(stored.rows)

    run(main())


def test_who_leaves_before_the_match_takes_their_promise_along_and_nobody_waits_for_it(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await lobby(service)
                for who in (ELIF, YANNIS):
                    assert (await live.submit(who, c.Promise("p", promised(live, SEEDS[who])))).good
                assert (await live.submit(YANNIS, c.Words("w", 1, "bye"))).good
                assert (await live.submit(YANNIS, c.Leave("l", 1))).good
                assert [device for device, _ in live.table.envelopes[1].promised] == [ELIF.device]
                assert live.table.envelopes[1].given == ()
                assert (await live.submit(ZOE, c.Sit("s", 1, "Zoe"))).good
                assert (await live.submit(ELIF, c.Start("go"))).good
                assert not (await live.submit(YANNIS, c.Give("g", SEEDS[YANNIS].hex()))).good
                assert (await live.submit(ELIF, c.Give("g", SEEDS[ELIF].hex()))).good
                await until(lambda: live.table.phase == "playing")
                await play_out(live)
                verdict = verify(record_of(live.table), live.table.box.game)
                assert (verdict.good, verdict.given, verdict.restarts) == (True, 1, 0)

    run(main())


def test_a_promise_cannot_be_copied_nor_revealed_twice_and_a_start_counts_once(tmp_path: Path) -> None:
    async def main() -> None:
        with tiny_on_the_shelf():
            async with serving(tmp_path) as service:
                live = await lobby(service)
                assert (await live.submit(ELIF, c.Promise("p", promised(live, SEEDS[ELIF])))).good
                copied = await live.submit(YANNIS, c.Promise("p", promised(live, SEEDS[ELIF])))
                assert "another device" in str(copied.error)
                # A promise for another table's envelope is only a hash here, and its seed never fits it.
                foreign = promise(SEEDS[YANNIS], f"{live.table.id}/2")
                assert (await live.submit(YANNIS, c.Promise("p2", foreign))).good
                assert (await live.submit(ELIF, c.Start("go"))).good
                assert not (await live.submit(ELIF, c.Start("go again"))).good
                assert not (await live.submit(YANNIS, c.Promise("late", promised(live, SEEDS[YANNIS])))).good
                assert not (await live.submit(ELIF, c.Words("late", 0, "late"))).good
                assert not (await live.submit(YANNIS, c.Give("g", SEEDS[YANNIS].hex()))).good
                assert (await live.submit(ELIF, c.Give("g", SEEDS[ELIF].hex()))).good
                assert not (await live.submit(ELIF, c.Give("g2", SEEDS[ELIF].hex()))).good
                assert live.table.phase == "sealing"
                started = [
                    entry for entry in await log_of(service, live) if entry.__class__.__name__ == "Started"
                ]
                assert started == []

    run(main())


async def log_of(service: Service, live: LiveTable) -> list[object]:
    return [row.entry for row in (await service.store.load(live.table.id)).rows]
