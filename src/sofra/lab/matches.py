"""One match between players, from a seed: the same seed gives the same dice and decks whoever sits where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sofra.core.asks import Choice, Over
from sofra.core.dealers import seeded
from sofra.core.errors import SofraError
from sofra.core.events import Act
from sofra.core.match import Match
from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules
from sofra.games import Box
from sofra.lab.program import Forfeit, Program

MOST_ENTRIES = 200_000
"""A match longer than this is given up as unfinished."""


@dataclass(frozen=True, slots=True)
class Played:
    """``shares`` has each seat's part of the win (1 for a lone winner, halves for two who share; nothing for one who
    forfeits). ``forfeit`` is the seat that gave no legal answer, and ``reason`` why; ``finished`` is False for a match
    that was given up. ``decisions`` are the moves made; ``match`` is the match itself."""

    shares: tuple[float, ...]
    scores: tuple[int, ...]
    forfeit: int | None
    reason: str
    finished: bool
    decisions: int
    match: Match


def play(box: Box, rules: HouseRules, players: Sequence[Player], seed: str) -> Played:
    """Play one match; player k sits in seat k."""
    match, dealer = Match(box.game, rules, len(players)), seeded(seed)
    told: list[list[Any]] = [[] for _ in players]
    decisions = 0
    for player in players:
        if isinstance(player, Program):
            player.begin()
    while match.version < MOST_ENTRIES:
        match.settle(dealer)
        ask = match.ask
        if isinstance(ask, Over):
            return _finished(match, decisions)
        assert isinstance(ask, Choice)
        seat = ask.seats[0]
        told[seat] += match.told(seat, len(told[seat]))
        sight = Sight(seat, match.view(seat), tuple(told[seat]), match.moves(seat), match.forms(seat))
        rng = Random(f"{seed}/{seat}/{match.version}")
        try:
            move = players[seat].choose(sight, rng)
            match.do(Act(seat, move))
        except Forfeit as forfeit:
            return _forfeited(match, seat, forfeit.reason, decisions)
        except SofraError as error:
            return _forfeited(match, seat, f"its move is refused: {error}", decisions)
        decisions += 1
    shares = (1 / len(players),) * len(players)
    return Played(shares, (0,) * len(players), None, "", False, decisions, match)


def _finished(match: Match, decisions: int) -> Played:
    assert isinstance(match.ask, Over)
    result = match.ask.result
    part = 1 / len(result.winners)
    shares = tuple(part if seat in result.winners else 0.0 for seat in range(match.seats))
    return Played(shares, result.scores, None, "", True, decisions, match)


def _forfeited(match: Match, seat: int, reason: str, decisions: int) -> Played:
    others = match.seats - 1
    shares = tuple(0.0 if s == seat else 1 / others for s in range(match.seats)) if others else (0.0,)
    scores = match.game.score(match.state).points
    return Played(shares, scores, seat, reason, True, decisions, match)
