"""Matches of any game, played on by its own computer players: what a page shows in the middle of things."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache
from random import Random

from sofra.core import Act, Match, Sight, seeded
from sofra.games import open_box

STEPS = {"early": 3, "middle": 24, "late": 60}
"""How many choices have been made."""


def walking(key: str, choices: int, seats: int) -> Iterator[Match]:
    """One match, as it stands before each choice and after the last; it ends early when it is over."""
    box = open_box(key)
    rules = next(iter(box.game.presets.values()))
    match = Match(box.game, rules, seats)
    personas = list(box.players.values())
    players = [personas[seat % len(personas)].make(rules, seats) for seat in range(seats)]
    dealer = seeded("a page")
    match.settle(dealer)
    yield match
    for step in range(choices):
        if match.over:
            break
        seat = match.asked[0]
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        match.do(Act(seat, players[seat].choose(sight, Random(step))))
        match.settle(dealer)
        yield match


@cache
def walked(key: str, choices: int, seats: int = 3) -> Match:
    """A match after that many choices (fewer if it is over by then); always the same one."""
    return deque(walking(key, choices, seats), maxlen=1).pop()
