"""Have every game's coach ready, and wait for it: ``python scripts/prepare.py``.

What a coach compiles the first time is kept beside its source. A run of the tests starts many servers at once; without this
each of the first ones would compile the same for itself.
"""

from __future__ import annotations

import time

from sofra.games import boxes

OFTEN = 0.2


def prepare() -> None:
    """Prepare for the default house rules between two, and return when there is nothing to wait for any more."""
    coaches = [(box.game.rules(), box.coach) for box in boxes().values() if box.coach is not None]
    while waiting := [(rules, coach) for rules, coach in coaches if not coach.prepare(rules, 2)]:
        coaches = waiting
        time.sleep(OFTEN)


if __name__ == "__main__":
    prepare()
