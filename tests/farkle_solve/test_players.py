"""Farkle's computer players: legal, different from each other, and awake in the last round."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

from sofra.core import Act, Choice, Fast, Match, Sight
from sofra.games.box import open_box
from sofra.games.farkle.moves import BANK, Bank
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS, FarkleRules

PERSONAS = open_box("farkle").players
FOUR = ("careful", "steady", "bold", "showoff")


def sight(match: Match, seat: int) -> Sight:
    return Sight(seat, match.view(seat), (), match.moves(seat))


def positions(rules: FarkleRules, seats: int, matches: int, seed: int) -> list[Sight]:
    """What the mover sees at every choice with more than one move, in matches of players of all tempers."""
    found = []
    for number in range(matches):
        rng = Random(seed * 1000 + number)
        match, dealer = Match(FARKLE, rules, seats), Fast(rng)
        players = [PERSONAS[rng.choice(FOUR)].make(rules, seats) for _ in range(seats)]
        match.settle(dealer)
        while isinstance(ask := match.ask, Choice):
            here = sight(match, ask.seats[0])
            if len(here.moves) > 1:
                found.append(here)
            match.do(Act(here.seat, players[here.seat].choose(here, rng)))
            match.settle(dealer)
    return found


@pytest.fixture(scope="module")
def fixed() -> list[Sight]:
    return positions(FarkleRules(), 2, 6, 1)


def test_any_two_temperaments_differ_in_one_decision_of_ten(fixed: list[Sight]) -> None:
    assert len(fixed) > 200
    choices: dict[str, list[Any]] = {}
    for key in FOUR:
        player = PERSONAS[key].make(FarkleRules(), 2)
        choices[key] = [player.choose(here, Random(number)) for number, here in enumerate(fixed)]
    for one, other in combinations(FOUR, 2):
        differ = sum(a != b for a, b in zip(choices[one], choices[other], strict=True))
        assert differ >= len(fixed) / 10, (one, other, differ, len(fixed))


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_every_player_finishes_matches_with_legal_moves(name: str, seats: int) -> None:
    for here in positions(PRESETS[name], seats, 2, seats):
        for key in FOUR:
            assert PERSONAS[key].make(PRESETS[name], seats).choose(here, Random(0)) in here.moves


@pytest.mark.parametrize("name", ["Table", "500 in", "Zilch"])
def test_a_chaser_never_banks_below_the_leader_in_the_last_round(name: str) -> None:
    rules, seen = PRESETS[name], 0
    for here in positions(rules, 3, 12, 7):
        view = here.view
        if view.closer is None or BANK not in here.moves:
            continue
        below = view.scores[here.seat] + view.total <= max(view.scores)
        for key in FOUR:
            move = PERSONAS[key].make(rules, 3).choose(here, Random(0))
            if below:
                seen += 1
                assert not isinstance(move, Bank)
            elif view.last_turns == 1:
                assert isinstance(move, Bank)
    assert seen > 20


def test_players_take_over_when_that_is_worth_more() -> None:
    rules = FarkleRules(pass_on=True)
    taken = [here for here in positions(rules, 2, 4, 3) if here.view.phase == "turn"]
    moves = {FARKLE.write(PERSONAS["steady"].make(rules, 2).choose(here, Random(0))) for here in taken}
    assert moves == {"roll", "take over"}


def test_skill_and_temperament_are_two_things() -> None:
    assert len({p.temperament for p in PERSONAS.values()}) == len(PERSONAS)
    assert len({PERSONAS[key].pace for key in FOUR}) == len(FOUR)
    assert PERSONAS["careful"].skill == PERSONAS["bold"].skill
