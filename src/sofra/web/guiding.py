"""GET /guide/{game}: a first match to look at, step by step, played by the real rules with chosen dice and cards."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from sofra.core.errors import Unknown
from sofra.games import Box, open_box
from sofra.games.parts import Names, Scene
from sofra.web import replies
from sofra.web.browser import Browser
from sofra.web.markup import render
from sofra.web.room import Site

OTHERS = {"en": ("Ada", "Elif", "Νίκος"), "tr": ("Elif", "Ada", "Νίκος"), "el": ("Νίκος", "Elif", "Ada")}
"""Whom the reader plays with, in their own letters first: the sentences name the first of them."""
MARKS = ("navy", "vermillion", "sky", "cream")


def page(site: Site, box: Box, step: int) -> str:
    """The guide's page at a step (from 0). Raises Unknown where the game has no guide, or not so many steps."""
    guide = box.guide
    if guide is None or not 0 <= step < len(guide.lessons):
        raise Unknown("there is nothing here")
    game, lesson = box.game, guide.lessons[step]
    match = guide.at(game, step)
    speak = site.speak
    others = OTHERS[speak.lang][: guide.seats - 1]
    names = Names((speak("You"), *others), 0)
    mine = 0 in match.asked
    scene = Scene(
        view=match.view(0),
        rules=match.rules,
        seat=0,
        moves=tuple(map(game.write, match.moves(0))) if mine else (),
        forms=match.forms(0) if mine else (),
        told=tuple(tell for tell in match.told(0) if tell is not None),
        version=match.version,
        over=match.over,
        speak=speak,
        names=names,
        settings={"marks": MARKS[: guide.seats], "kinds": ("here", *["bot"] * len(others)), "hints": True},
    )
    drawer: Any = box.page
    values: dict[str, Any] = {
        "box": box,
        "step": step,
        "steps": len(guide.lessons),
        "text": speak(lesson.text, **{"other": others[0], **dict(lesson.fields)}),
        "move": box.words.move(lesson.move, speak) if lesson.move else "",
        "mover": names[match.asked[0]] if lesson.move else "",
        "mine": mine,
        "drawn": drawer.draw(scene) if drawer is not None else "",
        "board": box.words.board(scene.view, speak, names),
    }
    return render("guide.html", site, **values)


async def show(request: Request) -> Response:
    """GET /guide/{game}?step=<number from 1>"""
    box = open_box(request.path_params["game"])
    text = request.query_params.get("step", "1")
    step = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    site = Browser.of(request.scope).site(f"{request.url.path}?step={step}", box)
    return replies.html(page(site, box, step - 1))
