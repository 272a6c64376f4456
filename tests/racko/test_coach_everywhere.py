"""The coach has an answer at every kind of decision, whatever the house rules and the number of players, and no secrets in it."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, option_pairs
from sofra.core.players import Sight
from sofra.games.racko import because, expert, kernel_playouts, layout
from sofra.games.racko.coach import COACH
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.layout import house
from sofra.games.racko.play import RACKO
from sofra.games.racko.rules import PRESETS, RackoRules
from sofra.games.racko.stakes import last_turn
from sofra.games.racko.state import CHOOSING, State

OTHER = (39, *COMPLETE[1:])


@pytest.fixture(autouse=True)
def _patient() -> None:
    expert._thinker.wait = 600.0


def decisions(rules: RackoRules, seats: int, rng: Random) -> list[tuple[State, tuple[Any, ...]]]:
    """A state of each kind in which a seat chooses, with what that seat was told, early in a round or late."""
    told: list[list[Any]] = [[] for _ in range(seats)]
    found: dict[tuple[str, bool], tuple[State, tuple[Any, ...]]] = {}

    def meet(before: State, event: Any, after: State) -> None:
        for seat in range(seats):
            told[seat].append(RACKO.tell(before, event, after, seat))
        if after.phase in CHOOSING and rng.random() < 0.2:
            found[after.phase, any(after.round.out)] = after, tuple(told[after.seat])

    careless(rules, seats, rng, after=meet, choose=home_move, most=120)
    return list(found.values())


def test_the_coach_answers_at_every_kind_of_decision_whatever_the_house_rules() -> None:
    """Chances between 0 and 1 with their errors, for legal moves only; and no answer changes with what is hidden."""
    kinds, otherwise = set(), 0
    always = [(rules, seats) for rules, seats in option_pairs() if rules in PRESETS.values()]
    always.append((RackoRules(partners=True, declare="call", false_call="out"), 4))
    for number, (rules, seats) in enumerate([*always, *Random(12).sample(list(option_pairs()), 24)]):
        for state, told in decisions(rules, seats, Random(number)):
            view, offered = RACKO.view(state, state.seat), RACKO.moves(state, state.seat)
            seen = Sight(state.seat, view, told, offered)
            advice = COACH.advise(rules, seen, budget_sims=8)
            assert {item.move for item in advice} <= {RACKO.write(move) for move in offered}
            assert len(advice) >= (2 if state.phase == "turn" else 10)
            assert all(0.0 <= item.win <= 1.0 and item.because in because.MESSAGES for item in advice)
            for item in advice:
                goes = item.because in (because.GOES, because.CALL) or dict(item.fields).get("after") == 10
                as_good = item.because == because.EQUAL and (item.win, item.se) == (
                    advice[0].win,
                    advice[0].se,
                )
                assert item.se > 0 or goes or as_good
            world = next(RACKO.worlds(view, Random(number)))
            otherwise += world.racks != state.racks
            unseen = Sight(state.seat, RACKO.view(world, state.seat), told, RACKO.moves(world, state.seat))
            assert COACH.advise(rules, unseen, budget_sims=8) == advice
            kinds.add((state.phase, seats, bool(rules.min_run), rules.partners, any(state.round.out)))
    assert {kind[:3] for kind in kinds} >= {
        (phase, *rest) for phase in CHOOSING for rest in ((2, False), (2, True), (3, False), (4, False))
    }
    assert {kind[3:] for kind in kinds} == {(a, b) for a in (False, True) for b in (False, True)}
    assert otherwise > 100


def test_rounds_played_out_say_who_wins_them() -> None:
    """From open racks under the run rule: of those given a chance by 400 rounds, another 400 say the same within four errors."""
    rules, run = RackoRules(min_run=3), house(RackoRules(min_run=3))
    room, found = kernel_playouts.rounds(), np.zeros((2, 2))
    for racks in ([OTHER, DESCENDING], [DESCENDING, COMPLETE[::-1]]):
        state = np.array(layout.flat(dealt(rules, racks, 28).state))
        for row, seed in zip(found, (1, 2), strict=True):
            kernel_playouts.first_by_rounds(run, state, room, False, 400, stream(seed), row)
            assert row.sum() == pytest.approx(1.0)
        assert abs(found[0, 0] - found[1, 0]) < 4 * (0.5 / 400) ** 0.5


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (RackoRules(stall=20), 2),
        (RackoRules(stall=20), 3),
        (RackoRules(stall=20, declare="call", false_call="out"), 2),
        (RackoRules(stall=20, partners=True), 4),
        (RackoRules(stall=20, min_run=3), 2),
    ],
    ids=["two", "three", "false calls", "partners", "a run"],
)
def test_odds_are_whole_where_a_round_ends_with_nobody_going(rules: RackoRules, seats: int) -> None:
    """O13: on the last turn of a round nobody else follows; what is left to win is the match from the totals then."""
    last: list[tuple[State, tuple[Any, ...]]] = []
    told: list[list[Any]] = [[] for _ in range(seats)]
    sides = 2 if rules.partners else seats

    def meet(before: State, event: Any, after: State) -> None:
        for seat in range(seats):
            told[seat].append(RACKO.tell(before, event, after, seat))
        if after.phase in CHOOSING and last_turn(rules, RACKO.view(after, after.seat)):
            last.append((after, tuple(told[after.seat])))

    def silent(state: State, rng: Random) -> Any:
        return rng.choice(
            [move for move in RACKO.moves(state, state.seat) if "rack-o" not in RACKO.write(move)]
        )

    careless(rules, seats, Random(5), after=meet, choose=silent, most=seats * 20 * 3 + 200)
    assert {state.phase for state, _ in last} >= {"turn"}
    assert len({state.phase for state, _ in last}) > 1
    for state, heard in last:
        odds = COACH.chances(rules, state)
        assert sum(odds.wins[:sides]) == pytest.approx(1.0)
        seen = Sight(state.seat, RACKO.view(state, state.seat), heard, RACKO.moves(state, state.seat))
        for item in COACH.advise(rules, seen, budget_sims=8):
            assert 0.0 < item.win <= 1.0
