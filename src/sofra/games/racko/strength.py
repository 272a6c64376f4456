"""How strong Rack-O's players are, measured on the same deals with the seats turned round.

``python -m sofra.games.racko.strength --hero value --other frozen-chain --seats 2 --rounds 1000 --worlds 160`` prints the
share of rounds that the hero wins, with ``--matches 100`` that of whole matches, with a 95 % interval for so many and a wider
one that holds whenever one stops; ``--until 0.05`` and ``--mark fair`` stop by that one. Everything runs compiled; the figures
repeat with the seed. Under ``partners`` the hero's partner is a hero too. Under ``min_run`` only value, the chain player and
those who weigh runs can be measured.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sofra.core.errors import Unsupported
from sofra.core.intervals import TO_THE_END, Goal, Mean, gathered
from sofra.games import measuring
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
    """``wins``: what the hero won of the rounds of each deal, a stalled round counting as a fair share; ``lead`` in points a
    round with its standard error over deals; mean ``turns``; ``seconds`` of processor time."""

    rounds: int
    wins: Mean
    lead: float
    lead_error: float
    turns: float
    stalled: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Won:
    """``wins``: what the hero won of the whole matches with each order of decks; mean ``rounds`` of a match; ``seconds`` of
    processor time."""

    matches: int
    wins: Mean
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


class Contest:
    """A compiled contest of ``play`` that goes on where it was: what it told of all rounds or matches, and its seconds of
    processor time."""

    def __init__(
        self,
        play: Callable[..., Any],
        rules: RackoRules,
        hero: str,
        other: str,
        *,
        seats: int,
        worlds: int,
        seed: int,
    ) -> None:
        from sofra.games.racko.kernel_rounds import luck_of

        self.seats, self.fair = seats, 1 / (2 if rules.partners else seats)
        self.seconds, self.count, self._told = 0.0, 0, list[Any]()
        self._luck = luck_of(seats, seed)
        self._who = house(rules), seats, _minds(rules, hero, other, seats, worlds)
        self._play, self._kinds = play, (KINDS.index(hero), KINDS.index(other))

    def more(self, units: int) -> list[float]:
        """Plays so many deals (or orders of decks) from every seat; answers what the hero won of each."""
        import numpy as np

        start = time.process_time()
        found = self._play(*self._who, *self._kinds, self.count, units * self.seats, self._luck)
        self.seconds += time.process_time() - start
        self.count += units * self.seats
        self._told.append(found)
        won = np.where(found[0] >= 0, found[0], self.fair)
        return list(map(float, won.reshape(-1, self.seats).mean(axis=1)))

    def told(self) -> Any:
        """The three columns that ``play`` answers, over all that was played."""
        import numpy as np

        return (np.concatenate(column) for column in zip(*self._told, strict=True))


def measure(
    rules: RackoRules,
    hero: str,
    other: str,
    *,
    seats: int = 2,
    rounds: int = 1_000,
    worlds: int = 160,
    seed: int = 1,
    goal: Goal = TO_THE_END,
) -> Outcome:
    """Plays so many rounds at most (rounded up to a multiple of the seats, so that every deal is played from every seat)."""
    from sofra.games.racko.kernel_rounds import contest

    played = Contest(contest, rules, hero, other, seats=seats, worlds=worlds, seed=seed)
    wins = gathered(played.more, -(-rounds // seats), goal)
    won, lead, turns = played.told()
    leads = lead.reshape(-1, seats).mean(axis=1)
    return Outcome(
        rounds=played.count,
        wins=wins,
        lead=float(leads.mean()),
        lead_error=float(leads.std(ddof=1) / len(leads) ** 0.5) if len(leads) > 1 else float("inf"),
        turns=float(turns.mean()),
        stalled=int((won < 0).sum()),
        seconds=played.seconds,
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
    goal: Goal = TO_THE_END,
) -> Won:
    """Plays so many whole matches at most (rounded up to a multiple of the seats), the hero in every seat in turn with the
    same decks."""
    from sofra.games.racko.kernel_rounds import whole_matches

    played = Contest(whole_matches, rules, hero, other, seats=seats, worlds=worlds, seed=seed)
    wins = gathered(played.more, -(-matches // seats), goal)
    _, rounds, stalled = played.told()
    return Won(played.count, wins, float(rounds.mean()), int(stalled.sum()), played.seconds)


def main(arguments: Sequence[str] | None = None) -> None:
    """Reads the command line and prints one line."""
    reader = argparse.ArgumentParser(description="Measure a Rack-O player against another on the same deals.")
    reader.add_argument("--hero", choices=KINDS, default="value")
    reader.add_argument("--other", choices=KINDS, default="frozen-chain")
    reader.add_argument("--house", default="default", help="house rules, such as partners=on")
    reader.add_argument("--matches", type=int, default=0, help="whole matches instead of rounds")
    for name, value in (("seats", 2), ("rounds", 1_000), ("worlds", 160), ("seed", 1)):
        reader.add_argument(f"--{name}", type=int, default=value)
    measuring.ask_for_goal(reader)
    given = reader.parse_args(arguments)
    rules = RackoRules.read(given.house)
    goal = measuring.goal_of(given.until, given.mark, 1 / (2 if rules.partners else given.seats))
    alike = {"seats": given.seats, "worlds": given.worlds, "seed": given.seed, "goal": goal}
    who = f"{given.hero} against {given.other}, {given.seats} seats"
    if given.matches:
        won = measure_matches(rules, given.hero, given.other, matches=given.matches, **alike)
        print(
            f"{who}, {won.matches} whole matches, {given.worlds} worlds a choice: {measuring.told(won.wins, goal)}, "
            f"{won.rounds:.1f} rounds a match, {won.stalled} stalled, {won.seconds / won.matches:.3f} s a match"
        )
        return
    found = measure(rules, given.hero, given.other, rounds=given.rounds, **alike)
    print(
        f"{who}, {found.rounds} rounds, {given.worlds} worlds a choice: {measuring.told(found.wins, goal)}, "
        f"leads by {found.lead:+.2f} ± {1.96 * found.lead_error:.2f} points, {found.turns:.2f} turns, "
        f"{found.stalled} stalled, {found.seconds / found.rounds:.3f} s a round"
    )


if __name__ == "__main__":
    main()
