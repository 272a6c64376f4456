"""Racks as a page shows them: slot by slot, with what is out of order and what everybody knows."""

from __future__ import annotations

from dataclasses import dataclass

from sofra.games.parts import Speak
from sofra.games.racko.rules import SLOTS
from sofra.games.racko.scoring import Cards, Item
from sofra.games.racko.view import RackoView, SeenRack


@dataclass(frozen=True, slots=True)
class Place:
    """One slot: ``label`` is its accessible name; ``stray`` when the card stands outside the longest rising chain;
    ``open`` when everybody knows the card; ``counted`` when it scored at the end of a round."""

    slot: int
    card: int | None
    label: str
    stray: bool = False
    open: bool = False
    counted: bool = False


def own(view: RackoView, seat: int, speak: Speak) -> tuple[Place, ...]:
    """The rack of the seat in front, from slot 5 to slot 50."""
    rack = view.racks[seat]
    cards = tuple(card or 0 for card in rack)
    kept = rising_chain(cards)
    places = []
    for at, (slot, card) in enumerate(zip(SLOTS, cards, strict=True)):
        stray = at not in kept
        label = (
            speak("slot {slot}: {card}, out of order", slot=slot, card=card)
            if stray
            else speak("slot {slot}: {card}", slot=slot, card=card)
        )
        places.append(Place(slot, card, label, stray, slot in view.open[seat]))
    return tuple(places)


def others(rack: SeenRack, speak: Speak) -> tuple[Place, ...]:
    """Another player's rack: what was taken in the open stands face up."""
    return tuple(
        Place(slot, card, _label(slot, card, speak), open=card is not None)
        for slot, card in zip(SLOTS, rack, strict=True)
    )


def finished(rack: Cards, items: tuple[Item, ...], speak: Speak) -> tuple[Place, ...]:
    """A rack as its round ended, the cards that scored marked (O6)."""
    count = counted(rack, items)
    return tuple(
        Place(slot, card, _label(slot, card, speak), open=True, counted=at in count)
        for at, (slot, card) in enumerate(zip(SLOTS, rack, strict=True))
    )


def counted(rack: Cards, items: tuple[Item, ...]) -> frozenset[int]:
    """Which cards of a rack (0 … 9) its score counted."""
    for item in items:
        if item.kind == "in order":
            return frozenset(range(item.cards))
        if item.kind == "rising":
            return frozenset(at for at in range(10) if at == 0 or rack[at] > rack[at - 1])
    return frozenset()


def rising_chain(cards: Cards) -> frozenset[int]:
    """The places of a longest rising chain."""
    best: list[tuple[int, ...]] = []
    for at, card in enumerate(cards):
        before = [chain for chain in best if cards[chain[-1]] < card]
        best.append((*max(before, key=len), at) if before else (at,))
    longest = max(best, key=len)
    return frozenset(longest)


def _label(slot: int, card: int | None, speak: Speak) -> str:
    if card is None:
        return speak("slot {slot}: not known", slot=slot)
    return speak("slot {slot}: {card}", slot=slot, card=card)
