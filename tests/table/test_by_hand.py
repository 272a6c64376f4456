"""Tables with real dice: people tell what they threw, once, and put right what they told wrongly; nothing is sealed there."""

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sofra.core import Chance, Match, Outcome, Undo
from sofra.core import record as records
from sofra.core.dealers import Fast
from sofra.core.errors import Illegal, SofraError, Turn, Unknown, Unsupported
from sofra.dealing import verify
from sofra.games import open_box
from sofra.table import by_hand, entries
from sofra.table import commands as c
from sofra.table.commands import Answer, Forbidden, Stale
from sofra.table.decide import undo_target
from sofra.table.fold import Table
from sofra.table.judging import Who
from sofra.table.keeping import record_of
from sofra.table.live import LiveTable
from sofra.table.making import NewSeat, NewTable
from sofra.table.service import Service
from tests.table.support import ELIF, YANNIS, ZOE, run, serving, until, who_holds
from tests.table.test_whatever_order import picture

GAMES = ("farkle", "raks")
SHORT = {"farkle": {"target": 500}, "raks": {"games": 1}}
PEOPLE = (NewSeat("person", "Elif"), NewSeat("open"))
AGAINST_A_BOT = {"farkle": NewSeat("bot", persona="careful"), "raks": NewSeat("bot", persona="novice")}


def new(game: str, *seats: NewSeat) -> NewTable:
    box = open_box(game)
    rules = box.game.rules.of(SHORT[game], next(iter(box.game.presets.values())))
    return NewTable(box, rules, seats or PEOPLE, chance="manual")


async def table_of_two(service: Service, game: str) -> LiveTable:
    live = await service.create(new(game), ELIF.device)
    assert (await live.submit(YANNIS, c.Sit("sit", 1, "Yannis"))).good
    assert (await live.submit(ELIF, c.Start("start"))).good
    return live


def match_of(live: LiveTable) -> Match:
    assert live.table.match is not None
    return live.table.match


def faces(live: LiveTable, rng: Random) -> tuple[int, ...]:
    due = live.table.due
    assert due is not None
    return Fast(rng).answer(due).values


async def throw(live: LiveTable, dice: tuple[int, ...], name: str = "t", who: Who = ELIF) -> Answer:
    seat = live.table.seats_of(who.device)[0]
    return await live.submit(who, c.Throw(name, seat, live.table.version, dice))


def some_move(match: Match, seat: int, rng: Random) -> str:
    moves, forms = match.moves(seat), match.forms(seat)
    if moves and (not forms or rng.random() < 0.9):
        return match.game.write(rng.choice(moves))
    return match.game.write(match.game.made_up(match.view(seat), rng.choice(forms), rng))


async def step(live: LiveTable, rng: Random, number: int) -> None:
    """One throw or move, by whoever may; refused ones are only such as any table refuses."""
    table, match = live.table, match_of(live)
    if table.due is not None:
        assert (await throw(live, faces(live, rng), f"d{number}", rng.choice([ELIF, YANNIS]))).good
        return
    seat = rng.choice(table.asked)
    command = c.Move(f"d{number}", seat, table.version, some_move(match, seat, rng))
    answer = await live.submit(who_holds(live, seat), command)
    assert answer.good or answer.error is not None


async def play_to_the_end(live: LiveTable, rng: Random) -> None:
    """Chance players go on for long in Rak's: after a while these agree to end it."""
    number = match_of(live).version
    for at in range(number, number + 300):
        if live.table.phase == "playing":
            await step(live, rng, at)
    if live.table.phase == "playing":
        for who in (ELIF, YANNIS):
            agreed = c.Agree(f"enough{number}", live.table.seats_of(who.device)[0])
            assert (await live.submit(who, agreed)).good
    assert live.table.phase == "over"


def folded(live: LiveTable) -> Match:
    """A match of the core that was told the same entries."""
    match = match_of(live)
    again = Match(match.game, match.rules, match.seats, undo_chance=True)
    again.do_all(match.log)
    return again


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(2))
def test_whatever_is_thrown_taken_back_and_mended_the_table_is_the_fold_of_what_stands(
    tmp_path: Path, game: str, number: int
) -> None:
    async def main() -> None:
        rng = Random(f"{game} {number}")
        done: dict[type[Any], int] = {}
        async with serving(tmp_path) as service:
            live = await table_of_two(service, game)
            for at in range(200):
                deed = rng.random()
                # Chairs move on from match to match.
                elif_, yannis = (live.table.seats_of(who.device)[0] for who in (ELIF, YANNIS))
                before = picture(live.table), live.table.version
                if deed < 0.15 and (to := undo_target(live.table, 0)) is not None:
                    assert (await live.submit(ELIF, c.Undo(f"u{at}", elif_, to))).good
                    assert match_of(live).state == match_of(live).state_at(to)
                    done[c.Undo] = done.get(c.Undo, 0) + 1
                elif deed < 0.3 and (lines := throws(live)):
                    place = rng.choice(lines)
                    dice = tuple(rng.randint(1, 6) for _ in match_of(live).log[place].values)  # type: ignore[union-attr]
                    answer = await live.submit(YANNIS, c.Mend(f"m{at}", yannis, place + 1, dice))
                    kind: type[Any] = c.Mend if answer.good else Illegal
                    done[kind] = done.get(kind, 0) + 1
                    if not answer.good:
                        assert (picture(live.table), live.table.version) == before
                    assert_mended(live, before[0], place, dice, answer)
                elif live.table.phase == "playing":
                    await step(live, rng, at)
                else:
                    assert (await live.submit(ELIF, c.Rematch(f"r{at}"))).good
                if at % 20 == 0:
                    assert folded(live).state == match_of(live).state
            assert folded(live).state == match_of(live).state
            assert done[c.Undo] > 10
            assert done[c.Mend] > 3
            assert done[Illegal] > 0
            rows = (await service.store.load(live.table.id)).rows
            again = Table(live.table.id)
            for row in rows:
                again.take(row)
            assert picture(again) == picture(live.table)
            assert not any(isinstance(row.entry, entries.Sealed | entries.Opened) for row in rows)

    run(main())


def throws(live: LiveTable) -> list[int]:
    match = match_of(live)
    return [at for at in by_hand.standing(match) if isinstance(match.log[at], Outcome)]


def assert_mended(
    live: LiveTable, before: dict[str, Any], place: int, dice: tuple[int, ...], answer: Answer
) -> None:
    """What stands now are the lines that stood, with this one changed; or it was impossible for the core, too."""
    log = before["match"][0]
    stood = Match(match_of(live).game, match_of(live).rules, match_of(live).seats, undo_chance=True)
    stood.do_all(log)
    lines = [log[at] for at in by_hand.standing(stood)]
    at = by_hand.standing(stood).index(place)
    plain = Match(stood.game, stood.rules, stood.seats, undo_chance=True)
    plain.do_all(lines)
    try:
        mended = plain.amended(at, Outcome(lines[at].label, dice))
    except SofraError:
        assert isinstance(answer.error, Illegal)
    else:
        assert answer.good, answer.error
        assert mended.state == match_of(live).state
        assert mended.ask == match_of(live).ask


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_match_ends_without_an_envelope_and_its_record_can_be_replayed_and_brought(
    tmp_path: Path, game: str
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, game)
            with pytest.raises(Turn):
                record_of(live.table)
            await play_to_the_end(live, Random(game))
            # The last line was a slip of the finger: the match goes on, and comes to its end again.
            to = undo_target(live.table, 1)
            assert to is not None
            assert (await live.submit(YANNIS, c.Undo("back", 1, to))).good
            assert live.table.phase == "playing"
            await play_to_the_end(live, Random(game + " again"))
            text = records.write(record_of(live.table))
            record = records.parse(text)
            assert record.chance == "manual"
            assert not record.seals
            assert any(isinstance(entry, Undo) for entry in record.entries)
            replayed = records.replay(record, live.table.box.game)
            assert replayed.state == match_of(live).state
            with pytest.raises(Unsupported, match="not sealed"):
                verify(record, live.table.box.game)
            brought = await service.bring(text, ZOE.device)
            assert match_of(brought).state == match_of(live).state
            assert (await live.submit(ELIF, c.Rematch("again"))).good
            assert live.table.phase == "playing"

    run(main())


def test_each_throw_is_told_once_whoever_sends_it_how_often(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            ask = live.table.version
            both = [
                live.submit(ELIF, c.Throw("e", 0, ask, (6, 1))),
                live.submit(YANNIS, c.Throw("y", 1, ask, (1, 6))),
                live.submit(ELIF, c.Throw("e", 0, ask, (6, 1))),
            ]
            first, raced, again = await asyncio.gather(*both)
            assert (first.outcome, again.outcome, again.version) == (
                "accepted",
                "already done",
                first.version,
            )
            assert isinstance(raced.error, Turn | Stale)
            assert match_of(live).log == (Outcome("start:1", (6, 1)),)
            assert live.table.asked == (0,)
            # What was waited for then is not what is waited for now.
            assert (await live.submit(ELIF, c.Move("m", 0, live.table.version, "roll"))).good
            stale = await live.submit(YANNIS, c.Throw("late", 1, ask, (1, 1, 1, 1, 1, 1)))
            assert isinstance(stale.error, Stale)
            ahead = await live.submit(YANNIS, c.Throw("ahead", 1, live.table.version + 1, (1,) * 6))
            assert isinstance(ahead.error, Stale)
            assert match_of(live).version == 2

    run(main())


@pytest.mark.parametrize(
    ("dice", "error", "said"),
    [
        ((1, 2, 3), Illegal, "dice due: 6, told: 3"),
        ((1,) * 7, Illegal, "dice due: 6, told: 7"),
        ((), Illegal, "dice due: 6, told: 0"),
        ((1, 2, 3, 4, 5, 7), Illegal, "1 to 6, not 7"),
        ((0, 2, 3, 4, 5, 6), Illegal, "1 to 6, not 0"),
    ],
)
def test_dice_that_cannot_have_fallen_are_refused_and_nothing_changes(
    tmp_path: Path, dice: tuple[int, ...], error: type[SofraError], said: str
) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            assert (await throw(live, (6, 1))).good
            assert (await live.submit(ELIF, c.Move("m", 0, live.table.version, "roll"))).good
            before = picture(live.table)
            answer = await throw(live, dice, "wrong")
            assert isinstance(answer.error, error)
            assert said in str(answer.error)
            assert picture(live.table) == before

    run(main())


def test_who_does_not_sit_there_tells_nothing_and_nobody_tells_sealed_dice(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            ask = live.table.version
            for who, seat in ((ZOE, 0), (YANNIS, 0), (Who(), 1)):
                answer = await live.submit(who, c.Throw("t", seat, ask, (6, 1)))
                assert isinstance(answer.error, Forbidden)
                mended = await live.submit(who, c.Mend("m", seat, 1, (6, 1)))
                assert isinstance(mended.error, Forbidden)
            sealed = await service.create(
                NewTable(open_box("farkle"), open_box("farkle").game.presets["Table"], PEOPLE[:1]),
                ELIF.device,
            )
            for command in (c.Throw("t", 0, sealed.table.version, (1,) * 6), c.Mend("m", 0, 1, (1,))):
                refused = await sealed.submit(ELIF, command)
                assert isinstance(refused.error, Illegal)
                assert "sealed" in str(refused.error)
            for command in (c.Promise("p", "a" * 64), c.Words("w", 0, "luck")):
                refused = await live.submit(ELIF, command)
                assert isinstance(refused.error, Illegal)
                assert "nothing is sealed" in str(refused.error)

    run(main())


def test_lines_that_are_no_throws_are_not_mended(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            assert (await throw(live, (6, 1))).good
            assert (await live.submit(ELIF, c.Move("m", 0, live.table.version, "roll"))).good
            for line in (-1, 0, 2, 3, 10**12):
                answer = await live.submit(ELIF, c.Mend(f"x{line}", 0, line, (6, 1)))
                assert isinstance(answer.error, Unknown), line
            wrong = await live.submit(ELIF, c.Mend("n", 0, 1, (6, 1, 1)))
            assert isinstance(wrong.error, Illegal)
            # The other starts then, so that this seat could not have rolled: refused, with what and why.
            other = await live.submit(ELIF, c.Mend("o", 0, 1, (1, 6)))
            assert isinstance(other.error, Illegal)
            assert "roll" in str(other.error)
            good = await live.submit(ELIF, c.Mend("g", 0, 1, (5, 2)))
            assert good.good
            # The line that was wrong stands no more.
            gone = await live.submit(ELIF, c.Mend("h", 0, 1, (5, 2)))
            assert isinstance(gone.error, Unknown)

    run(main())


@pytest.mark.parametrize("game", ["racko"])
def test_real_dice_are_not_offered_where_cards_are_dealt(tmp_path: Path, game: str) -> None:
    async def main() -> None:
        box = open_box(game)
        async with serving(tmp_path) as service:
            with pytest.raises(Unsupported):
                await service.create(
                    NewTable(box, next(iter(box.game.presets.values())), PEOPLE, chance="manual"), ELIF.device
                )
            assert service.warm == 0

    run(main())


@pytest.mark.parametrize("game", GAMES)
def test_people_throw_for_computer_players_and_an_undo_leaves_nothing_to_them(
    tmp_path: Path, game: str
) -> None:
    async def main() -> None:
        rng = Random(game)
        async with serving(tmp_path) as service:
            live = await service.create(new(game, PEOPLE[0], AGAINST_A_BOT[game]), ELIF.device)
            undone = 0
            table = live.table
            for number in range(200):
                await until(lambda: not any(table.chairs[seat].played_by for seat in table.asked))
                if table.phase == "over":
                    break
                if rng.random() < 0.2 and (to := undo_target(table, 0)) is not None:
                    ask = match_of(live).game.ask(match_of(live).state_at(to))
                    assert isinstance(ask, Chance) or 0 in ask.seats
                    assert (await live.submit(ELIF, c.Undo(f"u{number}", 0, to))).good
                    undone += 1
                elif table.due is not None:
                    assert (await throw(live, faces(live, rng), f"d{number}")).good
                else:
                    await step(live, rng, number)
            assert undone > 5
            assert any(entry.seat == 1 for entry in match_of(live).log if hasattr(entry, "move"))

    run(main())


def test_somebody_has_to_sit_there_to_throw(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await service.create(new("farkle", NewSeat("open"), AGAINST_A_BOT["farkle"]), ELIF.device)
            assert (await live.submit(ELIF, c.Fill("f", 0, "bold"))).good
            answer = await live.submit(ELIF, c.Start("s"))
            assert isinstance(answer.error, Illegal)
            assert live.table.phase == "lobby"

    run(main())


def test_a_table_that_chose_no_undo_has_none_with_real_dice_either(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            assert (await throw(live, (6, 1))).good
            assert undo_target(live.table, 1) == 0
            assert (await live.submit(ELIF, c.SetPolicy("p", entries.Policy(undo=False)))).good
            assert undo_target(live.table, 1) is None
            for command in (c.Undo("u", 1, 0), c.Mend("m", 1, 1, (6, 2))):
                assert isinstance((await live.submit(YANNIS, command)).error, Illegal)

    run(main())


def test_an_end_by_agreement_can_be_taken_back(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as service:
            live = await table_of_two(service, "farkle")
            assert (await throw(live, (6, 1))).good
            assert (await live.submit(ELIF, c.Agree("a", 0))).good
            assert (await live.submit(YANNIS, c.Agree("a", 1))).good
            assert live.table.phase == "over"
            assert not any(envelope.seed for envelope in live.table.envelopes.values())
            assert (await live.submit(ELIF, c.Undo("u", 0, 1))).good
            assert (live.table.phase, live.table.asked, live.table.agreed) == ("playing", (0,), frozenset())

    run(main())


def test_a_log_from_before_there_were_real_dice_reads_as_it_did() -> None:
    """A line as it was stored then."""
    line = '{"is":"Created","game":"farkle","rules_version":1,"rules":"target=500","seats":2,"host":"d"}'
    entry = entries.read(line)
    assert isinstance(entry, entries.Created)
    assert entry.chance == "sealed"
    assert entries.write(entry) == line
    with pytest.raises(Exception, match="chance"):
        entries.read(line.replace('"host"', '"chance":"loaded","host"'))


def test_which_games_can_be_played_with_real_dice_is_read_from_their_facts() -> None:
    for game, good in (("farkle", True), ("raks", True), ("racko", False)):
        assert open_box(game).game.facts.by_hand is good
