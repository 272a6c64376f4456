"""How strong Rack-O's players are, measured on the same deals with the seats turned round.

``python -m sofra.games.racko.strength --hero value --other frozen-chain --seats 2 --rounds 1000 --worlds 160`` prints the
share of rounds that the hero wins with a 95 % interval, with ``--matches 100`` that of whole matches. Everything runs compiled; the figures repeat with the seed. Under
``partners`` the hero's partner is a hero too. Under ``min_run`` only value, the chain player and those who weigh runs can be measured.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sofra.core.errors import Unsupported
from sofra.games.racko.layout import house
from sofra.games.racko.rules import RackoRules

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

KINDS = ("home", "frozen-chain", "weight", "racer", "value", "ahead", "run-weight", "run-eager", "run-digger")
"""Home slots; the chain player as it stood when Rack-O was completed, kept as a yardstick; the one who wants the greatest
weight of all chains; the one who compares races in likely worlds; the one who trusts the learnt values, as the expert does
wherever there are networks; the one who looks ahead from these values (two players only); the one who
weighs all chains with a run, and the same with the tastes of Dash and of Petra (under ``min_run`` only)."""

RUNNERS = {"run-weight", "run-eager", "run-digger"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """``share`` of the decided rounds that the hero won, ``error`` its standard error over deals; ``lead`` in points a
    round with its error; mean ``turns``; ``seconds`` of processor time."""

    rounds: int
    share: float
    error: float
    lead: float
    lead_error: float
    turns: float
    stalled: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Won:
    """``share`` of whole matches that the hero won, ``error`` its standard error over decks; mean ``rounds`` of a match;
    ``seconds`` of processor time."""

    matches: int
    share: float
    error: float
    rounds: float
    stalled: int
    seconds: float


def _minds(rules: RackoRules, hero: str, other: str, seats: int, worlds: int) -> Any:
    """What both think with. Unsupported where one of them does not know the rules or the number of seats."""
    import numpy as np

    from sofra.games.racko.expert import RUN_LEAN
    from sofra.games.racko.kernel_ahead import mind
    from sofra.games.racko.kernel_chain import cost_table, desk
    from sofra.games.racko.kernel_expert import study
    from sofra.games.racko.kernel_race import race
    from sofra.games.racko.kernel_rounds import Minds
    from sofra.games.racko.kernel_runs import run_table
    from sofra.games.racko.kernel_value import file_of, values
    from sofra.games.racko.kernel_weights import weight_table
    from sofra.games.racko.players import DIGGER, EAGER

    if rules.min_run and {hero, other} - {"value", "frozen-chain"} - RUNNERS:
        raise Unsupported("only value, run-weight and frozen-chain know min_run; measure these")
    if not rules.min_run and {hero, other} & RUNNERS:
        raise Unsupported("run-weight plays under min_run only; measure weight")
    if seats > 2 and "ahead" in (hero, other):
        raise Unsupported("ahead plays with two players only; measure value")
    learnt = file_of(house(rules), seats).exists()
    if not learnt and {hero, other} & {"value", "ahead"}:
        raise Unsupported(
            "no networks for these rules and seats; sofra.games.racko.value_training makes some"
        )
    networks = values(house(rules), seats) if learnt else values(house(RackoRules()), 2)
    return Minds(
        cost_table(3),
        weight_table(),
        run_table(),
        race(seats),
        desk(),
        study(),
        mind(networks),
        worlds,
        RUN_LEAN * np.array([0.0, EAGER, DIGGER]),
    )


def _played(
    play: Callable[..., Any],
    rules: RackoRules,
    hero: str,
    other: str,
    *,
    seats: int,
    count: int,
    worlds: int,
    seed: int,
) -> tuple[Any, float]:
    """What a compiled contest of so many rounds or matches answers, and its seconds of processor time."""
    import numpy as np

    minds = _minds(rules, hero, other, seats, worlds)
    start = time.process_time()
    found = play(house(rules), seats, minds, KINDS.index(hero), KINDS.index(other), count, np.uint64(seed))
    return found, time.process_time() - start


def measure(
    rules: RackoRules,
    hero: str,
    other: str,
    *,
    seats: int = 2,
    rounds: int = 1_000,
    worlds: int = 160,
    seed: int = 1,
) -> Outcome:
    """Plays so many rounds (a multiple of the seats, so that every deal is played from every seat)."""
    import numpy as np

    from sofra.games.racko.kernel_rounds import contest

    rounds += -rounds % seats
    (won, lead, turns), spent = _played(
        contest, rules, hero, other, seats=seats, count=rounds, worlds=worlds, seed=seed
    )
    decided = won >= 0
    # A deal is the unit: its rounds are not independent of each other.
    deals = np.where(decided, won, 1.0 / seats).reshape(-1, seats).mean(axis=1)
    leads = lead.reshape(-1, seats).mean(axis=1)
    return Outcome(
        rounds=rounds,
        share=float(deals.mean()),
        error=_error(deals),
        lead=float(leads.mean()),
        lead_error=_error(leads),
        turns=float(turns.mean()),
        stalled=int((~decided).sum()),
        seconds=spent,
    )


def measure_matches(
    rules: RackoRules,
    hero: str,
    other: str,
    *,
    seats: int = 2,
    matches: int = 100,
    worlds: int = 160,
    seed: int = 1,
) -> Won:
    """Plays so many whole matches (a multiple of the seats), the hero in every seat in turn with the same decks."""
    from sofra.games.racko.kernel_rounds import whole_matches

    matches += -matches % seats
    (won, rounds, stalled), spent = _played(
        whole_matches, rules, hero, other, seats=seats, count=matches, worlds=worlds, seed=seed
    )
    decks = won.reshape(-1, seats).mean(axis=1)
    return Won(matches, float(decks.mean()), _error(decks), float(rounds.mean()), int(stalled.sum()), spent)


def _error(values: Any) -> float:
    return float(values.std(ddof=1) / len(values) ** 0.5) if len(values) > 1 else float("inf")


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and prints one line."""
    reader = argparse.ArgumentParser(description="Measure a Rack-O player against another on the same deals.")
    reader.add_argument("--hero", choices=KINDS, default="value")
    reader.add_argument("--other", choices=KINDS, default="frozen-chain")
    reader.add_argument("--house", default="default", help="house rules, such as partners=on")
    reader.add_argument("--matches", type=int, default=0, help="whole matches instead of rounds")
    for name, value in (("seats", 2), ("rounds", 1_000), ("worlds", 160), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=value)
    given = reader.parse_args(arguments)
    players = RackoRules.read(given.house), given.hero, given.other
    alike = {"seats": given.seats, "worlds": given.worlds, "seed": given.seed}
    who = f"{given.hero} against {given.other}, {given.seats} seats"
    if given.matches:
        won = measure_matches(*players, matches=given.matches, **alike)
        print(
            f"{who}, {won.matches} whole matches, {given.worlds} worlds a choice: wins {won.share:.1%} ± "
            f"{1.96 * won.error:.1%} (95 %), {won.rounds:.1f} rounds a match, {won.stalled} stalled, "
            f"{won.seconds / won.matches:.3f} s a match"
        )
        return
    found = measure(*players, rounds=given.rounds, **alike)
    print(
        f"{who}, {found.rounds} rounds, {given.worlds} worlds a choice: "
        f"wins {found.share:.1%} ± {1.96 * found.error:.1%} (95 %), leads by {found.lead:+.2f} ± {1.96 * found.lead_error:.2f} "
        f"points, {found.turns:.2f} turns, {found.stalled} stalled, {found.seconds / found.rounds:.3f} s a round"
    )


if __name__ == "__main__":
    main()
