"""The record on disk while a match is played: a line an entry, safe before the next one, so that nothing is ever lost.

The file is an ordinary record at every moment. A line is written at once and forced to the disk; a line that a crash
tore apart was never answered for, and is dropped on the way back.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, Self

from sofra.core import record as records
from sofra.core.asks import Result
from sofra.core.errors import Illegal, Malformed, Unknown
from sofra.core.events import Act
from sofra.core.game import AnyGame
from sofra.core.match import Entry
from sofra.core.record import Record

STANDARD_INPUT = "/dev/stdin"

MOST_BYTES = 4 * records.LONGEST_TEXT
"""Of a record file: a letter has at most four in UTF-8. What is longer is not read to its end, which it may not have."""


def folder() -> Path:
    """Where matches played in the terminal are kept: ``sofra/matches`` in the user's data folder."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if data.startswith("/") else Path.home() / ".local" / "share"
    return base / "sofra" / "matches"


def new_path(game: str) -> Path:
    """A name of its own for the record of a match that begins now."""
    now = time.strftime("%Y-%m-%d-%H%M%S")
    return folder() / f"{game}-{now}-{secrets.token_hex(2)}.txt"


def read_text(path: Path) -> str:
    """The text of a record file. Raises Unknown if it can't be read, Malformed if it is no text or has no end."""
    try:
        with path.open("rb") as file:
            return _text(file, str(path))
    except OSError as error:
        raise Unknown("{path} cannot be read: {reason}", path=path, reason=error.strerror) from None


def _text(source: BinaryIO, name: str) -> str:
    data = source.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Malformed("a record has at most {most} characters", most=records.LONGEST_TEXT)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Malformed("{path} is not UTF-8 (byte {place})", path=name, place=error.start) from None


def with_standard_input(words: Sequence[str]) -> list[str]:
    """The words with ``-``, which looks like a flag to the reader of flags, as the file that it stands for."""
    return [STANDARD_INPUT if word == "-" else word for word in words]


def read_record(file: str) -> tuple[str, str]:
    """The text of a record file or of standard input, and what to call it in a message."""
    if file != STANDARD_INPUT:
        return read_text(Path(file)), file
    return _text(sys.stdin.buffer, "-"), "-"


def unfinished(game: str | None = None) -> Iterator[tuple[Path, Record]]:
    """The matches that were left in the data folder and that nobody plays now, the last first."""
    paths = folder().glob(f"{game or '*'}-*.txt")
    for path in sorted(paths, key=lambda p: p.stat().st_mtime, reverse=True):
        try:
            found = records.parse(_whole_lines(read_text(path)))
        except (Malformed, Unknown):
            continue
        if found.scores is None and not _is_locked(path):
            yield path, found


def _whole_lines(text: str) -> str:
    return text[: text.rindex("\n") + 1] if "\n" in text else ""


def _is_locked(path: Path) -> bool:
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
    return False


class Keeper:
    """Writes one record. ``path`` is where; the file is locked until the process ends, however it ends."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self.path = path
        self._file = descriptor

    @classmethod
    def begin(cls, path: Path, record: Record) -> Self:
        """A new file with the head of a record. Raises Illegal if the file is there already."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            raise Illegal(
                "{path} is there already: go on with it (--resume {path}) or name another file", path=path
            ) from None
        except OSError as error:
            raise Illegal("{path} cannot be written: {reason}", path=path, reason=error.strerror) from None
        keeper = cls(path, descriptor)
        keeper._lock()
        # The hash closes a record, and this one is only begun.
        keeper._write(records.write(replace(record, signed=False)))
        return keeper

    @classmethod
    def resume(cls, path: Path) -> tuple[Self, Record]:
        """The file of a match that was left, and its record. Raises Illegal if the match is over or played elsewhere."""
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CLOEXEC)
        except OSError as error:
            raise Unknown("{path} cannot be read: {reason}", path=path, reason=error.strerror) from None
        keeper = cls(path, descriptor)
        keeper._lock()
        text = read_text(path)
        whole = _whole_lines(text)
        found = records.parse(whole)
        if found.scores is not None:
            raise Illegal("the match in {path} is over", path=path)
        if whole != text:
            os.ftruncate(descriptor, len(whole.encode("utf-8")))
        return keeper, found

    def add(self, entry: Entry, game: AnyGame) -> None:
        """Write an entry down; when this returns it outlives a crash."""
        if isinstance(entry, Act):
            entry = replace(entry, move=game.write(entry.move))
        self._write(records.write_entry(entry) + "\n")

    def finish(self, result: Result) -> None:
        """Close the record with the result and the hash of its text."""
        scores, winners = (" ".join(map(str, values)) for values in (result.scores, result.winners))
        closing = f"\nscores: {scores}\nwinners: {winners}\n"
        text = read_text(self.path) + closing
        self._write(f"{closing}hash: {records.text_hash(text)}\n")

    def close(self) -> None:
        """Let go of the file; a match that is not over can be resumed."""
        os.close(self._file)

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise Illegal("{path} is being played in another terminal", path=self.path) from None

    def _write(self, text: str) -> None:
        data = text.encode("utf-8")
        try:
            while data:
                data = data[os.write(self._file, data) :]
            os.fsync(self._file)
        except OSError as error:
            raise Illegal(
                "{path} cannot be written: {reason}", path=self.path, reason=error.strerror
            ) from None
