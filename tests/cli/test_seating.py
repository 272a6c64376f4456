"""Who sits where, as the flags say it."""

from __future__ import annotations

from typing import Any

import pytest

from sofra.cli.seating import chairs
from sofra.core.errors import SofraError
from sofra.core.record import SeatLine
from sofra.games import open_box
from sofra.lang import speak

FARKLE = open_box("farkle")


def seated(
    *,
    players: tuple[str, ...] = (),
    bots: tuple[str, ...] = (),
    seats: int | None = None,
    game: str = "farkle",
    lang: str = "en",
    preset: str = "",
) -> list[str]:
    """The chairs as ``name`` or ``name=key`` of a computer player."""
    box = open_box(game)
    rules = box.game.preset(preset) if preset else box.game.rules()
    found = chairs(box, rules, players, bots, seats=seats, say=speak(lang, box))
    return [f"{chair.name}={chair.bot}" if chair.bot else chair.name for chair in found]


@pytest.mark.parametrize(
    ("given", "due"),
    [
        ({}, ["Guest", "Penny=careful"]),
        ({"lang": "tr"}, ["Misafir", "Damla=careful"]),
        ({"seats": 1}, ["Guest"]),
        (
            {"game": "racko", "preset": "Partners", "players": ("Elif", "Can")},
            ["Elif", "Can", "Archie=steady", "Dash=eager"],
        ),
        ({"players": ("Elif",)}, ["Elif", "Penny=careful"]),
        ({"players": ("Elif",), "seats": 1}, ["Elif"]),
        ({"players": ("Elif", " Can  Su ")}, ["Elif", "Can Su"]),
        ({"bots": ("bold",)}, ["Guest", "Blaze=bold"]),
        ({"players": ("bot:bold", "Elif")}, ["Blaze=bold", "Elif"]),
        ({"players": ("bot:bold",)}, ["Blaze=bold", "Penny=careful"]),
        ({"bots": ("bold", "bold")}, ["Guest", "Blaze=bold", "Blaze 2=bold"]),
        ({"players": ("Penny",), "bots": ("careful",)}, ["Penny", "Penny 2=careful"]),
        ({"bots": ("bold",), "seats": 4}, ["Guest", "Blaze=bold", "Penny=careful", "Sandy=steady"]),
        ({"game": "racko", "players": ("A", "B", "C", "D")}, ["A", "B", "C", "D"]),
    ],
)
def test_chairs_are_taken_as_flags_say(given: dict[str, Any], due: list[str]) -> None:
    assert seated(**given) == due


def test_eight_chairs_fill_with_computer_players_in_turn() -> None:
    found = chairs(FARKLE, FARKLE.game.rules(), (), (), seats=8, say=speak("en", FARKLE))
    assert len({chair.name for chair in found}) == 8
    keys = list(FARKLE.players)
    assert [chair.bot for chair in found[1:]] == [*keys, *keys][:7]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": ("A", "A")}, 'two players are called "A"'),
        ({"players": ("",)}, "a name is missing"),
        ({"players": ("x" * 25,)}, "at most 24 letters"),
        ({"players": ("a\x1b[2J",)}, "invisible or control characters"),
        ({"players": ("a\u200bb",)}, "invisible or control characters"),
        ({"players": ("a\u202eb",)}, "invisible or control characters"),
        ({"players": ("A", "B"), "seats": 1}, "2 players are named for 1 seats"),
        ({"bots": ("hal",)}, 'no computer player "hal"; there are careful, steady, bold, showoff'),
    ],
)
def test_what_cannot_sit_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(SofraError, match=said):
        seated(**given)


def test_people_and_computer_players_are_told_apart_in_the_record() -> None:
    assert chairs(FARKLE, FARKLE.game.rules(), ("Elif",), ("bold",), seats=None, say=speak("en", FARKLE)) == (
        SeatLine("Elif"),
        SeatLine("Blaze", "bold"),
    )
