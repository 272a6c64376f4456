"""Networks of two players stretched to more seats: those learn from where these ended, and keep their marks.

A card stands for the one as far up the other deck. What was learnt of the one other is shared out among all others: most of
it to the next player, who gets the discard. Needs numpy; import it lazily.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from sofra.games.racko.kernel_inputs import OTHER_FACTS

if TYPE_CHECKING:
    from sofra.games.racko.kernel_inputs import Layers, Plan

NEXT = 0.6
"""The share of the next player in what was learnt of the only other; all beyond share the rest alike."""


def stretch(layers: Layers, known: Plan, plan: Plan, sides: int) -> list[Any]:
    """The seven arrays of a network for ``plan`` that judges as one for ``known``, which has two seats, as far as it can; the
    odds to go first are so many times worse as there are more ``sides`` to go before."""
    less = np.float32(np.log(sides - 1.0))
    marks, facts = stretch_marks(layers.marks, known, plan), stretch_facts(layers.facts, known, plan)
    return [marks, facts, *layers[2:-1], layers.b3 - less]


def stretch_marks(known_marks: Any, known: Plan, plan: Plan) -> Any:
    """The rows of the marks: [mark, hidden]."""
    known_marks, width = known_marks.astype(np.float32), known_marks.shape[1]
    marks, by_card = np.zeros((plan.marks, width), np.float32), up_the_deck(known.deck, plan.deck)

    def cards(at: int, to: int, blocks: int, share: float) -> None:
        old = known_marks[at : at + blocks * known.deck].reshape(blocks, known.deck, width)
        new = np.einsum("nk,bkw->bnw", by_card, old) * share
        marks[to : to + blocks * plan.deck] = new.reshape(-1, width)

    cards(0, 0, 10, 1.0)
    # By as much less as there are more cards that may come after the deal, so that their sum stays what it was.
    cards(known.coming, plan.coming, 1, (known.deck - 11) / (plan.deck - 11))
    cards(known.top, plan.top, 1, 1.0)
    marks[plan.lap : plan.others] = known_marks[known.lap : known.others]
    for other in range(plan.seats - 1):
        share, at = _share(other, plan.seats), plan.others + other * plan.step
        cards(known.others, at, 21, share)
        marks[at + 21 * plan.deck : at + plan.step] = share * known_marks[known.others + 21 * known.deck :]
    return marks


def stretch_facts(known_facts: Any, known: Plan, plan: Plan) -> Any:
    """The rows of the facts: [fact, hidden]."""
    own = known.facts - OTHER_FACTS
    of_others = [_share(other, plan.seats) * known_facts[own:] for other in range(plan.seats - 1)]
    return np.concatenate([known_facts[:own], *of_others]).astype(np.float32)


def _share(other: int, seats: int) -> float:
    """How much of what was learnt of the only other holds for this one of the others."""
    if seats == 2:
        return 1.0
    return NEXT if other == 0 else (1.0 - NEXT) / (seats - 2)


def up_the_deck(known: int, deck: int) -> Any:
    """[card of the new deck, card of the known one], both from 0: what share each known card has in a new one."""
    shares = np.zeros((deck, known), np.float32)
    for card in range(deck):
        place = min(known - 1.0, max(0.0, (card + 0.5) * known / deck - 0.5))
        under = min(int(place), known - 2)
        shares[card, under], shares[card, under + 1] = 1.0 - (place - under), place - under
    return shares
