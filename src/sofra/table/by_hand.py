"""Tables with real dice: people throw them and tell what fell, and whatever they told wrongly can be put right.

Such a table waits for a throw as others wait for a move (``Table.due``), and anybody who sits there may tell it, once. Nothing
is sealed, so nothing is behind a barrier: the last line can be taken back, then the one before it, throws included; an earlier
throw can be mended as long as everything that came after it could have happened then, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sofra.core import Act, Agreed, Chance, Choice, Illegal, Outcome, StandIn, Turn, Undo, Unknown
from sofra.core.asks import Dice, check_outcome
from sofra.core.errors import SofraError, Unsupported
from sofra.core.game import Facts
from sofra.core.match import Entry, Match
from sofra.table import commands as c
from sofra.table import entries as e
from sofra.table.commands import Stale
from sofra.table.fold import Table
from sofra.table.judging import Case, Decision, playing


def need_dice(facts: Facts) -> None:
    """Refuse (Unsupported) a table with real dice for a game that has cards, or anything that only some may see."""
    if not facts.by_hand:
        raise Unsupported("only a game of open dice can be played here with dice of your own")


def standing(match: Match) -> list[int]:
    """The places (from 0) of the entries that stand, oldest first: what was taken back, and the taking back, are left out."""
    found: list[int] = []
    at = match.version
    while at > 0:
        entry = match.log[at - 1]
        if isinstance(entry, Undo):
            at = entry.to
        else:
            at -= 1
            found.append(at)
    return found[::-1]


def last_told(table: Table) -> int | None:
    """The number of entries that an undo goes back to: before the last line that people have to tell anew. What computer
    players would only do again by themselves goes along with it. None if there is nothing to take back."""
    match = table.match
    if match is None or table.phase not in ("playing", "over") or not table.policy.undo:
        return None
    told = reversed(standing(match))
    return next(
        (at for at in told if not isinstance(match.log[at], StandIn) and _waited(table, match, at)), None
    )


def _waited(table: Table, match: Match, version: int) -> bool:
    """Whether people were waited for when there were so many entries: for a throw, or for the move of one of them."""
    ask = match.game.ask(match.state_at(version))
    return not isinstance(ask, Choice) or not all(table.chairs[seat].played_by for seat in ask.seats)


def _throw(case: Case, command: c.Throw) -> Decision:
    table = case.table
    case.need_seat(command.seat)
    _need_own_dice(table)
    match, due = playing(table), table.due
    if due is None:
        raise Turn("no throw is waited for now")
    if not table.due_since <= command.ask <= table.version:
        raise Stale("the table has moved on since this was chosen; look again and choose anew")
    assert isinstance(due.what, Dice), "only games of open dice come to such a table"
    outcome = Outcome(due.label, check_outcome(due, command.dice))
    match.game.apply(match.state, outcome)
    return Decision([e.Dealt(outcome.label, outcome.values)])


def _mend(case: Case, command: c.Mend) -> Decision:
    table, place = case.table, command.line - 1
    case.need_seat(command.seat)
    _need_own_dice(table)
    match = playing(table, also_over=True)
    if not table.policy.undo:
        raise Illegal("this table plays without undo")
    places = standing(match)
    wrong = match.log[place] if place in places else None
    if not isinstance(wrong, Outcome):
        raise Unknown("there is no throw at line {line} of the match now", line=command.line)
    ask = match.game.ask(match.state_at(place))
    assert isinstance(ask, Chance), "an outcome stands where chance was asked"
    right = Outcome(wrong.label, check_outcome(ask, command.dice))
    later = [match.log[at] for at in places if at > place and not isinstance(match.log[at], StandIn)]
    _need_possible(match, place, [right, *later])
    return Decision([e.TakenBack(place), *(_written(match, entry) for entry in (right, *later))])


def _need_possible(match: Match, place: int, entries: list[Entry]) -> None:
    """Refuse (Illegal) what could not have come after so many entries; nothing is changed."""
    state = match.state_at(place)
    for entry in entries:
        if not isinstance(entry, Act | Outcome):
            continue
        try:
            state = match.game.apply(state, entry)
        except SofraError as error:
            raise Illegal(
                "after such a throw this could not have followed: {what} ({reason})",
                what=match.game.write_event(entry),
                reason=error,
            ) from error


def _written(match: Match, entry: Entry) -> e.AnyEntry:
    """An entry of the match as the table's log has it."""
    if isinstance(entry, Outcome):
        return e.Dealt(entry.label, entry.values)
    if isinstance(entry, Act):
        return e.Moved(entry.seat, match.game.write(entry.move))
    assert isinstance(entry, Agreed), "stand-ins are not told again, and nothing that was taken back stands"
    return e.Ended()


def _need_own_dice(table: Table) -> None:
    if not table.manual:
        raise Illegal("the dice of this table are sealed: nobody throws them by hand")


DECIDE: dict[type[c.Command], Callable[[Case, Any], Decision]] = {c.Throw: _throw, c.Mend: _mend}
