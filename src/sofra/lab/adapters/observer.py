"""How pyspiel's algorithms look at a match. Imported by the OpenSpiel adapter once it knows that pyspiel is there."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from sofra.lab.adapters.setting import Setting
from sofra.lab.adapters.tree import Point


class Observer:
    """Views as pyspiel's observers give them: a player's own or, without private information, a spectator's. ``tensor`` has
    the view's numbers; the string is the view or, with perfect recall, the information state."""

    def __init__(self, at: Setting, kind: Any) -> None:
        self._recall = kind is not None and kind.perfect_recall
        self._own = kind is None or kind.private_info != pyspiel.PrivateInfoType.NONE
        if kind is not None and kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(
                "no observer sees what all players know; ask for one player's information or none"
            )
        self.tensor = np.zeros(at.encoder.size, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: Any, player: int) -> None:
        self.tensor[:] = state.point.at.row(state.point.state, player if self._own else None)

    def string_from(self, state: Any, player: int) -> str:
        viewer = player if self._own else None
        point: Point = state.point
        return point.known(viewer) if self._recall else point.seen(viewer)
