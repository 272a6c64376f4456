"""``sofra verify FILE``: open the envelope of a finished match and check every die and card against it."""

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
from sofra.core.errors import SofraError
from sofra.games import open_box
from sofra.games.parts import Speak
from sofra.lang import speak

WRONG = 1


def run(words: Sequence[str]) -> int:
    return run_function("verify", COMMANDS["verify"], verify, with_standard_input(words))


def verify(
    file: Annotated[
        str,
        Parameter(help="The record of a match that was played at a server; - reads it from standard input."),
    ],
    /,
    *,
    lang: Language = None,
) -> int:
    from sofra.dealing import verify as check

    text, name = read_record(file)
    say: Speak = speak(chosen(lang))
    try:
        found = records.parse(text)
        box = open_box(found.game)
    except SofraError as error:
        return _wrong(say, name, error)
    say = speak(chosen(lang), box)
    verdict = check(found, box.game)
    if verdict.reason is not None:
        return _wrong(say, name, verdict.reason, verdict.entry)
    counts = ", ".join(
        (
            say.many("{count} die", "{count} dice", verdict.dice),
            say.many("{count} card", "{count} cards", verdict.cards),
            say.many("{count} seed of the players", "{count} seeds of the players", verdict.given),
        )
    )
    print(say("Everything fits the seals: {counts}.", counts=counts))
    if not verdict.over:
        print(say("The match was not played to its end, or the record has lost its end."))
    return 0


def _wrong(say: Speak, name: str, error: SofraError, entry: int = 0) -> int:
    reason = say(error.template, **error.fields)
    if entry:
        reason = say("entry {number}: {reason}", number=entry, reason=reason)
    print(say("{file} does not fit its seals: {reason}", file=name, reason=reason), file=sys.stderr)
    return WRONG
