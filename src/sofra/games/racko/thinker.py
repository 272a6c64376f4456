"""A program of its own that thinks: ``python -m sofra.games.racko.thinker`` reads one position a line and answers with
what each move is worth, so that whoever asks needs no compiler in their own process: by the learnt values where there are
networks for the house rules and the number of seats, with a look ahead where it is told what both did; where a run is needed
by rounds played to their end in likely worlds; else by races there.

A line is a JSON object: ``house`` (the text of the house rules), ``state`` (a flat state that fits what the seat on turn
knows and remembers), ``worlds`` and ``seed``; with two players ``begun`` and ``moves`` as ``memory.retrace`` has them. The
answer is a list of ``[number of the move, chance to go first, standard error]``. A line without ``worlds`` asks of a state in
which nothing is hidden any more; the answer is each seat's chance to go first. A line with an ``appetite`` asks what the one
who weighs all chains with a run would do; the answer is a list of one move's number. The first line that is written, ``ready``, says
that everything is compiled.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from sofra.games.racko.layout import House

OPEN_ROUNDS = 150
"""So often a round in which a run is needed is played on from open racks: some 20 ms, for a standard error of at most 0.04."""


def serve(questions: IO[str], answers: IO[str]) -> int:
    """Answers every line until the input ends."""
    import numpy as np

    from sofra.games.racko.kernel_ahead import VALUE_ERROR, Mind, mind, think
    from sofra.games.racko.kernel_expert import judge, study
    from sofra.games.racko.kernel_first import first_chances
    from sofra.games.racko.kernel_past import replay
    from sofra.games.racko.kernel_playouts import first_by_rounds, judge_by_rounds, rounds
    from sofra.games.racko.kernel_race import race
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_runs import choose_by_run_weight, run_table
    from sofra.games.racko.kernel_value import file_of, judge_by_value, values, variant
    from sofra.games.racko.kernel_weights import weight_table
    from sofra.games.racko.layout import OUT, SEATS, house
    from sofra.games.racko.rules import RackoRules

    weights, runs, room, races, playing = weight_table(), run_table(), study(), cache(race), rounds()
    learnt: dict[str, Mind] = {}

    def networks(rules: House, seats: int) -> Mind | None:
        name = variant(rules, seats)
        if name not in learnt and file_of(rules, seats).exists():
            learnt[name] = mind(values(rules, seats))
        return learnt.get(name)

    def answer(line: str) -> str:
        asked = json.loads(line)
        rules = house(RackoRules.read(asked["house"]))
        state = np.array(asked["state"], dtype=np.int64)
        seats = int(state[SEATS])
        taught = networks(rules, seats) if not state[OUT : OUT + seats].any() else None
        chances, errors = np.zeros(25), np.zeros(25)
        if "appetite" in asked:
            return json.dumps([int(choose_by_run_weight(rules, state, runs, asked["appetite"], room.mine))])
        if "worlds" not in asked:
            first = np.zeros(seats)
            if rules.min_run:
                first_by_rounds(rules, state, playing, False, OPEN_ROUNDS, stream(1), first)
            else:
                first_chances(rules, state, weights, races(seats), room.mine, first)
            return json.dumps(first.tolist())
        if taught and "begun" in asked:
            begun = np.array(asked["begun"], dtype=np.int64)
            moves = np.array(asked["moves"], dtype=np.int64).reshape(-1, 2)
            replay(rules._replace(call=True), begun, moves, taught.past)
            think(rules, state, taught, asked["worlds"], stream(asked["seed"]), chances, errors)
        elif taught:
            judge_by_value(rules, state, taught.networks, taught.room, chances)
            errors[(chances > 0.0) & (chances < 1.0)] = VALUE_ERROR
        elif rules.min_run:
            word = stream(asked["seed"])
            judge_by_rounds(rules, state, playing, False, asked["worlds"], word, chances, errors)
        else:
            word = stream(asked["seed"])
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
    """Positions by which all is compiled before the first question: by looking ahead, by values, in worlds, by rounds played out, all racks
    open."""
    from sofra.core.dealers import seeded
    from sofra.core.match import Match
    from sofra.games.racko.layout import OUT, flat
    from sofra.games.racko.play import RACKO
    from sofra.games.racko.rules import RackoRules

    two, match = Match(RACKO, RackoRules(), 2), Match(RACKO, RackoRules(), 3)
    for begun in (two, match):
        begun.settle(seeded("warm up"))
    plain = flat(match.state)
    out = plain[:]
    out[OUT + 2] = 1
    house = {"house": "default", "seed": 1}
    return (
        {**house, "state": flat(two.state), "worlds": 8, "begun": flat(two.state), "moves": []},
        {**house, "state": flat(two.state), "worlds": 8},
        {**house, "state": plain, "worlds": 8},
        {**house, "state": out, "worlds": 8},
        {**house, "state": plain},
        {"house": "min_run=3", "seed": 1, "state": flat(two.state), "worlds": 8},
        {"house": "min_run=3", "seed": 1, "state": flat(two.state)},
        {"house": "min_run=3", "state": flat(two.state), "appetite": 0.0},
    )


if __name__ == "__main__":
    sys.exit(serve(sys.stdin, sys.stdout))
