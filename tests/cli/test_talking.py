"""What the terminal says around a game when a part of the game has nothing to say."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NoReturn, cast

import pytest

from sofra.cli.console import Console
from sofra.cli.screen import Screen
from sofra.cli.talking import Desk
from sofra.core.dealers import seeded
from sofra.core.errors import Unsupported
from sofra.core.match import Match
from sofra.games import Box, open_box
from sofra.lang import speak


class Refusing:
    """A coach that does not know these house rules."""

    def advise(self, *_: Any, **__: Any) -> NoReturn:
        raise Unsupported(
            "there is no exact solution with pass_on: what is taken over ties all turns together"
        )


@pytest.mark.parametrize(
    ("coach", "said"), [(Refusing(), "there is no exact solution"), (None, "There is no coach here.")]
)
def test_a_hint_that_cannot_be_given_is_said_in_a_sentence(
    capsys: pytest.CaptureFixture[str], coach: object, said: str
) -> None:
    game = open_box("farkle").game
    match = Match(game, game.rules(), 2)
    match.settle(seeded("hint"))
    everybody: Sequence[int] = (0, 1)
    screen = cast(Screen, SimpleNamespace(front=None, people=everybody))
    console = Console(plain=True, speed=0)
    Desk(cast(Box, SimpleNamespace(coach=coach)), match, screen, console, speak("en")).answer("hint")
    assert said in capsys.readouterr().out
