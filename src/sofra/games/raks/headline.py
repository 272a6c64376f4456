"""The one sentence over a board of Rak's: what is asked of whoever answers here, or what somebody else is doing."""

from __future__ import annotations

from sofra.games.parts import Names, Speak
from sofra.games.raks.sayings import faces
from sofra.games.raks.view import RaksView


def turn(view: RaksView, speak: Speak, names: Names) -> str:
    """In the phases in which one seat is asked for a move, and while the dice fall."""
    seat = view.asked[0] if view.asked else view.mover
    if view.phase != "throw" and not names.answers_here(seat):
        return _doing(view, seat, speak, names)
    who = speak("Your turn") if seat == names.me else names[seat]
    if view.phase == "throw":
        return speak("{who}: three dice are thrown", who=who)
    if view.phase == "move":
        return speak('{who}: place a bead on an open zone, or say "No move"', who=who)
    if view.phase == "show":
        return speak("{who}: show how the dice make {zone}, or concede", who=who, zone=view.zone)
    if view.phase == "triple":
        return speak("Triple! {who}: withdraw a bead", who=who)
    if view.phase == "failed":
        return speak(
            "{who}: pick the bead that the challenge costs {name}", who=who, name=_loser(view, names)
        )
    if view.phase == "upheld":
        return speak("{who}: withdraw one more bead", who=who)
    return speak("{who}: withdraw a bead for the wrong claim", who=who)


def _doing(view: RaksView, seat: int, speak: Speak, names: Names) -> str:
    name = names[seat]
    if view.phase == "move":
        return speak("{name} is looking for a zone", name=name)
    if view.phase == "show":
        return speak(
            "{name} has been challenged, and shows how the dice make {zone}", name=name, zone=view.zone
        )
    if view.phase == "triple":
        return speak("Triple! {name} is withdrawing a bead", name=name)
    if view.phase == "failed":
        return speak(
            "{name} is picking the bead that the challenge costs {loser}",
            name=name,
            loser=_loser(view, names),
        )
    if view.phase == "upheld":
        return speak("{name} is withdrawing one more bead", name=name)
    return speak("{name} is withdrawing a bead for the wrong claim", name=name)


def _loser(view: RaksView, names: Names) -> str:
    return names[view.challenger] if view.challenger is not None else ""


def window(view: RaksView, speak: Speak, names: Names) -> str:
    """In the windows, in which everybody else may challenge or claim. Several who answer on one device are named."""
    here = [seat for seat in view.asked if names.answers_here(seat)]
    called = ", ".join(names[seat] for seat in here)
    if view.phase == "placed":
        said = speak("{name}: placed a bead on {zone}", name=names[view.mover], zone=view.zone)
        alone = speak("Challenge it, or pass?")
        named = speak("{names}: challenge it, or pass?", names=called)
    else:
        said = speak("{name}: no move", name=names[view.mover])
        dice = faces(view.dice).replace(" ", "\N{NO-BREAK SPACE}")
        alone = speak("Do you have a move with {dice}?", dice=dice)
        named = speak("{names}: a move with {dice}?", names=called, dice=dice)
    if not here:
        waiting = ", ".join(names[seat] for seat in view.asked)
        return said + ". " + speak("Waiting for: {names}", names=waiting)
    return said + ". " + (alone if here == [names.me] else named)
