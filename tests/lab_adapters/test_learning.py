"""The adapters are fit to learn from: a table of averages, filled by playing, beats what it began as."""

from collections import defaultdict
from random import Random

import numpy as np

from sofra.lab.adapters.gymnasium import SofraEnv


class Averages:
    """Monte Carlo control: what each action brought on average at each (points at risk, dice in hand)."""

    def __init__(self, env: SofraEnv) -> None:
        self.env = env
        self.places = [env.labels.index(name) for name in ("total", "left")]
        self.value: defaultdict[tuple[tuple[int, ...], int], float] = defaultdict(float)
        self.times: defaultdict[tuple[tuple[int, ...], int], int] = defaultdict(int)

    def play(self, rng: Random, *, curious: float) -> tuple[float, list[tuple[tuple[int, ...], int]]]:
        """One match; ``curious`` is the share of actions taken by chance."""
        seen, _ = self.env.reset(seed=rng.getrandbits(32))
        path = []
        while True:
            where = tuple(int(seen["observation"][place]) for place in self.places)
            offered = [int(action) for action in np.flatnonzero(seen["action_mask"])]
            best = max(offered, key=lambda action: (self.value[where, action], rng.random()))
            action = rng.choice(offered) if rng.random() < curious else best
            path.append((where, action))
            seen, reward, ended, cut, _ = self.env.step(action)
            if ended or cut:
                return reward, path

    def learn(self, rng: Random, matches: int) -> None:
        for _ in range(matches):
            reward, path = self.play(rng, curious=0.2)
            for step in path:
                self.times[step] += 1
                self.value[step] += (reward - self.value[step]) / self.times[step]

    def wins(self, matches: int, curious: float) -> float:
        rng = Random(99)
        return sum(self.play(rng, curious=curious)[0] > 0 for _ in range(matches)) / matches


def test_a_table_of_averages_learns_to_win_at_farkle() -> None:
    agent = Averages(SofraEnv("farkle", rules="target=500", opponents=["careful"]))
    before = agent.wins(200, curious=1.0)
    agent.learn(Random(1), 600)
    after = agent.wins(200, curious=0.0)
    assert before < 0.25
    assert after > before + 0.1
