"""A second referee, written by somebody else from the rules page alone, sees every match the same way (R1 to R12)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee.raks import Referee
from referee.refused import Refused
from sofra.core.asks import Ask, Chance, Choice, Dice
from sofra.core.errors import SofraError
from sofra.core.events import Act, Outcome
from sofra.games.raks.play import RAKS
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.state import State
from tests.raks.playouts import Mood, event, every_pair, every_rule


def as_told(ask: Ask) -> dict[str, Any]:
    """An ask as the engine protocol has it."""
    if isinstance(ask, Chance):
        assert isinstance(ask.what, Dice)
        told: dict[str, Any] = {"kind": "chance", "label": ask.label, "dice": ask.what.count}
        if ask.what.seats is not None:
            told |= {"ordered": True, "seats": list(ask.what.seats)}
        return told
    if isinstance(ask, Choice):
        return {"kind": "choice", "seats": list(ask.seats)}
    return {"kind": "over", "scores": list(ask.result.scores), "winners": list(ask.result.winners)}


def agree(state: State, referee: Referee) -> None:
    ask = RAKS.ask(state)
    assert as_told(ask) == referee.ask()
    assert list(RAKS.score(state).points) == referee.scores()
    if isinstance(ask, Choice):
        for seat in range(state.standing.seats):
            assert sorted(map(RAKS.write, RAKS.moves(state, seat))) == sorted(referee.moves(seat))
            assert list(RAKS.forms(state, seat)) == list(referee.forms(seat))


def both(state: State, referee: Referee, move: Act) -> State:
    """The move through both; a refusal must be a refusal of both."""
    text = RAKS.write(move.move)
    try:
        after = RAKS.apply(state, move)
    except SofraError:
        with pytest.raises(Refused):
            referee.play(move.seat, text)
        return state
    referee.play(move.seat, text)
    return after


def judged_twice(rules: RaksRules, seats: int, rng: Random, most: int = 1500) -> tuple[State, int]:
    """One match through both referees; answers its last state and how many events it had."""
    mood = Mood.drawn(rng, seats)
    state, referee = RAKS.start(rules, seats), Referee(rules.values(), seats)
    for count in range(most):
        agree(state, referee)
        step = event(state, mood, rng)
        if step is None:
            return state, count
        if isinstance(step, Outcome):
            state = RAKS.apply(state, step)
            referee.chance(list(step.values))
        else:
            if rng.random() < 0.05:
                # Something that is most likely refused: another phase's move, or another seat's.
                other = rng.choice(
                    (
                        "place 1",
                        "no move",
                        "pass",
                        "challenge",
                        "claim 1+1+1 = 3",
                        "show 1",
                        "concede",
                        "withdraw 7",
                    )
                )
                state_after = both(state, referee, Act(rng.randrange(seats), RAKS.read(other)))
                if state_after is not state:
                    state = state_after
                    continue
            state = both(state, referee, step)
    return state, most


@pytest.mark.parametrize("seed", range(3))
def test_both_referees_agree_wherever_two_options_meet(seed: int) -> None:
    over = 0
    pairs = every_pair()
    assert len(pairs) >= 20
    for number, (rules, seats) in enumerate(pairs):
        state, _ = judged_twice(rules, seats, Random(f"{seed} {number}"), most=600)
        over += state.phase == "over"
    assert over >= 5


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_both_referees_agree_over_thousands_of_matches_of_every_kind() -> None:
    endings: Counter[str] = Counter()
    every = list(every_rule())
    for seed in range(6000):
        rules, seats = every[seed % len(every)]
        state, _ = judged_twice(rules, seats, Random(f"soak {seed}"))
        if state.standing.last is not None:
            endings[state.standing.last.why] += 1
    assert set(endings) == {"filled", "twenty", "triples"}
    assert endings.total() > 3000
