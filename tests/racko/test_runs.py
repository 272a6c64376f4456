"""The weight of a rack that needs a run is the sum over all runs that may come to stand in it, and playing by it wins."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import COMPLETE, DESCENDING, dealt, play
from sofra.core.errors import Unsupported
from sofra.core.players import Sight
from sofra.games.racko import expert, layout
from sofra.games.racko.expert import Expert
from sofra.games.racko.kernel_chain import desk, look
from sofra.games.racko.kernel_runs import run_weight
from sofra.games.racko.kernel_weights import weight_table
from sofra.games.racko.layout import flat, house
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.strength import measure

ROOM, TABLE = desk(), weight_table()
RUN = RackoRules(min_run=3)


def chains(links: list[tuple[int, int]], table: Any, below: list[int]) -> float:
    """The weight of one chain through these links, each a place and its card."""
    weight = 1.0
    for (at, card), (then, higher) in pairwise(links):
        weight *= table[then - at - 1, below[higher - 1] - below[card]] if card < higher else 0.0
    return weight


def slow_weight(rack: list[int], run: int, table: Any, coming: list[int], below: list[int]) -> float:
    """The same sum, by every run, every place for it, and every choice of links in front and behind."""
    total = 0.0
    for at in range(11 - run):
        for first in range(1, 42 - run):
            wanted = range(first, first + run)
            missing = [card for k, card in enumerate(wanted) if rack[at + k] != card]
            if len(missing) == run or not all(coming[card] for card in missing):
                continue
            front = sum(
                chains(
                    [(-1, 0), *((i, rack[i]) for i in range(at) if kept >> i & 1), (at, first)], table, below
                )
                for kept in range(1 << at)
            )
            last = at + run - 1
            back = sum(
                chains(
                    [
                        (last, first + run - 1),
                        *((i, rack[i]) for i in range(last + 1, 10) if kept >> i & 1),
                        (10, 41),
                    ],
                    table,
                    below,
                )
                for kept in range(0, 1 << 10, 1 << (last + 1))
            )
            total += table[1, 1] ** len(missing) * front * back
    return total


def test_the_weight_is_the_sum_over_all_runs_and_chains() -> None:
    rng = Random(5)
    for _ in range(6):
        cards = rng.sample(range(1, 41), 20)
        rack = tuple(sorted(cards[:10]) if rng.random() < 0.7 else cards[:10])
        rest = [card for card in range(1, 41) if card not in cards]
        state = np.array(flat(dealt(RUN, [rack, tuple(cards[10:])], rest[0]).state))
        for run in (3, 5):
            table = TABLE[look(state, 0, ROOM)]
            found = run_weight(house(RackoRules(min_run=run)), state, 0, table, ROOM)
            if found != 0.0:
                slow = slow_weight(list(rack), run, table, ROOM.coming.tolist(), ROOM.below.tolist())
                assert found == pytest.approx(np.log(max(slow, 1e-300)))


def test_a_rack_that_may_go_weighs_most_and_the_expert_goes() -> None:
    match = dealt(RUN, [(39, *COMPLETE[1:]), DESCENDING], 1)
    state = np.array(flat(match.state))
    table = TABLE[look(state, 0, ROOM)]
    assert run_weight(house(RUN), state, 0, table, ROOM) < 0.0
    state[layout.RACKS] = 1
    assert run_weight(house(RUN), state, 0, table, ROOM) == 0.0
    expert._thinker.wait = 600.0
    for text in ("take", "put 5"):
        seen = Sight(0, match.view(0), match.told(0), match.moves(0))
        assert RACKO.write(Expert(RUN).choose(seen, Random(1))) == text
        play(match, text)


def test_who_weighs_runs_wins_rounds_under_the_run_rule_and_is_not_asked_elsewhere() -> None:
    found = measure(RUN, "run-weight", "frozen-chain", rounds=200, seed=101)
    assert (found.wins.mean, found.lead, found.turns) == pytest.approx((0.515, 1.175, 9.395))
    assert found.stalled == 0
    with pytest.raises(Unsupported, match="min_run"):
        measure(RackoRules(), "run-weight", "frozen-chain", rounds=2)
