"""One sentence for anything that is told of a match: a game's tells, and what the table itself does."""

from __future__ import annotations

from typing import Any

from sofra.core.match import Agreed, StandIn, Undo
from sofra.games.parts import Names, Speak, Words


def sentence(words: Words, told: Any, speak: Speak, names: Names) -> str:
    """What ``words`` say of a tell, or what is to be said of an undo, a stand-in, an agreed end; "" for None."""
    if told is None:
        return ""
    if isinstance(told, Undo):
        return speak("The last move was taken back.")
    if isinstance(told, StandIn):
        if told.who:
            return speak("{name}: a computer player sits in.", name=names[told.seat])
        return speak("{name}: back in the chair.", name=names[told.seat])
    if isinstance(told, Agreed):
        return speak("The match was ended by agreement.")
    return words.say(told, speak, names)
