"""Moves as numbers: a fixed list of names for a game under its house rules, and which of them are open now.

A game's box may offer an ``ActionList`` as its part ``actions``. For a game that offers none, the names are the texts
of the moves that come up in a seeded walk, with SPARE places behind them for moves that did not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Protocol, cast

from sofra.core.errors import Illegal, SofraError, Unsupported
from sofra.core.events import Act
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.games.box import Box
from sofra.lab.adapters.walk import walk

SPARE = 64
"""Places for moves without a name of their own, where the names were found by a walk."""
MADE_UP = 8
"""How many moves are made up after each open form, where no list says how to fill it."""


class ActionList(Protocol):
    """A game's own list of everything that may be done in it."""

    def names(self, rules: HouseRules, seats: int) -> Sequence[str]:
        """A name for each action, in an order that stays: the texts of the moves that ``Game.moves`` can ever list under
        these rules, and further names for what is filled after forms."""

    def fill(self, view: Any, form: str) -> Mapping[str, Any]:
        """For a form that is open to the viewer: names -> moves that fill it, made from the view alone."""


class Codec:
    """Numbers of actions, 0 to ``size`` - 1, for one game, house rules and number of seats.

    ``names[i]`` is what action i does. ``offers`` is a function of what the seat may know, since the moves listed for a
    seat are, and what fills a form is made from its view.
    """

    def __init__(self, box: Box, rules: HouseRules, seats: int) -> None:
        self._game = box.game
        self._list = cast("ActionList | None", box.part("actions"))
        if self._list:
            named, spare = tuple(self._list.names(rules, seats)), 0
        else:
            named, spare = _walked(box.game, rules, seats), SPARE
        self.names = (*named, *(f"other move {number}" for number in range(1, spare + 1)))
        self.size = len(self.names)
        self._index = {name: at for at, name in enumerate(named)}
        self._known: dict[Any, int | None] = {}

    def offers(self, state: Any, seat: int) -> dict[int, Any]:
        """Number -> move for every action open to a seat, ascending; {} if it is not asked. The same move never has
        two numbers at once."""
        game, known = self._game, self._known
        found: dict[int, Any] = {}
        unnamed: list[Any] = []
        for move in game.moves(state, seat):
            if move not in known:
                known[move] = self._index.get(game.write(move))
            number = known[move]
            if number is None:
                unnamed.append(move)
            else:
                found[number] = move
        for form in game.forms(state, seat):
            if self._list:
                found |= {
                    self._index[name]: move
                    for name, move in self._list.fill(game.view(state, seat), form).items()
                }
            else:
                unnamed += self._made_up(state, seat, form)
        if unnamed:
            found |= zip(self._places(unnamed), unnamed, strict=False)
        return dict(sorted(found.items()))

    def shut(self, seat: int, action: int, offers: Mapping[int, Any]) -> Illegal:
        """The refusal of an action that is not among those open to a seat."""
        return Illegal(
            "action {action} is not open to seat {seat}; open are {offered}",
            action=action,
            seat=seat,
            offered=", ".join(f"{number} ({self.names[number]})" for number in offers),
        )

    def _places(self, unnamed: Sequence[Any]) -> range:
        places = range(len(self._index), self.size)
        if len(unnamed) > len(places):
            raise Unsupported(
                "{game}: no action stands for the move {move}; the game's list of actions must name it",
                game=self._game.facts.key,
                move=self._game.write(unnamed[len(places)]),
            )
        return places

    def _made_up(self, state: Any, seat: int, form: str) -> list[Any]:
        """A few moves of a form that the rules take now; the same view gives the same ones."""
        rng = Random(form)
        view = self._game.view(state, seat)
        texts = {self._game.write(self._game.made_up(view, form, rng)) for _ in range(MADE_UP)}
        moves = [self._game.read(text) for text in sorted(texts)]
        return [move for move in moves if self._taken(state, Act(seat, move))]

    def _taken(self, state: Any, act: Act) -> bool:
        try:
            self._game.apply(state, act)
        except SofraError:
            return False
        return True


def _walked(game: AnyGame, rules: HouseRules, seats: int) -> tuple[str, ...]:
    moves = {
        move
        for state in walk(game, rules, seats)
        for seat in range(seats)
        for move in game.moves(state, seat)
    }
    return tuple(sorted(map(game.write, moves), key=lambda text: (len(text.split()), len(text), text)))
