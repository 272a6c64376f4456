"""One sentence for anything that is told of a match: a game's tells, what the table itself does, how an agreed end stands."""

from __future__ import annotations

from typing import Any

from sofra.core.asks import Over, Result
from sofra.core.match import Agreed, Match, StandIn, Undo
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


def asked(match: Match, words: Words, viewer: int | None, speak: Speak, names: Names) -> str:
    """What a match asks now, or how it ended, as ``viewer`` reads it."""
    if match.agreed and isinstance(match.ask, Over):
        return by_agreement(match.ask.result, speak, names)
    return words.asked(match.view(viewer), speak, names)


def by_agreement(result: Result, speak: Speak, names: Names) -> str:
    """How a match stands that was ended by agreement: the game itself only knows whose move it would have been."""
    if len(names.seats) == 1:
        return speak("Ended by agreement")
    called = ", ".join(names[seat] for seat in result.winners)
    if len(result.winners) == 1 or result.winners in (result.sides or ()):
        return speak("Ended by agreement. Ahead: {names}", names=called)
    return speak("Ended by agreement. Level: {names}", names=called)
