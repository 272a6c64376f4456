"""How strong the computer players are: each skill against the one below it, with an even temper.

``python -m sofra.games.raks.ladder [matches]`` plays seat-balanced pairs of matches (the same dice, seats swapped) and
prints the share won (a shared match counts half) with its 95 % interval. Pairs are what is counted for the interval.
"""

from __future__ import annotations

import sys
from itertools import pairwise
from random import Random

from sofra.core.asks import Chance, Over
from sofra.core.dealers import seeded
from sofra.core.events import Act, Event
from sofra.core.intervals import Mean
from sofra.core.players import Player, Sight
from sofra.games.raks.mind import RaksMind
from sofra.games.raks.play import RAKS
from sofra.games.raks.players import EVEN, LADDER, SKILLS
from sofra.games.raks.rules import RaksRules

MOST_EVENTS = 4000


def play(players: tuple[Player, ...], rules: RaksRules, seed: str) -> tuple[float, ...]:
    """One match; each seat's share of it (1 for the winner, split where shared). A match without an end within bounds is
    scored as it stands."""
    seats = len(players)
    state, dealer = RAKS.start(rules, seats), seeded(seed)
    told: list[list[object]] = [[] for _ in range(seats)]
    for version in range(MOST_EVENTS):
        ask = RAKS.ask(state)
        if isinstance(ask, Over):
            break
        if isinstance(ask, Chance):
            event: Event = dealer.answer(ask)
        else:
            seat = ask.seats[0]
            sight = Sight(
                seat,
                RAKS.view(state, seat),
                tuple(told[seat]),
                RAKS.moves(state, seat),
                RAKS.forms(state, seat),
            )
            event = Act(seat, players[seat].choose(sight, Random(f"{seed}/{seat}/{version}")))
        after = RAKS.apply(state, event)
        for viewer in range(seats):
            told[viewer].append(RAKS.tell(state, event, after, viewer))
        state = after
    winners = RAKS.standing(state).winners
    return tuple(1.0 / len(winners) if seat in winners else 0.0 for seat in range(seats))


def contest(first: Player, second: Player, rules: RaksRules, pairs: int, seed: str) -> Mean:
    """What the first wins of ``pairs`` pairs of matches for two, each on the same dice with the seats swapped."""
    wins = Mean()
    for number in range(pairs):
        dice = f"{seed} {number}"
        wins = wins.plus(
            [(play((first, second), rules, dice)[0] + play((second, first), rules, dice)[1]) / 2]
        )
    return wins


def steps(pairs: int, seed: str = "ladder") -> dict[str, Mean]:
    """Each skill against the one below it."""
    rules = RaksRules()
    minds = {name: RaksMind(rules, 2, SKILLS[name], EVEN) for name in LADDER}
    return {
        f"{upper} against {lower}": contest(minds[upper], minds[lower], rules, pairs, f"{seed} {upper}")
        for lower, upper in pairwise(LADDER)
    }


def main() -> None:
    pairs = int(sys.argv[1]) // 2 if len(sys.argv) > 1 else 200
    for name, found in steps(pairs).items():
        print(f"{name}: {found.mean:.1%} ± {1.96 * found.error:.1%} of {2 * found.count}")


if __name__ == "__main__":
    main()
