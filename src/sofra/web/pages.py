"""Every page as HTML text, made from values and nothing else. The service fills a ``Room`` (or ``Site``) and sends it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sofra.core.errors import Malformed
from sofra.core.match import Agreed, StandIn, Undo
from sofra.core.plain import told
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.games.parts import Advice, Extra, Names, Scene, Speak
from sofra.lang.sentences import by_agreement
from sofra.table.entries import Policy
from sofra.web import by_hand
from sofra.web.code import code_of
from sofra.web.markup import render, value_of
from sofra.web.room import MARKS, Chair, NewChair, Room, Setup, Site, TableLine
from sofra.web.setup import first_setup, read_setup

__all__ = [
    "MARKS",
    "REGIONS",
    "Chair",
    "NewChair",
    "Room",
    "Setup",
    "Site",
    "TableLine",
    "chair",
    "chair_link",
    "coach",
    "curtain",
    "first_setup",
    "host",
    "lobby",
    "move_of",
    "new_table",
    "open_tables",
    "own_page",
    "policy",
    "problem",
    "read_setup",
    "regions",
    "rules",
    "sentence",
    "sentences",
    "settings",
    "start",
    "table",
    "verify",
]

REGIONS = ("ask", "match", "scores", "chairs", "log", "controls", "result")


def start(site: Site, boxes: Mapping[str, Box], tables: Sequence[TableLine] = ()) -> str:
    """The start page: the games, and the tables this browser sits at."""
    return render("start.html", site, boxes=boxes, tables=tables)


def open_tables(site: Site, boxes: Mapping[str, Box], tables: Sequence[TableLine]) -> str:
    """The tables that anybody may find, to sit down or to watch."""
    return render("open.html", site, boxes=boxes, tables=tables)


def new_table(site: Site, box: Box, setup: Setup, policy: Policy | None = None) -> str:
    """The form for a new table (posts to ``/tables`` with ``game=<key>``)."""
    return render("new.html", site, box=box, setup=setup, policy=policy or Policy())


def lobby(room: Room) -> str:
    """A table whose chairs are not all taken: the invitation, the chairs, sit down, start."""
    speak = room.site.speak
    rules_text = " · ".join(_changed(room.scene.rules, speak)) or speak("The rules as most tables play them.")
    people = ", ".join(chair.name for chair in room.chairs if chair.name)
    free = sum(chair.kind == "open" for chair in room.chairs)
    chairs = speak.many("{count} chair is still free", "{count} chairs are still free", free) if free else ""
    invitation = " – ".join(part for part in (rules_text, people, chairs) if part)
    body = regions(room)["lobby"]
    return render("lobby.html", room.site, room=room, body=body, invitation=invitation)


def table(room: Room) -> str:
    """The table page; its parts are the same fragments as ``regions`` gives."""
    return render("table.html", room.site, room=room, regions=regions(room), title=title(room))


def regions(room: Room, only: Collection[str] = REGIONS) -> dict[str, str]:
    """The parts of the page by element id, each the element itself: those of ``REGIONS`` (of them ``only`` these), or
    ``lobby`` alone while the match has not started. A game's page part may offer ``scores(scene)`` beside ``draw`` for its own score sheet."""
    site = room.site
    if not room.started:
        taken = {chair.mark for chair in room.chairs if chair.kind != "open"}
        qr = code_of(room.link) if room.link else ""
        return {"lobby": render("regions/lobby.html", site, room=room, taken=taken, qr=qr)}
    scene = _furnished(room)
    asked = headline(room)
    page: Any = room.box.page
    found = {}
    for name in REGIONS:
        if name not in only:
            continue
        values: dict[str, Any] = {"room": room, "asked": asked, "drawn": ""}
        if name == "match":
            values["drawn"] = page.draw(scene) if page is not None else _plainly(room)
            values["talk"] = talk(room)
        if name == "scores" and hasattr(page, "scores"):
            values["drawn"] = page.scores(scene)
        if name == "log":
            values["sentences"] = sentences(room)
        if name == "ask":
            values["title"] = title(room)
        found[name] = render(f"regions/{name}.html", site, **values)
    return found


def headline(room: Room) -> str:
    """The one sentence over the table: whose turn it is and what is asked, or how the match ended."""
    scene = room.scene
    if room.by_agreement and room.result is not None:
        return by_agreement(room.result, room.site.speak, scene.names)
    if room.closed and room.result is None:
        return room.site.speak(room.closed)
    if room.throw is not None:
        return by_hand.headline(room.box, scene.view, room.throw, scene.speak, scene.names)
    asked = room.box.words.asked(scene.view, scene.speak, scene.names)
    if not asked and room.asked:
        return room.site.speak("Turn: {name}", name=", ".join(scene.names[seat] for seat in room.asked))
    return asked


def title(room: Room) -> str:
    """The title of the page, seen while another page is in front: it begins with the turn when one of this device is asked,
    and with the result when there is one."""
    speak, names = room.site.speak, room.scene.names
    first = headline(room) if room.scene.over else ""
    if not room.scene.over and (here := [seat for seat in room.asked if seat in room.hot_seats]):
        mine = len(room.hot_seats) == 1
        first = speak("Your turn") if mine else speak("Turn: {name}", name=", ".join(names[s] for s in here))
    return " – ".join(filter(None, (first, room.box.words.name(speak), "sofra")))


def sentences(room: Room) -> list[str]:
    """What was told lately in sentences, the newest first."""
    scene = room.scene
    said = [sentence(room.box, tell, scene.speak, scene.names) for tell in scene.told]
    return [line for line in reversed(said) if line]


def talk(room: Room) -> tuple[str, str]:
    """What the computer player who did the last thing says about it, and who it is; ("", "") if nothing.

    Personas have a few lines an occasion; which one comes is a matter of the version, so every reader sees the same.
    """
    scene = room.scene
    last = next((tell for tell in reversed(scene.told) if isinstance(getattr(tell, "seat", None), int)), None)
    if last is None or not 0 <= last.seat < len(room.chairs):
        return "", ""
    chair = room.chairs[last.seat]
    persona = room.box.players.get(chair.persona) if chair.kind == "bot" else None
    lines = persona.talk.get(told(last)["what"], ()) if persona is not None else ()
    return (scene.speak(lines[scene.version % len(lines)]), chair.name) if lines else ("", "")


def _furnished(room: Room) -> Scene:
    """The scene with what a game's part may want to know of the chairs: their marks and kinds by seat, and hints."""
    marks = tuple(chair.mark for chair in room.chairs)
    kinds = tuple(chair.kind for chair in room.chairs)
    more = {"marks": marks, "kinds": kinds, "hints": room.site.hints, "asked": room.asked}
    return replace(room.scene, settings={**more, **room.scene.settings})


def _plainly(room: Room) -> str:
    """The table of a game without a page part: its board in words, a button for each move, a field for made-up ones."""
    scene = room.scene
    board = room.box.words.board(scene.view, scene.speak, scene.names)
    return render("regions/plain.html", room.site, room=room, board=board)


def move_of(box: Box, view: Any, form: Mapping[str, Sequence[str]]) -> str:
    """The text of the move that a posted table form means: ``move`` as it stands, else what the game's page part makes
    of its own fields, else ``text``. Raises Malformed."""
    if box.page is not None and not form.get("move"):
        return box.page.move(view, form)
    for field in ("move", "text"):
        if (values := form.get(field)) and values[0].strip():
            return " ".join(values[0].split())
    raise Malformed("a move is missing: choose one, or write it")


def _changed(house: HouseRules, speak: Speak) -> list[str]:
    """What differs from the game's defaults, in words."""
    values = house.differing()
    return [
        f"{speak(option.meaning)}: {value_of(option, values[option.name], speak)}"
        for option in house.options()
        if option.name in values
    ]


def curtain(room: Room, seat: int) -> str:
    """The page between two hot seats of a game with hidden cards: pass the device to ``seat``. Never cache it."""
    return render("curtain.html", room.site, room=room, seat=seat)


def chair(room: Room, seat: int, secret: str) -> str:
    """The page behind a link to a chair: looking at it does nothing, its button takes the chair."""
    return render("chair.html", room.site, room=room, seat=seat, secret=secret)


def chair_link(room: Room, seat: int, link: str) -> str:
    """A fresh link to a chair, as text and as a code for a camera."""
    return render("link.html", room.site, room=room, seat=seat, link=link, qr=code_of(link))


def rules(site: Site, box: Box, house: HouseRules, seats: int) -> str:
    """The rules as played under these house rules, with what this game's page adds to them. The sections that it names in
    ``drawn`` it draws itself; its drawing stands in place of the first of them."""
    page: Any = box.page
    extra = page.rules(house, seats, site.speak) if hasattr(page, "rules") else ""
    drawn = {site.speak(heading) for heading in getattr(page, "drawn", ())}
    return render("rules.html", site, box=box, house=house, seats=seats, extra=extra, drawn=drawn)


def own_page(site: Site, box: Box, page: Extra, day: date, form: Mapping[str, Sequence[str]]) -> str:
    """A page of a game's own that needs no table."""
    return render("extra.html", site, box=box, page=page, body=page.draw(day, form, site.speak))


def settings(site: Site, saved: bool = False) -> str:
    """Language, theme, motion, sound and keys (posts to ``/settings`` with ``next=<address>``)."""
    return render("settings.html", site, saved=saved)


def policy(room: Room) -> str:
    """What was agreed on beside the rules, for the host to change."""
    return render("policy.html", room.site, room=room)


def host(room: Room) -> str:
    """What only the host does: passing the role on, chairs, closing the table."""
    return render("host.html", room.site, room=room)


def coach(room: Room, advice: Sequence[Advice]) -> str:
    """What the coach says of every choice that is open to the seat in front, best first."""
    scene = room.scene
    asked = room.box.words.asked(scene.view, scene.speak, scene.names)
    exact = all(item.se == 0 for item in advice)
    return render("coach.html", room.site, room=room, advice=advice, asked=asked, exact=exact)


def verify(site: Site, record: str = "", verdict: str = "", good: bool | None = None) -> str:
    """Check the dice and cards of a finished game; ``verdict`` is a sentence in the reader's language."""
    return render("verify.html", site, record=record, verdict=verdict, good=good)


def problem(site: Site, status: int, title: str, sentence: str) -> str:
    """A page that says what went wrong and where to go on; ``title`` and ``sentence`` are in the reader's language."""
    return render("problem.html", site, status=status, title=title, sentence=sentence)


def sentence(box: Box, tell: Any, speak: Speak, names: Names) -> str:
    """One sentence for anything that was told of a match: the game's tells and the table's own entries; "" for None."""
    if tell is None:
        return ""
    if isinstance(tell, Undo):
        return speak("The last move was taken back.")
    if isinstance(tell, StandIn):
        if tell.who:
            return speak("{name}: a computer player sits in.", name=names[tell.seat])
        return speak("{name}: back in the chair.", name=names[tell.seat])
    if isinstance(tell, Agreed):
        return speak("The match was ended by agreement.")
    return box.words.say(tell, speak, names)
