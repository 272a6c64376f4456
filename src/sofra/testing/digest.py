"""A digest of random matches: equal digests mean that everything anybody could observe was the same.

As a program: ``python -m sofra.testing.digest module:attribute "house rules" seats seed``.
"""

from __future__ import annotations

import hashlib
import json
import sys
from typing import Any

from sofra.core.events import Act
from sofra.testing.cases import Case
from sofra.testing.twins import public, shown
from sofra.testing.walks import viewers, walk

MATCHES = 2
EVENTS = 80


def digest(case: Case) -> str:
    """SHA-256 (hex) over asks, offers, events, views, tells and scores of a few random matches."""
    game = case.game
    found = hashlib.sha256()

    def note(item: Any) -> None:
        found.update(json.dumps(shown(item), default=repr).encode())

    for number in range(MATCHES):
        for step in walk(case, case.rng(f"digest {number}"), EVENTS):
            note(public(step.ask))
            if isinstance(step.event, Act):
                seat = step.event.seat
                note([seat, game.write(step.event.move), game.forms(step.before, seat)])
                note([game.write(move) for move in game.moves(step.before, seat)])
            else:
                note(step.event)
            for viewer in viewers(case.seats):
                note(game.view(step.after, viewer))
                note(game.tell(step.before, step.event, step.after, viewer))
            note(game.score(step.after))
    return found.hexdigest()


if __name__ == "__main__":
    address, house_rules, seats, seed = sys.argv[1:]
    print(digest(Case(address, house_rules, int(seats), seed)))
