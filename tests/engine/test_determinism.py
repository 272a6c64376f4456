"""The same requests get the same bytes: in every process, whatever Python's hash seed."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from sofra.games import boxes
from tests.engine.driving import Engine

STEPS = 60


def conversation(game: str, hash_seed: str) -> list[bytes]:
    """Every answer of a match that the first computer player plays with itself, as bytes."""
    answers: list[bytes] = []
    with Engine(PYTHONHASHSEED=hash_seed) as engine:

        def ask(**request: object) -> dict[str, object]:
            answers.append(engine.raw(json.dumps(request).encode()))
            found: dict[str, object] = json.loads(answers[-1])
            return found

        ask(do="games")
        ask(do="new", game=game, seats=3, seed=f"determinism {game}")
        for _ in range(STEPS):
            now = ask(do="ask")["ask"]
            if not isinstance(now, dict) or now["kind"] != "choice":
                break
            for seat in now["seats"][:1]:
                ask(do="moves", seat=seat)
                ask(do="view", seat=seat)
                move = ask(do="suggest", seat=seat, player=next(iter(boxes()[game].players)))["move"]
                ask(do="play", seat=seat, move=move)
        ask(do="score")
        ask(do="record")
    return answers


@pytest.mark.parametrize("game", sorted(boxes()))
def test_two_processes_with_two_hash_seeds_answer_alike(game: str) -> None:
    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(conversation, (game, game), ("1", "4242"))
    assert len(first) > 20
    assert first == second
