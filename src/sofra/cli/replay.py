"""``sofra replay FILE``: judge a record move by move, and tell it in words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.keeping import read_record, with_standard_input
from sofra.cli.language import chosen
from sofra.core import record as records
from sofra.core.asks import Over
from sofra.core.errors import Malformed, SofraError
from sofra.core.events import Act
from sofra.core.match import Match
from sofra.core.record import Record
from sofra.games import Box, open_box
from sofra.games.parts import Names, Speak
from sofra.lang import speak
from sofra.lang.sentences import by_agreement, sentence

WRONG = 1


def run(words: Sequence[str]) -> int:
    return run_function("replay", COMMANDS["replay"], replay, with_standard_input(words))


def replay(
    first: Annotated[str, Parameter(name="FILE", help="The record; - reads it from standard input.")],
    /,
    *more: Annotated[str, Parameter(name="MORE", help="Further records.")],
    quiet: Annotated[bool, Parameter(help="Say only what is wrong.", negative=())] = False,
    verbose: Annotated[bool, Parameter(help="Show each entry and the table too.", negative=())] = False,
    lang: Language = None,
) -> int:
    if quiet and verbose:
        raise Malformed("--quiet and --verbose do not go together")
    code = 0
    for file in (first, *more):
        if more and not quiet:
            print(f"{file}:")
        code |= _judge(file, quiet=quiet, verbose=verbose, lang=chosen(lang))
    return code


def _judge(file: str, *, quiet: bool, verbose: bool, lang: str) -> int:
    """Judge one record and tell it; answers the exit code."""
    text, file = read_record(file)
    say: Speak = speak(lang)
    try:
        found = records.parse(text)
        box = open_box(found.game)
        say = speak(lang, box)
        last: Match | None = None
        for match in records.judge(found, box.game):
            if not quiet:
                _tell(match, found, box, say, verbose)
            last = match
    except SofraError as error:
        return wrong(file, error, say)
    if not quiet and last is not None:
        _close(last, found, say)
    return 0


def wrong(file: str, error: SofraError, say: Speak) -> int:
    """Say what is wrong with a record; answers the exit code for it."""
    reason = say(error.template, **error.fields)
    print(say("{file} is wrong: {reason}", file=file, reason=reason), file=sys.stderr)
    return WRONG


def _names(found: Record, say: Speak) -> Names:
    called = zip(found.called, found.seats, strict=True)
    return Names(tuple(say("{name} (computer)", name=name) if seat.bot else name for name, seat in called))


def _tell(match: Match, found: Record, box: Box, say: Speak, verbose: bool) -> None:
    """Say the last entry as the seat it is about may hear it: the record holds nothing back."""
    names = _names(found, say)
    if match.version == 0:
        print(say("{game}, house rules: {rules}", game=box.words.name(say), rules=found.house_rules))
        return
    entry = match.log[-1]
    viewer = entry.seat if isinstance(entry, Act) else next(iter(match.asked), None)
    if text := sentence(box.words, match.tell(match.version, viewer), say, names):
        print(text)
    if verbose:
        print(f"  [{match.version}] {records.write_entry(found.entries[match.version - 1])}")
        if match.asked and not isinstance(entry, Act):
            board = box.words.board(match.view(match.asked[0]), say, names)
            print("\n".join(f"    {line}" for line in board.split("\n")))


def _close(match: Match, found: Record, say: Speak) -> None:
    names = _names(found, say)
    entries = say.many("{count} entry", "{count} entries", match.version)
    if not isinstance(match.ask, Over):
        print(say("The record holds so far ({entries}); the match is not over.", entries=entries))
        return
    result = match.ask.result
    for place, seat in enumerate(result.ranking, 1):
        print(f"  {place}. " + say("{name}: {points}", name=names[seat], points=result.scores[seat]))
    if match.agreed:
        print(by_agreement(result, say, names))
    winners = ", ".join(names[seat] for seat in result.winners)
    print(say("The record holds ({entries}). Won: {names}", entries=entries, names=winners))
