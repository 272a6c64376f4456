"""The screen and the keyboard: plain lines for scripts and screen readers, a little colour for everybody else."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence

STYLES = {"heading": "1", "quiet": "2", "mark": "1;33", "wrong": "31", "talk": "3;36"}
"""What a style looks like, as the numbers of an ANSI colour sequence."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Console:
    """Standard input and output. ``interactive`` means that both are a terminal: a person sits there.

    ``plain`` prints no colour and nothing that a screen reader would stumble over. ``speed`` is a factor for pauses; 0
    makes none.
    """

    def __init__(self, *, plain: bool, speed: float) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        no_colour = bool(os.environ.get("NO_COLOR")) or os.environ.get("TERM") == "dumb"
        self.plain = plain or no_colour or not sys.stdout.isatty()
        self.speed = speed
        if self.interactive:
            # Importing it gives ``input`` a line editor with a history.
            import readline  # noqa: F401
        elif hasattr(sys.stdin, "reconfigure"):
            sys.stdin.reconfigure(errors="replace")

    def say(self, text: str = "", style: str = "") -> None:
        """Print a line (or several)."""
        if style and not self.plain and text:
            text = "\n".join(line and f"\x1b[{STYLES[style]}m{line}\x1b[0m" for line in text.split("\n"))
        print(text, flush=True)

    def ask(self, prompt: str) -> str | None:
        """A line from the keyboard without its spaces at both ends; None at the end of the input."""
        try:
            answer = input(prompt)
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            # A pipe does not echo; with the answer in its place the output reads as a conversation.
            print(answer, flush=True)
        return answer.strip()

    def clear(self) -> None:
        """Empty the screen and what it could be scrolled back to, where there is a screen."""
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)

    def pause(self, seconds: float) -> None:
        """Wait a moment, at most two seconds, as fast as was asked for."""
        if self.speed:
            time.sleep(min(seconds * self.speed, 2.0))

    def columns(self, items: Sequence[str]) -> None:
        """Print short items; more than a dozen share lines, so that they stay in sight."""
        if len(items) <= 12:
            self.say("\n".join(items))
            return
        width = max(map(len, items)) + 2
        a_line = max(1, min(100, _width()) // width)
        rows = [items[start : start + a_line] for start in range(0, len(items), a_line)]
        self.say("\n".join("".join(f"{item:<{width}}" for item in row).rstrip() for row in rows))


def _width() -> int:
    try:
        return os.get_terminal_size().columns
    except OSError:
        return 100
