"""One match being played through numbered actions."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from random import Random
from typing import Any

from sofra.core.asks import Ask, Chance, Choice, Result
from sofra.core.dealers import Dealer, Fast
from sofra.core.errors import Malformed, Turn
from sofra.core.events import Act, Event
from sofra.lab.adapters.setting import Setting


class Episode:
    """One match being played. ``limit`` counts moves; a match that reaches it is scored as it stands.

    Seats in ``listening`` are told each event, as players need it.
    """

    def __init__(self, at: Setting, rng: Random, limit: int, listening: Sequence[int] = ()) -> None:
        self.at = at
        self.left = limit
        self.heard: dict[int, list[Any]] = {seat: [] for seat in listening}
        self._dealer: Dealer = Fast(rng)
        self._offers: dict[int, dict[int, Any]] = {}
        self.state: Any = at.game.start(at.rules, at.seats)
        self.ask: Ask = at.game.ask(self.state)
        self._settle()

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe a move, ascending; () when the match is over or was ended."""
        return self.ask.seats if isinstance(self.ask, Choice) and self.left > 0 else ()

    @property
    def ended(self) -> bool:
        """Whether the limit ended the match before its rules did."""
        return self.left <= 0 and isinstance(self.ask, Choice)

    @property
    def result(self) -> Result:
        return self.at.game.standing(self.state)

    def offers(self, seat: int) -> dict[int, Any]:
        """The actions open to a seat, by number; {} if it is not asked."""
        if seat not in self.asked:
            return {}
        if seat not in self._offers:
            self._offers[seat] = self.at.codec.offers(self.state, seat)
        return self._offers[seat]

    def offered(self, seat: int, action: Any) -> Any:
        """The move that an action stands for now; whatever counts as a whole number is one. Malformed if it is none, Turn if
        the seat is not asked, Illegal if it is not open to it."""
        try:
            action = operator.index(action)
        except TypeError:
            raise Malformed(
                "an action is a whole number, its place in names, not {got}", got=repr(action)[:80]
            ) from None
        if seat not in self.asked:
            raise Turn("seat {seat} is not asked now", seat=seat)
        offers = self.offers(seat)
        if action not in offers:
            raise self.at.codec.shut(seat, action, offers)
        return offers[action]

    def act(self, seat: int, action: Any) -> None:
        """The seat takes an action; errors as in ``offered``."""
        self.do(seat, self.offered(seat, action))

    def do(self, seat: int, move: Any) -> None:
        """The seat makes a move, and chance answers until somebody is asked again."""
        self._step(Act(seat, move))
        self._offers = {}
        self.left -= 1
        self._settle()

    def _settle(self) -> None:
        while isinstance(self.ask, Chance):
            self._step(self._dealer.answer(self.ask))

    def _step(self, event: Event) -> None:
        game, before = self.at.game, self.state
        self.state = game.apply(before, event)
        for seat, heard in self.heard.items():
            heard.append(game.tell(before, event, self.state, seat))
        self.ask = game.ask(self.state)
