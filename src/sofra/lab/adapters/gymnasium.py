"""One seat of any game of the house as a Gymnasium environment; computer players have the other seats.

Importing this module registers every game as ``sofra/<key>-v<rules version>``. Observations are those of the PettingZoo
adapter. An action that is not open is refused as at a table: nothing changes, it costs nothing but a step, and
``info["refused"]`` says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from sofra.core.errors import Illegal, Malformed, Unknown
from sofra.core.players import Player, Sight
from sofra.core.rules import HouseRules
from sofra.games.box import boxes
from sofra.lab.adapters.episode import Episode
from sofra.lab.adapters.extras import missing
from sofra.lab.adapters.setting import LIMIT, Payoff, by_win, setting, whole

try:
    import gymnasium
    from gymnasium.spaces import Discrete

    from sofra.lab.adapters.spaces import board, observe, observed
except ImportError as error:
    raise missing("Gymnasium", "gymnasium") from error


class SofraEnv(gymnasium.Env[dict[str, Any], Any]):
    """A match from the first move of ``seat`` to its end.

    ``opponents`` sit in the other seats in order: keys of the game's personas, or players (a key alone is one of them);
    empty: its first persona in every seat. ``limit`` counts steps and others' moves together; a match that reaches it is paid as it stands.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 (Gymnasium declares it so)

    def __init__(
        self,
        key: str,
        *,
        rules: HouseRules | str = "default",
        seats: int = 2,
        seat: int = 0,
        opponents: str | Sequence[str | Player] = (),
        limit: int = LIMIT,
        payoff: Payoff = by_win,
        render_mode: str | None = None,
    ) -> None:
        at = self._at = setting(key, rules, seats)
        if not 0 <= seat < seats:
            raise Unknown("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=seats - 1)
        self._seat, self._limit, self._payoff = seat, whole("limit", limit), payoff
        opponents = (opponents,) if isinstance(opponents, str) else opponents
        self._others = self._players(opponents or [next(iter(at.box.players))] * (seats - 1))
        self.names, self.labels = at.codec.names, at.encoder.labels
        """What each action does, in the game's notation, and what each number of an observation is."""
        self.render_mode = render_mode
        self.observation_space = observed(at, at.codec.size)
        self.action_space = Discrete(at.codec.size)
        self._steps = 0

    def _players(self, opponents: Sequence[str | Player]) -> dict[int, Player]:
        at = self._at
        free = [seat for seat in range(at.seats) if seat != self._seat]
        if len(opponents) != len(free):
            raise Malformed(
                "{free} seats need an opponent each, not {got}", free=len(free), got=len(opponents)
            )
        for who in opponents:
            if isinstance(who, str) and who not in at.box.players:
                raise Unknown(
                    'there is no player "{who}"; there are {players}',
                    who=who,
                    players=", ".join(at.box.players),
                )
        return {
            seat: at.box.players[who].make(at.rules, at.seats) if isinstance(who, str) else who
            for seat, who in zip(free, opponents, strict=True)
        }

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**63))
        self._episode = Episode(self._at, Random(self._seed), self._limit, tuple(self._others))
        self._steps = 0
        self._let_others_move()
        return self._seen(), {}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        episode, info = self._episode, {}
        self._steps += 1
        if episode.asked:
            try:
                episode.act(self._seat, action)
            except Illegal as refusal:
                info["refused"] = str(refusal)
            self._let_others_move()
        over = not episode.asked
        reward = float(self._payoff(episode.result)[self._seat]) if over else 0.0
        cut = episode.ended or (not over and self._steps >= self._limit)
        return self._seen(), reward, over and not episode.ended, cut, info

    def _let_others_move(self) -> None:
        """Until the seat is asked. Each choice has chance of its own, by seat and number."""
        episode = self._episode
        while episode.asked and self._seat not in episode.asked:
            seat = episode.asked[0]
            heard = tuple(episode.heard[seat])
            game, state = self._at.game, episode.state
            sight = Sight(
                seat, game.view(state, seat), heard, game.moves(state, seat), game.forms(state, seat)
            )
            episode.do(seat, self._others[seat].choose(sight, Random(f"{self._seed} {seat} {len(heard)}")))

    def _seen(self) -> dict[str, Any]:
        return observe(self._episode, self._seat, self._at.codec.size)

    def render(self) -> str | None:
        """What the seat sees, as text, where ``render_mode`` is "ansi"."""
        return board(self._at, self._episode.state, self._seat) if self.render_mode == "ansi" else None


for _key, _box in boxes().items():
    gymnasium.register(
        f"sofra/{_key}-v{_box.game.facts.rules_version}",
        "sofra.lab.adapters.gymnasium:SofraEnv",
        kwargs={"key": _key},
    )
