"""A program of its own that thinks: ``python -m sofra.games.racko.thinker`` reads one position a line and answers with
what each move is worth, so that whoever asks needs no compiler in their own process.

A line is a JSON object: ``house`` (the text of the house rules), ``state`` (a flat state that fits what the seat on turn
knows), ``worlds`` and ``seed``. The answer is a list of ``[number of the move, chance to go first, standard error]``. A line
without ``worlds`` asks of a state in which nothing is hidden any more; the answer is each seat's chance to go first. The
first line that is written, ``ready``, says that everything is compiled.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import IO

VALUE_ERROR = 0.01
"""What the values of two moves are taken to be off by. With two players no worlds are looked at: the values alone won more
rounds than they did with a look ahead (``docs/players.md``)."""


def serve(questions: IO[str], answers: IO[str]) -> int:
    """Answers every line until the input ends."""
    import numpy as np

    from sofra.games.racko.kernel_ahead import mind, think
    from sofra.games.racko.kernel_expert import judge, study
    from sofra.games.racko.kernel_first import first_chances
    from sofra.games.racko.kernel_race import race
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_weights import weight_table
    from sofra.games.racko.layout import OUT, SEATS, house
    from sofra.games.racko.rules import RackoRules

    weights, room, races, thoughts = weight_table(), study(), cache(race), mind()

    def answer(line: str) -> str:
        asked = json.loads(line)
        rules = house(RackoRules.read(asked["house"]))
        state = np.array(asked["state"], dtype=np.int64)
        seats = int(state[SEATS])
        if "worlds" not in asked:
            first = np.zeros(seats)
            first_chances(rules, state, weights, races(seats), room.mine, first)
            return json.dumps(first.tolist())
        chances, errors = np.zeros(25), np.zeros(25)
        word = stream(asked["seed"])
        if seats == 2 and not state[OUT : OUT + 2].any():
            think(rules, state, thoughts, 0, word, chances, errors)
            errors[(chances > 0.0) & (chances < 1.0)] = VALUE_ERROR
        else:
            judge(rules, state, weights, races(seats), room, asked["worlds"], word, chances, errors)
        found = [[n, float(chances[n]), float(errors[n])] for n in range(25) if chances[n] >= 0.0]
        return json.dumps(found)

    for question in _warm_up():
        answer(json.dumps(question))
    answers.write("ready\n")
    answers.flush()
    for line in questions:
        answers.write(f"{answer(line)}\n")
        answers.flush()
    return 0


def _warm_up() -> tuple[dict[str, object], ...]:
    """Some position, so that all is compiled before the first question."""
    from sofra.core.dealers import seeded
    from sofra.core.match import Match
    from sofra.games.racko.layout import flat
    from sofra.games.racko.play import RACKO
    from sofra.games.racko.rules import RackoRules

    positions: list[dict[str, object]] = []
    for seats in (2, 3):
        match = Match(RACKO, RackoRules(), seats)
        match.settle(seeded("warm up"))
        positions.append({"house": "default", "state": flat(match.state)})
    return (*({**position, "worlds": 8, "seed": 1} for position in positions), positions[0])


if __name__ == "__main__":
    sys.exit(serve(sys.stdin, sys.stdout))
