"""Rooms for what happens beside the play: somebody away, a wish to end, a clock, house rules that change the table, a closed
table, more players than usual; and the pages of a table that has no match yet or never will."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from sofra.core import Act, Chance, Match, Outcome, seeded
from sofra.core.errors import Illegal
from sofra.games import boxes, open_box
from sofra.games.parts import Names
from sofra.table.entries import Policy
from sofra.table.reactions import REACTIONS
from sofra.web import guiding, pages, sheets
from sofra.web.agreeing import Wish
from sofra.web.by_hand import DueThrow, ToldThrow
from sofra.web.envelope import PutIn, Sealed
from sofra.web.pages import Chair, Room, Site, TableLine
from sofra.web.replies import TITLES
from tests.pages import rooms
from tests.pages.walks import walked

MARK = "5f1d7a84b0b7c1a3e4c5d1f08c2a6b9e7d3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b"
_BANKED = ["roll", "keep 1 1 1", "bank"]
_AWAY = [*_BANKED, "roll", "keep 5 5 5", "bank"]
_THROWS = [(1, 1, 1, 4, 6, 2), (5, 5, 5, 2, 3, 4)]


def asides_of(lang: str) -> dict[str, str]:
    """Those pages by name, in one language."""
    reader = rooms.site(lang)
    found = {name: pages.table(room) for name, room in tables(reader)}
    found |= {f"lobby-{name}": pages.lobby(room) for name, room in lobbies(reader)}
    found["open-tables"] = pages.open_tables(reader, boxes(), _lines())
    found["open-tables-none"] = pages.open_tables(reader, boxes(), ())
    fits = "All of it fits: {dice} dice and {cards} cards came from the envelope that was sealed before the match."
    found["verify-good"] = pages.verify(reader, "", reader.speak(fits, dice=87, cards=0), good=True)
    wrong = "The envelope does not fit what was published before the match."
    found["verify-bad"] = pages.verify(reader, "", reader.speak(wrong), good=False)
    found["problem-503"] = pages.problem(
        reader,
        503,
        reader.speak(TITLES[503]),
        reader.speak("this server is being restarted; send it again in a moment"),
    )
    found["chair"] = pages.chair(rooms.FARKLE_STATES["farkle-turn"](reader), 2, "k" * 22)
    found["host-away"] = pages.host(_away(reader))
    racko = open_box("racko")
    found["rules-runs"] = pages.rules(reader, racko, racko.game.rules(min_run=3), 2)
    found["rules-partners"] = pages.rules(reader, racko, racko.game.presets["Greek partners"], 4)
    for key, box in boxes().items():
        if box.guide is not None:
            for step in {1, 2, 4, 5} & set(range(len(box.guide.lessons) - 1)):
                found[f"guide-{key}-{step + 1}"] = _guide(reader, key, step)
    found |= {f"sheet-{key}": _sheet(reader, key) for key in boxes()}
    return found


def tables(reader: Site) -> Iterator[tuple[str, Room]]:
    """The tables among them."""
    throw = rooms.FARKLE_STATES["farkle-throw"](reader)
    decide = rooms.FARKLE_STATES["farkle-decide"](reader)
    yield "farkle-away", _away(reader)
    yield "farkle-wish", replace(decide, wish=Wish((1,), (0,)))
    yield "farkle-wished", replace(decide, wish=Wish((0,), (1,)))
    yield "farkle-clock", replace(decide, policy=Policy(clock=60))
    yield "farkle-clock-other", replace(decide, policy=Policy(clock=60), asked=(1,))
    yield "farkle-sitting-in", _sat_in(reader)
    yield "farkle-shut", _watching(decide, closed="The host has closed this table.")
    yield "farkle-imported", _watching(rooms.FARKLE_STATES["farkle-over"](reader), imported=True)
    yield "farkle-said", _said(decide)
    yield "farkle-tie", _tie(reader)
    yield "farkle-no-hints", rooms.FARKLE_STATES["farkle-throw"](rooms.site(reader.speak.lang, hints=False))
    yield "farkle-contrast", rooms.FARKLE_STATES["farkle-throw"](rooms.site(reader.speak.lang, contrast=True))
    yield "farkle-offer", _hot_seat(rooms.farkle(_THROWS[:1], _BANKED, pass_on=True), reader)
    yield "farkle-eight", rooms.room(_eight(), reader, chairs=EIGHT)
    yield "farkle-alone", rooms.room(rooms.farkle(_THROWS[:1], ["roll", "keep 1 1 1"], 1), reader)
    yield "farkle-two-here", _hot_seat(rooms.farkle(_THROWS[:1], _BANKED), reader)
    yield "farkle-both-seeds", replace(throw, inside=_sealed("closed"), coach=True)
    yield "raks-panel", _panel(reader)
    yield from by_hand(reader)
    yield (
        "racko-refused",
        replace(
            rooms.walk("racko", 24, reader),
            refused=Illegal("choose a slot first: the card goes where you say"),
        ),
    )
    yield from rackos(reader)


def by_hand(reader: Site) -> Iterator[tuple[str, Room]]:
    """Tables with real dice: each throws for the start, three dice of a turn are due, and somebody watches that."""
    own: dict[str, Any] = {"chance": "manual", "sealed": "", "undo": 0}
    begun = Match(open_box("farkle").game, open_box("farkle").game.rules(), 2, undo_chance=True)
    start = DueThrow("start:1", 2, (0, 1), 4)
    yield "farkle-real-dice-start", rooms.room(begun, reader, throw=start, **own | {"undo": None})
    rolling = rooms.farkle([(1, 4, 4, 4, 6, 2)], ["roll", "keep 4 4 4"])
    rolling.do(Act(0, rolling.game.read("roll")))
    told = (ToldThrow(3, "1 4 4 4 6 2", ""), ToldThrow(1, "6 1", ""))
    due = replace(rooms.room(rolling, reader, **own), throw=DueThrow("roll:1:2", 3, None, 9), throws=told)
    yield "farkle-real-dice", due
    watched = replace(due, scene=replace(due.scene, names=Names(due.scene.names.seats)))
    yield "farkle-real-dice-watched", _watching(watched, throws=())
    raks = Match(open_box("raks").game, open_box("raks").game.rules(), 2, undo_chance=True)
    raks.do(Outcome("start:1", (6, 1)))
    assert isinstance(raks.ask, Chance)
    yield "raks-real-dice", rooms.room(raks, reader, throw=DueThrow(raks.ask.label, 3, None, 5), **own)


def rackos(reader: Site) -> Iterator[tuple[str, Room]]:
    """Rack-O under rules that change its table, and a pile whose order everybody knows."""
    rules: Any = open_box("racko").game.rules
    partners = rules(partners=True, bonus_runs="team", losers="rising")
    yield "racko-partners", _racko(partners, 4, reader, lambda view: view.phase == "turn")
    call = rules(declare="call", false_call="out")
    yield "racko-call", _racko(call, 2, reader, lambda view: view.phase == "drawn")
    runs = rules(min_run=3)
    yield "racko-runs", _racko(runs, 2, reader, lambda view: view.phase == "turn")
    yield "racko-known", _racko(rules(), 2, reader, lambda view: bool(view.known))


def lobbies(reader: Site) -> Iterator[tuple[str, Room]]:
    """A table before its match: everybody there, a guest, a chair refused, dice being sealed."""
    free = rooms.lobby(reader)
    full = replace(free, chairs=(*free.chairs[:2], Chair(2, "elsewhere", "Νίκος", "sky", lang="el")))
    yield "ready", full
    yield "guest", replace(free, host=False, chairs=(_elsewhere(free.chairs[0]), *free.chairs[1:]))
    yield "refused", replace(free, refused=Illegal("this chair is taken; choose another one"))
    yield "real-dice", replace(full, chance="manual", coming=None, sealed="")
    yield "sealing", replace(full, coming=replace(_sealed("sealing"), host=True))


EIGHT = tuple(
    Chair(seat, "here" if not seat else "elsewhere", name, mark)
    for seat, (name, mark) in enumerate(
        zip(
            ("Ayşe", "Νίκος", "Maximiliane", "Jo", "Χαράλαμπος", "Guðrún Ósk", "Hüseyin", "Bo"),
            pages.MARKS,
            strict=True,
        )
    )
)


def _racko(rules: Any, seats: int, reader: Site, wanted: Callable[[Any], bool]) -> Room:
    """The first moment of a match that is as wanted, seen by the seat that is asked; cards are drawn and go anywhere."""
    match, dealer, chance = Match(open_box("racko").game, rules, seats), seeded("an aside"), Random(1)
    for step in range(2000):
        match.settle(dealer)
        seat = match.asked[0]
        if step > 8 and wanted(match.view(seat)):
            kinds = ["here" if chair.seat == seat else "elsewhere" for chair in rooms.CHAIRS]
            chairs = [replace(chair, kind=kind) for chair, kind in zip(rooms.CHAIRS, kinds, strict=True)]
            return rooms.room(match, reader, seat=seat, chairs=chairs)
        quiet = [move for move in match.moves(seat) if "rack-o" not in match.game.write(move)]
        match.do(Act(seat, chance.choice(quiet)))
    raise AssertionError("this moment did not come")


def _eight() -> Match:
    start = (6, 5, 4, 3, 2, 1, 1, 2)
    return rooms.played("farkle", open_box("farkle").game.rules(), 8, [start, *_THROWS[:1]], ["roll"])


def _away(reader: Site) -> Room:
    return rooms.room(rooms.farkle(_THROWS, _AWAY, 3), reader)


def _sat_in(reader: Site) -> Room:
    made = rooms.FARKLE_STATES["farkle-turn"](reader)
    return replace(made, chairs=(replace(made.chairs[0], stand_in=True), *made.chairs[1:]))


def _said(room: Room) -> Room:
    return replace(room, chairs=tuple(replace(chair, says=REACTIONS["bravo"]) for chair in room.chairs))


def _elsewhere(chair: Chair) -> Chair:
    return replace(chair, kind="elsewhere")


def _watching(room: Room, **more: Any) -> Room:
    scene = replace(room.scene, seat=None, moves=(), forms=())
    return replace(
        room, scene=scene, asked=(), host=False, chairs=tuple(map(_elsewhere, room.chairs)), **more
    )


def _hot_seat(match: Match, reader: Site) -> Room:
    return rooms.room(match, reader, seat=match.asked[0], chairs=(rooms.CHAIRS[0], rooms.CHAIRS[3]))


def _tie(reader: Site) -> Room:
    throws = [(1, 1, 1, 4, 6, 2), (1, 1, 1, 4, 6, 2)]
    return rooms.room(rooms.farkle(throws, [*_BANKED, *_BANKED], target=500), reader)


def _panel(reader: Site) -> Room:
    """Two of a table's players at one device, asked together whether they challenge."""
    throws = [(6, 1, 2), (1, 2, 4)]
    match = rooms.played("raks", open_box("raks").game.rules(), 3, throws, ["place 7"])
    chairs = tuple(replace(chair, kind="here") for chair in rooms.CHAIRS[:3])
    return rooms.room(match, reader, seat=match.asked[0], chairs=chairs)


def _sealed(stage: Any) -> Sealed:
    put_in = (PutIn("Ayşe", promise="ab" * 32, seed="cd" * 32, here=True), PutIn("Νίκος", promise="ef" * 32))
    return Sealed("a" * 16, MARK, stage, put_in, player=True)


def _guide(reader: Site, key: str, step: int) -> str:
    return guiding.page(reader, open_box(key), step)


@cache
def _whole(key: str) -> Match:
    return walked(key, 4000)


def _sheet(reader: Site, key: str) -> str:
    """The score sheet of a whole match."""
    room = rooms.room(_whole(key), reader, seat=None)
    names = Names(room.scene.names.seats)
    sheet = sheets.of(_whole(key), room.box, reader.speak, names, played="2026-11-30", sealed=MARK)
    return sheets.page(reader, rooms.ID, room.box, sheet, room.chairs)


def _lines() -> tuple[TableLine, ...]:
    return (
        TableLine("a1", "farkle", ("Ayşe", "Penny"), open=True, free=2),
        TableLine("b2", "racko", ("Νίκος", "Guðrún Ósk"), open=True),
        TableLine("c3", "raks", ("Hüseyin", "Χαράλαμπος", "Jo"), turn=("Jo",)),
    )
