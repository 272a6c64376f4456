"""Training: the rates of bluffing and doubting, and how hard the players who use them are to exploit.

``python -m sofra.games.raks.training rates`` makes ``rates.json`` from nothing (``learning``); ``--layout`` and ``--seats``
choose some of its tables.

``python -m sofra.games.raks.training exploit --matches 200000`` trains a best response, which tells the same situations
apart and learns from matches won, against the strong player (or, with ``--foe believer``, against one who never doubts), and
prints how much more than half of its matches it wins then. With ``--by regret`` it learns from what both answers were worth
at the end of a turn, which needs fewer matches. All need numba, and repeat with the seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any

from sofra.core.intervals import TO_THE_END, Goal, Mean, gathered
from sofra.games.raks.judgement import DENIAL
from sofra.games.raks.learning import PLANS, SITUATIONS, Regrets, learn_all
from sofra.games.raks.players import SKILLS
from sofra.games.raks.rules import RaksRules

EXPLORE = 0.2
STEP = 20_000
"""Matches after which a best response in training says how it does."""


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
        goal: Goal = TO_THE_END,
    ) -> Mean:
        """So many matches at most (rounded up) on the same dice with the seats turned round; exploring is learning. Answers what
        the first of ``kinds`` won with each dice. Guests and learners are of this ``mood``."""
        import numpy as np

        from sofra.games.raks.kernel_contest import contest
        from sofra.games.raks.kernel_outlook import desk_for

        seats, first = len(kinds), 0
        stream, desk = np.array([seed + 1], np.uint64), desk_for(seats, DENIAL[seats])
        at_the_table = np.array(kinds, dtype=np.int64)

        def more(units: int) -> list[float]:
            nonlocal first
            shares = np.zeros(units * seats)
            contest(
                company,
                at_the_table,
                mood or company.mood,
                self.values,
                self.counts,
                explore,
                explore > 0.0,
                first,
                shares.size,
                np.uint64(seed),
                stream,
                desk,
                shares,
            )
            first += shares.size
            return list(map(float, shares.reshape(-1, seats).mean(axis=1)))

        return gathered(more, -(-matches // seats), goal)


def exploit(
    rules: RaksRules, skill: str, foe: str, matches: int, *, seed: int = 5, judged: int = 20_000
) -> Mean:
    """What a best response wins of ``judged`` fresh matches for two after so many matches of training."""
    from sofra.games.raks.kernel_contest import BELIEVER, LEARNER, STRONG
    from sofra.games.raks.kernel_matches import company

    table, lesson = company(rules, 2, SKILLS[skill]), Lesson()
    kinds = (LEARNER, BELIEVER if foe == "believer" else STRONG)
    for start in range(0, matches, STEP):
        lesson.play(table, kinds, min(STEP, matches - start), seed + start, explore=EXPLORE)
        if start + STEP < matches:
            won = lesson.play(table, kinds, judged // 10, seed + 10**9)
            print(f"after {start + STEP} matches: {won.mean:.1%} ± {1.96 * won.error:.1%}", flush=True)
    return lesson.play(table, kinds, judged, seed + 10**9)


def respond(rules: RaksRules, skill: str, matches: int, *, seed: int = 5, judged: int = 20_000) -> Mean:
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
            for layout, seats in PLANS
            if given.layout in {None, layout} and given.seats in {None, seats}
        ]
        learn_all(wanted, given.skill, given.workers)
        return
    rules = RaksRules(layout=given.layout or "line")
    if given.by == "regret":
        won = respond(rules, given.skill, given.matches, judged=given.judged)
    else:
        won = exploit(rules, given.skill, given.foe, given.matches, judged=given.judged)
    print(
        f"best response by {given.by} after {given.matches} matches against {given.foe} ({given.skill}): wins {won.mean:.2%} ± "
        f"{1.96 * won.error:.2%} of {given.judged}, a gain of {100 * (won.mean - 0.5):+.2f} points"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
