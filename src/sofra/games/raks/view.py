"""What players see of a match of Rak's, built field by field from what lies open on the table.

**Silence about truth (R4):** a view is made without any arithmetic. It copies dice, zones and beads, so that nothing in it
can tell a bluff from an honest bead. A sealed answer is in no view.
"""

from __future__ import annotations

from sofra.core.value import value
from sofra.games.raks import turns
from sofra.games.raks.rules import BEADS
from sofra.games.raks.scoring import Run, points, runs
from sofra.games.raks.state import GameEnd, State


@value
class RaksView:
    """The whole table. ``rules`` is the text form of the house rules; ``board`` has the owner of each zone, zone 1 first;
    ``supply`` the beads in hand; ``points`` those of the board, ``earlier`` those of the games before it; ``runs`` are the
    cords; ``last`` is how the latest finished game ended. ``zone`` is the bead in question and ``challenger`` who doubts it. Other fields as in the state."""

    viewer: int | None
    seats: int
    rules: str
    phase: str
    game: int
    games: int
    first: int
    won: tuple[int, ...]
    mover: int
    asked: tuple[int, ...]
    queue: tuple[int, ...]
    throws: int
    dice: tuple[int, ...]
    triples: int
    board: tuple[int | None, ...]
    supply: tuple[int, ...]
    zone: int
    challenger: int | None
    points: tuple[int, ...]
    earlier: tuple[int, ...]
    runs: tuple[Run, ...]
    last: GameEnd | None
    winners: tuple[int, ...]


def build(state: State, viewer: int | None) -> RaksView:
    """The view of one viewer; all see the same."""
    standing, board = state.standing, state.board
    seats, rules = standing.seats, standing.rules
    return RaksView(
        viewer=viewer,
        seats=seats,
        rules=rules.write(),
        phase=state.phase,
        game=standing.game,
        games=rules.games,
        first=standing.first,
        won=standing.won,
        mover=state.mover,
        asked=state.asked,
        queue=state.queue,
        throws=state.throws,
        dice=state.dice,
        triples=state.triples,
        board=board,
        supply=tuple([BEADS - board.count(seat) for seat in range(seats)]),
        zone=state.zone,
        challenger=state.challenger,
        points=points(board, seats, rules),
        earlier=standing.earlier,
        runs=runs(board, rules),
        last=standing.last,
        winners=turns.result(state).winners if state.phase == "over" else (),
    )
