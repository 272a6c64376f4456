"""Rack-O's rows of the bench: rounds of the chain player, how fast they end, and the compiled twin.

``python -m sofra.games.racko.bench [rounds]`` measures winner turns of two chain players, with and without
``min_run``, and what a round brings.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from random import Random
from typing import Any

from sofra.core.asks import Chance, Choice
from sofra.core.dealers import Fast
from sofra.core.events import Act
from sofra.core.players import Player, Sight
from sofra.games.racko import scoring
from sofra.games.racko.play import RACKO
from sofra.games.racko.players import PERSONAS
from sofra.games.racko.rules import RackoRules
from sofra.games.racko.state import Round, State, table


def play_round(
    rules: RackoRules,
    players: Sequence[Player],
    rng: Random,
    dealer: int,
    before: Callable[[Sight], None] | None = None,
) -> tuple[int | None, int, State]:
    """One round of a match; answers who went (None: nobody), in which of their turns, and the state after. ``before`` is
    called with what a seat sees, before it chooses."""
    seats = len(players)
    round_ = Round(table(rules, seats), 0, dealer, (0,) * seats, (), (), (False,) * seats)
    state, fast, lap = State(round_, "deal"), Fast(rng), 0
    while not state.round.sheet:
        lap = state.lap
        ask = RACKO.ask(state)
        event: Any
        if isinstance(ask, Choice):
            seat = ask.seats[0]
            sight = Sight(seat, RACKO.view(state, seat), (), RACKO.moves(state, seat))
            if before is not None:
                before(sight)
            event = Act(seat, players[seat].choose(sight, rng))
        else:
            assert isinstance(ask, Chance)
            event = fast.answer(ask)
        state = RACKO.apply(state, event)
    return state.round.sheet[0].caller, lap, state


def winner_turns(
    rules: RackoRules, rounds: int, keys: Sequence[str] = ("chain", "chain"), seed: str = "1"
) -> list[int]:
    """Turns of the winner in each of so many rounds; a round that nobody won counts as one more than ``stall``."""
    players = [PERSONAS[key].make(rules, len(keys)) for key in keys]
    turns = []
    for number in range(rounds):
        caller, lap, _ = play_round(rules, players, Random(f"{seed}/{number}"), number % len(keys))
        turns.append(lap if caller is not None else rules.stall + 1)
    return turns


def twin_rows(decisions: int = 1_000_000, rounds: int = 2_000) -> list[tuple[str, float, str]]:
    """The compiled twin's rows; none where no compiler is installed."""
    if find_spec("numba") is None:
        return []
    from sofra.games.racko import kernel
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_rounds import play_at_random
    from sofra.games.racko.layout import house
    from sofra.games.racko.strength import measure

    state, word, plain = kernel.start(2), stream(1), house(RackoRules())
    play_at_random(plain, state, 100, word)
    start = time.process_time()
    play_at_random(plain, state, decisions, word)
    found = [("racko twin, random play", decisions / (time.process_time() - start), "decisions/s")]
    for kind in ("home", "frozen-chain", "weight"):
        measure(RackoRules(), kind, kind, rounds=2)
        spent = measure(RackoRules(), kind, kind, rounds=rounds).seconds
        found.append((f"racko twin, rounds of two {kind} players", rounds / spent, "rounds/s"))
    return found


def coach_seconds(rules: RackoRules, answers: int, seed: str = "1") -> list[float]:
    """The seconds by the clock that each of so many answers of the coach took, in rounds of two chain players: at its usual
    budget, its program running already. Empty where no compiler is installed."""
    if find_spec("numba") is None:
        return []
    from sofra.games.racko.coach import COACH

    while not COACH.prepare(rules, 2):
        time.sleep(0.1)
    players = [PERSONAS["chain"].make(rules, 2) for _ in range(2)]
    spent: list[float] = []

    def asked(sight: Sight) -> None:
        if len(spent) < answers:
            start = time.perf_counter()
            if COACH.advise(rules, sight):
                spent.append(time.perf_counter() - start)

    for number in range(answers):
        if len(spent) < answers:
            play_round(rules, players, Random(f"{seed}/{number}"), number % 2, asked)
    return spent


def brought(rules: RackoRules, rounds: int, seed: int = 1) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """What so many rounds of two chain players bring: how often the one who did not go had so many cards in order, so many
    that rise (O6), and how long the longest run of the one who went was (O10). ``prospects.py`` holds such counts."""
    import numpy as np

    from sofra.games.racko import kernel, layout
    from sofra.games.racko.kernel_chain import choose, cost_table, desk
    from sofra.games.racko.kernel_random import stream
    from sofra.games.racko.kernel_rounds import chance

    numbers, costs, room, word = layout.house(rules), cost_table(3), desk(), stream(seed)
    in_order, rising, runs = Counter[int](), Counter[int](), Counter[int]()
    deck = np.arange(1, 41)
    for number in range(rounds):
        state = kernel.start(2)
        state[layout.DEALER], state[layout.PHASE] = number % 2, layout.DEAL_PHASE
        chance(numbers, state, deck, word)
        while state[layout.PHASE] not in (layout.DEAL_PHASE, layout.OVER_PHASE):
            if state[layout.PHASE] == layout.DRAWING_PHASE:
                chance(numbers, state, deck, word)
            else:
                kernel.move(numbers, state, choose(numbers, state, costs, True, room))
        for seat in range(2):
            rack = tuple(state[layout.RACKS + 10 * seat :][:10].tolist())
            if seat == state[layout.CALLER]:
                runs[scoring.longest_run(rack)] += 1
            elif state[layout.CALLER] >= 0:
                in_order[scoring.in_order(rack)] += 1
                rising[scoring.rising(rack)] += 1
    return in_order, rising, runs


def rows() -> list[tuple[str, float, str]]:
    """Name, figure, unit."""
    start = time.process_time()
    turns = winner_turns(RackoRules(), 40)
    spent = time.process_time() - start
    coached = coach_seconds(RackoRules(min_run=3), 30)
    return [
        ("racko core, rounds of two chain players", len(turns) / spent, "rounds/s"),
        ("racko chain player, turns of the winner", sum(turns) / len(turns), "turns"),
        *twin_rows(),
        *(
            [("racko coach under min_run, the slowest of 30 answers", 1_000 * max(coached), "ms")]
            if coached
            else []
        ),
    ]


def main(rounds: int) -> None:
    """Prints the mean and the longest round, as measured over so many rounds."""
    for rules in (RackoRules(), RackoRules(min_run=3)):
        start = time.process_time()
        turns = winner_turns(rules, rounds)
        spent = time.process_time() - start
        mean = sum(turns) / rounds
        error = (sum((t - mean) ** 2 for t in turns) / rounds / rounds) ** 0.5
        print(
            f"min_run {rules.min_run}: {mean:.3f} ± {error:.3f} turns, longest {max(turns)}, "
            f"{rounds} rounds, {rounds / spent:.0f} rounds/s"
        )
    for min_run in (0, 3, 4, 5, 6):
        counted = (dict(sorted(counts.items())) for counts in brought(RackoRules(min_run=min_run), rounds))
        print(f"min_run {min_run}: in order, rising, runs:", *counted)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
