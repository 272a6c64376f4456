"""What an interrupted run keeps, and how it is found again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sofra.core.errors import Malformed
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution_file import fingerprint


@dataclass(frozen=True, slots=True)
class Position:
    """How far a run is: the floor's number, the round over all standings (0 pairs each standing without a penalty,
    later ones sweep; -1 says the floor before is finished), and the sum of scores that comes next."""

    stage: int
    round: int
    total: int


@dataclass(frozen=True, slots=True)
class State:
    """A position, the chance at 0:0 on the finished floor before, the values so far and their lowest score."""

    at: Position
    start_value: float
    values: Any
    low: int


def save_state(path: Path, rules: FarkleRules, starts: Sequence[int], state: State) -> None:
    """Write the state beside its place and move it there, so that a file is always whole."""
    head = {
        "rules": fingerprint(rules),
        "starts": list(starts),
        "at": [state.at.stage, state.at.round, state.at.total],
        "start": state.start_value,
        "low": state.low,
    }
    beside = path.with_suffix(".new")
    with beside.open("wb") as stream:
        np.savez(stream, head=np.array(json.dumps(head)), values=state.values)
    beside.replace(path)


def load_state(path: Path, rules: FarkleRules, starts: Sequence[int]) -> State | None:
    """The state in a file, None if there is none; Malformed if it belongs to other rules."""
    if not path.exists():
        return None
    with np.load(path, allow_pickle=False) as held:
        head = json.loads(str(held["head"]))
        values = held["values"]
    if head["rules"] != fingerprint(rules) or head["starts"] != list(starts):
        raise Malformed(
            "{path} holds an unfinished run of other house rules; remove it to start anew", path=str(path)
        )
    return State(Position(*head["at"]), head["start"], values, head["low"])
