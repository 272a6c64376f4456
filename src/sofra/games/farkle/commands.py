"""Farkle's further commands of the terminal: ``sofra solve farkle`` and ``sofra coach farkle``."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.core.errors import Unsupported
from sofra.games.farkle import exact, solution_file
from sofra.games.farkle.asking import Question, standing_of
from sofra.games.farkle.coach import COACH
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.solution import Seat, solving_rules
from sofra.games.farkle.words import WORDS
from sofra.games.parts import Command, Speak

CANDIDATES = 3

SOLVE = "Solve these house rules for two players, exactly"
COACH_ABOUT = "The chance to win of every choice, the best three first, with the reason"
OUT = "Write the result file here too"
THREADS = "Cores to use (all)"
AGAIN = "Solve it even if the result is at hand"
DICE = 'The dice just thrown, as "1 1 5 3 2 2"'
SCORES = "Everybody's points, yours first, then in turn order"
TURN = "Points at risk in this turn"
LEFT = "Dice in hand, if none were just thrown"
BOARD = "Who is on the board already, a yes or no a player (with opening)"
FARKLES = "Farkles in a row, a number a player (with three_farkles)"

MESSAGES = (SOLVE, COACH_ABOUT, OUT, THREADS, AGAIN, DICE, SCORES, TURN, LEFT, BOARD, FARKLES)
"""Messages that reach ``speak`` by value."""


def solve_command(
    *,
    out: Annotated[Path | None, Parameter(help=OUT)] = None,
    threads: Annotated[int | None, Parameter(help=THREADS)] = None,
    again: Annotated[bool, Parameter(help=AGAIN, negative=())] = False,
    rules: FarkleRules,
    speak: Speak,
) -> int:
    """Solve, keep the result, and say what it is. An interrupted run goes on where it stopped."""
    solving_rules(rules)
    solution = None if again else exact.at_hand(rules)
    if solution is None:
        try:
            from sofra.games.farkle.solve import solve
        except ImportError as missing:
            raise Unsupported(exact.NEEDS, package=missing.name or "numba") from None
        resume = exact.kept_file(rules).with_suffix(".part")
        resume.parent.mkdir(parents=True, exist_ok=True)
        solution = solve(rules, threads=threads, progress=_Bar(speak), resume=resume)
        exact.keep(solution)
    if out is not None:
        solution_file.write(solution, out)
    heads = (*rules.head_start, 0, 0)[:2]
    first = solution.win(Seat(heads[0], rules.opening == 0), Seat(heads[1], rules.opening == 0))
    origin = solution.origin
    print(speak("House rules: {rules}", rules=rules.write()))
    print(speak("The first player wins {chance} of the time.", chance=speak.percent(first, 4)))
    print(
        speak(
            "Residual {residual}, {seconds} s on {machine}.",
            residual=f"{origin.residual:.1e}",
            seconds=origin.seconds,
            machine=origin.machine,
        )
    )
    if out is not None:
        print(speak("Written to {path}.", path=str(out)))
    return 0


class _Bar:
    """A line on the terminal that says how far the work is and how long it takes still; silent elsewhere."""

    def __init__(self, speak: Speak) -> None:
        self._speak, self._began, self._shown = speak, time.monotonic(), 0.0
        self._seen = sys.stderr.isatty()

    def __call__(self, done: float) -> None:
        now = time.monotonic()
        if not self._seen or (now - self._shown < 0.2 and done < 1.0):
            return
        self._shown = now
        rest = (now - self._began) * (1 - done) / max(done, 1e-6)
        bar = "█" * round(24 * done) + "░" * (24 - round(24 * done))
        left = self._speak("about {seconds} s left", seconds=round(rest))
        end = "\n" if done >= 1.0 else ""
        print(f"\r{bar} {self._speak.percent(done)}  {left}   ", end=end, file=sys.stderr, flush=True)


def coach_command(
    *,
    scores: Annotated[tuple[int, ...], Parameter(help=SCORES, consume_multiple=True, negative=())],
    dice: Annotated[str, Parameter(help=DICE)] = "",
    turn: Annotated[int, Parameter(help=TURN)] = 0,
    left: Annotated[int | None, Parameter(help=LEFT)] = None,
    on_board: Annotated[tuple[bool, ...], Parameter(help=BOARD, consume_multiple=True, negative=())] = (),
    farkles: Annotated[tuple[int, ...], Parameter(help=FARKLES, consume_multiple=True, negative=())] = (),
    rules: FarkleRules,
    speak: Speak,
) -> int:
    """Print the choices of one position, best first."""
    question = Question(rules, scores, dice, turn, left, on_board, farkles)
    sight = question.sight()
    if len(scores) == 2 and not rules.pass_on:
        standing_of(question).solution()
    if not sight.moves:
        print(speak("That is a Farkle: nothing scores, and the turn is over."))
        return 0
    advice = COACH.advise(rules, sight)
    for place, item in enumerate(advice):
        if place == CANDIDATES:
            print(speak("The others:"))
        chance = speak.percent(item.win, 2)
        if item.se:
            chance = speak("{chance} ± {error}", chance=chance, error=speak.percent(2 * item.se))
        print(f"{WORDS.move(item.move, speak):<20} {chance}")
        if place < CANDIDATES:
            print("    " + speak(item.because, **dict(item.fields)))
    return 0


COMMANDS: Mapping[str, Command] = {
    "solve": Command(SOLVE, solve_command),
    "coach": Command(COACH_ABOUT, coach_command),
}
