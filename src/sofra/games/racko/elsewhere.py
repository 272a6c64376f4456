"""What is said over the table while somebody else plays Rack-O: what they are doing, never what they should."""

from __future__ import annotations

from sofra.games.parts import Names, Speak
from sofra.games.racko.view import RackoView


def doing(view: RackoView, speak: Speak, names: Names) -> str:
    """The mover's turn as it is for the others; for the phases in which a move is asked."""
    name = names[view.seat]
    if view.phase == "turn":
        return speak(
            "{name} is choosing: the open {card}, or a card from the pile", name=name, card=view.discards[-1]
        )
    if view.phase == "taken":
        return speak("{name} is putting the {card} into a slot", name=name, card=view.hand)
    return speak("{name} is looking at the drawn card", name=name)
