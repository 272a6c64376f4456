"""How matches go: repeatable, indifferent to the order of sealed answers, counted right, and as the facts say."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import islice, permutations
from random import Random
from typing import Any

from sofra.core.asks import Cards, Chance, Choice, Over, Result
from sofra.core.errors import Malformed
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame
from sofra.testing.cases import Broken, Case, fitting_seats
from sofra.testing.digest import digest
from sofra.testing.walks import candidates, some, steps, walk

ORDERS = 6


def matches_repeat(case: Case) -> None:
    """The same outcomes and choices give the same matches, views and tells: no clock and no generator inside."""
    if digest(case) != digest(case):
        raise Broken("the same match played twice is not the same")


def hash_seeds_change_nothing(case: Case) -> None:
    """Two processes with two hash seeds play the same matches: no order of a set or of object ids comes through."""
    first, second = _digests(case, ("1", "2"))
    # A game that never repeats itself is found by ``matches_repeat``; here only the hash seed counts.
    if first != second and digest(case) == digest(case) and _digests(case, ("1",)) == [first]:
        raise Broken("another PYTHONHASHSEED gives another match")


def _digests(case: Case, hash_seeds: tuple[str, ...]) -> list[str]:
    command = [sys.executable, "-m", "sofra.testing.digest"]
    path = os.pathsep.join(filter(None, sys.path))
    running = [
        subprocess.Popen(
            [*command, case.address, case.house_rules, str(case.seats), case.seed],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed in hash_seeds
    ]
    found = []
    for process in running:
        out, err = process.communicate(timeout=120)
        if process.returncode:
            raise Broken(f"a second process cannot play the game: {err.strip().splitlines()[-1:]}")
        found.append(out.strip())
    return found


def answers_in_any_order(case: Case) -> None:
    """Where several seats are asked for sealed answers, the order in which these come makes no difference."""
    game, rng = case.game, case.rng("orders")
    waiting = [(s, s.ask.seats) for s in walk(case, rng) if isinstance(s.ask, Choice) and s.ask.sealed]
    for step, seats in some([found for found in waiting if len(found[1]) > 1], case.budget, rng):
        acts = [_answer(game, step.before, seat, rng) for seat in seats]
        ends = []
        for order in islice(permutations(acts), ORDERS):
            state = step.before
            for act in order:
                state = game.apply(state, act)
            ends.append(state)
        if any(end != ends[0] for end in ends):
            raise Broken(f"the order of the answers {acts} changes the position")


def _answer(game: AnyGame, state: Any, seat: int, rng: Random) -> Act:
    for move in candidates(game, state, seat, rng):
        try:
            game.apply(state, Act(seat, move))
        except Malformed as error:
            raise Broken(f"seat {seat}: {game.write(move)} is no answer: {error}") from error
        except Exception:  # noqa: BLE001, S112 - a made-up move may be illegal; another is made up
            continue
        return Act(seat, move)
    raise AssertionError("candidates never end")


def scores_add_up(case: Case) -> None:
    """There is a score a seat, and its reasons add up to it, at every moment."""
    game = case.game
    for step in steps(case, "scores"):
        score = game.score(step.after)
        sums = tuple(sum(reason.points for reason in reasons) for reasons in score.reasons)
        if len(score.points) != case.seats or sums != score.points:
            raise Broken(f"the reasons add up to {sums}, the points are {score.points}")
        for reason in (reason for reasons in score.reasons for reason in reasons):
            try:
                reason.what.format(**dict(reason.fields))
            except (KeyError, IndexError, ValueError) as error:
                raise Broken(f"the reason {reason} cannot be filled in: {error}") from error


def results_are_whole(case: Case) -> None:
    """An end (or a standing, if the match ended here) has the scores, winners who lead the ranking, and every seat in
    it once; the end is where the standing is the result."""
    game = case.game
    walked = list(walk(case, case.rng("results")))
    for step in some(walked, case.budget, case.rng("some results")):
        ask = game.ask(step.after)
        result = game.standing(step.after)
        if isinstance(ask, Over) and ask.result != result:
            raise Broken(f"the match ends with {ask.result}; the standing is {result}")
        _whole(case, result, game.score(step.after).points)


def _whole(case: Case, result: Result, points: tuple[int, ...]) -> None:
    if len(result.scores) != case.seats or sorted(result.ranking) != list(range(case.seats)):
        raise Broken(f"{result} does not rank each of the {case.seats} seats once")
    first = set(result.ranking[: len(result.winners)])
    if not result.winners or tuple(sorted(result.winners)) != result.winners or first != set(result.winners):
        raise Broken(f"{result}: the winners are not those who lead the ranking")
    sides = result.sides or tuple((seat,) for seat in range(case.seats))
    if sorted(seat for side in sides for seat in side) != list(range(case.seats)):
        raise Broken(f"{result}: each seat belongs to one side")
    totals = {seat: sum(points[one] for one in side) for side in sides for seat in side}
    if any(result.scores[seat] not in (points[seat], totals[seat]) for seat in range(case.seats)):
        raise Broken(f"the result's scores {result.scores} are not the points {points}")


def facts_hold(case: Case) -> None:
    """Chance kinds, hidden, simultaneous, longest and utility are as the facts say."""
    game = case.game
    facts = game.facts
    walked = list(walk(case, case.rng("facts")))
    seen = {"cards" if isinstance(s.ask.what, Cards) else "dice" for s in walked if isinstance(s.ask, Chance)}
    if not seen <= set(facts.chance):
        raise Broken(f"the facts name {facts.chance} as chance, the match asked for {sorted(seen)}")
    if not facts.hidden and any(isinstance(s.ask, Chance) and _hides(s.ask, case.seats) for s in walked):
        raise Broken("the facts say that nothing is hidden, and chance dealt something that not all see")
    if not facts.simultaneous and any(isinstance(s.ask, Choice) and len(s.ask.seats) > 1 for s in walked):
        raise Broken("the facts say that seats are asked one at a time, and several were asked at once")
    if facts.longest is not None and len(walked) > facts.longest:
        raise Broken(f"a match took {len(walked)} events; the facts say at most {facts.longest}")
    if facts.longest is None and not facts.clause:
        raise Broken("no longest match, and no clause says why")
    low, high = facts.utility
    for step in some(walked, case.budget, case.rng("some facts")):
        for points in game.score(step.after).points:
            if (low is not None and points < low) or (high is not None and points > high):
                raise Broken(f"a seat has {points} points; the facts say {low} to {high}")


def _hides(ask: Chance, seats: int) -> bool:
    return ask.seen_by is not None and any(
        who is not None and set(who) < set(range(seats)) for who in ask.seen_by
    )


def facts_are_exact(case: Case) -> None:
    """What the facts claim to exist does exist in some match; seats beyond the bounds are refused."""
    game, rng = case.game, case.rng("exact facts")
    facts = game.facts
    kinds, hidden, simultaneous = set[str](), False, False
    # Some things need company: of three seats two may be asked at once, of two never.
    company = replace(case, seats=fitting_seats(game, case.rules)[-1])
    for number, some_case in enumerate((case, case, company, company)):
        for step in walk(some_case, case.rng(f"exact {number}"), case.longest // 2):
            if isinstance(step.ask, Chance):
                kinds.add("cards" if isinstance(step.ask.what, Cards) else "dice")
                hidden |= _hides(step.ask, some_case.seats)
            simultaneous |= isinstance(step.ask, Choice) and len(step.ask.seats) > 1
    if (
        set(facts.chance) - kinds
        or (facts.hidden and not hidden)
        or (facts.simultaneous and not simultaneous)
    ):
        raise Broken(f"{facts} claims what four matches did not show")
    if facts.rules_version < 1 or facts.seats[0] < 1 or not game.presets:
        raise Broken("a game has a rules version from 1, seats from 1, and at least one preset")
    for seats in (0, -1, facts.seats[0] - 1, facts.seats[1] + 1, 10**6 + rng.randrange(9)):
        try:
            game.start(game.rules(), seats)
        except Malformed:
            continue
        raise Broken(f"a match of {seats} is started; the facts say {facts.seats[0]} to {facts.seats[1]}")


def chance_cannot_be_undone(case: Case) -> None:
    """An outcome of chance always reveals; so does the answer that opens several sealed ones."""
    game = case.game
    for step in steps(case, "reveals"):
        reveals = game.reveals(step.before, step.event, step.after)
        if isinstance(step.event, Outcome) and not reveals:
            raise Broken(f"{step.event} could be undone")
