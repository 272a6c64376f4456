"""How the rates of bluffing and doubting are learned, and how hard the players who use them are to exploit.

``python -m sofra.games.raks.training rates --skill professor`` plays strong players of one skill against their like, each
choosing the oftener what has won more matches so far, and writes the rates that come out into ``rates.json``.
``python -m sofra.games.raks.training exploit --skill professor --matches 200000`` trains a best response, which tells the
same situations apart, against the strong player (or, with ``--foe believer``, against one who never doubts), and prints
how much more than half of its matches it wins then. Both need numba, and repeat with the seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sofra.games.raks.bluff import NEVER, SITUATIONS, Rates, rates_for
from sofra.games.raks.perception import missed
from sofra.games.raks.players import SKILLS
from sofra.games.raks.rules import RaksRules

STAGES = (3_000, 3_000, 6_000, 12_000, 24_000)
"""Matches of each stage of training; what was learned in one counts little in the next, when all play better."""
MOST, FEW = 6.0, 1_000
"""Odds are kept within these bounds, and where fewer matches than these speak nothing is risked."""
EXPLORE = 0.2
RATES = Path(__file__).with_name("rates.json")


class Lesson:
    """What somebody has learned: values by what (bluff, doubt), situation and answer (no, yes), and how often each was
    met."""

    def __init__(self) -> None:
        import numpy as np

        self.values = np.full((2, SITUATIONS, 2), 0.5)
        self.counts = np.zeros((2, SITUATIONS, 2), dtype=np.int64)

    def play(
        self, company: Any, kinds: Sequence[int], matches: int, seed: int, explore: float = 0.0
    ) -> tuple[float, float]:
        """Matches on the same dice with the seats turned round; exploring is learning. Answers the part won by the first
        of ``kinds``, and half the width of its 95 % interval."""
        import numpy as np

        from sofra.games.raks.kernel_matches import contest
        from sofra.games.raks.kernel_outlook import desk_for

        shares, seats = np.zeros(matches), len(kinds)
        contest(
            company,
            np.array(kinds, dtype=np.int64),
            company.mood,
            self.values,
            self.counts,
            explore,
            explore > 0.0,
            matches,
            np.uint64(seed),
            desk_for(seats),
            shares,
        )
        units = shares.reshape(-1, seats).mean(axis=1)
        return float(units.mean()), float(1.96 * units.std(ddof=1) / len(units) ** 0.5)


def learn(skill: str, stages: Sequence[int] = STAGES, seed: int = 1) -> Rates:
    """Rates for a skill, from nothing."""
    import numpy as np

    from sofra.games.raks.kernel_matches import TRAINEE, WARMTH, company

    never = [NEVER] * SITUATIONS
    table, lesson = company(RaksRules(), SKILLS[skill], Rates(never, never)), Lesson()
    lesson.values[0, :, 1] -= 0.02
    for number, matches in enumerate(stages, 1):
        lesson.counts[:] = np.minimum(lesson.counts, FEW if number < len(stages) else 4 * FEW)
        share, error = lesson.play(table, (TRAINEE, TRAINEE), matches, seed + 1_000 * number, EXPLORE / 2)
        print(f"{skill}: stage {number}, {matches} matches, {share:.1%} ± {error:.1%}", flush=True)
    more = (lesson.values[:, :, 1] - lesson.values[:, :, 0]) / WARMTH
    return settled(more, lesson.counts.sum(axis=2))


def settled(odds: Any, met: Any) -> Rates:
    """Odds that are kept: within bounds, and careful where little was learned."""
    import numpy as np

    kept = np.clip(odds, -MOST, MOST)
    kept[0][met[0] < FEW] = NEVER
    kept[1] = np.where(met[1] < FEW, np.clip(kept[1], -1.0, 1.0), kept[1])
    kept[1][met[1] == 0] = NEVER
    return Rates(*(np.round(row, 2).tolist() for row in kept))


def keep(skill: str, rates: Rates) -> None:
    """Write the rates of a skill into ``rates.json``."""
    held = json.loads(RATES.read_text(encoding="utf-8")) if RATES.exists() else {"skills": []}
    others = [one for one in held["skills"] if one["name"] != skill]
    made = {
        "name": skill,
        "missed": round(missed("all", SKILLS[skill]), 4),
        "bluff": rates.bluff,
        "doubt": rates.doubt,
    }
    rows = sorted([*others, made], key=lambda one: -one["missed"])
    lines = ",\n".join(json.dumps(row) for row in rows)
    RATES.write_text(f'{{"skills": [\n{lines}\n]}}\n', encoding="utf-8")


def exploit(skill: str, foe: str, matches: int, seed: int = 5, judged: int = 20_000) -> tuple[float, float]:
    """The part of ``judged`` fresh matches that a best response wins after so many matches of training, and half the width
    of its 95 % interval."""
    from sofra.games.raks.kernel_matches import BELIEVER, LEARNER, STRONG, company

    table, lesson = company(RaksRules(), SKILLS[skill], rates_for(SKILLS[skill], "all")), Lesson()
    kinds = (LEARNER, BELIEVER if foe == "believer" else STRONG)
    lesson.play(table, kinds, matches, seed, EXPLORE)
    return lesson.play(table, kinds, judged, seed + 10**9)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line."""
    reader = argparse.ArgumentParser(description="Learn Rak's rates, or measure how exploitable they are.")
    reader.add_argument("what", choices=("rates", "exploit"))
    reader.add_argument("--skill", choices=tuple(SKILLS), default="professor")
    reader.add_argument("--foe", choices=("strong", "believer"), default="strong")
    reader.add_argument("--matches", type=int, default=200_000)
    reader.add_argument("--judged", type=int, default=20_000)
    given = reader.parse_args(arguments)
    if given.what == "rates":
        keep(given.skill, learn(given.skill))
        return
    share, error = exploit(given.skill, given.foe, given.matches, judged=given.judged)
    print(
        f"best response after {given.matches} matches against {given.foe} ({given.skill}): wins {share:.2%} ± {error:.2%} of "
        f"{given.judged}, a gain of {100 * (share - 0.5):+.2f} points"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
