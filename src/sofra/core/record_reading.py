"""Reads the text of a record, strictly: whatever is wrong is said with its line and column."""

from __future__ import annotations

import re
from typing import Any, NoReturn

from sofra.core.errors import Malformed
from sofra.core.events import Act, Outcome
from sofra.core.match import Agreed, Entry, StandIn, Undo
from sofra.core.record_text import FIRST_LINE, LONGEST_LINE, LONGEST_TEXT, Record, SeatLine, text_hash

LONGEST_NUMBER = 9
"""Digits of a number; points, faces and cards have fewer."""

UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would steer the terminal or page that shows it: control characters, other line ends, marks that turn the
direction of writing; and halves of letters, which no file can hold."""


class _Line:
    """One line being read; ``fail`` names its number and the column (both from 1)."""

    def __init__(self, text: str, number: int) -> None:
        self.text = text
        self.number = number

    def fail(self, column: int, reason: str, /, **fields: Any) -> NoReturn:
        raise Malformed(
            "line {line}, column {column}: {reason}",
            line=self.number,
            column=column + 1,
            reason=Malformed(reason, **fields),
        )

    def value(self, key: str) -> str:
        """What stands behind ``key: ``."""
        if not self.text.startswith(key + ":"):
            self.fail(0, 'expected "{key}: …"', key=key)
        return self.text[len(key) + 1 :].strip()

    def number_at(self, text: str, column: int, low: int = 0) -> int:
        if not (text.isascii() and text.isdecimal()):
            self.fail(column, 'expected a whole number, not "{text}"', text=text[:80])
        if len(text) > LONGEST_NUMBER or int(text) < low:
            self.fail(
                column,
                "expected a number from {low} to {high}, not {text}",
                low=low,
                high=10**LONGEST_NUMBER - 1,
                text=text[:80],
            )
        return int(text)

    def numbers(self, text: str, column: int) -> tuple[int, ...]:
        found = []
        for word in re.finditer(r"\S+", text):
            sign = -1 if word[0].startswith("-") else 1
            found.append(sign * self.number_at(word[0].removeprefix("-"), column + word.start()))
        return tuple(found)


def parse(text: str) -> Record:
    """The record of a text. Raises Malformed with line and column. The mark that some editors put in front of a text is
    passed over."""
    text = text.removeprefix("\ufeff")
    if len(text) > LONGEST_TEXT:
        raise Malformed("a record has at most {most} characters", most=LONGEST_TEXT)
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = _Line(raw.rstrip("\r "), number)
        if len(raw) > LONGEST_LINE:
            line.fail(LONGEST_LINE, "a line has at most {most} characters", most=LONGEST_LINE)
        if found := UNSEEN.search(line.text):
            line.fail(found.start(), "a control character has no place in a record")
        if line.text.strip() and not line.text.lstrip().startswith("#"):
            lines.append(line)
    return _Parser(lines, text).record()


class _Parser:
    def __init__(self, lines: list[_Line], text: str) -> None:
        self._lines = lines
        self._text = text
        self._at = 0
        self._places: dict[str, int] = {}

    def _next(self, expected: str | Malformed) -> _Line:
        if self._at == len(self._lines):
            last = self._text.count("\n") + 1
            _Line("", last).fail(0, "the record ends; expected {expected}", expected=expected)
        self._at += 1
        return self._lines[self._at - 1]

    def _headed(self, expected: str | Malformed, name: str) -> _Line:
        """The next line, which has a name; where it stands is remembered."""
        line = self._next(expected)
        self._places[name] = line.number
        return line

    def _peek(self, *starts: str) -> bool:
        return self._at < len(self._lines) and self._lines[self._at].text.startswith(starts)

    def record(self) -> Record:
        first = self._next(f'"{FIRST_LINE}"')
        if first.text != FIRST_LINE:
            first.fail(0, 'a record starts with "{first}"', first=FIRST_LINE)
        game = self._next(Malformed("the game")).value("game")
        version_line = self._headed(Malformed("the rules version"), "rules version")
        version = version_line.number_at(version_line.value("rules version"), len("rules version: "), 1)
        house = self._headed(Malformed("the house rules"), "house rules").value("house rules")
        seats = self._seats()
        chance_line = self._next(Malformed("the kind of chance"))
        chance = chance_line.value("chance")
        if chance not in ("manual", "sealed") and not re.fullmatch(r"seed .*", chance):
            chance_line.fail(len("chance: "), 'chance is "manual", "sealed" or "seed …"')
        seals = []
        while self._peek("seal "):
            line = self._next("a seal")
            name, colon, value = line.text.removeprefix("seal ").partition(":")
            if not colon:
                line.fail(len(line.text), 'expected "seal name: value"')
            seals.append((name.strip(), value.strip()))
        entries, places = self._entries()
        scores = self._closing("scores")
        winners = self._closing("winners")
        signed = self._hash()
        if self._at < len(self._lines):
            self._lines[self._at].fail(0, "nothing may stand behind the end of a record")
        return Record(
            game,
            version,
            house,
            seats,
            chance,
            tuple(seals),
            entries,
            scores,
            winners,
            signed,
            lines=places,
            places=self._places,
        )

    def _seats(self) -> tuple[SeatLine, ...]:
        line = self._headed(Malformed("the number of seats"), "seats")
        count = line.number_at(line.value("seats"), len("seats: "), 1)
        seats = []
        for number in range(count):
            line = self._next(f"seat {number}")
            found = re.fullmatch(rf"seat {number}(?: bot ([^\s:]+))?:(.*)", line.text)
            if found is None:
                line.fail(
                    0, 'expected "seat {number}: name" or "seat {number} bot player: name"', number=number
                )
            seats.append(SeatLine(found[2].strip(), found[1] or ""))
        return tuple(seats)

    def _entries(self) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
        entries: list[Entry] = []
        places: list[int] = []
        while self._at < len(self._lines) and not self._peek("scores:", "winners:", "hash:"):
            line = self._next("an entry")
            seat: int | None = None
            column = 0
            for part in line.text.split(";"):
                start = column + len(part) - len(part.lstrip())
                entry, seat = _entry(line, part.strip(), start, seat)
                entries.append(entry)
                places.append(line.number)
                column += len(part) + 1
        return tuple(entries), tuple(places)

    def _closing(self, key: str) -> tuple[int, ...] | None:
        if not self._peek(key + ":"):
            return None
        line = self._headed(key, key)
        return line.numbers(line.text[len(key) + 1 :], len(key) + 1)

    def _hash(self) -> bool:
        if not self._peek("hash:"):
            return False
        line = self._next("the hash")
        before = "\n".join(self._text.split("\n", line.number)[: line.number - 1]) + "\n"
        if line.value("hash") != text_hash(before):
            line.fail(len("hash: "), "the hash is not that of the text above; somebody has changed it")
        return True


def _entry(line: _Line, text: str, column: int, seat: int | None) -> tuple[Entry, int | None]:
    if text.startswith("*"):
        body = text[1:]
        label, equals, values = body.rpartition("=")
        numbers = line.numbers(values, column + 1 + len(label) + len(equals))
        if not numbers:
            line.fail(column, "expected the faces or cards behind the star")
        if equals and not re.fullmatch(r"[a-z][a-z-]*(:[0-9]+)*", label.strip()):
            line.fail(column, 'expected a label such as "roll:3:1" before the equals sign')
        return Outcome(label.strip(), numbers), seat
    if text == "end by agreement":
        return Agreed(), seat
    if text.startswith("undo to "):
        return Undo(line.number_at(text[8:], column + 8)), seat
    if found := re.fullmatch(r"stand-in ([0-9]{1,3}) (\S.*)", text):
        return StandIn(int(found[1]), "" if found[2] == "back" else found[2]), seat
    if found := re.fullmatch(r"([0-9]{1,3}) +(\S.*)", text):
        return Act(int(found[1]), found[2]), int(found[1])
    if seat is not None and text:
        return Act(seat, text), seat
    line.fail(column, 'expected "* faces", "seat move", "undo to …", "stand-in …" or "end by agreement"')
