"""From the words of a command line to the command that they mean, and from refusals to one sentence and a code."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module

from sofra.cli.contents import COMMANDS
from sofra.cli.language import asked
from sofra.core.errors import Malformed, SofraError, Unknown, Unsupported

NOT_UNDERSTOOD = 2
INTERRUPTED = 130
HUNG_UP = 141

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""What is wrong with standard output when it is a file on a disk that is full, or that has failed. Files of our own are
seen to where they are written."""


def run(words: Sequence[str]) -> int:
    """Run the command of a line; whatever goes wrong with its words is one sentence on standard error."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show Greek shows question marks rather than a traceback.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = _run(words[0], words[1:])
        sys.stdout.flush()
    except SofraError as error:
        return refuse(error, words)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        return unwritten(error, words)
    return code


def refuse(error: SofraError, words: Sequence[str] = ()) -> int:
    """Say a refusal in the reader's language; answers the exit code."""
    lang = asked(words)
    message = str(error)
    if lang != "en":
        from sofra.games import boxes
        from sofra.lang import speak_for
        from sofra.lang.catalogue import shell_folders

        folders = (box.folder / "locale" for box in boxes().values())
        message = speak_for(lang, *folders, *shell_folders())(error.template, **error.fields)
    print(f"sofra: {message}", file=sys.stderr)
    return NOT_UNDERSTOOD


def unwritten(error: OSError, words: Sequence[str] = ()) -> int:
    """What it means that standard output could not be written; answers the exit code. Raises what it does not know."""
    if not isinstance(error, BrokenPipeError) and error.errno not in NO_ROOM:
        raise error
    # Python would complain when it flushes at its end: it flushes into nothing instead.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        # The reader of our output has gone, as ``head`` does: end in silence.
        return HUNG_UP
    return refuse(Unsupported("the output cannot be written: {reason}", reason=error.strerror), words)


def _run(name: str, rest: Sequence[str]) -> int:
    if name in ("--version", "-V"):
        from sofra import __version__

        print(__version__)
        return 0
    if name in COMMANDS:
        return int(import_module(f"sofra.cli.{name}").run(rest))
    return _of_a_game(name, rest)


def _of_a_game(name: str, rest: Sequence[str]) -> int:
    """``sofra <game> <command> …`` and ``sofra <command> <game> …``: what the boxes of the games offer."""
    from sofra.cli.flags import run_function
    from sofra.games import boxes

    games = boxes()
    offers = sorted({command for box in games.values() for command in box.commands})
    if name in games:
        key, command, words = name, rest[0] if rest else "", rest[1:]
        known = ", ".join([*sorted(games[key].commands), "play", "rules"])
        if command in ("", "--help", "-h"):
            raise Malformed("sofra {game} needs a command behind it: {known}", game=key, known=known)
        if command in COMMANDS:
            return int(import_module(f"sofra.cli.{command}").run([key, *words]))
        if command not in games[key].commands:
            raise Unknown(
                '"{game} {command}" is no command; {game} has {known}',
                game=key,
                command=command[:80],
                known=known,
            )
    elif name in offers:
        key, command, words = rest[0] if rest else "", name, rest[1:]
        able = [game for game, box in games.items() if command in box.commands]
        if key in ("--help", "-h") and len(able) == 1:
            key, words = able[0], rest
        if key not in able:
            raise Malformed(
                "{command} needs a game behind it: {games}", command=command, games=", ".join(able)
            )
    else:
        raise Unknown(
            'there is no command "{name}"; {nearest}: see sofra --help',
            name=name[:80],
            nearest=_nearest(name, [*COMMANDS, *offers, *games]),
        )
    offer = games[key].commands[command]
    return run_function(f"{key} {command}", offer.about, offer.run, words, games[key])


def _nearest(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    known = list(known)
    return ", ".join(get_close_matches(name, known, n=3, cutoff=0.5) or known)
