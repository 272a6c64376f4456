"""Who may do what: each command is done for whoever may give it, and refused to everybody else without a trace."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import get_args

import pytest

from sofra.dealing import promise
from sofra.table import commands as c
from sofra.table.commands import Answer, AnyCommand
from sofra.table.decide import undo_target
from sofra.table.entries import Policy, Source
from sofra.table.envelopes import place
from sofra.table.judging import Who
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat
from sofra.table.service import Service
from tests.table.support import ELIF, YANNIS, ZOE, HeldClock, a_move, new, run, serving, until

NOBODY = Who()
EVERYBODY = {"host": ELIF, "player": YANNIS, "stranger": ZOE, "without a cookie": NOBODY}
SECRET = "the-secret-of-a-link-to-a-chair"
SEED = bytes(range(32))


@dataclass
class Stage:
    """A table at which Elif is the host on chair 0, and Yannis plays on chair 1."""

    service: Service
    clock: HeldClock
    live: LiveTable
    count: int = 0
    done: list[str] = field(default_factory=list)

    async def must(self, who: Who, command: AnyCommand) -> None:
        answer = await self.live.submit(who, command)
        assert answer.good, (command, answer.error)

    async def say(self, who: Who, make: Callable[[str, LiveTable], AnyCommand]) -> Answer:
        self.count += 1
        return await self.live.submit(who, make(f"try{self.count}", self.live))


async def lobby(service: Service, clock: HeldClock, *more: NewSeat, chance: Source = "sealed") -> Stage:
    seats = NewSeat("person", "Elif"), NewSeat("open"), *more
    live = await service.create(replace(new("farkle", *seats), chance=chance), ELIF.device)
    stage = Stage(service, clock, live)
    await stage.must(YANNIS, c.Sit("sit", 1, "Yannis"))
    return stage


async def waiting(service: Service, clock: HeldClock) -> Stage:
    return await lobby(service, clock, NewSeat("open"))


async def playing(service: Service, clock: HeldClock) -> Stage:
    """A match in which Yannis, who is not the host, has the turn."""
    while True:
        stage = await lobby(service, clock)
        await stage.must(ELIF, c.SetPolicy("p", Policy(clock=60)))
        await stage.must(ELIF, c.Start("go"))
        if stage.live.table.asked == (1,):
            return stage


async def by_hand(service: Service, clock: HeldClock) -> Stage:
    """A match with real dice, in which both throw for the start."""
    stage = await lobby(service, clock, chance="manual")
    await stage.must(ELIF, c.Start("go"))
    return stage


async def thrown(service: Service, clock: HeldClock) -> Stage:
    stage = await by_hand(service, clock)
    await stage.must(ELIF, c.Throw("t", 0, stage.live.table.version, (1, 6)))
    return stage


async def undoable(service: Service, clock: HeldClock) -> Stage:
    stage = await playing(service, clock)
    while undo_target(stage.live.table, 1) is None:
        seat = stage.live.table.asked[0]
        who = (ELIF, YANNIS)[seat]
        at = stage.live.table.version
        await stage.must(who, c.Move(f"m{at}", seat, at, a_move(stage.live, seat)))
    return stage


async def away(service: Service, clock: HeldClock) -> Stage:
    stage = await playing(service, clock)
    await stage.must(ELIF, c.SetPolicy("p2", Policy()))
    clock.move_on(100)
    return stage


async def stood_in(service: Service, clock: HeldClock) -> Stage:
    stage = await playing(service, clock)
    await stage.must(YANNIS, c.SitIn("in", 1, next(iter(stage.live.table.box.players))))
    return stage


async def linked(service: Service, clock: HeldClock) -> Stage:
    stage = await playing(service, clock)
    await stage.must(YANNIS, c.Link("l", 1, SECRET))
    return stage


async def sealing(service: Service, clock: HeldClock) -> Stage:
    stage = await lobby(service, clock)
    await stage.must(YANNIS, c.Promise("p", promise(SEED, place(stage.live.table.id, 1))))
    await stage.must(ELIF, c.Start("go"))
    return stage


async def over(service: Service, clock: HeldClock) -> Stage:
    stage = await playing(service, clock)
    await stage.must(ELIF, c.Agree("e", 0))
    await stage.must(YANNIS, c.Agree("e", 1))
    # The next envelope is sealed of itself.
    await until(lambda: not stage.live.table.envelopes[stage.live.table.envelope].seed)
    return stage


def persona(live: LiveTable) -> str:
    return next(iter(live.table.box.players))


def fresh_promise(command: str, live: LiveTable) -> AnyCommand:
    return c.Promise(command, promise(command.encode().ljust(32), place(live.table.id, 1)))


Make = Callable[[str, LiveTable], AnyCommand]
Begin = Callable[[Service, HeldClock], Awaitable[Stage]]
HOST, PLAYER, SITTING = {"host"}, {"player"}, {"host", "player"}
# Each command as it is meant for Yannis's chair, where it can be done, and who may.
RIGHTS: list[tuple[str, Begin, Make, set[str]]] = [
    ("move", playing, lambda i, t: c.Move(i, 1, t.table.version, a_move(t, 1)), PLAYER),
    ("throw", by_hand, lambda i, t: c.Throw(i, 1, t.table.version, (1, 6)), PLAYER),
    ("mend", thrown, lambda i, _: c.Mend(i, 1, 1, (2, 6)), PLAYER),
    ("undo", thrown, lambda i, _: c.Undo(i, 1, 0), PLAYER),
    ("wait", playing, lambda i, t: c.Wait(i, 1, t.table.version), PLAYER),
    ("undo", undoable, lambda i, t: c.Undo(i, 1, undo_target(t.table, 1) or 0), PLAYER),
    ("sit", waiting, lambda i, _: c.Sit(i, 2, i), {"host", "player", "stranger"}),
    ("claim", linked, lambda i, _: c.Claim(i, 1, SECRET), {"host", "stranger"}),
    ("leave", playing, lambda i, _: c.Leave(i, 1), PLAYER),
    ("leave", waiting, lambda i, _: c.Leave(i, 1), PLAYER),
    ("fill", waiting, lambda i, t: c.Fill(i, 2, persona(t)), HOST),
    ("remove", waiting, lambda i, _: c.Remove(i, 1), HOST),
    ("remove", playing, lambda i, _: c.Remove(i, 1), HOST),
    ("start", lobby, lambda i, _: c.Start(i), HOST),
    ("link", playing, lambda i, _: c.Link(i, 1, SECRET), PLAYER),
    ("link", playing, lambda i, _: c.Link(i, 1, SECRET, alone=True), HOST),
    ("host", playing, lambda i, _: c.PassHost(i, 1), HOST),
    ("agree", playing, lambda i, _: c.Agree(i, 1), PLAYER),
    ("sit-in", playing, lambda i, t: c.SitIn(i, 1, persona(t)), PLAYER),
    ("sit-in", away, lambda i, t: c.SitIn(i, 1, persona(t)), SITTING),
    ("back", stood_in, lambda i, _: c.Back(i, 1), PLAYER),
    ("nudge", away, lambda i, t: c.Nudge(i, 1, t.table.version), HOST),
    ("policy", playing, lambda i, _: c.SetPolicy(i, Policy(undo=False)), HOST),
    ("rematch", over, lambda i, _: c.Rematch(i), SITTING),
    ("close", playing, lambda i, _: c.Close(i), HOST),
    ("promise", waiting, fresh_promise, SITTING),
    ("give", sealing, lambda i, _: c.Give(i, SEED.hex()), PLAYER),
    ("words", waiting, lambda i, _: c.Words(i, 1, "luck"), PLAYER),
    ("react", playing, lambda i, _: c.React(i, 1, "luck"), PLAYER),
]


def test_every_command_is_tried_below() -> None:
    tags = {str(kind.__struct_config__.tag) for kind in get_args(AnyCommand)}
    assert {name for name, *_ in RIGHTS} == tags


@pytest.mark.parametrize(
    ("begin", "make", "may"),
    [
        pytest.param(*rest, id=f"{name}-{rest[0].__name__}-{number}")
        for number, (name, *rest) in enumerate(RIGHTS)
    ],
)
def test_only_those_who_may_do_it(tmp_path: Path, begin: Begin, make: Make, may: set[str]) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            for name, who in EVERYBODY.items():
                stage = await begin(service, clock)
                before = stage.live.table.version
                answer = await stage.say(who, make)
                if name in may:
                    assert answer.good, (name, answer.error)
                else:
                    assert not answer.good, name
                    assert stage.live.table.version == before
                    rows = (await service.store.load(stage.live.table.id)).rows
                    assert len(rows) == before, name

    run(main())


@pytest.mark.parametrize("name", ["try1", "m1", "go", "x" * 64])
def test_who_may_not_do_it_uses_up_nobodys_id(tmp_path: Path, name: str) -> None:
    async def main() -> None:
        clock = HeldClock()
        async with serving(tmp_path, clock=clock) as service:
            live = (await playing(service, clock)).live

            def command() -> AnyCommand:
                return c.Move(name, 1, live.table.version, a_move(live, 1))

            for who in (ELIF, ZOE, NOBODY):
                assert (await live.submit(who, command())).outcome == "refused"
            mine = command()
            assert (await live.submit(YANNIS, mine)).outcome == "accepted"
            # Sent once more by anybody it does nothing.
            before = live.table.version
            for who in (ELIF, ZOE, YANNIS, NOBODY):
                assert (await live.submit(who, mine)).outcome != "accepted"
            assert live.table.version == before

    run(main())


def test_of_many_who_reach_for_one_chair_or_one_link_at_once_one_gets_it(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        people = [Who(f"device-{number}") for number in range(30)]
        async with serving(tmp_path, clock=clock) as service:
            live = (await waiting(service, clock)).live
            sat = await asyncio.gather(
                *(live.submit(who, c.Sit("s", 2, f"Guest {n}")) for n, who in enumerate(people))
            )
            assert [answer.good for answer in sat].count(True) == 1
            assert len(live.table.chairs[2].devices) == 1
            live = (await linked(service, clock)).live
            claimed = await asyncio.gather(*(live.submit(who, c.Claim("c", 1, SECRET)) for who in people))
            assert [answer.good for answer in claimed].count(True) == 1
            assert len(live.table.chairs[1].devices) == 2

    run(main())


def test_whoever_is_unseated_while_their_move_is_under_way_is_played_for_once(tmp_path: Path) -> None:
    async def main() -> None:
        clock = HeldClock()
        for first in (True, False):
            async with serving(tmp_path / str(first), clock=clock) as service:
                live = (await playing(service, clock)).live
                move = c.Move("m", 1, live.table.version, a_move(live, 1))
                remove = c.Remove("r", 1)
                both = [(YANNIS, move), (ELIF, remove)]
                answers = await asyncio.gather(
                    *(live.submit(who, command) for who, command in (both if first else both[::-1]))
                )
                assert [answer.good for answer in answers] == ([True, True] if first else [True, False])
                moved = [row for row in (await service.store.load(live.table.id)).rows if row.command == "m"]
                assert len(moved) == first

    run(main())
