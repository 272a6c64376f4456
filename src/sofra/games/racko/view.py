"""What each player may know and hears of a match of Rack-O (O11): built field by field from what is allowed."""

from __future__ import annotations

from typing import Any

from sofra.core.events import Event, Outcome
from sofra.core.value import value
from sofra.games.racko.ending import result
from sofra.games.racko.moves import Draw, Put, Take, Toss
from sofra.games.racko.rules import SLOTS
from sofra.games.racko.scoring import Cards, Line
from sofra.games.racko.state import State, totals

SeenRack = tuple[int | None, ...]
"""Ten cards from slot 5 to slot 50 as somebody sees them: None where they do not know the card."""


@value
class RackoView:
    """What one viewer knows. ``rules`` is the text form of the house rules; ``seat`` is on turn for the ``lap``-th time
    in this ``round``. ``racks``: own cards and those that all know. ``open`` and ``drawn`` are slot marks a seat: whose
    card all know, and what came from the draw pile since its last shuffle. ``discards``: as they were seen, the top
    last. ``pile`` is the order of the draw pile from the top where it is public (``known``), else (); ``shuffled`` the
    discards that the newest shuffle made a pile of. ``hand`` is the mover's card if the viewer knows it. ``totals`` has a
    side's total for each partner; ``last`` the racks as the last round ended; ``moves`` the viewer's own."""

    viewer: int | None
    seats: int
    rules: str
    phase: str
    seat: int
    round: int
    dealer: int
    lap: int
    racks: tuple[SeenRack, ...]
    open: tuple[tuple[int, ...], ...]
    drawn: tuple[tuple[int, ...], ...]
    discards: Cards
    pile_count: int
    pile: Cards
    known: bool
    shuffles: int
    shuffled: Cards
    hand: int | None
    out: tuple[bool, ...]
    totals: tuple[int, ...]
    sheet: tuple[Line, ...]
    last: tuple[Cards, ...]
    moves: tuple[str, ...]
    winners: tuple[int, ...]


@value
class RoundEnd:
    """How a round ended: its line on the sheet, all racks, the totals now, and the winners if the match is over."""

    number: int
    line: Line
    racks: tuple[Cards, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


@value
class DealerDrawn:
    """Each seat drew the card at its place in ``cards``; ``dealer`` deals first."""

    cards: Cards
    dealer: int


@value
class Dealt:
    """A round begins: ``rack`` is the viewer's own (() for spectators), ``discard`` the first discard."""

    round: int
    dealer: int
    first: int
    rack: Cards
    discard: int


@value
class Took:
    """The seat took the top discard."""

    seat: int
    card: int


@value
class Draws:
    """The seat reaches for the draw pile."""

    seat: int


@value
class Drew:
    """The seat drew a card; None if the viewer may not see it."""

    seat: int
    card: int | None


@value
class PutIn:
    """The seat put its card (None if unknown) into the slot of this mark and discarded what stood there. ``recycled`` is
    "flip" or "shuffle" where the discards then became the draw pile, else ""."""

    seat: int
    slot: int
    card: int | None
    discarded: int
    recycled: str


@value
class Tossed:
    """The seat discarded the card it had drawn."""

    seat: int
    card: int
    recycled: str


@value
class WentRackO:
    """The seat went Rack-O; ``slot`` and ``card`` are what it put last, None for a toss or a rack dealt complete."""

    seat: int
    slot: int | None
    card: int | None
    discarded: int | None
    end: RoundEnd


@value
class CalledFalsely:
    """The seat called Rack-O and was wrong: its rack is shown and it is out of this round; ``end`` if all are."""

    seat: int
    slot: int | None
    card: int | None
    discarded: int | None
    rack: Cards
    end: RoundEnd | None


@value
class Stalled:
    """The seat's turn was the last that O13 allows: the round ended and nobody went."""

    seat: int
    slot: int | None
    card: int | None
    discarded: int | None
    end: RoundEnd


Tell = DealerDrawn | Dealt | Took | Draws | Drew | PutIn | Tossed | WentRackO | CalledFalsely | Stalled


def _marks(bits: int) -> tuple[int, ...]:
    return tuple(slot for at, slot in enumerate(SLOTS) if bits >> at & 1)


def _seen(cards: Cards, open_: int) -> SeenRack:
    return tuple(card if open_ >> at & 1 else None for at, card in enumerate(cards))


def build(state: State, offered: tuple[str, ...], winners: tuple[int, ...], viewer: int | None) -> RackoView:
    """The view of one viewer: ``offered`` are the viewer's own moves."""
    round_, racks = state.round, state.racks
    hand_seen = state.phase == "taken" or round_.known or viewer == state.seat
    return RackoView(
        viewer=viewer,
        seats=round_.table.seats,
        rules=round_.table.rules.write(),
        phase=state.phase,
        seat=state.seat,
        round=round_.number,
        dealer=round_.dealer,
        lap=state.lap,
        racks=tuple(r.cards if s == viewer else _seen(r.cards, r.open) for s, r in enumerate(racks)),
        open=tuple(_marks(rack.open) for rack in racks),
        drawn=tuple(_marks(rack.drawn) for rack in racks),
        discards=state.discards,
        pile_count=len(state.pile),
        pile=state.pile if round_.known else (),
        known=round_.known,
        shuffles=round_.shuffles,
        shuffled=round_.shuffled,
        hand=(state.hand or None) if hand_seen else None,
        out=round_.out,
        totals=totals(round_),
        sheet=round_.sheet,
        last=round_.last,
        moves=offered,
        winners=winners,
    )


def tell(before: State, event: Event, after: State, viewer: int | None) -> Tell:
    """What one viewer learns of an event."""
    seat = before.seat
    if isinstance(event, Outcome):
        return _tell_chance(before, event, after, viewer)
    move: Any = event.move
    if isinstance(move, Take):
        return Took(seat, after.hand)
    if isinstance(move, Draw):
        return Drew(seat, after.hand) if before.round.known else Draws(seat)
    return _tell_end(before, move, after, viewer)


def _tell_chance(before: State, event: Outcome, after: State, viewer: int | None) -> Tell:
    round_ = after.round
    if before.phase == "dealer":
        return DealerDrawn(event.values, round_.dealer)
    if before.phase == "deal":
        own = after.racks[viewer].cards if viewer is not None else ()
        return Dealt(round_.number, round_.dealer, after.seat, own, after.discards[0])
    return Drew(before.seat, after.hand if viewer == before.seat else None)


def _tell_end(before: State, move: Any, after: State, viewer: int | None) -> Tell:
    """The end of a turn: put, toss, or a call."""
    seat, round_ = before.seat, before.round
    put = isinstance(move, Put)
    slot = move.slot if put else None
    at = SLOTS.index(move.slot) if put else 0
    seen = viewer == seat or before.phase == "taken" or round_.known
    card = before.hand if put and seen else None
    discarded = before.racks[seat].cards[at] if put else before.hand or None
    ended = len(after.round.sheet) > len(round_.sheet)
    end = _end(after) if ended else None
    if end and end.line.caller == seat:
        return WentRackO(seat, slot, before.hand if put else None, discarded, end)
    called_falsely = (end and end.line.items[seat][0].kind == "out") or after.round.out[seat]
    if called_falsely:
        rack = end.racks[seat] if end else after.racks[seat].cards
        return CalledFalsely(seat, slot, before.hand if put else None, discarded, rack, end)
    if end:
        return Stalled(seat, slot, before.hand if put else None, discarded, end)
    recycled = round_.table.rules.recycle if not before.pile else ""
    if isinstance(move, Toss):
        return Tossed(seat, before.hand, recycled)
    return PutIn(seat, move.slot, card, discarded or 0, recycled)


def _end(after: State) -> RoundEnd:
    round_ = after.round
    winners = result(round_).winners if after.phase == "over" else ()
    return RoundEnd(round_.number, round_.sheet[-1], round_.last, totals(round_), winners)
