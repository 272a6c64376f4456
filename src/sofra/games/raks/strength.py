"""How strong Rak's strong players are, measured in the compiled twin on the same dice with the seats turned round.

``python -m sofra.games.raks.strength --seats 3 --house layout=grid --matches 3000`` prints the share of matches that the hero
wins against players of the other kind, with a 95 % interval for so many and a wider one that holds whenever one stops;
``--until 0.05`` and ``--mark fair`` stop by that one. ``--mood`` gives the hero another temperament. The figures repeat with
the seed; ``sofra arena raks`` measures the same, a hundred times slower, through the readable rules.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from sofra.core.intervals import TO_THE_END, Goal, Mean
from sofra.games import measuring
from sofra.games.raks.players import MOODS, SKILLS
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.training import Lesson

HEROES, OTHERS = ("strong", "yardstick"), ("yardstick", "strong")


def measure(
    rules: RaksRules,
    hero: str,
    other: str,
    seats: int,
    matches: int,
    *,
    mood: str = "balanced",
    seed: int = 1,
    goal: Goal = TO_THE_END,
) -> Mean:
    """What the hero wins of so many matches at most with each dice, which every seat has had."""
    from sofra.games.raks.judgement import Mood
    from sofra.games.raks.kernel_contest import GUEST, STRONG, YARDSTICK
    from sofra.games.raks.kernel_matches import company

    table = company(rules, seats, SKILLS["professor"])
    kinds = (
        YARDSTICK if hero == "yardstick" else GUEST,
        *[YARDSTICK if other == "yardstick" else STRONG] * (seats - 1),
    )
    guest = Mood(*map(float, MOODS[mood]))
    return Lesson().play(table, kinds, matches, seed, mood=guest, goal=goal)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and prints one line."""
    reader = argparse.ArgumentParser(
        description="Measure Rak's strong player against others on the same dice."
    )
    reader.add_argument("--hero", choices=HEROES, default="strong")
    reader.add_argument("--other", choices=OTHERS, default="yardstick")
    reader.add_argument("--mood", choices=tuple(MOODS), default="balanced")
    reader.add_argument("--house", default="default", help="house rules, such as layout=grid")
    reader.add_argument("--seats", type=int, choices=(2, 3, 4), default=2)
    for name, value in (("matches", 3_000), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=value)
    measuring.ask_for_goal(reader)
    given = reader.parse_args(arguments)
    goal = measuring.goal_of(given.until, given.mark, 1 / given.seats)
    wins = measure(
        RaksRules.read(given.house),
        given.hero,
        given.other,
        given.seats,
        given.matches,
        mood=given.mood,
        seed=given.seed,
        goal=goal,
    )
    print(
        f"{given.hero} ({given.mood}) against {given.seats - 1} of {given.other}, {given.house} rules, "
        f"{wins.count * given.seats} matches: {measuring.told(wins, goal)}; a fair share is {1 / given.seats:.1%}"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
