"""A game, its house rules and its seats, with the numbers that stand for its moves and views."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sofra.core.asks import Result
from sofra.core.errors import Malformed
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules
from sofra.games.box import Box, open_box
from sofra.lab.adapters.actions import Codec
from sofra.lab.adapters.encode import Encoder

Payoff = Callable[[Result], Sequence[float]]
"""What a result is worth to each seat."""

LIMIT = 10_000
"""After how many moves a match is ended as if all had agreed to it, where the caller says nothing else."""


def by_win(result: Result) -> tuple[float, ...]:
    """1 for a sole winner and -1 shared by all others, in sum 0; joint winners share theirs. Alone: minus the turns."""
    seats = len(result.scores)
    if result.turns is not None or seats == 1:
        return (-float(result.turns or 0),) * seats
    share = 1.0 / len(result.winners)
    return tuple(
        ((seats * share if seat in result.winners else 0.0) - 1.0) / (seats - 1) for seat in range(seats)
    )


def by_score(result: Result) -> tuple[float, ...]:
    """The points as they stand."""
    return tuple(map(float, result.scores))


@dataclass(frozen=True)
class Setting:
    """What stays the same for all matches of an adapter. Make one with ``setting``; equal ones are shared."""

    box: Box
    game: AnyGame
    rules: HouseRules
    seats: int
    codec: Codec
    encoder: Encoder

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy in another process is made anew from the same key; one in this process is the same one.
        return setting, (self.box.key, self.rules, self.seats)

    def row(self, state: Any, viewer: int | None) -> list[float]:
        """What the viewer may know now, as ``encoder.size`` numbers."""
        return self.encoder.row(self.game.view(state, viewer))


def setting(key: str, rules: HouseRules | str, seats: int) -> Setting:
    """The setting of a game's key, its house rules (a value, a preset's name, or the text form such as
    "target=1000, opening=500") and its number of seats. Raises Unknown or Malformed."""
    game = open_box(key).game
    whole("seats", seats)
    if isinstance(rules, str):
        rules = game.presets[rules] if rules in game.presets else game.rules.read(rules)
    if not isinstance(rules, game.rules):
        raise Malformed(
            "house rules of {game} are a preset's name, a text such as target=1000, or {kind}, not {got}",
            game=key,
            kind=game.rules.__name__,
            got=type(rules).__name__,
        )
    game.fit(rules, seats)
    return _setting(key, rules, seats)


def whole(name: str, number: Any) -> int:
    """A number that counts something, 1 or more; Malformed for anything else, however near to one."""
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise Malformed("{name} is a whole number from 1 on, not {got}", name=name, got=str(number))
    return number


@lru_cache(maxsize=64)
def _setting(key: str, rules: HouseRules, seats: int) -> Setting:
    box = open_box(key)
    return Setting(box, box.game, rules, seats, Codec(box, rules, seats), Encoder(box.game, rules, seats))
