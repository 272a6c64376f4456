"""A match of Rak's played by hand in the tests, move by move as text."""

from typing import Any

from sofra.core.asks import Chance, Choice, Over, Result
from sofra.core.events import Act, Outcome
from sofra.core.match import Match
from sofra.games.raks.play import RAKS
from sofra.games.raks.rules import RaksRules


class Sitting:
    """Seat 0 starts, unless ``start`` says how the first dice fall."""

    def __init__(self, seats: int = 2, *, start: tuple[int, ...] | None = None, **rules: Any) -> None:
        self.match = Match(RAKS, RaksRules(**rules), seats)
        self.roll(*(start or range(6, 6 - seats, -1)))

    def roll(self, *faces: int) -> None:
        ask = self.match.ask
        assert isinstance(ask, Chance), ask
        self.match.do(Outcome(ask.label, faces))

    def play(self, seat: int, *texts: str) -> None:
        for text in texts:
            self.match.do(Act(seat, RAKS.read(text)))

    def turn(self, zone: int | None, *dice: int, seat: int | None = None) -> None:
        """A whole turn in which nobody objects: a bead on ``zone``, or "No move"."""
        self.roll(*(dice or (1, 2, 4)))
        self.play(self.mover if seat is None else seat, "no move" if zone is None else f"place {zone}")
        for other in self.asked:
            self.play(other, "pass")

    @property
    def mover(self) -> int:
        return int(self.match.state.mover)

    @property
    def asked(self) -> tuple[int, ...]:
        return self.match.asked

    @property
    def board(self) -> dict[int, int]:
        return {zone: owner for zone, owner in enumerate(self.match.state.board, 1) if owner is not None}

    @property
    def waits_for(self) -> str:
        ask = self.match.ask
        if isinstance(ask, Chance):
            return ask.label
        return "over" if isinstance(ask, Over) else self.match.state.phase

    @property
    def result(self) -> Result:
        assert isinstance(self.match.ask, Over)
        return self.match.ask.result

    def moves(self, seat: int) -> list[str]:
        return [RAKS.write(move) for move in self.match.moves(seat)]

    def tell(self, viewer: int | None = None) -> Any:
        """What the viewer was told of the last event."""
        return self.match.tell(self.match.version, viewer)

    @property
    def choice(self) -> Choice:
        assert isinstance(self.match.ask, Choice)
        return self.match.ask
