"""What a strong player makes of a throw: what each zone is worth now, where to bluff, and whether to doubt.

Boards are 36 owners (-1: nobody), worths are in points, counted from leaving the throw unused. Nothing here asks what the
dice make: what the player sees of that comes in as ``seen``. Plain Python; ``kernel_outlook`` compiles these very functions.
"""

# ruff: noqa: PLR0917 (compiled too: arrays one by one)

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple

from sofra.games.raks.bluff import HEED, LEAVING, Rates, bluff_place, distrust, doubt_place, rate_of
from sofra.games.raks.outlook import (
    Desk,
    Ground,
    Numbers,
    Owners,
    Throws,
    best_reply,
    cheapest,
    dearest,
    look_ahead,
    promise,
    swings,
)
from sofra.games.raks.rules import BEADS, ZONES

DECIDED = 100.0
"""What winning at once counts, in points."""
DENIAL = {2: 1.0, 3: 6.0, 4: 5.5}
"""By seats: how much more a point denied to a rival counts than one of the own. Between two both are the same lead; among
more, where others gain much they place next."""


class Mood(NamedTuple):
    """A temperament in numbers. ``appetite``: how much the own runs count beside those of others (1 is even); ``patience``:
    how much the others' next throw is thought of (1: fully; 0 is as strong and quicker); ``shame``: how much a bluff is shied away from; ``caution``:
    how much a challenge is (both move the odds; 0 is the learned rate); ``suspicion``: how many beads are thought false
    before anything is known of their owner; ``spite``: how much more those matter who challenged, for each time."""

    appetite: float = 1.0
    patience: float = 0.0
    shame: float = 0.0
    caution: float = 0.0
    suspicion: float = 0.06
    spite: float = 0.0


def decided(ground: Ground, board: Owners, zone: int, seat: int, desk: Desk) -> float:
    """The worth of a bead that ends the game: whether it wins it, and by how much."""
    board[zone] = seat
    mine = promise(ground, board, seat, 0.0, desk.gain, desk.ahead)
    best = 0.0
    for other in range(len(desk.even)):
        if other != seat:
            best = max(best, promise(ground, board, other, 0.0, desk.gain, desk.ahead))
    board[zone] = -1
    if mine > best:
        return DECIDED + mine - best
    return mine - best - (DECIDED if mine < best else 0.0)


def worths(
    ground: Ground,
    throws: Throws,
    board: Owners,
    seat: int,
    weights: Sequence[float],
    patience: float,
    wanted: Sequence[bool],
    desk: Desk,
    found: Numbers,
) -> None:
    """Writes into ``found`` what a bead of ``seat`` is worth on each open zone, the others' next throw considered on those
    zones that are ``wanted`` (36 truths); on a zone that is taken, what its bead is worth to ``seat``."""
    swings(ground, board, seat, weights, found, desk.gain, desk.ahead)
    look_further(ground, throws, board, seat, weights, patience, wanted, desk, found)


def look_further(
    ground: Ground,
    throws: Throws,
    board: Owners,
    seat: int,
    weights: Sequence[float],
    patience: float,
    wanted: Sequence[bool],
    desk: Desk,
    found: Numbers,
) -> None:
    """Bends the worths ``found`` (by ``swings``) of the ``wanted`` zones by what the others' next throw will do."""
    mine, left = 0, 0
    for zone in range(ZONES):
        mine += board[zone] == seat
        left += board[zone] < 0
    if mine == BEADS - 1 or left == 1:
        for zone in range(ZONES):
            if board[zone] < 0 and wanted[zone]:
                found[zone] = decided(ground, board, zone, seat, desk)
        return
    if patience == 0.0:
        return
    following = (seat + 1) % len(weights)
    idle = -1.0
    for zone in range(ZONES):
        if board[zone] < 0 and wanted[zone]:
            if idle < 0.0:
                swings(ground, board, following, desk.even, desk.theirs, desk.gain, desk.ahead)
                idle = weights[following] * best_reply(
                    throws.reach, throws.places, throws.chances, board, desk.theirs, desk.order
                )
            reply = look_ahead(ground, throws, board, zone, seat, weights, desk)
            found[zone] += patience * (idle - reply)


def tempting(board: Owners, found: Numbers, seen: MutableSequence[bool], whim: Sequence[float]) -> int:
    """The open zone that is not seen and would be best, by a whim (36 numbers) not always the same; -1 if there is none."""
    best, lure = -1, -1e9
    for zone in range(ZONES):
        if board[zone] < 0 and not seen[zone] and found[zone] + whim[zone] > lure:
            best, lure = zone, found[zone] + whim[zone]
    return best


def best_seen(board: Owners, found: Numbers, seen: MutableSequence[bool]) -> int:
    """The open zone that is seen and is worth most, -1 if there is none."""
    best, most = -1, -1e9
    for zone in range(ZONES):
        if board[zone] < 0 and seen[zone] and found[zone] > most:
            best, most = zone, found[zone]
    return best


def honest_choice(board: Owners, found: Numbers, seen: MutableSequence[bool]) -> int:
    """The open zone that is seen and is worth most, -1 if none is worth more than "No move"."""
    zone = best_seen(board, found, seen)
    return zone if zone >= 0 and found[zone] > LEAVING else -1


def placing(
    ground: Ground,
    throws: Throws,
    board: Owners,
    seat: int,
    weights: Sequence[float],
    mood: Mood,
    rates: Rates,
    watched: float,
    seen: MutableSequence[bool],
    whim: Sequence[float],
    luck: float,
    desk: Desk,
    found: Numbers,
) -> int:
    """R4, R5: the zone (0…35) to place on, -1 for "No move". ``watched`` as ``bluff.watched_by`` says, ``luck`` a number
    0…1. ``found`` gets the worths of the zones that were looked at."""
    swings(ground, board, seat, weights, found, desk.gain, desk.ahead)
    lure = tempting(board, found, seen, whim)
    if lure >= 0:
        seen[lure] = True
    look_further(ground, throws, board, seat, weights, mood.patience, seen, desk, found)
    if lure >= 0:
        seen[lure] = False
    honest_at = honest_choice(board, found, seen)
    honest = found[honest_at] if honest_at >= 0 else LEAVING
    if lure < 0 or found[lure] <= honest:
        return honest_at
    odds = rates.bluff[bluff_place(found[lure], honest, open_zones(board), rates.hard[lure])]
    chance = rate_of(odds - HEED * watched - mood.shame)
    return lure if luck < chance else honest_at


def open_zones(board: Owners) -> int:
    """How many zones are open."""
    count = 0
    for zone in range(ZONES):
        count += board[zone] < 0
    return count


def doubt_situation(
    ground: Ground,
    throws: Throws,
    board: Owners,
    placer: int,
    zone: int,
    seat: int,
    weights: Sequence[float],
    pick: bool,
    hard: int,
    seen: MutableSequence[bool],
    desk: Desk,
    found: Numbers,
) -> int:
    """R6: the situation (``bluff.doubt_place``) of ``seat`` who sees no way to the bead of ``placer`` on ``zone``. ``pick``:
    whether the placer picks the bead that doubting wrongly costs; ``hard``: as ``Rates.hard`` has it."""
    # What the placer's choice was worth to it, as the doubter sees it: on the board before.
    board[zone] = -1
    seen[zone] = True
    worths(ground, throws, board, placer, desk.even, 0.0, seen, desk, desk.mine)
    seen[zone] = False
    honest_at = honest_choice(board, desk.mine, seen)
    honest = desk.mine[honest_at] if honest_at >= 0 else LEAVING
    swings(ground, board, seat, weights, found, desk.gain, desk.ahead)
    left = open_zones(board)
    board[zone] = placer
    lost_at = dearest(board, seat, found) if pick else cheapest(board, seat, found)
    lost = found[lost_at] if lost_at >= 0 else 0.0
    return doubt_place(desk.mine[zone], honest, lost, left, hard, matters_most(weights, placer, seat))


def matters_most(weights: Sequence[float], placer: int, seat: int) -> bool:
    """Whether no other rival of ``seat`` matters more to it than the placer."""
    most = 0.0
    for other in range(len(weights)):
        if other != seat:
            most = max(most, weights[other])
    return weights[placer] >= most


def doubt_chance(situation: int, rates: Rates, mood: Mood, false: float) -> float:
    """How likely a bead is challenged in a situation, if ``false`` of its placer's beads are thought false."""
    return rate_of(rates.doubt[situation] + HEED * distrust(false, mood.suspicion) - mood.caution)
