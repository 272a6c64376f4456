"""How the rates of bluffing and doubting are learned: by regretting what the other answer would have been worth.

Strong players of one skill play among their like, at each kind of table that rates are kept for. At each choice between
honesty and a bluff, and between trust and a doubt, the turn is played to its end both ways; the more an answer is regretted,
the oftener it is given (regret matching). The average of all rates on the way comes near an equilibrium; a part of the
matches is played among yardsticks, so that it does not bluff people who always ask. ``training rates`` does all of it and
writes ``rates.json``. Needs numba, and repeats with the seed.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from sofra.games.raks.bluff import BLUFFS, DOUBTS, NEVER, Rates, zones_by_trust
from sofra.games.raks.judgement import DENIAL
from sofra.games.raks.perception import missed
from sofra.games.raks.players import SKILLS
from sofra.games.raks.rules import RaksRules

Table = tuple[str, int]
"""A layout and a number of seats."""


class Course(NamedTuple):
    """``rounds`` of regret matching, ``matches`` of each, and the part of them that is played among yardsticks, so that the
    rates do well against people who are not alike. All of its luck comes from ``seed``."""

    rounds: int
    matches: int
    strangers: float
    seed: int = 1


class Plan(NamedTuple):
    """What is learned for a table, always from nothing and in its own layout: the kept rates are the average of all courses,
    with the odds of a bluff lowered by ``honesty`` and those of a doubt by ``trust``. An average keeps some of the errors of
    the first rounds, and a bluff in error costs more than one that is left out; yet the fewer are left, the more is won of
    her by doubting less."""

    courses: tuple[Course, ...]
    honesty: float
    trust: float = 0.0


class Learned(NamedTuple):
    """What a course taught, and how it began: by bluff and doubt the choices met in its first rounds and the sum of their
    regrets in thousandths, by which a test tells whether today's players would still learn the same."""

    rates: Rates
    opening: list[list[int]]


PLANS: dict[Table, Plan] = {
    ("line", 2): Plan((Course(150, 80, 0.3),), honesty=1.0),
    ("line", 3): Plan((Course(60, 60, 0.8),), honesty=2.0, trust=2.0),
    ("line", 4): Plan((Course(60, 50, 0.8),), honesty=2.0, trust=2.0),
    ("ring", 2): Plan((Course(150, 80, 0.3, seed=11),), honesty=1.0),
    ("rows", 2): Plan((Course(100, 80, 0.3), Course(60, 80, 0.6, seed=2)), honesty=1.5),
    ("grid", 2): Plan((Course(100, 80, 0.3),), honesty=0.5),
}
"""The tables that rates are kept for; others use those of the line with as many seats. Each plan is the best of those tried
against the yardstick of which a best response gains at most about three points."""
OPENING = 3
"""The rounds of ``Learned.opening``."""
SITUATIONS = max(BLUFFS, DOUBTS)
MOST, FEW = 6.0, 60
"""Odds are kept within these bounds; where fewer choices than these were met nothing is risked."""
RATES = Path(__file__).with_name("rates.json")


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


def learn(rules: RaksRules, seats: int, skill: str, course: Course) -> Learned:
    """What a course teaches a skill under some house rules, from nothing."""
    import numpy as np

    from sofra.games.raks.kernel_contest import STRONG, YARDSTICK
    from sofra.games.raks.kernel_matches import company

    hard = list(zones_by_trust(SKILLS[skill], rules.dice_use))
    now = np.zeros((2, SITUATIONS))
    now[0], now[1] = 0.01, 0.7
    table = company(rules, seats, SKILLS[skill], Rates([NEVER] * BLUFFS, [0.0] * DOUBTS, hard))
    regretted, average, weights = np.zeros((2, SITUATIONS, 2)), np.zeros((2, SITUATIONS)), 0
    met, regrets, opening = np.zeros((2, SITUATIONS), dtype=np.int64), np.zeros(2), list[list[int]]()
    for number in range(1, course.rounds + 1):
        odds = odds_of(now)
        table.rates.bluff[:], table.rates.doubt[:] = odds[0, :BLUFFS], odds[1, :DOUBTS]
        here, strangers = Regrets(), round(course.strangers * course.matches)
        here.play(table, (STRONG,) * seats, course.matches - strangers, course.seed + 1_000_003 * number)
        here.play(
            table, (STRONG, *[YARDSTICK] * (seats - 1)), strangers, course.seed + 1_000_003 * number + 1
        )
        met += here.counts
        regrets += here.more.sum(axis=1)
        if number <= OPENING:
            opening = [met.sum(axis=1).tolist(), np.rint(1000.0 * regrets).astype(int).tolist()]
        average += number**2 * now
        weights += number**2
        regretted[..., 1] = np.maximum(0.0, regretted[..., 1] + (1.0 - now) * here.more)
        regretted[..., 0] = np.maximum(0.0, regretted[..., 0] - now * here.more)
        total = regretted.sum(axis=2)
        now = np.where(total > 0.0, regretted[..., 1] / np.maximum(total, 1e-12), now)
    odds = np.round(odds_of(average / weights), 2)
    odds[0][met[0] < FEW] = NEVER
    odds[1] = np.where(met[1] < FEW, np.clip(odds[1], -1.0, 1.0), odds[1])
    return Learned(Rates(odds[0, :BLUFFS].tolist(), odds[1, :DOUBTS].tolist(), hard), opening)


def settled(courses: Sequence[Rates], plan: Plan) -> Rates:
    """What is kept of the courses of a plan."""
    import numpy as np

    def average(odds: Sequence[Any]) -> Any:
        return odds_of(np.mean([1.0 / (1.0 + np.exp(-np.array(one))) for one in odds], axis=0))

    bluff = np.maximum(average([one.bluff for one in courses]) - plan.honesty, NEVER)
    doubt = np.clip(average([one.doubt for one in courses]) - plan.trust, NEVER, MOST)
    return Rates(np.round(bluff, 2).tolist(), np.round(doubt, 2).tolist(), courses[0].hard)


def learn_all(tables: Iterable[Table], skill: str, workers: int) -> None:
    """Learn the rates of these tables in so many processes, and keep each when it is there."""
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as pool:
        runs = {
            table: [
                pool.submit(learn, RaksRules(layout=table[0]), table[1], skill, course)
                for course in PLANS[table].courses
            ]
            for table in tables
        }
        for table, courses in runs.items():
            keep(table, skill, [run.result() for run in courses])
            print(f"{table[0]}, {table[1]} seats: learned and kept", flush=True)


def keep(table: Table, skill: str, courses: Sequence[Learned]) -> None:
    """Write what a table's courses taught into ``rates.json``, from which goes what no table is there for any more."""
    held = json.loads(RATES.read_text(encoding="utf-8")) if RATES.exists() else {"rates": []}
    rates = settled([course.rates for course in courses], PLANS[table])
    made = {
        "layout": table[0],
        "seats": table[1],
        "skill": skill,
        "missed": round(missed("all", SKILLS[skill]), 4),
        "openings": [course.opening for course in courses],
        "bluff": rates.bluff,
        "doubt": rates.doubt,
    }

    def key(one: dict[str, Any]) -> tuple[str, int, str]:
        return one["layout"], one["seats"], one["skill"]

    others = [one for one in held["rates"] if key(one) != key(made) and key(one)[:2] in PLANS]
    lines = ",\n".join(json.dumps(row) for row in sorted([*others, made], key=key))
    RATES.write_text(f'{{"rates": [\n{lines}\n]}}\n', encoding="utf-8")
