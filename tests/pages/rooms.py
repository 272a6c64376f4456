"""Rooms in every state that a page can show, made from scripted matches: for the page tests and the gallery."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from sofra.core import Act, Match, Scripted
from sofra.core.asks import Over
from sofra.core.errors import Illegal
from sofra.games import Box, boxes, open_box
from sofra.games.parts import Names, Scene
from sofra.games.reviewing import review
from sofra.lang.catalogue import load, shell_folders
from sofra.lang.retelling import Retelling
from sofra.lang.speak import Language
from sofra.web import assets, guiding, offline, pages, reviews
from sofra.web.pages import Chair, Room, Site
from tests.pages.walks import STEPS, walked

ID = "k7m2pq"
LINK = "https://table.example/t/k7m2pq"


class Strict(Language):
    """A language that fails where it would fall back to English."""

    def __call__(self, message: str, /, **fields: Any) -> str:
        same = self.lang == "en" or not any(map(str.isalpha, message))
        assert same or self.knows(message), f"no catalogue has {message!r}"
        return super().__call__(message, **fields)


def site(lang: str, **more: Any) -> Site:
    """A reader of that language; the shell's catalogue and every game's are at hand."""
    folders = [*shell_folders(), *(box.folder / "locale" for box in boxes().values())]
    return Site(Strict(lang, [load(folder, lang) for folder in folders]), **more)


CHAIRS = (
    Chair(0, "here", "Ayşe", "navy", host=True, lang="tr"),
    Chair(1, "bot", "Penny", "vermillion", persona="careful"),
    Chair(2, "elsewhere", "Νίκος", "sky", away=True, lang="el"),
    Chair(3, "here", "Guðrún Ósk", "cream"),
)


def room(
    match: Match,
    lang: str | Site = "en",
    seat: int | None = 0,
    chairs: Sequence[Chair] = CHAIRS,
    **more: Any,
) -> Room:
    """A match as the browser that holds ``seat`` sees it; ``lang`` may be a whole reader."""
    reader = site(lang) if isinstance(lang, str) else lang
    box = open_box(match.game.facts.key)
    sitting = tuple(replace(chair, seat=place) for place, chair in enumerate(chairs[: match.seats]))
    told = tuple(tell for tell in match.told(seat) if tell is not None)[-40:]
    moves = tuple(map(match.game.write, match.moves(seat))) if seat is not None else ()
    scene = Scene(
        view=match.view(seat),
        rules=match.rules,
        seat=seat,
        moves=moves,
        forms=match.forms(seat) if seat is not None else (),
        told=told,
        version=match.version,
        over=match.over,
        speak=reader.speak,
        names=Names(
            tuple(reader.speak(c.name) if c.kind == "bot" else c.name for c in sitting),
            seat,
            () if seat is None else (seat,),
        ),
    )
    made = Room(
        site=reader,
        box=box,
        scene=scene,
        id=ID,
        chairs=tuple(replace(c, name=reader.speak(c.name)) if c.kind == "bot" else c for c in sitting),
        asked=match.asked,
        command="c0ffee",
        result=match.ask.result if isinstance(match.ask, Over) else None,
        by_agreement=match.agreed,
        score=match.game.score(match.state),
        sealed="5f1d7a84b0b7c1a3e4c5d1f08c2a6b9e7d3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b",
        host=True,
        watch=LINK + "/watch",
    )
    return replace(made, **more)


def played(key: str, rules: Any, seats: int, chance: Sequence[Sequence[int]], moves: Sequence[str]) -> Match:
    """A match in which chance and moves came as listed, whoever was asked."""
    match = Match(open_box(key).game, rules, seats)
    dealer = Scripted([tuple(values) for values in chance])
    for text in moves:
        match.settle(dealer)
        match.do(Act(match.asked[0], match.game.read(text)))
    match.settle(dealer)
    return match


def farkle(chance: Sequence[Sequence[int]], moves: Sequence[str], seats: int = 2, **rules: Any) -> Match:
    """A match of Farkle in which seat 0 starts (unless ``seats`` is 1)."""
    start = [(6, *range(1, seats))] if seats > 1 else []
    return played("farkle", open_box("farkle").game.rules(**rules), seats, [*start, *chance], moves)


FARKLE_STATES: dict[str, Callable[[str | Site], Room]] = {
    "farkle-turn": lambda lang: room(farkle([], [], seats=4), lang),
    "farkle-throw": lambda lang: room(farkle([(1, 4, 4, 4, 6, 2)], ["roll"]), lang),
    "farkle-throw-two-groups": lambda lang: room(farkle([(1, 1, 5, 4, 6, 2)], ["roll"], seats=3), lang),
    "farkle-straight": lambda lang: room(farkle([(1, 2, 3, 4, 5, 6)], ["roll"]), lang),
    "farkle-decide": lambda lang: room(
        farkle([(1, 4, 4, 4, 6, 2), (1, 5)], ["roll", "keep 1 4 4 4", "roll", "keep 5"]), lang, undo=3
    ),
    "farkle-closed": lambda lang: room(farkle([(1, 4, 2, 3, 6, 2)], ["roll", "keep 1"], opening=500), lang),
    "farkle-hot": lambda lang: room(farkle([(1, 1, 1, 5, 5, 5)], ["roll", "keep 1 1 1 5 5 5"]), lang),
    "farkle-lost": lambda lang: room(
        farkle([(1, 1, 1, 4, 6, 2), (2, 3, 4)], ["roll", "keep 1 1 1", "roll"]), lang, seat=0
    ),
    "farkle-banked": lambda lang: room(farkle([(1, 1, 1, 4, 6, 2)], ["roll", "keep 1 1 1", "bank"]), lang),
    "farkle-other": lambda lang: room(
        farkle([(1, 1, 1, 4, 6, 2), (5, 5, 5, 2, 3, 4)], ["roll", "keep 1 1 1", "bank", "roll"]), lang
    ),
    "farkle-last-round": lambda lang: room(
        farkle(
            [(1, 1, 1, 4, 6, 2), (5, 5, 5, 2, 3, 4)],
            ["roll", "keep 1 1 1", "bank", "roll", "keep 5 5 5"],
            target=500,
        ),
        lang,
        seat=1,
        chairs=(CHAIRS[0], CHAIRS[3]),
    ),
    "farkle-refused": lambda lang: room(
        farkle([(1, 4, 4, 4, 6, 2)], ["roll"]),
        lang,
        refused=Illegal(
            "the {die} does not score: a {die} counts only in a set, and it is in none here", die=6
        ),
    ),
    "farkle-over": lambda lang: room(
        farkle(
            [(1, 1, 1, 4, 6, 2), (5, 5, 5, 2, 3, 4), (2, 2, 3, 4, 6, 6)],
            ["roll", "keep 1 1 1", "bank", "roll", "keep 5 5 5", "bank", "roll"],
            seats=3,
            target=500,
        ),
        lang,
        opened="0011223344556677889900112233445500112233445566778899001122334455",
    ),
    "farkle-watched": lambda lang: room(farkle([(1, 4, 4, 4, 6, 2)], ["roll"]), lang, seat=None),
}


def lobby(reader: Site) -> Room:
    """A table with a free chair, seen by its host."""
    made = room(farkle([], [], seats=3, opening=500), reader)
    chairs = (*made.chairs[:2], Chair(2, "open"))
    return replace(made, chairs=chairs, started=False, link=LINK, asked=())


def reviewed(reader: Site, seats: int) -> str:
    """The review of a short match with mistakes, under rules that no table holds: everything carries its error."""
    second, passed = [(2, 3, 4, 6, 6, 2)] * (seats - 1), ["roll"] * (seats - 1)
    chance = [(1, 1, 1, 4, 6, 2), *second, (1, 5, 5, 4, 6, 2), *second, (1, 1, 1, 5, 2, 3)]
    moves = ["roll", "keep 1", "bank", *passed, "roll", "keep 1 5", "bank", *passed]
    moves += ["roll", "keep 1 1 1 5", "bank"]
    match = farkle(chance, moves, seats, target=500, last_round=False)
    made = room(match, reader)
    coach = made.box.reviewer
    assert coach is not None
    told = Retelling(match, review(match, coach), made.box, reader.speak, made.scene.names)
    return reviews.page(reader, ID, told, made.chairs)


def walk(key: str, choices: int, reader: Site) -> Room:
    """A match of any game in the middle of things, seen by the seat that is asked."""
    match = walked(key, choices)
    seat = match.asked[0] if match.asked else 0
    people = [replace(chair, kind="here" if chair.seat == seat else chair.kind) for chair in CHAIRS]
    return room(match, reader, seat=seat, chairs=people)


def assets_folder() -> Path:
    """Where the shell's static files are."""
    return assets.STATIC


def pages_of(lang: str, **settings: Any) -> dict[str, str]:
    """Every page and state by name, in one language."""
    return pages_with(site(lang, **settings))


def pages_with(reader: Site) -> dict[str, str]:
    """Every page and state by name, for one reader."""
    box: Box = open_box("farkle")
    found = {
        "start": pages.start(
            reader,
            boxes(),
            (
                pages.TableLine("a1", "farkle", ("Ayşe", "Penny"), yours=True),
                pages.TableLine("b2", "farkle", ("Ayşe", "Νίκος"), open=True),
                pages.TableLine("c3", "farkle", ("Ayşe", "Guðrún"), over=True),
            ),
        ),
        "start-first": pages.start(reader, boxes()),
        "new-wrong": pages.new_table(reader, box, wrong_setup(box)),
        "lobby": pages.lobby(lobby(reader)),
        "settings": pages.settings(reader, saved=True),
        "verify": pages.verify(reader),
        "problem": pages.problem(
            reader,
            404,
            reader.speak("Not found"),
            reader.speak("there is no such table; check the link"),
        ),
        "offline": offline.shown(reader),
        "review": reviewed(reader, 2),
        "review-many": reviewed(reader, 3),
        "review-waiting": reviews.waiting(reader, box, ID, 0.4),
        "curtain": pages.curtain(room(farkle([], [], seats=4), reader), 3),
    }
    for key, other in boxes().items():
        found[f"{key}-rules"] = pages.rules(reader, other, next(iter(other.game.presets.values())), 3)
        if other.guide is not None:
            for step in (0, 3, len(other.guide.lessons) - 1):
                found[f"{key}-guide-{step + 1}"] = guiding.page(reader, other, step)
        found[f"{key}-new"] = pages.new_table(reader, other, pages.first_setup(other))
        for name, own in other.pages.items():
            found[f"{key}-{name}"] = pages.own_page(reader, other, own, date(2026, 6, 1), {})
        for when, choices in STEPS.items():
            found[f"{key}-{when}"] = pages.table(walk(key, choices, reader))
    for name, make in FARKLE_STATES.items():
        found[name] = pages.table(make(reader))
    return found


def wrong_setup(box: Box) -> pages.Setup:
    """A form with a mistake in a rule and a chair without a name."""
    return pages.read_setup(
        box,
        {
            "preset": ["Table"],
            "rule-target": ["12"],
            "shown-target": ["10000"],
            "chair-0": ["person"],
            "name-0": [""],
            "chair-1": ["bot:careful"],
        },
    )
