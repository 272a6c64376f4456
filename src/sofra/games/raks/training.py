"""How the rates of bluffing and doubting are learned, and how hard the players who use them are to exploit.

``python -m sofra.games.raks.training rates`` lets strong players of one skill play among their like, at each kind of table that
rates are kept for (``--layout`` and ``--seats`` choose some). At each choice between honesty and a bluff, and between trust and a doubt, the turn is played to its end both ways; what the
other way would have been worth is regretted, and the more an answer is regretted, the oftener it is given (regret matching).
The average of all rates on the way comes near an equilibrium; a part of the matches is played among yardsticks, so that
it does not bluff people who always ask. It is written into ``rates.json``: all of it is made by this one command.

``python -m sofra.games.raks.training exploit --matches 200000`` trains a best response, which tells the same situations
apart and learns from matches won, against the strong player (or, with ``--foe believer``, against one who never doubts), and
prints how much more than half of its matches it wins then. With ``--by regret`` it learns from what both answers were worth
at the end of a turn, which needs fewer matches. All need numba, and repeat with the seed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from sofra.games.raks.bluff import BLUFFS, DOUBTS, NEVER, Rates, zones_by_trust
from sofra.games.raks.judgement import DENIAL
from sofra.games.raks.perception import missed
from sofra.games.raks.players import SKILLS
from sofra.games.raks.rules import RaksRules


class Course(NamedTuple):
    """``rounds`` of regret matching, ``matches`` of each, and the part of them that is played among yardsticks, so that the
    rates do well against people who are not alike."""

    rounds: int
    matches: int
    strangers: float


COURSES = {
    2: (Course(100, 80, 0.3), Course(60, 80, 0.6)),
    3: (Course(60, 60, 0.8),),
    4: (Course(60, 50, 0.8),),
}
"""By seats: what is learned, always from nothing; the kept rates are the average of all courses."""
TABLES = (("line", 2), ("line", 3), ("line", 4), ("rows", 2))
"""Layouts and seats that rates are kept for; others use those of the line with as many seats. On the grid a best response
gains nothing by them, in rows it would gain more than three points; on the ring it gains more by rates learned there."""
HONESTY, DOUBT = {2: 1.5, 3: 2.0, 4: 2.0}, {2: 0.0, 3: -2.0, 4: -2.0}
"""By seats: by how much the odds of a bluff are lowered and those of a doubt raised in the end. An average keeps some of the
errors of the first rounds, and a bluff in error costs more than one that is left out."""
SITUATIONS = max(BLUFFS, DOUBTS)
MOST, FEW = 6.0, 60
"""Odds are kept within these bounds; where fewer choices than these were met nothing is risked."""
EXPLORE = 0.2
STEP = 20_000
"""Matches after which a best response in training says how it does."""
RATES = Path(__file__).with_name("rates.json")


class Lesson:
    """What somebody has learned: values by what (bluff, doubt), situation and answer (no, yes), and how often each was
    met."""

    def __init__(self) -> None:
        import numpy as np

        self.values = np.full((2, SITUATIONS, 2), 0.5)
        self.counts = np.zeros((2, SITUATIONS, 2), dtype=np.int64)

    def play(
        self,
        company: Any,
        kinds: Sequence[int],
        matches: int,
        seed: int,
        *,
        explore: float = 0.0,
        mood: Any = None,
    ) -> tuple[float, float]:
        """Matches on the same dice with the seats turned round; exploring is learning. Answers the part won by the first
        of ``kinds``, and half the width of its 95 % interval. Guests and learners are of this ``mood``."""
        import numpy as np

        from sofra.games.raks.kernel_contest import contest
        from sofra.games.raks.kernel_outlook import desk_for

        seats = len(kinds)
        matches += -matches % seats
        shares = np.zeros(matches)
        contest(
            company,
            np.array(kinds, dtype=np.int64),
            mood or company.mood,
            self.values,
            self.counts,
            explore,
            explore > 0.0,
            matches,
            np.uint64(seed),
            desk_for(seats, DENIAL[seats]),
            shares,
        )
        units = shares.reshape(-1, seats).mean(axis=1)
        return float(units.mean()), float(1.96 * units.std(ddof=1) / len(units) ** 0.5)


class Regrets:
    """Sums over the choices of strong players among their like: ``more`` (how much better yes was than no) and ``counts``, by
    what and situation."""

    def __init__(self) -> None:
        import numpy as np

        self.more = np.zeros((2, SITUATIONS))
        self.counts = np.zeros((2, SITUATIONS), dtype=np.int64)

    def play(self, company: Any, kinds: Sequence[int], matches: int, seed: int) -> None:
        """Adds so many matches of these kinds."""
        import numpy as np

        from sofra.games.raks.kernel_outlook import desk_for
        from sofra.games.raks.kernel_regrets import regret

        seats = len(kinds)
        regret(
            company,
            np.array(kinds, dtype=np.int64),
            matches,
            np.uint64(seed),
            desk_for(seats, DENIAL[seats]),
            desk_for(seats),
            desk_for(seats, DENIAL[seats]),
            self.more,
            self.counts,
        )


def odds_of(rates: Any) -> Any:
    """Rates as bounded logarithms of odds."""
    import numpy as np

    inner = np.clip(rates, 1e-4, 1.0 - 1e-4)
    return np.clip(np.log(inner / (1.0 - inner)), NEVER, MOST)


def learn(rules: RaksRules, seats: int, skill: str, course: Course, seed: int = 1) -> Rates:
    """Rates for a skill under some house rules, from nothing."""
    import numpy as np

    from sofra.games.raks.kernel_contest import STRONG, YARDSTICK
    from sofra.games.raks.kernel_matches import company

    hard = list(zones_by_trust(SKILLS[skill], rules.dice_use))
    now = np.zeros((2, SITUATIONS))
    now[0], now[1] = 0.01, 0.7
    table = company(rules, seats, SKILLS[skill], Rates([NEVER] * BLUFFS, [0.0] * DOUBTS, hard))
    regretted, average, weights = np.zeros((2, SITUATIONS, 2)), np.zeros((2, SITUATIONS)), 0
    met = np.zeros((2, SITUATIONS), dtype=np.int64)
    for number in range(1, course.rounds + 1):
        odds = odds_of(now)
        table.rates.bluff[:], table.rates.doubt[:] = odds[0, :BLUFFS], odds[1, :DOUBTS]
        here, strangers = Regrets(), round(course.strangers * course.matches)
        here.play(table, (STRONG,) * seats, course.matches - strangers, seed + 1_000_003 * number)
        here.play(table, (STRONG, *[YARDSTICK] * (seats - 1)), strangers, seed + 1_000_003 * number + 1)
        met += here.counts
        average += number**2 * now
        weights += number**2
        regretted[..., 1] = np.maximum(0.0, regretted[..., 1] + (1.0 - now) * here.more)
        regretted[..., 0] = np.maximum(0.0, regretted[..., 0] - now * here.more)
        total = regretted.sum(axis=2)
        now = np.where(total > 0.0, regretted[..., 1] / np.maximum(total, 1e-12), now)
    odds = np.round(odds_of(average / weights), 2)
    odds[0][met[0] < FEW] = NEVER
    odds[1] = np.where(met[1] < FEW, np.clip(odds[1], -1.0, 1.0), odds[1])
    return Rates(odds[0, :BLUFFS].tolist(), odds[1, :DOUBTS].tolist(), hard)


def settled(courses: Sequence[Rates], seats: int) -> Rates:
    """What is kept of some courses: the average of their rates, with fewer bluffs."""
    import numpy as np

    def average(odds: Sequence[Any]) -> Any:
        return odds_of(np.mean([1.0 / (1.0 + np.exp(-np.array(one))) for one in odds], axis=0))

    bluff = np.maximum(average([one.bluff for one in courses]) - HONESTY[seats], NEVER)
    doubt = np.clip(average([one.doubt for one in courses]) + DOUBT[seats], NEVER, MOST)
    return Rates(np.round(bluff, 2).tolist(), np.round(doubt, 2).tolist(), courses[0].hard)


def learn_all(tables: Iterable[tuple[str, int]], skill: str, workers: int) -> None:
    """Learn the rates of these tables (layout and seats) in so many processes, and keep them."""
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        runs = {
            table: [
                pool.submit(learn, RaksRules(layout=table[0]), table[1], skill, course, seed)
                for seed, course in enumerate(COURSES[table[1]], 1)
            ]
            for table in tables
        }
        for (layout, seats), courses in runs.items():
            keep(RaksRules(layout=layout), seats, skill, settled([run.result() for run in courses], seats))
            print(f"{layout}, {seats} seats: learned and kept", flush=True)


def keep(rules: RaksRules, seats: int, skill: str, rates: Rates) -> None:
    """Write rates into ``rates.json``."""
    held = json.loads(RATES.read_text(encoding="utf-8")) if RATES.exists() else {"rates": []}
    made = {
        "layout": rules.layout,
        "seats": seats,
        "skill": skill,
        "missed": round(missed("all", SKILLS[skill]), 4),
        "bluff": rates.bluff,
        "doubt": rates.doubt,
    }

    def key(one: dict[str, Any]) -> tuple[str, int, str]:
        return one["layout"], one["seats"], one["skill"]

    rows = sorted([*(one for one in held["rates"] if key(one) != key(made)), made], key=key)
    lines = ",\n".join(json.dumps(row) for row in rows)
    RATES.write_text(f'{{"rates": [\n{lines}\n]}}\n', encoding="utf-8")


def exploit(
    rules: RaksRules, skill: str, foe: str, matches: int, *, seed: int = 5, judged: int = 20_000
) -> tuple[float, float]:
    """The part of ``judged`` fresh matches for two that a best response wins after so many matches of training, and half the
    width of its 95 % interval."""
    from sofra.games.raks.kernel_contest import BELIEVER, LEARNER, STRONG
    from sofra.games.raks.kernel_matches import company

    table, lesson = company(rules, 2, SKILLS[skill]), Lesson()
    kinds = (LEARNER, BELIEVER if foe == "believer" else STRONG)
    for start in range(0, matches, STEP):
        lesson.play(table, kinds, min(STEP, matches - start), seed + start, explore=EXPLORE)
        if start + STEP < matches:
            share, error = lesson.play(table, kinds, judged // 10, seed + 10**9)
            print(f"after {start + STEP} matches: {share:.1%} ± {error:.1%}", flush=True)
    return lesson.play(table, kinds, judged, seed + 10**9)


def respond(
    rules: RaksRules, skill: str, matches: int, *, seed: int = 5, judged: int = 20_000
) -> tuple[float, float]:
    """The same against the strong player for a best response that learned what both answers were worth at the end of a
    turn, of choices met by strong players among their like."""
    from sofra.games.raks.kernel_contest import LEARNER, STRONG
    from sofra.games.raks.kernel_matches import company

    table, lesson, regrets = company(rules, 2, SKILLS[skill]), Lesson(), Regrets()
    regrets.play(table, (STRONG, STRONG), matches, seed)
    lesson.values[..., 1] += regrets.more
    return lesson.play(table, (LEARNER, STRONG), judged, seed + 10**9)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    reader = argparse.ArgumentParser(description="Learn Rak's rates, or measure how exploitable they are.")
    reader.add_argument("what", choices=("rates", "exploit"))
    reader.add_argument("--skill", choices=tuple(SKILLS), default="professor")
    reader.add_argument(
        "--layout", choices=("line", "ring", "rows", "grid"), help="only this; exploiting: line"
    )
    reader.add_argument("--seats", type=int, choices=(2, 3, 4), help="learn rates only for so many")
    reader.add_argument("--workers", type=int, default=2, help="processes that learn at the same time")
    reader.add_argument("--foe", choices=("strong", "believer"), default="strong")
    reader.add_argument("--by", choices=("wins", "regret"), default="wins")
    reader.add_argument("--matches", type=int, default=200_000)
    reader.add_argument("--judged", type=int, default=20_000)
    given = reader.parse_args(arguments)
    if given.what == "rates":
        wanted = [
            (layout, seats)
            for layout, seats in TABLES
            if given.layout in {None, layout} and given.seats in {None, seats}
        ]
        learn_all(wanted, given.skill, given.workers)
        return
    rules = RaksRules(layout=given.layout or "line")
    if given.by == "regret":
        share, error = respond(rules, given.skill, given.matches, judged=given.judged)
    else:
        share, error = exploit(rules, given.skill, given.foe, given.matches, judged=given.judged)
    print(
        f"best response by {given.by} after {given.matches} matches against {given.foe} ({given.skill}): wins {share:.2%} ± "
        f"{error:.2%} of {given.judged}, a gain of {100 * (share - 0.5):+.2f} points"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
