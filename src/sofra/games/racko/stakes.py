"""What a round is worth to a seat: its chance to win the match if its side goes, and if another does (O7, O10).

The totals say it (``prospects.py``). Where runs are paid for, a rack that holds one already goes for more.
"""

from __future__ import annotations

from dataclasses import dataclass

from sofra.games.racko.because import rising_line, with_card
from sofra.games.racko.moves import Move, Put, Take
from sofra.games.racko.prospects import after_nobody, after_round, bonus_beyond, usual_points
from sofra.games.racko.rules import SLOTS, RackoRules
from sofra.games.racko.scoring import Cards, items, longest_run
from sofra.games.racko.view import RackoView


@dataclass(frozen=True, slots=True)
class Stakes:
    """``lost`` is the chance to win the match if another side goes, or nobody (O13) where this is the last turn of the round;
    ``se`` the standard error of these chances."""

    rules: RackoRules
    view: RackoView
    seat: int
    side: int
    totals: tuple[int, ...]
    lost: float
    se: float

    def won(self, move: Move, sure: bool) -> float:
        """The chance to win the match if this move is made and the side goes; ``sure`` if the move itself goes."""
        if self.rules.bonus_runs == "off":
            return self._with(0)
        return self._with(bonus_beyond(self._run(move), sure, self.rules.min_run))

    def win(self, move: Move, first: float) -> float:
        """The chance to win the match with a move that makes the side go first with this chance."""
        return first * self.won(move, first == 1.0) + (1.0 - first) * self.lost

    def _with(self, points: int) -> float:
        totals = tuple(total + points * (side == self.side) for side, total in enumerate(self.totals))
        return after_round(self.rules, totals)[0][self.side][self.side]

    def _run(self, move: Move) -> int:
        """The longest run of the rack after the move; of a card taken, in the slot that is best for a run and breaks no
        rising line."""
        rack: Cards = tuple(card or 0 for card in self.view.racks[self.seat])
        if isinstance(move, Put):
            return longest_run(with_card(rack, SLOTS.index(move.slot), self.view.hand or 0))
        if not isinstance(move, Take):
            return longest_run(rack)
        line, card = rising_line(rack), self.view.discards[-1]
        after = [with_card(rack, at, card) for at in range(len(rack))]
        return max((longest_run(cards) for cards in after if rising_line(cards) >= line), default=0)


def stakes(rules: RackoRules, view: RackoView, seat: int) -> Stakes:
    """The stakes of the round being played."""
    side, totals = sides(rules, view, seat)
    chances, se = after_round(rules, totals)
    if last_turn(rules, view):
        stalled, more = after_nobody(rules, _stalled(rules, view, totals))
        return Stakes(rules, view, seat, side, totals, stalled[side], max(se, more))
    others = [chances[other][side] for other in range(len(totals)) if other != side]
    return Stakes(rules, view, seat, side, totals, sum(others) / len(others), se)


def last_turn(rules: RackoRules, view: RackoView) -> bool:
    """Whether the round ends with the turn of the seat on turn, whatever it does (O13)."""
    place = [(seat - view.dealer - 1) % view.seats for seat in range(view.seats)]
    later = [seat for seat in range(view.seats) if place[seat] > place[view.seat]]
    return view.lap >= rules.stall and all(view.out[seat] for seat in later)


def _stalled(rules: RackoRules, view: RackoView, totals: tuple[int, ...]) -> tuple[int, ...]:
    """The totals if nobody wins this round, as far as a viewer knows the racks; others bring what is usual."""
    found = list(totals)
    for seat, rack in enumerate(view.racks):
        cards = tuple(card or 0 for card in rack)
        if view.out[seat]:
            continue
        points = (
            sum(i.points for i in items(rules, cards, went=False, bonus=False))
            if all(cards)
            else usual_points(rules)
        )
        found[seat % len(totals)] += points
    return tuple(found)


def sides(rules: RackoRules, view: RackoView, seat: int) -> tuple[int, tuple[int, ...]]:
    """The side of a seat, and the total of every side."""
    if rules.partners:
        return seat % 2, view.totals[:2]
    return seat, view.totals
