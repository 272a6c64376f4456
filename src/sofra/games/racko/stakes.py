"""What a round is worth to a seat: its chance to win the match if its side goes, and if another does (O7, O10).

The totals say it (``prospects.py``). Where runs are paid for, a rack that holds one already goes for more.
"""

from __future__ import annotations

from dataclasses import dataclass

from sofra.games.racko.because import rising_line, with_card
from sofra.games.racko.moves import Move, Put, Take
from sofra.games.racko.prospects import after_round, bonus_beyond
from sofra.games.racko.rules import SLOTS, RackoRules
from sofra.games.racko.scoring import Cards, longest_run
from sofra.games.racko.view import RackoView


@dataclass(frozen=True, slots=True)
class Stakes:
    """``lost`` is the chance to win the match if another side goes; ``se`` the standard error of these chances."""

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
    others = [chances[other][side] for other in range(len(totals)) if other != side]
    return Stakes(rules, view, seat, side, totals, sum(others) / len(others), se)


def sides(rules: RackoRules, view: RackoView, seat: int) -> tuple[int, tuple[int, ...]]:
    """The side of a seat, and the total of every side."""
    if rules.partners:
        return seat % 2, view.totals[:2]
    return seat, view.totals
