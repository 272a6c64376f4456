"""One sentence for everything that happens in Rak's.

Silence about truth (R4): the sentence of a placement is made of its seat and its zone alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sofra.games.parts import Names, Speak
from sofra.games.raks.arithmetic import pretty
from sofra.games.raks.state import GameEnd
from sofra.games.raks.tells import (
    Answered,
    Challenged,
    ClaimJudged,
    Conceded,
    Judged,
    Passed,
    Placed,
    SaidNoMove,
    Shown,
    Stood,
    Thrown,
    ThrownForStart,
    Withdrew,
)


def faces(dice: tuple[int, ...]) -> str:
    """Dice as text: ``2 3 5``."""
    return " ".join(map(str, dice))


def winners(seats: tuple[int, ...], speak: Speak, names: Names) -> str:
    """Who has won the match."""
    if len(seats) == 1:
        return speak("Winner: {name}", name=names[seats[0]])
    return speak("Shared between: {names}", names=", ".join(names[seat] for seat in seats))


def say(tell: Any, button: Callable[[str, Speak], str], speak: Speak, names: Names) -> str:
    """The sentence of a tell; ``button`` says what a move's text means."""
    if isinstance(tell, Answered):
        return speak("Your sealed answer: {answer}", answer=button(tell.answer, speak))
    return _SAYINGS[type(tell)](tell, speak, names)


def _thrown_for_start(tell: ThrownForStart, speak: Speak, names: Names) -> str:
    throws = ", ".join(f"{names[seat]} {die}" for seat, die in zip(tell.seats, tell.dice, strict=True))
    if tell.first is None:
        return speak("For the start: {throws}. A tie, they throw again", throws=throws)
    return speak("For the start: {throws}. First: {name}", throws=throws, name=names[tell.first])


def _thrown(tell: Thrown, speak: Speak, names: Names) -> str:
    name, dice = names[tell.seat], faces(tell.dice)
    if not tell.triple:
        return speak("{name}: threw {dice}", name=name, dice=dice)
    if not tell.owing:
        return speak("{name}: threw {dice}, a triple", name=name, dice=dice)
    owing = ", ".join(names[seat] for seat in tell.owing)
    return speak(
        "{name}: threw {dice}, a triple. These withdraw a bead: {names}", name=name, dice=dice, names=owing
    )


def _placed(tell: Placed, speak: Speak, names: Names) -> str:
    return speak("{name}: placed a bead on {zone}", name=names[tell.seat], zone=tell.zone)


def _no_move(tell: SaidNoMove, speak: Speak, names: Names) -> str:
    return speak("{name}: no move", name=names[tell.seat])


def _passed(tell: Passed, speak: Speak, names: Names) -> str:
    return speak("{name}: passes", name=names[tell.seat])


def _stood(tell: Stood, speak: Speak, names: Names) -> str:
    return _with_end(speak("No challenge: the bead on {zone} stays", zone=tell.zone), tell.end, speak, names)


def _challenged(tell: Challenged, speak: Speak, names: Names) -> str:
    return speak(
        "{name}: challenges the bead on {zone}. It must be shown by: {placer}",
        name=names[tell.seat],
        zone=tell.zone,
        placer=names[tell.placer],
    )


def _shown(tell: Shown, speak: Speak, names: Names) -> str:
    shown = speak(
        "{name}: shows {expression} for {zone}",
        name=names[tell.seat],
        expression=pretty(tell.expression),
        zone=tell.zone,
    )
    if tell.right:
        verdict = speak("Right: the challenge has failed")
        if tell.loser is not None:
            verdict += ". " + speak("One bead goes: {name}", name=names[tell.loser])
    else:
        verdict = speak("Wrong: {reason}", reason=speak(tell.why, **dict(tell.fields)))
        verdict += ". " + _upheld(tell.zone, tell.loser, speak, names)
    return _with_end(f"{shown}. {verdict}", tell.end, speak, names)


def _upheld(zone: int, loser: int | None, speak: Speak, names: Names) -> str:
    said = speak("The challenge is upheld: the bead on {zone} comes off", zone=zone)
    return said if loser is None else said + ". " + speak("One more bead goes: {name}", name=names[loser])


def _conceded(tell: Conceded, speak: Speak, names: Names) -> str:
    said = speak("{name}: concedes", name=names[tell.seat])
    return _with_end(said + ". " + _upheld(tell.zone, tell.loser, speak, names), tell.end, speak, names)


def _claim(claim: ClaimJudged, speak: Speak, names: Names) -> str:
    said = speak(
        "{name}: claims {expression} = {zone}",
        name=names[claim.seat],
        expression=pretty(claim.expression),
        zone=claim.zone,
    )
    if claim.right:
        return said + ". " + speak("Right: a bead for {zone}", zone=claim.zone)
    return said + ". " + speak("Wrong: {reason}", reason=speak(claim.why, **dict(claim.fields)))


def _judged(tell: Judged, speak: Speak, names: Names) -> str:
    said = [_claim(claim, speak, names) for claim in tell.claims]
    if not said:
        said = [speak("Nobody has a move")]
    if tell.owing is not None:
        said.append(speak("One bead goes: {name}", name=names[tell.owing]))
    return _with_end(". ".join(said), tell.end, speak, names)


def _withdrew(tell: Withdrew, speak: Speak, names: Names) -> str:
    said = speak("{name}: the bead on {zone} is withdrawn", name=names[tell.seat], zone=tell.zone)
    if tell.then is not None and (tell.then.claims or tell.then.owing is not None):
        said += ". " + _judged(tell.then, speak, names)
    return _with_end(said, tell.end, speak, names)


_WHY = {
    "filled": "All zones are filled",
    "twenty": "Twenty beads are on the board",
    "triples": "Everybody threw a triple in a row",
    "agreed": "Ended by agreement",
}


def _with_end(said: str, end: GameEnd | None, speak: Speak, names: Names) -> str:
    if end is None:
        return said
    points = ", ".join(f"{names[seat]} {count}" for seat, count in enumerate(end.points))
    said += ". " + speak(
        "{why}: game {game} is over ({points})", why=speak(_WHY[end.why]), game=end.game, points=points
    )
    return said + ". " + winners(end.winners, speak, names) if end.winners else said


_SAYINGS: dict[type, Callable[[Any, Speak, Names], str]] = {
    ThrownForStart: _thrown_for_start,
    Thrown: _thrown,
    Placed: _placed,
    SaidNoMove: _no_move,
    Passed: _passed,
    Stood: _stood,
    Challenged: _challenged,
    Shown: _shown,
    Conceded: _conceded,
    Judged: _judged,
    Withdrew: _withdrew,
}

MESSAGES = tuple(_WHY.values())
"""Messages that reach ``speak`` by value: why a game is over."""
