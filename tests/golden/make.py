"""Writes a golden record for every preset that has none: ``python -m tests.golden.make``. It never changes one that
is there: what they say holds for ever. A new rules version wants new ones, beside the old program's.

The computer players of a game play; here and there one takes a move back or hands its chair to another.
"""

from pathlib import Path
from random import Random
from typing import Any

from sofra.core import Act, Choice, Match, StandIn, Undo, record, seeded
from sofra.core.players import Sight
from sofra.core.record import SeatLine
from sofra.games import Box, boxes
from sofra.testing import fitting_seats

HERE = Path(__file__).parent
NAMES = ("Defne", "Nikos", "Ada", "Kerem", "Eleni", "Sam", "Zeynep", "Yorgos")


def built_in() -> list[Box]:
    """The games that come with sofra."""
    return [box for box in boxes().values() if box.game_at.startswith("sofra.games.")]


def path_of(key: str, preset: str) -> Path:
    return HERE / f"{key}-{preset.lower().replace(' ', '-')}.txt"


def made(box: Box, preset: str, number: int) -> str:
    """A whole match of a preset as a record."""
    game, seed = box.game, f"golden {box.key} {preset}"
    rules, rng, dealer = game.preset(preset), Random(seed), seeded(seed)
    fitting = [seats for seats in fitting_seats(game, rules) if 1 < seats < 5]
    match = Match(game, rules, fitting[number % len(fitting)])
    keys = list(box.players)
    chairs = [keys[seat % len(keys)] for seat in range(match.seats)]
    players = [box.players[key].make(rules, match.seats) for key in chairs]
    told: list[list[Any]] = [[] for _ in range(match.seats)]
    match.settle(dealer)
    while isinstance(ask := match.ask, Choice):
        seat = rng.choice(ask.seats)
        if match.version > match.barrier and rng.random() < 0.01:
            match.do(Undo(match.version - 1))
        elif rng.random() < 0.005:
            match.do(StandIn(seat, rng.choice(("", f"bot {rng.choice(keys)}"))))
        else:
            told[seat] += match.told(seat, since=len(told[seat]))
            sight = Sight(seat, match.view(seat), tuple(told[seat]), match.moves(seat), match.forms(seat))
            match.do(Act(seat, players[seat].choose(sight, rng)))
        match.settle(dealer)
    seats = tuple(SeatLine(name, chair) for name, chair in zip(NAMES, chairs, strict=False))
    return record.write(record.of(match, seats, f"seed {seed}"))


if __name__ == "__main__":
    for box in built_in():
        for number, preset in enumerate(box.game.presets):
            path = path_of(box.key, preset)
            if not path.exists():
                path.write_text(made(box, preset, number), "utf-8")
                print(path.name)
