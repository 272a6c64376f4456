"""What is said over the table while somebody else plays Farkle: what they are doing, never what they should."""

from __future__ import annotations

from sofra.games.farkle.view import FarkleView
from sofra.games.parts import Names, Speak


def doing(view: FarkleView, speak: Speak, names: Names) -> str:
    """The mover's turn as it is for the others; for the phases in which a move is asked."""
    name = names[view.seat]
    if view.phase == "turn" and view.offer:
        total, left = view.offer
        return speak.many(
            "{name} may take over {total} points and one die, or roll all six",
            "{name} may take over {total} points and {count} dice, or roll all six",
            left,
            name=name,
            total=total,
        )
    if view.phase == "turn":
        return speak("{name} is about to roll the dice", name=name)
    if view.phase == "keep":
        return speak("{name} is choosing dice", name=name)
    if not view.kept:
        return speak("{name} has hot dice, with {total} points so far", name=name, total=view.total)
    return speak(
        "{name} is deciding whether to roll on, with {total} points so far", name=name, total=view.total
    )
