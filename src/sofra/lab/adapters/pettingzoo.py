"""Any game of the house for PettingZoo: ``env`` turn by turn (AEC), ``parallel_env`` all seats at once.

An observation is a dict: ``observation``, the seat's view as a row of float32, and ``action_mask``, one int8 an action.
Rewards come at the end, by ``payoff``. An action that is not open raises; nothing changes and nobody has lost.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules
from sofra.lab.adapters.episode import Episode
from sofra.lab.adapters.extras import missing
from sofra.lab.adapters.setting import LIMIT, Payoff, by_win, setting, whole

try:
    import pettingzoo
    from gymnasium.spaces import Discrete

    from sofra.lab.adapters.spaces import board, observe, observed
except ImportError as error:
    raise missing("PettingZoo", "pettingzoo") from error


class _Seats:
    """What both kinds of environment share: seats as agents, their spaces, seeds, payoffs."""

    further: tuple[str, ...] = ()
    """Actions behind those of the game."""

    def __init__(
        self,
        key: str,
        *,
        rules: HouseRules | str = "default",
        seats: int = 2,
        limit: int = LIMIT,
        payoff: Payoff = by_win,
        render_mode: str | None = None,
    ) -> None:
        """The game ``key``; ``setting`` says what ``rules`` may be. ``limit`` counts moves."""
        at = setting(key, rules, seats)
        self.names, self.labels = (*at.codec.names, *self.further), at.encoder.labels
        """What each action does, in the game's notation, and what each number of an observation is."""
        version = at.game.facts.rules_version
        self.metadata = {"name": f"sofra_{key}_v{version}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(at.seats)]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {agent: observed(at, len(self.names)) for agent in self.agents}
        self.action_spaces = {agent: Discrete(len(self.names)) for agent in self.agents}
        self._at, self._limit, self._payoff = at, whole("limit", limit), payoff
        self._seeds = Random()
        self._begin(None)

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        """A new match: from the seed, or else the next of the row of matches that the last seed began."""
        self._seeds = self._seeds if seed is None else Random(seed)
        self._episode = Episode(self._at, Random(self._seeds.getrandbits(64)), self._limit)
        self.agents = list(self.possible_agents)

    def _paid(self) -> dict[str, float]:
        over = not self._episode.asked
        values = self._payoff(self._episode.result) if over else (0.0,) * self._at.seats
        return dict(zip(self.possible_agents, values, strict=True))

    def render(self) -> str | None:
        """What a spectator sees, as text, where ``render_mode`` is "ansi"."""
        return board(self._at, self._episode.state) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


class SofraAEC(_Seats, pettingzoo.AECEnv):  # type: ignore[misc]
    """One seat after the other. Of several seats asked at once the lowest comes first; no answer is in another's view."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._episode.asked[0]]

    def __getattr__(self, name: str) -> Any:
        # Asked only for what is not there, such as agent_selection before the first match.
        raise AttributeError(f"{type(self).__name__} has no {name}, or none before reset() begins a match")

    def observe(self, agent: str) -> dict[str, Any]:
        return observe(self._episode, self.possible_agents.index(agent), len(self.names))

    def step(self, action: int | None) -> None:
        agent, episode = self.agent_selection, self._episode
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode.act(self.possible_agents.index(agent), action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._paid()
        if episode.asked:
            self.agent_selection = self.possible_agents[episode.asked[0]]
        else:
            self.terminations = dict.fromkeys(self.agents, not episode.ended)
            self.truncations = dict.fromkeys(self.agents, episode.ended)
        self._accumulate_rewards()


class SofraParallel(_Seats, pettingzoo.ParallelEnv):  # type: ignore[misc]
    """All seats in every step; the last action is to wait, open to those who are not asked and to nobody else."""

    further = ("wait",)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        self._begin(seed)
        return {agent: self._seen(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def _seen(self, agent: str) -> dict[str, Any]:
        seen = observe(self._episode, self.possible_agents.index(agent), len(self.names))
        seen["action_mask"][-1] = not seen["action_mask"].any()
        return seen

    def step(self, actions: dict[str, int]) -> tuple[Any, ...]:
        """The seats that are asked answer together, in ascending order. If an answer closes the window, those behind it
        came too late and lapse."""
        episode, agents = self._episode, self.agents
        asked = episode.asked
        chosen = {seat: actions.get(self.possible_agents[seat]) for seat in asked}
        if missing := [self.possible_agents[seat] for seat, action in chosen.items() if action is None]:
            raise Malformed("{agents}: asked, and without an action", agents=", ".join(missing))
        for seat, action in chosen.items():
            episode.offered(seat, action)
        for at, seat in enumerate(asked):
            if episode.asked == asked[at:]:
                episode.act(seat, chosen[seat])
        ends, cut = not episode.asked and not episode.ended, episode.ended
        self.agents = [] if ends or cut else agents
        return (
            {agent: self._seen(agent) for agent in agents},
            self._paid(),
            dict.fromkeys(agents, ends),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )


env = SofraAEC
parallel_env = SofraParallel
