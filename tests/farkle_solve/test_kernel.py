"""The compiled twin plays the same game as the readable core, from the same tables, whatever the house rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sofra.core import Act, Chance, Choice, Dice, Fast, Match, Outcome
from sofra.core.errors import Malformed, Unsupported
from sofra.games.farkle import kernel
from sofra.games.farkle.exact import solution_of
from sofra.games.farkle.kernel_matches import exact_matches, threshold_matches
from sofra.games.farkle.kernel_random import below, below_plain, stream
from sofra.games.farkle.kernel_tables import numbers, tables, throw_numbers
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat


def some_rules(rng: Random, seats: int) -> FarkleRules:
    """House rules drawn over all values of all options."""
    target = rng.choice((500, 1000, 2000, 5000))
    return FarkleRules(
        target=target,
        last_round=rng.random() < 0.7,
        opening=rng.choice((0, 0, 350, 500)),
        three_pairs=rng.choice((1500, 750, 0)),
        kinds=rng.choice(("fixed", "multiples", "doubling")),
        three_farkles=rng.choice((0, 50, 500, 1000)),
        floor_at_zero=rng.random() < 0.5,
        small_straights=rng.random() < 0.5,
        four_and_pair=rng.random() < 0.5,
        two_triplets=rng.random() < 0.5,
        minimum_bank=rng.choice((0, 0, 250, 300)),
        hot_dice_must_roll=rng.random() < 0.5,
        head_start=tuple(rng.choice((0, 50, 450)) for _ in range(seats)) if rng.random() < 0.3 else (),
        pass_on=seats > 1 and rng.random() < 0.4,
    )


@pytest.mark.parametrize("seed", range(40))
def test_the_same_events_give_the_same_states_under_random_house_rules(seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(1, 5)
    rules = some_rules(rng, seats)
    match, dealer = Match(FARKLE, rules, seats), Fast(rng)
    while isinstance(match.ask, Chance) and match.state.phase == "start":
        match.do(dealer.answer(match.ask))
    flat, house = tables(rules), numbers(rules)
    twin, _, _ = kernel.begin(rules, seats, match.state.standing.seat)
    for _ in range(400):
        assert twin.tolist() == kernel.encode(match.state).tolist()
        ask = match.ask
        if isinstance(ask, Choice):
            moves = match.moves(ask.seats[0])
            assert kernel.count_moves(flat, house, twin) == len(moves)
            codes = [int(kernel.move_at(house, twin, k)) for k in range(len(moves))]
            assert codes == [kernel.encode_move(match.state, move) for move in moves]
            k = rng.randrange(len(moves))
            kernel.apply_move(flat, house, twin, codes[k])
            match.do(Act(ask.seats[0], moves[k]))
        elif isinstance(ask, Chance):
            assert isinstance(ask.what, Dice)
            outcome = dealer.answer(ask)
            kernel.apply_throw(flat, house, twin, throw_numbers()[tuple(sorted(outcome.values))])
            match.do(outcome)
        else:
            assert kernel.count_moves(flat, house, twin) == 0
            break


def test_the_twin_begins_once_it_is_known_who_starts() -> None:
    with pytest.raises(Malformed, match="who starts"):
        kernel.encode(FARKLE.start(FarkleRules(), 2))


def test_random_numbers_are_the_same_in_python_and_compiled() -> None:
    for seed in (0, 1, 2**63, 123456789):
        word = stream(seed)
        for k, n in enumerate((6, 36, 46656, 2, 7, 2**30) * 20):
            assert below(word, n) == below_plain(seed, k, n)


def test_compiled_throws_are_even() -> None:
    state, flat, _ = kernel.begin(FarkleRules(), 2)
    state[kernel.LEFT] = 2
    word, counts = stream(5), dict[int, int]()
    for _ in range(36_000):
        throw = int(kernel.throw_dice(flat, state, word))
        counts[throw] = counts.get(throw, 0) + 1
    for throw, number in throw_numbers().items():
        if len(throw) == 2:
            expected = 1000 if throw[0] == throw[1] else 2000
            assert abs(counts[number] - expected) < 5 * expected**0.5


def test_random_play_of_twin_and_core_ends_alike() -> None:
    rules, rng = FarkleRules(target=1000), Random(3)
    lengths = []
    for _ in range(300):
        match, dealer, count = Match(FARKLE, rules, 2), Fast(rng), 0
        match.settle(dealer)
        while not match.over:
            match.do(Act(match.asked[0], rng.choice(match.moves(match.asked[0]))))
            match.settle(dealer)
            count += 1
        lengths.append(count)
    mean = sum(lengths) / len(lengths)
    error = (sum((n - mean) ** 2 for n in lengths) / len(lengths) ** 2) ** 0.5
    state, flat, house = kernel.begin(rules, 2)
    matches, _ = kernel.play_at_random(flat, house, state, stream(1), 400_000)
    assert abs(400_000 / matches - mean) < 4 * error


@pytest.mark.slow
def test_played_out_matches_agree_with_the_table_within_three_standard_errors() -> None:
    solution, matches = solution_of(FarkleRules()), 1_200_000
    won, _ = exact_matches(solution, matches, 2026)
    exact = solution.win(Seat(0), Seat(0))
    error = (exact * (1 - exact) / matches) ** 0.5
    assert error <= 0.0005
    assert abs(won / matches - exact) < 3 * error


@pytest.mark.parametrize(
    "rules",
    [
        FarkleRules(target=1000, hot_dice_must_roll=True, minimum_bank=300),
        FarkleRules(target=1500, last_round=False, kinds="doubling", small_straights=True),
    ],
)
def test_played_out_matches_agree_under_other_rules(rules: FarkleRules) -> None:
    solution, matches = solution_of(rules), 100_000
    won, _ = exact_matches(solution, matches, 5)
    exact = solution.win(Seat(0), Seat(0))
    assert abs(won / matches - exact) < 3 * (exact * (1 - exact) / matches) ** 0.5


def test_rules_with_more_forms_are_not_played_in_bulk() -> None:
    with pytest.raises(Unsupported):
        exact_matches(solution_of(FarkleRules(target=500, opening=500)), 10, 1)


def test_threshold_players_play_the_core_s_game() -> None:
    """The compiled threshold player wins as often as the same player in the readable core."""
    rules, rng, won, matches = FarkleRules(target=2000), Random(9), 0, 800
    for _ in range(matches):
        match, dealer = Match(FARKLE, rules, 2), Fast(rng)
        match.do(Outcome("start:1", (6, 1)))
        while not match.over:
            match.settle(dealer)
            if not match.over:
                match.do(Act(match.asked[0], _threshold(match)))
        won += match.ask.result.winners[0] == 0  # type: ignore[union-attr]
    word, many = stream(3), 200_000
    share = threshold_matches(tables(rules), 2000, 0, 300, 600, word, many) / many
    assert abs(won / matches - share) < 3.5 * (share * (1 - share) / matches) ** 0.5


def _threshold(match: Match) -> Any:
    state, standing = match.state, match.state.standing
    if state.phase == "keep":
        best = standing.table.scores.best_keep(state.dice)
        return next(move for move in match.moves(standing.seat) if move.dice == best)
    if state.phase == "turn":
        return FARKLE.read("roll")
    if standing.closer is not None:
        missing = standing.scores[standing.closer] - standing.scores[standing.seat] + 50
        return FARKLE.read("bank" if state.total >= missing else "roll")
    return FARKLE.read("bank" if state.total >= (300 if standing.seat == 0 else 600) else "roll")
