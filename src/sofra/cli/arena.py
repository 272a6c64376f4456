"""``sofra arena``: players of any game against each other on the same dice or decks."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from itertools import combinations
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import run_function
from sofra.core.errors import Malformed
from sofra.core.rules import HouseRules
from sofra.games import open_box
from sofra.games.parts import Speak
from sofra.lab.arena import Plan, Standings, executor_of
from sofra.lab.arena import run as play
from sofra.lab.ratings import ratings

PLAYER = "A player: a name that sofra games lists, or cmd:<command line>. Give one for each seat"
GAMES = "How many matches, each pairing"
SEED = "Where the dice and decks come from"
RATINGS = "Everybody against everybody else, two at a table, and ratings from it"
EXECUTOR = "process, or dask:<address of a scheduler>, or none: play in this process"
UNTIL = "Stop once the first player's interval is no wider than this, such as 0.05"
RECORDS = "A folder for the record of every match"
PLOT = "A picture of how the result settled"
LIMIT = "Seconds that a program has for a move"
MESSAGES = (PLAYER, GAMES, SEED, RATINGS, EXECUTOR, UNTIL, RECORDS, PLOT, LIMIT)


def run(words: Sequence[str]) -> int:
    """The command with these words behind it."""
    if not words or words[0].startswith("-"):
        if not words or words[0] not in ("--help", "-h"):
            raise Malformed("sofra arena needs a game behind it, such as sofra arena farkle")
        return run_function("arena", COMMANDS["arena"], arena, words)
    box = open_box(words[0])

    def for_game(
        *,
        player: Annotated[tuple[str, ...], Parameter(help=PLAYER, negative=())] = (),
        games: Annotated[int, Parameter(help=GAMES)] = 200,
        seed: Annotated[str, Parameter(help=SEED)] = "0",
        rating: Annotated[bool, Parameter(name="--ratings", help=RATINGS, negative=())] = False,
        executor: Annotated[str, Parameter(help=EXECUTOR)] = "process",
        until: Annotated[float, Parameter(help=UNTIL)] = 0.0,
        records: Annotated[Path | None, Parameter(help=RECORDS)] = None,
        plot: Annotated[Path | None, Parameter(help=PLOT)] = None,
        time_limit: Annotated[float, Parameter(help=LIMIT)] = 10.0,
        rules: HouseRules,
        speak: Speak,
    ) -> int:
        if len(player) < 2:
            raise Malformed(
                "an arena needs two players at least: --player {key} twice, say", key=next(iter(box.players))
            )
        line_ups = list(combinations(dict.fromkeys(player), 2)) if rating else [player]
        beaten: dict[tuple[str, str], float] = {}
        with nullcontext() if executor == "none" else executor_of(executor) as pool:
            for line_up in line_ups:
                plan = Plan(box.key, rules, line_up, games, seed, time_limit, records, until)
                standings = play(plan, pool, _Progress(speak, plan))
                _report(standings, speak)
                for pair, won in standings.beaten.items():
                    beaten[pair] = beaten.get(pair, 0.0) + won
                if plot is not None:
                    from sofra.lab.plots import draw

                    draw(
                        standings,
                        plot if len(line_ups) == 1 else plot.with_stem("-".join((plot.stem, *line_up))),
                    )
        if rating:
            _rate(beaten, speak)
        return 0

    return run_function(f"arena {box.key}", COMMANDS["arena"], for_game, words[1:], box)


def arena() -> int:
    """Stands in for the command in its help before a game is named."""
    return 0


class _Progress:
    def __init__(self, speak: Speak, plan: Plan) -> None:
        self._speak, self._began, self._shown = speak, time.monotonic(), 0.0
        self._all = plan.units * len(plan.line_up)

    def __call__(self, standings: Standings) -> None:
        now = time.monotonic()
        if not sys.stderr.isatty() or now - self._shown < 0.5:
            return
        self._shown = now
        rest = (now - self._began) * (self._all / standings.matches - 1)
        done = self._speak.percent(standings.matches / self._all)
        left = self._speak("about {seconds} s left", seconds=round(rest))
        print(f"\r{done}  {left}   ", end="", file=sys.stderr, flush=True)


def _report(standings: Standings, speak: Speak) -> None:
    if sys.stderr.isatty():
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    print(
        speak(
            "{count} matches, {decisions} decisions", count=standings.matches, decisions=standings.decisions
        )
    )
    for name, mean, points in zip(standings.plan.line_up, standings.wins, standings.points, strict=True):
        low, high = (speak.percent(bound, 1) for bound in mean.fixed())
        ever_low, ever_high = (speak.percent(bound, 1) for bound in mean.anytime())
        print(
            speak(
                "{name}: {share} of the wins, 95% in {low} to {high} (whenever one stops: {ever_low} to {ever_high}), "
                "{points} points on average",
                name=name,
                share=speak.percent(mean.mean, 1),
                low=low,
                high=high,
                ever_low=ever_low,
                ever_high=ever_high,
                points=round(points / max(1, mean.count)),
            )
        )
    for name, count in zip(standings.plan.line_up, standings.forfeits, strict=True):
        if count:
            reasons = "; ".join(sorted(standings.reasons))
            print(speak("FORFEITS: {name} {count}: {reasons}", name=name, count=count, reasons=reasons))
    if standings.unfinished:
        print(speak("UNFINISHED: {count} matches were given up", count=standings.unfinished))


def _rate(beaten: dict[tuple[str, str], float], speak: Speak) -> None:
    print(speak("Ratings (Bradley-Terry, 400 points are odds of ten to one, mean 0):"))
    for item in ratings(beaten):
        print(f"{item.name:<20} {item.rating:+7.0f}  [{item.low:+.0f}, {item.high:+.0f}]")
