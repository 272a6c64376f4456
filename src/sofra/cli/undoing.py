"""Where an undo goes. The log is never shortened, so a second undo has to look behind the first."""

from __future__ import annotations

from collections.abc import Callable

from sofra.core.asks import Ask
from sofra.core.errors import Illegal
from sofra.core.match import Agreed, Match, StandIn, Undo


def undo_of(match: Match, concerns: Callable[[Ask], bool]) -> Undo:
    """The undo to the last version before this one whose ask concerns people (``concerns``), or Illegal if there is
    none, or if since then something was revealed."""
    state_of = _states(match)
    at = state_of[match.version]
    while at > 0:
        at = state_of[at - 1]
        if concerns(match.game.ask(match.state_at(at))):
            if at < match.barrier:
                raise Illegal("that can't be undone: since then something new was revealed")
            return Undo(at)
    raise Illegal("there is nothing to undo yet")


def _states(match: Match) -> list[int]:
    """For each version the earliest version with the same state, whose entry before it is the one to take back."""
    found = [0]
    for version, entry in enumerate(match.log, 1):
        if isinstance(entry, Undo):
            found.append(found[entry.to])
        elif isinstance(entry, StandIn | Agreed):
            found.append(found[version - 1])
        else:
            found.append(version)
    return found
