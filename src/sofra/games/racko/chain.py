"""What a rack is worth on the way to Rack-O: the chance to fill the gaps of its best rising chain.

A chain is a choice of slots whose cards rise to the back; the slots between two links are a gap, and only cards between
the two links can fill it. The chance of a gap falls with its slots and rises with the cards that may still come. A short
dynamic program finds the chain whose chances have the greatest product; values here are logarithms, 0 for a rack in order.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate
from math import log

from sofra.games.racko.scoring import Cards, longest_run

Costs = tuple[tuple[float, ...], ...]
"""The logarithm of the chance of a gap by its slots (0 … 10) and the cards that fit into it (0 … 60)."""

HOPELESS = -30.0
"""For a gap with fewer cards to come than slots: it must be mended by giving up a link."""

SPREAD = 0.85
"""How far several slots of one gap share its cards: 1 = each slot waits for its own part of them."""


@lru_cache(maxsize=512)
def costs(unseen: int, patience: int) -> Costs:
    """For ``unseen`` cards that may still come, of which about ``patience`` will be looked at."""
    table = []
    for slots in range(11):
        row = []
        for cards in range(61):
            if slots == 0:
                row.append(0.0)
            elif cards < slots:
                row.append(HOPELESS - 5.0 * (slots - cards))
            else:
                share = min(1.0, cards / (slots**SPREAD * unseen))
                row.append(slots * log(1.0 - (1.0 - share) ** patience + 1e-6))
        table.append(tuple(row))
    return tuple(table)


class Chain:
    """One rack, read against the cards that may still come.

    ``available[card]`` says whether a card may come (index 0 is unused; one entry beyond the last card).
    """

    def __init__(self, cards: Cards, available: tuple[bool, ...], patience: int) -> None:
        self.cards = cards
        self.available = available
        below = list(accumulate(available))
        self._below = below
        self._all = below[-1]
        self._costs = costs(max(1, below[-1]), patience)
        self._front: list[float] = []
        self._back: list[float] = []
        self._front = self._fronts(cards, 0)
        self._back = self._backs(cards, 9)
        self.now = max(self._costs[10][self._all], *map(float.__add__, self._front, self._back))

    def best(self, card: int) -> tuple[float, int]:
        """The value of the best place for a card, and which it is (0 … 9, front to back)."""
        values = [self._through(at, card) for at in range(10)]
        value = max(values)
        return value, values.index(value)

    def _fronts(self, cards: Cards, changed: int) -> list[float]:
        """For each slot the best chain in front that ends there; those in front of ``changed`` are as they were."""
        found = self._front[:changed]
        for at in range(changed, 10):
            found.append(self._into(at, cards[at], found, cards))
        return found

    def _backs(self, cards: Cards, changed: int) -> list[float]:
        """For each slot the best chain behind that starts there; those behind ``changed`` are as they were."""
        found = [0.0] * (changed + 1) + self._back[changed + 1 :]
        for at in range(changed, -1, -1):
            found[at] = self._from(at, cards[at], found, cards)
        return found

    def _through(self, at: int, card: int) -> float:
        """The best chain that has this card at this slot."""
        return self._into(at, card, self._front, self.cards) + self._from(at, card, self._back, self.cards)

    def _into(self, at: int, card: int, fronts: list[float], cards: Cards) -> float:
        below, cost = self._below, self._costs
        under = below[card - 1]
        best = cost[at][under]
        for before in range(at):
            link = cards[before]
            if link < card:
                value = fronts[before] + cost[at - before - 1][under - below[link]]
                best = max(best, value)
        return best

    def _from(self, at: int, card: int, backs: list[float], cards: Cards) -> float:
        below, cost = self._below, self._costs
        over = below[card]
        best = cost[9 - at][self._all - over]
        for behind in range(at + 1, 10):
            link = cards[behind]
            if link > card:
                value = backs[behind] + cost[behind - at - 1][below[link - 1] - over]
                best = max(best, value)
        return best


class RunChain(Chain):
    """A chain that must hold ``run`` consecutive numbers (O8).

    In a rack in order consecutive numbers stand in neighbouring slots. Looked at are the runs of which a card stands in its
    place already; each card still missing must come itself.
    """

    NO_RUN = -100.0
    PLACES = 2

    def __init__(self, cards: Cards, available: tuple[bool, ...], patience: int, run: int) -> None:
        super().__init__(cards, available, patience)
        self._run = run
        self._plain = self.now
        self.now = self._value(cards, self._front, self._back)

    def best(self, card: int) -> tuple[float, int]:
        """As for any chain, among the places that are best without the run."""
        plain = [self._through(at, card) for at in range(10)]
        found = (2 * self.NO_RUN + HOPELESS * 20, 0)
        for at in sorted(range(10), key=plain.__getitem__, reverse=True)[: self.PLACES]:
            cards = (*self.cards[:at], card, *self.cards[at + 1 :])
            value = self._value(cards, self._fronts(cards, at), self._backs(cards, at)) + 1e-3 * plain[at]
            if value > found[0]:
                found = (value, at)
        return found

    def _value(self, cards: Cards, fronts: list[float], backs: list[float]) -> float:
        if longest_run(cards) >= self._run and all(map(int.__lt__, cards, cards[1:])):
            return 0.0
        run, last = self._run, len(self.available) - 2
        best = self.NO_RUN + max(map(float.__add__, fronts, backs))
        for slot, card in enumerate(cards):
            for k in range(run):
                if k and cards[slot - 1] == card - 1:
                    break  # this run and those further in front were looked at from the slot before
                at, first = slot - k, card - k
                if not (0 <= at <= 10 - run and 1 <= first <= last + 1 - run):
                    continue
                value = self._missing(cards, at, first)
                if value <= best:
                    continue  # the rest of the chain only takes away
                value += self._into(at, first, fronts, cards)
                value += self._from(at + run - 1, first + run - 1, backs, cards)
                best = max(best, value)
        return best

    def _missing(self, cards: Cards, at: int, first: int) -> float:
        """The chance of the cards that a run still misses."""
        value = 0.0
        single = self._costs[1][1]
        for k in range(self._run):
            if cards[at + k] != first + k:
                value += single if self.available[first + k] else HOPELESS
        return value
