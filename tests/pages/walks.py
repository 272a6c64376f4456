"""Matches of any game, played on by its own computer players: what a page shows in the middle of things."""

from __future__ import annotations

from functools import cache
from random import Random

from sofra.core import Act, Match, Sight, seeded
from sofra.games import open_box

STEPS = {"early": 3, "middle": 24, "late": 60}
"""How many choices have been made."""


@cache
def walked(key: str, choices: int, seats: int = 3) -> Match:
    """A match after that many choices (fewer if it is over by then); always the same one."""
    box = open_box(key)
    rules = next(iter(box.game.presets.values()))
    match = Match(box.game, rules, seats)
    personas = list(box.players.values())
    players = [personas[seat % len(personas)].make(rules, seats) for seat in range(seats)]
    dealer = seeded("a page")
    for step in range(choices):
        match.settle(dealer)
        if match.over:
            break
        seat = match.asked[0]
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        match.do(Act(seat, players[seat].choose(sight, Random(step))))
    match.settle(dealer)
    return match
