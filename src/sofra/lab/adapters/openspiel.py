"""Every game of the house as a pyspiel game with explicit chance nodes.

Importing this module registers them as ``sofra_<key>(players=2,rules=default,limit=10000)``; ``rules`` is a preset's name
or house rules with ``:`` and ``;`` (``target:500;opening:300``), since commas and equals signs part the parameters. Seats that
are asked at once answer one after the other and learn nothing between. The utility is 1 for a sole winner, in sum 0.
"""

from __future__ import annotations

from random import Random
from typing import Any

from sofra.core.asks import Choice, Over
from sofra.games.box import Box, boxes
from sofra.lab.adapters import chance
from sofra.lab.adapters.extras import missing
from sofra.lab.adapters.setting import LIMIT, by_win, setting, whole
from sofra.lab.adapters.tree import Point

try:
    import pyspiel

    from sofra.lab.adapters.observer import Observer
except ImportError as error:
    raise missing("OpenSpiel", "open-spiel") from error


class SofraState(pyspiel.State):  # type: ignore[misc]
    """A match in progress; ``point`` is where it stands."""

    def __init__(self, game: SofraGame) -> None:
        super().__init__(game)
        self.limit = game.limit
        self.point = Point(game.at, game.at.game.start(game.at.rules, game.at.seats))

    def __deepcopy__(self, memo: Any) -> SofraState:
        return self.clone()  # type: ignore[no-any-return]

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        player = self.point.player
        return int(pyspiel.PlayerId.CHANCE) if player is None else player

    def is_terminal(self) -> bool:
        ask = self.point.ask
        return isinstance(ask, Over) or (isinstance(ask, Choice) and self.point.moves >= self.limit)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.point.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.point.actions(player))

    def _apply_action(self, action: int) -> None:
        self.point = self.point.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.point.name(action) if player < 0 else self.point.at.codec.names[action]

    def returns(self) -> list[float]:
        at, state = self.point.at, self.point.state
        return list(by_win(at.game.standing(state))) if self.is_terminal() else [0.0] * at.seats

    def information_state_string(self, player: int | None = None) -> str:
        return self.point.known(self.current_player() if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.point.seen(self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> SofraState:
        """A state that the player cannot tell from this one, drawn from the game's worlds."""
        other: SofraState = self.clone()
        other.point = self.point.resampled(player, Random(float(probability_sampler())))
        return other

    def __str__(self) -> str:
        """What a spectator sees."""
        return self.point.seen(None)


class SofraGame(pyspiel.Game):  # type: ignore[misc]
    """A game under its house rules and with its seats; one class a box is registered."""

    kind: Any
    key: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        rules = str(given["rules"]).replace(":", "=").replace(";", ",")
        at = self.at = setting(self.key, rules, int(given["players"]))
        self.limit = whole("limit", int(given["limit"]))
        info = pyspiel.GameInfo(
            num_distinct_actions=at.codec.size,
            max_chance_outcomes=chance.most(at.game, at.rules, at.seats),
            num_players=at.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.limit,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> SofraState:
        return SofraState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.at, iig_obs_type)


def _register(box: Box) -> None:
    facts = box.game.facts
    kinds = pyspiel.GameType
    hides = facts.private
    kind = pyspiel.GameType(
        short_name=f"sofra_{box.key}",
        long_name=f"sofra {box.key}, rules version {facts.rules_version}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if hides
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=facts.seats[1],
        min_num_players=max(2, facts.seats[0]),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": max(2, facts.seats[0]), "rules": "default", "limit": LIMIT},
    )
    made = type(f"Sofra{box.key.capitalize()}", (SofraGame,), {"kind": kind, "key": box.key})
    pyspiel.register_game(kind, made)


for _box in boxes().values():
    if _box.game.facts.seats[1] > 1:
        _register(_box)
