"""The one sentence that goes with a choice in Rack-O: what it does to the rising line. Every number in it can be counted.

The rising line of a rack is the most cards that rise from the front to the back, others between them passed over; ten make
Rack-O. A card is unseen if it may still come as far as the seat can tell.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from sofra.games.racko.gaps import may_come
from sofra.games.racko.moves import Draw, Move, Put, Take
from sofra.games.racko.rules import SLOTS, RackoRules
from sofra.games.racko.scoring import Cards, may_go
from sofra.games.racko.view import RackoView

Because = tuple[str, dict[str, Any]]

CALL = "Call Rack-O: your rack is in order."
GOES = "Put the {card} into slot {slot}: that is Rack-O."
GROWS = "Put the {card} into slot {slot}: your rising line grows from {before} cards to {after}."
STAYS = (
    "Put the {card} into slot {slot}: your rising line keeps {after} cards. Unseen cards that make it longer: {fits} of "
    "{unseen}, now {fitted}."
)
SHRINKS = "Put the {card} into slot {slot}: that cuts your rising line from {before} cards to {after}."
TAKE = (
    "Take the {card}: with it your rising line has {after} cards, {before} now. Unseen cards that make it that long or "
    "longer: {fits} of {unseen}."
)
DRAW = "Draw: unseen cards that make your rising line of {before} longer: {fits} of {unseen}."
DRAW_KNOWN = (
    "Draw: the next card is the {card}, and with it your rising line has {after} cards, {before} now."
)
TOSS = "Discard the {card}: your rising line keeps {before} cards. Unseen cards that make it longer: {fits} of {unseen}."
EQUAL = "About as good as the first choice: the difference is within the error."

MESSAGES = (CALL, GOES, GROWS, STAYS, SHRINKS, TAKE, DRAW, DRAW_KNOWN, TOSS, EQUAL)


def rising_line(cards: Cards) -> int:
    """The length of the longest rising line of a rack: 1 to 10."""
    ends: list[int] = []
    for card in cards:
        at = bisect_left(ends, card)
        ends[at : at + 1] = [card]
    return len(ends)


def with_card(cards: Cards, at: int, card: int) -> Cards:
    """The rack with a card at a place (0 … 9)."""
    return (*cards[:at], card, *cards[at + 1 :])


def longest_with(cards: Cards, card: int) -> int:
    """The longest rising line that a card can bring a rack to, in whichever slot."""
    return max(rising_line(with_card(cards, at, card)) for at in range(10))


def unseen(view: RackoView) -> list[int]:
    """The cards that may still come, ascending; where the pile's order is public only those of the pile and discards."""
    return [card for card, may in enumerate(may_come(view)) if may]


def fitting(cards: Cards, coming: list[int], least: int) -> int:
    """How many of the cards that may come bring the rising line to at least so many."""
    return sum(longest_with(cards, card) >= least for card in coming)


def why(view: RackoView, seat: int, move: Move) -> Because:
    """The sentence for one move of the seat that is asked."""
    rack: Cards = tuple(card or 0 for card in view.racks[seat])
    before, coming = rising_line(rack), unseen(view)
    least = RackoRules.read(view.rules).min_run
    if isinstance(move, Put):
        return _put(move, rack, view.hand or 0, coming, least)
    if isinstance(move, Take):
        card = view.discards[-1]
        after = longest_with(rack, card)
        fits = fitting(rack, coming, after)
        return TAKE, {"card": card, "before": before, "after": after, "fits": fits, "unseen": len(coming)}
    if isinstance(move, Draw) and view.known:
        card = view.pile[0]
        return DRAW_KNOWN, {"card": card, "before": before, "after": max(before, longest_with(rack, card))}
    if may_go(rack, least):
        return CALL, {}
    fits = fitting(rack, coming, before + 1)
    if isinstance(move, Draw):
        return DRAW, {"before": before, "fits": fits, "unseen": len(coming)}
    return TOSS, {"card": view.hand or 0, "before": before, "fits": fits, "unseen": len(coming)}


def _put(move: Put, rack: Cards, card: int, coming: list[int], least: int) -> Because:
    after_rack = with_card(rack, SLOTS.index(move.slot), card)
    before, after = rising_line(rack), rising_line(after_rack)
    said: dict[str, Any] = {"card": card, "slot": move.slot}
    if may_go(after_rack, least):
        return GOES, said
    if after > before:
        return GROWS, {**said, "before": before, "after": after}
    if after < before:
        return SHRINKS, {**said, "before": before, "after": after}
    return STAYS, {
        **said,
        "after": after,
        "fits": fitting(after_rack, coming, after + 1),
        "fitted": fitting(rack, coming, before + 1),
        "unseen": len(coming),
    }
