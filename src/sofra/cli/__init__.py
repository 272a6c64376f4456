"""The terminal: ``sofra <command>``. One thin file a command; a command that is not run is not imported."""

from __future__ import annotations

import sys

from sofra.cli.contents import overview

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str] | None = None) -> int:
    """Run a command and answer its exit code: 0 well, 1 a check failed, 2 not understood, 130 interrupted."""
    words = sys.argv[1:] if words is None else words
    if not words or words[0] in ("--help", "-h", "help"):
        return _help()
    from sofra.cli.dispatch import run

    return run(words)


def _help() -> int:
    """What ``sofra --help`` prints. English needs no catalogue, and so nothing but the list is imported for it."""
    from sofra.cli.language import preferred

    lang = preferred()
    if lang == "en":
        text = overview(str)
    else:
        from sofra.lang import speak

        text = overview(speak(lang))
    try:
        print(text, flush=True)
    except OSError as error:
        from sofra.cli.dispatch import unwritten

        return unwritten(error)
    return 0
