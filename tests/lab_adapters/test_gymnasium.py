"""Gymnasium: its own checks pass; computer players hold the other seats and know no more than people would."""

import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from sofra.core import Malformed, Sight, Unknown
from sofra.games.box import boxes
from sofra.lab.adapters.gymnasium import SofraEnv
from tests.lab_adapters.plays import KEYS

# The checker knows no text to draw without a spec, and unmasked random actions may be refused for long.
CHECKS = pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")


def play(env: Any, seed: int, most: int = 10**6) -> list[Any]:
    rng = Random(seed)
    seen, _ = env.reset(seed=seed)
    steps: list[Any] = [seen["observation"].tolist()]
    for _ in range(most):
        seen, reward, ended, cut, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        steps.append((seen["observation"].tolist(), seen["action_mask"].tolist(), reward, ended, cut, info))
        if ended or cut:
            break
    return steps


@CHECKS
@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("seat", [0, 1])
def test_gymnasium_finds_nothing_wrong(key: str, seat: int) -> None:
    check_env(SofraEnv(key, seat=seat, seats=3))


@pytest.mark.parametrize("key", KEYS)
def test_every_game_is_registered_with_its_rules_version(key: str) -> None:
    name = f"sofra/{key}-v{boxes()[key].game.facts.rules_version}"
    env = gymnasium.make(name, render_mode="ansi", disable_env_checker=True)
    env.reset(seed=1)
    drawn = str(env.render())
    assert drawn == env.unwrapped.render()
    assert len(drawn.splitlines()) > 1


@pytest.mark.parametrize("key", KEYS)
def test_a_seed_decides_the_match(key: str) -> None:
    one, two = SofraEnv(key, seats=3), SofraEnv(key, seats=3)
    assert play(one, seed=5, most=30) == play(two, seed=5, most=30)
    assert play(one, seed=6, most=30) != play(two, seed=5, most=30)


@pytest.mark.parametrize("key", KEYS)
def test_the_seat_is_asked_until_the_match_is_over_and_is_paid_once(key: str) -> None:
    rules = {"farkle": "target=1000", "racko": "target=75"}.get(key, "default")
    steps = play(SofraEnv(key, rules=rules), seed=1)[1:]
    assert all(any(mask) for _, mask, *_ in steps[:-1])
    assert [reward for _, _, reward, *_ in steps[:-1]] == [0.0] * (len(steps) - 1)
    assert steps[-1][2] in (-1.0, 0.0, 1.0)
    assert steps[-1][3]
    assert all(info == {} for *_, info in steps)


@pytest.mark.parametrize("key", KEYS)
def test_an_action_that_is_not_open_is_refused_and_costs_a_step_only(key: str) -> None:
    env = SofraEnv(key, limit=3)
    before, _ = env.reset(seed=1)
    shut = int(np.flatnonzero(before["action_mask"] == 0)[0])
    after, reward, ended, cut, info = env.step(shut)
    assert np.array_equal(after["observation"], before["observation"])
    assert (reward, ended, cut) == (0.0, False, False)
    assert info["refused"].startswith(f"action {shut} is not open to seat 0; open are ")
    assert not env.step(shut)[3]
    assert env.step(shut)[2:4] == (False, True)


class Witness:
    """A player that keeps what it was given to see."""

    def __init__(self) -> None:
        self.sights: list[Sight] = []

    def choose(self, sight: Sight, rng: Random) -> Any:
        self.sights.append(sight)
        return rng.choice(sight.moves)


@pytest.mark.parametrize("key", KEYS)
def test_a_player_gets_its_own_view_and_all_that_it_was_told(key: str) -> None:
    witness = Witness()
    play(SofraEnv(key, opponents=[witness], limit=40), seed=1)
    assert witness.sights
    for sight in witness.sights:
        assert (sight.seat, sight.view.viewer) == (1, 1)
        assert sight.moves
    lengths = [len(sight.told) for sight in witness.sights]
    assert lengths == sorted(lengths)
    assert lengths[-1] > len(lengths)


def test_the_players_of_the_game_can_be_chosen_by_name() -> None:
    careful = play(SofraEnv("farkle", opponents=["careful"]), seed=3, most=30)
    assert careful != play(SofraEnv("farkle", opponents=["bold"]), seed=3, most=30)
    assert careful == play(SofraEnv("farkle", opponents="careful"), seed=3, most=30)


def test_who_is_not_there_is_named() -> None:
    with pytest.raises(Unknown, match='there is no player "nobody"; there are careful, '):
        SofraEnv("farkle", opponents=["nobody"])
    with pytest.raises(Malformed, match="2 seats need an opponent each, not 1"):
        SofraEnv("farkle", seats=3, opponents=["careful"])
    with pytest.raises(Unknown, match="there is no seat 2; seats are 0 to 1"):
        SofraEnv("farkle", seat=2)
    with pytest.raises(Unknown, match='there is no game "ludo"'):
        SofraEnv("ludo")


@pytest.mark.parametrize(
    ("adapter", "package", "name"),
    [
        ("gymnasium", "gymnasium", "Gymnasium"),
        ("pettingzoo", "pettingzoo", "PettingZoo"),
        ("openspiel", "pyspiel", "OpenSpiel"),
    ],
)
def test_a_missing_library_is_named_with_the_way_to_get_it(adapter: str, package: str, name: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None\nimport sofra.lab.adapters.{adapter}"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 1
    assert f"ImportError: the {name} adapter needs the package" in done.stderr
    assert "pip install 'sofra[rl]'" in done.stderr


def test_the_adapters_package_itself_needs_no_library() -> None:
    code = "import sys, sofra.lab.adapters; print({'gymnasium', 'pettingzoo', 'pyspiel', 'numpy'} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300
    )
    assert done.stdout == "set()\n"
