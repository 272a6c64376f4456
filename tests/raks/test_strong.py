"""The strong player: what a board promises is exact, the compiled player is the readable one, and its rates hold."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from sofra.core.players import Sight
from sofra.games.raks import bluff, calibration, judgement, kernel_outlook, outlook, prospects
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.kernel_board import encode
from sofra.games.raks.kernel_matches import AGAINST, NOTES, bear_grudges, company, weigh
from sofra.games.raks.moves import Place
from sofra.games.raks.outlook import WORK
from sofra.games.raks.play import RAKS
from sofra.games.raks.players import SKILLS
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.scoring import points
from sofra.games.raks.state import State
from sofra.games.raks.strong import StrongMind
from tests.raks.sitting import Sitting

HOUSES = [
    RaksRules(),
    RaksRules(layout="ring"),
    RaksRules(layout="rows"),
    RaksRules(layout="grid", long_runs="split"),
    RaksRules(dice_use="any", long_runs="split"),
]
IDS = [rules.write() for rules in HOUSES]


def random_board(rng: Random, seats: int, open_zones: int) -> list[int]:
    board = [rng.randrange(seats) for _ in range(ZONES)]
    for place in rng.sample(range(ZONES), open_zones):
        board[place] = -1
    return board


def brute(rules: RaksRules, board: list[int], seat: int, chance: float) -> float:
    """The expected points of a seat, every way in which the open zones may fall counted."""
    places, expected = [place for place, owner in enumerate(board) if owner < 0], 0.0
    for falls in product((True, False), repeat=len(places)):
        weight, full = 1.0, [owner if owner == seat else None for owner in board]
        for place, mine in zip(places, falls, strict=True):
            weight *= chance if mine else 1.0 - chance
            full[place] = seat if mine else None
        expected += weight * points(tuple(full), seat + 1, rules)[seat]
    return expected


@pytest.mark.parametrize("rules", HOUSES, ids=IDS)
def test_what_a_board_promises_is_exact(rules: RaksRules) -> None:
    rng, gain, ahead = Random(1), [0.0] * ZONES, [0.0] * WORK
    ground = outlook.ground(rules)
    for chance in (0.5, 0.3):
        board = random_board(rng, 2, 7)
        expected = brute(rules, board, 1, chance)
        assert outlook.promise(ground, board, 1, chance, gain, ahead) == pytest.approx(expected)
        for place in [place for place, owner in enumerate(board) if owner < 0][:3]:
            mine = brute(rules, [*board[:place], 1, *board[place + 1 :]], 1, chance)
            lost = brute(rules, [*board[:place], 0, *board[place + 1 :]], 1, chance)
            assert gain[place] == pytest.approx(mine - lost)


def test_without_chance_a_promise_is_the_points() -> None:
    rng, gain, ahead = Random(2), [0.0] * ZONES, [0.0] * WORK
    for rules in HOUSES:
        board = random_board(rng, 3, 8)
        owners = tuple(None if owner < 0 else owner for owner in board)
        found = [outlook.promise(outlook.ground(rules), board, s, 0.0, gain, ahead) for s in range(3)]
        assert found == pytest.approx(points(owners, 3, rules))


@pytest.mark.parametrize("seats", [2, 3])
def test_the_compiled_player_judges_as_the_readable_one(seats: int) -> None:
    rng, compared = Random(seats), 0
    rates = bluff.Rates([0.3] * bluff.BLUFFS, [-0.2] * bluff.DOUBTS, [0, 1, 2] * 12)
    arrays = bluff.Rates(*map(np.array, rates))
    mood, weights = judgement.Mood(), [0.4, 0.7, 0.5][:seats]
    for rules in (HOUSES[0], HOUSES[3]):
        for open_zones in (1, 2, 9, 20, 33):
            board = random_board(rng, seats, open_zones)
            seen = [rng.random() < 0.4 for _ in range(ZONES)]
            whim, luck = [rng.uniform(-1, 1) for _ in range(ZONES)], rng.random()
            found, twin_found = [0.0] * ZONES, np.zeros(ZONES)
            plain = judgement.placing(
                outlook.ground(rules),
                outlook.throws_of(rules),
                board,
                0,
                weights,
                mood,
                rates,
                0.1,
                seen,
                whim,
                luck,
                outlook.desk_for(seats),
                found,
            )
            twin: list[Any] = [np.array(board), np.array(weights), np.array(seen), np.array(whim)]
            compiled = kernel_outlook.placing(
                kernel_outlook.ground_of(rules),
                kernel_outlook.throws_of(rules),
                twin[0],
                0,
                twin[1],
                mood,
                arrays,
                0.1,
                twin[2],
                twin[3],
                luck,
                kernel_outlook.desk_for(seats),
                twin_found,
            )
            assert plain == compiled
            assert twin_found.tolist() == pytest.approx(found)
            compared += plain >= 0
    assert compared >= 6


def sight(sitting: Sitting, seat: int) -> Sight:
    match = sitting.match
    return Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))


def nearly_over(beads: set[int], others: set[int]) -> State:
    """Seat 0 has 19 beads, seat 1 those of ``others``; seat 0 has thrown 2 3 5."""
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    board = tuple(0 if zone in beads else 1 if zone in others else None for zone in range(1, ZONES + 1))
    assert board.count(0) == 19
    return State(sitting.match.state.standing, "move", board, 0, 30, (2, 3, 5), 0, (0,))


def test_a_bead_that_ends_the_game_is_placed_to_win_and_not_to_lose() -> None:
    mind = StrongMind(RaksRules(), 2, SKILLS["professor"], judgement.Mood(shame=30.0))
    # 29 points against 11: any twentieth bead wins.
    winning = nearly_over({*range(18, 37)}, {*range(1, 5)})
    # 29 against 45, and only 25 can be made: a twentieth bead loses, so the throw is left to the other.
    losing = nearly_over({*range(1, 20)}, {*range(20, 25), *range(26, 31), *range(32, 37)})
    for state, places in ((winning, True), (losing, False)):
        seen = Sight(0, RAKS.view(state, 0), (), RAKS.moves(state, 0))
        chosen = [mind.choose(seen, Random(seed)) for seed in range(8)]
        assert all(isinstance(move, Place) == places for move in chosen)


def test_a_strong_mind_keeps_nothing_and_repeats_itself() -> None:
    mind = StrongMind(RaksRules(), 2, SKILLS["professor"])
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    before = dict(vars(mind))
    first = mind.choose(sight(sitting, 0), Random(5))
    for seed in range(8):
        mind.choose(sight(sitting, 0), Random(seed))
    assert mind.choose(sight(sitting, 0), Random(5)) == first
    assert vars(mind) == before


def test_temperaments_are_settings_of_one_player() -> None:
    bold, honest = (
        StrongMind(RaksRules(), 2, SKILLS["professor"], judgement.Mood(shame=s)) for s in (-30.0, 30.0)
    )
    sitting, possible = Sitting(), reach((1, 1, 2), "all")
    # Nothing that the dice make is open.
    for zone in (*possible, *(20, 30)[: len(possible) % 2]):
        sitting.turn(zone)
    sitting.roll(1, 1, 2)
    for mind, false in ((bold, True), (honest, False)):
        moves = [mind.choose(sight(sitting, 0), Random(seed)) for seed in range(12)]
        assert any(isinstance(m, Place) and m.zone not in possible for m in moves) == false
    sitting.play(0, "place 36")
    for caution, challenges in ((-30.0, 12), (30.0, 0)):
        wary = StrongMind(RaksRules(), 2, SKILLS["professor"], judgement.Mood(caution=caution))
        answers = [RAKS.write(wary.choose(sight(sitting, 1), Random(seed))) for seed in range(12)]
        assert answers.count("challenge") == challenges


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_compiled_player_minds_rivals_and_grudges_as_the_readable_one(seats: int) -> None:
    rng, met, rules = Random(seats), set(), RaksRules()
    standing = Sitting(seats=seats).match.state.standing
    table = company(rules, seats, SKILLS["professor"])
    for _ in range(30):
        mood = judgement.Mood(appetite=rng.choice((0.8, 1.0, 1.3)), spite=rng.choice((0.0, 0.6)))
        board = tuple(None if owner < 0 else owner for owner in random_board(rng, seats, 10))
        state = State(standing, "move", board, 0, 9, (2, 3, 5), 0, (0,))
        against = {seat: rng.randrange(4) for seat in range(1, seats)}
        mind = StrongMind(rules, seats, SKILLS["professor"], mood)
        readable = mind._weights(RAKS.view(state, 0), 0, Beliefs(against_me=against))
        twin, weights, notes = encode(state), np.zeros(seats), np.zeros(NOTES, dtype=np.int64)
        for seat, count in against.items():
            notes[seat, AGAINST] = count
        weigh(table, twin, 0, mood.appetite, table.denial, weights)
        bear_grudges(notes, 0, mood.spite, weights)
        assert weights[1:].tolist() == pytest.approx(readable[1:])
        met.add(tuple(readable[1:]))
    assert len(met) > 6


def test_what_challenges_revealed_moves_the_odds() -> None:
    rates = bluff.Rates([0.0] * bluff.BLUFFS, [0.0] * bluff.DOUBTS, [0] * ZONES)
    mood = judgement.Mood()
    chances = [judgement.doubt_chance(5, rates, mood, false) for false in (0.01, mood.suspicion, 0.5)]
    assert chances == sorted(chances)
    assert chances[1] == pytest.approx(0.5)
    assert bluff.watched_by(12, 20) > bluff.watched_by(0, 0) > bluff.watched_by(0, 40)
    assert bluff.watched_by(0, 0) == pytest.approx(0.0)


def test_the_coach_is_off_by_about_what_it_says() -> None:
    found = calibration.errors(RaksRules(), 2, positions=24, plays=40)
    assert found.chance < 3 * prospects.ERROR
    assert max(found.apart, found.change) < 3 * prospects.APART
