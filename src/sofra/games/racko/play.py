"""Rack-O as it is played (O1 to O5, O7, O13): what is asked, what is allowed, what follows.

A turn: the mover chooses ``take`` or ``draw``; chance draws the card, unless the pile's order is public; the mover
puts it into a slot or, if it was drawn, may toss it. ``chance.py`` deals and draws, ``ending.py`` says what the end of
a turn brings.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from sofra.core.asks import Ask, Choice, Over, Result
from sofra.core.errors import Illegal, Malformed, Turn
from sofra.core.events import Event, Outcome
from sofra.core.game import Facts, Game, Reason, Score
from sofra.games.racko import moves, view, world
from sofra.games.racko.chance import due, happen
from sofra.games.racko.ending import end_turn, rack_o, result
from sofra.games.racko.moves import (
    DRAW,
    PUTS,
    PUTS_RACK_O,
    RACK_O,
    TAKE,
    TOSS,
    TOSS_RACK_O,
    Draw,
    Move,
    Put,
    RackO,
    Take,
    Toss,
)
from sofra.games.racko.rules import PRESETS, SLOTS, RackoRules
from sofra.games.racko.scoring import Item, may_go
from sofra.games.racko.state import CHOOSING, Rack, Round, State, table, totals
from sofra.games.racko.view import RackoView, Tell

_CHOICES = tuple(Choice((seat,)) for seat in range(4))
_AT = {slot: at for at, slot in enumerate(SLOTS)}
_SOURCES: tuple[Move, ...] = (TAKE, DRAW)
_PUTS_OR_TOSS: tuple[Move, ...] = (*PUTS, TOSS)
_CALLS: tuple[Move, ...] = (*PUTS_RACK_O, TOSS_RACK_O)
_REASONS = {
    "in order": "{cards} cards in order",
    "rising": "{cards} rising cards",
    "went": "went Rack-O",
    "run": "run of {cards} cards",
}
_REASONS_OF_ONE = _REASONS | {"in order": "one card in order", "rising": "one rising card"}


class Racko(Game[RackoRules, State, Move]):
    """The rules of Rack-O."""

    facts = Facts(
        key="racko",
        rules_version=1,
        seats=(2, 4),
        chance=("cards",),
        hidden=True,
        simultaneous=False,
        longest=None,
        clause="O7: ties on top are played on, and under O5 (false_call out) a round may give everybody 0",
        utility=(0, None),
    )
    rules = RackoRules
    presets = PRESETS

    def start(self, rules: RackoRules, seats: int) -> State:
        self.fit(rules, seats)
        return State(Round(table(rules, seats), 0, 0, (0,) * seats, (), (), (False,) * seats), "dealer")

    def ask(self, state: State) -> Ask:
        phase = state.phase
        if phase in CHOOSING:
            return _CHOICES[state.seat]
        return due(state) or Over(result(state.round))

    def moves(self, state: State, seat: int) -> tuple[Move, ...]:
        if seat != state.seat:
            return ()
        phase = state.phase
        calls = state.round.table.rules.declare == "call"
        if phase == "turn":
            if not calls or state.lap > 1 or not _may_call(state, RACK_O):
                return _SOURCES
            return (*_SOURCES, RACK_O)
        if phase == "drawn":
            return (*_PUTS_OR_TOSS, *_right_calls(state)) if calls else _PUTS_OR_TOSS
        if phase == "taken":
            return (*PUTS, *_right_calls(state)) if calls else PUTS
        return ()

    def apply(self, state: State, event: Event) -> State:
        if type(event) is Outcome:
            return happen(state, event)
        phase, seat = state.phase, state.seat
        if event.seat != seat or phase not in CHOOSING:
            raise _not_asked(state, event.seat)
        move = event.move
        if phase == "turn":
            kind = type(move)
            if kind is Draw:
                return _draw(state)
            if kind is Take:
                on, top = state.discards[:-1], state.discards[-1]
                return State(state.round, "taken", seat, state.lap, state.racks, state.pile, on, top)
            if kind is RackO and _call_or_refuse(state, move):
                return rack_o(state)
        elif type(move) is Put:
            at = _AT.get(move.slot)
            if at is None:
                raise Malformed('"{slot}" is no slot; write put and one of 5, 10, 15 … 50', slot=move.slot)
            if not move.rack_o or _call_or_refuse(state, move):
                return _put(state, at, move.rack_o)
        elif phase == "drawn" and type(move) is Toss and (not move.rack_o or _call_or_refuse(state, move)):
            return end_turn(state, state.racks, (*state.discards, state.hand), move.rack_o)
        raise _wrong_move(state, move)

    def view(self, state: State, viewer: int | None) -> RackoView:
        offered = self.moves(state, viewer) if viewer is not None else ()
        winners = result(state.round).winners if state.phase == "over" else ()
        return view.build(state, tuple(map(moves.write, offered)), winners, viewer)

    def tell(self, before: State, event: Event, after: State, viewer: int | None) -> Tell:
        return view.tell(before, event, after, viewer)

    def shown(self, state: State, viewer: int | None) -> tuple[int, ...]:
        """O11: own cards and those that all know. Every card's way is public: slots are dealt in order, draws are counted,
        and everybody sees into which slot a card goes and from which one a discard comes."""
        seen = view.build(state, (), (), viewer)
        racks = tuple(card for rack in seen.racks for card in rack if card is not None)
        hand = (seen.hand,) if seen.hand is not None else ()
        return (*racks, *seen.discards, *seen.pile, *hand)

    def score(self, state: State) -> Score:
        rules, sheet = state.round.table.rules, state.round.sheet
        reasons = []
        for seat in range(state.round.table.seats):
            seats = (seat, (seat + 2) % 4) if rules.partners else (seat,)
            lines = [(number, line.items[s]) for number, line in enumerate(sheet, 1) for s in seats]
            reasons.append(
                tuple(reason(item, number) for number, items in lines for item in items if item.points)
            )
        return Score(totals(state.round), tuple(reasons))

    def standing(self, state: State) -> Result:
        return result(state.round)

    def worlds(self, view_: Any, rng: Random) -> Iterator[State]:
        return world.worlds(view_, rng)

    def write(self, move: Move) -> str:
        return moves.write(move)

    def read(self, text: str) -> Move:
        return moves.read(text)

    def reveals(self, before: State, event: Event, after: State) -> bool:
        """Chance; a card that not everybody knew put on the discards; racks shown at the end of a round or by a
        false call. Taking the top discard, or a card that lies in public order, shows nothing new."""
        if isinstance(event, Outcome) or len(after.round.sheet) > len(before.round.sheet):
            return True
        if after.round.out != before.round.out:
            return True
        move = event.move
        if isinstance(move, Put):
            return not before.racks[before.seat].open >> (move.slot // 5 - 1) & 1
        return isinstance(move, Toss) and not before.round.known


def _reason(item: Item) -> str:
    return (_REASONS_OF_ONE if item.cards == 1 else _REASONS)[item.kind]


def reason(item: Item, number: int) -> Reason:
    """An item of round ``number`` as a reason of the score."""
    return Reason(item.points, "round {round}: " + _reason(item), (("round", number), ("cards", item.cards)))


def phrase(item: Item) -> str:
    """What an item is for, as an English phrase."""
    return _reason(item).format(cards=item.cards)


def _draw(state: State) -> State:
    """O3; O4: from a pile in public order the top card is drawn without chance."""
    pile = state.pile
    if state.round.known:
        return State(
            state.round, "drawn", state.seat, state.lap, state.racks, pile[1:], state.discards, pile[0]
        )
    return State(state.round, "drawing", state.seat, state.lap, state.racks, pile, state.discards)


def _put(state: State, at: int, call: bool) -> State:
    """O3: the replaced card goes face up on the discards. O11: who knows the new card follows from its source."""
    seat, racks, hand = state.seat, state.racks, state.hand
    rack = racks[seat]
    cards, bit = rack.cards, 1 << at
    taken = state.phase == "taken"
    rack_after = Rack(
        (*cards[:at], hand, *cards[at + 1 :]),
        rack.open | bit if taken or state.round.known else rack.open & ~bit,
        rack.drawn & ~bit if taken else rack.drawn | bit,
    )
    racks = (*racks[:seat], rack_after, *racks[seat + 1 :])
    return end_turn(state, racks, (*state.discards, cards[at]), call)


def _after(state: State, move: Move) -> tuple[int, ...]:
    """The mover's rack as it stands after a move."""
    cards = state.racks[state.seat].cards
    if isinstance(move, Put):
        at = move.slot // 5 - 1
        return (*cards[:at], state.hand, *cards[at + 1 :])
    return cards


def _may_call(state: State, move: Move) -> bool:
    """Whether this call is offered: under ``out`` any, else only a right one (O5)."""
    rules = state.round.table.rules
    return rules.false_call == "out" or may_go(_after(state, move), rules.min_run)


def _right_calls(state: State) -> tuple[Move, ...]:
    cards = state.racks[state.seat].cards
    calls = _CALLS if state.phase == "drawn" else PUTS_RACK_O
    if state.round.table.rules.false_call != "out" and sum(map(int.__gt__, cards, cards[1:])) > 2:
        return ()  # one card cannot mend three breaks
    return tuple(move for move in calls if _may_call(state, move))


def _call_or_refuse(state: State, move: Move) -> bool:
    """True if the call may be made, else the reason is raised."""
    rules = state.round.table.rules
    if rules.declare == "auto":
        raise Illegal("Rack-O is called by itself here; make the move without the call")
    if isinstance(move, RackO) and state.lap > 1:
        raise Illegal("rack-o alone is for the first turn of a round; later the call goes with put or toss")
    if not _may_call(state, move):
        if rules.min_run and may_go(_after(state, move), 0):
            raise Illegal("Rack-O needs {least} consecutive numbers in the rack", least=rules.min_run)
        raise Illegal("that is no Rack-O: the rack would not be in order")
    return True


def _not_asked(state: State, seat: int) -> Turn:
    if state.phase == "over":
        return Turn("the match is over")
    if state.phase in ("dealer", "deal", "drawing"):
        return Turn("cards are being dealt or drawn; no seat is asked now")
    return Turn("seat {asked} is asked now, not seat {seat}", asked=state.seat, seat=seat)


def _wrong_move(state: State, move: Any) -> Illegal | Malformed:
    if not isinstance(move, Move):
        return Malformed("{move} is no move of Rack-O", move=repr(move)[:80])
    if state.phase == "turn":
        return Illegal("first take the top discard or draw a card")
    if isinstance(move, Toss):
        return Illegal("a card taken from the discards must go into the rack; it cannot be tossed back")
    if state.phase == "taken":
        return Illegal("there is a card in hand: put it into a slot")
    return Illegal("there is a card in hand: put it into a slot or toss it")


RACKO = Racko()
