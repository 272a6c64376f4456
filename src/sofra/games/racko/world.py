"""Full states that a viewer cannot tell from the true one: the hidden cards of a view dealt out anew (O11)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import cast

from sofra.games.racko.rules import DECKS, SLOTS, RackoRules
from sofra.games.racko.scoring import may_go
from sofra.games.racko.state import Phase, Rack, Round, State, acted, table
from sofra.games.racko.view import RackoView

_BIT = {slot: 1 << at for at, slot in enumerate(SLOTS)}


def worlds(seen: RackoView, rng: Random) -> Iterator[State]:
    """States that fit the view, without end once cards are dealt; each way to fill the hidden places is as likely
    as any other. Under ``declare`` auto no rack that has ended a turn stands complete, for it would have gone."""
    rules = RackoRules.read(seen.rules)
    own = tuple(sum(line.points[seat] for line in seen.sheet) for seat in range(seen.seats))
    round_ = Round(
        table(rules, seen.seats),
        seen.round,
        seen.dealer,
        own,
        seen.sheet,
        seen.last,
        seen.out,
        seen.known,
        seen.shuffles,
        seen.shuffled,
    )
    if not seen.racks:
        yield State(round_, cast(Phase, seen.phase), seen.seat, seen.lap)
        return
    hidden = _Hidden(seen)
    while True:
        state = hidden.fill(round_, rng)
        if rules.declare == "call" or not any(
            may_go(state.racks[seat].cards, rules.min_run) for seat in hidden.seats if acted(state, seat)
        ):
            yield state


class _Hidden:
    """The hidden places of a view and the cards that may stand there.

    What was drawn since the last shuffle is of that shuffle, as the pile is; other hidden cards are not.
    """

    def __init__(self, seen: RackoView) -> None:
        self._seen = seen
        self._open = tuple(sum(map(_BIT.__getitem__, marks)) for marks in seen.open)
        self._drawn = tuple(sum(map(_BIT.__getitem__, marks)) for marks in seen.drawn)
        self._no_hand = seen.hand is None and seen.phase == "drawn"
        visible = {*seen.discards, *seen.pile, seen.hand, *(card for rack in seen.racks for card in rack)}
        pool = [card for card in DECKS[seen.seats] if card not in visible]
        of_pile = set(seen.shuffled) if seen.shuffles else set(pool)
        self._newer = [card for card in pool if card in of_pile]
        self._older = [card for card in pool if card not in of_pile]
        self.seats = tuple(seat for seat, rack in enumerate(seen.racks) if None in rack)

    def fill(self, round_: Round, rng: Random) -> State:
        seen = self._seen
        newer, older = self._newer[:], self._older[:]
        rng.shuffle(newer)
        rng.shuffle(older)
        racks = []
        for seat, rack in enumerate(seen.racks):
            drawn = self._drawn[seat]
            cards = tuple(
                card if card is not None else (newer if not seen.shuffles or drawn >> at & 1 else older).pop()
                for at, card in enumerate(rack)
            )
            racks.append(Rack(cards, self._open[seat], drawn))
        hand = newer.pop() if self._no_hand else seen.hand or 0
        pile = seen.pile if seen.known else tuple(sorted(newer))
        phase = cast(Phase, seen.phase)
        return State(round_, phase, seen.seat, seen.lap, tuple(racks), pile, seen.discards, hand)
