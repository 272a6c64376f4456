"""Players of Rack-O that fill gaps: they read their rack as a chain and choose what makes it likeliest to be filled; and one
who only knows where a number is at home.

Gap fillers use the discard, count every card that they have seen, know what others took in the open, and never see more than
their seat's view.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from sofra.core.players import Sight
from sofra.games.racko.chain import Chain, RunChain
from sofra.games.racko.moves import DRAW, PUTS, PUTS_RACK_O, RACK_O, TAKE, TOSS, TOSS_RACK_O, Move
from sofra.games.racko.rules import DECKS, RackoRules
from sofra.games.racko.scoring import Cards, may_go
from sofra.games.racko.view import RackoView


@dataclass(frozen=True, slots=True)
class Bent:
    """A temperament. ``patience`` is how many cards it expects to look at; ``appetite`` is how much (as a logarithm of
    chances) a discard in the hand is worth to it over what the pile may give: above 0 it takes readily, below 0 it digs;
    ``looks`` whether it weighs every card the pile may give, or only whether the discard helps at all."""

    patience: int = 3
    appetite: float = 0.0
    looks: bool = True


def may_come(view: RackoView) -> tuple[bool, ...]:
    """By card: whether it may still come to somebody's hand, as far as this view tells. Cards in a hidden rack may: they
    are discarded now and then. Once the pile lies in public order only it and the discards are counted on."""
    deck = DECKS[view.seats]
    if view.known:
        coming = {*view.pile, *view.discards[:-1]}
        return (False, *(card in coming for card in deck), False)
    seen = {*view.discards, view.hand}
    for rack in view.racks:
        seen.update(rack)
    if view.shuffles:
        hidden_since = set(view.shuffled)
        return (False, *(card not in seen and card in hidden_since for card in deck), False)
    return (False, *(card not in seen for card in deck), False)


class GapFiller:
    """Chooses for one seat; nothing is kept between choices."""

    def __init__(self, rules: RackoRules, bent: Bent) -> None:
        self._rules = rules
        self._bent = bent

    def choose(self, sight: Sight, rng: Random) -> Move:
        view: RackoView = sight.view
        rack: Cards = tuple(card or 0 for card in view.racks[sight.seat])
        if view.phase == "turn":
            if RACK_O in sight.moves and may_go(rack, self._rules.min_run):
                return RACK_O
            return self._source(view, rack)
        return self._called(self._place(view, rack), view, rack)

    def _chain(self, view: RackoView, rack: Cards) -> Chain:
        available = may_come(view)
        if self._rules.min_run:
            return RunChain(rack, available, self._bent.patience, self._rules.min_run)
        return Chain(rack, available, self._bent.patience)

    def _source(self, view: RackoView, rack: Cards) -> Move:
        """Take the discard if it helps more than what the pile may be expected to give."""
        chain = self._chain(view, rack)
        offered = chain.best(view.discards[-1])[0] + self._bent.appetite
        if offered <= chain.now:
            return DRAW
        if not self._bent.looks:
            return TAKE
        coming = view.pile[:1] if view.known else [card for card, may in enumerate(chain.available) if may]
        hoped = [max(chain.now, chain.best(card)[0]) for card in coming]
        return TAKE if offered > sum(hoped) / max(1, len(hoped)) else DRAW

    def _place(self, view: RackoView, rack: Cards) -> Move:
        """The best slot, or none for a drawn card that helps nowhere."""
        chain = self._chain(view, rack)
        value, at = chain.best(view.hand or 0)
        if view.phase == "drawn" and value <= chain.now:
            return TOSS
        return PUTS[at]

    def _called(self, move: Any, view: RackoView, rack: Cards) -> Move:
        """With the call where calls are made and this one is right."""
        if self._rules.declare == "auto":
            return move  # type: ignore[no-any-return]
        if move == TOSS:
            return TOSS_RACK_O if may_go(rack, self._rules.min_run) else TOSS
        at = PUTS.index(move)
        after = (*rack[:at], view.hand or 0, *rack[at + 1 :])
        return PUTS_RACK_O[at] if may_go(after, self._rules.min_run) else PUTS[at]


class HomeSlots(GapFiller):
    """Puts each card into the slot of its tenth of the deck, unless a card of that tenth is there. Once every slot has its
    card, and whatever needs a run, is played as a gap filler would who looks no further than the card in front."""

    def __init__(self, rules: RackoRules, seats: int) -> None:
        super().__init__(rules, Bent(patience=2, looks=False))
        self._deck = len(DECKS[seats])

    def choose(self, sight: Sight, rng: Random) -> Move:
        view: RackoView = sight.view
        rack: Cards = tuple(card or 0 for card in view.racks[sight.seat])
        homes = [self._home(card) for card in rack]
        if self._rules.min_run or homes == list(range(10)) or RACK_O in sight.moves:
            return super().choose(sight, rng)
        turn = view.phase == "turn"
        card = view.discards[-1] if turn else view.hand or 0
        home = self._home(card)
        settled = homes[home] == home
        if turn:
            return DRAW if settled else TAKE
        return self._called(TOSS if settled and TOSS in sight.moves else PUTS[home], view, rack)

    def _home(self, card: int) -> int:
        return (card - 1) * 10 // self._deck
