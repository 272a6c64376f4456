"""``sofra review FILE``: a finished match looked at again, in words."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.keeping import read_record, with_standard_input
from sofra.cli.language import chosen
from sofra.cli.replay import wrong
from sofra.core import record as records
from sofra.core.errors import SofraError, Unsupported
from sofra.games import open_box
from sofra.games.parts import Names
from sofra.games.reviewing import Mistake, review
from sofra.lang import speak
from sofra.lang.retelling import Retelling, share

ROWS = 24
"""Lines of the course of a match."""

UNSURE = 20
"""Perhaps-mistakes that are told, the dearest first."""

WIDTH = 24
"""Letters of a bar from 0 to 100 %."""


def run(words: Sequence[str]) -> int:
    return run_function("review", COMMANDS["review"], look_back, with_standard_input(words))


def look_back(
    file: Annotated[str, Parameter(help="The record of a finished match; - reads it from standard input.")],
    /,
    *,
    lang: Language = None,
) -> int:
    text, file = read_record(file)
    say = speak(chosen(lang))
    try:
        found = records.parse(text)
        box = open_box(found.game)
        say = speak(chosen(lang), box)
        match = records.replay(found, box.game)
    except SofraError as error:
        return wrong(file, error, say)
    coach = box.reviewer
    if coach is None:
        raise Unsupported(
            "matches of this game can't be looked back at: its coach does not know how, or there is none"
        )
    looked = review(match, coach, _progress)
    told = Retelling(match, looked, box, say, Names(found.called))
    for line in lines(told):
        print(line)
    return 0


def _progress(share: float) -> None:
    """A figure that counts up on a terminal, for coaches that take their time."""
    if sys.stderr.isatty():
        print(f"\r{share:4.0%}" if share < 1 else "\r    \r", end="", file=sys.stderr, flush=True)


def lines(told: Retelling) -> Iterator[str]:
    """The whole review, line by line."""
    say = told.speak
    yield from _course(told)
    yield told.exactness()
    yield ""
    yield say("Luck and choices")
    for seat, account in enumerate(told.review.accounts):
        yield ""
        yield told.names[seat]
        parts = told.sums(account)
        width = max(len(name) for name, _ in parts)
        yield from (f"  {name:<{width}}  {value}" for name, value in parts)
        if account.best is not None and account.best.change > 0:
            yield f"  {say('Luckiest moment')}: {told.stroke(account.best)}"
        if account.worst is not None and account.worst.change < 0:
            yield f"  {say('Unluckiest moment')}: {told.stroke(account.worst)}"
    yield ""
    yield say("Mistakes")
    yield told.count()
    for number, mistake in enumerate(told.sure, 1):
        yield from _mistake(told, mistake, f"{number}.")
    if told.unsure:
        yield ""
        yield say("Perhaps mistakes: the estimate is not good enough to tell")
        for mistake in told.unsure[:UNSURE]:
            yield from _mistake(told, mistake, "·")


def _course(told: Retelling) -> Iterator[str]:
    """The moments that changed most, with a bar for the first seat."""
    say = told.speak
    yield say("Chances to win")
    yield say("The moments that changed most, in their order.")
    yield "  " + " · ".join(told.names.seats)
    for point in told.course(ROWS):
        full = round(WIDTH * point.wins[0])
        wins = " · ".join(share(say, win, point.se) for win in point.wins)
        yield f"  {'█' * full}{'░' * (WIDTH - full)} {wins}  {told.happened(point.version, None)}".rstrip()


def _mistake(told: Retelling, mistake: Mistake, number: str) -> Iterator[str]:
    say = told.speak
    if before := told.before(mistake):
        yield f"  {number} {before}"
        number = " " * len(number)
    better = say("Better: {move}", move=told.move(mistake.best))
    cost = say("This cost {share}.", share=told.lost(mistake))
    yield f"  {number} {told.names[mistake.seat]}: {told.move(mistake.move)}. {better}. {cost}"
