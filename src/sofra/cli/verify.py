"""``sofra verify FILE``: open the envelope of a finished match and check every die and card against it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import run_function
from sofra.cli.keeping import read_text
from sofra.cli.language import chosen
from sofra.core import record as records
from sofra.games import open_box
from sofra.lang import speak

WRONG = 1


def run(words: Sequence[str]) -> int:
    return run_function("verify", COMMANDS["verify"], verify, words)


def verify(
    file: Annotated[Path, Parameter(help="The record of a match that was played at a server.")],
    /,
    *,
    lang: Annotated[str | None, Parameter(help="The language: en, tr or el.")] = None,
) -> int:
    from sofra.dealing import verify as check

    found = records.parse(read_text(file))
    box = open_box(found.game)
    verdict = check(found, box.game)
    say = speak(chosen(lang), box)
    counts = ", ".join(
        (
            say.many("{count} die", "{count} dice", verdict.dice),
            say.many("{count} card", "{count} cards", verdict.cards),
            say.many("{count} seed of the players", "{count} seeds of the players", verdict.given),
        )
    )
    if verdict.good:
        print(say("Everything fits the seals: {counts}.", counts=counts))
        return 0
    reason = "" if verdict.reason is None else say(verdict.reason.template, **verdict.reason.fields)
    if verdict.entry:
        reason = say("entry {number}: {reason}", number=verdict.entry, reason=reason)
    print(say("{file} does not fit its seals: {reason}", file=file, reason=reason), file=sys.stderr)
    return WRONG
