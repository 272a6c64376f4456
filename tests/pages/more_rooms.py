"""Rooms for the moments that are not met on the way: every phase of Rak's and Rack-O, the ends of rounds and matches, what
the coach says, and every page that refuses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sofra.games import open_box
from sofra.games.parts import Advice
from sofra.web import pages
from sofra.web.pages import Chair, Room, Site
from sofra.web.replies import TITLES
from tests.pages import rooms
from tests.pages.walks import walked

OPENED = "0011223344556677889900112233445500112233445566778899001122334455"

_BEADS = ["place 20", "pass", "pass", "place 13", "pass", "pass", "place 9", "pass", "pass"]
_SHOW = ["place 7", "challenge", "pass"]
RAKS: Mapping[str, Sequence[str]] = {
    "asked": ["place 7"],
    "show": _SHOW,
    "right": [*_SHOW, "show 1 + 2 + 4"],
    "judged": [*_SHOW, "show 1 + 2 + 4", "withdraw 13"],
    "wrong": [*_SHOW, "show 1 + 2 * 4"],
    "conceded": [*_SHOW, "concede"],
    "nothing": ["no move"],
    "claimed": ["no move", "claim 1 + 2 + 4 = 7", "claim 4 * 2 = 8"],
    "triple": ["place 7", "pass", "pass"],
}
"""What was done with 1 2 4, when each of three players had a bead on the board already."""


def more_pages_of(lang: str) -> dict[str, str]:
    """Those pages by name, in one language."""
    reader = rooms.site(lang)
    found = {name: pages.table(room) for name, room in tables(reader)}
    for status, sentence in (
        (403, "this was sent from a page of another site, so it was not done"),
        (409, "this table plays without the coach"),
        (429, "that was too fast; wait a moment and try again"),
        (500, "something broke here"),
    ):
        found[f"problem-{status}"] = pages.problem(
            reader, status, reader.speak(TITLES[status]), reader.speak(sentence)
        )
    room = rooms.FARKLE_STATES["farkle-decide"](reader)
    found["coach"] = pages.coach(room, [Advice("roll", 0.5512, 0.0), Advice("bank", 0.5391, 0.0)])
    found["agreed"] = pages.policy(room)
    found["host"] = pages.host(room)
    found["chair-link"] = pages.chair_link(room, 1, rooms.LINK + "/chair/1?key=0123456789abcdefghijkl")
    return found


def tables(reader: Site) -> Iterator[tuple[str, Room]]:
    """The tables among them, each as the seat sees it that is asked."""
    for name, moves in RAKS.items():
        yield f"raks-{name}", raks(moves, reader, last=(6, 6, 6) if name == "triple" else (2, 3, 6))
    for phase in ("taken", "drawn"):
        made = (rooms.walk("racko", n, reader) for n in range(1, 60))
        yield f"racko-{phase}", next(room for room in made if room.scene.view.phase == phase)
    made = (rooms.walk("racko", n, reader) for n in range(40, 400))
    yield "racko-round", next(room for room in made if room.scene.view.sheet)
    for key in ("racko", "raks"):
        yield f"{key}-over", rooms.room(walked(key, 4000), reader, opened=OPENED)


def raks(
    moves: Sequence[str], reader: Site, seat: int | None = None, last: tuple[int, ...] = (2, 3, 6)
) -> Room:
    """Three players with a bead each, and what was done with 1 2 4; ``last`` is thrown after that. Seen by a seat, or by whoever
    is asked."""
    throws = [(6, 1, 2), (4, 5, 5), (3, 4, 6), (3, 3, 6), (1, 2, 4), last]
    match = rooms.played("raks", open_box("raks").game.rules(), 3, throws, [*_BEADS, *moves])
    sight = match.asked[0] if seat is None else seat
    return rooms.room(match, reader, seat=sight, chairs=_here(sight))


def _here(*seats: int) -> tuple[Chair, ...]:
    return tuple(replace(chair, kind="here" if chair.seat in seats else chair.kind) for chair in rooms.CHAIRS)
