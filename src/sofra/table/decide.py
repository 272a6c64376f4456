"""Judges commands: what a command would add to the log, or why it cannot be. Nothing here changes a table.

A decision is made from the table as it stands, stored, and only then folded in. So what anybody can see is always what
is safe on the disk, and a store that fails leaves nothing to take back.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sofra.core import Act, Cards, Chance, Illegal, Malformed, Over, Turn, Unknown
from sofra.core import match as core_match
from sofra.table import bounds, by_hand, envelopes, seating
from sofra.table import commands as c
from sofra.table import entries as e
from sofra.table.commands import Stale
from sofra.table.fold import Table
from sofra.table.judging import Case, Decision, playing
from sofra.table.reactions import react


def decide(case: Case, command: c.AnyCommand) -> Decision:
    """The decision on a command. Raises a SofraError, and then nothing happens."""
    table = case.table
    if table.phase == "closed":
        raise Turn("this table is closed")
    bounds.need_room(table, command)
    if isinstance(seat := getattr(command, "seat", 0), int) and not 0 <= seat < table.seats:
        raise Unknown("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=table.seats - 1)
    return _DECIDE[type(command)](case, command)


def begin(case: Case, *, rotated: bool) -> Decision:
    """A match starts: chance that needs nobody's move is answered at once, unless people throw for it."""
    # A beginning that could not be stored may have left a dealer behind, to which something was added since.
    case.vault.dealers.pop(case.table.envelope, None)
    found: list[e.AnyEntry] = [e.Started(rotated)]
    _settle(case, case.table.box.game.start(case.table.rules, case.table.seats), found)
    return Decision(found)


def begin_sealed(case: Case) -> Decision:
    """Every promised seed is revealed: the match starts with a key that nobody could choose."""
    table = case.table
    if table.phase != "sealing":
        raise Turn("the match has begun already")
    return begin(case, rotated=table.rotated)


def _settle(case: Case, state: Any, found: list[e.AnyEntry]) -> None:
    """Add what chance answers until a seat is asked; at the end of the match open its envelope. Where people throw, theirs is
    the answer, and there is no envelope."""
    table = case.table
    if table.manual:
        return
    game = table.box.game
    while isinstance(ask := game.ask(state), Chance):
        dealer = case.vault.dealer(table, table.envelope)
        if isinstance(ask.what, Cards):
            known = [root[0] for root in table.envelopes[table.envelope].roots]
            known += [entry.shuffle for entry in found if isinstance(entry, e.Rooted)]
            found += envelopes.rooted(dealer, ask, known)
        outcome = dealer.answer(ask)
        state = game.apply(state, outcome)
        found.append(e.Dealt(outcome.label, outcome.values))
    if isinstance(ask, Over):
        found.append(_open(case))


def _open(case: Case) -> e.Opened:
    """The envelope that is in use is opened."""
    envelope = case.table.envelope
    return e.Opened(envelope, case.vault.seeds[envelope].hex())


def seal_anew(case: Case) -> Decision:
    """A further envelope: for the next match, or because a device did not reveal its seed (then the old one is opened)."""
    table, seed = case.table, case.new_seed()
    number = table.envelope + 1
    opened = [] if table.envelopes[table.envelope].seed else [_open(case)]
    sealed = envelopes.seal_next(table.id, number, table.fingerprint, table.seats, seed)
    return Decision([*opened, sealed], secrets=((number, seed),))


def undo_target(table: Table, seat: int) -> int | None:
    """The number of entries that an undo by this seat would go back to; None if it has nothing to take back."""
    if table.manual:
        return by_hand.last_told(table)
    match = table.match
    if match is None or table.phase != "playing" or not table.policy.undo:
        return None
    log, at = match.log, match.version
    while at > 0:
        entry = log[at - 1]
        if isinstance(entry, Act):
            return at - 1 if entry.seat == seat and at - 1 >= match.barrier else None
        if isinstance(entry, core_match.Undo):
            at = entry.to
        elif isinstance(entry, core_match.StandIn):
            at -= 1
        else:
            return None
    return None


def _move(case: Case, command: c.Move) -> Decision:
    table = case.table
    seat = command.seat
    if not case.who.server:
        case.need_seat(seat)
    match = playing(table)
    chair = table.chairs[seat]
    if seat not in table.asked:
        raise Turn("it is not this seat's turn")
    if not table.asked_since(seat) <= command.ask <= table.version:
        raise Stale("the table has moved on since this was chosen; look again and choose anew")
    game = match.game
    move = game.read(command.move)
    state = game.apply(match.state, Act(seat, move))
    found: list[e.AnyEntry] = []
    if chair.stand_in and not case.who.server:
        found.append(e.StoodIn(seat, ""))
    found.append(e.Moved(seat, game.write(move)))
    _settle(case, state, found)
    return Decision(found)


def _wait(case: Case, command: c.Wait) -> Decision:
    table, seat = case.table, command.seat
    case.need_seat(seat)
    match = playing(table)
    if seat not in table.asked:
        raise Turn("it is not this seat's turn")
    if not table.asked_since(seat) <= command.ask <= table.version:
        raise Stale("the table has moved on since this was chosen; look again and choose anew")
    if match.game.silence(match.state, seat) is None and table.policy.clock <= 0:
        raise Turn("no window is open here: whoever is asked is waited for anyway")
    return Decision([] if seat in table.holding else [e.Waits(seat)])


def _undo(case: Case, command: c.Undo) -> Decision:
    table = case.table
    case.need_seat(command.seat)
    match = playing(table, also_over=table.manual)
    if not table.policy.undo:
        raise Illegal("this table plays without undo")
    target = undo_target(table, command.seat)
    if target is None:
        if command.to < match.barrier:
            raise Illegal("that can't be undone: since then something new was revealed")
        raise Illegal("there is no move of yours to take back")
    if command.to != target:
        raise Stale("the table has moved on since this was chosen; look again and choose anew")
    return Decision([e.TakenBack(target)])


def _agree(case: Case, command: c.Agree) -> Decision:
    table = case.table
    case.need_seat(command.seat)
    playing(table)
    if command.no and not table.agreed:
        raise Illegal("nobody wants to end the match now")
    if not command.no and command.seat in table.agreed:
        raise Illegal("that was said already")
    found: list[e.AnyEntry] = [e.Agrees(command.seat, command.no)]
    people = {seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
    if not command.no and people <= table.agreed | {command.seat}:
        found += [e.Ended(), *([] if table.manual else [_open(case)])]
    return Decision(found)


def _start(case: Case, _: c.Start) -> Decision:
    case.need_host()
    case.need_phase_before_match()
    return _begin(case, rotated=False)


def _rematch(case: Case, _: c.Rematch) -> Decision:
    table = case.table
    if not table.seats_of(case.who.device):
        case.need_host()
    if table.phase != "over":
        raise Turn("the match is not over yet")
    if table.envelopes[table.envelope].seed:
        raise Stale("the dice of the next match are being sealed; try again in a moment")
    return _begin(case, rotated=True)


def _begin(case: Case, *, rotated: bool) -> Decision:
    table = case.table
    if any(chair.kind == "open" for chair in table.chairs):
        raise Illegal("every chair needs a player before the match can begin")
    if table.manual and all(chair.kind == "bot" for chair in table.chairs):
        raise Illegal("somebody has to sit at this table to throw the dice")
    if table.envelopes[table.envelope].promised:
        return Decision([e.Sealing(rotated)])
    return begin(case, rotated=rotated)


def _promise(case: Case, command: c.Promise) -> Decision:
    table = case.table
    case.need_player()
    _need_open_envelope(table)
    if not envelopes.is_hash(command.promise):
        raise Malformed("a promise is a SHA-256 hash: 64 hexadecimal digits")
    promised = table.envelopes[table.envelope].promised
    if any(device == case.who.device for device, _ in promised):
        raise Illegal("this device has promised its seed already")
    if any(promise == command.promise for _, promise in promised):
        raise Illegal("another device has promised that seed already; draw one of your own")
    return Decision([e.Promised(case.who.device, command.promise)])


def _give(case: Case, command: c.Give) -> Decision:
    table = case.table
    if table.phase != "sealing":
        raise Turn("seeds are revealed only when the match begins")
    envelope = table.envelopes[table.envelope]
    promised = dict(envelope.promised)
    if case.who.device not in promised:
        raise Illegal("this device has promised no seed")
    if not envelopes.keeps(
        command.seed, envelopes.place(table.id, table.envelope), promised[case.who.device]
    ):
        raise Illegal("this is not the seed that was promised")
    given = {found.who for found in envelope.given if found.kind == "device"}
    if case.who.device in given:
        raise Illegal("that was said already")
    return Decision([e.Gave("device", case.who.device, command.seed)])


def _words(case: Case, command: c.Words) -> Decision:
    table = case.table
    case.need_seat(command.seat)
    _need_open_envelope(table)
    typed = envelopes.typed(command.words)
    if any(given.who == str(command.seat) for given in table.envelopes[table.envelope].given):
        raise Illegal("this seat has put words in already")
    return Decision([e.Gave("typed", str(command.seat), typed)])


def _need_open_envelope(table: Table) -> None:
    if table.manual:
        raise Illegal("nothing is sealed at this table: people throw dice of their own")
    if table.phase not in ("lobby", "over") or table.envelopes[table.envelope].seed:
        raise Turn("the match has begun; something can be put in again before the next one")


def _close(case: Case, _: c.Close) -> Decision:
    case.need_host()
    return close(case, "host")


def close(case: Case, reason: Any) -> Decision:
    """Close a table; whatever envelope is still closed is opened, also when its match was given up."""
    table = case.table
    found: list[e.AnyEntry] = []
    if not table.manual and not table.envelopes[table.envelope].seed:
        found.append(_open(case))
    return Decision([*found, e.Closed(reason)])


_DECIDE: dict[type[c.Command], Callable[[Case, Any], Decision]] = {
    c.Move: _move,
    c.Wait: _wait,
    c.Undo: _undo,
    c.Agree: _agree,
    c.Start: _start,
    c.Rematch: _rematch,
    c.Promise: _promise,
    c.Give: _give,
    c.Words: _words,
    c.Close: _close,
    c.React: react,
    **by_hand.DECIDE,
    **seating.DECIDE,
}
