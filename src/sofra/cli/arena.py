"""``sofra arena``: players of any game against each other on the same dice or decks."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
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
from sofra.lab.ladder import climb, rate
from sofra.lab.ratings import Rating

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
        plan = Plan(box.key, rules, player, games, seed, time_limit, records, until)
        if plot is not None:
            from sofra.lab import plots

            plots.check(plot)
        played = []
        with nullcontext() if executor == "none" else executor_of(executor) as pool:
            progress = Progress(speak)
            for standings in climb(plan, pool, progress) if rating else [play(plan, pool, progress)]:
                played.append(standings)
                report(standings, speak)
                if plot is not None:
                    _draw(standings, plot, alone=not rating)
        if rating:
            print(speak("Ratings (Bradley-Terry, 400 points are odds of ten to one, mean 0):"))
            for item in rate(played):
                print(rated(item))
        return 0

    return run_function(f"arena {box.key}", COMMANDS["arena"], for_game, words[1:], box)


def arena() -> int:
    """Stands in for the command in its help before a game is named."""
    return 0


def _draw(standings: Standings, plot: Path, *, alone: bool) -> None:
    """The picture of a line-up; one of many gets the names of its players."""
    from sofra.lab.plots import draw

    # A command line is no name of a file.
    names = (re.sub(r"[^\w.+-]+", "-", name)[:40] for name in standings.plan.line_up)
    draw(standings, plot if alone else plot.with_stem("-".join((plot.stem, *names))))


class Progress:
    """A line on a terminal's standard error: how much is played, and how long the rest will take."""

    def __init__(self, speak: Speak) -> None:
        self._speak, self._shown = speak, 0.0
        self._plan: Plan | None = None
        self._began = 0.0

    def __call__(self, standings: Standings) -> None:
        now = time.monotonic()
        if standings.plan is not self._plan:
            self._plan, self._began = standings.plan, now
        if not sys.stderr.isatty() or now - self._shown < 0.5:
            return
        self._shown = now
        due = standings.plan.units * len(standings.plan.line_up)
        rest = (now - self._began) * (due / standings.matches - 1)
        done = self._speak.percent(standings.matches / due)
        left = self._speak("about {seconds} s left", seconds=round(rest))
        print(f"\r{done}  {left}   ", end="", file=sys.stderr, flush=True)


def report(standings: Standings, speak: Speak) -> None:
    """Print what a line-up came to."""
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
    for name, count, why in zip(standings.plan.line_up, standings.forfeits, standings.reasons, strict=True):
        if count:
            reasons = " · ".join(sorted(why))
            print(speak("FORFEITS: {name} {count}: {reasons}", name=name, count=count, reasons=reasons))
    if standings.unfinished:
        print(speak("UNFINISHED: {count} matches were given up", count=standings.unfinished))


def rated(item: Rating) -> str:
    """A line of a ladder."""
    return f"{item.name:<20} {item.rating:+7.0f}  [{item.low:+.0f}, {item.high:+.0f}]"
