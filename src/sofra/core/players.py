"""What a computer player is: a function of what its seat may know, the moves offered, and private chance."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a player has before it: its seat's view, everything told to that seat so far in this match (oldest
    first, None where something hidden happened), and the moves and forms offered. Memory is recomputed from
    ``told``; nothing is stored between choices."""

    seat: int
    view: Any
    told: tuple[Any, ...]
    moves: tuple[Any, ...]
    forms: tuple[str, ...] = ()


class Player(Protocol):
    """Chooses one of the moves offered (or makes one up after a form). ``rng`` is seeded by (match, seat, ask)."""

    def choose(self, sight: Sight, rng: Random) -> Any: ...
