"""The cards: who deals, the deal, and draws from a pile in no known order (O2, O3)."""

from __future__ import annotations

from dataclasses import replace

from sofra.core.asks import Cards, Chance, check_outcome
from sofra.core.errors import Illegal, Turn
from sofra.core.events import Outcome
from sofra.games.racko.state import Rack, Round, State

_SEEN_BY_ONE: tuple[tuple[tuple[int, ...] | None, ...], ...] = tuple(((seat,),) for seat in range(4))


def due(state: State) -> Chance | None:
    """The cards that are waited for, or None."""
    phase = state.phase
    if phase == "drawing":
        return _ask_draw(state)
    if phase == "deal":
        return _ask_deal(state.round)
    if phase == "dealer":
        all_cards = state.round.table.cards
        return Chance("dealer:1", Cards(state.round.table.seats, all_cards, "dealer:1"))
    return None


def _ask_deal(round_: Round) -> Chance:
    """O2: one card at a time from the dealer's left; the last card is the first discard, for all to see."""
    seats, number = round_.table.seats, round_.number + 1
    order = [((round_.dealer + 1 + i) % seats,) for i in range(seats)]
    return Chance(
        f"deal:{number}",
        Cards(10 * seats + 1, round_.table.cards, f"deal:{number}"),
        (*(order * 10), None),
    )


def _draw_label(state: State) -> str:
    """Draws from the pile are numbered through the round, over its shuffles; those in public order are no chance."""
    round_ = state.round
    size = round_.table.pile
    return f"draw:{round_.number}:{size * (round_.shuffles + 1) - len(state.pile) + 1}"


def _ask_draw(state: State) -> Chance:
    round_, pile = state.round, state.pile
    at = round_.table.pile - len(pile)
    if round_.shuffles:
        cards = Cards(1, pile, f"shuffle:{round_.number}:{round_.shuffles}", at)
    else:
        cards = Cards(1, pile, f"deal:{round_.number}", 10 * round_.table.seats + 1 + at)
    return Chance(_draw_label(state), cards, _SEEN_BY_ONE[state.seat])


def happen(state: State, event: Outcome) -> State:
    """The state after an outcome. Turn if no cards are due, Illegal if they are not these."""
    pile = state.pile
    if (
        state.phase == "drawing"
        and event.label == _draw_label(state)
        and len(event.values) == 1
        and event.values[0] in pile
    ):
        card = event.values[0]
        at = pile.index(card)
        pile = pile[:at] + pile[at + 1 :]
        return State(state.round, "drawn", state.seat, state.lap, state.racks, pile, state.discards, card)
    ask = due(state)
    if ask is None:
        raise Turn("no cards are to be dealt or drawn now")
    if event.label != ask.label:
        raise Illegal("{due} is waited for, not {label}", due=ask.label, label=event.label)
    cards = check_outcome(ask, event.values)
    if state.phase == "dealer":
        return _first_dealer(state.round, cards)
    return _deal(state.round, cards)


def _first_dealer(round_: Round, cards: tuple[int, ...]) -> State:
    wanted = max(cards) if round_.table.rules.first_dealer == "highest" else min(cards)
    dealer = cards.index(wanted)
    return State(replace(round_, dealer=dealer), "deal")


def _deal(old: Round, cards: tuple[int, ...]) -> State:
    """O2: the first card of each player goes into slot 50, the last into slot 5."""
    seats = old.table.seats
    racks = tuple(
        Rack(cards[(seat - old.dealer - 1) % seats : 10 * seats : seats][::-1]) for seat in range(seats)
    )
    out = set(cards)
    pile = tuple(card for card in old.table.cards if card not in out)
    round_ = Round(old.table, old.number + 1, old.dealer, old.own, old.sheet, old.last, (False,) * seats)
    return State(round_, "turn", (old.dealer + 1) % seats, 1, racks, pile, cards[-1:])
