"""Quick reactions: a few things that people say at a table, chosen by name, so that everybody reads them in their own language."""

from __future__ import annotations

from collections.abc import Mapping

from sofra.core.errors import Unknown
from sofra.table import commands as c
from sofra.table import entries as e
from sofra.table.judging import Case, Decision

REACTIONS: Mapping[str, str] = {
    "bravo": "Well played!",
    "luck": "What luck!",
    "close": "That was close!",
    "ouch": "Ouch!",
    "think": "Let me think …",
    "thanks": "Thank you!",
    "sorry": "Sorry!",
    "good-game": "Good game!",
    "turn": "It’s your turn!",
}
"""What can be said, by name; messages of this folder's catalogue."""

NUDGE = "turn"
"""The one that is also said aloud, to whoever is waited for."""

MESSAGES = tuple(REACTIONS.values())

SHOWN_FOR = 12_000
"""How long a reaction is shown (milliseconds)."""


def react(case: Case, command: c.React) -> Decision:
    """Somebody who sits here says something."""
    case.need_seat(command.seat)
    if command.say not in REACTIONS:
        raise Unknown('"{name}" is none of the things that can be said here', name=command.say[:40])
    return Decision([e.Reacted(command.seat, command.say)])
