"""What Rack-O says: whose turn it is, what happened, what a button does. Reads views and tells only; the rules card is
in ``card.py``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sofra.core.rules import HouseRules
from sofra.games.parts import Names, Speak
from sofra.games.racko.card import sections
from sofra.games.racko.elsewhere import doing
from sofra.games.racko.moves import Draw, Put, Take, Toss, read
from sofra.games.racko.rules import SLOTS, RackoRules
from sofra.games.racko.view import (
    CalledFalsely,
    DealerDrawn,
    Dealt,
    Draws,
    Drew,
    PutIn,
    RackoView,
    RoundEnd,
    SeenRack,
    Stalled,
    Took,
    Tossed,
    WentRackO,
)

MESSAGES = (
    "round {round}: {cards} cards in order",
    "round {round}: {cards} rising cards",
    "round {round}: one card in order",
    "round {round}: one rising card",
    "round {round}: went Rack-O",
    "round {round}: run of {cards} cards",
    "on",
    "off",
    "play",
    "share",
    "highest",
    "lowest",
    "prefix",
    "rising",
    "auto",
    "call",
    "refused",
    "out",
    "caller",
    "team",
    "flip",
    "shuffle",
    "Classic",
    "Two-player run",
    "Partners",
    "Bonus",
    "Greek partners",
    "350",
    "Rack-O is called by itself here; make the move without the call",
    "rack-o alone is for the first turn of a round; later the call goes with put or toss",
    "Rack-O needs {least} consecutive numbers in the rack",
    "that is no Rack-O: the rack would not be in order",
    "the match is over",
    "cards are being dealt or drawn; no seat is asked now",
    "seat {asked} is asked now, not seat {seat}",
    "{move} is no move of Rack-O",
    "first take the top discard or draw a card",
    "a card taken from the discards must go into the rack; it cannot be tossed back",
    "there is a card in hand: put it into a slot",
    "there is a card in hand: put it into a slot or toss it",
    "no cards are to be dealt or drawn now",
    "{due} is waited for, not {label}",
    '"{slot}" is no slot; write put and one of 5, 10, 15 … 50',
    '"{text}" is no move of Rack-O: take, draw, put <slot> or toss, the last two also with rack-o behind',
    "house rule bonus_runs: team is not allowed without partners; it must be off or caller",
    "house rule min_run: {value} goes only with two players; with {seats} it must be 0",
    "house rule partners: on goes only with four players; with {seats} it must be off",
)
"""Messages that reach ``speak`` by value: score reasons, option values, presets, refusals."""


def rack_line(rack: SeenRack) -> str:
    """A rack in one line, slot by slot: ``5:12 10:– …``."""
    return " ".join(f"{slot}:{'–' if card is None else card}" for slot, card in zip(SLOTS, rack, strict=True))


class RackoWords:
    """Implements ``sofra.games.parts.Words``."""

    def name(self, speak: Speak) -> str:
        return speak("Rack-O")

    def summary(self, speak: Speak) -> str:
        return speak("Ten cards in a rack: be the first to bring them into order.")

    def asked(self, view: RackoView, speak: Speak, names: Names) -> str:
        phase, card = view.phase, view.hand
        if phase == "over":
            return winners(view.winners, speak, names)
        if phase == "dealer":
            if RackoRules.read(view.rules).first_dealer == "lowest":
                return speak("Everybody draws a card: the lowest deals")
            return speak("Everybody draws a card: the highest deals")
        if phase == "deal":
            return speak("Dealer: {name}. The cards are being dealt", name=names[view.dealer])
        who = speak("Your turn") if names.me == view.seat else names[view.seat]
        if phase != "drawing" and not names.answers_here(view.seat):
            return doing(view, speak, names)
        if phase == "turn" and "rack-o" in view.moves:
            return speak(
                "{who}: take the {card}, draw a card, or call Rack-O", who=who, card=view.discards[-1]
            )
        if phase == "turn":
            return speak("{who}: take the {card} or draw a card", who=who, card=view.discards[-1])
        if phase == "drawing":
            return speak("{who}: a card is being drawn", who=who)
        if phase == "taken":
            return speak("{who}: put the {card} into a slot", who=who, card=card)
        if card is None:
            return speak("{who}: put the drawn card into a slot or discard it", who=who)
        return speak("{who}: put the {card} into a slot or discard it", who=who, card=card)

    def say(self, tell: Any, speak: Speak, names: Names) -> str:
        return _SAYINGS[type(tell)](tell, speak, names)

    def move(self, move: str, speak: Speak) -> str:
        made = read(move)
        if isinstance(made, Take):
            return speak("Take the discard")
        if isinstance(made, Draw):
            return speak("Draw a card")
        if isinstance(made, Put):
            if made.rack_o:
                return speak("Put into slot {slot} and call Rack-O", slot=made.slot)
            return speak("Put into slot {slot}", slot=made.slot)
        if isinstance(made, Toss):
            return speak("Discard the card and call Rack-O") if made.rack_o else speak("Discard the card")
        return speak("Call Rack-O")

    def board(self, view: RackoView, speak: Speak, names: Names) -> str:
        lines = []
        for seat in range(view.seats):
            mark = " ←" if view.racks and seat == view.seat else ""
            lines.append(speak("{name}: {points}", name=names[seat], points=view.totals[seat]) + mark)
            if view.racks:
                lines.append("  " + rack_line(view.racks[seat]))
        if view.racks:
            lines.append(speak("Round {round}", round=view.round))
        if view.discards:
            lines.append(speak("Top discard: {card}", card=view.discards[-1]))
        if view.known:
            lines.append(speak("Draw pile, from the top: {cards}", cards=_list(view.pile)))
        elif view.racks:
            lines.append(speak.many("Draw pile: one card", "Draw pile: {count} cards", view.pile_count))
        if view.hand is not None:
            lines.append(speak("In hand: {card}", card=view.hand))
        return "\n".join(lines)

    def card(self, rules: HouseRules, seats: int, speak: Speak) -> Sequence[tuple[str, Sequence[str]]]:
        assert isinstance(rules, RackoRules)
        return sections(rules, seats, speak)


def winners(seats: tuple[int, ...], speak: Speak, names: Names) -> str:
    """Who has won."""
    if len(seats) == 1:
        return speak("Winner: {name}", name=names[seats[0]])
    return speak("Winners: {names}", names=", ".join(names[seat] for seat in seats))


def _list(cards: Sequence[int]) -> str:
    return ", ".join(map(str, cards))


def _dealer(tell: DealerDrawn, speak: Speak, names: Names) -> str:
    drawn = ", ".join(f"{names[seat]} {card}" for seat, card in enumerate(tell.cards))
    return speak("For the deal: {drawn}. Dealer: {name}", drawn=drawn, name=names[tell.dealer])


def _dealt(tell: Dealt, speak: Speak, names: Names) -> str:
    said = speak(
        "Round {round}. Dealer: {dealer}. First: {first}. First discard: {card}",
        round=tell.round,
        dealer=names[tell.dealer],
        first=names[tell.first],
        card=tell.discard,
    )
    if not tell.rack:
        return said
    return f"{said}. {speak('Your rack from slot 5 to slot 50: {cards}', cards=_list(tell.rack))}"


def _took(tell: Took, speak: Speak, names: Names) -> str:
    return speak("{name}: took the {card} from the discards", name=names[tell.seat], card=tell.card)


def _nothing(*_: object) -> str:
    """Reaching for the pile is not worth a sentence: the card that follows says it."""
    return ""


def _drew(tell: Drew, speak: Speak, names: Names) -> str:
    if tell.card is None:
        return speak("{name}: drew a card", name=names[tell.seat])
    return speak("{name}: drew the {card}", name=names[tell.seat], card=tell.card)


def _turn(name: str, slot: int | None, card: int | None, discarded: int | None, speak: Speak) -> str:
    """What the last part of a turn was; "" for a call before drawing."""
    if slot is None:
        if discarded is None:
            return ""
        return speak("{name}: discarded the {card}", name=name, card=discarded)
    if card is None:
        return speak(
            "{name}: put the drawn card into slot {slot}, discarded the {discarded}",
            name=name,
            slot=slot,
            discarded=discarded,
        )
    return speak(
        "{name}: put the {card} into slot {slot}, discarded the {discarded}",
        name=name,
        card=card,
        slot=slot,
        discarded=discarded,
    )


def _recycled(how: str, speak: Speak) -> str:
    if how == "flip":
        return speak("The draw pile is empty: the discards are turned over, and their order is known")
    return speak("The draw pile is empty: the discards are shuffled") if how else ""


def _sentences(*said: str) -> str:
    return ". ".join(part for part in said if part).replace("!. ", "! ")


def _put(tell: PutIn, speak: Speak, names: Names) -> str:
    turn = _turn(names[tell.seat], tell.slot, tell.card, tell.discarded, speak)
    return _sentences(turn, _recycled(tell.recycled, speak))


def _tossed(tell: Tossed, speak: Speak, names: Names) -> str:
    turn = _turn(names[tell.seat], None, None, tell.card, speak)
    return _sentences(turn, _recycled(tell.recycled, speak))


def _ended(end: RoundEnd, speak: Speak, names: Names) -> str:
    seats = range(len(end.totals))
    scored = ", ".join(f"{names[seat]} {end.line.points[seat]}" for seat in seats)
    total = ", ".join(f"{names[seat]} {speak.number(end.totals[seat])}" for seat in seats)
    said = speak("Round {round}: {scored}. Totals: {totals}", round=end.number, scored=scored, totals=total)
    return _sentences(said, winners(end.winners, speak, names) if end.winners else "")


def _went(tell: WentRackO, speak: Speak, names: Names) -> str:
    name = names[tell.seat]
    turn = _turn(name, tell.slot, tell.card, tell.discarded, speak)
    return _sentences(turn, f"{name}: {speak('Rack-O!')}", _ended(tell.end, speak, names))


def _called_falsely(tell: CalledFalsely, speak: Speak, names: Names) -> str:
    name = names[tell.seat]
    turn = _turn(name, tell.slot, tell.card, tell.discarded, speak)
    said = speak(
        "{name}: a false call, out of this round. The rack from slot 5 to slot 50: {cards}",
        name=name,
        cards=_list(tell.rack),
    )
    return _sentences(turn, said, _ended(tell.end, speak, names) if tell.end else "")


def _stalled(tell: Stalled, speak: Speak, names: Names) -> str:
    turn = _turn(names[tell.seat], tell.slot, tell.card, tell.discarded, speak)
    return _sentences(turn, speak("The round ends without a Rack-O"), _ended(tell.end, speak, names))


_SAYINGS: dict[type, Callable[[Any, Speak, Names], str]] = {
    DealerDrawn: _dealer,
    Dealt: _dealt,
    Took: _took,
    Draws: _nothing,
    Drew: _drew,
    PutIn: _put,
    Tossed: _tossed,
    WentRackO: _went,
    CalledFalsely: _called_falsely,
    Stalled: _stalled,
}

WORDS = RackoWords()
