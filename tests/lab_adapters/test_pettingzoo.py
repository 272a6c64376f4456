"""PettingZoo: its own checks pass, nobody sees what is hidden, and the same seed is the same match."""

from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

from sofra.core import Illegal, Malformed, Result
from sofra.games import open_box
from sofra.lab.adapters import pettingzoo
from sofra.lab.adapters.gymnasium import SofraEnv
from sofra.lab.adapters.setting import by_score, by_win
from tests.lab_adapters.plays import KEYS

# PettingZoo's checks warn of observations that are dicts, which is how its own board games give the mask.
DICTS = pytest.mark.filterwarnings("ignore:Observation", "ignore:Live agent was not given")


def play(env: Any, seed: int, most: int = 10**6) -> list[Any]:
    """All that happens in a random match; the moves are random by the same seed."""
    rng = Random(seed)
    env.reset(seed=seed)
    seen = []
    while env.agents and len(seen) < most:
        observation, reward, ended, cut, info = env.last()
        action = None if ended or cut else int(rng.choice(np.flatnonzero(observation["action_mask"])))
        seen.append(
            (env.agent_selection, observation["observation"].tolist(), reward, ended, cut, info, action)
        )
        env.step(action)
    return seen


@DICTS
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seats", [2, 4])
def test_pettingzoo_finds_nothing_wrong(key: str, seats: int) -> None:
    api_test(pettingzoo.env(key, seats=seats), num_cycles=60)


@DICTS
@pytest.mark.parametrize("key", KEYS)
def test_pettingzoo_finds_nothing_wrong_with_all_seats_at_once(key: str) -> None:
    parallel_api_test(pettingzoo.parallel_env(key, seats=3, limit=60), num_cycles=80)


@DICTS
@pytest.mark.parametrize("key", KEYS)
def test_pettingzoo_finds_the_same_match_for_the_same_seed(key: str) -> None:
    seed_test(lambda: pettingzoo.env(key), num_cycles=20)


@pytest.mark.parametrize("key", KEYS)
def test_a_seed_decides_the_match_and_the_next_ones_differ(key: str) -> None:
    one, two = pettingzoo.env(key), pettingzoo.env(key)
    assert play(one, seed=5, most=40) == play(two, seed=5, most=40)
    assert play(one, seed=6, most=40) != play(two, seed=5, most=40)


@pytest.mark.parametrize("key", KEYS)
def test_a_seed_decides_the_matches_after_it_too(key: str) -> None:
    rows = []
    for env in (pettingzoo.env(key), pettingzoo.env(key)):
        env.reset(seed=5)
        begins = []
        for _ in range(8):
            env.reset()
            begins.append((env.agent_selection, env.observe("seat_0")["observation"].tolist()))
        rows.append(begins)
    assert rows[0] == rows[1]
    assert any(begin != rows[0][0] for begin in rows[0])


@pytest.mark.parametrize("key", KEYS)
def test_a_match_ends_with_rewards_that_add_up_to_nothing(key: str) -> None:
    rules = {"farkle": "target=1000", "racko": "target=75"}.get(key, "default")
    ends = [step for step in play(pettingzoo.env(key, rules=rules), seed=1) if step[3]]
    assert {agent for agent, *_ in ends} == {"seat_0", "seat_1"}
    rewards = [step[2] for step in ends]
    assert sum(rewards) == pytest.approx(0)
    assert max(rewards) > 0


def test_a_winner_gets_one_and_partners_share() -> None:
    assert by_win(Result((900, 10_000, 30), (1,), (1, 0, 2))) == (-0.5, 1.0, -0.5)
    assert by_win(Result((5, 5), (0, 1), (0, 1))) == (0.0, 0.0)
    assert by_win(Result((500, 10, 500, 10), (0, 2), (0, 2, 1, 3))) == pytest.approx(
        (1 / 3, -1 / 3, 1 / 3, -1 / 3)
    )
    assert by_win(Result((1000,), (0,), (0,), turns=7)) == (-7.0,)
    assert by_score(Result((900, 1000), (1,), (1, 0))) == (900.0, 1000.0)


@pytest.mark.parametrize("key", KEYS)
def test_the_limit_ends_a_match_as_it_stands(key: str) -> None:
    env = pettingzoo.env(key, limit=7, payoff=by_score)
    steps = play(env, seed=2)
    assert sum(step[6] is not None for step in steps) == 7
    assert [(ended, cut) for _, _, _, ended, cut, _, _ in steps[-2:]] == [(False, True)] * 2


@pytest.mark.parametrize("key", KEYS)
def test_an_action_that_is_not_open_is_refused_and_nothing_happens(key: str) -> None:
    env = pettingzoo.env(key)
    env.reset(seed=3)
    agent = env.agent_selection
    before = env.observe(agent)
    shut = int(np.flatnonzero(before["action_mask"] == 0)[0])
    with pytest.raises(Illegal, match=f"action {shut} is not open to seat [01]; open are "):
        env.step(shut)
    assert env.agent_selection == agent
    assert np.array_equal(env.observe(agent)["observation"], before["observation"])


@pytest.mark.parametrize("action", [None, "roll", 0.7, 0.0, np.float32(1), [0]])
def test_an_action_that_is_no_whole_number_is_refused_and_none_is_made_of_it(action: Any) -> None:
    env, all_at_once = pettingzoo.env("farkle"), pettingzoo.parallel_env("raks", seats=3)
    env.reset(seed=3)
    with pytest.raises(Malformed, match="an action is a whole number"):
        env.step(action)
    seen, _ = all_at_once.reset(seed=3)
    before = {agent: seen[agent]["observation"].tolist() for agent in seen}
    with pytest.raises(Malformed, match=r"an action is a whole number|asked, and without an action"):
        all_at_once.step(dict.fromkeys(all_at_once.agents, action))
    assert {agent: all_at_once._seen(agent)["observation"].tolist() for agent in seen} == before
    env.step(np.int64(0))
    env.step(np.array(env.observe(env.agent_selection)["action_mask"].argmax()))


def test_all_at_once_those_who_are_asked_and_forgotten_are_named() -> None:
    env = pettingzoo.parallel_env("raks", seats=3)
    seen, _ = env.reset(seed=2)
    asked = [agent for agent in env.agents if not seen[agent]["action_mask"][-1]]
    with pytest.raises(Malformed, match=f"{', '.join(asked)}: asked, and without an action"):
        env.step({})


def test_before_the_first_match_what_is_not_there_names_the_way_to_it() -> None:
    env = pettingzoo.env("farkle")
    for early in (env.last, lambda: env.step(0), lambda: env.agent_selection):
        with pytest.raises(AttributeError, match=r"before reset\(\) begins a match"):
            early()
    assert not hasattr(env, "no_such_thing")


def step_to(env: Any, *moves: str) -> None:
    """Each of these moves by whoever is asked."""
    for move in moves:
        env.step(env.names.index(move))


def test_a_sealed_answer_is_in_nobody_elses_observation() -> None:
    seen = []
    for answer in ("pass", "challenge"):
        env = pettingzoo.env("raks", seats=3)
        env.reset(seed=4)
        step_to(env, "place 17", answer)
        seen.append([env.observe(agent)["observation"].tolist() for agent in env.agents])
        assert env.names[int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0])] == "pass"
    assert seen[0] == seen[1]


def test_another_rack_is_in_nobody_elses_observation() -> None:
    env = pettingzoo.env("racko")
    env.reset(seed=4)
    seats = {
        agent: dict(zip(env.labels, env.observe(agent)["observation"], strict=True)) for agent in env.agents
    }
    for seat, said in enumerate(seats.values()):
        own = [said[f"racks {seat} {slot}"] for slot in range(10)]
        other = [said[f"racks {1 - seat} {slot}"] for slot in range(10)]
        assert len(set(own)) == 10
        assert set(other) == {0}


def test_all_at_once_those_who_are_not_asked_wait() -> None:
    env = pettingzoo.parallel_env("raks", seats=3)
    seen, _ = env.reset(seed=1)
    wait = len(env.names) - 1
    mover = next(agent for agent in env.agents if not seen[agent]["action_mask"][wait])
    assert [agent for agent in env.agents if seen[agent]["action_mask"][wait]] == [
        a for a in env.agents if a != mover
    ]
    place = {agent: env.names.index("place 9") if agent == mover else wait for agent in env.agents}
    seen, *_ = env.step(place)
    others = [agent for agent in env.agents if agent != mover]
    for agent in others:
        assert [env.names[at] for at in np.flatnonzero(seen[agent]["action_mask"])] == ["pass", "challenge"]
    challenge = {agent: wait if agent == mover else env.names.index("challenge") for agent in env.agents}
    seen, *_ = env.step(challenge)
    assert env.names.index("concede") in np.flatnonzero(seen[mover]["action_mask"])


def test_all_at_once_an_answer_that_comes_too_late_lapses() -> None:
    env = pettingzoo.parallel_env("raks", seats=3, rules="windows=first")
    seen, _ = env.reset(seed=1)
    wait = len(env.names) - 1
    mover = next(agent for agent in env.agents if not seen[agent]["action_mask"][wait])
    env.step({agent: env.names.index("place 9") if agent == mover else wait for agent in env.agents})
    seen, *_ = env.step({agent: env.names.index("challenge") for agent in env.agents})
    asked = [agent for agent in env.agents if not seen[agent]["action_mask"][wait]]
    assert asked == [mover]


def test_all_at_once_one_wrong_action_stops_all() -> None:
    env = pettingzoo.parallel_env("raks", seats=3)
    seen, _ = env.reset(seed=1)
    mover = next(agent for agent in env.agents if not seen[agent]["action_mask"][-1])
    with pytest.raises(Illegal, match="is not open to seat"):
        env.step(dict.fromkeys(env.agents, env.names.index("concede")))
    assert not seen[mover]["action_mask"][-1]


def test_the_table_can_be_read() -> None:
    env = pettingzoo.env("farkle", render_mode="ansi")
    env.reset(seed=1)
    assert "seat 0" in (env.render() or "")
    assert pettingzoo.env("farkle").render() is None


def test_house_rules_may_be_a_preset_or_text_and_wrong_ones_are_named() -> None:
    game = pettingzoo.env("farkle", rules="Zilch")
    assert game.names != pettingzoo.env("farkle", rules="target=1000, small_straights=on").names
    with pytest.raises(Malformed, match="house rule target: 7 is not allowed"):
        pettingzoo.env("farkle", rules="target=7")
    with pytest.raises(Malformed, match=r"house rules of farkle are .* or FarkleRules, not RackoRules"):
        pettingzoo.env("farkle", rules=open_box("racko").game.rules())
    with pytest.raises(Malformed, match=r"house rules of farkle are .* not int"):
        pettingzoo.env("farkle", rules=5)


@pytest.mark.parametrize("number", [0, -1, 2.0, "2", True, None])
@pytest.mark.parametrize("make", [pettingzoo.env, pettingzoo.parallel_env, SofraEnv])
@pytest.mark.parametrize("name", ["seats", "limit"])
def test_what_counts_something_is_a_whole_number_from_one_on(make: Any, name: str, number: Any) -> None:
    with pytest.raises(Malformed, match=f"{name} is a whole number from 1 on, not {number}"):
        make("farkle", **{name: number})
