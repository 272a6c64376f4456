"""Records: a match as plain text that a person can write by hand. ``docs/record.md`` is the commented example.

``parse`` is strict and knows no game (a move is its text, any label may be left out); ``replay`` judges the moves.
``parse(write(record)) == record``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

from sofra.core.asks import Chance, Over, Result
from sofra.core.errors import Malformed, SofraError, Unsupported
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame
from sofra.core.match import Agreed, Entry, Match, StandIn, Undo

FIRST_LINE = "sofra record 1"
LONGEST_LINE = 2_000
LONGEST_TEXT = 8_000_000


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Who sat on a chair: a name, and the computer player's key if it was one."""

    name: str
    bot: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """A record as text values: moves are their notation, a label may be "". ``seals`` are what a sealed dealer published,
    ``lines`` where each entry stands in the text (for messages; not part of the value)."""

    game: str
    rules_version: int
    house_rules: str
    seats: tuple[SeatLine, ...]
    chance: str = "manual"
    seals: tuple[tuple[str, str], ...] = ()
    entries: tuple[Entry, ...] = ()
    scores: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    signed: bool = False
    lines: tuple[int, ...] = field(default=(), compare=False)


def write(record: Record) -> str:
    """The text of a record, ending in a newline; a ``signed`` one closes with the hash of all that stands before."""
    head = [
        FIRST_LINE,
        f"game: {record.game}",
        f"rules version: {record.rules_version}",
        f"house rules: {record.house_rules}",
        f"seats: {len(record.seats)}",
    ]
    for number, seat in enumerate(record.seats):
        head.append(f"seat {number}{' bot ' + seat.bot if seat.bot else ''}: {seat.name}".rstrip())
    head.append(f"chance: {record.chance}")
    head += [f"seal {name}: {value}" for name, value in record.seals]
    lines = [*head, "", *map(write_entry, record.entries)]
    if record.scores is not None:
        lines += ["", "scores: " + " ".join(map(str, record.scores))]
    if record.winners is not None:
        lines.append("winners: " + " ".join(map(str, record.winners)))
    text = "\n".join(lines) + "\n"
    return text + f"hash: {text_hash(text)}\n" if record.signed else text


def write_entry(entry: Entry) -> str:
    """One entry as its line."""
    match entry:
        case Outcome(label, values):
            return f"* {label + ' = ' if label else ''}{' '.join(map(str, values))}"
        case Act(seat, move):
            return f"{seat} {move}"
        case Undo(to):
            return f"undo to {to}"
        case StandIn(seat, who):
            return f"stand-in {seat} {who or 'back'}"
        case Agreed():
            return "end by agreement"


def text_hash(text: str) -> str:
    """SHA-256 (hex) of the text before the hash line."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def of(
    match: Match, seats: tuple[SeatLine, ...], chance: str, seals: tuple[tuple[str, str], ...] = ()
) -> Record:
    """The record of a match as it stands."""
    game = match.game
    entries = tuple(replace(e, move=game.write(e.move)) if isinstance(e, Act) else e for e in match.log)
    result = match.ask.result if isinstance(match.ask, Over) else None
    return Record(
        game.facts.key,
        game.facts.rules_version,
        match.rules.write(),
        seats,
        chance,
        seals,
        entries,
        result.scores if result else None,
        result.winners if result else None,
        signed=True,
    )


def replay(record: Record, game: AnyGame) -> Match:
    """The match of a record, judged entry by entry; refusals name the line. Checks the scores and winners it claims."""
    *_, match = judge(record, game)
    return match


def judge(record: Record, game: AnyGame) -> Iterator[Match]:
    """The match of a record before its first entry and again after each one, as far as the rules allow it; then what
    ``replay`` checks of the result."""
    if record.rules_version != game.facts.rules_version:
        raise Unsupported(
            "the record follows version {got} of the {game} rules; this program plays version {have}",
            got=record.rules_version,
            game=game.facts.key,
            have=game.facts.rules_version,
        )
    rules = game.rules.read(record.house_rules)
    match = Match(game, rules, len(record.seats), undo_chance=record.chance == "manual")
    yield match
    for number, entry in enumerate(record.entries):
        try:
            match.do(_in_words_of(match, entry))
        except SofraError as error:
            if record.lines:
                raise type(error)("line {line}: {reason}", line=record.lines[number], reason=error) from error
            raise type(error)("entry {number}: {reason}", number=number + 1, reason=error) from error
        yield match
    result = match.ask.result if isinstance(match.ask, Over) else None
    _check_claim("scores", record.scores, result, lambda r: r.scores)
    _check_claim("winners", record.winners, result, lambda r: r.winners)


def _in_words_of(match: Match, entry: Entry) -> Entry:
    if isinstance(entry, Act):
        return replace(entry, move=match.game.read(entry.move))
    if isinstance(entry, Outcome) and isinstance(match.ask, Chance):
        label = match.ask.label
        if entry.label == "" or label.startswith(entry.label + ":"):
            return replace(entry, label=label)
    return entry


def _check_claim(
    what: str,
    claimed: tuple[int, ...] | None,
    result: Result | None,
    true: Callable[[Result], tuple[int, ...]],
) -> None:
    if claimed is None:
        return
    if result is None:
        raise Malformed("the record names {what}, but its match is not over", what=what)
    if claimed != true(result):
        raise Malformed(
            "the record says {what} {got}; the rules say {due}",
            what=what,
            got=" ".join(map(str, claimed)),
            due=" ".join(map(str, true(result))),
        )


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
        if not (text.isascii() and text.isdecimal() and len(text) < 10) or int(text) < low:
            self.fail(column, 'expected a whole number, not "{text}"', text=text)
        return int(text)

    def numbers(self, text: str, column: int) -> tuple[int, ...]:
        found = []
        for word in re.finditer(r"\S+", text):
            sign = -1 if word[0].startswith("-") else 1
            found.append(sign * self.number_at(word[0].removeprefix("-"), column + word.start()))
        return tuple(found)


def parse(text: str) -> Record:
    """The record of a text. Raises Malformed with line and column."""
    if len(text) > LONGEST_TEXT:
        raise Malformed("a record has at most {most} characters, not {got}", most=LONGEST_TEXT, got=len(text))
    lines = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = _Line(raw.rstrip("\r "), number)
        if len(raw) > LONGEST_LINE:
            line.fail(LONGEST_LINE, "a line has at most {most} characters", most=LONGEST_LINE)
        for column, character in enumerate(line.text):
            if ord(character) < 32 or character in "\x7f\u2028\u2029":
                line.fail(column, "a control character has no place in a record")
        if line.text.strip() and not line.text.lstrip().startswith("#"):
            lines.append(line)
    return _Parser(lines, text).record()


class _Parser:
    def __init__(self, lines: list[_Line], text: str) -> None:
        self._lines = lines
        self._text = text
        self._at = 0

    def _next(self, expected: str) -> _Line:
        if self._at == len(self._lines):
            last = self._text.count("\n") + 1
            _Line("", last).fail(0, "the record ends; expected {expected}", expected=expected)
        self._at += 1
        return self._lines[self._at - 1]

    def _peek(self, *starts: str) -> bool:
        return self._at < len(self._lines) and self._lines[self._at].text.startswith(starts)

    def record(self) -> Record:
        first = self._next(f'"{FIRST_LINE}"')
        if first.text != FIRST_LINE:
            first.fail(0, 'a record starts with "{first}"', first=FIRST_LINE)
        game = self._next("the game").value("game")
        version_line = self._next("the rules version")
        version = version_line.number_at(version_line.value("rules version"), len("rules version: "), 1)
        house = self._next("the house rules").value("house rules")
        seats = self._seats()
        chance_line = self._next("the kind of chance")
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
            game, version, house, seats, chance, tuple(seals), entries, scores, winners, signed, lines=places
        )

    def _seats(self) -> tuple[SeatLine, ...]:
        line = self._next("the number of seats")
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
        line = self._next(key)
        return line.numbers(line.text[len(key) + 1 :], len(key) + 1)

    def _hash(self) -> bool:
        if not self._peek("hash:"):
            return False
        line = self._next("the hash")
        before = self._text[: self._text.rindex("hash:")]
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
    if found := re.fullmatch(r"stand-in (\d{1,3}) (\S.*)", text):
        return StandIn(int(found[1]), "" if found[2] == "back" else found[2]), seat
    if found := re.fullmatch(r"(\d{1,3}) +(\S.*)", text):
        return Act(int(found[1]), found[2]), int(found[1])
    if seat is not None and text:
        return Act(seat, text), seat
    line.fail(column, 'expected "* faces", "seat move", "undo to …", "stand-in …" or "end by agreement"')
