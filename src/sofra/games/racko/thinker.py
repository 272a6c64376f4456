"""A program of its own that searches: ``python -m sofra.games.racko.thinker`` reads one position a line and answers with
a move, so that whoever asks needs no compiler in their own process.

A line is a JSON object: ``house`` (the text of the house rules), ``state`` (a flat state that fits what the seat on turn
knows), ``plays``, ``margin`` and ``seed``. The first line that is written, ``ready``, says that everything is compiled.
"""

from __future__ import annotations

import json
import sys
from typing import IO


def serve(questions: IO[str], answers: IO[str]) -> int:
    """Answers every line until the input ends."""
    import numpy as np

    from sofra.games.racko.kernel_chain import cost_table, desk
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_search import decide
    from sofra.games.racko.layout import house
    from sofra.games.racko.rules import RackoRules

    costs, room = cost_table(3), desk()

    def answer(line: str) -> int:
        asked = json.loads(line)
        rules = house(RackoRules.read(asked["house"]))
        state = np.array(asked["state"], dtype=np.int64)
        return int(decide(rules, state, costs, room, asked["plays"], asked["margin"], stream(asked["seed"])))

    answer(json.dumps(_warm_up()))
    answers.write("ready\n")
    answers.flush()
    for line in questions:
        answers.write(f"{answer(line)}\n")
        answers.flush()
    return 0


def _warm_up() -> dict[str, object]:
    """Some position, so that all is compiled before the first question."""
    from sofra.core.dealers import seeded
    from sofra.core.match import Match
    from sofra.games.racko.layout import flat
    from sofra.games.racko.play import RACKO
    from sofra.games.racko.rules import RackoRules

    match = Match(RACKO, RackoRules(), 2)
    match.settle(seeded("warm up"))
    return {"house": "default", "state": flat(match.state), "plays": 8, "margin": 1.0, "seed": 1}


if __name__ == "__main__":
    sys.exit(serve(sys.stdin, sys.stdout))
