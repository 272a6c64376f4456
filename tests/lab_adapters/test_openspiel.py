"""OpenSpiel: its own checks pass, chance is exact, and an information state is what the seat knows and nothing else."""

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation

from sofra.core import Illegal, Malformed
from sofra.lab.adapters import chance, openspiel
from tests.lab_adapters.plays import KEYS

SHORT = {"farkle": "target:500", "racko": "target:75"}


assert openspiel.SofraGame.__subclasses__()  # importing the adapter has registered the games


def load(key: str, players: int = 2, limit: int = 40) -> Any:
    return pyspiel.load_game(
        f"sofra_{key}(players={players},rules={SHORT.get(key, 'default')},limit={limit})"
    )


def walk(state: Any, rng: Random) -> Iterator[Any]:
    """The states of a random match from here."""
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("players", [2, 3])
def test_pyspiel_finds_nothing_wrong(key: str, players: int) -> None:
    pyspiel.random_sim_test(load(key, players), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("key", KEYS)
def test_a_playthrough_comes_out_the_same_again(key: str) -> None:
    name = str(load(key, limit=12))
    lines = generate_playthrough.playthrough(name, action_sequence=None, seed=7)
    assert lines == generate_playthrough.playthrough(name, action_sequence=None, seed=7)
    assert "GameType.chance_mode = ChanceMode.EXPLICIT_STOCHASTIC" in lines


@pytest.mark.parametrize("count", range(1, 5))
def test_throws_have_the_chances_that_counting_gives(count: int) -> None:
    counted = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=count))
    exact = {faces: Fraction(times, 6**count) for faces, times in counted.items()}
    assert {faces: pytest.approx(float(share)) for faces, share in exact.items()} == dict(
        chance.throws(count)
    )


@pytest.mark.parametrize("key", KEYS)
def test_every_chance_node_adds_up_to_one_within_its_bounds(key: str) -> None:
    game = load(key, players=3)
    nodes = 0
    for state in walk(game.new_initial_state(), Random(1)):
        if state.is_chance_node():
            nodes += 1
            numbers, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            assert len(set(numbers)) == len(numbers)
            assert 0 <= min(numbers) <= max(numbers) < game.max_chance_outcomes()
    assert nodes > 3


@pytest.mark.parametrize(
    ("left", "exact"),
    [(6, 1080 / 46656), (5, 600 / 7776), (4, 204 / 1296), (3, 60 / 216), (2, 16 / 36), (1, 4 / 6)],
)
def test_the_chance_of_a_farkle_comes_out_of_the_tree(left: int, exact: float) -> None:
    start = load("farkle").new_initial_state()
    rolling = next(
        state.point for state in walk(start, Random(1)) if state.is_chance_node() and state.point.moves
    )
    mover = rolling.state.standing.seat
    point = replace(rolling, state=replace(rolling.state, left=left))
    after = [(point.child(number).state, weight) for number, weight in point.outcomes()]
    assert sum(weight for state, weight in after if state.standing.seat != mover) == pytest.approx(
        exact, abs=1e-12
    )


def test_dice_of_seats_and_cards_come_one_by_one() -> None:
    farkle = load("farkle", players=3).new_initial_state()
    assert farkle.chance_outcomes() == [(face, pytest.approx(1 / 6)) for face in range(1, 7)]
    for face in (2, 6, 4):
        assert farkle.is_chance_node()
        farkle.apply_action(face)
    assert farkle.current_player() == 1
    racko = load("racko").new_initial_state()
    for card in (7, 9):
        racko.apply_action(card)
    assert len(racko.chance_outcomes()) == 40
    racko.apply_action(12)
    assert 12 not in [card for card, _ in racko.chance_outcomes()]
    assert {round(weight * 39, 12) for _, weight in racko.chance_outcomes()} == {1.0}


def dealt(order: list[int]) -> Any:
    """Rack-O for two after this deal; seat 1 deals, so that seat 0 has every first card and the first turn."""
    state = load("racko").new_initial_state()
    for card in (1, 2, *order):
        state.apply_action(card)
    return state


def test_an_information_state_of_racko_knows_nothing_of_the_other_rack() -> None:
    own, others, discard = list(range(1, 11)), list(range(11, 31)), 40
    states = []
    for shift in (0, 10):
        hidden = others[shift : shift + 10]
        states.append(dealt([card for pair in zip(own, hidden, strict=True) for card in pair] + [discard]))
    one, two = states
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.information_state_string(1) != two.information_state_string(1)
    assert one.observation_tensor(0) == two.observation_tensor(0)
    assert str(one) == str(two)
    for state in states:
        state.apply_action(0)
        state.apply_action(state.legal_actions()[0])
    assert one.information_state_string(0) == two.information_state_string(0)


def test_an_information_state_remembers_what_the_view_no_longer_shows() -> None:
    order = [card for pair in zip(range(1, 11), range(11, 21), strict=True) for card in pair]
    one, two = dealt([*order, 40]), dealt([*order, 40])
    names = one.point.at.codec.names
    draw, toss = names.index("draw"), names.index("toss")
    for state, cards in ((one, (30, 31)), (two, (31, 30))):
        for card in cards:
            for action in (draw, card, toss):
                state.apply_action(action)
    assert one.information_state_string(0) != two.information_state_string(0)


def test_sealed_answers_of_raks_are_in_no_other_information_state() -> None:
    states = []
    for answer in ("pass", "challenge"):
        state = load("raks", players=3).new_initial_state()
        for face in (6, 1, 1):
            state.apply_action(face)
        state.apply_action(next(n for n, (faces, _) in enumerate(chance.throws(3)) if faces == (2, 3, 5)))
        names = state.point.at.codec.names
        state.apply_action(names.index("place 17"))
        state.apply_action(names.index(answer))
        states.append(state)
    one, two = states
    assert one.current_player() == two.current_player() == 2
    assert one.information_state_string(2) == two.information_state_string(2)
    assert one.information_state_string(0) == two.information_state_string(0)
    assert one.information_state_string(1) != two.information_state_string(1)


@pytest.mark.parametrize("key", KEYS)
def test_a_resampled_state_is_one_the_player_cannot_tell_apart(key: str) -> None:
    differed = 0
    sampler = Random(3).random
    for state in walk(load(key, players=3).new_initial_state(), Random(2)):
        if state.is_player_node():
            player = state.current_player()
            other = state.resample_from_infostate(player, sampler)
            differed += other.point.state != state.point.state
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions() == state.legal_actions()
            assert other.current_player() == player
    assert (differed > 0) == (key != "farkle")


@pytest.mark.parametrize("key", ["racko", "raks"])
def test_a_search_over_worlds_plays_on_them(key: str) -> None:
    game = load(key, limit=12)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game, rollouts, uct_c=2.0, max_simulations=12, random_state=np.random.RandomState(2)
    )
    state = next(s for s in walk(game.new_initial_state(), Random(1)) if s.is_player_node())
    policy = dict(bot.get_policy(state))
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)


@pytest.mark.parametrize("key", KEYS)
def test_a_pickled_state_goes_on_as_the_original(key: str) -> None:
    game = load(key, players=3)
    state = None
    for at, reached in enumerate(walk(game.new_initial_state(), Random(4))):
        if at == 45 or reached.is_terminal():
            state = reached.clone()
            break
    assert state is not None
    again = pickle.loads(pickle.dumps(state.point))
    for seat in range(3):
        assert again.known(seat) == state.point.known(seat)
    assert again.drawn == state.point.drawn
    assert again.state == state.point.state


@pytest.mark.parametrize("key", KEYS)
def test_the_limit_ends_a_match_as_it_stands(key: str) -> None:
    *_, last = walk(load(key, limit=9).new_initial_state(), Random(5))
    assert last.is_terminal()
    assert last.point.moves <= 9
    assert sum(last.returns()) == pytest.approx(0)
    assert last.current_player() == pyspiel.PlayerId.TERMINAL


def test_house_rules_may_be_a_preset_and_wrong_ones_are_named() -> None:
    game = pyspiel.load_game("sofra_farkle(rules=Zilch)")
    assert game.at.rules.minimum_bank == 300
    game = pyspiel.load_game("sofra_farkle", {"rules": "500 in", "players": 3})
    assert (game.at.rules.opening, game.num_players()) == (500, 3)
    with pytest.raises(Malformed, match="house rule target: 7 is not allowed"):
        pyspiel.load_game("sofra_farkle(rules=target:7)")


def test_an_observer_shows_a_players_own_view_or_a_spectators() -> None:
    state = dealt([card for pair in zip(range(1, 11), range(11, 21), strict=True) for card in pair] + [40])
    game = state.get_game()
    own = make_observation(game, INFO_STATE_OBS_TYPE)
    assert own.string_from(state, 0) == state.information_state_string(0)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    watcher = make_observation(game, public)
    assert watcher.string_from(state, 0) == watcher.string_from(state, 1) == str(state)
    watcher.set_from(state, 0)
    first = watcher.tensor.copy()
    watcher.set_from(state, 1)
    assert np.array_equal(first, watcher.tensor)
    own.set_from(state, 0)
    assert not np.array_equal(first, own.tensor)
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    with pytest.raises(ValueError, match="no observer sees what all players know"):
        make_observation(game, everything)


def test_deals_in_any_order_of_nodes_have_the_same_chance() -> None:
    shares = set()
    for order in permutations((3, 17, 40)):
        state = load("racko", players=3).new_initial_state()
        share = 1.0
        for card in order:
            share *= dict(state.chance_outcomes())[card]
            state.apply_action(card)
        shares.add(round(share, 15))
    assert shares == {round(1 / (50 * 49 * 48), 15)}


@pytest.mark.parametrize("key", KEYS)
def test_what_is_not_open_is_refused_at_every_node_and_nothing_happens(key: str) -> None:
    """An outcome of chance that cannot be, above all one of a deal that goes on for many nodes, would be a match that can
    only go wrong later."""
    kinds = set()
    for state in walk(load(key).new_initial_state(), Random(5)):
        if state.is_terminal():
            break
        by_chance = state.is_chance_node()
        legal = [number for number, _ in state.chance_outcomes()] if by_chance else state.legal_actions()
        before = (str(state), state.history())
        kinds.add(by_chance)
        for wrong in sorted({max(legal) + 1, 0, 1, 7, 40, 462, 10**6} - set(legal)):
            with pytest.raises(
                Illegal, match=f"^{wrong} is no outcome of |^action {wrong} is not open to seat"
            ):
                state.apply_action(wrong)
        assert (str(state), state.history()) == before
        assert (
            [number for number, _ in state.chance_outcomes()] if by_chance else state.legal_actions()
        ) == legal
    assert kinds == {True, False}
