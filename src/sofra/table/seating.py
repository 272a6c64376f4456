"""Chairs: sitting down, links, leaving, computer players on chairs, and the powers of the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sofra.core import Illegal, Malformed, Turn, Unknown
from sofra.games.parts import Persona
from sofra.table import commands as c
from sofra.table import entries as e
from sofra.table import ids, listing, names
from sofra.table.commands import Forbidden, Stale
from sofra.table.fold import Table
from sofra.table.judging import Case, Decision

MOST_DEVICES = 12
SHORTEST_CLOCK = 20


def persona(table: Table, key: str) -> Persona:
    """A computer player of the table's game, or Unknown."""
    try:
        return table.box.players[key]
    except KeyError:
        raise Unknown('there is no computer player "{name}" here', name=key[:40]) from None


def first_persona(table: Table) -> str:
    """The computer player that plays on when somebody leaves and nobody chose one."""
    return next(iter(table.box.players))


def free_mark(table: Table, wish: str, seat: int) -> str:
    """The wished mark; another seat's mark may not be taken twice."""
    mark = names.check_mark(wish) if wish else ""
    if mark and any(chair.mark == mark for at, chair in enumerate(table.chairs) if at != seat):
        raise Illegal("this mark is taken at this table; choose another one")
    return mark


def free_name(table: Table, wish: str, seat: int) -> str:
    """The wished name in normal form; two chairs of a table never have the same name (letter case aside)."""
    name = names.check_name(wish)
    if any(chair.name.casefold() == name.casefold() for at, chair in enumerate(table.chairs) if at != seat):
        raise Illegal("somebody at this table is called that already; choose another name")
    return name


def _sit(case: Case, command: c.Sit) -> Decision:
    table = case.table
    case.need_browser()
    case.need_phase_before_match()
    case.need_open(command.seat)
    name = free_name(table, command.name, command.seat)
    mark = free_mark(table, command.mark, command.seat)
    return Decision([e.Sat(command.seat, name, mark, case.who.device)], devices=(case.who.device,))


def _claim(case: Case, command: c.Claim) -> Decision:
    table = case.table
    chair = table.chairs[command.seat]
    case.need_browser()
    if case.who.device in chair.devices:
        raise Illegal("this browser holds that chair already")
    if ids.hashed(command.secret[:200]) not in {secret for secret, _ in chair.links}:
        raise Forbidden("this link to a chair is used up or was never made; ask for a new one")
    if len(chair.devices) >= MOST_DEVICES:
        raise Illegal("at most {most} devices can hold one chair", most=MOST_DEVICES)
    return Decision([e.Joined(command.seat, case.who.device)], devices=(case.who.device,))


def _leave(case: Case, command: c.Leave) -> Decision:
    table = case.table
    case.need_seat(command.seat)
    return _vacate(table, command.seat)


def _remove(case: Case, command: c.Remove) -> Decision:
    table = case.table
    case.need_host()
    if table.chairs[command.seat].kind == "open":
        raise Illegal("nobody sits on this chair")
    if table.chairs[command.seat].kind == "bot" and table.phase != "lobby":
        raise Turn("a computer player can leave only before the match begins")
    return _vacate(table, command.seat)


def _vacate(table: Table, seat: int) -> Decision:
    if table.phase == "sealing":
        raise Turn("the dice are being sealed; try again in a moment")
    if table.phase == "lobby":
        return Decision([e.Emptied(seat)])
    key = table.chairs[seat].stand_in or first_persona(table)
    found: list[e.AnyEntry] = []
    if not table.chairs[seat].stand_in and table.phase == "playing":
        found.append(e.StoodIn(seat, f"bot {key}"))
    return Decision([*found, e.Emptied(seat, key)])


def _fill(case: Case, command: c.Fill) -> Decision:
    table = case.table
    case.need_host()
    case.need_phase_before_match()
    case.need_open(command.seat)
    return Decision([filled(table, command.seat, command.persona)])


def filled(table: Table, seat: int, key: str, mark: str = "") -> e.Filled:
    """The entry that puts a computer player on a chair, with a name that nobody else has."""
    name = persona(table, key).name
    taken = {chair.name for at, chair in enumerate(table.chairs) if at != seat}
    number = 2
    shown = name
    while shown in taken:
        shown, number = f"{name} {number}", number + 1
    return e.Filled(seat, key, shown, mark)


def _link(case: Case, command: c.Link) -> Decision:
    table = case.table
    chair = table.chairs[command.seat]
    if chair.kind != "person":
        raise Illegal("only a person's chair has a link")
    if case.who.device not in chair.devices or command.alone:
        case.need_host()
    if case.who.device not in chair.devices and not command.alone:
        # Shared with the host, a chair would show them its cards, and its player would notice nothing.
        raise Forbidden("a link to somebody else's chair takes it from whoever holds it, and can't share it")
    if len(command.secret) < 22:
        raise Malformed("the secret of a link has at least 22 signs")
    return Decision([e.Linked(command.seat, ids.hashed(command.secret), command.alone)])


def _host(case: Case, command: c.PassHost) -> Decision:
    table = case.table
    mine = case.who.device in table.chairs[command.seat].devices
    if not (mine and case.deserted()):
        case.need_host()
    if table.chairs[command.seat].kind != "person":
        raise Illegal("only a person can be the host")
    if table.host_seat == command.seat:
        raise Illegal("this chair has the host's powers already")
    return Decision([e.Host(command.seat)])


def _sit_in(case: Case, command: c.SitIn) -> Decision:
    table = case.table
    chair = table.chairs[command.seat]
    if case.who.device not in chair.devices:
        case.need_host()
    if chair.kind != "person":
        raise Illegal("a computer player can sit in only for a person")
    if table.phase != "playing":
        raise Turn("nobody needs to sit in while no match is played")
    persona(table, command.persona)
    if chair.stand_in:
        raise Illegal("a computer player sits in for this chair already")
    if case.who.device not in chair.devices:
        case.need_away(command.seat)
    return Decision([e.StoodIn(command.seat, f"bot {command.persona}")])


def _back(case: Case, command: c.Back) -> Decision:
    chair = case.need_seat(command.seat)
    if not chair.stand_in:
        raise Illegal("nobody sits in for this chair")
    return Decision([e.StoodIn(command.seat, "")])


def _nudge(case: Case, command: c.Nudge) -> Decision:
    table = case.table
    case.need_host()
    if command.seat not in table.asked:
        raise Turn("it is not this seat's turn")
    if command.ask < table.asked_since(command.seat):
        raise Stale("the table has moved on since this was chosen; look again and choose anew")
    if table.chairs[command.seat].kind == "person" and not table.chairs[command.seat].stand_in:
        case.need_away(command.seat)
    return Decision(play_for=command.seat)


def check_policy(policy: e.Policy) -> None:
    """Refuse (Malformed) what a table cannot agree on, whether when it is made or later."""
    if not 10 <= policy.absence_after <= 86_400:
        raise Malformed(
            "a computer player may sit in after 10 seconds to one day, not after {got}",
            got=policy.absence_after,
        )
    if not 0 <= (policy.window or 0) <= 3600:
        raise Malformed("a window closes after at most {most} seconds", most=3600)
    if policy.clock and not SHORTEST_CLOCK <= policy.clock <= 86_400:
        raise Malformed(
            "a clock gives at least {least} seconds a move, and at most a day", least=SHORTEST_CLOCK
        )


def _policy(case: Case, command: c.SetPolicy) -> Decision:
    case.need_host()
    check_policy(command.policy)
    return Decision([e.Policed(command.policy)], devices=listing.kept_under(command.policy))


DECIDE: dict[type[c.Command], Callable[[Case, Any], Decision]] = {
    c.Sit: _sit,
    c.Claim: _claim,
    c.Leave: _leave,
    c.Remove: _remove,
    c.Fill: _fill,
    c.Link: _link,
    c.PassHost: _host,
    c.SitIn: _sit_in,
    c.Back: _back,
    c.Nudge: _nudge,
    c.SetPolicy: _policy,
}
