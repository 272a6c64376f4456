"""Observations as Gymnasium's spaces: a row of float32 from the view, and a mask of the actions that are open.

Imported by the PettingZoo and Gymnasium adapters once they know that the libraries are there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sofra.games.parts import Names
from sofra.lab.adapters.episode import Episode
from sofra.lab.adapters.setting import Setting
from sofra.lang import speak

BOUND = 2.0**24
"""The largest size of a number: up to here single precision has every whole number. Larger ones are cut."""


def observed(at: Setting, actions: int) -> Any:
    """The space of what ``observe`` gives: ``observation``, ``encoder.size`` numbers, and ``action_mask``, one int8 (0 or
    1) for each of ``actions``."""
    row = spaces.Box(-BOUND, BOUND, (at.encoder.size,), np.float32)
    return spaces.Dict({"observation": row, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})


def observe(episode: Episode, seat: int, actions: int) -> dict[str, Any]:
    """What a seat may know and do now, made anew. Actions behind those of the codec are not marked here."""
    mask = np.zeros(actions, np.int8)
    mask[list(episode.offers(seat))] = 1
    row = np.array(episode.at.row(episode.state, seat), np.float32)
    return {"observation": row.clip(-BOUND, BOUND), "action_mask": mask}


def board(at: Setting, state: Any, viewer: int | None = None) -> str:
    """The table as a viewer (None: a spectator) sees it, in the game's own English words."""
    names = Names(tuple(f"seat {seat}" for seat in range(at.seats)), viewer)
    return at.box.words.board(at.game.view(state, viewer), speak("en", at.box), names)
