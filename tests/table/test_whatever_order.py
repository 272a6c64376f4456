"""Whatever anybody does at a table, in whatever order: it reads back from its log as it stands, and its envelopes stay sound."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from sofra.core import Outcome
from sofra.core import record as records
from sofra.core.errors import SofraError
from sofra.dealing import commitment, promise, verify
from sofra.dealing.sealed import Seal
from sofra.games import open_box
from sofra.table import commands as c
from sofra.table.decide import undo_target
from sofra.table.entries import Policy, Source
from sofra.table.envelopes import place
from sofra.table.fold import Table
from sofra.table.judging import Who
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat, NewTable
from sofra.table.parts import Envelope
from sofra.table.reactions import REACTIONS
from sofra.table.service import Service
from tests.table.support import HeldClock, run, serving

DEVICES = ("anna", "ben", "cleo", "dora", "")
SECRETS = ("a" * 30, "b" * 30)
Make = Callable[[str, int, str, Random, LiveTable], c.AnyCommand]


def seed(device: str) -> bytes:
    return device.encode().ljust(32, b".")


def move(name: str, seat: int, _: str, rng: Random, live: LiveTable) -> c.AnyCommand:
    match, texts = live.table.match, ["roll", "draw", "pass"]
    if match is not None and (legal := match.moves(seat)):
        texts = [match.game.write(one) for one in legal]
    return c.Move(name, seat, live.table.version - rng.randrange(2), rng.choice(texts))


def throw(name: str, seat: int, _: str, rng: Random, live: LiveTable) -> c.AnyCommand:
    due = live.table.due
    count = due.what.count if due is not None else rng.randrange(7)
    dice = tuple(rng.randint(1, 6) for _ in range(count))
    return c.Throw(name, seat, live.table.version - rng.randrange(2), dice)


def mend(name: str, seat: int, _: str, rng: Random, live: LiveTable) -> c.AnyCommand:
    log = live.table.match.log if live.table.match is not None else ()
    lines = [line for line, entry in enumerate(log, 1) if isinstance(entry, Outcome)] or [0]
    dice = tuple(rng.randint(1, 6) for _ in range(rng.choice([2, 3, 6])))
    return c.Mend(name, seat, rng.choice(lines), dice)


def persona(live: LiveTable, rng: Random) -> str:
    return rng.choice([*live.table.box.players, "nobody"])


def secret(device: str, live: LiveTable) -> str:
    return promise(seed(device), place(live.table.id, live.table.envelope))


# How often each is tried, and how it is made of an id, a seat, a browser and the table.
DEEDS: dict[type[Any], tuple[float, Make]] = {
    c.Move: (40, move),
    c.Throw: (2, throw),
    c.Mend: (2, mend),
    c.Wait: (2, lambda i, s, d, r, t: c.Wait(i, s, t.table.version)),
    c.Undo: (4, lambda i, s, d, r, t: c.Undo(i, s, undo_target(t.table, s) or 0)),
    c.Sit: (
        8,
        lambda i, s, d, r, t: c.Sit(i, s, f"{d or 'x'}-{r.randrange(3)}", r.choice(["", "sky", "navy"])),
    ),
    c.Claim: (4, lambda i, s, d, r, t: c.Claim(i, s, r.choice(SECRETS))),
    c.Leave: (0.5, lambda i, s, d, r, t: c.Leave(i, s)),
    c.Fill: (4, lambda i, s, d, r, t: c.Fill(i, s, persona(t, r))),
    c.Remove: (0.2, lambda i, s, d, r, t: c.Remove(i, s)),
    c.Start: (6, lambda i, s, d, r, t: c.Start(i)),
    c.Link: (4, lambda i, s, d, r, t: c.Link(i, s, r.choice(SECRETS), r.random() < 0.5)),
    c.PassHost: (2, lambda i, s, d, r, t: c.PassHost(i, s)),
    c.Agree: (1.5, lambda i, s, d, r, t: c.Agree(i, s, r.random() < 0.3)),
    c.SitIn: (1, lambda i, s, d, r, t: c.SitIn(i, s, persona(t, r))),
    c.Back: (2, lambda i, s, d, r, t: c.Back(i, s)),
    c.Nudge: (1, lambda i, s, d, r, t: c.Nudge(i, s, t.table.version)),
    c.SetPolicy: (
        1,
        lambda i, s, d, r, t: c.SetPolicy(i, Policy(undo=r.random() < 0.8, clock=60 * r.randrange(2))),
    ),
    c.Rematch: (6, lambda i, s, d, r, t: c.Rematch(i)),
    c.Close: (0, lambda i, s, d, r, t: c.Close(i)),
    c.Promise: (6, lambda i, s, d, r, t: c.Promise(i, secret(d, t))),
    c.Give: (12, lambda i, s, d, r, t: c.Give(i, seed(d).hex())),
    c.Words: (2, lambda i, s, d, r, t: c.Words(i, s, r.choice(["luck", "şans"]))),
    c.React: (2, lambda i, s, d, r, t: c.React(i, s, r.choice(list(REACTIONS)))),
}


BY_HAND = (c.Throw, c.Mend)


# What there is mostly to be done, by phase; the rest is tried now and then.
BUSY = {
    "lobby": {c.Sit, c.Fill, c.Start, c.Promise, c.Words},
    "sealing": {c.Give},
    "playing": {c.Move, c.Agree, c.Undo, c.Back},
    "over": {c.Rematch, c.Promise, c.Words},
}


def chosen(rng: Random, live: LiveTable) -> tuple[int, str, Make]:
    """A seat, a browser that mostly may do something for it, and the deed."""
    table = live.table
    seat, device, draw = rng.randrange(table.seats), rng.choice(DEVICES), rng.random()
    if table.asked and draw < 0.5:
        seat = rng.choice(table.asked)
    if draw < 0.6 and (held := table.chairs[seat].devices):
        device = rng.choice(sorted(held))
    elif draw < 0.8:
        device = next((d for d in DEVICES if table.is_host(d)), device)
    busy = BUSY.get(table.phase, set())
    if table.due is not None:
        busy, device = {c.Throw}, next(iter(table.chairs[seat].devices), device)
    more = 60 if table.due is not None else 4
    # What is only for real dice is refused elsewhere, whoever tries it (test_by_hand).
    tried = {kind: deed for kind, deed in DEEDS.items() if table.manual or kind not in BY_HAND}
    weights = [weight * (more if kind in busy else 1) for kind, (weight, _) in tried.items()]
    (make,) = rng.choices([make for _, make in tried.values()], weights)
    return seat, device, make


def test_every_command_is_tried_here() -> None:
    assert set(DEEDS) == set(get_args(c.AnyCommand))


def picture(table: Table) -> dict[str, Any]:
    """All that a table is, in values that can be compared."""
    found = {name: value for name, value in vars(table).items() if name not in ("_box", "_rules", "played")}
    if (played := table.played) is not None:
        match = played.match
        found["played"] = played.envelope, played.number, played.started, tuple(played.at)
        found["match"] = match.log, match.state, match.ask, match.barrier
    return found


def check_envelopes(live: LiveTable) -> None:
    """Each envelope fits its seed, which is the server's alone until it is opened; only the one in use may be closed."""
    table = live.table
    if table.manual:
        assert table.envelopes == {0: Envelope(0, "")}
        if table.phase in ("over", "closed") and table.played is not None:
            assert records.replay(record_of(table), table.box.game).state == table.played.match.state
        return
    for number, envelope in table.envelopes.items():
        kept = live.vault.seeds[number]
        assert envelope.commitment == commitment(
            kept, Seal(place(table.id, number), table.fingerprint, table.seats)
        )
        assert envelope.seed in ("", kept.hex())
        assert envelope.seed or number == table.envelope
        promised = {device for device, _ in envelope.promised}
        assert {given.who for given in envelope.given if given.kind == "device"} <= promised
    if table.phase in ("over", "closed") and table.played is not None:
        verdict = verify(record_of(table), table.box.game)
        assert verdict.good, verdict


@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize(
    ("game", "chance"),
    [("farkle", "sealed"), ("racko", "sealed"), ("raks", "sealed"), ("farkle", "manual"), ("raks", "manual")],
)
def test_whatever_is_done_the_table_reads_back_as_it_stands(
    tmp_path: Path, game: str, chance: Source, number: int
) -> None:
    async def main() -> None:
        rng, clock = Random(f"{game} {number}"), HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = await begin(service, game, chance)
            good = 0
            for step in range(250):
                await answered(live, clock)
                seat, device, make = chosen(rng, live)
                command = make(f"do{step}", seat, device, rng, live)
                answer = await live.submit(Who(device), command)
                assert answer.error is None or isinstance(answer.error, SofraError)
                good += answer.good
                if rng.random() < 0.1:
                    clock.move_on(rng.choice([1, 40, 100]))
            check_envelopes(live)
            assert good > 30, good
            await quiet(live)
        # Another server reads nothing but the log.
        async with serving(tmp_path, clock=clock) as other:
            rows = await other.store.load(live.table.id)
            again = Table(live.table.id)
            for row in rows.rows:
                again.take(row)
            assert picture(again) == picture(live.table)
            closing = await other.open(live.table.id)
            host = next((d for d in (*DEVICES, "maker") if closing.table.is_host(d)), "maker")
            assert (await closing.submit(Who(host), c.Close("close"))).good
            check_envelopes(closing)

    run(main())


async def answered(live: LiveTable, clock: HeldClock) -> None:
    """No computer player is waited for."""
    table = live.table
    while table.asked and all(table.chairs[seat].played_by for seat in table.asked):
        clock.move_on(1)
        await asyncio.sleep(0.001)


async def begin(service: Service, game: str, chance: Source) -> LiveTable:
    box = open_box(game)
    seats = NewSeat("person", "Maker"), NewSeat("open"), NewSeat("open")
    return await service.create(
        NewTable(box, next(iter(box.game.presets.values())), seats, chance=chance), "anna"
    )


async def quiet(live: LiveTable) -> None:
    """Computer players have answered, and the writer has nothing to do."""
    before = -1
    while before != live.table.version or live._busy or live._jobs:
        before = live.table.version
        await asyncio.sleep(0.05)
