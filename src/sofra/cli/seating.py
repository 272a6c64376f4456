"""Which game is played and who sits where, as flags say it."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.core.errors import Malformed, SofraError, Unknown
from sofra.core.record import SeatLine
from sofra.core.rules import HouseRules
from sofra.games import Box, open_box
from sofra.games.parts import Speak
from sofra.table.names import check_name

BOT = "bot:"


def game_first(words: Sequence[str]) -> tuple[Box | None, Sequence[str]]:
    """The box of the game that stands first, and the other words; no box if a flag stands first, or nothing."""
    if not words or words[0].startswith("-"):
        return None, words
    return open_box(words[0]), words[1:]


def company(box: Box, rules: HouseRules, least: int = 2) -> int:
    """How many play where nobody said it: two, or as many more as the rules need (partners are four)."""
    low, high = box.game.facts.seats
    first = max(low, min(least, high))
    for seats in range(first, high + 1):
        try:
            box.game.fit(rules, seats)
        except SofraError:
            continue
        return seats
    return first


def chairs(
    box: Box, rules: HouseRules, players: Sequence[str], bots: Sequence[str], *, seats: int | None, say: Speak
) -> tuple[SeatLine, ...]:
    """A chair a seat: the players as named (``bot:careful`` is a computer player), or one person if none is; then the
    bots, then computer players in turn until all ``seats`` are taken. Nobody plays alone who has not said one seat."""
    named = [_named(box, name, say) for name in players] or [SeatLine(say("Guest"))]
    named += [_bot(box, key, say) for key in bots]
    count = company(box, rules, max(2, len(named))) if seats is None else seats
    if count < len(named):
        raise Malformed("{named} players are named for {seats} seats", named=len(named), seats=count)
    keys = [key for key in box.players if key not in bots] or list(box.players)
    named += [_bot(box, keys[at % len(keys)], say) for at in range(count - len(named))]
    return _told_apart(named)


def _named(box: Box, name: str, say: Speak) -> SeatLine:
    if name.startswith(BOT):
        return _bot(box, name.removeprefix(BOT), say)
    return SeatLine(check_name(name))


def _bot(box: Box, key: str, say: Speak) -> SeatLine:
    if key not in box.players:
        raise Unknown(
            '{game} has no computer player "{key}"; there are {known}',
            game=box.key,
            key=key[:80],
            known=", ".join(box.players),
        )
    return SeatLine(say(box.players[key].name), key)


def _told_apart(named: Sequence[SeatLine]) -> tuple[SeatLine, ...]:
    """Chairs with different names: a second Penny is Penny 2; two people of one name are asked for another."""
    found: list[SeatLine] = []
    for chair in named:
        taken = {other.name for other in found}
        if chair.name in taken and not chair.bot:
            raise Malformed('two players are called "{name}"; names tell them apart', name=chair.name)
        number = next(n for n in range(1, len(named) + 2) if _numbered(chair.name, n) not in taken)
        found.append(SeatLine(_numbered(chair.name, number), chair.bot))
    return tuple(found)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} {number}"
