"""A person at a real terminal: what is shown, what a crash leaves behind, and how play goes on."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from sofra.cli.console import CLEAR
from sofra.core import record as records
from sofra.games import open_box

PATIENCE = 300.0


class Terminal:
    """A program at a terminal of its own. ``until`` reads on until a text stands on the screen."""

    def __init__(self, words: list[str], environment: dict[str, str]) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sofra", *words],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment | {"TERM": "xterm"},
            start_new_session=True,
            close_fds=True,
        )
        os.close(slave)
        self.shown = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self._master)

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def until(self, text: str) -> str:
        """What was shown since the last call, up to the text."""
        limit = time.monotonic() + PATIENCE
        while text not in self.shown:
            ready, _, _ = select.select([self._master], [], [], max(0, limit - time.monotonic()))
            assert ready, f"{text!r} is not shown; there is {self.shown!r}"
            self.shown += os.read(self._master, 65536).decode().replace("\r\n", "\n")
        before, _, self.shown = self.shown.partition(text)
        return before + text

    def interrupt(self) -> None:
        """Press Ctrl-C, again if need be, as a person does.

        The line editor looks for signals before it shows its prompt and while it waits for a key: one that comes
        in between is noticed at the next.
        """
        for _ in range(12):
            self.process.send_signal(signal.SIGINT)
            ready, _, _ = select.select([self._master], [], [], PATIENCE / 12)
            if ready:
                return

    def end(self) -> tuple[int, str]:
        """Exit code, and the rest of what was shown."""
        with contextlib.suppress(OSError):
            while chunk := os.read(self._master, 65536):
                self.shown += chunk.decode().replace("\r\n", "\n")
        return self.process.wait(PATIENCE), self.shown


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data" / "sofra" / "matches"


def board(text: str) -> str:
    """The last table that was shown before the question, without colours."""
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
    blocks = [block.removesuffix("> ").strip("\n") for block in plain.split("\n\n")]
    return next(block for block in reversed(blocks) if "Points of this turn" in block)


def test_after_sigkill_the_same_table_is_there(surroundings: dict[str, str], folder: Path) -> None:
    words = ["play", "farkle", "--seed", "abc", "--player", "Elif", "--bot", "careful", "--speed", "none"]
    with Terminal(words, surroundings) as terminal:
        terminal.until("> ")
        terminal.type("roll\n")
        terminal.until("> ")
        terminal.type("keep 1\n")
        terminal.until("> ")
        terminal.type("roll\n")
        terminal.until("set aside")
        terminal.until("> ")
        terminal.type("score\n")
        before = board(terminal.until("> "))
        terminal.process.send_signal(signal.SIGKILL)
        assert terminal.process.wait(PATIENCE) == -signal.SIGKILL
    (path,) = folder.glob("*.txt")
    assert len(records.parse(path.read_text("utf-8")).entries) == 6
    with Terminal(["play", "--resume"], surroundings) as terminal:
        assert board(terminal.until("> ")) == before
        terminal.type("quit\n")
        assert terminal.end()[0] == 0


def test_a_match_that_was_left_is_offered_at_the_next_start(
    surroundings: dict[str, str], folder: Path
) -> None:
    words = ["play", "farkle", "--seed", "abc", "--player", "Elif", "--player", "Can"]
    with Terminal(words, surroundings) as terminal:
        terminal.until("> ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
    with Terminal(["play", "farkle", "--player", "Ada", "--seats", "1"], surroundings) as terminal:
        assert "A match was left unfinished: Elif, Can." in terminal.until("type n for a new one. ")
        terminal.type("\n")
        shown = terminal.until("> ")
        assert "Elif: 0" in shown
        assert not re.search(r"\x1b\[[0-9;]+m\x1b\[0m", shown), "an empty line wears a colour"
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
    with Terminal(["play", "farkle", "--player", "Ada", "--seats", "1"], surroundings) as terminal:
        terminal.until("type n for a new one. ")
        for slip in ("roll", "yes", "?"):
            terminal.type(f"{slip}\n")
            terminal.until("type n for a new one. ")
        terminal.type("n\n")
        assert "Ada: 0" in terminal.until("> ")
        terminal.type("quit\n")
        assert terminal.end()[0] == 0
    assert len(list(folder.glob("*.txt"))) == 2


def test_ctrl_c_keeps_the_match_and_says_how_to_go_on(surroundings: dict[str, str], folder: Path) -> None:
    words = ["play", "farkle", "--seed", "abc", "--player", "Elif", "--bot", "careful", "--speed", "none"]
    with Terminal(words, surroundings) as terminal:
        terminal.until("> ")
        terminal.type("roll\n")
        terminal.until("> ")
        terminal.interrupt()
        code, shown = terminal.end()
    assert code == 130
    assert "sofra play --resume" in shown
    assert "Traceback" not in shown
    (path,) = folder.glob("*.txt")
    found = records.parse(path.read_text("utf-8"))
    assert records.replay(found, open_box("farkle").game).version == 3


def test_a_curtain_empties_the_screen_and_what_it_scrolled_away(surroundings: dict[str, str]) -> None:
    words = ["play", "racko", "--player", "Ada", "--player", "Bo", "--seed", "curtain", "--plain"]
    with Terminal(words, surroundings) as terminal:
        shown = terminal.until("when nobody else looks. ")
        assert CLEAR in shown
        terminal.type("\n")
        shown = terminal.until("> ")
        assert shown.lstrip("\n").startswith(CLEAR)
        terminal.type("draw\n")
        terminal.until("> ")
        terminal.type("5\n")
        terminal.until("to hide your screen. ")
        terminal.type("\n")
        shown = terminal.until("when nobody else looks. ")
        assert CLEAR in shown


@pytest.mark.parametrize(("words", "more"), [(["--plain"], {}), ([], {"NO_COLOR": "1"})])
def test_plain_shows_no_colour(surroundings: dict[str, str], words: list[str], more: dict[str, str]) -> None:
    with Terminal(
        ["play", "farkle", "--seats", "1", "--seed", "abc", *words], surroundings | more
    ) as terminal:
        assert not re.search(r"\x1b\[[0-9;]*m", terminal.until("> "))
    with Terminal(["play", "farkle", "--seats", "1", "--seed", "abc"], surroundings) as terminal:
        terminal.until("new one. ")
        terminal.type("n\n")
        assert re.search(r"\x1b\[[0-9;]*m", terminal.until("> "))
